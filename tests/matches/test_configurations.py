"""Engines by name, from Cute Chess's engines.json, which may differ from machine to machine."""

from __future__ import annotations

import json
import shlex
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from match_games import match_here
from match_process import fake
from oddsfish.matches.players.configurations import VARIABLE, resolve
from oddsfish.matches.settings import Engine

WANTED = Engine("", conf="My Engine")
# As Cute Chess 1.3 writes it, with all that it knows of an engine.
CUTECHESS = {
    "command": "./engine -x 'a b'",
    "name": "My Engine",
    "options": [
        {"alias": "", "default": 16, "max": 1024, "min": 1, "name": "Hash", "type": "spin", "value": 64},
        {"alias": "", "name": "Clear Hash", "type": "button"},
        {"default": False, "name": "Ponder", "type": "check", "value": True},
        {"default": False, "name": "Loud", "type": "check", "value": True},
        {"choices": ["a", "b"], "default": "a", "name": "Style of Play", "type": "combo", "value": "b"},
    ],
    "protocol": "uci",
    "ratingK": 20,
    "stderrFile": "",
    "variants": ["standard"],
    "whitepov": False,
    "workingDirectory": "/opt/my engine",
}


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The path of this machine's engines.json. A test writes the file."""
    path = tmp_path / "engines.json"
    monkeypatch.setenv(VARIABLE, str(path))
    return path


def refused(engine: Engine = WANTED) -> str:
    with pytest.raises(ValueError) as caught:
        resolve(engine)
    said = str(caught.value)
    assert said.isprintable() and len(said) < 500
    return said


def test_an_engine_is_found_with_all_that_is_known_of_it(file: Path) -> None:
    file.write_text(
        json.dumps([{"name": "Other", "command": "other"}, CUTECHESS, {"name": "My Engine", "command": "x"}])
    )
    assert resolve(WANTED) == replace(
        WANTED,
        command="./engine",
        arguments=("-x", "a b"),
        directory="/opt/my engine",
        options=(("Hash", "64"), ("Loud", "true"), ("Style of Play", "b")),
    )


def test_the_match_goes_before_the_file(file: Path) -> None:
    file.write_text(json.dumps([CUTECHESS]))
    told = replace(
        WANTED, arguments=("-y",), directory="here", options=(("hash", "8"), ("More", "1")), name="N", depth=3
    )
    found = resolve(told)
    assert found == replace(
        told,
        command="./engine",
        arguments=("-x", "a b", "-y"),
        options=(("Loud", "true"), ("Style of Play", "b"), ("hash", "8"), ("More", "1")),
    )


def test_an_engine_by_its_command_needs_no_file_and_a_name_and_a_command_are_enough(file: Path) -> None:
    engine = Engine("", command="x")
    assert resolve(engine) is engine
    assert not file.exists()
    file.write_text('[{"name": "My Engine", "command": "x"}]')
    assert resolve(WANTED) == replace(WANTED, command="x")


def test_without_the_variable_it_is_where_cute_chess_has_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    folder = tmp_path / ".config" / "cutechess"
    assert str(folder / "engines.json") in refused() and VARIABLE in refused()
    folder.mkdir(parents=True)
    (folder / "engines.json").write_text(json.dumps([CUTECHESS]))
    assert resolve(WANTED).command == "./engine"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[", "cannot be read as JSON"),
        ("[" * 100_000, "cannot be read as JSON"),
        ("null", "has no engine of that name"),
        ('["My Engine", 1, null]', "has no engine of that name"),
        ('[{"name": "my engine", "command": "x"}]', "has no engine of that name"),
        ('[{"name": "My Engine", "command": ["x"]}]', "has no command"),
        ('[{"name": "My Engine", "command": "x \'"}]', "has no command"),
        ('[{"name": "My Engine", "command": "a\\u0000b"}]', "has no command"),
        ('[{"name": "My Engine", "command": "x", "workingDirectory": 5}]', "has no command"),
        ('[{"name": "My Engine", "command": "x", "options": 5}]', "options that are none"),
        ('[{"name": "My Engine", "command": "x", "options": [{"name": "Hash"}]}]', "options that are none"),
        ('[{"name": "My Engine", "command": "x", "options": {"Hash": 1}}]', "options that are none"),
    ],
)
def test_a_file_that_does_not_say_what_the_engine_is(text: str, said: str, file: Path) -> None:
    file.write_text(text)
    assert said in refused() and str(file) in refused()


def test_a_file_that_cannot_be_read(file: Path) -> None:
    assert "there is no" in refused() and VARIABLE in refused()
    file.mkdir()
    assert "cannot be read" in refused()
    file.rmdir()
    file.write_bytes(b"\xff\xfe[]")
    assert "cannot be read" in refused()


KEYS = ["name", "command", "options", "workingDirectory", "value", "x"]
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=4),
    max_leaves=12,
)


@settings(max_examples=50, deadline=None)
@given(
    st.lists(st.dictionaries(st.sampled_from(KEYS), VALUES) | VALUES, max_size=3),
    st.integers(0, 2),
    st.text(max_size=5),
)
def test_anything_is_found_or_refused(
    tmp_path_factory: pytest.TempPathFactory, entries: Any, place: int, cut: str
) -> None:
    if place < len(entries) and isinstance(entries[place], dict):
        entries[place]["name"] = "My Engine"
    path = tmp_path_factory.mktemp("fuzz") / "engines.json"
    text = json.dumps(entries)
    path.write_text(text[: len(text) // 2] + cut + text[len(text) // 2 :] if len(cut) == 1 else text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(VARIABLE, str(path))
        try:
            found = resolve(WANTED)
        except ValueError as error:
            assert len(str(error).splitlines()) == 1
        else:
            words = [found.command, *found.arguments, found.directory, *(f"{n}{v}" for n, v in found.options)]
            assert found.command and "".join(words).isprintable()


def test_a_match_between_engines_by_name(file: Path, tmp_path: Path) -> None:
    """Also the error for a name without a usable engine."""
    good = {"name": "Shuffler", "command": shlex.join([sys.executable, *shlex.split(fake("score=33"))])}
    file.write_text(json.dumps([{**good, "options": [{"name": "Hash", "value": 32}]}]))
    words = ["-engine", "conf=Shuffler", "name=A", "-engine", "conf=Shuffler", "option.Hash=1", "-each", "tc=20"]
    finished = match_here(*words, "-games", "2", where=tmp_path)
    assert (finished.status, finished.err) == (0, "")
    assert finished.lines[0].startswith("A vs Fake: 2 games")
    nowhere = {"name": "Mine", "command": "x", "workingDirectory": "/nowhere"}
    for entries, said in (([], "oddsfish: match: Mine: conf=Mine: "), ([nowhere], "there is no directory /nowhere")):
        file.write_text(json.dumps(entries))
        words = ["-engine", "conf=Mine", "st=1", "-engine", "proto=random", "-pgnout", "g.pgn"]
        finished = match_here(*words, where=tmp_path)
        assert (finished.status, finished.out) == (2, "")
        assert said in finished.err and finished.err.count("\n") == 1
        assert not list(tmp_path.glob("g.pgn*"))
