"""Text files that are compressed by gzip, or by zstd, as databases of games often are."""

from __future__ import annotations

import gzip
import zlib
from io import BytesIO
from typing import Any

COMPRESSIONS = (".gz", ".zst")  # the ends of their names
PART = 1 << 20  # bytes that are read at once
GZIP = b"\x1f\x8b"  # how such files begin (RFC 1952)
ZSTD = b"\x28\xb5\x2f\xfd"  # RFC 8878


class DamagedFile(Exception):
    """Why a file cannot be read, to follow its name."""


def decompressed(data: bytes, most: int) -> bytes:
    """The content of a file, without compression, up to `most` as in `read_up_to`; DamagedFile if it is damaged."""
    if data.startswith(GZIP):
        try:
            return read_up_to(gzip.GzipFile(fileobj=BytesIO(data)), most)
        except (OSError, EOFError, zlib.error) as error:
            raise DamagedFile(f"is no whole gzip file: {error}") from None
    if data.startswith(ZSTD):
        zstd = zstd_module()
        try:
            return read_up_to(zstd.ZstdFile(BytesIO(data)), most)
        except (EOFError, zstd.ZstdError) as error:
            raise DamagedFile(f"is no whole zstd file: {error}") from None
    return data


def read_up_to(file: Any, most: int) -> bytes:
    """The content of a file. If it is longer than `most`, only somewhat more than `most` bytes are read."""
    found = bytearray()
    while len(found) <= most and (part := file.read(PART)):
        found += part
    return bytes(found)


def zstd_module() -> Any:
    """Python's own since 3.14, else its backport; DamagedFile if neither is there."""
    try:
        from compression import zstd  # type: ignore[import-not-found, unused-ignore]
    except ImportError:
        try:
            from backports import zstd
        except ImportError:
            raise DamagedFile("is compressed by zstd: pip install backports.zstd") from None
    return zstd
