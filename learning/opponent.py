"""Fits a model of an opponent to the moves of a player: depth and temperature or blunder rate, or rating."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property, partial
from math import ceil, erfc, floor, fsum, log, sqrt

from ..engine.opponents.options import ELO, HUMAN
from .likelihood import FALL, MODELS, maximise
from .replies import RATINGS, Decision, Judged, Judging, Moves, judge
from .workers import in_order

CHANCE = 0.05  # significance level
ROUNDING = 1e-9  # of the logarithm of a probability


@dataclass(frozen=True)
class Fit:
    """A model at one depth.

    name, option: the names of the model and of its parameter. depth: 0 for people. value: that of the option:
    centi-units of temperature (0: only the best moves), blunders in a thousand moves, or a rating; None if no
    temperature is high enough, or the moves tell nothing.
    low, high: the ends of its 95 % interval, None if there is no such end. informs: whether the moves tell anything;
    they do not if all have the same value. logs: the logarithm of the probability of each move.
    """

    name: str
    option: str
    depth: int
    value: float | None
    low: float | None
    high: float | None
    informs: bool
    logs: tuple[float, ...]

    @cached_property
    def log_likelihood(self) -> float:
        return fsum(self.logs)

    @property
    def whole(self) -> int | None:
        """The value, rounded for the option. It becomes 0 only if it is 0, as 0 rules out moves that were played."""
        return None if self.value is None else max(round(self.value), int(self.value > 0))

    @property
    def interval(self) -> tuple[int | None, int | None]:
        """The interval, rounded outwards to whole numbers."""
        return (None if self.low is None else floor(self.low), None if self.high is None else ceil(self.high))


def gather(
    judging: Judging,
    games: Sequence[Moves],
    jobs: int = 1,
    report: Callable[[int, int], None] = lambda done, all_: None,
) -> Judged:
    """The decisions of all games, in the order of the games. jobs: processes. ValueError if a game is not valid.

    report: called with the number of moves that are done, and of all moves, after each game and once before.
    """
    asked = sum(len(one.asked) for one in games)
    decisions: list[Decision] = []
    done = forced = over = 0
    report(done, asked)
    with closing(in_order(partial(judge, judging, games), 0, jobs)) as judged:
        for one, found in zip(games, judged, strict=False):
            decisions += found.decisions
            forced += found.forced
            over += found.over
            done += len(one.asked)
            report(done, asked)
    return Judged(tuple(decisions), forced, over)


def fit(
    decisions: Sequence[Decision],
    depths: Sequence[int],
    models: Sequence[str],
    report: Callable[[int, int], None] = lambda done, all_: None,
) -> list[Fit]:
    """Fit each model at each depth to the same moves. report: as in `gather`, with numbers of fits."""
    kinds = [(name, place) for name in models if name != HUMAN for place in range(len(depths))]
    found: list[Fit] = []
    total = len(kinds) + (HUMAN in models)
    report(0, total)
    for name, place in kinds:
        model = MODELS[name]([decision.judgements[place] for decision in decisions])
        likeliest = maximise(model)
        if likeliest is not None:
            logs = model.logs(likeliest.skill)
            value, high, low = map(model.parameter, (likeliest.skill, likeliest.low, likeliest.high))
        else:
            logs = model.logs(0.0)
            value = high = low = None
        found.append(Fit(name, model.option, depths[place], value, low, high, likeliest is not None, tuple(logs)))
        report(len(found), total)
    if HUMAN in models:
        found.append(fit_people(decisions))
        report(len(found), total)
    return found


def fit_people(decisions: Sequence[Decision]) -> Fit:
    """The rating under which the moves are likeliest, within the range of the model."""
    totals = [fsum(decision.people[place] for decision in decisions) for place in range(len(RATINGS))]
    best = max(range(len(totals)), key=totals.__getitem__)
    peak, step = float(RATINGS[best]), RATINGS.step
    if 0 < best < len(totals) - 1:  # the top of the parabola through the best rating and its neighbours
        before, most, after = totals[best - 1 : best + 2]
        bend = before - 2 * most + after
        peak += step * (before - after) / (2 * bend) if bend < 0 else 0.0
    logs = tuple(decision.people[best] for decision in decisions)
    return Fit(HUMAN, ELO.name, 0, peak, edge(totals, best, -1), edge(totals, best, 1), True, logs)


def edge(totals: Sequence[float], best: int, step: int) -> float:
    """The rating on one side (step: -1 or 1) at which the log-likelihood has fallen by FALL; else the last one."""
    least = totals[best] - FALL
    place = best
    while 0 <= place + step < len(totals):
        if totals[place + step] < least:
            share = (totals[place] - least) / (totals[place] - totals[place + step])
            return RATINGS[place] + step * RATINGS.step * share
        place += step
    return float(RATINGS[place])


def uniform(decisions: Sequence[Decision]) -> float:
    """The log-likelihood of the model uniform, in which all moves are equally likely."""
    return -fsum(log(decision.judgements[0].moves) for decision in decisions)


def akaike(found: Fit, even: float) -> float:
    """Akaike's criterion (1974) minus that of uniform, which has no parameter: below 0 if the model is better."""
    return 2 - 2 * (found.log_likelihood - even)


def luck(found: Fit, even: float) -> float:
    """The p-value of a likelihood ratio test of uniform against a model. even: the log-likelihood of uniform.

    Uniform lies at the edge of the parameter range. If it is true, the model is no better in half of the cases, and so
    the p-value is halved (Chernoff, 1954).
    """
    return erfc(sqrt(max(0.0, found.log_likelihood - even))) / 2


def chance(one: Fit, other: Fit) -> float:
    """The p-value of the hypothesis that two models are equally good: Vuong's test (1989).

    It is for models of which neither is a special case of the other. It takes the mean and the standard deviation of
    the differences of their log-probabilities, move by move.
    """
    differences = [first - second for first, second in zip(one.logs, other.logs, strict=True)]
    mean = fsum(differences) / len(differences)
    spread = sqrt(fsum((difference - mean) ** 2 for difference in differences) / len(differences))
    if spread <= ROUNDING:  # if all differences are equal, they tell nothing about other moves
        return 1.0
    return erfc(abs(mean) * sqrt(len(differences) / 2) / spread)
