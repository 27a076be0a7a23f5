"""What a network knows of a chess position: which man stands where, 64 * (6 * colour + kind) + square of each.

Colours are White and Black, kinds pawn to king, squares a1 = 0 to h8 = 63. From Black's view colours are exchanged and
the board is turned over.
"""

from __future__ import annotations

from ...net.inputs import Inputs

COUNT = 768
NAMES = tuple(man + file + rank for man in "PNBRQKpnbrqk" for rank in "12345678" for file in "abcdefgh")
INPUTS = Inputs(COUNT, 32, tuple((number + COUNT // 2) % COUNT ^ 56 for number in range(COUNT)), NAMES)
