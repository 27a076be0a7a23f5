"""The Universal Game Interface (version 1.0), for Connect-4; and for HiLo, which is an extension of ours.

UGI knows two players, p1 and p2; chance is sampled by whoever runs the game. HiLo has p1 alone, who wins by
coming out above the utility of 1 that the game begins with.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ..engine.catalogue import ugi_for
from ..engine.option import shorten
from .dialect import Dialect, Setting
from .lines import Lines

TYPE_CHECKING = False  # to type checkers it is true; the module typing is slow to import
if TYPE_CHECKING:
    from .games import Game
    from .request import Request


class Ugi(Dialect):
    """One conversation with a runner of games."""

    name = "ugi"
    chooser = "Game"
    rules = ("Rules", "Slip", "SlipStraight", "SlipLeft", "SlipRight")

    def __init__(self, lines: Lines, complain: Callable[[str], None] | None = None, game: str = "connect4") -> None:
        """`game`: the one that is played unless another is chosen."""
        super().__init__(lines, ugi_for(game), complain)
        self.commands |= {"moves": self.play_on, "query": self.query}
        self.changing.add("moves")

    @property
    def games(self) -> Mapping[str, Game]:
        from .games import UGI_GAMES  # noqa: PLC0415 - not needed on the way to ugiok

        return UGI_GAMES

    def request(self, arguments: list[str]) -> Request:
        from .request import UgiRequest  # noqa: PLC0415 - not needed on the way to ugiok

        return UgiRequest(arguments, self.session.position.parse)

    def read_start(self, words: list[str]) -> Setting:
        if self.game == "connect4" and len(words) == 1 and words[0].isascii() and words[0].isdigit():
            return None, tuple(words[0])  # columns: position 4455
        return super().read_start(words)

    def play_on(self, arguments: list[str]) -> None:
        """Moves from the position that there is."""
        fen, moves = self.setting
        self.take_up((fen, (*moves, *arguments)))

    def query(self, arguments: list[str]) -> None:
        position = self.session.position
        if arguments == ["p1turn"]:
            answer = "true" if position.player() == 0 else "false"
        elif arguments == ["gameover"]:
            answer = "false" if position.ending() is None else "true"
        elif arguments == ["result"]:
            answer = self.games[self.game].result(position)
        else:
            raise ValueError(f"query is p1turn, gameover or result, not {shorten(' '.join(arguments))!r}")
        self.lines.write(f"response {answer}")
