"""Ratings of many players from their results against each other: everybody's expected points are the points made."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import exp, inf, isfinite, log1p, prod, sqrt
from operator import mul

from .statistics import CONFIDENCE, ELO_PER_NAT, HALVINGS, SIGMAS, Counts, elo, expected_score

SETTLED = 1e-6  # nats: the last step changes differences by at most this; the error that it leaves is of its square
NO_GAMES, ONLY_WINS, ONLY_LOSSES = "no games", "only wins", "only losses"
ONE_SIDED = "only wins or only losses against each"

Anchor = tuple[int, float]
Met = list[tuple[int, Counts]]  # whom a player met, and its results against them
Encounter = tuple[int, int, Counts]


@dataclass(frozen=True)
class Rating:
    """How strong a player is, in Elo; a figure that the results do not give is None, all others are finite.

    error: half the width of the 95 % interval of elo.
    remark: why elo is None, else empty.
    group: players of one group can be compared; the largest group is number 1.
    bound: if elo is None, the lowest rating after only wins, or the highest after only losses, on the group's scale.
    """

    elo: float | None
    error: float | None
    games: int
    points: float
    remark: str = ""
    group: int | None = None
    bound: float | None = None


def rate(players: int, counts: Mapping[tuple[int, int], Counts], anchor: Anchor | None = None) -> list[Rating]:
    """The rating of each player; counts[one, other], one < other, are the results of the first.

    The model is R. Bradley's and M. Terry's ("Rank Analysis of Incomplete Block Designs", 1952). A player of rating a
    scores 1 / (1 + 10^((b - a) / 400)) on average against a player of rating b. A draw counts as half a win and half a
    loss. The likelihood is greatest where each player's expected points equal the points made. Ordo solves the same
    equations. Two players differ by exactly the Elo of estimate(), unless a game waits for the other one of its pair:
    here each game counts. The usual models of draws would give another Elo:

    - R. Davidson's (1970) also fits the points, but two players differ by 400 log10(wins / losses). If half of the
      games are drawn, that is twice the usual Elo.
    - P. Rao's and L. Kupper's (1967), which BayesElo uses, has a scale that depends on the draws. BayesElo corrects it.

    Ordo's default scale has 76 % at 202 points, so its Elo is 1.009 of this one. Its option -z 200.24 makes both equal.
    The first move is not in the model, because colours alternate in every encounter. An advantage of 35 Elo makes all
    differences 1 % smaller, as it does in estimate().

    Without an anchor the mean of each group is 0, and errors are those of the difference from this mean. An anchor is
    a player and its rating. It sets the scale of its group, and errors there are those of the difference from it.

    Errors come from the inverse of the observed information, times the dispersion, because draws make results vary
    less (R. Wedderburn, "Quasi-likelihood functions", 1974). For two players this is the error of estimate(), from
    pairs of games if there are any, taken by the slope of Elo's curve.

    The likelihood has a maximum only if each player has a chain of wins or draws to each other (L. Ford, 1957; D.
    Hunter, "MM algorithms for generalized Bradley-Terry models", 2004). The largest sets of such players are the
    groups. Two groups have no games against each other, or one of the two has won them all. A player without a group
    has no rating, except the anchor. Its bound is the rating at which its results have a probability of 5 %, against
    the group that it met most often, with the ratings there taken as exact. ValueError: a wrong pair or anchor.
    """
    check(players, counts, anchor)
    met: list[Met] = [[] for _ in range(players)]
    for (one, other), results in counts.items():
        if results.games:
            met[one].append((other, results))
            met[other].append((one, results.reversed()))
    ratings = [unrated(mine) for mine in met]
    rated = [group for group in connected(met) if len(group) > 1 or (anchor and group == [anchor[0]])]
    for number, group in enumerate(sorted(rated, key=lambda group: (-len(group), group)), 1):
        for place, value, error in fitted(group, met, anchor):
            ratings[place] = replace(ratings[place], elo=value, error=error, remark="", group=number)
    return [bounded(rating, mine, ratings) for rating, mine in zip(ratings, met, strict=True)]


def check(players: int, counts: Mapping[tuple[int, int], Counts], anchor: Anchor | None) -> None:
    for one, other in counts:
        if not 0 <= one < other < players:
            raise ValueError(f"{one}, {other} is not a pair of {players} players, the lower number first, from 0")
    if anchor and not (0 <= anchor[0] < players and isfinite(anchor[1])):
        raise ValueError(f"an anchor is one of {players} players, from 0, and its rating, not {anchor[0]}, {anchor[1]}")


def unrated(met: Met) -> Rating:
    """A player's own results, and why they may give no rating."""
    games, points = sum(results.games for _, results in met), sum((results.points for _, results in met), 0.0)
    remark = ONE_SIDED if 0 < points < games else ONLY_WINS if points else ONLY_LOSSES if games else NO_GAMES
    return Rating(None, None, games, points, remark)


