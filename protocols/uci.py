"""The Universal Chess Interface (R. Huber and S. Meyer-Kahlen, 2006): chess, and Connect-4 as Cute Chess plays it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ..engine.catalogue import UCI
from .dialect import Dialect
from .lines import Lines

TYPE_CHECKING = False  # to type checkers it is true; the module typing is slow to import
if TYPE_CHECKING:
    from ..engine.limits import Result
    from .games import Game
    from .request import Request


class Uci(Dialect):
    """One conversation with a chess GUI."""

    name = "uci"
    chooser = "UCI_Variant"
    rules = ("UCI_Chess960",)
    skips = True
    unit = "centipawns"
    first = "White"
    mate_in_plies = False
    flags = ("infinite", "ponder")

    def __init__(self, lines: Lines, complain: Callable[[str], None] | None = None) -> None:
        super().__init__(lines, UCI, complain)
        self.commands |= {
            "ponderhit": self.ponderhit,
            "register": self.ignore,
            "xboard": self.ignore,  # Arena greets every engine with it
        }

    @property
    def games(self) -> Mapping[str, Game]:
        from .games import UCI_GAMES  # noqa: PLC0415 - not needed on the way to uciok

        return UCI_GAMES

    def request(self, arguments: list[str]) -> Request:
        from .request import Request  # noqa: PLC0415 - not needed on the way to uciok

        return Request(arguments, self.session.position.parse)

    def best(self, result: Result[str]) -> str:
        return super().best(result) + (f" ponder {result.pv[1]}" if len(result.pv) > 1 else "")

    def ponderhit(self, arguments: list[str]) -> None:
        self.explain("ponderhit: nothing is being pondered on")
