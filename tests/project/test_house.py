"""House rules that the sources show: what imports what, which files know a game or read and print, what ships."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest
from oddsfish.engine.game import Game
from oddsfish.engine.games import shipped

ROOT = Path(__file__).resolve().parents[2]
SOURCES = (".py", ".pyx", ".pxd")
TEXTS = (*SOURCES, ".pyi", ".js", ".css")
# The other folders from which each folder imports.
LAYERS = {
    "classroom": ("engine", "learning"),
    "engine": (),
    "learning": ("engine",),
    "matches": ("engine",),
    "protocols": ("classroom", "engine", "learning", "matches", "reviews"),
    "reviews": ("engine", "learning", "matches"),
}

FROM = re.compile(r"^[ \t]*from[ \t]+(\.*[\w.]*)[ \t]+c?import[ \t]+(\([^)]*\)|[^\n]+)", re.MULTILINE)
IMPORT = re.compile(r"^[ \t]*c?import[ \t]+([^\n]+)", re.MULTILINE)
TEXTS_AND_COMMENTS = re.compile(r'"""[\s\S]*?"""|"[^"\n]*"|\'[^\'\n]*\'|#[^\n]*')
SPEECH = re.compile(r"\b(print|input|printf|puts|putchar)\s*\(|\b(stdin|stdout)\b")
# Names of programs and of the library that contain a game's name.
PROGRAMS = re.compile(r"python-chess|cute ?chess(-cli)?|fastchess|Universal Chess Interface", re.IGNORECASE)
ORDINARY = {"standard"}  # names of variants that are words, too: as names they stand in quotes
# The files that may know a game, and why.
PYTHON_CHESS = "deals in python-chess's boards, moves or options"
PEOPLE = "fits the model of how people play chess"
TAUGHT = "is an assignment on this game"
ACQUAINTED: dict[str, dict[str, str]] = {
    "chess": {
        "engine/analysis.py": "takes python-chess's boards beside positions",
        "engine/plain.py": "searches python-chess's boards, the textbook's example",
        "learning/people/fitting.py": PEOPLE,
        "learning/people/quantising.py": PEOPLE,
        "learning/people/samples.py": PEOPLE,
        "learning/people/training.py": PEOPLE,
        "learning/positions/array.py": "makes samples of positions of chess",
        "learning/positions/packing.py": "says which game's positions are packed as record.py has it",
        "learning/positions/record.py": "packs positions of chess",
        "protocols/commands/fit_people.py": PEOPLE,
        "reviews/annotated.py": "reads and writes PGN, a format of chess",
        "matches/variants.py": "says what python-chess judges, and what cutechess-cli plays unless told otherwise",
        "matches/game/adjudication.py": "adjudicates by endgame tables, which are of chess",
        "matches/game/loop.py": "chooses between python-chess as a judge and a game's own positions",
        "matches/game/chess_arbiter.py": PYTHON_CHESS,
        "matches/files/epd_file.py": PYTHON_CHESS,
        "matches/files/games.py": "reads PGN, a format of chess",
        "matches/files/pgn.py": PYTHON_CHESS,
        "matches/files/saved_game.py": "writes PGN, a format of chess",
        "matches/backends/pool.py": "imports python-chess's engines before it forks",
        "matches/openings/movetext.py": "reads PGN, a format of chess",
        "matches/openings/setups.py": PYTHON_CHESS,
        "matches/players/configurations.py": "knows which options of Cute Chess's file the runner sets itself",
        "matches/players/engine_options.py": PYTHON_CHESS,
        "matches/players/engine_player.py": PYTHON_CHESS,
        "matches/players/line_player.py": PYTHON_CHESS,
        "matches/players/uci.py": PYTHON_CHESS,
        "matches/players/variations.py": PYTHON_CHESS,
        "protocols/uci.py": "UCI is of chess",
        "classroom/chess_positions.py": PYTHON_CHESS,
        "classroom/assignments/branch_limit/assignment.py": "plays in chess",
        **{f"classroom/assignments/{name}.py": TAUGHT for name in ("memoised/assignment", "memoised/solution")},
        **{
            f"classroom/assignments/{name}.py": TAUGHT
            for name in ("random_opponent/assignment", "random_opponent/solution")
        },
    },
    "connect4": {f"classroom/assignments/connect4/{name}.py": TAUGHT for name in ("assignment", "solution")},
    "hilo": {f"classroom/assignments/hilo/{name}.py": TAUGHT for name in ("assignment", "solution")},
}

NOGIL = re.compile(r"^[ \t]*c?p?def\b(?!\s+extern)[^\n(]*\([^)]*\)[^\n]*\bnogil\b[^\n]*", re.MULTILINE)


def files(folder: str, *suffixes: str) -> Iterator[Path]:
    """The sources under a folder, as paths from the root."""
    for path in sorted((ROOT / folder).rglob("*")):
        if path.suffix in (suffixes or SOURCES):
            yield path.relative_to(ROOT)


def read(path: Path) -> str:
    return (ROOT / path).read_text(encoding="utf-8")


def module(path: Path) -> str:
    """The import name of a file."""
    parts = path.with_suffix("").parts
    return ".".join(("oddsfish", *(parts[:-1] if parts[-1] == "__init__" else parts)))


def imports(path: Path, text: str) -> set[str]:
    """The full names of all that a file imports; of `from x import y` both x and x.y, since y may be a module."""
    package = module(path).split(".")
    if path.stem != "__init__":
        package.pop()
    names = set()
    for source, targets in python_imports(text) if path.suffix == ".py" else cython_imports(text):
        name = source.lstrip(".")
        dots = len(source) - len(name)
        if dots:
            name = ".".join([*package[: len(package) - dots + 1], *filter(None, [name])])
        names |= {name, *(f"{name}.{target}" for target in targets)}
    return names


def python_imports(text: str) -> Iterator[tuple[str, list[str]]]:
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from ((alias.name, []) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield "." * node.level + (node.module or ""), [alias.name for alias in node.names]


def cython_imports(text: str) -> Iterator[tuple[str, list[str]]]:
    code = TEXTS_AND_COMMENTS.sub("", text)
    for source, targets in FROM.findall(code):
        yield source, [target.split()[0] for target in targets.strip("()").split(",") if target.strip()]
    for targets in IMPORT.findall(code):
        yield from ((target.split()[0], []) for target in targets.split(","))


def forbidden_imports(path: Path, text: str) -> list[str]:
    """The forbidden imports of a file: all that is built upon it; in a search, games and time; in a game, others."""
    allowed_game = path.parts[2] if path.parts[:2] == ("engine", "games") and len(path.parts) > 3 else None
    searches = path.parts[:2] == ("engine", "searches")
    found = []
    for name in sorted(imports(path, text)):
        _, folder, part, game, *_ = (*name.split("."), "", "", "", "")
        ours = name.startswith("oddsfish.")
        if (
            (ours and folder in LAYERS and folder not in (path.parts[0], *LAYERS[path.parts[0]]))
            or (searches and ours and (folder, part) == ("engine", "games"))
            or (allowed_game and ours and (folder, part) == ("engine", "games") and game not in ("", allowed_game))
            or (searches and name.split(".")[0] in ("time", "datetime"))
        ):
            found.append(f"{path} imports {name}")
    return found


def speech(text: str) -> list[str]:
    """The calls and names by which code reads or writes standard streams."""
    return [match.group() for match in SPEECH.finditer(TEXTS_AND_COMMENTS.sub("", text))]


def names(game: Game) -> re.Pattern[str]:
    """A pattern of the words that only a game itself may use: its name, title, variants, and class of positions.

    A name may be part of another one, as in ChessSetup or in_chess, but not the tail of a longer word.
    """
    said = {game.name, game.title.partition(",")[0], *(variant.name for variant in game.variants)} - ORDINARY
    words = "|".join(re.escape(word) for word in sorted(said, key=len, reverse=True))
    quoted = "|".join(variant.name for variant in game.variants if variant.name in ORDINARY)
    return re.compile(rf"(?<![a-z])(?i:{words})|{game.position}" + (rf"|([\"'])({quoted})\1" if quoted else ""))


def mentions(path: Path, text: str) -> list[str]:
    """The lines in which a file knows a game that it does not belong to."""
    own = path.parts[2] if path.parts[:2] == ("engine", "games") and len(path.parts) > 3 else None
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        foreign = PROGRAMS.sub("", line)
        for game in shipped().values():
            excepted = game.name == own or str(path) in ACQUAINTED.get(game.name, {})
            if not excepted and (match := names(game).search(foreign)):
                found.append(f"{path}:{number}: {match.group()}: {line.strip()}")
    return found


def built() -> dict[str, list[str]]:
    """The packages, modules and sources that setup.py gives setuptools, which looks no further."""
    code = (
        "import json, setuptools; from distutils.core import run_setup;"
        "made = run_setup('setup.py', stop_after='init');"
        "modules = {each.name: each.sources for each in made.ext_modules};"
        "print(json.dumps({'packages': made.packages, 'modules': [*modules], 'sources': sum(modules.values(), [])}))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found: dict[str, list[str]] = json.loads(done.stdout.splitlines()[-1])
    return found


def test_nothing_is_imported_against_the_grain() -> None:
    paths = [path for layer in LAYERS for path in files(layer)]
    assert [fault for path in paths for fault in forbidden_imports(path, read(path))] == []


def test_nobody_knows_a_game_but_its_folder() -> None:
    paths = [path for layer in LAYERS for path in files(layer, *TEXTS)]
    assert [fault for path in paths for fault in mentions(path, read(path))] == []


def test_who_may_know_a_game_does() -> None:
    """An exception that is no longer needed must go."""
    for game, paths in ACQUAINTED.items():
        for path in paths:
            assert names(shipped()[game]).search(PROGRAMS.sub("", read(Path(path)))), f"{path} does not know {game}"


def test_only_protocols_speak() -> None:
    paths = [*files("engine"), *files("learning")]
    assert [(path, words) for path in paths if (words := speech(read(path)))] == []


def imported(path: Path) -> set[str]:
    """The names of all that a file imports, also inside functions, but not those that only type checkers need."""
    text = re.sub(r"\n( *)if TYPE_CHECKING:\n(?:\1    .*\n|\n)+", "\n", read(path))
    return imports(path, text)


def graph() -> dict[str, set[str]]:
    """For each module, the other modules that it imports or cimports, without the packages around those.

    A .pxd file without a module is no node: a module that cimports it compiles it, and imports what it imports.
    """
    paths: dict[str, list[Path]] = {}
    for path in (path for layer in LAYERS for path in files(layer)):
        paths.setdefault(module(path), []).append(path)

    def among(name: str, names: set[str]) -> set[str]:
        ours = names & paths.keys()
        return {each for each in ours if not any(other.startswith(f"{each}.") for other in ours)} - {name}

    found = {name: among(name, set().union(*map(imported, own))) for name, own in paths.items()}
    inline = {name for name, own in paths.items() if {path.suffix for path in own} == {".pxd"}}
    for name in inline:
        uses = found.pop(name)
        found = {each: others - {name} | (uses - {each} if name in others else set()) for each, others in found.items()}
    return found


def test_no_imports_run_in_a_circle() -> None:
    TopologicalSorter(graph()).prepare()  # CycleError names the modules


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("engine/option.py", "def late() -> None:\n    from .registry import catalogue"),
        ("engine/position.pxd", "from .games.chess.position cimport ChessPosition"),
    ],
)
def test_a_circle_is_seen(monkeypatch: pytest.MonkeyPatch, path: str, line: str) -> None:
    unchanged = read
    monkeypatch.setattr(
        sys.modules[__name__], "read", lambda each: unchanged(each) + (f"\n{line}\n" if str(each) == path else "")
    )
    with pytest.raises(CycleError):
        TopologicalSorter(graph()).prepare()


def test_one_module_alone_knows_scikit_learn() -> None:
    """It is an extra, and slow to import; so are NumPy, SciPy and PyTorch, which `libraries.py` imports late."""
    libraries = {"sklearn", "numpy", "threadpoolctl"}
    known = {
        str(path): found
        for layer in LAYERS
        for path in files(layer)
        if (found := {name.split(".")[0] for name in imported(path)} & {*libraries, "scipy", "torch"})
    }
    assert known == {
        "learning/training.py": libraries,
    }


def test_only_the_root_of_the_searches_knows_a_clock() -> None:
    assert [path.name for path in files("engine/searches") if re.search(r"\bnow\(\)", read(path))] == ["search.pyx"]


def test_what_runs_without_the_lock_raises_nothing() -> None:
    """Without noexcept each call looks for an exception; if the function returns void, it takes the lock for that."""
    for path in files("engine", ".pyx", ".pxd"):
        for function in NOGIL.findall(TEXTS_AND_COMMENTS.sub("", read(path))):
            assert "noexcept" in function, f"{path}: {function}"


def test_every_compiled_module_is_built_and_has_a_stub() -> None:
    compiled = [str(path.with_suffix("")) for path in files("engine", ".pyx")]
    found = built()
    assert sorted(found["sources"]) == [f"{path}.pyx" for path in compiled] != []
    assert sorted(found["modules"]) == sorted(module(Path(path)) for path in compiled)
    assert [str(path.with_suffix("")) for path in files("engine", ".pyi")] == compiled


def test_every_package_ships() -> None:
    folders = {path.parent for top in LAYERS for path in files(top, *TEXTS)}
    assert sorted(built()["packages"]) == ["oddsfish", *sorted(map(module, folders))]
    assert [path.name for path in files("src")] == ["__init__.py", "__main__.py"]
    assert [folder for folder in folders if not (ROOT / folder / "__init__.py").is_file()] == []


def test_no_number_has_the_size_of_a_long() -> None:
    """It has 32 bits on Windows, and 64 elsewhere. `long long` has 64 bits everywhere."""
    for path in (*(ROOT / "engine").rglob("*.pyx"), *(ROOT / "engine").rglob("*.pxd")):
        code = re.sub(r'""".*?"""|#[^\n]*', "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        assert not re.search(r"(?<!long )\blong\b(?! long)", code), path


def test_nothing_generated_is_tracked() -> None:
    if not (ROOT / ".git").exists():
        pytest.skip("not a clone: git knows no list of files")
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, check=True, capture_output=True, text=True).stdout.split(
        "\n"
    )
    written = ("protocols/page/static/page.html", "scripts/platforms/kernel.c")  # by hand
    generated = (".c", ".cpp", ".so", ".pyd", ".o", ".html", ".pyc", ".whl")
    assert [name for name in tracked if Path(name).suffix in generated and name not in written] == []


@pytest.mark.parametrize(
    ("path", "text", "seen"),
    [
        ("engine/session.py", "def go():\n    import oddsfish.protocols.uci", True),
        ("engine/__init__.py", "from .. import protocols", True),
        ("engine/position.pyx", "from ..protocols.streams import Streams", True),
        ("learning/table.py", "from ..matches.files.output_path import check_output", True),
        ("matches/match.py", "from ..learning import table", True),
        ("engine/searches/minimax/search.pxd", "from ...games.chess.board cimport Board", True),
        ("engine/searches/table.pyx", "cimport cython\nfrom .. cimport (\n    bits,\n    games,\n)", True),
        ("engine/searches/minimax/model.py", "from time import monotonic", True),
        ("engine/games/chess/position.pyx", "from ..hilo.position cimport HiloPosition", True),
        ("engine/games/hilo/deck.py", "from .. import chess", True),
        ("protocols/cli.py", "from ..matches.cli.command import main\nfrom ..learning import table", False),
        ("matches/match.py", "from ..engine.games import find", False),
        ("engine/games/chess/diagram.py", "from ...diagram import Diagram\nfrom .game import GAME", False),
    ],
)
def test_a_forbidden_import_is_seen(path: str, text: str, seen: bool) -> None:
    assert bool(forbidden_imports(Path(path), text)) == seen


@pytest.mark.parametrize(
    ("path", "text", "seen"),
    [
        ("engine/options.py", "# centipawns in Chess", True),
        ("engine/limits.py", "def in_chess() -> None: ...", True),
        ("matches/match.py", 'if variant == "standard":', True),
        ("matches/players/uci.py", "isinstance(position, HiloPosition)", True),
        ("matches/report/report.js", "const connect4 = 1;", True),
        ("engine/games/chess/game.py", "unlike HiLo", True),
        ("engine/games/__init__.py", "from .hilo import game", True),
        ("matches/match.py", "as Cute Chess, cutechess-cli and python-chess do; the standard deviation", False),
        ("engine/games/chess/game.py", "class ChessPosition: # chess", False),
        ("engine/plain.py", "import chess", False),
        ("engine/display/diagram.py", "philosophy", False),
    ],
)
def test_an_acquaintance_is_seen(path: str, text: str, seen: bool) -> None:
    assert len(mentions(Path(path), text)) == seen


def test_speech_is_heard_and_talk_of_it_is_none() -> None:
    for text in ("    print(value)", "import sys\nsys.stdin.readline()", 'printf("%d", n)', "input ()"):
        assert speech(text)
    for text in ('"""It never uses print(x)."""', "# stdout is for protocols", "fingerprint(x)"):
        assert not speech(text)


EXTRAS = ("matches.backends.cluster", "matches.views", "learning.training")  # they need extras, and say so
ALONE = """
import importlib, pkgutil, sys

class Nothing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] not in {"chess", "oddsfish", *sys.stdlib_module_names}:
            raise ModuleNotFoundError(f"{name} is not installed", name=name)

sys.meta_path.insert(0, Nothing())
import oddsfish
for module in pkgutil.walk_packages(oddsfish.__path__, "oddsfish."):
    if not module.name.startswith(EXTRAS):
        importlib.import_module(module.name)
"""


def test_what_is_installed_needs_python_chess_alone() -> None:
    """Every module can be imported if nothing else is installed."""
    extras = tuple(f"oddsfish.{name}" for name in EXTRAS)
    script = ALONE.replace("EXTRAS", repr(extras))
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_the_files_to_which_people_are_sent_exist() -> None:
    """In docs/changing.md."""
    text = (ROOT / "docs" / "changing.md").read_text()
    folders = "engine|learning|protocols|matches|reviews|classroom|docs|scripts|tests"
    paths = set(re.findall(rf"`((?:{folders})/[\w/.]+)`", text))
    assert len(paths) >= 30
    for path in paths:
        for name in shipped() if path.startswith("engine/games/NAME/") else ["*"]:
            assert any(ROOT.glob(path.replace("NAME", name))), path
