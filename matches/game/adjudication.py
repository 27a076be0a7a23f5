"""Ends of games that are not in their rules: endgame tables, agreed scores, a move limit, a cycle of moves."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from ...engine.games.chess.tables import Tables
from ..record import Ply, Termination
from ..settings import Adjudication
from .arbiter import DRAWN, Arbiter, Verdict

WIN = 100_000  # centipawns: the value of a mate, beyond any score
CYCLE_LENGTHS = range(2, 8)  # moves of one player


class Adjudicator:
    """Watches one game, ply after ply. Scores are those of the movers; a move without one breaks every streak."""

    def __init__(self, rules: Adjudication) -> None:
        self.rules = rules
        self.drawish = 0  # plies in a row with a score near 0
        self.losing = [0, 0]  # moves in a row, by seat, with a lost score
        self.winning = [0, 0]

    def judge(self, arbiter: Arbiter, mover: int, ply: Ply) -> Verdict | None:
        """The verdict after a ply, None if the game goes on. It is not over by its own rules."""
        score = None if not ply.depth else value_of(ply)
        return (
            self.by_tables(arbiter)
            or self.resigned(arbiter, mover, score)
            or self.drawn(arbiter, score)
            or self.too_long(arbiter)
            or self.cycle(arbiter, mover)
        )

    def by_tables(self, arbiter: Arbiter) -> Verdict | None:
        result = arbiter.result_by_tables(self.rules.tables) if self.rules.tables else None
        if result is None:
            return None
        winner = next((seat for seat in (0, 1) if result == arbiter.lost_by(1 - seat)), None)
        deed = "Draw" if winner is None else f"{arbiter.sides[winner]} wins"
        return Verdict(result, Termination.TABLES, f"{deed} by adjudication: SyzygyTB")

    def drawn(self, arbiter: Arbiter, score: int | None) -> Verdict | None:
        draw = self.rules.draw
        if draw is None:
            return None
        if arbiter.irreversible:
            self.drawish = 0  # a capture or a pawn move starts the count anew
        self.drawish = self.drawish + 1 if score is not None and abs(score) <= draw.score else 0
        # Both players' moves count, so one move is two plies.
        if self.drawish >= 2 * draw.movecount and len(arbiter.moves) >= 2 * draw.movenumber:
            return Verdict(DRAWN, Termination.DRAW_ADJUDICATED, "Draw by adjudication")
        return None

    def resigned(self, arbiter: Arbiter, mover: int, score: int | None) -> Verdict | None:
        resign = self.rules.resign
        if resign is None:
            return None
        self.losing[mover] = self.losing[mover] + 1 if score is not None and score <= -resign.score else 0
        self.winning[mover] = self.winning[mover] + 1 if score is not None and score >= resign.score else 0
        for loser in (0, 1):
            if self.losing[loser] >= resign.movecount and (
                not resign.twosided or self.winning[1 - loser] >= resign.movecount
            ):
                winner = arbiter.sides[1 - loser]
                return Verdict(arbiter.lost_by(loser), Termination.RESIGN_ADJUDICATED, f"{winner} wins by adjudication")
        return None

    def too_long(self, arbiter: Arbiter) -> Verdict | None:
        if self.rules.maxmoves and len(arbiter.moves) >= 2 * self.rules.maxmoves:
            return Verdict(DRAWN, Termination.MAXMOVES, "Draw by adjudication: maximum moves")
        return None

    def cycle(self, arbiter: Arbiter, mover: int) -> Verdict | None:
        if self.rules.draw_cycle and (length := repeated_cycle(own_moves(arbiter.moves))):
            side = arbiter.sides[mover]
            return Verdict(DRAWN, Termination.CYCLE, f"Draw by a cycle of {length} moves of {side}")
        return None


def value_of(ply: Ply) -> int | None:
    """A score in centipawns; for a mate, one beyond all others."""
    if ply.mate is not None:
        return WIN if ply.mate > 0 else -WIN
    return ply.score


def own_moves(moves: Sequence[str]) -> Sequence[str]:
    """The moves of the player who made the last one, if two take turns. Moves of the opening count, too."""
    return moves[1 - len(moves) % 2 :: 2]


def repeated_cycle(moves: Sequence[str]) -> int:
    """The length, from 2 to 7, of the cycle of moves that a player has just made twice in a row, 0 if there is none.

    Moves are compared as text: a rook that moves as in an earlier capture, or from and to the squares of the king's
    castling, repeats that move.
    """
    for length in CYCLE_LENGTHS:
        if len(moves) >= 2 * length and moves[-length:] == moves[-2 * length : -length]:
            return length
    return 0


@cache
def tables_at(path: str) -> Tables:
    """The endgame tables of some directories, opened once in each process; ValueError if any are missing or damaged."""
    try:
        return Tables(path)
    except ValueError as fault:
        raise ValueError(f"-tb: {fault}") from None