def connected(met: Sequence[Met]) -> list[list[int]]:
    """The largest sets in which each player has a chain of wins or draws to each other, by S. Warshall's algorithm."""
    reached = [  # by each, itself included, as bits: equal for two players who reach each other, and only for them
        sum(1 << other for other, results in mine if results.points) | 1 << place for place, mine in enumerate(met)
    ]
    for via in range(len(met)):
        reached = [mine | reached[via] if mine >> via & 1 else mine for mine in reached]
    groups: dict[int, list[int]] = {}
    for place, mine in enumerate(reached):
        groups.setdefault(mine, []).append(place)
    return list(groups.values())


def fitted(group: Sequence[int], met: Sequence[Met], anchor: Anchor | None) -> Iterator[tuple[int, float, float]]:
    """Each player of the group, its rating, and the error of the rating."""
    fixed, level = anchor if anchor and anchor[0] in group else (group[-1], None)
    order = [place for place in group if place != fixed] + [fixed]
    index = {place: i for i, place in enumerate(order)}
    pairs = [
        (i, index[other], results)
        for i, place in enumerate(order)
        for other, results in met[place]
        if index.get(other, -1) > i
    ]
    ratings, lower = solved(len(order), pairs)
    spread = dispersion(ratings, pairs)
    share = 0.0 if level is not None else 1 / len(order)  # of each rating in the zero of the scale
    zero = -level if level is not None else sum(ratings) * share
    for i, place in enumerate(order):
        error = deviation(lower, [float(i == j) - share for j in range(len(lower))], spread)
        yield place, ratings[i] - zero, SIGMAS * error


def solved(size: int, pairs: Sequence[Encounter]) -> tuple[list[float], list[list[float]]]:
    """The ratings of greatest likelihood, that of the last player 0; and the factor of the information there.

    Newton's method, with a damped step. Let a step change the differences of players who met by at most r nats. Then
    the part log(1 + r) / r of it never lowers the likelihood, as each third derivative along it is at most r times the
    second (T. Sun and Q. Tran-Dinh, "Generalized Self-Concordant Functions", 2019; F. Bach, 2010, for such terms).
    """
    ratings = [0.0] * size
    lower: list[list[float]] = []
    moved = inf
    while moved > SETTLED:
        slope, lower = derivatives(ratings, pairs)
        step = [*backward(lower, forward(lower, slope)), 0.0]
        moved = max([abs(step[one] - step[other]) for one, other, _ in pairs], default=0.0) / ELO_PER_NAT
        part = log1p(moved) / moved if moved else 1.0
        ratings = [rating + part * change for rating, change in zip(ratings, step, strict=True)]
    return ratings, lower


def derivatives(ratings: Sequence[float], pairs: Sequence[Encounter]) -> tuple[list[float], list[list[float]]]:
    """The slope of the log-likelihood by all ratings but the last, and the factor of its information."""
    slope = [0.0] * len(ratings)
    information = [[0.0] * (i + 1) for i in range(len(ratings))]
    for one, other, results in pairs:
        win, loss = expected_score(ratings[one] - ratings[other]), expected_score(ratings[other] - ratings[one])
        # Points less expected points, without a difference of large numbers.
        gain = (results.points * loss - (results.games - results.points) * win) / ELO_PER_NAT
        weight = results.games * win * loss / ELO_PER_NAT**2
        slope[one] += gain
        slope[other] -= gain
        information[one][one] += weight
        information[other][other] += weight
        information[other][one] -= weight
    return slope[:-1], factor(information[:-1])


