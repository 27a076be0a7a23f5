"""The inputs of a network for chess: each piece on each square, with the number 64 * (6 * colour + kind) + square.

Colours are White and Black, kinds pawn to king, squares a1 = 0 to h8 = 63. Black's view exchanges the colours, and
flips the board so that Black's first rank is rank 1.

The square of a view's own king chooses its bucket: four for the first rank, two for the second, one for the third, and
one for all others. With the king on files a to d, the view is the mirror image.
"""

from __future__ import annotations

from ...net.inputs import Inputs

COUNT = 768
NAMES = tuple(piece + file + rank for piece in "PNBRQKpnbrqk" for rank in "12345678" for file in "abcdefgh")
OWN_KINGS = range(5 * 64, 6 * 64)
BUCKETS = ("0123", "4455", "6666", "7777", "7777", "7777", "7777", "7777")  # by the king's rank, and file e to h


def anchor(number: int) -> int:
    """The anchor of an input (see net/inputs.py); -1 if it is none."""
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
