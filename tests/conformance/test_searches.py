"""Laws that hold for every search on every game that it accepts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from oddsfish.engine import Limits, Position, Result, analyse, plain
from oddsfish.engine.searches.search import tied
from trained import TRAINED

from .games import EXAMPLES, Example

ALL = 256

examples = pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)


def learned(game: plain.Game) -> float:
    """What the tests' model says: the evaluation, as the side to move sees it."""
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
    settings = {"MultiPV": ALL, "Deepening": False, "Opponent": "uniform", "Star": "off", **TRAINED, **options}
    return analyse(position, search, Limits(depth=depth), settings)


def values(result: Result[str]) -> dict[str, float]:
    assert all(not line.score.bound for line in result.lines)
    return {line.move: line.score.value for line in result.lines}


def expected(position: Position[Any], search: str, depth: int) -> tuple[dict[str, float], int]:
    """What the plain search says, from the view of whose turn it is, and how many nodes it met."""
    oracle = ORACLES[search]()
    sign = 1 if position.player() == 0 else -1
    found = {position.notation(move): sign * value for move, value in oracle.root(position, depth)}
    return found, oracle.nodes


@examples
@searches
def test_values_are_those_of_the_plain_search(example: Example, search: str) -> None:
    for depth in range(1, example.depth + 1):
        position = example.make()
        result = run(position, search, depth)
        wanted, nodes = expected(position, search, depth)
        assert values(result) == pytest.approx(wanted, rel=1e-12, abs=1e-12)
        best = max(wanted.values())
        assert result.move == next(move for move, value in wanted.items() if value == pytest.approx(best, rel=1e-12))
        if search != "AlphaBeta":
            assert result.nodes == nodes


@examples
@pytest.mark.parametrize("fail", ["soft", "hard"])
@pytest.mark.parametrize("cut", ["non-strict", "strict"])
@pytest.mark.parametrize("table", [False, True])
def test_alpha_beta_plays_as_minimax(example: Example, fail: str, cut: str, table: bool) -> None:
    for depth in range(1, example.depth + 1):
        options = {"Fail": fail, "Cut": cut, "Table": table}
        full = run(example.make(), "Minimax", depth)
        pruned = run(example.make(), "AlphaBeta", depth, MultiPV=1, **options)
        assert (pruned.move, pruned.score) == (full.move, full.score)
        deepened = run(example.make(), "AlphaBeta", depth, MultiPV=1, Deepening=True, **options)
        assert (deepened.move, deepened.score) == (full.move, full.score)
        several = run(example.make(), "AlphaBeta", depth, MultiPV=3, **options)
        assert [(line.move, line.score) for line in several.lines[:3]] == [
            (line.move, line.score) for line in full.lines[:3]
        ]


@examples
def test_alpha_beta_meets_the_nodes_of_the_plain_one(example: Example) -> None:
    """In the order of generation, and where no root move ties with a later one."""
    for depth in range(1, example.depth + 1):
        position = example.make()
        oracle = plain.AlphaBeta()
        oracle.best(position, depth)
        assert run(position, "AlphaBeta", depth, MultiPV=1, MoveOrder="generated").nodes == oracle.nodes


@examples
@searches
def test_the_table_changes_no_value(example: Example, search: str) -> None:
    for depth in range(1, example.depth + 2):
        for deepening in (False, True):
            without = run(example.make(), search, depth, Deepening=deepening)
            with_table = run(example.make(), search, depth, Deepening=deepening, Table=True, Hash=1)
            assert [(line.move, line.score) for line in with_table.lines] == [
                (line.move, line.score) for line in without.lines
            ]


@examples
@pytest.mark.parametrize("opponent", ["uniform", "optimal"])
@pytest.mark.parametrize("star", ["Star1", "Star2"])
@pytest.mark.parametrize("table", [False, True])
def test_pruning_at_chance_nodes_changes_no_value(example: Example, opponent: str, star: str, table: bool) -> None:
    """Not by a single bit: what is not cut is added up in the same order."""
    for depth in range(1, example.depth + 1):
        plain_search = run(example.make(), "Expectimax", depth, Opponent=opponent)
        for multipv in (1, 2, ALL):
            options = {"Opponent": opponent, "Star": star, "Table": table, "MultiPV": multipv}
            for deepening in (False, True):
                pruned = run(example.make(), "Expectimax", depth, Deepening=deepening, **options)
                assert [(line.move, line.score) for line in pruned.lines[:multipv]] == [
                    (line.move, line.score) for line in plain_search.lines[:multipv]
                ]


@examples
@searches
def test_the_same_search_twice_is_the_same(example: Example, search: str) -> None:
    first, second = (run(example.make(), search, example.depth, Table=True, Deepening=True) for _ in range(2))
    assert first.nodes == second.nodes
    assert first.lines == second.lines


@examples
def test_an_optimal_opponent_makes_expectimax_minimax(example: Example) -> None:
    optimal = run(example.make(), "Expectimax", example.depth, Opponent="optimal")
    assert optimal.lines == run(example.make(), "Minimax", example.depth).lines


@examples
@searches
def test_random_ties_are_drawn_among_the_best_and_by_the_seed(example: Example, search: str) -> None:
    position = example.make()
    exact = values(run(position, search, 1))
    best = {move for move, value in exact.items() if tied(value, max(exact.values()))}
    drawn = [run(position, search, 1, MultiPV=1, TiePolicy="random", Seed=seed).move for seed in range(30)]
    assert set(drawn) <= best
    assert len(best) == 1 or len(set(drawn)) > 1
    again = [run(position, search, 1, MultiPV=1, TiePolicy="random", Seed=seed).move for seed in range(30)]
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
@pytest.mark.parametrize("nodes", [1, 7, 60])
def test_a_limit_on_nodes_is_kept(example: Example, search: str, nodes: int) -> None:
    result = analyse(example.make(), search, Limits(nodes=nodes), TRAINED)
    assert result.nodes <= nodes
    assert result.move is not None
