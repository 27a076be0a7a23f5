"""`oddsfish gui-setup`: what it prints can be entered, what it writes can be read, and nothing else is lost."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from engine_process import here
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from oddsfish.engine.options import Options
from oddsfish.matches.players.configurations import VARIABLE, resolve
from oddsfish.matches.settings import Engine
from oddsfish.protocols.commands import gui_setup
from oddsfish.protocols.commands.gui_setup import GUIS, WRITERS, Program, installed, quoted, spans, with_engine

yaml = pytest.importorskip("yaml")  # distributed needs it; lichess-bot reads its file with it
FEW = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
# Names of folders as people have them, and as nobody should.
FOLDERS = st.text(
    st.sampled_from("ab .'\"\\$`&;%#{}[]!~*?éß山\u3000😀-\x7f") | st.characters(), min_size=1, max_size=12
)
PROGRAM = Program(Path("/opt/my engines/oddsfish"))
NAMES = st.sampled_from(["Oddsfish", "oddsfish", "Other"]) | st.text(max_size=5)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=12,
)
ENTRIES = st.lists(
    VALUES | st.builds(lambda fields, name: {**fields, "name": name}, st.dictionaries(st.text(), VALUES), NAMES)
)


def program_in(folder: Path, name: str = "oddsfish") -> Path:
    """An executable file that prints the path by which it was started."""
    path = folder / name
    path.write_text('#!/bin/sh\necho "$0 $*"\n')
    path.chmod(0o755)
    return path


@pytest.fixture
def ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The installed program, at a path with a space, quotes and letters that are not ASCII."""
    folder = tmp_path / "my 'engines' \"é"
    folder.mkdir()
    path = program_in(folder)
    monkeypatch.setattr(gui_setup, "scripts", lambda: [path])
    return path


def refused(*words: object) -> str:
    status, out, err = here("gui-setup", *map(str, words))
    assert (status, out) == (2, "") and err.startswith("oddsfish: gui-setup: ") and err.count("\n") == 1
    return err


def test_each_gui_is_told_the_path(ours: Path) -> None:
    status, out, err = here("gui-setup")
    assert (status, err) == (0, "")
    assert all(f"\n\n{gui.title}\n" in out for gui in GUIS.values())
    assert out.startswith(f"Program: {shlex.quote(str(ours))}\n")
    for name, gui in GUIS.items():
        one = here("gui-setup", name)[1]
        assert [each.title for each in GUIS.values() if f"\n\n{each.title}\n" in one] == [gui.title]
        shown = {"cutechess": f"  ./oddsfish\n  Working Directory  {ours.parent}\n", "lichess-bot": "-o config.yml"}
        assert shown.get(name, f"  {ours}\n") in one


def test_a_terminal_that_cannot_show_the_path(ours: Path) -> None:
    status, out, _ = here("gui-setup", "arena", PYTHONIOENCODING="ascii")
    assert status == 0 and str(ours).replace("é", "\\xe9") in out


def test_it_is_started_as_it_was_called_or_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    one, other = program_in(tmp_path), program_in(tmp_path, "Oddsfish-2.exe")
    plain = tmp_path / "oddsfish.txt"
    plain.touch()
    module = tmp_path / "oddsfish" / "__main__.py"
    python = str(tmp_path / "bin" / ".." / "python")
    assert installed("oddsfish", [], python) == installed(str(module), [plain, one], python) == Program(one)
    assert installed(str(tmp_path / "Oddsfish-2"), [one], python) == Program(other)
    assert installed(sys.executable, [one], python) == Program(one)  # another program, which runs us
    assert installed("-c", [plain, tmp_path], python) == Program(tmp_path / "python", ("-m", "oddsfish"))


