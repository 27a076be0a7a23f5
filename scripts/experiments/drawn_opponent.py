#!/usr/bin/env python3
"""One search against an opponent whose search, evaluation and depth are drawn again for each game.

The opponent depends only on the seed and the number of the game. Every game begins with 10 random plies of its own,
colours alternate, and a cycle of a player's own moves is a draw. The tables show the results against all opponents, and
by their search, evaluation and depth. The same command goes on where it was stopped.

    python scripts/experiments/drawn_opponent.py --search Expectimax --depth 3 --games 400 --plots
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import Any

from common.command import make_parser, perform
from common.games import Conditions, play_between
from common.players import Side
from common.plots import Plots
from common.results import COLUMNS, TIMES, Results, plots
from common.table import Table
from common.work import Work
from oddsfish.matches.record import Record
from oddsfish.protocols.commands.arguments import number

SEARCHES = ("Minimax", "AlphaBeta", "Expectimax", "BranchLimit", "Random")
EVALUATIONS = ("Material", "Simplified", "SEF")
DEPTHS = (1, 2, 3)


def main() -> int:
    parser = make_parser("drawn_opponent", __doc__)
    parser.add_argument("--search", choices=SEARCHES, default="AlphaBeta", help="default: %(default)s")
    parser.add_argument("--evaluation", choices=EVALUATIONS, default="Simplified", help="default: %(default)s")
    parser.add_argument("--depth", type=number(1), default=2, metavar="N", help="default: %(default)s")
    parser.add_argument("--games", type=number(1), default=400, metavar="N", help="default: %(default)s")
    arguments = parser.parse_args()
    ours = Side(
        f"{arguments.search}, {arguments.evaluation}, depth {arguments.depth}",
        arguments.search,
        arguments.depth,
        (("Evaluation", arguments.evaluation),),
    )
    run = partial(experiment, arguments.seed, ours, arguments.games)
    return perform("drawn_opponent", arguments, {"side": ours.name}, run, ours.name)


def experiment(seed: int, ours: Side, games: int, work: Work) -> tuple[list[Table], Plots]:
    keys = [["game", place] for place in range(games)]
    records = [Record.from_json(fields) for fields in work.collect(partial(play_drawn, seed, ours), keys, "games")]
    drawn = [draw(seed, place) for place in range(games)]
    every = gather(ours, records, ["anybody"] * games)
    traits: dict[str, Callable[[Side], str]] = {
        "searches": lambda side: side.search,
        "evaluations": lambda side: dict(side.options)["Evaluation"],
        "depths": lambda side: f"depth {side.depth}",
    }
    found = {name: gather(ours, records, [trait(side) for side in drawn]) for name, trait in traits.items()}
    rows = [result.row() for results in (every, *found.values()) for result in results]
    title = f"{ours.name}, against an opponent who is drawn for each game"
    by_search = plots(title, every + found["searches"] + found["depths"])
    return [Table("results", title, (*COLUMNS, *TIMES), rows)], by_search


def draw(seed: int, place: int) -> Side:
    """The opponent in a game."""
    random = Random(f"{seed} opponent {place}")
    search, evaluation, depth = random.choice(SEARCHES), random.choice(EVALUATIONS), random.choice(DEPTHS)
    return Side(f"{search}, {evaluation}, depth {depth}", search, depth, (("Evaluation", evaluation),))


def play_drawn(seed: int, ours: Side, key: Sequence[Any]) -> dict[str, Any]:
    # Each game has two numbers, for an opening of its own. With the even one, ours is White.
    place = key[1]
    return play_between(Conditions(seed), ours, draw(seed, place), 2 * place + place % 2)


def gather(ours: Side, records: Sequence[Record], classes: Sequence[str]) -> list[Results]:
    """The results by class of opponent, in alphabetical order."""
    found = {name: Results(ours.name, name) for name in sorted(set(classes))}
    for name, record in zip(classes, records, strict=True):
        found[name].add(record)
    return list(found.values())


if __name__ == "__main__":
    raise SystemExit(main())
