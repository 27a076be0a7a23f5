"""Records of positions as NumPy arrays, and as samples for networks. NumPy comes with the extra `learn`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from ...engine.games.chess.inputs import INPUTS
from ...engine.net.inputs import Inputs
from ..libraries import NDArray, np
from ..networks.samples import empty, kind_of
from . import record
from .reader import Reader

# The layout of `record`. Each number of `men` is a pair of codes, the low half of the byte first.
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
ROOK, KINDS = 3, 6  # the code of a rook, and the number of kinds of pieces

Wanted = Callable[[int], bool]  # whether the game of this number is wanted


def arrays(path: Path, most: int = 2**16, wanted: Wanted = lambda number: True) -> Iterator[NDArray[np.void]]:
    """The records of the wanted games of a file as structured arrays: whole games, about `most` records at a time.

    The fields are named as in FIELDS. ValueError as from `Reader`; ImportError without NumPy.
    """
    yield from arrays_of(path, record.GAME, np.dtype(FIELDS), most, wanted)


def arrays_of(path: Path, game: str, kind: np.dtype[np.void], most: int, wanted: Wanted) -> Iterator[NDArray[np.void]]:
    """The same for records of any game; ValueError if those of the file are of another game or size."""
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
                yield np.frombuffer(b"".join(parts), kind)
                parts, count = [], 0
    if count:
        yield np.frombuffer(b"".join(parts), kind)


def results(records: NDArray[np.void]) -> NDArray[np.float32]:
    """The result of each record for White: 1, 0.5 or 0."""
    twice = records["flags"] >> record.RESULT_SHIFT & record.RESULT_BITS
    found: NDArray[np.float32] = np.divide(twice, 2, dtype="f4")
    return found


def boards(records: NDArray[np.void]) -> NDArray[np.uint8]:
    """The code of the piece on each square, EMPTY where there is none; shape (records, 64), a1 first."""
    count = len(records)
    codes = np.empty((count, record.MOST_PIECES), "u1")
    codes[:, 0::2] = records["men"] & 15
    codes[:, 1::2] = records["men"] >> 4
    octets = np.ascontiguousarray(records["occupied"]).view("u1").reshape(count, 8)
    occupied = np.unpackbits(octets, axis=1, bitorder="little").astype(bool)
    found = np.full((count, record.SQUARES), EMPTY, "u1")
    found[occupied] = codes[np.arange(record.MOST_PIECES) < occupied.sum(axis=1)[:, None]]
    return found


def samples_of(path: Path, game: str, inputs: Inputs, most: int, wanted: Wanted) -> Iterator[NDArray[np.void]]:
    """The samples of the wanted games of a file, about `most` at a time; ValueError as from `Reader`."""
    if game == record.GAME:
        return map(samples_of_chess, arrays(path, most, wanted))
    return arrays_of(path, game, kind_of(inputs), most, wanted)  # a record is a sample already


def samples_of_chess(records: NDArray[np.void]) -> NDArray[np.void]:
    board = boards(records)
    rows, squares = np.nonzero(board != EMPTY)
    codes = board[rows, squares].astype("u2")
    kinds = codes & 7
    kinds[kinds == record.CASTLES] = ROOK
    found = empty(len(records), INPUTS)
    first = np.searchsorted(rows, np.arange(len(records)))
    place = np.arange(len(rows)) - first[rows]  # the number of a piece among those of its position
    found["active"][rows, place] = record.SQUARES * (KINDS * (codes >> 3) + kinds) + squares
    found["score"] = records["score"]
    found["result"] = records["flags"] >> record.RESULT_SHIFT & record.RESULT_BITS
    found["turn"] = records["flags"] & record.BLACK_TO_MOVE
    return found
