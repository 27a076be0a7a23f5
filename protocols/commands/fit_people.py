"""`oddsfish opponent fit-people`: a model of how people play, fitted to a table of their games."""

from __future__ import annotations

from pathlib import Path

from ...learning import model_file
from ...learning.people.fitting import Fitting
from ...learning.people.training import Plan, State
from ..errors import UsageError, failure_text, warn
from .arguments import Parser
from .progress import Progress

EXAMPLES = """\
examples:
  oddsfish opponent fit-people games.tsv.xz people.bin
  oddsfish opponent fit-people games.tsv.xz people.bin --source mixed --source league1 --jobs 2

TABLE has one game on each line, and tabs between its columns. The first line names the columns. Needed are WhiteElo,
BlackElo and MovesUCI. Source and TimeControl are read if they are there. The file may end in .xz or .gz.

To play against such people: setoption name Opponent value human, setoption name OpponentFile value MODEL.
See docs/opponents.md for the model."""


def main(words: list[str]) -> None:
    """Fit the model and report; UsageError, with the reason, if that fails."""
    arguments = parser().parse_args(words)
    plan = Plan(epochs=arguments.epochs, seed=arguments.seed)
    fitting = Fitting(
        arguments.table,
        arguments.model,
        plan,
        sources=tuple(arguments.source or ()),
        pace=arguments.pace,
        jobs=arguments.jobs,
        keep=arguments.keep,
    )
    try:
        model_file.check(fitting.model, arguments.force, [fitting.table])
        with Progress("games") as games, Progress("steps") as steps:
            last = State(0, 0, 0.0)

            def trained(state: State) -> None:
                nonlocal last
                last = state
                steps.show(state.step, state.steps)

            samples = fitting.run(games.show, trained)
    except (ValueError, RuntimeError, OSError, ImportError) as failure:
        raise UsageError(failure_text(failure)) from None
    except KeyboardInterrupt:
        warn(f"oddsfish: interrupted; the same command goes on with what is in {fitting.folder}")
        raise
    print(f"{fitting.model}: {len(samples):,} choices, {last.loss:.3f} nats a choice in the last steps.", flush=True)


def parser() -> Parser:
    made = Parser(
        prog="oddsfish opponent fit-people",
        description="Fit a model of how people of each rating play chess (needs PyTorch).",
        epilog=EXAMPLES,
    )
    made.add_argument("table", type=Path, metavar="TABLE", help="table of games with ratings")
    made.add_argument("model", type=Path, metavar="MODEL", help="file to write")
    made.add_argument(
        "--source", action="append", metavar="NAME", help="use only games of this Source; may be repeated"
    )
    made.add_number("--pace", "leave out games with fewer seconds than this for 40 moves", 180, least=0)
    made.add_number("--epochs", "passes over all choices", Plan.epochs)
    made.add_number("--seed", "random seed of the training", 0, least=0)
    made.add_number("--jobs", "number of processes that look at positions; does not affect the model", 1)
    made.add_argument("--keep", action="store_true", help="keep the files of the samples and of the training")
    made.add_force()
    return made