def factor(lower: list[list[float]]) -> list[list[float]]:
    """The Cholesky factor of a positive definite matrix, which is given by its lower triangle; in place."""
    for i, row in enumerate(lower):
        for j in range(i):
            row[j] = (row[j] - sum(map(mul, row[:j], lower[j]))) / lower[j][j]
        row[i] = sqrt(row[i] - sum(map(mul, row[:i], row)))
    return lower


def forward(lower: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """The x with lower x = right."""
    x: list[float] = []
    for row, value in zip(lower, right, strict=True):
        x.append((value - sum(map(mul, row, x))) / row[-1])
    return x


def backward(lower: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """The x with x lower = right."""
    x = list(right)
    for i in reversed(range(len(x))):
        row = lower[i]
        x[i] = last = x[i] / row[i]
        x[:i] = [value - part * last for value, part in zip(x[:i], row[:i], strict=True)]
    return x


def deviation(lower: Sequence[Sequence[float]], parts: Sequence[float], spread: float) -> float:
    """The standard deviation of a weighted sum of all ratings but the last. parts: the weights."""
    return sqrt(spread * sum(value * value for value in forward(lower, parts)))


def dispersion(ratings: Sequence[float], pairs: Sequence[Encounter]) -> float:
    """The variance of results about their expectation, divided by the variance that they would have without draws.

    A result is a pair of games in an encounter that has pairs, else a game. Fitted ratings lie nearer to the results
    than the true ones; this is corrected for all ratings but two, as estimate() has no such correction. Results that
    all equal their expectation still have an error: that of error_of_alike(), by its slope.
    """
    size, games, squares, variance = 0, 0, 0.0, 0.0
    for one, other, results in pairs:
        win, loss = expected_score(ratings[one] - ratings[other]), expected_score(ratings[other] - ratings[one])
        each = 2 if any(results.pairs) else 1  # games of a result
        kinds = results.pairs if each == 2 else (results.losses, results.draws, results.wins)
        size += sum(kinds)
        games += each * sum(kinds)
        squares += sum(count * (half_points / 2 - each * win) ** 2 for half_points, count in enumerate(kinds))
        variance += each * sum(kinds) * win * loss
    if not size:
        return 0.0  # an anchor alone
    least = games * ((1 - exp(-(SIGMAS**2) / (2 * size))) / SIGMAS) ** 2
    return max(squares / variance * size / (size - len(ratings) + 2), least)


def bounded(rating: Rating, met: Met, ratings: Sequence[Rating]) -> Rating:
    """The same with a bound, after only wins or only losses, if some of them were against rated players."""
    if rating.remark not in (ONLY_WINS, ONLY_LOSSES):
        return rating
    sign = 1 if rating.remark == ONLY_WINS else -1
    groups: dict[int, list[tuple[float, int]]] = {}  # the opponents' ratings, and how many results
    for other, results in met:
        opponent = ratings[other]
        if opponent.group is not None and opponent.elo is not None:
            size = sum(results.pairs) or results.games
            groups.setdefault(opponent.group, []).append((sign * opponent.elo, size))
    if not groups:
        return rating
    group = max(groups, key=lambda number: (sum(size for _, size in groups[number]), -number))
    return replace(rating, group=group, bound=sign * least_rating(groups[group]))


def least_rating(beaten: Sequence[tuple[float, int]]) -> float:
    """The rating at which only wins have a probability of 5 %; beaten: each opponent's rating and number of results."""
    chance = 1 - CONFIDENCE
    size = sum(count for _, count in beaten)
    low = min(rating for rating, _ in beaten) + (elo(chance) or 0.0)
    high = max(rating for rating, _ in beaten) + (elo(chance ** (1 / size)) or 0.0)
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        if prod(expected_score(middle - rating) ** count for rating, count in beaten) < chance:
            low = middle
        else:
            high = middle
    return high
