"""Models of an opponent: the laws that they keep in every game, and what is told of them."""

from __future__ import annotations

import time
from itertools import product
from math import log
from typing import Any

import pytest
from conformance.games import EXAMPLES, Example
from engine_process import EngineProcess
from oddsfish.engine import ChessPosition, Connect4Position, Limits, Position, analyse, plain
from oddsfish.engine.display import tree
from oddsfish.engine.options import Options, Value
from oddsfish.engine.searches.expectimax.search import Expectimax

MIDDLEGAME = "r1bqkbnr/ppp2ppp/2np4/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4"
EVERY_MODEL: tuple[dict[str, Value], ...] = (  # tests/conformance has certain and uniform ones, in random games
    {"Opponent": "softmax", "OpponentTemperature": 30, "OpponentDepth": 2},
    {"Opponent": "softmax", "OpponentTemperature": 200},
    {"Opponent": "blunder", "OpponentBlunder": 250},
)

examples = pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
models = pytest.mark.parametrize("model", EVERY_MODEL, ids=lambda model: "-".join(map(str, model.values())))


def values(position: Position[Any], depth: int, **options: Value) -> dict[str, float]:
    """Every root move's exact value for the side to move."""
    result = analyse(position, "Expectimax", Limits(depth=depth), {"MultiPV": 256, **options})
    return {line.move: line.score.value for line in result.lines}


def plain_model(model: dict[str, Value]) -> plain.Weigh:
    depth = int(model.get("OpponentDepth", 1))
    if model["Opponent"] == "softmax":
        return plain.softmax(int(model["OpponentTemperature"]), depth)
    return plain.blunder(int(model["OpponentBlunder"]) / 1000, depth)


@examples
@models
def test_a_model_does_in_every_game_what_plain_python_says(example: Example, model: dict[str, Value]) -> None:
    for depth in range(1, min(example.depth, 2) + 1):
        position = example.make()
        sign = 1 if position.player() == 0 else -1
        oracle = plain.Expectimax(weigh=plain_model(model))
        wanted = {position.notation(move): sign * value for move, value in oracle.root(position, depth)}
        for star in ("off", "Star2"):
            assert values(position, depth, Star=star, **model) == pytest.approx(wanted, rel=1e-11, abs=1e-11)


def test_the_hotter_the_nearer_to_uniform_and_the_colder_the_nearer_to_the_best() -> None:
    """In between, the value of a move goes from one end to the other, for a model that is as deep as the search."""
    uniform = values(ChessPosition(MIDDLEGAME), 2, Opponent="uniform")
    best = values(ChessPosition(MIDDLEGAME), 2, Opponent="optimal")
    before = values(ChessPosition(MIDDLEGAME), 2, Opponent="softmax", OpponentTemperature=0)
    assert before == best == values(ChessPosition(MIDDLEGAME), 2, Opponent="blunder", OpponentBlunder=0)
    for temperature in (1, 10, 100, 10**4, 10**6):
        now = values(ChessPosition(MIDDLEGAME), 2, Opponent="softmax", OpponentTemperature=temperature)
        for move, value in now.items():
            assert before[move] - 1e-9 <= value <= uniform[move] + 1e-9
        before = now
    assert before == pytest.approx(uniform, abs=0.5)


def test_the_odds_of_two_replies_are_those_of_their_values() -> None:
    """By hand: after a quiet move, the replies' values by the evaluation alone, and exp of their difference."""
    position = ChessPosition("7k/8/8/8/8/p7/8/K7 w - - 0 1")
    children = tree.build(position, "Expectimax", 2, {"Opponent": "softmax"}).children
    (quiet,) = [child for child in children if child.move == "a1b1"]
    odds = {child.move: child.probability or 0.0 for child in quiet.children}
    worth = {child.move: -child.value for child in quiet.children}
    assert len(odds) == 4
    for (one, likely), (other, as_likely) in product(odds.items(), repeat=2):
        assert log(likely / as_likely) == pytest.approx((worth[one] - worth[other]) / 100, abs=1e-12)
    assert max(odds, key=odds.__getitem__) == "a3a2"


def test_nodes_of_the_model_are_counted_apart() -> None:
    position = ChessPosition(MIDDLEGAME)
    options: dict[str, Value] = {"Deepening": False, "Star": "off"}
    blunder = {**options, "Opponent": "blunder", "OpponentDepth": 2}
    without = analyse(position, "Expectimax", Limits(depth=2), options)
    result = analyse(position, "Expectimax", Limits(depth=2), blunder)
    assert without.counts == {}
    assert result.nodes == without.nodes == 1082
    assert result.counts["opponent nodes"] > result.nodes
    assert f"{result.counts['opponent nodes']:,} opponent nodes" in str(result)
    assert analyse(position, "Expectimax", Limits(depth=2), blunder).counts == result.counts
    with EngineProcess() as engine:
        engine.send(f"position fen {MIDDLEGAME}", "setoption name Search value Expectimax")
        engine.send("setoption name Opponent value blunder", "setoption name OpponentDepth value 2")
        engine.send("setoption name Deepening value false", "setoption name Star value off")
        lines = engine.go("go depth 2")
        assert f"info string opponent nodes {result.counts['opponent nodes']}" in lines


def test_a_model_that_thinks_for_ever_is_stopped_all_the_same() -> None:
    """The limits of the search hold for its model, too."""
    options: dict[str, Value] = {"Opponent": "blunder", "OpponentDepth": 20}
    began = time.monotonic()
    assert analyse(ChessPosition(), "Expectimax", Limits(movetime=100), options).move is not None
    assert time.monotonic() - began < 1
    for nodes in (1, 100, 5000):
        result = analyse(Connect4Position(), "Expectimax", Limits(nodes=nodes), {**options, "Opponent": "softmax"})
        assert result.move is not None
        assert result.nodes + result.counts["opponent nodes"] <= nodes


@pytest.mark.parametrize(
    ("name", "value", "of"),
    [
        ("OpponentDepth", 0, "softmax"),
        ("OpponentDepth", "deep", "blunder"),
        ("OpponentTemperature", -1, "softmax"),
        ("OpponentTemperature", None, "softmax"),
        ("OpponentBlunder", 1001, "blunder"),
        ("OpponentBlunder", 0.5, "blunder"),
    ],
)
def test_what_no_model_can_have_is_refused(name: str, value: Any, of: str) -> None:
    position = ChessPosition()
    with pytest.raises(ValueError, match=name):
        analyse(position, "Expectimax", Limits(depth=1), {name: value})
    search = Expectimax()
    search.configure({**Options(), "Opponent": of, name: value})
    with pytest.raises(ValueError, match=f"{name} is a number from"):
        search.begin(position)
    with pytest.raises(ValueError, match="`begin` with a position comes first"):
        search.deepen(1)
