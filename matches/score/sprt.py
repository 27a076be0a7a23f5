"""The sequential probability ratio test: play on until the results tell which of two Elo differences it is.

A. Wald, "Sequential Tests of Statistical Hypotheses" (1945): stop when the log-likelihood ratio (LLR) of the two leaves
the interval from log(beta / (1 - alpha)) to log((1 - beta) / alpha). An Elo difference alone is no law of results, so
the generalized test (M. Van den Bergh, "The Generalized Sequential Probability Ratio Test") takes, of all laws with
that difference, the one under which what was seen is likeliest. That law has a closed form but for one number:

    p[i] = n[i] / N / (1 + x h[i])      x such that sum(p[i] h[i]) = 0

for n[i] results of N and any constraint sum(p[i] h[i]) = 0 (A. Owen's empirical likelihood). The likelihood of the
results under it, beside the greatest possible one, is exp(-sum(n[i] log(1 + x h[i]))).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log, sqrt

from .statistics import NORMALIZED_ELO, Counts, expected_score

MODELS = ("logistic", "normalized", "bayesian")
MOST = 4000.0  # Elo of a hypothesis, either way; beyond, expected scores run into 0 and 1
UNSEEN = 0.001  # how often a result that never came counts, so that no law excludes it (fishtest's figure)
STILL = 1e-10  # a multiplier that moves by less than this part of its range is found
SETTLED = 1e-6  # so is a law whose moments change by less than this part of its deviation: the LLR hangs on the square
FAR = 0.05  # nats a result by which a law misses the results from which there may be a nearer one
STEPS = 500  # of an iteration: more than any was seen to take

PAIR_SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)  # points per game of the two games of a pair
GAME_SCORES = (0.0, 0.5, 1.0)


@dataclass(frozen=True)
class Sprt:
    """A test of H0, the difference is elo0, against H1, it is elo1; fastchess and cutechess have the same parameters.

    alpha: the chance to accept H1 where elo0 is true; beta: to accept H0 where elo1 is true. model: in what the
    hypotheses are given: "normalized" (Elo per standard deviation of a game, as Estimate.nelo: the length of the test
    then hardly depends on how many games are drawn; fastchess's default too), "logistic" (Elo of the mean score) or
    "bayesian" (BayesElo).
    Raises ValueError, in one line, for hypotheses not in order or beyond 4000 Elo, for alpha or beta not between 0 and
    0.5, and for a model not known.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05
    model: str = "normalized"

    def __post_init__(self) -> None:
        if not self.elo0 < self.elo1:
            raise ValueError(f"elo0 must be less than elo1, not {self.elo0:g} and {self.elo1:g}")
        if not -MOST <= self.elo0 < self.elo1 <= MOST:
            raise ValueError(f"elo0 and elo1 must lie within {MOST:g} Elo, not {self.elo0:g} and {self.elo1:g}")
        for name, value in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < value < 0.5:
                raise ValueError(f"{name} must lie between 0 and 0.5, not {value:g}")
        if self.model not in MODELS:
            raise ValueError(f"no SPRT model {self.model!r}; there are: {', '.join(MODELS)}")

    @property
    def lower(self) -> float:
        """The LLR at which H0 is accepted."""
        return log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """The LLR at which H1 is accepted."""
        return log((1 - self.beta) / self.alpha)

    def verdict(self, counts: Counts) -> str | None:
        """ "H0" or "H1" if the results suffice to accept it, None if play must go on."""
        llr = self.llr(counts)
        if llr >= self.upper:
            return "H1"
        return "H0" if llr <= self.lower else None

    def progress(self, llr: float) -> float:
        """How much of the way to its bound an LLR has gone, 1 at the bound; negative on the way to H0."""
        return llr / (self.upper if llr > 0 else -self.lower)

    def llr(self, counts: Counts) -> float:
        """The log-likelihood ratio of H1 to H0; 0 without results.

        From the pairs as soon as there are any: games of no complete pair then wait for their second. From single games
        without pairs, and always in the bayesian model, which knows only those.
        """
        if any(counts.pairs) and self.model != "bayesian":
            return self.llr_pentanomial(counts)
        return self.llr_trinomial(counts)

    def llr_pentanomial(self, counts: Counts) -> float:
        """The log-likelihood ratio from the complete pairs alone; ValueError in the bayesian model."""
        if self.model == "bayesian":
            raise ValueError("the bayesian model has no law of pairs: take llr_trinomial")
        # Two games to a pair: its score, the mean of the two, varies less than a game's by the root of 2.
        return self.generalized(counts.pairs, PAIR_SCORES, NORMALIZED_ELO / sqrt(2))

    def llr_trinomial(self, counts: Counts) -> float:
        """The log-likelihood ratio from wins, draws and losses, as if every game were independent of the others."""
        if self.model == "bayesian":
            return bayesian(counts, self.elo0, self.elo1)
        return self.generalized((counts.losses, counts.draws, counts.wins), GAME_SCORES, NORMALIZED_ELO)

    def generalized(self, results: Sequence[int], scores: Sequence[float], sigma: float) -> float:
        """The LLR of results with these scores; sigma: normalized Elo that make one standard deviation of them."""
        if not any(results):
            return 0.0
        seen = [float(count) or UNSEEN for count in results]
        if self.model == "normalized":
            return misfit_of_t(seen, scores, self.elo0 / sigma) - misfit_of_t(seen, scores, self.elo1 / sigma)
        return misfit_of_mean(seen, scores, self.elo0) - misfit_of_mean(seen, scores, self.elo1)


def bayesian(counts: Counts, elo0: float, elo1: float) -> float:
    """The LLR in BayesElo's model (R. Coulom; P. Rao and L. Kupper, 1967), drawelo taken from the counts.

    P(win) = 1 / (1 + 10^((drawelo - elo) / 400)), P(loss) the same of -elo, drawn is the rest; drawelo is the one that
    gives the seen shares of wins w and losses l: 10^(drawelo / 200) = (1 - w) (1 - l) / (w l). The rest factors:
    P(draw) = P(win) P(loss) (10^(drawelo / 200) - 1), so that a draw counts as a win and a loss, and no more. With
    hypotheses 80 Elo apart and more, alpha is somewhat exceeded: drawelo then comes from few games. Without a win or
    without a loss there is no such drawelo, and the LLR is 0, as in fastchess.
    """
    if not counts.wins or not counts.losses:
        return 0.0
    wins, draws, losses = counts.wins, counts.draws or UNSEEN, counts.losses
    drawn = sqrt((draws + losses) * (wins + draws) / (wins * losses))  # 10^(drawelo / 400)
    llr = 0.0
    for elo, sign in ((elo1, 1), (elo0, -1)):
        strength = 10 ** (elo / 400)
        llr -= sign * (wins + draws) * log(1 + drawn / strength)
        llr -= sign * (losses + draws) * log(1 + drawn * strength)
    return llr


def misfit_of_mean(results: Sequence[float], scores: Sequence[float], elo: float) -> float:
    """Log-likelihood that the results lose under the likeliest law whose mean score is that of an Elo difference."""
    mean = expected_score(elo)
    constraint = [score - mean for score in scores]
    return misfit(results, constraint, multiplier(results, constraint))


def misfit_of_t(results: Sequence[float], scores: Sequence[float], t: float) -> float:
    """Log-likelihood that the results lose under the likeliest law whose mean is 1/2 + t standard deviations.

    The constraint is not linear, but its derivative is: about a law of mean m and standard deviation s it is
    h[i] = a[i] - 1/2 - t s (1 + ((a[i] - m) / s)^2) / 2, and the likeliest law under that gives the next m and s
    (M. Van den Bergh, "Comments on Normalized Elo", 4.1: fishtest's way). For t > 0 the linear constraint is nowhere
    above the true one and touches it at m and s: begun at a law that meets the constraint, every step can be done. A
    negative t is a positive one seen from the other side.

    Where the results score less than t asks for, there may be several laws from which no step leads on: if the first
    found is far from the results, others are looked for from wider laws. Not so for results that score more: the laws
    that score no more than t asks for are a convex set.
    """
    if t < 0:
        return misfit_of_t(results[::-1], scores, -t)
    if t == 0:
        return misfit_of_mean(results, scores, 0)
    mean, deviation = moments(results, scores)
    widest = 0.5 / sqrt(1 + t * t)  # of the law of 0 and 1 alone that meets the constraint: none is wider
    found = settled(results, scores, t, min(deviation, widest))
    if found is not None and (mean - 0.5 >= t * deviation or found <= FAR * sum(results)):
        return found
    others = (settled(results, scores, t, wide) for wide in (widest, widest / 2))
    return min(lost for lost in (found, *others) if lost is not None)


def settled(results: Sequence[float], scores: Sequence[float], t: float, deviation: float) -> float | None:
    """The misfit to which the steps lead from a law of this deviation; None if no law on the scores meets t with it."""
    mean = 0.5 + t * deviation
    constraint = tangent(scores, t, mean, deviation)
    if max(constraint) <= 0:
        return None
    for _ in range(STEPS):
        x = multiplier(results, constraint)
        before, around = deviation, mean
        mean, deviation = moments([n / (1 + x * h) for n, h in zip(results, constraint, strict=True)], scores)
        if abs(deviation - before) + abs(mean - around) <= SETTLED * deviation:
            return misfit(results, constraint, x)
        constraint = tangent(scores, t, mean, deviation)
    raise ArithmeticError(f"no likeliest law found for results {results} at t = {t}")


def tangent(scores: Sequence[float], t: float, mean: float, deviation: float) -> list[float]:
    """The constraint on t, made linear about a law with this mean and standard deviation."""
    level = 0.5 + t * deviation / 2
    curve = t / (2 * deviation)
    return [a - level - curve * (a - mean) ** 2 for a in scores]


def moments(results: Sequence[float], scores: Sequence[float]) -> tuple[float, float]:
    """The mean and the standard deviation of the scores."""
    size = sum(results)
    mean = sum([count * a for count, a in zip(results, scores, strict=True)]) / size
    return mean, sqrt(sum([count * (a - mean) ** 2 for count, a in zip(results, scores, strict=True)]) / size)


def misfit(results: Sequence[float], constraint: Sequence[float], x: float) -> float:
    return sum([count * log(1 + x * h) for count, h in zip(results, constraint, strict=True)])


def multiplier(results: Sequence[float], constraint: Sequence[float]) -> float:
    """The x for which sum(results[i] h[i] / (1 + x h[i])) = 0; needs an h below 0 and one above.

    That sum falls from inf to -inf between the poles, and no p[i] is above 1, so that 1 + x h[i] is at least
    results[i] / N. Between these bounds Newton's steps, and halving where one leads out of what is left.
    """
    size = sum(results)
    bounds = [(count / size - 1) / h for count, h in zip(results, constraint, strict=True) if h]
    low, high = max([bound for bound in bounds if bound < 0]), min([bound for bound in bounds if bound > 0])
    near = STILL * (high - low)
    x = 0.0
    for _ in range(STEPS):
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
        if not low < x < high:
            x = (low + high) / 2
        if abs(x - before) <= near:
            return x
    raise ArithmeticError(f"no multiplier found for results {results} and constraint {constraint}")
