"""Old names still work: of modules that have moved, and of methods and attributes that users define in their games."""

import importlib
import re
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any

import pytest
from oddsfish.engine import Game, Limits, PythonPosition, Session
from oddsfish.engine.games.tictactoe.position import TicTacToePosition
from oddsfish.engine.moved import MOVED
from oddsfish.engine.registry.game_words import Words

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("old", MOVED)
def test_an_old_name_is_the_same_module(old: str) -> None:
    sys.modules.pop(old, None)
    with pytest.warns(FutureWarning, match=f"^{re.escape(old)} is called {re.escape(MOVED[old])} now"):
        assert importlib.import_module(old) is importlib.import_module(MOVED[old])


@pytest.mark.parametrize("page", sorted((ROOT / "docs").glob("*.md")), ids=lambda path: path.stem)
def test_every_module_that_docs_name_is_there(page: Path) -> None:
    for module, kind in re.findall(r"from oddsfish\.([\w.]+) (c?import)", page.read_text(encoding="utf-8")):
        place = ROOT / module.replace(".", "/")
        suffixes = (".pxd",) if kind == "cimport" else (".py", ".pyx", "/__init__.py")
        assert any(Path(f"{place}{suffix}").is_file() for suffix in suffixes), module


class OldWords(Words):
    unbegun = "shuffle first"


class OldGame(Game):
    name = "old"
    men = ("x", "o")

    def chances(self, position: object, score: object) -> tuple[int, int, int]:
        return 1, 2, 997


def nothing(self: Any, *move: Any) -> Any:
    return []


class OldPosition(PythonPosition[int]):
    """A game that is over at once."""

    moves: Any = nothing
    play: Any = nothing
    undo: Any = nothing
    ending: Any = nothing

    def worth_key(self) -> tuple[str]:
        return ("rules",)


def test_what_is_defined_under_an_old_name_is_honoured_with_one_warning() -> None:
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("default")
        games = [OldGame() for _ in range(3)]
        words = [OldWords(game) for game in games]
        positions = [OldPosition() for _ in range(3)]
        assert {game.pieces for game in games} == {("x", "o")}
        assert {game.wdl(None, None) for game in games} == {(1, 2, 997)}  # type: ignore[arg-type]
        assert {each.not_started for each in words} == {"shuffle first"}
        assert {position.value_key() for position in positions} == {("rules",)}
    assert sorted(str(each.message).split()[0] for each in said) == [
        "OldGame.chances",
        "OldGame.men",
        "OldPosition.worth_key",
        "OldWords.unbegun",
    ]


class OldSlips(TicTacToePosition):
    def clone(self) -> "OldSlips":
        return OldSlips(self.fen())

    def worth_key(self) -> tuple[object, ...]:
        return ("rules", super().worth_key())


def test_a_position_that_ships_may_be_derived_from_with_an_old_name() -> None:
    session = Session(OldSlips())
    session.set_option("Search", "Minimax")
    session.set_option("Memoise", "true")
    with pytest.warns(FutureWarning, match="OldSlips.worth_key"):
        session.search(Limits(depth=2))
    assert OldSlips().worth_key() == ("rules", ())


def test_a_warning_names_the_line_that_has_the_old_name() -> None:
    sys.modules.pop("oddsfish.engine.tree", None)
    with pytest.warns(FutureWarning) as said:
        import oddsfish.engine.tree  # type: ignore[import-not-found]  # noqa: F401
    assert said[0].filename == __file__


def test_a_name_that_cannot_be_written_is_warned_of_all_the_same() -> None:
    code = "from oddsfish.engine.moved import warn; warn(chr(0xD800), 'new')"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0 and "\\ud800 is called new now" in done.stderr, done.stderr
