"""The branch-limited search against the plain one, and against minimax where nothing is left out."""

from __future__ import annotations

import time
from itertools import product
from random import Random
from typing import Any

import pytest
from engine_process import EngineProcess
from oddsfish.engine import ChessPosition, Limits, Position, Result, analyse, plain

from .games import EXAMPLES, Example
from .graphs import make_graph, make_position
from .rows import shards

EVERY = 256
examples = pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)


def run(position: Position[Any], depth: int, **options: Any) -> Result[str]:
    settings = {"MultiPV": EVERY, "Deepening": False, **options}
    return analyse(position, "BranchLimit", Limits(depth=depth), settings)


@examples
@pytest.mark.parametrize(
    ("most", "look", "rule"), [(1, 1, "intended"), (2, 3, "intended"), (5, 0, "intended"), (2, 2, "published")]
)
def test_values_and_nodes_are_those_of_the_plain_search(example: Example, most: int, look: int, rule: str) -> None:
    for depth in range(1, example.depth + 1):
        position = example.make()
        oracle = plain.BranchLimit(most, look, rule == "published")
        sign = 1 if position.player() == 0 else -1
        wanted = {position.notation(move): sign * value for move, value in oracle.root(position, depth)}
        result = run(position, depth, BranchLimit=most, LookAhead=look, LookAheadRule=rule)
        found = {line.move: line.score.value for line in result.lines if line.depth}
        assert found == pytest.approx(wanted, rel=1e-12, abs=1e-12)
        assert result.nodes == oracle.nodes
        assert all(line.score.bound == "unknown" for line in result.lines if line.move not in wanted)
        assert result.lines[0].move in wanted and len(result.lines) == len(position.moves())


@examples
def test_with_all_moves_kept_it_is_minimax(example: Example) -> None:
    for depth, look in product(range(1, example.depth + 1), (0, 2)):
        full = analyse(example.make(), "Minimax", Limits(depth=depth), {"Deepening": False})
        kept = run(example.make(), depth, BranchLimit=EVERY, LookAhead=look)
        assert [(line.move, line.score) for line in kept.lines] == [(line.move, line.score) for line in full.lines]


@examples
def test_a_forced_win_or_loss_is_one(example: Example) -> None:
    """A move left out may be an escape: only wins and losses that minimax finds, too, are shown as forced."""
    for depth in range(1, example.depth + 1):
        full = {line.move: line.score.plies for line in analyse(example.make(), "Minimax", Limits(depth=depth)).lines}
        for line in (line for most in (1, 3) for line in run(example.make(), depth, BranchLimit=most).lines):
            if line.score.plies is not None:
                assert (full[line.move] or 0) * line.score.plies > 0


@examples
def test_only_the_kept_moves_are_played(example: Example) -> None:
    """At every depth, and wherever a limit on nodes ends the search."""
    for nodes in (1, 5, 20, 100, 400):
        result = analyse(example.make(), "BranchLimit", Limits(nodes=nodes, depth=4), {"BranchLimit": 2})
        assert result.move in [line.move for line in result.lines]
    for depth in range(1, example.depth + 1):
        result = analyse(example.make(), "BranchLimit", Limits(depth=depth), {"BranchLimit": 2, "MultiPV": EVERY})
        assert len([line for line in result.lines if line.depth]) <= 2


@shards(4)
def test_random_games(shard: int) -> None:
    """The oracle uses floats, too: both searches add up values in the same order."""
    for seed in range(shard * 250, (shard + 1) * 250):
        graph = make_graph(seed)
        position = make_position(graph)
        if not position.moves():
            continue
        random = Random(seed)
        options: dict[str, Any] = {
            "BranchLimit": random.choice((1, 2, 3, EVERY)),
            "LookAhead": random.choice((0, 0, 1, 2, 3)),
            "LookAheadRule": random.choice(("intended", "published")),
            "MateDistance": random.random() < 0.7,
            "Quiescence": random.random() < 0.4,
            "Threads": random.choice((1, 3)),
        }
        oracle = plain.BranchLimit(
            options["BranchLimit"],
            options["LookAhead"],
            options["LookAheadRule"] == "published",
            options["MateDistance"],
            options["Quiescence"],
        )
        sign = 1 if position.player() == 0 else -1
        wanted = {position.notation(move): sign * value for move, value in oracle.root(position, graph.depth)}
        result = run(position, graph.depth, **options)
        found = {line.move: line.score.value for line in result.lines if line.score.bound != "unknown"}
        assert (found, result.nodes) == (wanted, oracle.nodes), f"seed {seed}: {graph} with {options}"


@examples
def test_threads_change_nothing(example: Example) -> None:
    for depth in range(1, example.depth + 2):
        for options in ({"Deepening": True, "MultiPV": 1}, {"LookAheadRule": "published"}):
            settings = {"BranchLimit": 3, "LookAhead": 2, **options}
            one, many = (run(example.make(), depth, Threads=threads, **settings) for threads in (1, 5))
            assert (one.lines, one.nodes, one.depth) == (many.lines, many.nodes, many.depth)


def test_threads_are_stopped_with_the_search() -> None:
    began = time.monotonic()
    options: dict[str, Any] = {"LookAhead": 20, "Threads": 4, "Deepening": False}
    result = analyse(ChessPosition(), "BranchLimit", Limits(depth=30, movetime=100), options)
    assert time.monotonic() - began < 1
    assert result.move is not None
    few = [
        analyse(
            ChessPosition(), "BranchLimit", Limits(depth=4, nodes=3000), {**options, "LookAhead": 3, "Threads": threads}
        )
        for threads in (1, 4)
    ]
    assert few[0].lines == few[1].lines


def test_what_is_published_looks_on_behind_the_depth_and_no_further_than_any_search() -> None:
    options: dict[str, Any] = {"BranchLimit": 1, "LookAhead": 20, "LookAheadRule": "published", "Deepening": False}
    for quiescence in (False, True):
        for seed in range(20):
            random = Random(seed)
            position = ChessPosition("4k3/p6p/8/8/8/8/P6P/4K3 w - - 0 1")
            for _ in range(seed):
                if position.ending() is None:
                    position.play(random.choice(position.moves()))
            result = analyse(
                position, "BranchLimit", Limits(depth=128, movetime=100), {**options, "Quiescence": quiescence}
            )
            assert result.depth in (0, 108)
            assert all(line.seldepth <= 128 for line in result.lines)


def test_a_clock_that_starts_in_the_middle_is_heard_by_all_threads() -> None:
    with EngineProcess() as engine:
        for name, value in {"Search": "BranchLimit", "LookAhead": "20", "Threads": "3", "Deepening": "false"}.items():
            engine.send(f"setoption name {name} value {value}")
        engine.send("position startpos", "go ponder movetime 300 depth 30")
        time.sleep(0.2)
        began = engine.send("ponderhit")
        engine.expect("bestmove")
        assert engine.came - began < 1.0
