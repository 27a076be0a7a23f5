"""Oddities in the variations and mates that a chess engine reports, of which `-strict` warns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...engine.support.text import one_line, shorten
from ..game.chess_arbiter import ChessArbiter, chess_ending
from ..record import Oddity
from .uci_lines import pv_of, read_info

LONGEST = 150  # characters of an engine's words in a warning


class VariationCheck:
    """The checks of one engine in one game. Mates are compared within a search, and with those of the search before."""

    def __init__(self) -> None:
        self.claim = 0  # 1 if the last search ended with a mate for the engine, -1 with one against it

    def findings(self, arbiter: ChessArbiter, lines: Sequence[str], move: str) -> Iterator[tuple[Oddity, str]]:
        """The oddities in the info lines of one search, each kind at most once, with the words that show it.

        arbiter: at the searched position. lines: each with a variation. move: the move that is played.
        """
        found: dict[Oddity, str] = {}
        for line in lines:
            for oddity in variation_faults(arbiter, pv_of(line)):
                found.setdefault(oddity, line)
        main = [line for line in lines if " multipv " not in line or " multipv 1 " in line]
        if main and pv_of(main[-1])[:1] != [move]:
            found[Oddity.OTHER_MOVE] = f"bestmove {move} after {main[-1]}"
        for line in main:
            claim = mate_claim(line)
            if claim * self.claim < 0:
                found.setdefault(Oddity.MATES, line)
            self.claim = claim or self.claim
        self.claim = mate_claim(main[-1]) if main else 0
        for oddity, words in found.items():
            yield oddity, shorten(one_line(words), LONGEST)


def variation_faults(arbiter: ChessArbiter, moves: Sequence[str]) -> Iterator[Oddity]:
    """The first fault of a variation, if any: an illegal move, or a move after the end of the game."""
    board = arbiter.board.copy()
    for number, text in enumerate(moves):
        if number and chess_ending(board):
            yield Oddity.PAST_END
            return
        try:
            legal = bool(board.push_uci(text))  # 0000 is no move: python-chess reads it as a pass
        except ValueError:
            legal = False
        if not legal:
            yield Oddity.ILLEGAL
            return


def mate_claim(line: str) -> int:
    """1 if an info line proves a mate for the engine, -1 if it proves one against it, else 0."""
    mate = read_info(line).get("mate", 0)
    return (mate > 0) - (mate < 0)
