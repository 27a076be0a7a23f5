"""`oddsfish new-game`: write a package with a small game, to be changed into your own."""

from __future__ import annotations

import io
import re
import sys
from keyword import iskeyword
from pathlib import Path

from ...engine import games
from ..cli import called_alone
from ..errors import UsageError, failure_text
from ..streams import Streams
from ..uci import Uci
from ..ugi import Ugi
from .arguments import Parser

TEMPLATE = Path(__file__).parent / "template"
NAME = re.compile(r"[a-z][a-z0-9]*")  # valid on the command line, and for a package of Python
PROJECT = """\
[build-system]
requires = ["setuptools>=77"]
build-backend = "setuptools.build_meta"

[project]
name = "oddsfish-mygame"
version = "0.1.0"
description = "my game for Oddsfish"
requires-python = ">=3.10"
dependencies = ["oddsfish"]

[project.optional-dependencies]
dev = ["pytest"]

[project.entry-points."oddsfish.games"]
mygame = "mygame.game:GAME"

[tool.setuptools]
packages = ["mygame"]
"""
INIT = '"""my game, for Oddsfish."""\n'
TEST = '''\
"""The laws that hold for every game; add the rules of mygame."""

from mygame.game import GAME
from oddsfish.engine.laws import check_game


def test_the_laws_hold():
    assert [(law, str(broken)) for law, broken in check_game(GAME, games=20, seed=0) if broken] == []
'''


def main(words: list[str]) -> None:
    """Write the package; UsageError if it cannot be written."""
    made = Parser(
        prog="oddsfish new-game",
        description="Write a package with a small game, for you to change into your own.",
        epilog="example:\n  oddsfish new-game hexapawn --title Hexapawn\n\ndocs/own-game.md explains each method.",
    )
    made.add_argument("name", metavar="NAME", help="name of the game, in small letters and digits; also of the folder")
    made.add_argument("--title", metavar="TITLE", help="name of the game for people (default: NAME)")
    arguments = made.parse_args(words)
    name, title = arguments.name, arguments.title or arguments.name
    if not NAME.fullmatch(name) or iskeyword(name):
        raise UsageError(f"a name is small letters and digits, no word of Python, not {name!a}")
    streams = Streams(io.BytesIO(), io.BytesIO())
    words_of_ours = {"oddsfish", *called_alone(), *Uci(streams).commands, *Ugi(streams).commands}
    if name in sys.stdlib_module_names or name in words_of_ours - {*games.shipped()}:
        raise UsageError(f"{name} is a package of Python or a command of Oddsfish: choose another name")
    if name in games.shipped():
        raise UsageError(f"{name} is a game of Oddsfish already")
    if not title.isprintable() or set(title) & set('"\\'):
        raise UsageError(f"a title has no double quotes, backslashes or control characters, not {title!a}")
    sources = {f"{name}/{source}": (TEMPLATE / source).read_text("utf-8") for source in ("position.py", "game.py")}
    files = {
        "pyproject.toml": PROJECT,
        f"{name}/__init__.py": INIT,
        **sources,
        f"tests/test_{name}.py": TEST,
    }
    folder = Path(name)
    try:
        folder.mkdir()
        for place, text in files.items():
            path = folder / place
            path.parent.mkdir(exist_ok=True)
            renamed = text.replace("mygame", name).replace("MyGame", name.capitalize()).replace("my game", title)
            path.write_text(renamed, encoding="utf-8", newline="\n")
    except FileExistsError:
        raise UsageError(f"{folder} exists already: choose another name, or move it away") from None
    except OSError as failure:
        raise UsageError(failure_text(failure)) from None
    print(
        f"{folder}/ has a small game. Next:\n"
        f"  pip install -e {folder}\n"
        f"  oddsfish check-game {name}\n"
        f"  oddsfish play {name}\n"
        f"Then change {folder}/{name}/position.py into your game, and seats, fen_meaning and positions in game.py.\n"
        f"docs/own-game.md explains each method; {folder}/tests has a test for pytest.",
        flush=True,
    )
