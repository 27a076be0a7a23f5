"""Laws that hold for every game."""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import Any

import pytest
from oddsfish.engine import Limits, Position, analyse
from oddsfish.engine.laws import certain, check_counts, check_keys, check_moves, face

from .games import COMPILED, EXAMPLES, ODD, Example

# Objects that are no moves of any game here, and the exceptions that they may raise.
NO_MOVES: tuple[Any, ...] = (
    -1, 5, 7, 8, 63, 255, 999, 2**16, 2**31, 2**32 - 1, 2**32, 10**30, -(10**30), 3.5, float("nan"), None, b"e2e4", [],
    {}, (1,), object, "", " ", "e2e5", "P@d9", "d>z", "low 0", "low 14", "high  3", "9", "z", "\0", "é" * 100, "e7e8k",
)  # fmt: skip
DOCUMENTED = (ValueError, TypeError, AttributeError, IndexError, OverflowError)

CALLS = 100
LONGEST = 400  # plies of a game

examples = pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)


def refused(position: Position[Any], what: str, *arguments: Any, by: Any = DOCUMENTED) -> None:
    before = face(position)
    with pytest.raises(by):
        getattr(position, what)(*arguments)
    assert face(position) == before


def is_certain(position: Position[Any], move: object) -> bool:
    """Whether it can be played, by number or text."""
    legal = certain(position)
    if isinstance(move, str):
        with suppress(ValueError):
            return position.parse_certain(move) in legal
        return False
    return isinstance(move, int) and move in legal


def check_refusals(position: Position[Any], wrong: object) -> None:
    """`play` refuses wrong moves, and moves with several outcomes. No call here changes the position."""
    if not is_certain(position, wrong):
        refused(position, "play", wrong, by=ValueError if isinstance(wrong, str | int) else DOCUMENTED)
    before = face(position)
    for method in ("chances", "notation", "parse", "parse_certain", "read"):
        with suppress(*DOCUMENTED):
            getattr(position, method)(wrong)
        assert face(position) == before
    for move in position.moves():
        if position.chances(move):
            refused(position, "play", move, by=ValueError)


@pytest.mark.parametrize("example", [*EXAMPLES, *ODD], ids=lambda example: example.name)
@pytest.mark.parametrize("seed", range(2))
def test_random_calls_right_and_wrong(example: Example, seed: int) -> None:
    """The test keeps a list of all faces of the position, which `undo` must restore. Clones are independent.

    Only compiled games must refuse wrong moves; in plain Python that is up to the author of a game.
    """
    random = Random(seed)
    position = example.make()
    compiled = isinstance(position, COMPILED)
    faces = [face(position)]
    clones: list[tuple[Position[Any], list[Any]]] = []
    for _ in range(CALLS):
        call = random.randrange(9)
        legal = certain(position)
        if call <= 4 and legal:
            move = random.choice(legal)
            position.play(position.notation(move) if compiled and random.random() < 0.5 else move)
            assert face(position) != faces[-1]
            faces.append(face(position))
        elif call == 5 and len(faces) > 1:
            position.undo()
            faces.pop()
        elif call == 6:
            clones.append((position.clone(), list(faces)))
            position, faces = random.choice(clones)
            position, faces = position.clone(), list(faces)
        elif compiled:
            check_refusals(position, random.choice(NO_MOVES))
        check_moves(position)
        with pytest.raises(ValueError, match="illegal move"):
            position.parse("no such move")
        assert face(position) == faces[-1]
    while (legal := certain(position)) and len(faces) < LONGEST:
        position.play(random.choice(legal))
        faces.append(face(position))
    if compiled and not legal:  # in a game that is over, moves can only be taken back
        for wrong in (*range(8), *NO_MOVES, "a", "e2e4", "low", "low 3", "P@a1"):
            refused(position, "play", wrong)
        assert (position.count_sequences(0), position.count_sequences(5)) == (1, 0)
        assert analyse(position, "Minimax", Limits(depth=2)).move is None
    for undone, behind in (*clones, (position, faces)):
        for expected in behind[-2::-1]:
            undone.undo()
            assert face(undone) == expected
        if compiled:
            refused(undone, "undo", by=IndexError)


@examples
def test_sequences_are_counted(example: Example) -> None:
    position = example.make()
    for depth in range(example.depth + 1):
        check_counts(position, depth)
    with pytest.raises(ValueError, match="0 or more"):
        position.count_sequences(-1)


@examples
def test_equal_keys_mean_equal_positions(example: Example) -> None:
    """For positions met in random games. (Games in plain Python number their keys; clones share one numbering.)"""
    check_keys(example.make(), Random(0))
