"""The head of a file of positions: its format, and the settings on which its games depend.

From its first byte; numbers are little-endian:

    0   8   OFPOSNS and a line feed
    8   2   version of the format
    10  2   bytes of a record
    12  4   length of the settings
    16  12  zeros
    28  4   CRC-32 (zlib's) of the 28 bytes before and of the settings
    32      the settings: JSON in ASCII, filled up with blanks to a multiple of 32 bytes
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from struct import Struct
from typing import Any, BinaryIO

from ...engine.support.json_text import parse_json
from ...engine.support.text import printable
from . import record
from .block import VERSION

MAGIC = b"OFPOSNS\n"
LAYOUT = Struct("<8sHHI12x")
CHECKSUM = Struct("<I")
HEADER = LAYOUT.size + CHECKSUM.size  # bytes
MOST = 2**20  # bytes of settings
LEAST = 6  # bytes of a record: one input, and the other fields in packing.py


@dataclass(frozen=True)
class Head:
    """settings: as read from JSON. data: the bytes of the whole head in a file. size_of_record: in bytes."""

    settings: Mapping[str, Any]
    data: bytes
    size_of_record: int = record.SIZE

    @property
    def game(self) -> str:
        """The name of the game."""
        return str(self.settings.get("game"))

    def check_game(self, path: Path, game: str) -> None:
        """ValueError unless the file has positions of this game."""
        if self.game != game:
            raise ValueError(f"{path} has positions of {printable(self.game)}, not of {game}")

    @property
    def checksum(self) -> int:
        """The checksum of the head. Blocks repeat it, to show that they belong to the file."""
        found: int = CHECKSUM.unpack_from(self.data, LAYOUT.size)[0]
        return found


def make(settings: Mapping[str, Any], size_of_record: int = record.SIZE) -> Head:
    text = json.dumps(settings, sort_keys=True).encode()
    text += b" " * (-len(text) % HEADER)
    header = LAYOUT.pack(MAGIC, VERSION, size_of_record, len(text))
    return Head(json.loads(text), header + CHECKSUM.pack(zlib.crc32(text, zlib.crc32(header))) + text, size_of_record)


def read(file: BinaryIO, path: Path) -> Head:
    """The head that a file begins with; ValueError in one line if it is no file of positions that we can read."""
    header = file.read(HEADER)
    if len(header) < HEADER or not header.startswith(MAGIC):
        raise ValueError(f"{path} is no file of positions")
    _, version, size, length = LAYOUT.unpack_from(header)
    if version != VERSION:
        raise ValueError(f"{path} is a file of positions of version {version}; this reads version {VERSION}")
    text = file.read(length) if length <= MOST else b""
    (checksum,) = CHECKSUM.unpack_from(header, LAYOUT.size)
    settings = None
    if len(text) == length and checksum == zlib.crc32(text, zlib.crc32(header[: LAYOUT.size])) and size >= LEAST:
        with suppress(ValueError):
            settings = parse_json(text)
    if not isinstance(settings, dict) or (settings.get("game") == record.GAME and size != record.SIZE):
        raise ValueError(f"{path} has a damaged head")
    return Head(settings, header + text, size)
