"""The Universal Chess Interface (R. Huber and S. Meyer-Kahlen, 2006): chess, and what its clients know."""

from __future__ import annotations

from collections.abc import Callable

from ..engine.registry.catalogue import uci, uci_games
from .dialect import Dialect
from .streams import Streams

TYPE_CHECKING = False  # to type checkers it is true; the module typing is slow to import
if TYPE_CHECKING:
    from ..engine.results import Result
    from .request import Request


class Uci(Dialect):
    """One conversation with a chess GUI."""

    name = "uci"
    chooser = "UCI_Variant"
    skips = True
    mate_in_plies = False
    flags = ("infinite", "ponder")

    def __init__(self, streams: Streams, complain: Callable[[str], None] | None = None) -> None:
        super().__init__(streams, uci(), uci_games(), complain)
        self.commands |= {
            "ponderhit": self.ponderhit,
            "register": self.ignore,
            "xboard": self.ignore,  # Arena greets every engine with it
        }

    def request(self, arguments: list[str]) -> Request:
        from .request import Request

        return Request(arguments, self.session.position.parse)

    def best(self, result: Result[str]) -> str:
        return super().best(result) + (f" ponder {result.pv[1]}" if len(result.pv) > 1 else "")

    def set_up_fen(self, fen: str) -> None:
        """A position by the rules that its FEN is of: Shredder-FEN says by its letters that it is Chess960."""
        if set("ABCDEFGHabcdefgh").intersection("".join(fen.split()[2:3])):
            self.obey("setoption", ["name", "UCI_Chess960", "value", "true"])
        self.obey("position", ["fen", *fen.split()])

    def ponderhit(self, arguments: list[str]) -> None:
        self.explain("ponderhit: nothing is being pondered on")
