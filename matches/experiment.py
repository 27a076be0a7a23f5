"""The common parts of the experiments in scripts/: their options, and the command line of the match that they run."""

from __future__ import annotations

import argparse
import shutil
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from ..engine.support.system import join_words, split_words
from .cli.match_command import EXIT_USAGE, explain, main
from .files.header import read_settings
from .files.journal import read_records
from .files.text_file import text_suffix
from .score.figures import elo_text, within
from .score.sprt import Sprt
from .score.standings import Standings
from .score.statistics import estimate

GAMES = "games.pgn"  # in an experiment's folder; the result file is beside it
DEBIAN_GAMES = "/usr/games"  # where Debian puts engines, often not on PATH
RANDOM_PLIES = 8  # of every opening, if there is no file of openings
# As Fishtest and OpenBench do. Both sides must agree that a game is lost: the score of an Expectimax search is not
# certain, and two searches may disagree about it for long.
DRAW = ("-draw", "movenumber=34", "movecount=8", "score=20")
RESIGN = ("-resign", "movecount=3", "score=600", "twosided=true")


def add_arguments(parser: argparse.ArgumentParser, folder: str, rounds: int) -> None:
    """Add the options that every experiment has. folder: the default, in words."""
    parser.add_argument(
        "--rounds", type=int, default=rounds, help="pairs of games, at most, of two players (default: %(default)s)"
    )
    parser.add_argument("--concurrency", type=int, default=2, help="games at the same time (default: %(default)s)")
    parser.add_argument(
        "--openings", metavar="FILE", help="positions (.epd) or games (.pgn) to begin with, in random order"
    )
    parser.add_argument(
        "--random-plies",
        type=int,
        metavar="N",
        help=f"random plies at the beginning (default: {RANDOM_PLIES} without --openings)",
    )
    parser.add_argument("--seed", type=int, default=1, help="of openings and random plies (default: %(default)s)")
    parser.add_argument("--no-adjudication", action="store_true", help="play every game to its end")
    parser.add_argument("--folder", type=Path, help=f"where games and results are kept (default: {folder})")


def match_words(arguments: argparse.Namespace, folder: Path, adjudicated: bool = True) -> list[str]:
    """The words of a match's command line without those of the players: how it is played, and which files it writes.

    The match continues the games that its folder holds. A crash of an engine does not end it.
    """
    words = ["-games", "2", "-rounds", str(arguments.rounds), "-repeat", "-recover"]
    words += ["-concurrency", str(arguments.concurrency), "-srand", str(arguments.seed)]
    if arguments.openings:
        kind = "pgn" if text_suffix(arguments.openings) == ".pgn" else "epd"
        words += ["-openings", f"file={arguments.openings}", f"format={kind}", "order=random"]
    plies = arguments.random_plies if arguments.random_plies is not None else 0 if arguments.openings else RANDOM_PLIES
    if plies:
        words += ["-random-plies", str(plies)]
    if adjudicated and not arguments.no_adjudication:
        words += [*DRAW, *RESIGN]
    # With file=, since the name of the folder may contain a =.
    return [*words, "-pgnout", f"file={folder / GAMES}", "-report", f"file={folder / 'report.html'}", "-resume"]


def engine_words(name: str, command: Sequence[str], options: Sequence[str] = (), *more: str) -> list[str]:
    """The words of a player: its name in tables, its program with arguments, its options as NAME=VALUE, any more."""
    program, *arguments = command
    words = ["-engine", f"name={name}", f"cmd={program}"]
    return [*words, *(f"arg={word}" for word in arguments), *(f"option.{option}" for option in options), *more]


def play(words: Sequence[str], folder: Path) -> int:
    """Show the command line, run the match, and return its exit status."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        print(f"{Path(sys.argv[0]).stem}: {explain(error)}", file=sys.stderr)
        return EXIT_USAGE
    print(f"oddsfish match {join_words(words)}\n", flush=True)
    status = main(words)
    if status == EXIT_USAGE:
        with suppress(OSError):  # the folder was there before, and is not empty
            folder.rmdir()
    return status


def read_standings(results: Path) -> Standings:
    """The standings by the games of a result file. Each opening is played from both sides."""
    standings = Standings(tuple(engine.name for engine in read_settings(results).engines), repeat=2)
    for record in read_records(results):
        standings.add(record)
    return standings


def result_lines(results: Path, sprt: Sprt, control: str) -> list[str]:
    """The result of an SPRT between two players, by its result file: OpenBench's lines, for a commit message."""
    standings = read_standings(results)
    counts = standings.between(0, 1)
    found = estimate(counts)
    verdict = {"H0": "H0 accepted", "H1": "H1 accepted", None: "not decided"}[sprt.verdict(counts)]
    faults = [
        f"{standings.names[place]} lost {count} by {ending.value}"
        for (place, ending), count in sorted(standings.faults.items())
    ]
    return [
        f"Elo   | {elo_text(found, digits=2, sign='+-')} (95%)",
        f"nElo  | {within(found.nelo, found.nelo_error, digits=2, sign='+-')} (95%)",
        f"SPRT  | {control}, {sprt.model}, alpha {sprt.alpha:g}, beta {sprt.beta:g}: {verdict}",
        f"LLR   | {sprt.llr(counts):.2f} ({sprt.lower:.2f}, {sprt.upper:.2f}) [{sprt.elo0:.2f}, {sprt.elo1:.2f}]",
        f"Games | N: {counts.games} W: {counts.wins} L: {counts.losses} D: {counts.draws}",
        f"Penta | [{', '.join(map(str, counts.pairs))}]",
        *(f"Fault | {fault}" for fault in faults),
    ]


def sprt_words(sprt: Sprt) -> list[str]:
    """An SPRT in the words of a match's command line."""
    words = ["-sprt", f"elo0={sprt.elo0:g}", f"elo1={sprt.elo1:g}", f"alpha={sprt.alpha:g}", f"beta={sprt.beta:g}"]
    return [*words, f"model={sprt.model}"]


def find(program: str) -> str | None:
    """The path of a program, on PATH or among Debian's games; None if it is in neither."""
    return shutil.which(program) or shutil.which(program, path=DEBIAN_GAMES)


def own_engine() -> str:
    """The command of the Oddsfish that is installed with this Python, else the one on PATH; "" if there is none."""
    found = shutil.which("oddsfish", path=str(Path(sys.executable).parent)) or shutil.which("oddsfish")
    return join_words([found]) if found else ""


def read_command(parser: argparse.ArgumentParser, text: str) -> list[str]:
    """A program and its arguments, as a shell reads them."""
    try:
        command = split_words(text)
    except ValueError as error:
        parser.error(f"--engine: {error}")
    if not command:
        parser.error("no oddsfish is installed beside this Python or on PATH; install it, or name one with --engine")
    return command
