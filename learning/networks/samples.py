"""Samples: what a network is trained on, as a NumPy file (.npy) of records of one size, shuffled.

active    the inputs that are, in any order, NONE behind them
score     hundredths of the game's unit, of a search, from player 0's view
result    twice what the game was worth to player 0: 0, 1, 2
turn      who was to move, 0 or 1
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ...engine.net.inputs import Inputs
from ...engine.support.regular_file import check_regular
from ..libraries import NDArray, np
from ..positions.packing import NONE

MOST_RESULT = 2  # for a win of player 0


def kind_of(inputs: Inputs) -> np.dtype[np.void]:
    """The type of a record."""
    return np.dtype([("active", "<u2", (inputs.active,)), ("score", "<i2"), ("result", "u1"), ("turn", "u1")])


def empty(count: int, inputs: Inputs) -> NDArray[np.void]:
    found = np.zeros(count, kind_of(inputs))
    found["active"] = NONE
    return found


def read(path: Path, inputs: Inputs) -> NDArray[Any]:
    """The records of a file, which stay on disk until they are used; ValueError if it has none of this kind."""
    check_regular(path)
    kind = kind_of(inputs)
    path.open("rb").close()  # OSError, which says why
    try:
        found = np.load(path, mmap_mode="r", allow_pickle=False)
    except Exception:  # noqa: BLE001 - whatever NumPy finds wrong with it
        found = None
    if not isinstance(found, np.ndarray):
        raise ValueError(f"{path} is no file of samples")
    if found.dtype != kind or found.ndim != 1:
        raise ValueError(f"{path} has samples of other inputs")
    if not len(found):
        raise ValueError(f"{path} has no samples")
    return found


def check(samples: NDArray[Any], inputs: Inputs) -> None:
    """ValueError if one of them makes no sense: what a network computes of it would lie outside its numbers."""
    active = samples["active"]
    if (
        (samples["turn"] > 1).any()
        or (samples["result"] > MOST_RESULT).any()
        or (active[active != NONE] >= inputs.count).any()
    ):
        raise ValueError("there are samples that make no sense: the file is damaged")
