"""The arbiter of Connect-4 and HiLo, who is the dealer too: samples where discs slip and which cards come.

Both games of a pair have the same lots: the n-th decision of either is dealt by the same number.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from ...engine.game import Position, Win
from ...engine.games.connect4 import fen as connect4_fen
from ...engine.games.connect4.position import Connect4Position
from ...protocols.games import FIRST_CARDS, deal
from ..openings.lots import below
from ..openings.setups import position
from ..record import Ending
from ..settings import Game
from .arbiter import BLACK_WINS, DRAWN, SIDES, WHITE_WINS, Arbiter, Verdict

PAR = 1.0  # the utility that HiLo begins with
LOST = -1.0
GUESSES = {"l": "low", "h": "high"}


class Dealer(Arbiter):
    """Any game of ours by its Position."""

    def __init__(self, game: Game, position: Position) -> None:
        super().__init__(game.opening)
        self.position = position
        self.lots = Random(game.seed)

    @property
    def turn(self) -> int:
        return self.position.player()

    def choices(self) -> list[str]:
        return [self.position.notation(move) for move in self.position.moves()]

    def play(self, move: str) -> tuple[str, str]:
        return self.settle(self.decide(self.position.parse(move)))

    def replay(self, move: str) -> tuple[str, str]:
        self.lots.random()  # its lot is drawn, so that the next one is dealt as if it had been played
        return self.settle(self.position.parse_certain(move))

    def check(self, move: str) -> None:
        self.position.parse(move)

    def decide(self, move: int) -> int:
        """What chance makes of a move."""
        lot = self.lots.random()
        chances: Sequence[tuple[int, float]] = self.position.chances(move)
        if not chances:
            return move
        for certain, probability in chances:
            lot -= probability
            if lot < 0:
                return certain
        return chances[-1][0]  # rounding left a rest of nothing

    def settle(self, move: int) -> tuple[str, str]:
        text = self.position.notation(move)
        self.position.play(move)
        self.moves.append(text)
        return text, text

    def fen(self) -> str:
        return self.position.fen()


class Connect4Dealer(Dealer):
    """Connect-4 by any of its rules, over UGI or, as Cute Chess has it, over UCI."""

    def __init__(self, game: Game) -> None:
        start = position(game.variant, game.variant_options, game.opening.fen)
        assert isinstance(start, Connect4Position)
        self.columns = start
        super().__init__(game, self.columns)

    @property
    def pieces(self) -> int:
        return sum(self.columns.height(column) for column in range(connect4_fen.COLUMNS))

    def read(self, text: str) -> str:
        return self.position.notation(self.position.parse(text))

    def verdict(self) -> Verdict | None:
        ending = self.position.ending()
        if ending is None:
            return None
        if isinstance(ending, Win):
            return Verdict(self.lost_by(1 - ending.player), Ending.WON, f"{SIDES[ending.player]} connects four")
        if ending == 0:
            return Verdict(DRAWN, Ending.DRAWN, "Draw: the board is full")
        winner = 0 if ending > 0 else 1
        return Verdict(self.lost_by(1 - winner), Ending.WON, f"{SIDES[winner]} has more fours")


class HiloDealer(Dealer):
    """HiLo: a game for one, worth what it is worth. The deck is dealt by the seed, whatever is guessed."""

    sides = ("Player",)

    def __init__(self, game: Game) -> None:
        # Another stream than that of the draws, so that a given first card changes none of them.
        card = str(FIRST_CARDS[below(Random(f"{game.seed}:first"), len(FIRST_CARDS))])
        super().__init__(game, position(game.variant, (), game.opening.fen or deal(card)))
        if not game.opening.fen:
            self.moves.append(card)

    @property
    def pieces(self) -> int:
        return 1

    def verdict(self) -> Verdict | None:
        ending = self.position.ending()
        if ending is None:
            return None
        assert isinstance(ending, float)
        utility = ending
        return Verdict(rank(utility), Ending.PLAYED, f"Utility {utility:g}", utility)

    def lost_by(self, seat: int) -> str:
        return BLACK_WINS

    def lost(self, seat: int, ending: Ending, deed: str) -> Verdict:
        return replace(super().lost(seat, ending, deed), utility=LOST)

    def read(self, text: str) -> str:
        return super().read(GUESSES.get(text, text))


def rank(utility: float) -> str:
    """A utility in the words for two players: won above the one that the game begins with, lost below."""
    return WHITE_WINS if utility > PAR else DRAWN if utility == PAR else BLACK_WINS