def test_the_record_of_the_installer_names_a_program() -> None:
    if not (found := [path for path in gui_setup.scripts() if path.is_file()]):
        pytest.skip("not installed by pip")
    done = subprocess.run([installed("", found, "").file, "--version"], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("Oddsfish ")


def test_without_a_program_python_is_started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With arguments if the GUI can take them, else by a launcher file, which is printed."""
    monkeypatch.setattr(gui_setup, "scripts", list)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "my python"))
    command = f"{shlex.quote(str(tmp_path / 'my python'))} -m oddsfish"
    for name, gui in GUIS.items():
        out = here("gui-setup", name)[1]
        assert out.startswith(f"Program: {command}\n")
        assert (f"    #!/bin/sh\n    exec {command}\n" in out) == (gui.arguments is None)
    assert 'under "args" of the file: ["-m", "oddsfish"]\n' in here("gui-setup", "nibbler")[1]
    for name in WRITERS:
        assert "without arguments" in refused(name, "-o", tmp_path / "file")
    assert [*tmp_path.iterdir()] == []


@FEW
@given(FOLDERS)
def test_what_is_made_of_a_path_leads_to_it(tmp_path_factory: pytest.TempPathFactory, name: str) -> None:
    """The command at a prompt, the launcher, Cute Chess's file as its reader and ours read it, lichess-bot's file."""
    folder = tmp_path_factory.mktemp("paths") / name
    try:
        folder.mkdir(parents=True)
        path = gui_setup.absolute(program_in(folder))
        gui_setup.check_writable(path)
    except (OSError, ValueError):
        return  # no folder can have that name; or no GUI can be told it
    started = Program(path, ("a b",))
    launcher = path.with_name("launcher")
    launcher.write_text("\n".join(started.launcher), encoding="utf-8")
    for words in (["sh", "-c", started.command], ["sh", str(launcher)]):
        assert subprocess.run(words, capture_output=True, text=True, check=True).stdout == f"{path} a b\n"

    engines, config = path.with_name("engines.json"), path.with_name("config.yml")
    WRITERS["cutechess"](engines, Program(path))
    (entry,) = json.loads(engines.read_text(encoding="ascii"))
    assert os.path.samefile(os.path.join(entry["workingDirectory"], entry["command"]), path)  # noqa: PTH118, PTH121
    WRITERS["lichess-bot"](config, Program(path))
    engine = yaml.safe_load(config.read_text(encoding="ascii"))["engine"]
    assert os.path.join(engine["dir"], engine["name"]) == str(path)  # noqa: PTH118 - as lichess-bot does it


@FEW
@given(st.text())
def test_any_text_is_read_back_from_yaml(text: str) -> None:
    lines = "".join(letter for letter in text if letter.isprintable())
    assert yaml.safe_load(quoted(lines)) == lines


@FEW
@given(ENTRIES, st.sampled_from([None, 0, 2, "\t"]), st.booleans(), st.sampled_from(["", "\r\n ", "\n"]))
def test_all_other_engines_stay(engines: list[Any], indent: Any, ascii_only: bool, around: str) -> None:
    """They stay letter for letter. Of our entry, what a person has set stays."""
    text = around + json.dumps(engines, indent=indent, ensure_ascii=ascii_only) + around
    written = with_engine(text, PROGRAM)
    assert with_engine(written, PROGRAM) == written
    before = [(text[begin:end], gui_setup.is_ours(engine)) for begin, end, engine in spans(text)]
    after = [(written[begin:end], gui_setup.is_ours(engine)) for begin, end, engine in spans(written)]
    place = next((place for place, (_, is_ours) in enumerate(before) if is_ours), len(before))
    assert after[:place] + after[place + 1 :] == before[:place] + before[place + 1 :]
    found = json.loads(written)[place]
    assert found["name"] == "Oddsfish" and found["protocol"] == "uci"
    assert f"{found['workingDirectory']}/{found['command']}" == "/opt/my engines/./oddsfish"
    fields = engines[place] if place < len(engines) else {}
    assert all(found[name] == value for name, value in fields.items() if name not in ("command", "workingDirectory"))


@FEW
@given(ENTRIES, st.integers(0), st.text(max_size=2) | st.sampled_from(["[", "]", '"', "NaN", '{"a":1,"a":2},']))
def test_a_damaged_file_is_left_as_it_is(tmp_path: Path, ours: Path, engines: list[Any], place: int, put: str) -> None:
    text = json.dumps(engines)
    place %= len(text) + 1
    data = (text[:place] + put + text[place + bool(place % 2) :]).encode(errors="surrogatepass")
    path = tmp_path / "engines.json"
    path.write_bytes(data)
    try:
        json.loads(data)
    except ValueError:
        assert "is left as it is" in refused("cutechess", "-o", path)
        assert path.read_bytes() == data
    else:
        here("gui-setup", "cutechess", "-o", str(path))
    assert sorted(each.name for each in tmp_path.iterdir()) == sorted(["engines.json", ours.parent.name])


@pytest.mark.parametrize(
    "data",
    [
        *(b"", b"null", b"{}", b"\xff[]", b"[" * 100_000, b"[,]", b"[]]", b'[{"a":1,"a":2}]'),
        b'[{"name": "Oddsfish", "x": 1e999}]',  # which would be written as Infinity
    ],
)
def test_what_is_no_list_of_engines(data: bytes, tmp_path: Path, ours: Path) -> None:
    path = tmp_path / "engines.json"
    path.write_bytes(data)
    assert f"{path} is not a list of engines of Cute Chess" in refused("cutechess", "-o", path)
    assert path.read_bytes() == data


def test_a_match_finds_the_engine_by_its_name(tmp_path: Path, ours: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "engines.json"
    status, out, err = here("gui-setup", "cutechess", "-o", str(path))
    assert (status, out, err) == (0, "", f"written to {path}\n")
    monkeypatch.setenv(VARIABLE, str(path))
    found = resolve(Engine("", conf="Oddsfish"))
    assert (found.command, found.arguments, found.directory) == ("./oddsfish", (), str(ours.parent))
    assert [name for name, _ in found.options] == ["Threads", "Hash"]
    for name, value in found.options:
        Options().set(name, value)


def test_lichess_bot_sets_options_that_there_are(tmp_path: Path, ours: Path) -> None:
    """Also those that are commented out. The user puts a token into the file, so nobody else may read it."""
    path = tmp_path / "config.yml"
    assert here("gui-setup", "lichess-bot", "-o", str(path))[0] == 0
    text = path.read_text(encoding="ascii")
    assert path.stat().st_mode & 0o777 == 0o600
    for each in (text, text.replace("\n#   ", "\n    ")):
        config = yaml.safe_load(each)
        options = config["engine"]["uci_options"]
        assert len(options) == (3 if each == text else 6)
        for name, value in options.items():
            Options().set(name, str(value))
    assert "is there already" in refused("lichess-bot", "-o", path)
    assert path.read_text(encoding="ascii") == text


@pytest.mark.parametrize("name", WRITERS)
def test_what_cannot_be_written(name: str, tmp_path: Path, ours: Path) -> None:
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    assert "is a FIFO" in refused(name, "-o", fifo)
    assert "is a directory" in refused(name, "-o", tmp_path)
    assert "there is no folder" in refused(name, "-o", tmp_path / "none" / "file")


def test_words_that_make_no_sense(ours: Path, tmp_path: Path) -> None:
    file = tmp_path / "file"
    assert "choose from" in refused("winboard")
    assert "did you mean --output" in refused("--outptu")
    assert "-o works with" in refused("-o", file)
    assert "-o works with" in refused("arena", "-o", file)
    assert not file.exists()


def test_a_path_that_no_gui_can_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "two\nlines"
    folder.mkdir()
    path = program_in(folder)
    monkeypatch.setattr(gui_setup, "scripts", lambda: [path])
    assert "two\\nlines" in refused("arena")
