#!/usr/bin/env python3
"""How much does each technique of the tournament search bring? The search without it is compared with the whole one.

- To a depth, over middlegames of our own: nodes and time as shares of those of the whole search. Below 1, the depth is
  reached sooner without the technique. This does not show what the search then overlooks.
- With --rounds N, in games: the whole search against the search without the technique, at equal time, until an SPRT
  decides. The Elo is the gain by the technique. Techniques with the same purpose are left out together.

Times are processor times. The same command goes on where it was stopped.

    python scripts/experiments/ablation.py --positions 50 --depth 12
    python scripts/experiments/ablation.py --positions 1 --rounds 750 --openings openings.epd --concurrency 2
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import partial
from math import exp, log
from pathlib import Path
from typing import Any

from common.command import FOLDER, make_parser, perform
from common.positions import middlegame
from common.table import Cell, Table
from common.work import Work
from oddsfish.engine import Limits, Session
from oddsfish.engine.games.chess.searches.pvs.techniques import TECHNIQUES
from oddsfish.matches.cli.match_command import EXIT_USAGE
from oddsfish.matches.experiment import (
    GAMES,
    engine_words,
    match_words,
    own_engine,
    play,
    read_command,
    result_lines,
    sprt_words,
)
from oddsfish.matches.score.sprt import Sprt
from oddsfish.protocols.commands.arguments import number

# Techniques with the same purpose, which would replace each other.
GROUPS = (
    ("killers", "counter-moves"),
    ("late-move-pruning", "history-pruning", "exchange-pruning"),
    ("futility", "reverse-futility", "razoring"),
    ("aspiration", "delta"),
)
ALONE = tuple((name,) for name in TECHNIQUES if not any(name in group for group in GROUPS))
SPRT = Sprt(0, 30)
HASH = 64  # megabytes

Entry = list[tuple[int, float]]  # of a position: nodes and seconds, of the whole search and without each technique


def main() -> int:
    parser = make_parser("ablation", __doc__)
    parser.add_argument("--positions", type=number(1), default=20, metavar="N", help="default: %(default)s")
    parser.add_argument("--depth", type=number(1), default=12, metavar="N", help="plies (default: %(default)s)")
    parser.add_argument("--rounds", type=number(1), metavar="N", help="pairs of games of each match, at most")
    parser.add_argument("--tc", default="1+0.01", help="time control of the games (default: %(default)s)")
    parser.add_argument("--engine", metavar="COMMAND", default=own_engine(), help="the frozen build that plays")
    parser.add_argument("--openings", metavar="FILE", help="positions (.epd) or games (.pgn) to begin with")
    parser.add_argument("--concurrency", type=number(1), default=2, help="games at once (default: %(default)s)")
    arguments = parser.parse_args()
    command = read_command(parser, arguments.engine) if arguments.rounds else []
    settings = {"depth": arguments.depth}
    status = perform("ablation", arguments, settings, partial(experiment, arguments))
    for without in (*ALONE, *GROUPS) if arguments.rounds and not status else ():
        status = status or compete(arguments, command, without)
    return status


# To a depth.


def experiment(arguments: Any, work: Work) -> tuple[list[Table], dict[str, Any]]:
    keys = [["depth", place] for place in range(arguments.positions)]
    found = work.collect(partial(measure, arguments.seed, arguments.depth), keys, "positions")
    rows = [row(("none", *TECHNIQUES)[place], [(entry[0], entry[place]) for entry in found]) for place in places()]
    title = f"To depth {arguments.depth}, means of {len(found)} positions: shares of what the whole search takes"
    return [Table("depth", title, ("without", "nodes", "time", "ms"), rows)], {}


def places() -> range:
    return range(len(TECHNIQUES) + 1)


def measure(seed: int, depth: int, key: Sequence[Any]) -> Entry:
    position = middlegame(seed, key[-1])
    return [search(position, depth, without) for without in ("", *TECHNIQUES)]


def search(position: Any, depth: int, without: str) -> tuple[int, float]:
    """The nodes and seconds of one search, with an empty table."""
    session = Session(position)
    for name, value in (("Search", "PVS"), ("Hash", str(HASH)), ("Without", without)):
        session.set_option(name, value)
    session.prepare()
    began = time.process_time()
    result = session.search(Limits(depth=depth))
    return result.nodes, time.process_time() - began


def row(name: str, pairs: Sequence[tuple[tuple[int, float], tuple[int, float]]]) -> tuple[Cell, ...]:
    """A row of the table. Its shares are geometric means, so that all positions count the same."""
    shares = [exp(sum(log(part[of] / whole[of]) for whole, part in pairs) / len(pairs)) for of in (0, 1)]
    return (name, *shares, 1000 * sum(part[1] for _, part in pairs) / len(pairs))


# In games.


def compete(arguments: Any, command: Sequence[str], without: Sequence[str]) -> int:
    """Play the match for one technique or group, and print its result. Return the exit status."""
    folder = (arguments.folder or Path(FOLDER, "ablation")) / " ".join(without)
    arguments.random_plies, arguments.no_adjudication = None, False
    words = [
        *engine_words("whole", command, [f"Hash={HASH}"]),
        *engine_words("without", command, [f"Hash={HASH}", f"Without={' '.join(without)}"]),
        *("-each", f"tc={arguments.tc}", "timemargin=100"),
        *sprt_words(SPRT),
        *match_words(arguments, folder),
    ]
    status = play(words, folder)
    results = folder / f"{GAMES}.results.jsonl"
    if status != EXIT_USAGE and results.exists():
        print(f"\nThe whole search against the one without {' '.join(without)}")
        print(*result_lines(results, SPRT, arguments.tc), "", sep="\n", flush=True)
    return status


if __name__ == "__main__":
    raise SystemExit(main())
