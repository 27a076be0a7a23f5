"""Text files that are compressed: by gzip, or by zstd, as databases of games are."""

from __future__ import annotations

import gzip
import zlib
from io import BytesIO
from typing import Any

COMPRESSIONS = (".gz", ".zst")  # the ends of their names
GZIP = b"\x1f\x8b"  # how such files begin (RFC 1952)
ZSTD = b"\x28\xb5\x2f\xfd"  # RFC 8878


def decompressed(data: bytes, most: int) -> bytes:
    """What a file holds, up to one byte more than `most`; ValueError, to follow its name, if it is damaged."""
    if data.startswith(GZIP):
        try:
            return gzip.GzipFile(fileobj=BytesIO(data)).read(most + 1)
        except (OSError, EOFError, zlib.error) as error:
            raise ValueError(f"is no whole gzip file: {error}") from None
    if data.startswith(ZSTD):
        zstd = zstd_module()
        try:
            return bytes(zstd.ZstdFile(BytesIO(data)).read(most + 1))
        except (EOFError, zstd.ZstdError) as error:
            raise ValueError(f"is no whole zstd file: {error}") from None
    return data


def zstd_module() -> Any:
    """Python's own since 3.14, else its backport; ValueError if neither is there."""
    try:
        from compression import zstd  # type: ignore[import-not-found, unused-ignore]
    except ImportError:
        try:
            from backports import zstd
        except ImportError:
            raise ValueError("is compressed by zstd: pip install backports.zstd") from None
    return zstd
