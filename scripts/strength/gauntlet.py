"""How strong is Oddsfish? It plays against the free engines that this machine has.

It looks on PATH and in /usr/games for Stockfish (at full and at limited strengths), Ethereal, Toga, GNU Chess, Glaurung
and sunfish. Those that are not installed are named and left out. The same command goes on where it was stopped.

    python scripts/strength/gauntlet.py --tc 10+0.1 --rounds 25
    python scripts/strength/gauntlet.py --st 0.2 --hash 64 --margin 200 --only Ethereal --openings openings.epd
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path

from oddsfish.matches.experiment import add_arguments, engine_words, find, match_words, own_engine, play, read_command

STRENGTHS = (1350, 1600, 1900, 2200, 2500, 2850)  # UCI_Elo of Stockfish; 1350 to 2850 is its whole range up to 15.1


@dataclass(frozen=True)
class Anchor:
    """An engine to measure against: its name, its program with arguments, and its options."""

    name: str
    program: str
    arguments: tuple[str, ...] = ()
    options: tuple[str, ...] = ()


ANCHORS = (
    Anchor("Stockfish", "stockfish"),
    Anchor("Ethereal", "ethereal-chess"),
    Anchor("Toga", "toga2", options=("OwnBook=false",)),
    Anchor("GNU Chess", "gnuchess", arguments=("-u",)),
    Anchor("Glaurung", "glaurung", options=("Threads=1",)),
    Anchor("sunfish", "sunfish-uci"),
)


def stockfishes(strengths: list[int]) -> list[Anchor]:
    return [
        Anchor(f"Stockfish {elo}", "stockfish", options=("UCI_LimitStrength=true", f"UCI_Elo={elo}"))
        for elo in strengths
    ]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", default=own_engine(), help="its command (default: the one that is installed)")
    parser.add_argument("--option", nargs="*", default=[], metavar="NAME=VALUE", help="its options")
    parser.add_argument("--name", default="Oddsfish", help="what tables call it (default: %(default)s)")
    parser.add_argument("--tc", default="10+0.1", help="time control of all (default: %(default)s)")
    parser.add_argument("--st", metavar="SECONDS", help="so long for each move instead")
    parser.add_argument("--hash", type=int, metavar="MB", help="table of all")
    parser.add_argument("--margin", type=int, metavar="MS", help="milliseconds that all may be late")
    parser.add_argument(
        "--elo",
        nargs="*",
        type=int,
        default=list(STRENGTHS),
        metavar="N",
        help=f"limited strengths of Stockfish (default: {' '.join(map(str, STRENGTHS))}; without a number: none)",
    )
    parser.add_argument("--only", nargs="+", metavar="WORD", help="opponents in whose names one of these words is")
    add_arguments(parser, "build/experiments/gauntlet", rounds=10)
    arguments = parser.parse_args()
    command = read_command(parser, arguments.engine)
    wanted = [
        anchor
        for anchor in (*stockfishes(arguments.elo), *ANCHORS)
        if not arguments.only or any(word.lower() in anchor.name.lower() for word in arguments.only)
    ]
    if not wanted:
        known = ", ".join(anchor.name for anchor in (*stockfishes(arguments.elo), *ANCHORS))
        parser.error(f"--only {' '.join(arguments.only or [])} is in no opponent's name: {known}")
    programs = {anchor.program: find(anchor.program) for anchor in wanted}
    missing = [program for program, place in programs.items() if place is None]
    if missing:
        print(f"Not installed, and left out: {', '.join(missing)}")
    folder = arguments.folder or Path("build", "experiments", "gauntlet")
    words = engine_words(arguments.name, command, arguments.option)
    opponents = [(anchor, place) for anchor in wanted if (place := programs[anchor.program])]
    if not opponents:
        parser.error("there is nobody to play against; apt-get install stockfish ethereal-chess brings two")
    for anchor, place in opponents:
        words += engine_words(anchor.name, [place, *anchor.arguments], anchor.options)
    words += ["-each", f"st={arguments.st}" if arguments.st else f"tc={arguments.tc}"]
    words += [f"option.Hash={arguments.hash}"] if arguments.hash else []
    words += [f"timemargin={arguments.margin}"] if arguments.margin else []
    words += ["-tournament", "gauntlet", *match_words(arguments, folder)]
    return play(words, folder)


if __name__ == "__main__":
    raise SystemExit(main())
