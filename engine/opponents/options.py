"""The options for the model of the opponent, for every search that plans against one."""

from __future__ import annotations

from ..option import Option, Value
from ..support.text import whole_number

TYPE_CHECKING = False  # to type checkers it is true; the module typing is slow to import
if TYPE_CHECKING:
    from collections.abc import Mapping

AUTO, OPTIMAL, UNIFORM, SOFTMAX, BLUNDER, HUMAN = NAMES = ("Auto", "optimal", "uniform", "softmax", "blunder", "human")

OPPONENT = Option(
    "Opponent",
    "combo",
    AUTO,
    "how the other side is expected to play; Auto is human for PVS, and the default of the game for others",
    "Expectimax, Solver; PVS, with Risk",
    choices=(AUTO, UNIFORM, OPTIMAL, SOFTMAX, BLUNDER, HUMAN),
)
TEMPERATURE = Option(
    "OpponentTemperature",
    "spin",
    100,
    "temperature of softmax, in hundredths of the game's unit: "
    "likelihoods are proportional to exp(value / temperature)",
    "Expectimax, PVS, Solver, with Opponent softmax",
    low=0,
    high=10**9,
)
DEPTH = Option(
    "OpponentDepth",
    "spin",
    1,
    "plies that the opponent looks ahead to judge his moves",
    "Expectimax, PVS, Solver, with Opponent softmax or blunder",
    low=1,
    high=20,
)
RATE = Option(
    "OpponentBlunder",
    "spin",
    100,
    "blunders in a thousand moves: how often any move is played, instead of one of the best",
    "Expectimax, PVS, Solver, with Opponent blunder",
    low=0,
    high=1000,
)
ELO = Option(
    "OpponentElo",
    "spin",
    1500,
    "rating of a person, on the scale of Lichess",
    "Expectimax, PVS, with Opponent human",
    low=800,
    high=2400,
)
WITHOUT_PEOPLE = Option(
    OPPONENT.name,
    OPPONENT.kind,
    OPPONENT.default,
    OPPONENT.meaning,
    OPPONENT.readers,
    choices=tuple(choice for choice in OPPONENT.choices if choice != HUMAN),
)
OPTIONS = (OPPONENT, TEMPERATURE, DEPTH, RATE, ELO)


class MetOption(Option):
    """The opponent, as GUIs describe it: a title, a rating, `computer` or `human`, a name."""

    __slots__ = ()

    def implied(self, value: Value) -> Mapping[str, str]:
        """OpponentElo: the rating of a person, within its range; the default if there is none."""
        _, rating, kind, *_ = [*str(value).split(), "", "", ""]
        number = whole_number(rating)
        if kind.lower() != "human" or number is None:
            return {ELO.name: str(ELO.default)}
        return {ELO.name: str(min(max(number, ELO.low), ELO.high))}


MET = MetOption(
    "UCI_Opponent",
    "string",
    "",
    "the opponent, as GUIs tell it: title, rating, `human` or `computer`, name; "
    "the rating of a person becomes `OpponentElo`, unless that was set",
    "those that read OpponentElo",
)
