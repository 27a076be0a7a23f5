"""The Universal Game Interface (version 1.0), and an extension of ours: games for one player.

UGI has two players, p1 and p2; the program that runs the game samples chance. A game for one player has only p1, who
wins with a result above the game's par.
"""

from __future__ import annotations

from ..engine import games
from ..engine.registry.catalogue import ugi
from ..engine.support.text import shorten
from .dialect import Dialect, Setting
from .streams import Streams

TYPE_CHECKING = False  # to type checkers it is true; the module typing is slow to import
if TYPE_CHECKING:
    from ..engine.game import Game

RESULTS = {None: "none", 1.0: "p1win", 0.0: "p2win", 0.5: "draw"}


class Ugi(Dialect):
    """One conversation with a runner of games."""

    name = "ugi"
    chooser = "Game"
    mate_in_plies = True

    def __init__(self, streams: Streams, forgives: bool = True, game: Game | None = None) -> None:
        """`game`: the one that is played unless another is chosen."""
        known = {name: each for name, each in games.shipped().items() if each.ugi}
        chosen = [] if game is None else [game]
        super().__init__(streams, ugi(*chosen), known | {each.name: each for each in chosen}, forgives)
        self.commands |= {"moves": self.play_on, "query": self.query}
        self.placing.add("moves")

    def read_start(self, words: list[str]) -> Setting:
        moves = self.game.in_short(words[0]) if len(words) == 1 else None
        return super().read_start(words) if moves is None else (None, moves)

    def play_on(self, arguments: list[str]) -> None:
        with self.refusing():
            fen, moves = self.setting
            self.set_up((fen, (*moves, *arguments)))

    def query(self, arguments: list[str]) -> None:
        position = self.session.position
        if arguments == ["p1turn"]:
            answer = "true" if position.player() == 0 else "false"
        elif arguments == ["gameover"]:
            answer = "false" if position.ending() is None else "true"
        elif arguments == ["result"]:
            answer = RESULTS[self.game.result(position)]
        else:
            raise ValueError(f"query is p1turn, gameover or result, not {shorten(' '.join(arguments))!r}")
        self.streams.write(f"response {answer}")
