"""The command line of an experiment: its common options, how it runs, and how it reports errors."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from oddsfish.matches.cli.match_command import EXIT_INTERRUPTED, EXIT_USAGE, explain
from oddsfish.protocols.commands.arguments import number

from .plots import Plots, require_matplotlib, write_plots
from .table import Table
from .work import Work

FOLDER = Path("build", "experiments")
TABLES = "tables.md"  # in an experiment's folder: the tables for people

Experiment = Callable[[Work], tuple[Sequence[Table], Plots]]


def make_parser(name: str, description: str | None) -> argparse.ArgumentParser:
    """A parser with the options of all experiments."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of all that is random (default: %(default)s)")
    parser.add_argument("--jobs", type=number(1), default=1, metavar="N", help="processes (default: %(default)s)")
    parser.add_argument(
        *("-o", "--folder"),
        type=Path,
        help=f"for the journal, tables and plots; there again, it goes on (default: one in {FOLDER / name})",
    )
    parser.add_argument("--plots", action="store_true", help="draw plots, as SVG and PNG")
    return parser


def perform(
    name: str, arguments: argparse.Namespace, settings: Mapping[str, Any], experiment: Experiment, variant: str = ""
) -> int:
    """Run an experiment, show and write its results; return the exit status.

    settings: all that decides the results, except the seed. variant: the folder of these settings inside `name`.
    """
    folder = arguments.folder or FOLDER / name / variant
    try:
        if arguments.plots:
            require_matplotlib()
        scheduler = getattr(arguments, "scheduler", None)
        with closing(Work(folder, name, {"seed": arguments.seed, **settings}, arguments.jobs, scheduler)) as work:
            tables, plots = experiment(work)
        for table in tables:
            table.write_csv(folder)
            if table.shown:
                print(f"{table}\n", flush=True)
        text = "\n\n".join(table.markdown() for table in tables if table.shown)
        (folder / TABLES).write_text(f"{text}\n", encoding="utf-8")
        if arguments.plots:
            write_plots(plots, folder)
    except KeyboardInterrupt:
        print(f"{name}: stopped; the same command goes on", file=sys.stderr)
        return EXIT_INTERRUPTED
    except (ValueError, OSError, RuntimeError) as error:
        print(f"{name}: {explain(error)}", file=sys.stderr)
        return EXIT_USAGE
    return 0
