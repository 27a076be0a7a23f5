"""Which of two searches is better? Oddsfish plays against itself, with two sets of options and a number of nodes.

With nodes instead of time, nothing depends on the speed and load of the machine, and the same command plays the same
games. The time that a search costs is not seen; for that, play with a clock. The same command goes on where it was
stopped.

    python scripts/strength/selfplay.py --one Search=AlphaBeta --other Search=Expectimax --nodes 20000
"""

from __future__ import annotations

import argparse
from pathlib import Path

from oddsfish.matches.experiment import add_arguments, engine_words, match_words, own_engine, play, read_command


def title(options: list[str]) -> str:
    return ", ".join(options) or "as it comes"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--one", nargs="*", default=[], metavar="NAME=VALUE", help="options of the first side")
    parser.add_argument("--other", nargs="*", default=[], metavar="NAME=VALUE", help="options of the second side")
    parser.add_argument("--nodes", type=int, default=10_000, help="for each move (default: %(default)s)")
    parser.add_argument(
        "--variant",
        nargs="+",
        default=["standard"],
        metavar="WORD",
        help="the game, as match.py's -variant has it, but for hilo: connect4 Slip=true (default: standard)",
    )
    parser.add_argument("--engine", default=own_engine(), help="its command (default: the one that is installed)")
    add_arguments(parser, "build/experiments/selfplay/ and the options", rounds=100)
    arguments = parser.parse_args()
    if arguments.variant[0] == "hilo":
        parser.error("hilo is a game for one; play it with match.py")
    command = read_command(parser, arguments.engine)
    one, other = title(arguments.one), title(arguments.other)
    played = " ".join(word for word in arguments.variant if word != "standard")
    name = f"{one} against {other}, {arguments.nodes} nodes{', ' * bool(played)}{played}"
    folder = arguments.folder or Path("build", "experiments", "selfplay", name.replace("/", "_"))
    words = [
        *engine_words(one, command, arguments.one),
        *engine_words(other + " (2)" * (one == other), command, arguments.other),
        *("-each", "tc=inf", f"nodes={arguments.nodes}", "-variant", *arguments.variant),
        *match_words(arguments, folder),
    ]
    return play(words, folder)


if __name__ == "__main__":
    raise SystemExit(main())
