"""The Universal Chess Interface (R. Huber and S. Meyer-Kahlen, 2006): for chess and other games of its clients."""

from __future__ import annotations

from collections.abc import Mapping

from ..engine.registry.catalogue import uci, uci_games
from .dialect import Dialect
from .streams import Streams


class Uci(Dialect):
    """One conversation with a chess GUI."""

    name = "uci"
    chooser = "UCI_Variant"
    skips = True
    mate_in_plies = False
    sides = ("w", "b")
    numbers: Mapping[str, int] = {**Dialect.numbers, "mate": 1}
    flags = ("infinite", "ponder")

    def __init__(self, streams: Streams, forgives: bool = True) -> None:
        super().__init__(streams, uci(), uci_games(), forgives)
        self.commands |= {
            "ponderhit": self.ponderhit,
            "register": self.ignore,
            "xboard": self.ignore,  # Arena greets every engine with it
        }

    def set_up_fen(self, fen: str) -> None:
        """Set up the position of a FEN. The castling letters of a Shredder-FEN switch to Chess960 first."""
        if set("ABCDEFGHabcdefgh").intersection("".join(fen.split()[2:3])):
            self.obey("setoption", ["name", "UCI_Chess960", "value", "true"])
        self.obey("position", ["fen", *fen.split()])

    def ponderhit(self, arguments: list[str]) -> None:
        self.explain("ponderhit: nothing is being pondered on")
