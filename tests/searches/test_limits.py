"""Limits: wrong ones are refused when they are made, and endless ones when a search would begin."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import fields
from random import Random
from typing import Any

import pytest
from conformance.games import EXAMPLES, Example
from oddsfish.engine import (
    ChessPosition,
    Connect4Position,
    HiloPosition,
    Info,
    Limits,
    Line,
    Position,
    Session,
    analyse,
)
from oddsfish.engine.support.text import LARGEST

NUMBERS = ("depth", "nodes", "mate", "movetime", "movestogo")
PAIRS = ("times", "increments")
TEXTS: tuple[Any, ...] = ("3", "", "x", 3.0, float("nan"), float("inf"), True, False, (3,), [3], {}, object(), b"3", 3j)
OUT_OF_RANGE = (0, -1, -3, -LARGEST, LARGEST + 1, 10**20, 10**400)

ENDING: dict[str, Any] = {"depth": 2, "nodes": 50, "mate": 1, "movetime": 1}
ENDLESS: dict[str, Any] = {"movestogo": 5, "increments": (10, 10), "moves": ()}


def limits_of(**values: Any) -> Limits:
    return Limits(**values)


def own(player: int, milliseconds: int) -> tuple[int | None, int | None]:
    """A clock for one player alone."""
    return (milliseconds, None) if player == 0 else (None, milliseconds)


def test_what_is_no_limit_is_refused_in_one_line() -> None:
    refusals: list[tuple[str, Any, str]] = [
        *((name, wrong, rf"^{name} is a whole number") for name in NUMBERS for wrong in (*TEXTS, *OUT_OF_RANGE)),
        *((name, pair, rf"^{name} ") for name in PAIRS for pair in (None, 5, "12", (1, 2, 3), {1: 2, 3: 4}, {1, 2})),
        *((name, (1, wrong), rf"^{name} is a whole number") for name in PAIRS for wrong in (*TEXTS, LARGEST + 1)),
        *(("increments", pair, "^increments is a whole number") for pair in ((-1, 0), (0, None))),
        *((name, wrong, f"{name} is True or False, not ") for name in ("infinite", "ponder") for wrong in (1, "yes")),
        *(("moves", wrong, re.escape(f"moves=({wrong!r},)")) for wrong in ("e2e4", 5, None, {"e2e4": 1})),
    ]
    for name, wrong, said in refusals:
        with pytest.raises(ValueError, match=said) as refusal:
            limits_of(**{name: wrong})
        assert "\n" not in str(refusal.value)


def test_any_mixture_of_values_is_made_or_refused() -> None:
    """Any value in any place raises at most ValueError. Limits that are made have only values in their ranges."""
    random = Random(9)
    kinds: tuple[Callable[[], Any], ...] = (
        lambda: None,
        lambda: random.choice((*TEXTS, *OUT_OF_RANGE)),
        lambda: random.randrange(1, 100),
        lambda: (random.choice((None, 5, -5, "5")), random.choice((None, 0, 5, 2.0))),
        lambda: random.choice((False, True, ())),
    )
    for name in NUMBERS:
        assert all(getattr(limits_of(**{name: right}), name) == right for right in (None, 1, LARGEST))
    made = 0
    for _ in range(3000):
        chosen = random.sample([field.name for field in fields(Limits)], random.randrange(1, 4))
        values = {name: random.choice(kinds)() for name in chosen}
        try:
            limits = Limits(**values)
        except ValueError:
            continue
        made += 1
        for name in NUMBERS:
            number = getattr(limits, name)
            assert number is None or (type(number) is int and 1 <= number <= LARGEST)
        assert len(limits.times) == len(limits.increments) == 2
    assert made > 100


# Limits that never end.


def starts(position: Position[Any], limits: Limits) -> list[Callable[[], object]]:
    """Every way to begin a search that does not wait for `stop`."""
    session = Session(position)
    return [
        lambda: analyse(position, limits=limits),
        lambda: session.search(limits),
        lambda: session.go(limits, lambda info: None, lambda result: None, lambda failure: None),
    ]


POSITIONS: tuple[Position[Any], ...] = (
    ChessPosition(),
    ChessPosition("4k3/8/8/8/8/8/8/4K2R b K - 0 1"),
    Connect4Position("7/7/7/3y3/2ry3/1rrry2 y 5"),
    HiloPosition(5),
)


def test_limits_that_never_end_are_refused_in_one_place() -> None:
    """All that does not limit the side to move, in every combination."""
    random = Random(1)
    for position in POSITIONS:
        player = position.player()
        for bits in range(2 ** (len(ENDLESS) + 1)):
            values = {name: value for bit, (name, value) in enumerate(ENDLESS.items()) if bits >> bit & 1}
            if bits >> len(ENDLESS):
                values["times"] = own(1 - player, 1000)
            limits = Limits(**values)
            assert not limits.end(player)
            for start in starts(position, limits):
                with pytest.raises(ValueError, match="limits must end"):
                    start()
            name = random.choice(list(ENDING))
            assert Limits(**values, **{name: ENDING[name]}).end(player)
    for endless in (
        Limits(infinite=True),
        Limits(ponder=True),
        Limits(infinite=True, depth=3),
        Limits(ponder=True, depth=1),
    ):
        with pytest.raises(ValueError, match="limits must end"):
            analyse(ChessPosition(), limits=endless)


def test_a_session_goes_on_after_a_refusal() -> None:
    session = Session(ChessPosition())
    for start in (session.search, lambda limits: session.go(limits, *[lambda told: None] * 3)):
        with pytest.raises(ValueError, match="limits must end"):
            start(Limits(times=(None, 1000)))
        assert not session.searching
        session.wait()
    assert session.search(Limits(depth=2)).depth == 2


examples = pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)


@examples
def test_whatever_ends_a_search_ends_it(example: Example) -> None:
    position = example.make()
    player = position.player()
    for limits in (
        *(limits_of(**{name: value}) for name, value in ENDING.items()),
        Limits(times=own(player, 1)),
        Limits(times=own(player, 0)),
        Limits(times=own(player, -LARGEST)),  # overdrawn: a move is owed all the same
        Limits(times=own(player, 20), movestogo=LARGEST),
        Limits(times=own(player, 20), increments=(10, 10), movestogo=1),
        Limits(depth=1, nodes=LARGEST, mate=LARGEST, movetime=LARGEST, times=(LARGEST, LARGEST), movestogo=LARGEST),
    ):
        assert limits.end(player)
        result = analyse(position, limits=limits)
        assert result.move in [position.notation(move) for move in position.moves()]


def test_root_moves_that_are_not_legal_are_refused() -> None:
    for position in POSITIONS:
        for wrong in ("", "e2e5", 5000, None, ("e2e4",)):
            for start in starts(position, Limits(depth=1, moves=(wrong,))):
                with pytest.raises(ValueError, match=r"illegal (root )?move"):
                    start()


# Moves that were not searched before the limit.


def is_lost(line: Line[str]) -> bool:
    return line.score.plies is not None and line.score.plies < 0


@examples
@pytest.mark.parametrize("search", ["Minimax", "AlphaBeta", "Expectimax", "Random"])
def test_whenever_a_search_ends_the_move_that_is_known_to_be_best_is_played(example: Example, search: str) -> None:
    """`tests/conformance` checks that what is told of each move is true, on random games with few nodes."""
    random = Random(f"{example.name} {search}")
    position = example.make()
    guess = position.value() if position.player() == 0 else -position.value()
    limits = [
        Limits(nodes=nodes, depth=3) for nodes in (*range(1, 40, 3), *(random.randrange(40, 1500) for _ in "1234"))
    ]
    for each in limits:
        result = analyse(position, search, each, {"MultiPV": random.choice((1, 2, 256))})
        assert result.nodes <= (each.nodes or 0)
        first = result.lines[0]
        assert (result.move, result.score) == (first.move, first.score)
        if search == "Random":
            continue  # which knows of no value
        for line in result.lines:
            if line.depth == 0:
                assert (line.score.bound, line.score.value, line.score.plies) == ("unknown", guess, None)
                assert (line.pv, line.nodes) == ((line.move,), 0)
                assert "not searched" in str(result) or len(result.lines) > 10
        later = [line for line in result.lines if line.depth > first.depth]
        lost = [line.score.value for line in later if is_lost(line)]
        assert all(line.score.value <= max(lost) for line in later)  # else one of them would be the best
        if is_lost(first):
            assert all(is_lost(line) for line in result.lines if line.depth < first.depth)
        if first.score.bound:
            assert later or first.depth == 0
        else:
            known = [line for line in result.lines if line.depth == first.depth and not line.score.bound]
            assert result.score.value == max(line.score.value for line in known)


@pytest.mark.parametrize("search", ["Minimax", "AlphaBeta"])
def test_a_known_loss_is_not_played_where_other_moves_may_not_lose(search: str) -> None:
    """Wherever the limit ends the search. The first move loses in two; of the others, only one loses."""
    told: list[Info] = []
    fen = "8/8/8/1Q6/3K4/8/3k4/8 b - - 8 11"
    losing = {"d2e1", "d2c1"}
    for nodes in range(300, 6000, 100):
        told.clear()
        result = analyse(fen, search, Limits(nodes=nodes, depth=4), {"Evaluation": "Tapered"}, report=told.append)
        lines = [info.line for info in told if info.line is not None and info.number == 1]
        assert lines[-1].move == result.move and lines[-1].score == result.score
        assert result.move not in losing or result.score.plies is None
