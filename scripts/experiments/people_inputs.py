#!/usr/bin/env python3
"""What does each kind of input bring to the model of people? The model is fitted again without it, and measured.

A table of games is read (as `oddsfish opponent fit-people` reads it). --fit names the sources of the games that the
model is fitted to, and --measure those of other games; of both, --games are drawn. For each kind of input, the table
shows the share of predicted moves, and the nats a move, without this kind. Needs PyTorch. The same command goes
on where it was stopped; the samples are kept in the folder.

    python scripts/experiments/people_inputs.py games.tsv.xz --fit mixed --measure league2 --measure player1 --jobs 2
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

from common.command import FOLDER, make_parser, perform
from common.table import Cell, Table
from common.work import Work
from oddsfish.engine.games.chess.human.reference import MOVE_GROUPS, POSITION_GROUPS
from oddsfish.engine.games.chess.human.sizes import MIDDLE
from oddsfish.learning.libraries import NDArray, check_torch, np, torch
from oddsfish.learning.people.fitting import Fitting
from oddsfish.learning.people.samples import EMPTY, Samples, gather
from oddsfish.learning.people.training import KINDS, Batch, PeopleModel, Plan, Training
from oddsfish.protocols.commands.arguments import number
from oddsfish.protocols.commands.progress import Progress

AT_ONCE = 500  # choices that are measured together
RATING = "rating"
LEFT_OUT: dict[str, tuple[str, ...]] = {  # groups of inputs of reference.py
    "nothing": (),
    "all by a search": ("regret 1", "rank 1", "regret 2", "rank 2", "turn", "prospect", "lead"),
    "depth 2": ("regret 2", "rank 2", "turn", "prospect", "lead"),
    "depth 1": ("regret 1", "rank 1", "turn"),
    "the moves before": ("last to", "last kind", "near to", "near from", "retakes", "alarmed", "goes back", "repeats"),
    "attacks": ("attacked", "target", "threatens", "leaves", "relief", "hanging"),
    "static exchange": ("exchange",),
    "start and target squares": ("to", "from"),
    "captures and promotions": ("takes", "promotes"),
    "checks and mates": ("checks", "ends"),
    "direction, length, castling": ("direction", "step", "castles"),
    "the enemy king": ("near king", "king room"),
    "passed pawns and files": ("passed", "file"),
    "the position": ("pieces", "phase", "balance", "choices", "in check", "rights", "lone"),
    RATING: (),
}


def main() -> int:
    parser = make_parser("people_inputs", __doc__)
    parser.add_argument("table", type=Path, help="table of games")
    parser.add_argument("--fit", action="append", default=[], metavar="NAME", help="Source to fit to; may be repeated")
    parser.add_argument("--measure", action="append", default=[], metavar="NAME", help="Source to measure on; the same")
    parser.add_argument("--games", type=number(1), default=8000, metavar="N", help="of each (default: %(default)s)")
    parser.add_argument("--epochs", type=number(1), default=2, metavar="N", help="default: %(default)s")
    arguments = parser.parse_args()
    settings = {
        "table": arguments.table.name,
        "fit": arguments.fit,
        "measure": arguments.measure,
        "games": arguments.games,
        "epochs": arguments.epochs,
    }
    return perform("people_inputs", arguments, settings, partial(experiment, arguments))


def experiment(arguments: Any, work: Work) -> tuple[list[Table], dict[str, Any]]:
    check_torch()
    folder = arguments.folder or FOLDER / "people_inputs"
    for name in ("fit", "measure"):
        see(arguments, folder / name, getattr(arguments, name))
    plan = Plan(epochs=arguments.epochs, seed=arguments.seed)
    found = work.collect(partial(refit, folder, plan), [["without", name] for name in LEFT_OUT], "fits")
    rows: list[tuple[Cell, ...]] = [(name, *row) for name, row in zip(LEFT_OUT, found, strict=True)]
    return [
        Table("people_inputs", "Moves predicted, and nats a move, without", ("without", "predicted", "nats"), rows)
    ], {}


def see(arguments: Any, folder: Path, sources: Sequence[str]) -> None:
    """Write the samples of some games of these sources to a folder."""
    fitting = Fitting(arguments.table, folder, Plan(), sources=tuple(sources))
    games = fitting.games()
    games = Random(arguments.seed).sample(games, min(arguments.games, len(games)))
    with Progress(f"games to {folder.name}") as progress:
        gather(folder, games, fitting.head(games), arguments.jobs, progress.show)


def refit(folder: Path, plan: Plan, key: Sequence[Any]) -> tuple[float, float]:
    """The share of predicted moves, and the nats a move, of a model that is fitted without some inputs."""
    name = key[1]
    fitted, measured = (without(Samples(folder / each), name) for each in ("fit", "measure"))
    checkpoint = folder / f"{name}.state"
    model = Training(fitted, plan, checkpoint).run()
    checkpoint.unlink()
    return measure(model, measured)


def without(samples: Samples, name: str) -> Samples:
    """Samples in which some inputs are off."""
    if name == RATING:
        samples.choices[:, 0] = MIDDLE
    for rows, groups in ((samples.positions, POSITION_GROUPS), (samples.moves, MOVE_GROUPS)):
        for group in LEFT_OUT[name]:
            if group in groups:
                switch_off(rows, groups, group)
    return samples


def switch_off(rows: NDArray[Any], groups: Mapping[str, int], group: str) -> None:
    """Switch a group of inputs off. Every move must have one of `to` and of `from`: there, all moves get the same."""
    ends = np.cumsum([0, *groups.values()])
    begin, end = dict(zip(groups, pairwise(ends), strict=True))[group]
    rows[(rows >= begin) & (rows < end)] = begin if end <= 2 * KINDS and groups is MOVE_GROUPS else EMPTY


def measure(model: PeopleModel, samples: Samples) -> tuple[float, float]:
    """The share of predicted moves, and the nats a move."""
    predicted = nats = 0.0
    for first in range(0, len(samples), AT_ONCE):
        places = np.arange(first, min(first + AT_ONCE, len(samples)))
        batch = Batch(samples, places, np.zeros(len(places), bool))
        with torch.no_grad():
            logs = model.logs(batch)
        most = torch.full((batch.count,), -torch.inf).scatter_reduce(0, batch.of, logs, "amax")
        predicted += int((logs[batch.chosen] == most).sum())
        nats -= float(logs[batch.chosen].sum())
    return predicted / len(samples), nats / len(samples)


if __name__ == "__main__":
    raise SystemExit(main())
