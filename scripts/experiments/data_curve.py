#!/usr/bin/env python3
"""How strong is a network, by the number of positions that it was trained on?

For each size, a network is trained on the first games of a file of positions (`oddsfish learn generate chess`) that
together have this number of positions. All networks are trained on about equally many samples: the fewer positions, the
more passes. Training does not stop early. The loss is measured on games that are held out for all of them. Then each
network plays a match against the network that ships, with a fixed number of nodes for each move. Needs PyTorch. The
same command goes on where it was stopped; networks and games are kept in the folder.

    python scripts/experiments/data_curve.py chess.positions --sizes 3000000,10000000,30000000
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from common.command import FOLDER, make_parser, perform
from common.table import Cell, Table
from common.work import Work
from oddsfish.engine import games
from oddsfish.engine.net import network
from oddsfish.engine.support.system import split_words
from oddsfish.learning.libraries import check_torch
from oddsfish.learning.networks.checkpoint import network_of
from oddsfish.learning.networks.gathering import inputs_for, tested_path
from oddsfish.learning.networks.samples import read
from oddsfish.learning.networks.training import Plan, State, Training
from oddsfish.learning.positions.reader import Reader
from oddsfish.matches.experiment import (
    DRAW,
    GAMES,
    RANDOM_PLIES,
    RESIGN,
    engine_words,
    own_engine,
    play,
    read_standings,
)
from oddsfish.matches.match import EXIT_SIGNAL
from oddsfish.matches.score.statistics import estimate
from oddsfish.protocols.commands.arguments import number
from oddsfish.protocols.commands.progress import Progress
from oddsfish.protocols.learn.steps import shuffle

NAME = "data_curve"
CHESS = games.find("chess")
HASH = "Hash=8"


def sizes(text: str) -> list[int]:
    return sorted(map(number(1), text.split(",")))


def main() -> int:
    parser = make_parser(NAME, __doc__)
    parser.add_argument("file", type=Path, help="file of positions")
    known = "numbers of positions, separated by commas"
    parser.add_argument("--sizes", type=sizes, required=True, metavar="N,N,...", help=known)
    parser.add_argument("--hidden", type=number(32), default=128, metavar="N", help="default: %(default)s")
    samples = "that each network is trained on (default: %(default)s)"
    parser.add_argument("--samples", type=number(1), default=1_000_000_000, metavar="N", help=samples)
    parser.add_argument("--games", type=number(2), default=4000, metavar="N", help="of each (default: %(default)s)")
    parser.add_argument("--nodes", type=number(1), default=5000, metavar="N", help="a move (default: %(default)s)")
    arguments = parser.parse_args()
    names = ("hidden", "samples", "games", "nodes")
    settings = {"file": arguments.file.name, **{name: getattr(arguments, name) for name in names}}
    settings["largest"] = arguments.sizes[-1]  # its held-out games give all validation losses
    return perform(NAME, arguments, settings, partial(experiment, arguments))


def experiment(arguments: Any, work: Work) -> tuple[list[Table], dict[str, Any]]:
    check_torch()
    jobs, work.jobs = work.jobs, 1  # training and matches use all of them, one after the other
    rows: list[tuple[Cell, ...]] = []
    for size in reversed(arguments.sizes):  # the largest first, as all are measured on its held-out games
        (trained,) = work.collect(partial(train, arguments), [["training", size]], "networks")
        (played,) = work.collect(partial(match, arguments, jobs), [["match", size]], "matches")
        rows.append((f"{size:,}", *trained, *played))
    columns = ("positions", "different", "epochs", "loss", "validation", "Elo", "error", "games")
    return [Table(NAME, "Elo against the network that ships, by the number of positions", columns, rows[::-1])], {}


def folder_of(arguments: Any) -> Path:
    return Path(arguments.folder or FOLDER / NAME)


def train(arguments: Any, key: Sequence[Any]) -> tuple[int, int, float, float]:
    """Train a network and write it. Return different samples, epochs, the training loss and the validation loss."""
    _, size = key
    folder = folder_of(arguments)
    samples, tested = (folder / f"{each}.npy" for each in (size, arguments.sizes[-1]))
    if not samples.exists():
        positions = folder / f"{size}.positions"
        cut(arguments.file, size, positions)
        shuffle([positions], CHESS, samples, arguments.seed)
        positions.unlink()
    inputs = inputs_for(CHESS)
    count = len(read(samples, inputs))
    epochs = max(1, round(arguments.samples / count))
    plan = Plan(hidden=arguments.hidden, epochs=epochs, patience=0, seed=arguments.seed)
    last = State(0, 0, 0.0, None)

    def report(state: State) -> None:
        nonlocal last
        last = state
        progress.show(state.step, state.steps)

    checkpoint = folder / f"{size}.state"
    with Progress("steps") as progress:
        Training(samples, CHESS.name, inputs, plan, checkpoint, report, tested=tested_path(tested)).run()
    network.write(network_of(checkpoint, f"{size:,} positions of {arguments.file.name}"), folder / f"{size}.net")
    samples.unlink()
    return count, epochs, last.trained, last.tested or 0.0


def cut(path: Path, size: int, output: Path) -> None:
    """Write the first games of a file that together have `size` positions. ValueError if the file has fewer."""
    with Reader(path) as reader:
        found = 0
        for block in reader.blocks():
            found += len(block)
            if found >= size:
                break
        else:
            raise ValueError(f"{path} has {found:,} positions, not {size:,}")
        with path.open("rb") as file, output.open("wb") as first:
            left = reader.end
            while left:
                left -= first.write(file.read(min(left, 2**24)))


def match(arguments: Any, jobs: int, key: Sequence[Any]) -> tuple[float | None, float | None, int]:
    """Play against the network that ships. Return the Elo, its error and the number of games."""
    _, size = key
    folder = folder_of(arguments) / f"match {size}"
    command = split_words(own_engine())
    if not command:
        raise ValueError("no oddsfish is installed beside this Python or on PATH, to play the match")
    file = (folder_of(arguments) / f"{size}.net").resolve()
    words = [
        *engine_words(f"{size:,}", command, [HASH, "Evaluation=Net", f"EvalFile={file}"]),
        *engine_words("shipped", command, [HASH, "Evaluation=Net"]),
        *("-each", f"nodes={arguments.nodes}", "-random-plies", str(RANDOM_PLIES), *DRAW, *RESIGN),
        *("-games", "2", "-rounds", str(arguments.games // 2), "-repeat", "-recover"),
        *("-concurrency", str(jobs), "-srand", str(arguments.seed), "-pgnout", f"file={folder / GAMES}", "-resume"),
    ]
    status = play(words, folder)
    if status > EXIT_SIGNAL:
        raise KeyboardInterrupt
    if status:
        raise RuntimeError(f"the match of {size:,} positions was broken off (see above); the same command goes on")
    counts = read_standings(folder / f"{GAMES}.results.jsonl").between(0, 1)
    found = estimate(counts)
    return found.elo, found.elo_error, counts.games


if __name__ == "__main__":
    raise SystemExit(main())
