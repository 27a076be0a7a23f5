"""The command line of `oddsfish learn`, and of each of its steps."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from contextlib import closing
from itertools import pairwise
from math import inf
from pathlib import Path

from ...engine import games
from ...engine.game import Game
from ...engine.net import network
from ...engine.net.choice import check_suits
from ...engine.options import evaluations, options_for
from ...engine.registry.found import NoSuchName
from ...engine.support.regular_file import check_regular, check_replaceable
from ...engine.support.text import nearest, one_line
from ...learning.libraries import check_torch
from ...learning.networks.checkpoint import network_of
from ...learning.networks.gathering import inputs_for
from ...learning.networks.training import Plan
from ...learning.networks.weights import mean as mean_of
from ...learning.positions.block import GameEnd
from ...learning.positions.generation_settings import NODES, GenerationSettings
from ...learning.positions.reader import Reader, Summary, summarise
from ..commands.arguments import Parser, number
from ..commands.progress import Progress
from ..errors import UsageError, failure_text, warn
from . import steps
from .rounds import NOTHING, Rounds, RoundSettings

USAGE = """\
usage: oddsfish learn GAME [FOLDER]   repeat self-play, training and testing;
                                      see learn GAME --help
       oddsfish learn COMMAND ...     run one step; see learn COMMAND --help

  generate GAME FILE                  let the engine play against itself, and
                                      save positions
  statistics FILE                     verify and summarise a file of positions,
                                      or describe a network
  shuffle GAME FILE... SAMPLES        write the positions in random order, each
                                      once
  train GAME SAMPLES CHECKPOINT       train a network on the samples (needs
                                      PyTorch)
  quantise CHECKPOINT NETWORK         convert the weights to integers
  mean NETWORK... MEAN                average networks that were trained from
                                      one another
  test NETWORK [OTHER]                play a match against another network, or
                                      against the evaluation without a network

To search with a network, set two options:
  setoption name EvalFile value NETWORK
  setoption name Evaluation value Net
