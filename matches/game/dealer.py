"""The arbiter of games that their own positions judge. It is the dealer, too: it draws all outcomes of chance.

In both games of a pair, the n-th move uses the same random number.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any, TypeVar

from ...engine.display.diagram import diagram_of
from ...engine.game import Game
from ...engine.position import Position, ending_of
from ..random_numbers import weighted
from ..record import Termination
from ..settings import Fixture, Opening
from ..variants import game_of, options_of
from .arbiter import BLACK_WINS, DRAWN, WHITE_WINS, Arbiter, Verdict

RESULTS = {1.0: WHITE_WINS, 0.5: DRAWN, 0.0: BLACK_WINS}

T = TypeVar("T")


class Dealer(Arbiter):
    """Judges a game by its Position."""

    def __init__(self, game: Game, position: Position[Any], random: Random, opening: Opening) -> None:
        """random: the source of the outcomes of chance."""
        super().__init__(opening)
        self.game = game
        self.sides = game.seats
        self.alone = len(game.seats) == 1
        self.random = random
        self.position = position

    @classmethod
    def of(cls, fixture: Fixture) -> Dealer:
        """The dealer of a game of a match. It deals what no player decides, such as the first card."""
        game = game_of(fixture.variant)
        options = options_of(fixture.variant, fixture.variant_options)
        beginnings = game.beginnings()
        random = Random(fixture.seed)
        if fixture.opening.fen or not beginnings:
            return cls(game, game.start(fixture.opening.fen or None, options), random, fixture.opening)
        # A stream of its own, so that a given starting position does not change the rest of the game.
        beginning = choose(beginnings, Random(f"{fixture.seed}:first"))
        dealer = cls(game, game.begin(beginning, options), random, fixture.opening)
        dealer.moves.append(beginning)
        return dealer

    @property
    def turn(self) -> int:
        return self.position.player()

    @property
    def pieces(self) -> int:
        board = diagram_of(self.position)
        return 0 if board is None else sum(map(bool, board.cells))

    def choices(self) -> list[str]:
        return [self.position.notation(move) for move in self.position.moves()]

    def verdict(self) -> Verdict | None:
        result = self.game.result(self.position)
        if result is None:
            return None
        reason = self.game.words.ending(self.position)
        if self.alone:
            return Verdict(RESULTS[result], Termination.PLAYED, reason, utility(self.position))
        return Verdict(RESULTS[result], Termination.DRAWN if result == 0.5 else Termination.WON, reason)

    def play(self, move: str) -> tuple[str, str]:
        return self.settle(self.decide(self.position.parse(move)))

    def replay(self, move: str) -> tuple[str, str]:
        self.random.random()  # draw its number, so that the next move gets the same one as after a played move
        return self.settle(self.position.parse_certain(move))

    def decide(self, move: Any) -> Any:
        """Complete a move by its outcome of chance."""
        return choose(self.position.chances(move) or [(move, 1.0)], self.random)  # a certain move takes a number, too

    def settle(self, move: Any) -> tuple[str, str]:
        text = self.position.notation(move)
        self.position.play(move)
        self.moves.append(text)
        return text, text

    def fen(self) -> str:
        return self.position.fen()

    def lost_by(self, seat: int) -> str:
        return BLACK_WINS if self.alone else super().lost_by(seat)

    def lost(self, seat: int, ending: Termination, deed: str) -> Verdict:
        verdict = super().lost(seat, ending, deed)
        return replace(verdict, utility=self.game.forfeit) if self.alone else verdict


def choose(chances: Sequence[tuple[T, float]], random: Random) -> T:
    """Draw one of several things by their probabilities."""
    return chances[weighted([probability for _, probability in chances], random)][0]


def utility(position: Position[Any]) -> float:
    """The value of a game for one that has ended."""
    ending = ending_of(position)
    return float(ending) if isinstance(ending, (int, float)) else position.value()
