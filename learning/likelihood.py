"""The likelihood of the moves that were played under a model of an opponent, and the parameter that maximises it.

Both models have one parameter. It is expressed as a skill: 0 if all moves are equally likely, and the larger, the
likelier the best moves are. For softmax the skill is 1 / temperature (Luce, 1959), for blunder the probability of no
blunder. The log-likelihood is a concave function of the skill, so it has one maximum, and the interval has no gaps.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import exp, fsum, inf, log

from .replies import Judgement

FALL = 3.841458820694124 / 2  # of the log-likelihood at an end of the 95 % interval: chi-square, one degree of freedom
LEAST = 1e-9  # a smaller skill counts as 0; it belongs to the largest temperature that can be set
PRECISION = 1e-10  # relative, of a skill


class OpponentModel(ABC):
    """One kind of model, with the moves that were played.

    informs: whether any position has moves of different values. flawless: whether every played move is a best one.
    """

    name: str  # its value of the option `Opponent`
    option: str  # the name of its parameter
    surest: float  # the skill with which only best moves are played

    def __init__(self, judgements: Sequence[Judgement]) -> None:
        self.judgements = judgements
        self.informs = any(len(found.worse) > 1 for found in judgements)
        self.flawless = all(found.chosen == 0 for found in judgements)

    @abstractmethod
    def logs(self, skill: float) -> list[float]:
        """The logarithm of the probability of each played move."""

    @abstractmethod
    def slope(self, skill: float) -> float:
        """The derivative of the log-likelihood by the skill."""

    @abstractmethod
    def surer(self, skill: float) -> float:
        """A larger skill. Repeated, it approaches the surest one."""

    @abstractmethod
    def parameter(self, skill: float) -> float | None:
        """The value of the option, not rounded; None if it would be infinite."""

    def total(self, skill: float) -> float:
        """The log-likelihood."""
        return fsum(self.logs(skill))


class Softmax(OpponentModel):
    """The probability of a move is in proportion to exp(value / temperature)."""

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
        """The sum of the losses that the model expects, minus the losses of the played moves."""
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
        """The temperature in centi-units."""
        return None if skill < LEAST else 0.0 if skill == inf else 1 / skill


class Blunder(OpponentModel):
    """One of the best moves at random; or, as a blunder, any legal move at random, which may be a best one."""

    name = "blunder"
    option = "OpponentBlunder"
    surest = 1.0

    def __init__(self, judgements: Sequence[Judgement]) -> None:
        super().__init__(judgements)
        # The probabilities of each played move with a blunder, and without one.
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
        """The blunders in a thousand moves."""
        return 1000 * (1 - skill)


MODELS: dict[str, type[OpponentModel]] = {model.name: model for model in (Softmax, Blunder)}


@dataclass(frozen=True)
class Estimate:
    """The likeliest skill, and the ends of the interval in which twice the log-likelihood falls by at most 3.841."""

    skill: float
    low: float
    high: float


def maximise(model: OpponentModel) -> Estimate | None:
    """The skill of the greatest likelihood; None if all skills are equally likely, as all moves have the same value."""
    if not model.informs:
        return None
    skill = 0.0 if model.slope(0.0) <= 0 else model.surest if model.flawless else peak(model)
    least = model.total(skill) - FALL

    def within(other: float) -> float:
        """A number that is below 0 outside the interval."""
        return model.total(other) - least

    low, high = 0.0, model.surest
    if within(low) < 0:
        inside = skill if skill < inf else follow(model.surer, LEAST, lambda other: within(other) >= 0)
        low = root(within, follow(halve, inside, lambda other: within(other) < 0), inside)
    if not model.flawless:
        high = root(within, skill, follow(model.surer, max(skill, LEAST), lambda other: within(other) < 0))
    return Estimate(skill, low, high)


def peak(model: OpponentModel) -> float:
    """The skill at which the slope is 0. The slope must be above 0 at skill 0, and below 0 for large skills."""
    above = follow(model.surer, 0.001, lambda skill: model.slope(skill) <= 0)
    below = follow(halve, above / 2, lambda skill: skill < LEAST or model.slope(skill) >= 0)
    return root(model.slope, below, above) if model.slope(below) >= 0 else 0.0


def halve(number: float) -> float:
    return number / 2


def follow(step: Callable[[float], float], place: float, arrived: Callable[[float], bool]) -> float:
    """Repeat `step` from `place` on until `arrived` is true; return the place."""
    while not arrived(place):
        place = step(place)
    return place


def root(function: Callable[[float], float], left: float, right: float) -> float:
    """A zero of a function between two places, by bisection. The function has different signs there."""
    falls = function(left) > 0
    while right - left > PRECISION * right:
        middle = (left + right) / 2
        if (function(middle) > 0) == falls:
            left = middle
        else:
            right = middle
    return (left + right) / 2
