"""Laws that hold for every game."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from oddsfish.engine import Position

from .games import EXAMPLES, Example

PLIES = 40

examples = pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)


def face(position: Position[Any]) -> list[Any]:
    """All that can be asked of a position, without changing it."""
    return [
        position.player(),
        position.ending(),
        position.value(),
        [position.notation(move) for move in position.moves()],
        position.table_key(),
        position.table_key(3),
    ]


def step(position: Position[Any], random: Random) -> bool:
    """Play a random move, chance included; whether there was one."""
    if position.ending() is not None:
        return False
    move = random.choice(position.moves())
    outcomes = position.chances(move)
    if outcomes:
        (move,) = random.choices([certain for certain, _ in outcomes], [chance for _, chance in outcomes])
    position.play(move)
    return True


@examples
@pytest.mark.parametrize("seed", range(5))
def test_random_play_can_be_taken_back(example: Example, seed: int) -> None:
    position = example.make()
    random = Random(seed)
    faces = [face(position)]
    while len(faces) <= PLIES and step(position, random):
        faces.append(face(position))
    assert len(faces) > 1
    for expected in reversed(faces[:-1]):
        position.undo()
        assert face(position) == expected


@examples
def test_chances_add_up_to_one(example: Example) -> None:
    position = example.make()
    random = Random(1)
    for _ in range(PLIES):
        for move in position.moves():
            outcomes = position.chances(move)
            assert not outcomes or sum(chance for _, chance in outcomes) == pytest.approx(1, abs=1e-12)
            assert all(chance > 0 for _, chance in outcomes)
        if not step(position, random):
            break


@examples
def test_notation_is_read_back(example: Example) -> None:
    position = example.make()
    random = Random(2)
    for _ in range(PLIES):
        moves = list(position.moves())
        texts = [position.notation(move) for move in moves]
        assert len(set(texts)) == len(texts)
        assert [position.parse(text) for text in texts] == moves
        with pytest.raises(ValueError, match="illegal move"):
            position.parse("no such move")
        if not step(position, random):
            break


@examples
def test_a_clone_is_independent(example: Example) -> None:
    position = example.make()
    before = face(position)
    twin = position.clone()
    assert face(twin) == before
    step(twin, Random(3))
    assert face(position) == before


def sequences(position: Position[Any], depth: int) -> int:
    """Perft, the slow way."""
    if depth == 0:
        return 1
    total = 0
    for move in position.moves():
        for certain in [certain for certain, _ in position.chances(move)] or [move]:
            position.play(certain)
            total += sequences(position, depth - 1)
            position.undo()
    return total


@examples
def test_sequences_are_counted(example: Example) -> None:
    position = example.make()
    for depth in range(example.depth + 1):
        assert position.count_sequences(depth) == sequences(position, depth)
    with pytest.raises(ValueError, match="0 or more"):
        position.count_sequences(-1)


@examples
def test_equal_keys_mean_equal_positions(example: Example) -> None:
    """Positions met on random ways: one key, one face. (Games in plain Python number theirs, clones as one.)"""
    known: dict[int, list[Any]] = {}
    start = example.make()
    for seed in range(20):
        position = start.clone()
        random = Random(seed)
        for _ in range(6):
            key = position.table_key(2)
            if key:
                seen = [position.player(), position.value(), [position.notation(move) for move in position.moves()]]
                assert known.setdefault(key, seen) == seen
            if not step(position, random):
                break
    assert known
