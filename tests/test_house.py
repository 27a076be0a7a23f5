"""The house rules that sources alone can break: who imports whom, who speaks, what is compiled, what ships."""

from __future__ import annotations

import ast
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SOURCES = (".py", ".pyx", ".pxd")

FROM = re.compile(r"^[ \t]*from[ \t]+(\.*[\w.]*)[ \t]+c?import[ \t]+(\([^)]*\)|[^\n]+)", re.MULTILINE)
IMPORT = re.compile(r"^[ \t]*c?import[ \t]+([^\n]+)", re.MULTILINE)
TEXTS_AND_COMMENTS = re.compile(r'"""[\s\S]*?"""|"[^"\n]*"|\'[^\'\n]*\'|#[^\n]*')
STRANGERS = {"engine": ("matches", "protocols"), "matches": (), "protocols": ("matches",)}
SPEECH = re.compile(r"\b(print|input|printf|puts|putchar)\s*\(|\b(stdin|stdout)\b")
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
    """What a file must not import: what is built upon it; a search no game and no time; a game no other game."""
    allowed_game = path.parts[2] if path.parts[:2] == ("engine", "games") and len(path.parts) > 3 else None
    searches = path.parts[:2] == ("engine", "searches")
    found = []
    for name in sorted(imports(path, text)):
        _, folder, part, game, *_ = (*name.split("."), "", "", "", "")
        ours = name.startswith("oddsfish.")
        if (
            (ours and folder in STRANGERS[path.parts[0]])
            or (searches and ours and (folder, part) == ("engine", "games"))
            or (allowed_game and ours and (folder, part) == ("engine", "games") and game not in ("", allowed_game))
            or (searches and name.split(".")[0] in ("time", "datetime"))
        ):
            found.append(f"{path} imports {name}")
    return found


def speech(text: str) -> list[str]:
    """Where code speaks to the world or listens to it."""
    return [match.group() for match in SPEECH.finditer(TEXTS_AND_COMMENTS.sub("", text))]


def listed(path: str, name: str) -> list[str]:
    """The strings in a list of setup.py or pyproject.toml."""
    found = re.search(rf"^{name} = \[(.*?)^\]", read(Path(path)), re.DOTALL | re.MULTILINE)
    assert found, f"{path} has no list {name}"
    return re.findall(r'"([^"]+)"', found.group(1))


def test_nothing_is_imported_against_the_grain() -> None:
    paths = [*files("engine"), *files("matches"), *files("protocols")]
    assert [fault for path in paths for fault in forbidden_imports(path, read(path))] == []


def test_only_protocols_speak() -> None:
    assert [(path, words) for path in files("engine") if (words := speech(read(path)))] == []


def test_only_the_root_of_the_searches_knows_a_clock() -> None:
    assert [path.name for path in files("engine/searches") if re.search(r"\bnow\(\)", read(path))] == ["search.pyx"]


def test_what_runs_without_the_lock_raises_nothing() -> None:
    """Without noexcept each call looks for an exception, where it returns void by taking the lock."""
    for path in files("engine", ".pyx", ".pxd"):
        for function in NOGIL.findall(TEXTS_AND_COMMENTS.sub("", read(path))):
            assert "noexcept" in function, f"{path}: {function}"


def test_every_compiled_module_is_built_and_has_a_stub() -> None:
    compiled = [str(path.with_suffix("")) for path in files("engine", ".pyx")]
    assert sorted(listed("setup.py", "MODULES")) == compiled
    assert [str(path.with_suffix("")) for path in files("engine", ".pyi")] == compiled


def test_every_package_ships() -> None:
    folders = {path.parent for top in STRANGERS for path in files(top)}
    assert sorted(listed("pyproject.toml", "packages")) == sorted(map(module, folders))
    assert [folder for folder in folders if not (ROOT / folder / "__init__.py").is_file()] == []


def test_nothing_generated_is_tracked() -> None:
    if not (ROOT / ".git").exists():
        pytest.skip("not a clone: git knows no list of files")
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, check=True, capture_output=True, text=True).stdout.split(
        "\n"
    )
    assert [name for name in tracked if Path(name).suffix in (".c", ".cpp", ".so", ".o", ".html", ".pyc", ".whl")] == []


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("engine/session.py", "from ..protocols import uci"),
        ("engine/session.py", "def go():\n    import oddsfish.protocols.uci"),
        ("engine/__init__.py", "from .. import protocols"),
        ("engine/game.pyx", "from ..protocols.lines import Lines"),
        ("engine/session.py", "from ..matches import game"),
        ("protocols/cli.py", "from ..matches.command import main"),
        ("engine/searches/__init__.py", "from ..games.chess.position import ChessPosition"),
        ("engine/searches/table.pxd", "from ..games.chess.board cimport Board"),
        ("engine/searches/table.pyx", "cimport cython\nfrom .. cimport (\n    bits,\n    games,\n)"),
        ("engine/searches/search.pyx", "    import time"),
        ("engine/searches/models.py", "from time import monotonic"),
        ("engine/games/chess/position.pyx", "from ..hilo.position cimport HiloPosition"),
        ("engine/games/chess/evaluations/material.pyx", "from ...hilo import position"),
        ("engine/games/hilo/deck.py", "from oddsfish.engine.games.chess import fen"),
        ("engine/games/hilo/deck.py", "from .. import chess"),
    ],
)
def test_a_forbidden_import_is_seen(path: str, text: str) -> None:
    assert len(forbidden_imports(Path(path), text)) >= 1


@pytest.mark.parametrize(
    "text",
    ["    print(value)", "from sys import stdout", "import sys\nsys.stdin.readline()", 'printf("%d", n)', "input ()"],
)
def test_speech_is_heard(text: str) -> None:
    assert speech(text)


@pytest.mark.parametrize("text", ['"""It never uses print(x)."""', "# stdout is for protocols", "fingerprint(x)"])
def test_talk_of_speech_is_none(text: str) -> None:
    assert not speech(text)
