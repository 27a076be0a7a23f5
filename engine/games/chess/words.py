"""The words of chess for people: moves in UCI notation, or in that of books (SAN)."""

from __future__ import annotations

from typing import Any

from ...registry.game_words import LONGEST, Words
from ...support.text import shorten
from .fen import FIFTY


class ChessWords(Words):
    moves = "a move such as e2e4, e4 or Nf3"

    def rules(self, position: Any) -> str:
        return "Chess: capital letters are White's pieces."

    def parse(self, position: Any, text: str) -> Any:
        try:
            return position.parse(text.lower())
        except ValueError:
            pass
        import chess  # slow to import: only for people who write SAN

        from .library import to_board

        try:
            return position.parse(to_board(position).parse_san(text).uci())
        except chess.AmbiguousMoveError:
            raise ValueError(f"{shorten(text, LONGEST)!a} could be more than one move") from None
        except ValueError:
            raise ValueError(f"{shorten(text, LONGEST)!a} is no legal move here; type {self.moves}") from None

    def spell(self, position: Any, move: Any) -> str:
        from .library import to_board

        board = to_board(position)
        return str(board.san(board.parse_uci(position.notation(move))))

    def reason(self, position: Any) -> str:
        """Why the game is over, by the rules or by a draw that a player may claim."""
        outcome = position.outcome()
        if outcome in ("checkmate", "stalemate"):
            return str(outcome)
        if outcome == "insufficient_material":
            return "nobody can mate"
        if int(position.fen().split()[4]) >= FIFTY:
            return "50 moves without a capture or a pawn's move"
        return "the third time for a position"
