"""What a network knows of a chess position: which piece stands where, 64 * (6 * colour + kind) + square of each.

Colours are White and Black, kinds pawn to king, squares a1 = 0 to h8 = 63. From Black's view colours are exchanged and
the board is turned over.

A view depends on where its own king stands: on which file of the first rank, on one of two halves of the second rank,
on the third rank, or beyond. With the king on files a to d the mirror image is seen.
"""

from __future__ import annotations

from ...net.inputs import Inputs

COUNT = 768
NAMES = tuple(piece + file + rank for piece in "PNBRQKpnbrqk" for rank in "12345678" for file in "abcdefgh")
OWN_KINGS = range(5 * 64, 6 * 64)
BUCKETS = ("0123", "4455", "6666", "7777", "7777", "7777", "7777", "7777")  # by the king's rank, and file e to h


def anchor(number: int) -> int:
    """Of an input."""
    if number not in OWN_KINGS:
        return -1
    rank, file = divmod(number % 64, 8)
    mirrored = file < len(BUCKETS[rank])
    return 2 * int(BUCKETS[rank][3 - file if mirrored else file - 4]) + mirrored


INPUTS = Inputs(
    count=COUNT,
    active=32,
    mirror=tuple((number + COUNT // 2) % COUNT ^ 56 for number in range(COUNT)),
    names=NAMES,
    image=tuple(number ^ 7 for number in range(COUNT)),
    anchors=tuple(map(anchor, range(COUNT))),
)