See docs/networks.md for details."""

EDGES = (-inf, -1500, -1000, -500, -300, -200, -100, -50, -20, 21, 51, 101, 201, 301, 501, 1001, 1501, inf)
RESULTS = {1.0: "the first side wins", 0.5: "draw", 0.0: "the second side wins"}
ENDINGS = {GameEnd.RULES: "by the rules", GameEnd.WON: "adjudicated as won", GameEnd.DRAWN: "adjudicated as drawn"}

CONTROL = "1+0.01"

EXAMPLES = """\
examples:
  oddsfish learn {game}      (starts from the engine's own evaluation, or continues)
  oddsfish learn {game} mine --from nothing      (starts from the rules alone)
  oddsfish learn {game} --positions 200000 --rounds 2"""


def main(words: list[str]) -> None:
    """Run the command line; UsageError, with the reason, if that fails."""
    if words[:1] in (["--help"], ["-h"], []):
        print(USAGE, flush=True)
        return
    commands = {
        "generate": generate,
        "statistics": statistics,
        "shuffle": shuffle,
        "train": train,
        "quantise": quantise,
        "mean": mean,
        "test": test,
    }
    try:
        if words[0] in commands:
            commands[words[0]](words[1:])
        else:
            rounds(named(words[0], [*commands]), words[1:])
    except (ValueError, RuntimeError, OSError, ImportError) as failure:
        raise UsageError(failure_text(failure)) from None


def named(text: str, others: list[str] | None = None) -> Game:
    """The game of this name. UsageError if there is none; the message may suggest a game or one of `others`."""
    try:
        return games.find(text)
    except NoSuchName as fault:
        if others and (meant := nearest(text, [*games.shipped(), *others])):
            raise UsageError(f"a game or a command of learn, not {text!a}{meant}; see oddsfish learn --help") from None
        raise UsageError(f"{fault}; see oddsfish learn --help") from None


def rounds(game: Game, words: list[str]) -> None:
    made = Parser(
        prog=f"oddsfish learn {game.name}",
        description="Learn an evaluation from self-play. Each round plays games, trains a network\n"
        "on their positions, tests it, and keeps or drops it.",
        epilog=EXAMPLES.format(game=game.name),
    )
    default = Path(f"learned-{game.name}")
    made.add_argument(
        "folder",
        type=Path,
        nargs="?",
        default=default,
        metavar="FOLDER",
        help=f"folder of the rounds (default: {default})",
    )
    made.add_number("--rounds", "total number of rounds", game.selfplay.rounds)
    made.add_argument(
        "--from",
        dest="beginning",
        default="",
        metavar="EVALUATION",
        help=f"evaluation for the games of the first round, or {NOTHING} for random weights and the rules alone "
        "(default: the strongest evaluation without a network)",
    )
    made.add_number("--positions", "positions per round", game.selfplay.positions)
    made.add_number("--window", "number of recent rounds whose positions are used for training", 3)
    add_generating(made)
    add_training(made)
    add_testing(made)
    arguments = made.parse_args(words)
    try:
        settings = RoundSettings(
            game=game.name,
            beginning=arguments.beginning.lower(),
            positions=arguments.positions,
            window=arguments.window,
            nodes=arguments.nodes,
            seed=arguments.seed,
            plan=plan(arguments, game),
            control=control(arguments, game),
            pairs=arguments.pairs,
        )
    except ImportError:
        check_torch()  # its error names an extra that also installs NumPy
        raise
    check_torch()
    with closing(Rounds(settings, arguments.folder, arguments.jobs, arguments.scheduler)) as learning:
        try:
            learning.run(arguments.rounds)
        except KeyboardInterrupt:
            warn(f"oddsfish: what is done is kept in {arguments.folder}; the same command goes on with it")
            raise


def add_generating(made: Parser) -> None:
    made.add_number("--nodes", "nodes per move", NODES)
    made.add_number("--seed", "random seed", 0, least=0)
    made.add_number("--jobs", "games to play at the same time", 2)
    made.add_argument("--scheduler", metavar="ADDRESS", help="play the games on the Dask cluster at this address")


def add_training(made: Parser) -> None:
    known = Plan()
    made.add_number("--hidden", "width of the hidden layer for each view (default: depends on the game)", least=32)
    made.add_number("--buckets", "number of sets of output weights", known.buckets)
    made.add_number(
        "--epochs",
        "passes over all samples; more if there are few, fewer if the validation loss stops improving",
        known.epochs,
    )
    made.add_argument(
        "--share",
        type=number(0),
        metavar="PERCENT",
        help="weight of the game's result in the training target; the rest is the search's score "
        "(default: depends on the game)",
    )


def plan(arguments: Namespace, game: Game) -> Plan:
    share = game.selfplay.share if arguments.share is None else arguments.share
    if share > 100:
        raise ValueError(f"--share is a percentage, not {share}")
    return Plan(
        hidden=arguments.hidden or game.selfplay.hidden,
        buckets=arguments.buckets,
        epochs=arguments.epochs,
        share=share / 100,
        seed=arguments.seed,
    )


def add_testing(made: Parser) -> None:
    made.add_argument(
        "--tc", metavar="TC", help=f"time control of the test, if the game is played by the clock (default: {CONTROL})"
    )
    made.add_number("--pairs", "maximum number of pairs of games in a test", 500)


def control(arguments: Namespace, game: Game) -> str:
    """The time control, not checked yet. ValueError if there is one but the game is tested without a clock."""
    if arguments.tc is None:
        return CONTROL
    if not game.judge:
        raise ValueError(f"--tc: {game.name} is tested at depth {steps.depth_of(game)}, without a clock")
    return str(arguments.tc)


def generate(words: list[str]) -> None:
    made = Parser(prog="oddsfish learn generate", description="Let the engine play against itself, and save positions.")
    made.add_argument("game", metavar="GAME", help="name of the game")
    made.add_argument("file", type=Path, metavar="FILE", help="file of positions to create or continue")
    made.add_number("--positions", "total number of positions", 1_000_000)
    made.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="set an option of the search or its evaluation; may be repeated",
    )
    add_generating(made)
    arguments = made.parse_args(words)
    game = named(arguments.game)
    inputs_for(game)  # ValueError before anything else is looked at
    options: dict[str, str] = {}
    for each in arguments.option:
        name, equals, value = each.partition("=")
        if not equals:
            raise ValueError(f"--option takes NAME=VALUE, not {each!a}")
        if name in options:
            raise ValueError(f"--option {name} is given twice")
        options[name] = value
    settings = GenerationSettings(arguments.seed, arguments.nodes, options, game.name)
    done = steps.generate(settings, arguments.file, arguments.positions, arguments.jobs, arguments.scheduler)
    print(f"{arguments.file}: {done.positions:,} positions of {done.games:,} games", flush=True)


def statistics(words: list[str]) -> None:
    made = Parser(
        prog="oddsfish learn statistics",
        description="Verify and summarise a file of positions, or describe a network.",
    )
    made.add_argument("file", type=Path, metavar="FILE", help="file of positions, or network")
    arguments = made.parse_args(words)
    check_regular(arguments.file)
    if network.looks_like_one(arguments.file):
        net = network.read(arguments.file)
        print(
            f"A network of {one_line(net.game)}: {net.inputs.count} inputs, {net.hidden} numbers for each view",
            f"Sets of rows: {net.inputs.buckets}. Sets of output weights: {net.buckets}",
            f"About: {one_line(net.about)}",
            f"Made by Oddsfish {one_line(net.version)}",
            f"Checksum {net.checksum}",
            sep="\n",
            flush=True,
        )
        return
    with Reader(arguments.file) as reader, Progress("bytes") as progress:
        size = reader.size
        found = summarise(reader, lambda end: progress.show(min(end, size), size))
        tail = reader.tail
    print("\n".join(positions_text(found)), flush=True)
    if tail:
        raise ValueError(f"the last {tail:,} bytes of {arguments.file} are no whole game; generate cuts them off")


def positions_text(found: Summary) -> list[str]:
    positions, played = found.scores.total(), found.results.total()
    lines = [f"{positions:,} positions of {played:,} games, {found.plies:,} plies"]
    if played:
        lines += [f"{positions / played:.1f} positions a game, {min(found.lengths):,} to {max(found.lengths):,}"]
        results = [
            (name, f"{found.results[result]:,}", f"{found.positions[result]:,}") for result, name in RESULTS.items()
        ]
        lines += table("Results", ("", "games", "positions"), results)
        endings = [(name, f"{found.endings[ending]:,}") for ending, name in ENDINGS.items()]
        lines += table("How games ended", ("", "games"), endings)
        scores = []
        for low, high in pairwise(EDGES):
            count = sum(count for score, count in found.scores.items() if low <= score < high)
            share = f"{100 * count / positions:.1f} %" if positions else "-"
            span = f"{low:.0f} to {high - 1:.0f}"
            if low == -inf:
                span = f"below {high:.0f}"
            elif high == inf:
                span = f"{low:.0f} and above"
            scores.append((span, f"{count:,}", share))
        lines += table("Scores, in hundredths from the first side's view", ("", "positions", ""), scores)
    return lines


def table(title: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """The lines of a table with a title. The first column has words, the others numbers."""
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    lines = [
        "  ".join(cell.rjust(width) if place else cell.ljust(width) for place, (cell, width) in enumerate(cells))
        for cells in (list(zip(row, widths, strict=True)) for row in (head, *rows))
    ]
    return ["", title, *(line.rstrip() for line in lines)]


def shuffle(words: list[str]) -> None:
    made = Parser(prog="oddsfish learn shuffle", description="Write positions in random order, each once.")
    made.add_argument("game", metavar="GAME", help="name of the game")
    made.add_argument("files", type=Path, nargs="+", metavar="FILE", help="file of positions")
    made.add_argument("samples", type=Path, metavar="SAMPLES", help="file to write (.npy)")
    made.add_number("--seed", "random seed for the order", 0, least=0)
    made.add_force()
    arguments = made.parse_args(words)
    check_replaceable(arguments.samples, arguments.force, arguments.files)
    kept = steps.shuffle(arguments.files, named(arguments.game), arguments.samples, arguments.seed)
    print(f"{arguments.samples}: {kept:,} samples", flush=True)


def train(words: list[str]) -> None:
    made = Parser(prog="oddsfish learn train", description="Train a network on samples, or continue its training.")
    made.add_argument("game", metavar="GAME", help="name of the game")
    made.add_argument("samples", type=Path, metavar="SAMPLES", help="file written by learn shuffle")
    made.add_argument("checkpoint", type=Path, metavar="CHECKPOINT", help="file of the training to create or continue")
    made.add_number("--seed", "random seed for the first weights", 0, least=0)
    made.add_argument(
        "--from",
        dest="beginning",
        type=Path,
        metavar="NETWORK",
        help="start with the weights of this network; --hidden may exceed its width (default: random weights)",
    )
    add_training(made)
    arguments = made.parse_args(words)
    game = named(arguments.game)
    last = steps.train(arguments.samples, game, plan(arguments, game), arguments.checkpoint, arguments.beginning)
    print(f"{arguments.checkpoint}: loss {last.trained:.6f}, validation {last.tested:.6f}", flush=True)


def quantise(words: list[str]) -> None:
    made = Parser(prog="oddsfish learn quantise", description="Convert the weights of a trained network to integers.")
    made.add_argument("checkpoint", type=Path, metavar="CHECKPOINT", help="file written by learn train")
    made.add_argument("network", type=Path, metavar="NETWORK", help="file to write")
    made.add_argument(
        "--about", default="", metavar="TEXT", help="description to store, such as who trained it on what data"
    )
    made.add_force()
    arguments = made.parse_args(words)
    check_replaceable(arguments.network, arguments.force, [arguments.checkpoint])
    found = network_of(arguments.checkpoint, arguments.about)
    network.write(found, arguments.network)
    print(f"{arguments.network}: {found.game}, {found.hidden} for each view", flush=True)


def mean(words: list[str]) -> None:
    made = Parser(
        prog="oddsfish learn mean",
        description="Average networks that were trained from one another, or from the same network.\n"
        "The mean is often better.",
    )
    made.add_argument("networks", type=Path, nargs="+", metavar="NETWORK", help="network to average")
    made.add_argument("mean", type=Path, metavar="MEAN", help="file to write")
    made.add_argument("--weights", metavar="W,W,...", help="weight of each network (default: equal weights)")
    made.add_argument(
        "--about", default="", metavar="TEXT", help="description to store (default: the networks and their weights)"
    )
    made.add_force()
    arguments = made.parse_args(words)
    check_replaceable(arguments.mean, arguments.force, arguments.networks)
    paths, weights = arguments.networks, [1.0] * len(arguments.networks)
    if arguments.weights:
        try:
            weights = [float(each) for each in arguments.weights.split(",")]
        except ValueError:
            text = arguments.weights
            raise ValueError(f"--weights takes numbers with commas between them, not {text!a}") from None
    reported = ", ".join(f"{weight:g} of {path.name}" for weight, path in zip(weights, paths, strict=False))
    found = mean_of([network.read(path) for path in paths], weights, arguments.about or f"the mean: {reported}")
    network.write(found, arguments.mean)
    print(f"{arguments.mean}: the mean of {len(weights)}, {found.game}, {found.hidden} for each view", flush=True)


def test(words: list[str]) -> None:
    made = Parser(prog="oddsfish learn test", description="Play a match of a network, until an SPRT decides.")
    made.add_argument("network", type=Path, metavar="NETWORK", help="network to test")
    made.add_argument(
        "other",
        nargs="?",
        default="Auto",
        metavar="OTHER",
        help="name of an evaluation, or another network (default: Auto)",
    )
    made.add_argument(
        "--folder", type=Path, metavar="FOLDER", help="folder for games and results (default: next to NETWORK)"
    )
    made.add_number("--seed", "random seed for the openings", 0, least=0)
    made.add_number("--jobs", "games to play at the same time", 2)
    add_testing(made)
    arguments = made.parse_args(words)
    game = named(network.read(arguments.network).game)
    text, known = arguments.other, evaluations(game)
    evaluation = next((name for name in known if name.lower() == text.lower()), None)
    if evaluation is None and not Path(text).exists():
        raise ValueError(
            f"no evaluation of {game.name} ({', '.join(known)}) and no file: {text!a}{nearest(text, known)}"
        )
    if evaluation is None:
        check_suits(network.read(text), game.start(None, options_for(game)))
    found = steps.test(
        game,
        arguments.network,
        evaluation or Path(text),
        arguments.folder or arguments.network.with_suffix(".test"),
        control(arguments, game),
        arguments.pairs,
        arguments.seed,
        arguments.jobs,
    )
    print(*found.lines, sep="\n", flush=True)
