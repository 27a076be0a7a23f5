"""A block: the records of one game behind a header of 32 bytes, with a checksum over both.

The header, from its first byte; numbers are little-endian:

    0   4   OFGM
    4   2   version of the format
    6   1   twice the result for White
    7   1   how the game ended: 0 by the rules, 1 adjudicated as won, 2 adjudicated as drawn
    8   4   length of the records in bytes
    12  4   plies of the game, including its opening
    16  8   number of the game
    24  4   checksum of the file's head, which has all settings of the game but its number
    28  4   CRC-32 (zlib's) of the 28 bytes before and of the records
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from struct import Struct
from typing import BinaryIO

from . import record
from .record import Record

MAGIC = b"OFGM"
VERSION = 1
LAYOUT = Struct("<4sHBBIIQI")
CHECKSUM = Struct("<I")
HEADER = LAYOUT.size + CHECKSUM.size  # bytes
MOST = 2**21  # bytes of records: no game has so many


class GameEnd(IntEnum):
    """How a game ended; the numbers are those of the files."""

    RULES = 0
    WON = 1
    DRAWN = 2


@dataclass(frozen=True)
class Block:
    """number: of the game. result: 1, 0.5 or 0, for White. plies: of the whole game. packed: its records as bytes.

    size_of_record: in bytes; only a block with records of the default size can be iterated.
    """

    number: int
    result: float
    ending: GameEnd
    plies: int
    packed: bytes
    size_of_record: int = record.SIZE

    def __len__(self) -> int:
        """The number of records."""
        return len(self.packed) // self.size_of_record

    def __iter__(self) -> Iterator[Record]:
        for start in range(0, len(self.packed), record.SIZE):
            yield record.unpack(self.packed[start : start + record.SIZE])

    @property
    def size(self) -> int:
        """The size of the block in a file, in bytes."""
        return HEADER + len(self.packed)

    def to_bytes(self, head: int) -> bytes:
        """The bytes of the block in a file. head: the checksum of that file's head."""
        header = LAYOUT.pack(
            MAGIC,
            VERSION,
            record.RESULTS.index(self.result),
            self.ending,
            len(self.packed),
            self.plies,
            self.number,
            head,
        )
        return header + CHECKSUM.pack(zlib.crc32(self.packed, zlib.crc32(header))) + self.packed


def read(file: BinaryIO, head: int, size_of_record: int) -> Block | None:
    """The block at the current position of a file; None without a whole one. head: the checksum of the file's head."""
    header = file.read(HEADER)
    if len(header) < HEADER or not header.startswith(MAGIC):
        return None
    _, version, result, ending, length, plies, number, of = LAYOUT.unpack_from(header)
    if version != VERSION or of != head or result >= len(record.RESULTS) or ending not in [*GameEnd]:
        return None
    packed = file.read(length) if length <= MOST and length % size_of_record == 0 else b""
    (checksum,) = CHECKSUM.unpack_from(header, LAYOUT.size)
    if len(packed) != length or checksum != zlib.crc32(packed, zlib.crc32(header[: LAYOUT.size])):
        return None
    return Block(number, record.RESULTS[result], GameEnd(ending), plies, packed, size_of_record)
