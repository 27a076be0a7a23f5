"""Has a change made Oddsfish stronger or weaker? Builds of two revisions play until an SPRT decides.

Each revision is taken from git and installed in an environment of its own, so edits in the working tree have no effect.
Builds are kept and used again. At the end comes a block to paste into the commit. The same command goes on where it was
stopped.

    python scripts/strength/regression.py main                       the commit that is checked out, against main
    python scripts/strength/regression.py main --nodes 5000          the same without clocks
    python scripts/strength/regression.py v1.0 v1.1 --elo0 -5 --elo1 0
"""

from __future__ import annotations

import argparse
from pathlib import Path

from builds import ROOT, Build, build, git, resolve
from oddsfish.matches.cli.match_command import EXIT_USAGE
from oddsfish.matches.experiment import (
    GAMES,
    add_arguments,
    engine_words,
    match_words,
    play,
    result_lines,
    sprt_words,
)
from oddsfish.matches.score.sprt import ERROR_RATE, MODELS, Sprt

MOST_ROUNDS = 30_000  # pairs: an SPRT of 5 Elo hardly ever needs more


def block(results: Path, sprt: Sprt, new: Build, base: Build, control: str) -> list[str]:
    """The result for a commit message: the lines of OpenBench, and the bench of the new revision."""
    return [
        f"{new.name} ({new.subject})",
        f"against {base.name} ({base.subject})",
        *result_lines(results, sprt, control),
        "",
        "No functional change" if new.nodes == base.nodes else f"Bench: {new.nodes}",
    ]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("base", metavar="BASE", help="the revision to compare with")
    parser.add_argument("new", metavar="NEW", nargs="?", default="HEAD", help="the changed one (default: HEAD)")
    parser.add_argument("--elo0", type=float, default=0.0, help="of H0, no better than that (default: %(default)g)")
    parser.add_argument("--elo1", type=float, default=5.0, help="of H1, as good as that (default: %(default)g)")
    for name, hypothesis in (("alpha", "H1"), ("beta", "H0")):
        meaning = f"chance to accept {hypothesis} wrongly (default: %(default)g)"
        parser.add_argument(f"--{name}", type=float, default=ERROR_RATE, help=meaning)
    parser.add_argument("--model", choices=MODELS, default=Sprt.model, help="of Elo (default: %(default)s)")
    limits = parser.add_mutually_exclusive_group()
    limits.add_argument("--tc", default="10+0.1", help="time control (default: %(default)s)")
    limits.add_argument("--nodes", type=int, help="for each move, in place of a time control")
    parser.add_argument("--option", nargs="*", default=[], metavar="NAME=VALUE", help="options of both")
    parser.add_argument("--portable", action="store_true", help="build as wheels are, not for this processor")
    parser.add_argument("--stop-if-same", action="store_true", help="play nothing if the bench has not changed")
    parser.add_argument(
        "--builds", type=Path, default=ROOT / "build" / "frozen", help="where builds are kept (default: build/frozen)"
    )
    add_arguments(parser, "build/experiments/regression/ and the two commits", rounds=MOST_ROUNDS)
    arguments = parser.parse_args()
    try:
        sprt = Sprt(arguments.elo0, arguments.elo1, arguments.alpha, arguments.beta, arguments.model)
    except ValueError as error:
        parser.error(str(error))
    if resolve(arguments.new) == resolve(arguments.base):
        parser.error(f"{arguments.base} and {arguments.new} are the same commit")
    if arguments.new == "HEAD" and git("status", "--porcelain", "--untracked-files=no"):
        print("What is not committed is not played.")
    base, new = (build(each, arguments.builds, not arguments.portable) for each in (arguments.base, arguments.new))
    if new.nodes == base.nodes:
        print(f"No functional change: both count {new.nodes} nodes")
        if arguments.stop_if_same:
            return 0
    else:
        print(f"Bench: {base.nodes} nodes before, {new.nodes} now")
    by_nodes = arguments.nodes is not None
    control = f"{arguments.nodes} nodes" if by_nodes else arguments.tc
    title = f"{new.name} against {base.name}" + (f", {control}" if by_nodes else "")
    folder = arguments.folder or ROOT / "build" / "experiments" / "regression" / title
    words = [
        *engine_words(new.name, new.command, arguments.option),
        *engine_words(base.name, base.command, arguments.option),
        *("-each", *([f"nodes={arguments.nodes}"] if by_nodes else [f"tc={arguments.tc}"])),
        *sprt_words(sprt),
        *match_words(arguments, folder),
    ]
    status = play(words, folder)
    results = folder / f"{GAMES}.results.jsonl"
    if status != EXIT_USAGE and results.exists():
        print("", *block(results, sprt, new, base, control), sep="\n")
    return status


if __name__ == "__main__":
    raise SystemExit(main())
