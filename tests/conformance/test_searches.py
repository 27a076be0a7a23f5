"""Laws that hold for every search on every game that it accepts.

That no option changes a value is the law of `test_random_games.py`, `test_chess_law.py` and `test_connect4_law.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from time import sleep
from typing import Any

import pytest
from oddsfish.engine import Draw, Limits, Position, PythonPosition, Result, Session, analyse, plain
from oddsfish.engine.laws import EXACT, check_search
from oddsfish.engine.searches.search import tied
from oddsfish.engine.session import SearchTask
from trained import TRAINED

from .games import EXAMPLES, Example

ALL = 256

examples = pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)


def learned(game: plain.Game) -> float:
    """The prediction of the tests' model: the evaluation from the view of the side to move."""
    return game.value() if game.player() == 0 else -game.value()


ORACLES: dict[str, Callable[[], plain.Minimax]] = {
    "Minimax": plain.Minimax,
    "AlphaBeta": plain.Minimax,
    "Expectimax": plain.Expectimax,
    "Predictive": lambda: plain.Predictive(learned),
}

searches = pytest.mark.parametrize("search", ORACLES)


def run(position: Position[Any], search: str, depth: int, **options: Any) -> Result[str]:
    """Every root move's exact value, at one depth, on our own model of the opponent."""
    return analyse(position, search, Limits(depth=depth), {**EXACT, **TRAINED, **options})


def values(result: Result[str]) -> dict[str, float]:
    assert all(not line.score.bound for line in result.lines)
    return {line.move: line.score.value for line in result.lines}


@examples
@searches
def test_values_are_those_of_the_plain_search(example: Example, search: str) -> None:
    for depth in range(1, example.depth + 1):
        position = example.make()
        oracle = ORACLES[search]()
        result = check_search(position, search, depth, oracle, {**EXACT, **TRAINED})
        found = values(result)
        best = pytest.approx(max(found.values()), rel=1e-12)
        assert result.move == next(text for text in map(position.notation, position.moves()) if found[text] == best)
        if search != "AlphaBeta":
            assert result.nodes == oracle.nodes


@examples
@searches
def test_the_same_search_twice_is_the_same_and_a_table_changes_no_value(example: Example, search: str) -> None:
    for depth in (example.depth, example.depth + 1):
        without = run(example.make(), search, depth)
        first, second = (run(example.make(), search, depth, Table=True, Hash=1, Deepening=True) for _ in range(2))
        assert (first.nodes, first.lines) == (second.nodes, second.lines)
        assert [(line.move, line.score) for line in first.lines] == [(line.move, line.score) for line in without.lines]


@pytest.mark.parametrize("example", [each for each in EXAMPLES if each.make().chance], ids=lambda each: each.name)
@pytest.mark.parametrize("opponent", ["uniform", "optimal"])
def test_pruning_at_chance_nodes_changes_no_value(example: Example, opponent: str) -> None:
    """Not by a single bit: outcomes that are not cut are added up in the same order."""
    for depth in range(1, example.depth + 1):
        full = run(example.make(), "Expectimax", depth, Opponent=opponent)
        for star, table, multipv, deepening in (
            ("Star1", False, 1, True),
            ("Star1", True, 2, False),
            ("Star2", False, ALL, False),
            ("Star2", True, 1, True),
            ("Star2", False, 2, True),
        ):
            options = {"Star": star, "Table": table, "MultiPV": multipv, "Deepening": deepening}
            pruned = run(example.make(), "Expectimax", depth, Opponent=opponent, **options)
            assert [(line.move, line.score) for line in pruned.lines[:multipv]] == [
                (line.move, line.score) for line in full.lines[:multipv]
            ]


@examples
@searches
def test_random_ties_are_drawn_among_the_best_and_by_the_seed(example: Example, search: str) -> None:
    position = example.make()
    exact = values(run(position, search, 1))
    best = {move for move, value in exact.items() if tied(value, max(exact.values()))}
    drawn = [run(position, search, 1, MultiPV=1, TiePolicy="random", Seed=seed).move for seed in range(12)]
    assert set(drawn) <= best
    assert len(best) == 1 or len(set(drawn)) > 1
    again = [run(position, search, 1, MultiPV=1, TiePolicy="random", Seed=seed).move for seed in range(12)]
    assert again == drawn


@examples
@searches
def test_the_principal_variation_can_be_played(example: Example, search: str) -> None:
    position = example.make()
    for line in run(position, search, example.depth).lines:
        assert line.pv[0] == line.move
        played = 0
        for text in line.pv:
            assert position.ending() is None
            move = position.parse(text)
            if position.chances(move):
                assert text == line.pv[-1]
                break
            position.play(move)
            played += 1
        for _ in range(played):
            position.undo()


@examples
@searches
def test_a_limit_on_nodes_is_kept(example: Example, search: str) -> None:
    for nodes in (1, 7, 60):
        result = analyse(example.make(), search, Limits(nodes=nodes), TRAINED)
        assert result.nodes <= nodes
        assert result.move is not None


@examples
@pytest.mark.parametrize("search", [*ORACLES, "Auto"])
def test_the_first_depth_is_finished_though_time_is_over(example: Example, search: str) -> None:
    """A result of some root moves says nothing: they may all lose. A busy machine gets more than one try."""
    session = Session(example.make())
    for name, value in {**TRAINED, "Search": search}.items():
        session.set_option(name, str(value))

    def late() -> Result[str]:
        task = SearchTask()
        task.since -= 10
        return session.search(Limits(movetime=1), task=task)

    assert any(late().depth >= 1 for _ in range(5))


class Slow(PythonPosition[int]):
    """A hundred plies, all of them noisy, and a millisecond for each evaluation: quiescence does not end in time."""

    def __init__(self) -> None:
        self.played = 0

    def moves(self) -> list[int]:
        return list(range(20))

    def noisy(self, behind: int = 0) -> tuple[list[int], bool]:
        return self.moves(), False

    def play(self, move: int) -> None:
        self.played += 1

    def undo(self) -> None:
        self.played -= 1

    def player(self) -> int:
        return self.played % 2

    def ending(self) -> Draw | None:
        return Draw() if self.played == 100 else None

    def value(self) -> float:
        sleep(0.001)
        return float(self.played % 7)


@pytest.mark.parametrize("search", ["Minimax", "AlphaBeta", "Expectimax", "BranchLimit"])
def test_a_first_move_that_takes_too_long_is_broken_off(search: str) -> None:
    assert analyse(Slow(), search, movetime=1, options={"Quiescence": True}).nodes < 2000
