"""The name and the options of the solver."""

from __future__ import annotations

from .....algorithm import Algorithm
from .....opponents import options as opponents
from .....option import Option

TYPE_CHECKING = False  # to type checkers it is true; the module typing is slow to import
if TYPE_CHECKING:
    from typing import Any

    from .....position import Position


class SolverAlgorithm(Algorithm):
    """The strongest search of classic Connect-4: it proves the value of a position."""

    name = "Solver"
    search = "SolverSearch"
    game = "connect4"
    options = (
        Option("Weak", "check", False, "prove who wins, and not how soon: sooner known", "Solver"),
        Option("SolverBook", "check", True, "know the openings that ship with it, which were solved before", "Solver"),
        opponents.OPPONENT,
        opponents.TEMPERATURE,
        opponents.DEPTH,
        opponents.RATE,
    )

    def strength(self, position: Position[Any]) -> int:
        if position.game != self.game or position.chance:
            return 0
        return 0 if position.full_board else 3  # type: ignore[attr-defined]


ALGORITHM = SolverAlgorithm()
