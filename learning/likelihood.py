"""How likely a model of an opponent makes the moves that were played, and the parameter that makes them likeliest.

Both models have one parameter, of which the log-likelihood is a concave function once it is taken as a skill: 0 where
any move is as likely as any other, more the surer the best one is. For softmax that is one over the temperature (Luce,
1959), for blunder how often it does not blunder. So there is one maximum, and the interval around it has no holes.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import exp, fsum, inf, log

from .replies import Judgement

FALL = 3.841458820694124 / 2  # of the log-likelihood to an end of the 95 % interval: chi-square, one degree of freedom
LEAST = 1e-9  # a skill below which a model is as good as uniform: the largest temperature that can be set
PRECISION = 1e-10  # of a skill, relative


class OpponentModel(ABC):
    """One kind of opponent, before the moves that were played.

    informs: whether any position has moves of different worth; flawless: whether every move is one of the best.
    """

    name: str  # as `Opponent` takes it
    option: str  # what its parameter is called
    surest: float  # the skill of who plays the best moves alone

    def __init__(self, judgements: Sequence[Judgement]) -> None:
        self.judgements = judgements
        self.informs = any(len(found.worse) > 1 for found in judgements)
        self.flawless = all(found.chosen == 0 for found in judgements)

    @abstractmethod
    def logs(self, skill: float) -> list[float]:
        """The logarithm of each move's probability."""

    @abstractmethod
    def slope(self, skill: float) -> float:
        """How fast their sum rises with the skill."""

    @abstractmethod
    def surer(self, skill: float) -> float:
        """A skill on the way to the surest."""

    @abstractmethod
    def parameter(self, skill: float) -> float | None:
        """The value of the option, before it is rounded; None where there is no finite one."""

    def total(self, skill: float) -> float:
        """The log-likelihood."""
        return fsum(self.logs(skill))


class Softmax(OpponentModel):
    """Each move in proportion to exp(value / temperature)."""

    name = "softmax"
    option = "OpponentTemperature"
    surest = inf

    def logs(self, skill: float) -> list[float]:
        if skill == inf:
            return [-log(found.worse[0][1]) if found.chosen == 0 else -inf for found in self.judgements]
        return [
            -skill * found.chosen - log(sum(count * exp(-skill * less) for less, count in found.worse))
            for found in self.judgements
        ]

    def slope(self, skill: float) -> float:
        """What the model would lose by its choices, less what was lost."""
        parts = []
        for found in self.judgements:
            lost = weight = 0.0
            for less, count in found.worse:
                likely = count * exp(-skill * less)
                weight += likely
                lost += likely * less
            parts.append(lost / weight - found.chosen)
        return fsum(parts)

    def surer(self, skill: float) -> float:
        return 2 * skill

    def parameter(self, skill: float) -> float | None:
        """Centi-units."""
        return None if skill < LEAST else 0.0 if skill == inf else 1 / skill


class Blunder(OpponentModel):
    """One of the best moves, evenly; a blunder is any move, a best one, too."""

    name = "blunder"
    option = "OpponentBlunder"
    surest = 1.0

    def __init__(self, judgements: Sequence[Judgement]) -> None:
        super().__init__(judgements)
        # How often a move is played by a blunder, how often by none.
        self.chances = [(1 / found.moves, 1 / found.worse[0][1] if found.chosen == 0 else 0.0) for found in judgements]

    def probabilities(self, skill: float) -> list[float]:
        return [(1 - skill) * blunder + skill * best for blunder, best in self.chances]

    def logs(self, skill: float) -> list[float]:
        return [log(likely) if likely else -inf for likely in self.probabilities(skill)]

    def slope(self, skill: float) -> float:
        likely = self.probabilities(skill)
        return fsum((best - blunder) / each for (blunder, best), each in zip(self.chances, likely, strict=True))

    def surer(self, skill: float) -> float:
        return (1 + skill) / 2

    def parameter(self, skill: float) -> float:
        """Thousandths."""
        return 1000 * (1 - skill)


MODELS: dict[str, type[OpponentModel]] = {model.name: model for model in (Softmax, Blunder)}


@dataclass(frozen=True)
class Estimate:
    """Skills: the likeliest, and the ends of the interval in which twice the log-likelihood falls by 3.841 at most."""

    skill: float
    low: float
    high: float


def maximise(model: OpponentModel) -> Estimate | None:
    """The greatest likelihood; None where every skill is as likely, as all moves are worth the same."""
    if not model.informs:
        return None
    skill = 0.0 if model.slope(0.0) <= 0 else model.surest if model.flawless else peak(model)
    least = model.total(skill) - FALL

    def within(other: float) -> float:
        """Less than 0 outside the interval."""
        return model.total(other) - least

    low, high = 0.0, model.surest
    if within(low) < 0:
        inside = skill if skill < inf else follow(model.surer, LEAST, lambda other: within(other) >= 0)
        low = root(within, follow(halve, inside, lambda other: within(other) < 0), inside)
    if not model.flawless:
        high = root(within, skill, follow(model.surer, max(skill, LEAST), lambda other: within(other) < 0))
    return Estimate(skill, low, high)


def peak(model: OpponentModel) -> float:
    """The skill at which the log-likelihood, which rises at 0 and falls in the end, neither rises nor falls."""
    above = follow(model.surer, 0.001, lambda skill: model.slope(skill) <= 0)
    below = follow(halve, above / 2, lambda skill: skill < LEAST or model.slope(skill) >= 0)
    return root(model.slope, below, above) if model.slope(below) >= 0 else 0.0


def halve(number: float) -> float:
    return number / 2


def follow(step: Callable[[float], float], place: float, arrived: Callable[[float], bool]) -> float:
    """The first place on a way that is where one wants to be."""
    while not arrived(place):
        place = step(place)
    return place


def root(function: Callable[[float], float], left: float, right: float) -> float:
    """Where a function is 0 between two places at which it has different signs, by bisection."""
    falls = function(left) > 0
    while right - left > PRECISION * right:
        middle = (left + right) / 2
        if (function(middle) > 0) == falls:
            left = middle
        else:
            right = middle
    return (left + right) / 2
