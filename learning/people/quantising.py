"""The whole numbers of a trained model of people."""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from typing import Any

from ...engine.about import VERSION
from ...engine.games.chess.human.sizes import MOST_SCALE
from ...engine.games.chess.human.weights import Weights
from ..libraries import NDArray, np

ONE = 256  # the whole number for a bias of 1, or a weight of 1 behind a hidden layer
PARTS = 1 << 20  # the whole number for a scale of 1
LARGEST = 127  # of a row
LARGEST_WORD = 32767


def quantise(arrays: Mapping[str, NDArray[Any]], hidden: int, tower: int, about: str) -> Weights:
    """The nearest whole numbers. arrays: named as in PeopleModel. about: on what it was fitted.

    ValueError if numbers are infinite or NaN: the training diverged.
    """
    if not all(np.isfinite(each).all() for each in arrays.values()):
        raise ValueError("numbers of the model are infinite or none: its training went astray")
    position, position_scales = rows(arrays["position"])
    moves, move_scales = rows(arrays["moves"])
    words = {name: word(arrays[name]) for name in ("biases", "out", "mid", "mid_biases")}
    return Weights(
        hidden=hidden,
        tower=tower,
        about=about,
        version=VERSION,
        position=position,
        moves=moves,
        position_scales=position_scales,
        move_scales=move_scales,
        **words,
    )


def rows(found: NDArray[Any]) -> tuple[array[int], array[int]]:
    """The rows as 8-bit numbers, and the scale of each column."""
    most = np.abs(found).max(axis=0).astype("f8")
    scales = np.clip(np.ceil(most / LARGEST * PARTS), 1, MOST_SCALE).astype("i8")
    numbers = np.clip(np.rint(found.astype("f8") * PARTS / scales), -LARGEST, LARGEST).astype("i8")
    return array("b", numbers.flatten().tolist()), array("i", scales.tolist())


def word(found: NDArray[Any]) -> array[int]:
    numbers = np.clip(np.rint(found.astype("f8") * ONE), -LARGEST_WORD, LARGEST_WORD).astype("i8")
    return array("h", numbers.flatten().tolist())
