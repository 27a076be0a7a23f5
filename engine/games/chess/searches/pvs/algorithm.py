"""The name and the options of the tournament search."""

from __future__ import annotations

from .....algorithm import Algorithm
from .....opponents import options as opponents
from .....option import Option
from .techniques import TECHNIQUES, TechniquesOption

TYPE_CHECKING = False  # to type checkers it is true; the module typing is slow to import
if TYPE_CHECKING:
    from typing import Any

    from .....position import Position

CONTEMPT = Option(
    "Contempt",
    "spin",
    0,
    "centipawns by which a draw counts below 0 for the side to move at the root; not in analysis",
    "PVS",
    low=-100,
    high=100,
)
LEVEL = Option(
    "Skill Level", "spin", 20, "how well it plays; 20: as well as it can, as always in analysis", "PVS", low=0, high=20
)
LIMIT = Option(
    "UCI_LimitStrength", "check", False, "play as `UCI_Elo` says, whatever `Skill Level`; not in analysis", "PVS"
)
ELO = Option(
    "UCI_Elo",
    "spin",
    1350,
    "how strong it plays: about as Stockfish 15.1 with the same",
    "PVS, with UCI_LimitStrength",
    low=1350,  # the weakest that Stockfish 15.1 has, to compare with
    high=2600,  # a level of Stockfish that searches 15 plies
)


RISK = Option(
    "Risk",
    "spin",
    0,
    "centipawns that it may give up against the best reply, to play the move after which `Opponent` errs the most; "
    "not in analysis",
    "PVS",
    low=0,
    high=300,
)


class PVSAlgorithm(Algorithm):
    """The strongest search of chess: principal variation search with pruning, reductions and extensions."""

    name = "PVS"
    game = "chess"
    options = (
        TechniquesOption(
            "Without",
            "string",
            "",
            f"techniques to leave out, separated by blanks or commas: {', '.join(TECHNIQUES)}",
            "PVS",
        ),
        CONTEMPT,
        RISK,
        *opponents.OPTIONS,
        LEVEL,
        LIMIT,
        ELO,
    )

    def strength(self, position: Position[Any]) -> int:
        return 3 if position.game == self.game else 0


ALGORITHM = PVSAlgorithm()
