"""How good a move was: winning chances, accuracy and judgements, by the published formulas of Lichess.

https://lichess.org/page/accuracy has the winning chances of a score and the accuracy of a move. The thresholds of the
judgements, and the accuracy of a game, are those of Lichess's server (lila: Advice.scala, AccuracyPercent.scala). Its
curve was fitted to scores in centipawns. In games with other scores, sure results are what counts. In a game for one, a
guess is judged by the utility that it loses, with the same thresholds.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from statistics import harmonic_mean, pstdev

from ..engine.results import Score

STEEPNESS = 0.00368208  # of winning chances, for each centipawn
MOST = 1000  # centipawns: larger scores, and mates, count as this
DECIDED, NEARLY = 999, 700  # centipawns beyond which a missed or allowed mate is an inaccuracy, a mistake
LOSSES = ((0.3, "blunder"), (0.2, "mistake"), (0.1, "inaccuracy"))  # of winning chances, from -1 to 1
MARKS = {"blunder": "??", "mistake": "?", "inaccuracy": "?!", "": ""}
WINDOWS = (2, 8)  # moves in a window, least and most; the spread of the chances in it weighs an accuracy
WEIGHTS = (0.5, 12.0)  # of an accuracy: the least and the most


def win_percent(score: Score, par: float = 0.0) -> float:
    """Return the winning chances of the side to move, in percent; a draw is half a win.

    par: of a game for one, in which nobody wins; else 0. There, the expected utility counts, without bounds: a utility
    of `par` is 50 percent.
    """
    if par:
        return 50.0 * score.value / par
    if score.result is not None and not score.bound:
        return 50.0 + 50.0 * score.result
    return 100.0 / (1.0 + exp(-STEEPNESS * max(-MOST, min(MOST, centi(score)))))


def centi(score: Score) -> int:
    """Return a score in hundredths. A forced win or loss is plus or minus MOST; one that is not sure is 0."""
    if score.plies is None:
        return score.centi
    return MOST if won(score) else -MOST if lost(score) else 0


def judge(best: Score, played: Score, par: float = 0.0) -> str:
    """Return a key of MARKS. The scores are from the mover's view: of the best move, and of the played move.

    par: see `win_percent`.
    """
    if par:
        return by_loss((best.value - played.value) / par)
    if best.result is not None and played.result is not None and not (best.bound or played.bound):
        return "blunder" if played.result < best.result else ""
    could, can = won(best), won(played)
    if could and not can:
        return grade(played.centi) if not lost(played) else "blunder"
    if lost(played) and not lost(best):
        return grade(-best.centi)
    if could or lost(best):
        return ""
    return by_loss((win_percent(best) - win_percent(played)) / 50.0)


def by_loss(loss: float) -> str:
    return next((name for least, name in LOSSES if loss >= least), "")


def grade(centipawns: int) -> str:
    """Judge a missed or an allowed mate. centipawns: the mover's advantage after it, or the disadvantage before it."""
    return "inaccuracy" if centipawns > DECIDED else "mistake" if centipawns > NEARLY else "blunder"


def won(score: Score) -> bool:
    """Return whether it is a forced win. 0 plies alone do not show the winner, and an upper bound proves no win."""
    if score.plies is None or score.bound in ("upper", "unknown"):
        return False
    return score.plies > 0 or (score.plies == 0 and score.result == 1)


def lost(score: Score) -> bool:
    """Return whether it is a forced loss. A lower bound, "at least a loss in 8", proves no loss."""
    if score.plies is None or score.bound in ("lower", "unknown"):
        return False
    return score.plies < 0 or (score.plies == 0 and score.result != 1)


def moves_to_end(score: Score) -> int | None:
    """Return the winner's moves to a forced end, negative for a loss; None if no end is forced."""
    if score.plies is None or not (won(score) or lost(score)):
        return None
    moves = (abs(score.plies) + 1) // 2
    return moves if won(score) else -moves


def move_accuracy(best: Score, played: Score, par: float) -> float:
    """Return the accuracy by the scores of the best and the played move; in a game for one, by the lost utility."""
    if par:
        return accuracy(100.0, 100.0 - 50.0 * (best.value - played.value) / par)
    return accuracy(win_percent(best), win_percent(played))


def accuracy(before: float, after: float) -> float:
    """Return the accuracy of a move, 0 to 100, by the mover's winning chances in percent, before and after it."""
    if after >= before:
        return 100.0
    found = 103.1668100711649 * exp(-0.04354415386753951 * (before - after)) - 3.166924740191411
    return max(0.0, min(100.0, found + 1.0))  # one more, as the search that judges it errs, too


def game_accuracy(percents: Sequence[float], first: int) -> tuple[float | None, float | None]:
    """Return the accuracy of both players; None for a player without a move. first: the player of the first move.

    percents: player 0's winning chances, before the first move and after each.

    It is the mean of two means: one weighted by how much the chances change around a move, and the harmonic one.
    """
    moves = len(percents) - 1
    size = max(WINDOWS[0], min(WINDOWS[1], moves // 10))
    found: tuple[list[tuple[float, float]], list[tuple[float, float]]] = ([], [])
    for move in range(moves):
        begin = max(0, move + 2 - size)
        weight = max(WEIGHTS[0], min(WEIGHTS[1], pstdev(percents[begin : begin + size])))
        before, after = percents[move], percents[move + 1]
        mover = (first + move) % 2
        value = accuracy(before, after) if mover == 0 else accuracy(100.0 - before, 100.0 - after)
        found[mover].append((value, weight))
    return mean(found[0]), mean(found[1])


def mean(weighted: Sequence[tuple[float, float]]) -> float | None:
    if not weighted:
        return None
    total = sum(weight for _, weight in weighted)
    plain = sum(value * weight for value, weight in weighted) / total
    return (plain + harmonic_mean([max(1.0, value) for value, _ in weighted])) / 2.0
