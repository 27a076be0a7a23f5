#!/usr/bin/env python3
"""Connect-4: does it pay to choose, among moves of equal exact value, the one after which the opponent errs most?

The solver knows the value of each move, so its player risks nothing. This player starts from drawn and from lost
positions. Three ways to choose are compared, each against the same opponents from the same positions:

- any: any move of the best exact score.
- errors: of these moves, the one after which the model of the opponent gives away most.
- result: the same among all moves with the best result (win, draw or loss), no matter how soon it comes.

Opponents draw their moves by softmax over the values of AlphaBeta at a small depth, or play one of its best moves. The
model is that of the opponent ("itself"), or always softmax at depth 2.

    python scripts/experiments/connect4_errors.py --games 400 --jobs 2
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, partial
from math import exp
from random import Random
from statistics import fmean
from typing import Any

from common.command import make_parser, perform
from common.plots import Plots
from common.table import Cell, Table
from common.work import Work
from oddsfish.engine import Limits, analyse
from oddsfish.engine.games.connect4.position import Connect4Position
from oddsfish.engine.games.connect4.searches.solver.solver import Solver
from oddsfish.engine.position import Win
from oddsfish.matches.score.statistics import mean_interval
from oddsfish.protocols.commands.arguments import number

DISCS = 14  # of a position to start from; the solver's player is to move
RESULTS = {"drawn": 0, "lost": -1}  # of such a position, for the side to move
OPPONENTS = {  # depth and temperature, in centi-units; 0 for one of the best moves
    "softmax, depth 1": (1, 200.0),
    "softmax, depth 2": (2, 200.0),
    "softmax, depth 4": (4, 200.0),
    "AlphaBeta, depth 2": (2, 0.0),
    "AlphaBeta, depth 4": (4, 0.0),
    "AlphaBeta, depth 6": (6, 0.0),
}
USUAL = "softmax, depth 2"
WAYS = ("any", "errors of itself", "result, errors of itself", f"errors of {USUAL}")


def main() -> int:
    parser = make_parser("connect4_errors", __doc__)
    parser.add_argument("--games", type=number(2), default=400, metavar="N", help="of a cell (default: %(default)s)")
    arguments = parser.parse_args()
    return perform("connect4_errors", arguments, {}, partial(experiment, arguments.seed, arguments.games))


def experiment(seed: int, games: int, work: Work) -> tuple[list[Table], Plots]:
    keys = [
        [start, opponent, way, place] for start in RESULTS for opponent in OPPONENTS for way in WAYS
        for place in range(games)
    ]  # fmt: skip
    scores = work.collect(partial(play, seed), keys, "games")
    rows: list[tuple[Cell, ...]] = []
    for begin in range(0, len(keys), games):
        found = scores[begin : begin + games]
        base = scores[begin // (games * len(WAYS)) * games * len(WAYS) :][:games]
        more, error = mean_interval([one - other for one, other in zip(found, base, strict=True)])
        start, opponent, way = map(str, keys[begin][:3])
        rows.append((start, opponent, way, games, fmean(found), more, error))
    columns = ("start", "opponent", "way", "games", "score", "more than any", "+/-")
    return [Table("results", "Moves of equal value in Connect-4", columns, rows)], {}


def play(seed: int, key: Sequence[Any]) -> float:
    """Play a game; return the score of the solver's player."""
    start, opponent, way, place = key
    position = begin_at(start, Random(f"{seed} {start} {place}"))
    us = position.player()
    random = Random(f"{seed} game {start} {opponent} {place}")
    while (end := position.ending()) is None:
        if position.player() == us:
            position.play(choose(position, way, opponent, random))
        else:
            found = likely(position, OPPONENTS[opponent])
            position.play(random.choices(list(found), list(found.values()))[0])
    return float(end.player == us) if isinstance(end, Win) else 0.5


def begin_at(start: str, random: Random) -> Connect4Position:
    """A random position with this result for the side to move."""
    while True:
        position = Connect4Position()
        for _ in range(DISCS):
            if position.ending() is None:
                position.play(random.choice(list(position.moves())))
        if position.ending() is None and sign(solver().solve(position, weak=True)) == RESULTS[start]:
            return position


def choose(position: Connect4Position, way: str, opponent: str, random: Random) -> int:
    by_result = way.startswith("result")
    best = equal(position, by_result)
    random.shuffle(best)
    if way == "any" or len(best) == 1:
        return best[0]
    model = OPPONENTS[USUAL if way.endswith(USUAL) else opponent]
    return max(best, key=lambda move: given_away(position, move, model))


def equal(position: Connect4Position, by_result: bool) -> list[int]:
    """The moves of the best exact score, or of the best result."""
    scores = {move: score for move, score in enumerate(solver().scores(position, weak=by_result)) if score is not None}
    best = max(map(sign, scores.values())) if by_result else max(scores.values())
    return [move for move, score in scores.items() if (sign(score) if by_result else score) == best]


def given_away(position: Connect4Position, move: int, model: tuple[int, float]) -> float:
    """The points that a reply to a move is expected to give away."""
    position.play(move)
    found = 0.0
    if position.ending() is None:
        results = {reply: sign(score or 0) for reply, score in enumerate(solver().scores(position, weak=True))}
        chances = likely(position, model)
        best = max(results[reply] for reply in chances)
        found = sum(chance * (best - results[reply]) / 2 for reply, chance in chances.items())
    position.undo()
    return found


def likely(position: Connect4Position, model: tuple[int, float]) -> Mapping[int, float]:
    """The probability of each move of an opponent."""
    depth, temperature = model
    lines = analyse(position, "AlphaBeta", Limits(depth=depth), multipv=7).lines
    values = {position.parse(line.move): line.score.value for line in lines}
    best = max(values.values())
    if temperature:
        weights = {move: exp(100 * (value - best) / temperature) for move, value in values.items()}
    else:
        weights = {move: float(value == best) for move, value in values.items()}
    total = sum(weights.values())
    return {move: weight / total for move, weight in weights.items()}


def sign(score: int) -> int:
    return (score > 0) - (score < 0)


@cache
def solver() -> Solver:
    return Solver(hash=32)


if __name__ == "__main__":
    raise SystemExit(main())
