"""Names of openings, by the position that they lead to: from github.com/lichess-org/chess-openings (CC0).

`scripts/fit/opening_names.py` makes the table: the moves of each opening, its ECO code and its name.
"""

from __future__ import annotations

import lzma
from functools import cache
from importlib import resources

from .position import ChessPosition

TABLE = "opening_names.tsv.xz"


@cache
def by_key() -> dict[int, str]:
    """The name of each opening with its ECO code in brackets, by the Zobrist key of its position."""
    packed = resources.files(__package__ or "").joinpath(TABLE).read_bytes()
    found = {}
    keys: list[int] = []  # after each move of the previous line: sorted lines share their first moves
    before: list[str] = []
    position = ChessPosition()
    for line in lzma.decompress(packed).decode().splitlines():
        moves, code, name = line.split("\t")
        words = moves.split()
        same = 0
        while same < min(len(words), len(before)) and words[same] == before[same]:
            same += 1
        for _ in before[same:]:
            position.undo()
        del keys[same:]
        for move in words[same:]:
            position.play(move)
            keys.append(position.zobrist)
        before = words
        found[keys[-1]] = f"{name} ({code})"
    return found


def name_of(position: ChessPosition) -> str:
    """The opening that leads to a position; "" if it has no name."""
    return by_key().get(position.zobrist, "")
