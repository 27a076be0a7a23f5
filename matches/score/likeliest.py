"""The likeliest law (distribution) of results with a given mean score, or with a given normalized Elo.

Under a linear constraint, sum(p[i] h[i]) = 0, the law that makes n[i] results of N likeliest has a closed form, except
for one number, the multiplier x (A. Owen's empirical likelihood):

    p[i] = n[i] / N / (1 + x h[i])      x such that sum(p[i] h[i]) = 0

The likelihood of the results under it, divided by the greatest possible one, is exp(-sum(n[i] log(1 + x h[i]))). The
sum is called the misfit here. Every n[i] must be above 0; then a likeliest law always exists.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, log, sqrt

STILL = 1e-12  # a multiplier is found if it moves by less than this part of its range
SETTLED = 1e-8  # an r is found if it moves by less than this part of itself: the misfit's error is of its square
SLACK = 1e-12  # nats per result by which a law that was not tried may be nearer than the one found


def misfit_of_mean(results: Sequence[float], scores: Sequence[float], mean: float) -> float:
    """Log-likelihood that the results lose under the likeliest law with this mean score."""
    constraint = [score - mean for score in scores]
    return misfit(results, constraint, multiplier(results, constraint))


def misfit_of_t(results: Sequence[float], scores: Sequence[float], t: float) -> float:
    """Log-likelihood that the results lose under the likeliest law whose mean is 1/2 + t standard deviations.

    With b = score - 1/2, c = t / sqrt(1 + t^2) and r = sqrt(E[b^2]) the constraint is E[b] = c r. A negative t is a
    positive one from the view of the other side. Let t > 0. As r is concave, E[b] >= c r means that some tangent of it
    is reached: E[h] >= 0 with h = b - c (b^2 / s + s) / 2 for some s. The best one is s = r.
    """
    if t < 0:
        return misfit_of_t(results[::-1], scores, -t)
    if t == 0:
        return misfit_of_mean(results, scores, 0.5)
    tangents = Tangents(results, [score - 0.5 for score in scores], t / sqrt(1 + t * t))
    return tangents.greatest() if tangents.reached(tangents.seen) else tangents.least()


class Tangents:
    """The constraints E[h] = 0, one for each s, that touch the constraint E[b] = slope r; 0 < slope < 1.

    centred: the scores minus a half, in ascending order. No law has an r above the last of them.
    """

    def __init__(self, results: Sequence[float], centred: Sequence[float], slope: float) -> None:
        self.results, self.centred, self.slope = results, centred, slope
        self.size = sum(results)
        self.seen = sqrt(sum([n * b * b for n, b in zip(results, centred, strict=True)]) / self.size)  # r as seen

    def constraint(self, s: float) -> list[float]:
        return [b - self.slope * (b * b / s + s) / 2 for b in self.centred]

    def reached(self, s: float) -> bool:
        """Whether the results as they are have E[h] >= 0."""
        return sum([n * h for n, h in zip(self.results, self.constraint(s), strict=True)]) >= 0

    def law(self, s: float) -> tuple[float, float, float]:
        """The misfit, the multiplier and the r of the likeliest law with E[h] = 0."""
        constraint = self.constraint(s)
        x = multiplier(self.results, constraint)
        square = sum([n * b * b / (1 + x * h) for n, b, h in zip(self.results, self.centred, constraint, strict=True)])
        return misfit(self.results, constraint, x), x, sqrt(square / self.size)

    def greatest(self) -> float:
        """The misfit of results that score more than the constraint demands.

        The laws that score no more form a convex set, which all the constraints bound. So the answer is the greatest
        misfit under one of them. As a function of s, it has one maximum; below it, the law has r > s, above it r < s.
        """
        greatest = 0.0
        low, high = 0.0, self.centred[-1]
        s = self.seen
        while low < s < high:
            r = self.seen  # at this s, the results reach the constraint
            if self.reached(s):
                lost, _, r = self.law(s)
                greatest = max(greatest, lost)
                if abs(r - s) <= SETTLED * s:
                    break
            low, high = (s, high) if r > s else (low, s)
            s = r if low < r < high else (low + high) / 2
        return greatest

    def least(self) -> float:
        """The misfit of results that score less than the constraint demands.

        It suffices to reach one of the constraints, so the answer is the least misfit under one of them. As a function
        of s, it may have several minima. But a law and its multiplier x (here x < 0) give a lower bound of the misfit
        of all laws with E[b] = slope r: misfit + N x slope (r - s)^2 / (2 s). So each s rules out an interval of r
        around it. The search ends when no interval is left.
        """
        least = inf
        intervals = self.possible()
        s = self.seen
        while intervals:
            low, high = intervals.pop()
            if not low < s < high:
                s = (low + high) / 2
            lost, x, r = self.law(s)
            least = min(least, lost)
            if x >= 0:  # except for rounding, this constraint is reached: no law is nearer than the results themselves
                return least
            radius = sqrt((lost - least + SLACK * self.size) * 2 * s / (-x * self.slope * self.size))
            intervals += [(a, b) for a, b in ((low, s - radius), (s + radius, high)) if a < b]
            s = r
        return least

    def possible(self) -> list[tuple[float, float]]:
        """The disjoint intervals of s in which some h is above 0; elsewhere no law has E[h] = 0."""
        wide = 1 + sqrt(1 - self.slope * self.slope)
        intervals: list[tuple[float, float]] = []
        end = 0.0
        for b in self.centred:
            low, high = max(end, b * self.slope / wide), min(b * wide / self.slope, self.centred[-1])
            if low < high:
                intervals.append((low, high))
                end = high
        return intervals


def misfit(results: Sequence[float], constraint: Sequence[float], x: float) -> float:
    return sum([count * log(1 + x * h) for count, h in zip(results, constraint, strict=True)])


def multiplier(results: Sequence[float], constraint: Sequence[float]) -> float:
    """The x for which sum(results[i] h[i] / (1 + x h[i])) = 0; needs an h below 0 and one above.

    That sum falls from inf to -inf between the poles. No p[i] is above 1, so 1 + x h[i] is at least results[i] / N.
    Between these bounds, it takes Newton's steps if each is at most half as long as the one before, else bisection.
    """
    size = sum(results)
    bounds = [(count / size - 1) / h for count, h in zip(results, constraint, strict=True) if h]
    low, high = max([bound for bound in bounds if bound < 0]), min([bound for bound in bounds if bound > 0])
    step = high - low
    near = STILL * step
    x = 0.0
    while step > near:
        value = slope = 0.0
        for count, h in zip(results, constraint):  # noqa: B905 -- the innermost loop
            part = h / (1 + x * h)
            value += count * part
            slope += count * part * part
        if value > 0:
            low = x
        else:
            high = x
        before = x
        x += value / slope
        if not (low < x < high and abs(x - before) <= step / 2):
            x = (low + high) / 2
        step = abs(x - before)
    return x
