"""Lines as they come: all that have come are taken at once, and none is waited for."""

from __future__ import annotations

import codecs
import io
from collections.abc import Iterator
from typing import BinaryIO

CHUNK = 1 << 16  # bytes: a line that is longer is cut in pieces


def batches(source: BinaryIO) -> Iterator[list[bytes]]:
    """Lines without their ends, as many at once as can be read without waiting.

    A byte order mark before the first one, which editors write, is passed over.
    """
    read = source.read1 if isinstance(source, io.BufferedReader) else source.read
    mark = codecs.BOM_UTF8
    rest = b""
    while chunk := read(CHUNK):
        *lines, rest = (rest + chunk).split(b"\n")
        if len(rest) > CHUNK:
            lines.append(rest)
            rest = b""
        if lines:
            lines[0] = lines[0].removeprefix(mark)
            mark = b""
            yield lines
    if rest := rest.removeprefix(mark):
        yield [rest]
