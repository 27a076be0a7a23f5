"""`oddsfish predictor`: data sets of games that a search plays against itself, and models trained on them."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Mapping
from pathlib import Path

from ...engine.game import Game
from ...engine.options import options_for
from ...learning import dataset, model_file, published, table
from ...learning.rows import ROWS, DatasetSettings
from ..errors import UsageError, failure_text, warn
from .arguments import Parser, add_options, options, parse
from .progress import Progress

USAGE = """\
usage: oddsfish predictor data GAME FILE ...     let BranchLimit play against itself, and write a data set
       oddsfish predictor train FILE MODEL ...   train a model on a data set, with scikit-learn
       oddsfish predictor data | train --help    show the options

To search with a model: setoption name Search value Predictive, setoption name Model value MODEL.
See docs/predictor.md for the rows and the models."""

DATA_EXAMPLES = """\
examples:
  oddsfish predictor data {game} pairs.csv {evaluation}--rows 5000
  oddsfish predictor data {game} pairs.csv {evaluation}--rows 20000 --jobs 2   (continues the same file)"""

TRAIN_EXAMPLES = """\
examples:
  oddsfish predictor train pairs.csv forest.json
  oddsfish predictor train columns.csv network.json --quick
  oddsfish predictor train rows.csv model.json --game GAME --evaluation NAME   (rows from another source)"""


def main(words: list[str]) -> None:
    """Run the command line; UsageError, with the reason, if that fails."""
    if words[:1] in (["--help"], ["-h"]):
        print(USAGE, flush=True)
        return
    commands = {"data": data, "train": train}
    if words[:1] == [] or words[0] not in commands:
        raise UsageError("usage: oddsfish predictor data | train ...; see oddsfish predictor --help")
    try:
        commands[words[0]](words[1:])
    except (ValueError, RuntimeError, OSError, ImportError) as failure:
        raise UsageError(failure_text(failure)) from None


def data(words: list[str]) -> None:
    game, arguments = parse(
        "predictor data",
        "Let BranchLimit play against itself, and write a row\nfor each move that it chooses.",
        add_data_arguments,
        words,
    )
    settings = DatasetSettings(
        game=game.name,
        options=canonical(options(arguments, game), game),
        fen=arguments.fen,
        columns=arguments.columns,
        depth=arguments.depth,
        branch=arguments.branch,
        look_ahead=arguments.look_ahead,
        opening=arguments.opening,
        seed=arguments.seed,
    )
    written = dataset.Done(0, 0, 0)

    def report(done: dataset.Done) -> None:
        nonlocal written
        written = done
        progress.show(min(done.rows, arguments.rows), arguments.rows)

    try:
        with Progress("rows") as progress:
            dataset.generate(settings, arguments.file, arguments.rows, arguments.jobs, report)
    except KeyboardInterrupt:
        warn(f"oddsfish: {written.rows:,} rows of {written.games:,} games are kept; the same command goes on with them")
        raise
    print(f"{arguments.file}: {written.rows:,} rows of {written.games:,} games", flush=True)


def add_data_arguments(parser: Parser, game: Game) -> None:
    named = next((option for option in game.options if option.name == "Evaluation"), None)
    evaluation = f"--evaluation {named.choices[-1]} " if named is not None else ""
    parser.epilog = DATA_EXAMPLES.format(game=game.name, evaluation=evaluation)
    parser.add_argument(
        "file", type=Path, metavar="FILE", help="CSV file to create or continue; a journal is written next to it"
    )
    parser.add_number("--rows", "total number of rows", ROWS)
    parser.add_argument(
        "--columns",
        action="store_true",
        help="write all features of a position that the game offers, not only the evaluation",
    )
    parser.add_number("--depth", "search depth", 4)
    parser.add_number("--branch", "BranchLimit of the search", 10)
    parser.add_number("--look-ahead", "LookAhead of the search", 1, least=0)
    parser.add_number("--opening", "random plies at the start of each game", 10, least=0)
    parser.add_argument(
        "--seed", type=int, default=0, metavar="N", help="random seed for these plies (default: %(default)s)"
    )
    parser.add_number("--jobs", "number of processes; does not affect the rows", 1)


def train(words: list[str]) -> None:
    made = Parser(
        prog="oddsfish predictor train",
        description="Train a model that predicts the last column of a data set from the others.",
        epilog=TRAIN_EXAMPLES,
    )
    made.add_argument("file", type=Path, metavar="FILE", help="data set, a CSV file")
    made.add_argument("model", type=Path, metavar="MODEL", help="file to write")
    made.add_argument(
        "--kind",
        type=str.lower,
        choices=("forest", "network"),
        help="type of model (default: forest for one feature, network for several)",
    )
    made.add_argument("--features", metavar="A,B", help="columns to use as features (default: all but the last)")
    made.add_argument(
        "--quick", action="store_true", help="use the published parameters instead of the best of a grid search"
    )
    made.add_number("--seed", "random seed", 42, least=0)
    made.add_number("--jobs", "number of threads; does not affect the model", 1)
    made.add_force()
    made.add_argument("--game", metavar="NAME", help="game of the rows, if they have no journal")
    add_options(made)
    arguments = made.parse_args(words)
    model_file.check(arguments.model, arguments.force, [arguments.file, dataset.journal_of(arguments.file)])
    rows = table.read(arguments.file)
    if arguments.features is not None:
        rows = rows.chosen(tuple(arguments.features.split(",")))
    kind = arguments.kind or ("forest" if len(rows.names) == 1 else "network")
    game, described = origin(arguments)
    from ...learning import training

    warn(f"{len(rows.rows):,} rows, {rows.repeated:,} of them like an earlier one; a {kind} of {', '.join(rows.names)}")
    fits = arguments.model.with_name(arguments.model.name + ".fits")
    try:
        with Progress("fits") as progress:
            content = training.train(rows, kind, fits, arguments.seed, arguments.quick, arguments.jobs, progress.show)
    except KeyboardInterrupt:
        if not arguments.quick:
            warn(f"oddsfish: what is fitted is kept in {fits}; the same command goes on with it")
        raise
    model_file.write(arguments.model, {"game": game, "options": described, **content}, arguments.force)
    if not arguments.quick:
        fits.unlink(missing_ok=True)
    told = errors(kind, content["training"]["parameters"], content["training"]["errors"])
    print("\n".join([*told, f"{arguments.model}: written"]), flush=True)


def canonical(given: Mapping[str, str], game: Game) -> dict[str, str]:
    """The options as the engine spells them, without those that have their default values."""
    settings = options_for(game)
    known = dict(settings)
    for name, value in given.items():
        settings.set(name, value)
    return {name: str(value) for name, value in settings.items() if name in given and value != known[name]}


def origin(arguments: Namespace) -> tuple[str, Mapping[str, str]]:
    """The game of a data set and its options, from its journal or the command line. ValueError if none or both tell."""
    path = dataset.journal_of(arguments.file)
    if path.exists() and (arguments.game, arguments.evaluation, arguments.set) != (None, None, []):
        raise ValueError(f"{path} says what the rows are of: leave out --game, --evaluation and --set")
    if arguments.game is not None:
        game = DatasetSettings(arguments.game.lower(), {}).rules
        settings = DatasetSettings(game.name, canonical(options(arguments, game, rules=False), game))
        made = settings.configured()
        game.start(next(iter(game.positions), None), made).configure(made)  # ValueError if they do not suit
        return settings.game, settings.described()
    if not path.exists():
        raise ValueError(f"{arguments.file} has no journal: --game and --evaluation say what its rows are of")
    settings = dataset.settings_of(path)
    return settings.game, settings.described()


def errors(kind: str, parameters: Mapping[str, object], found: Mapping[str, float]) -> list[str]:
    """A table of the errors beside the published ones, and the parameters."""
    claimed = published.ERRORS[kind]
    lines = [f"{'':10} {'here':>12} {'published':>12}"]
    for name, value in found.items():
        other = f"{claimed[name]:12.5g}" if name in claimed else f"{'-':>12}"
        lines.append(f"{name:10} {value:12.5g} {other}")
    for name, chosen in parameters.items():
        lines.append(f"{name}: {json.dumps(chosen)} (published: {json.dumps(published.PARAMETERS[kind].get(name))})")
    return [*lines, "The published errors are of other rows."]
