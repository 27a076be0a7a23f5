"""A search in plain Python is one method, and whatever it does wrong costs one line of output."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from oddsfish.engine import (
    ChessPosition,
    Connect4Position,
    HiloPosition,
    Info,
    Limits,
    Position,
    PythonSearch,
    Session,
    analyse,
)
from oddsfish.engine.algorithm import Algorithm
from oddsfish.engine.games.tictactoe.position import TicTacToePosition
from oddsfish.engine.registry import found
from oddsfish.engine.searches import factory
from oddsfish.engine.searches.alphabeta.search import AlphaBeta
from oddsfish.engine.searches.expectimax.search import Expectimax
from oddsfish.engine.searches.minimax.search import Minimax
from oddsfish.engine.searches.search import Search
from places import install

Choose = Callable[[Position[Any], Limits, Callable[[], bool]], Any]


def test_what_cannot_be_read_on_the_path_is_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tmp_path, "last", "[oddsfish.searches]\nLast = last:ALGORITHM\n", {})
    unreadable, listdir = str(tmp_path / "unreadable"), os.listdir

    def fail(folder: str) -> list[str]:
        if folder == unreadable:
            raise PermissionError(folder)
        return listdir(folder)

    monkeypatch.setattr(os, "listdir", fail)
    monkeypatch.setattr(sys, "path", [unreadable, str(tmp_path)])
    assert found.installed.__wrapped__("oddsfish.searches") == ("Last",)


# In this process, each by a search of its own.


@pytest.fixture
def search_by(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], Search]], None]:
    """Let the search Random be made by a function."""

    def use(make: Callable[[], Search]) -> None:
        class Own(Algorithm):
            name = "Random"

            def create(self) -> Search:
                return make()

        monkeypatch.setattr(factory, "find", lambda name: Own())

    return use


def chosen_by(choose: Choose) -> Callable[[], Search]:
    class Own(PythonSearch):
        def choose(self, position: Position[Any], limits: Limits, halted: Callable[[], bool]) -> Any:
            return choose(position, limits, halted)

    return Own


POSITIONS = [ChessPosition(), Connect4Position(), HiloPosition("7 2 3"), TicTacToePosition()]
positions = pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position.game)


@positions
def test_its_move_is_played_and_what_it_does_to_the_position_is_its_own(
    position: Position[Any], search_by: Callable[..., None]
) -> None:
    before = position.fen()
    for number, move in enumerate(position.moves()):

        def choose(copy: Position[Any], limits: Limits, halted: Callable[[], bool], number: int = number) -> Any:
            assert copy.fen() == before and copy is not position and limits.nodes == 5
            moves = copy.moves()
            copy.play((copy.chances(moves[0]) or [(moves[0], 1.0)])[0][0])
            return moves[number]

        search_by(chosen_by(choose))
        assert analyse(position, "Random", Limits(nodes=5)).move == position.notation(move)
        assert position.fen() == before


@positions
def test_what_is_no_legal_move_is_one_error_and_a_legal_move(
    position: Position[Any], search_by: Callable[..., None]
) -> None:
    for answer in (None, "nonsense", 10**30, float("nan"), []):  # type: ignore[var-annotated]
        search_by(chosen_by(lambda *words, answer=answer: answer))
        with pytest.raises(ValueError, match=r"^Own\.choose\(\) returned .*, which is no legal move$"):
            analyse(position, "Random", Limits(depth=1))
        check_background(position, ValueError)


@pytest.mark.parametrize("failure", [ValueError, StopIteration, GeneratorExit, SystemExit])
def test_what_it_raises_is_raised_and_a_legal_move_follows(
    failure: type[BaseException], search_by: Callable[..., None]
) -> None:
    def choose(*words: object) -> None:
        raise failure("no")

    search_by(chosen_by(choose))
    with pytest.raises(failure):
        analyse(ChessPosition(), "Random", Limits(depth=1))
    check_background(ChessPosition(), failure)


def check_background(position: Position[Any], failure: type[BaseException]) -> None:
    """Ask for a move as protocols do: the failure is told once, and a legal move is given."""
    session = Session(position.clone())
    session.set_option("Search", "Random")
    failures: list[BaseException] = []
    results: list[Any] = []
    session.go(Limits(depth=1), lambda info: None, results.append, failures.append)
    session.wait()
    assert [type(each) for each in failures] == [failure]
    assert [result.move in [position.notation(move) for move in position.moves()] for result in results] == [True]


def test_without_choose_it_is_none(search_by: Callable[..., None]) -> None:
    search_by(type("Empty", (PythonSearch,), {}))
    with pytest.raises(NotImplementedError, match="Empty lacks choose"):
        analyse(ChessPosition(), "Random", Limits(depth=1))


@positions
def test_what_it_says_of_moves_is_told(position: Position[Any], search_by: Callable[..., None]) -> None:
    """The best first, in units of the game as the player to move sees them."""
    moves = position.moves()
    sign = 1 if position.player() == 0 else -1
    values = {move: sign * (number + 1) / 4 for number, move in enumerate(moves)}

    class Own(PythonSearch):
        def choose(self, position: Position[Any], limits: Limits, halted: Callable[[], bool]) -> Any:
            self.report({moves[0]: values[moves[0]]}, nodes=1)
            self.report(values, depth=3, nodes=40)
            return moves[0]

    search_by(Own)
    told: list[Info] = []
    result = analyse(position, "Random", Limits(depth=9), {"MultiPV": "2"}, report=told.append)
    assert (result.nodes, result.lines[0].move) == (40, position.notation(moves[0]))
    assert {line.move: line.score.value for line in result.lines} == {
        position.notation(move): sign * value for move, value in values.items()
    }
    best = [info.line.move for info in told if info.line and info.depth == 3]
    assert best[: min(2, len(moves))] == [position.notation(move) for move in moves[:-3:-1]]


@pytest.mark.parametrize(
    ("values", "depth"),
    [
        ({"e2e5": 1.0}, 1),
        ({"first": float("nan")}, 1),
        ({"first": "much"}, 1),
        ({"first": 1.0}, 0),
    ],
)
def test_what_makes_no_sense_is_refused(values: dict[Any, Any], depth: int, search_by: Callable[..., None]) -> None:
    class Own(PythonSearch):
        def choose(self, position: Position[Any], limits: Limits, halted: Callable[[], bool]) -> Any:
            first = position.moves()[0]
            self.report({first if move == "first" else move: value for move, value in values.items()}, depth)

    search_by(Own)
    with pytest.raises(ValueError, match=r"no legal move|finite|float|a depth is"):
        analyse(ChessPosition(), "Random", Limits(depth=1))
    with pytest.raises(ValueError, match="for the middle of choose"):
        Own().report({})


def until_halted(position: Position[Any], limits: Limits, halted: Callable[[], bool]) -> Any:
    while not halted():
        time.sleep(0.001)
    return position.moves()[3]


def test_it_is_halted_by_the_clock_by_stop_and_by_its_nodes(search_by: Callable[..., None]) -> None:
    search_by(chosen_by(until_halted))
    began = time.monotonic()
    assert analyse(ChessPosition(), "Random", Limits(movetime=50)).move == "d2d3"
    assert 0.02 < time.monotonic() - began < 5
    session = Session(ChessPosition())
    session.set_option("Search", "Random")
    results: list[Any] = []
    session.go(Limits(infinite=True), lambda info: None, results.append, results.append)
    time.sleep(0.05)
    assert not results
    session.stop()
    session.wait()
    assert [result.move for result in results] == ["d2d3"]

    class Own(PythonSearch):
        def choose(self, position: Position[Any], limits: Limits, halted: Callable[[], bool]) -> Any:
            move, nodes = position.moves()[0], 0
            while not halted():
                nodes += 1
                self.report({move: 0.0}, nodes=nodes)
            assert nodes == limits.nodes == 100
            return move

    search_by(Own)
    assert analyse(ChessPosition(), "Random", Limits(nodes=100)).nodes == 100


@pytest.mark.parametrize("base", [Minimax, AlphaBeta, Expectimax])
@positions
def test_one_ply_ahead_is_a_class_of_one_line(
    position: Position[Any], base: type[Search], search_by: Callable[..., None]
) -> None:
    class OnePly(base):  # type: ignore[misc, valid-type]
        deepest = 1

    expected = analyse(position, base.__name__, Limits(depth=1))
    search_by(OnePly)
    found = analyse(position, "Random", Limits(depth=6))
    assert (found.lines, found.nodes, found.depth) == (expected.lines, expected.nodes, expected.depth)


def test_the_tutorial_s_search_takes_what_it_can(tmp_path: Path) -> None:
    """The first block of docs/own-search.md as a package."""
    page = (Path(__file__).resolve().parents[2] / "docs" / "own-search.md").read_text(encoding="utf-8")
    code = page.partition("```python\n")[2].partition("```")[0]
    place = install(tmp_path, "greedy", "[oddsfish.searches]\nGreedy = greedy:ALGORITHM\n", {"greedy": code})
    said = place.command(
        typed="uci\nsetoption name Search value Greedy\nposition fen 4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1\ngo depth 1\n"
    )
    assert " var Greedy" in said and "bestmove e4d5\n" in said and "info depth 1" in said
