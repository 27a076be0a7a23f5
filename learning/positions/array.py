"""Records as arrays of NumPy, which comes with the extra `learn` and is imported here when it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..libraries import numpy
from . import record
from .reader import Reader

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# As `record` lays them out; `pieces` are pairs of codes, the low half of a byte first.
FIELDS = [
    ("occupied", "<u8"),
    ("men", "u1", (16,)),
    ("score", "<i2"),
    ("ply", "<u2"),
    ("flags", "u1"),
    ("en_passant", "u1"),
    ("clock", "<u2"),
]
EMPTY = 15  # the code of an empty square


def arrays(
    path: Path, most: int = 2**16, wanted: Callable[[int], bool] = lambda number: True
) -> Iterator[NDArray[np.void]]:
    """The records of a file as structured arrays, about `most` of them at a time; whole games, in their order.

    wanted: whether a game is, by its number. Fields are called as in FIELDS. ValueError as from `Reader`; ImportError
    without NumPy.
    """
    yield from arrays_of(path, record.GAME, numpy().dtype(FIELDS), most, wanted)


def arrays_of(
    path: Path, game: str, kind: np.dtype[np.void], most: int, wanted: Callable[[int], bool]
) -> Iterator[NDArray[Any]]:
    """The same of whichever records; ValueError if those of the file are of another game, or another size."""
    parts: list[bytes] = []
    count = 0
    with Reader(path) as reader:
        reader.head.check_game(path, game)
        if reader.head.size_of_record != kind.itemsize:
            raise ValueError(f"{path} has positions of {game}, in records of another size")
        for block in reader.blocks():
            if not wanted(block.number):
                continue
            parts.append(block.packed)
            count += len(block)
            if count >= most:
                yield numpy().frombuffer(b"".join(parts), kind)
                parts, count = [], 0
    if count:
        yield numpy().frombuffer(b"".join(parts), kind)


def results(records: NDArray[np.void]) -> NDArray[np.float32]:
    """1, 0.5 or 0 for White, of each record."""
    twice = records["flags"] >> record.RESULT_SHIFT & record.RESULT_BITS
    found: NDArray[np.float32] = numpy().divide(twice, 2, dtype="f4")
    return found


def boards(records: NDArray[np.void]) -> NDArray[np.uint8]:
    """The code of the piece on each square, EMPTY where there is none; shape (records, 64), a1 first."""
    np = numpy()
    count = len(records)
    codes = np.empty((count, record.MOST_PIECES), "u1")
    codes[:, 0::2] = records["men"] & 15
    codes[:, 1::2] = records["men"] >> 4
    octets = np.ascontiguousarray(records["occupied"]).view("u1").reshape(count, 8)
    occupied = np.unpackbits(octets, axis=1, bitorder="little").astype(bool)
    found: NDArray[Any] = np.full((count, record.SQUARES), EMPTY, "u1")
    found[occupied] = codes[np.arange(record.MOST_PIECES) < occupied.sum(axis=1)[:, None]]
    return found
