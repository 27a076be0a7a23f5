"""Statistics of the results of a match: Elo, normalized Elo, likelihood of superiority, and their errors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, exp, fsum, log, log10, pi, sin, sqrt, tan
from operator import add
from statistics import NormalDist

CONFIDENCE = 0.95  # of every interval, as cutechess, fastchess and fishtest have it
SIGMAS = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)  # half of that interval of a normal law, in standard deviations
ELO_PER_NAT = 400 / log(10)  # Elo in which the odds grow by a factor e
NORMALIZED_ELO = 2 * ELO_PER_NAT  # Elo per standard deviation: the slope of elo(score) at a half, 1600 / log(10), / 2
FREEDOM = 100  # degrees of freedom: from here on, Student's quantile comes from its series; below, from its closed form
HALVINGS = 60  # of an interval about 1 wide, down to the last bit of a double

Pairs = tuple[int, int, int, int, int]


@dataclass(frozen=True)
class Counts:
    """Results of one engine against another, from its view.

    pairs: of the complete pairs (an opening played with both colours), how many scored 0, 1/2, 1, 3/2 and 2: the
    pentanomial counts, which fishtest and fastchess write Ptnml(0-2). Their games are in wins, draws and losses too.
    paired: whether games are played in such pairs. Ratios with a divisor of 0 are None.
    """

    wins: int = 0
    draws: int = 0
    losses: int = 0
    pairs: Pairs = (0, 0, 0, 0, 0)
    paired: bool = False

    def __post_init__(self) -> None:
        if min(self.wins, self.draws, self.losses, *self.pairs) < 0:
            raise ValueError(f"counts of games and pairs cannot be negative: {self}")
        single = self.games - 2 * sum(self.pairs)
        if not 0 <= 2 * self.points - sum(i * count for i, count in enumerate(self.pairs)) <= 2 * single:
            raise ValueError(f"the pairs do not fit the wins, draws and losses: {self}")

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        return self.wins + self.draws / 2

    @property
    def score(self) -> float | None:
        """Points per game, 0 to 1."""
        return ratio(self.points, self.games)

    @property
    def draw_ratio(self) -> float | None:
        """Drawn games of all games: DrawRatio of cutechess."""
        return ratio(self.draws, self.games)

    @property
    def even_pairs_ratio(self) -> float | None:
        """Pairs that scored 1 (1-1, or two draws) of all pairs: DrawRatio of fastchess."""
        return ratio(self.pairs[2], sum(self.pairs))

    def __add__(self, other: Counts) -> Counts:
        a, b, c, d, e = map(add, self.pairs, other.pairs)
        wins, draws, losses = self.wins + other.wins, self.draws + other.draws, self.losses + other.losses
        return Counts(wins, draws, losses, (a, b, c, d, e), self.paired or other.paired)

    def reversed(self) -> Counts:
        ll, ld, even, wd, ww = self.pairs
        return Counts(self.losses, self.draws, self.wins, (ww, wd, even, ld, ll), self.paired)


@dataclass(frozen=True)
class Estimate:
    """The difference in strength between two engines, and its error.

    elo: logistic, of the score. nelo: normalized Elo, the score above a half in standard deviations of a game, times
    800 / log(10): unlike Elo it hardly depends on how many games are drawn. elo_error, nelo_error: half the width of
    the 95 % interval. los: the likelihood of superiority, 0 to 1. elo_bound: the least Elo difference, if all games
    were won, or the largest, if all were lost. A figure that the results do not give is None, all others are finite.
    """

    elo: float | None
    elo_error: float | None
    nelo: float | None
    nelo_error: float | None
    los: float
    elo_bound: float | None = None


def estimate(counts: Counts) -> Estimate:
    """The estimate from the complete pairs if there are any; else from the single games.

    The games of a pair depend on each other by their opening, but pairs are independent. So only the variance of pairs
    is right. Games that wait for the other one of their pair are left out. The formulas are those of fastchess, and for
    single games those of cutechess (except for LOS, and for its 1.957 instead of 1.96). With the mean score s of n
    results and their standard deviation d (of the sample, not corrected),

        elo          400 log10(s / (1 - s))
        elo_error    (elo(s + e) - elo(s - e)) / 2      e = 1.96 d / sqrt(n)
        nelo         800 / log(10) (s - 1/2) / g        g = d for games, sqrt(2) d for pairs: per game
        nelo_error   800 / log(10) e / g
        los          Phi((s - 1/2) / (d / sqrt(n)))

    Normalized Elo is M. Van den Bergh's ("Normalized Elo" and "Comments on Normalized Elo"), its factor fishtest's.
    Where those tools print nan or inf:

    - Without results, LOS is a half and the rest is None.
    - If s - e or s + e is not between 0 and 1, elo_error is e times the slope of elo at s (the delta method).
    - If all results are alike, d is 0 and gives no error. The 95 % interval of the likelihood ratio (S. Wilks, 1938)
      has the laws under which other results have a probability of up to q = 1 - exp(-1.96^2 / 2 n). If these were all
      lost, or all won, the mean score would be s - q s, or s + q (1 - s). elo_error is half of the Elo interval between
      these scores. At a score of a half, normalized Elo is 0 with its usual error, from which d cancels out, and LOS
      is a half. At other scores, normalized Elo is None, and LOS 0 or 1.
    - After only wins or only losses, Elo and its error are None. elo_bound is exact (Clopper and Pearson, 1934): the
      Elo of the score at which so many wins, or pairs of wins, in a row have a probability of 5 %.
    """
    paired = any(counts.pairs)
    results = counts.pairs if paired else (counts.losses, counts.draws, counts.wins)
    size = sum(results)
    if not size:
        return Estimate(None, None, None, None, los=0.5)
    step = 1 / (len(results) - 1)
    score = sum(i * count for i, count in enumerate(results)) * step / size
    per_game = sqrt(2) if paired else 1.0
    nelo_error = NORMALIZED_ELO * SIGMAS / sqrt(size) / per_game
    if max(results) == size:
        even = score == 0.5
        swept = elo((1 - CONFIDENCE) ** (1 / size)) or 0.0
        return Estimate(
            elo=elo(score),
            elo_error=error_of_alike(score, size),
            nelo=0.0 if even else None,
            nelo_error=nelo_error if even else None,
            los=0.5 if even else float(score > 0.5),
            elo_bound=swept if score == 1 else -swept if score == 0 else None,
        )
    deviation = sqrt(sum(count * (i * step - score) ** 2 for i, count in enumerate(results)) / size)
    return Estimate(
        elo=elo(score),
        elo_error=error_of_elo(score, SIGMAS * deviation / sqrt(size)),
        nelo=NORMALIZED_ELO * (score - 0.5) / (deviation * per_game),
        nelo_error=nelo_error,
        los=NormalDist().cdf((score - 0.5) * sqrt(size) / deviation),
    )


def error_of_elo(score: float, error: float) -> float:
    """Half the width of the Elo interval of a mean score between 0 and 1 with this error."""
    low, high = elo(score - error), elo(score + error)
    if low is None or high is None:
        return ELO_PER_NAT * error / (score * (1 - score))
    return (high - low) / 2


def error_of_alike(score: float, size: int) -> float | None:
    """The same for `size` results that all have this score; None if it is 0 or 1."""
    others = 1 - exp(-(SIGMAS**2) / (2 * size))
    low, high = elo(score - others * score), elo(score + others * (1 - score))
    return None if low is None or high is None else (high - low) / 2


def elo(score: float) -> float | None:
    """The Elo difference of a mean score (A. Elo's logistic curve); None unless it is between 0 and 1."""
    return 400 * log10(score / (1 - score)) if 0 < score < 1 else None


def expected_score(elo: float) -> float:
    """The mean score of an Elo difference: the inverse of elo()."""
    # Two forms are equal. This one has a small power; the other one overflows beyond 120 000 Elo.
    power = 10 ** (-abs(elo) / 400)
    return 1 / (1 + power) if elo >= 0 else power / (1 + power)


def mean_interval(values: Sequence[float]) -> tuple[float | None, float | None]:
    """The mean of independent values and half the width of its interval, by Student's t.

    Without values, both are None. With a single value, the width is None.
    """
    size = len(values)
    if size < 2:
        return (values[0], None) if size else (None, None)
    mean = fsum(values) / size
    variance = fsum((value - mean) ** 2 for value in values) / (size - 1)
    return mean, student(CONFIDENCE, size - 1) * sqrt(variance / size)


def student(confidence: float, freedom: int) -> float:
    """The bound below which |t| stays with this probability, for Student's t with these degrees of freedom.

    Bisection, from the closed form of that probability (M. Abramowitz, I. Stegun, Handbook of Mathematical Functions,
    26.7.3 and 26.7.4); for many degrees by the series in their inverse (26.7.5).
    """
    if freedom >= FREEDOM:
        x = NormalDist().inv_cdf((1 + confidence) / 2)
        return (
            x
            + (x**3 + x) / (4 * freedom)
            + (5 * x**5 + 16 * x**3 + 3 * x) / (96 * freedom**2)
            + (3 * x**7 + 19 * x**5 + 17 * x**3 - 15 * x) / (384 * freedom**3)
            + (79 * x**9 + 776 * x**7 + 1482 * x**5 - 1920 * x**3 - 945 * x) / (92160 * freedom**4)
        )
    low, high = 0.0, pi / 2
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        if within(middle, freedom) < confidence:
            low = middle
        else:
            high = middle
    return sqrt(freedom) * tan(low)


def within(angle: float, freedom: int) -> float:
    """The probability that |t| < sqrt(freedom) tan(angle)."""
    odd = freedom % 2
    term, total = (cos(angle), 0.0) if odd else (1.0, 0.0)
    for i in range(1 + odd, freedom, 2):
        total += term
        term *= cos(angle) ** 2 * i / (i + 1)
    return 2 / pi * (angle + sin(angle) * total) if odd else sin(angle) * total


def ratio(dividend: float, divisor: float) -> float | None:
    return dividend / divisor if divisor else None
