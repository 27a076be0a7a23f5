"""The sequential probability ratio test: play on until the results tell which of two Elo differences is true.

A. Wald, "Sequential Tests of Statistical Hypotheses" (1945): stop when the log-likelihood ratio (LLR) of the two leaves
the interval from log(beta / (1 - alpha)) to log((1 - beta) / alpha). An Elo difference alone is no law (distribution)
of results. So the generalized test (M. Van den Bergh, "The Generalized Sequential Probability Ratio Test") takes, of
all laws with that difference, the one under which the results are likeliest.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log, log10, sqrt

from .likeliest import misfit_of_mean, misfit_of_t
from .statistics import NORMALIZED_ELO, Counts, expected_score

MODELS = ("logistic", "normalized", "bayesian")
MOST = 4000.0  # Elo of a hypothesis, either way; beyond, expected scores run into 0 and 1
ERROR_RATE = 0.05  # the default of alpha and beta
UNSEEN = 0.001  # the count of a result that never occurred, so that no law excludes it (fishtest's figure)

PAIR_SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)  # points per game of the two games of a pair
GAME_SCORES = (0.0, 0.5, 1.0)


@dataclass(frozen=True)
class Sprt:
    """A test of H0 (the difference is elo0) against H1 (it is elo1). Fastchess and cutechess have the same parameters.

    alpha: the chance to accept H1 if elo0 is true; beta: to accept H0 if elo1 is true. model: the unit of the
    hypotheses: "normalized" (Elo per standard deviation of a game, as Estimate.nelo: the length of the test
    then hardly depends on how many games are drawn; fastchess's default too), "logistic" (Elo of the mean score) or
    "bayesian" (BayesElo).
    Raises ValueError, in one line, for hypotheses not in order or beyond 4000 Elo, for alpha or beta not between 0 and
    0.5, and for an unknown model.
    """

    elo0: float
    elo1: float
    alpha: float = ERROR_RATE
    beta: float = ERROR_RATE
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
        """The share of the way to its bound that an LLR has gone: 1 at the bound of H1, -1 at that of H0."""
        return llr / (self.upper if llr > 0 else -self.lower)

    def llr(self, counts: Counts) -> float:
        """The log-likelihood ratio of H1 to H0; 0 without results.

        From the pairs if games are played in pairs: a game waits for the second one of its pair. Else from wins, draws
        and losses, as if all games were independent. The bayesian model always uses these, as it has no law of pairs.
        """
        if (counts.paired or any(counts.pairs)) and self.model != "bayesian":
            # The score of a pair is the mean of two games, so its deviation is smaller than a game's by the root of 2.
            return self.generalized(counts.pairs, PAIR_SCORES, NORMALIZED_ELO / sqrt(2))
        if self.model == "bayesian" and not (counts.wins and counts.losses):
            return 0.0  # drawelo is not defined
        return self.generalized((counts.losses, counts.draws, counts.wins), GAME_SCORES, NORMALIZED_ELO)

    def generalized(self, results: Sequence[int], scores: Sequence[float], sigma: float) -> float:
        """The LLR of results with these scores; sigma: the normalized Elo of one standard deviation."""
        if not any(results):
            return 0.0
        seen = [float(count) or UNSEEN for count in results]
        return self.misfit(self.elo0, seen, scores, sigma) - self.misfit(self.elo1, seen, scores, sigma)

    def misfit(self, elo: float, seen: Sequence[float], scores: Sequence[float], sigma: float) -> float:
        """Log-likelihood that the results lose under the likeliest law with a difference of elo."""
        if self.model == "normalized":
            return misfit_of_t(seen, scores, elo / sigma)
        mean = bayesian_score(elo, drawelo(seen)) if self.model == "bayesian" else expected_score(elo)
        return misfit_of_mean(seen, scores, mean)


def drawelo(counts: Sequence[float]) -> float:
    """BayesElo's drawelo that gives the seen shares of losses l and wins w: 200 log10((1 - w) (1 - l) / (w l))."""
    losses, draws, wins = counts
    return 200 * log10((draws + losses) * (draws + wins) / (wins * losses))


def bayesian_score(elo: float, drawelo: float) -> float:
    """The mean score of a difference in BayesElo (R. Coulom; P. Rao and L. Kupper, 1967)."""
    return (expected_score(elo - drawelo) + expected_score(elo + drawelo)) / 2
