"""Adjudication: where the scores of a game have long said how it ends, it is not played on."""

from __future__ import annotations

from .block import GameEnd

DECIDED = 1500  # centipawns: a score beyond it is that of a won game
DECIDED_PLIES = 4  # in succession
LEVEL = 8  # centipawns: a score within it is that of a drawn game
LEVEL_PLIES = 10  # in succession
LEVEL_FROM = 80  # plies of the game, before which no score counts as that of a drawn one


class Adjudication:
    """Of one game."""

    def __init__(self) -> None:
        self.leader = 0  # 1 White, -1 Black, 0 nobody: who was winning by the last score
        self.decided = 0  # plies in succession, up to the last score
        self.level = 0

    def add(self, score: float, ply: int) -> tuple[float, GameEnd] | None:
        """The result for White and how it came about, if this score settles it.

        score: centipawns from White's view, before the move of this ply; 0 is the game's first.
        """
        leader = (score > DECIDED) - (score < -DECIDED)
        self.decided = self.decided + 1 if leader and leader == self.leader else abs(leader)
        self.leader = leader
        self.level = self.level + 1 if ply >= LEVEL_FROM and abs(score) <= LEVEL else 0
        if self.decided == DECIDED_PLIES:
            return (1.0 if leader > 0 else 0.0), GameEnd.WON
        if self.level == LEVEL_PLIES:
            return 0.5, GameEnd.DRAWN
        return None
