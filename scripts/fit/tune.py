#!/usr/bin/env python3
"""Tune the weights of Tapered on positions with scores and results; docs/positions.md says where those come from.

The tuning begins with the shipped weights, or those of --begin. OUTPUT becomes a file of weights. The same positions
and seed give the same weights.

    python scripts/fit/tune.py train.positions tuned.json --epochs 30
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from oddsfish.engine.games.chess.evaluations.weights import read, write
from oddsfish.engine.support.regular_file import check_replaceable
from oddsfish.matches.cli.match_command import EXIT_INTERRUPTED, EXIT_USAGE, explain
from oddsfish.protocols.commands.arguments import number
from oddsfish.protocols.commands.progress import Progress
from tuning import Epoch, count, tune

POSITIONS = 2_000_000
EPOCHS = 30
SHARE = 0  # per cent: the best in play of all that were tried (docs/positions.md)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path, metavar="FILE", help="of positions")
    parser.add_argument("output", type=Path, metavar="OUTPUT", help="the file of weights; replaced by --force alone")
    parser.add_argument("--begin", type=Path, metavar="FILE", help="weights to begin with (default: the shipped ones)")
    parser.add_argument(
        "--positions", type=number(1), default=POSITIONS, metavar="N", help="at most (default: %(default)s)"
    )
    parser.add_argument("--epochs", type=number(1), default=EPOCHS, metavar="N", help="passes (default: %(default)s)")
    parser.add_argument(
        "--share",
        type=number(0),
        default=SHARE,
        metavar="PERCENT",
        help="of a game's result in what is wanted; the rest is the search's score (default: %(default)s)",
    )
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="of the batches (default: %(default)s)")
    parser.add_argument("--force", action="store_true", help="replace OUTPUT")
    arguments = parser.parse_args()
    try:
        if arguments.share > 100:
            raise ValueError(f"--share is a percentage, not {arguments.share}")
        check_replaceable(arguments.output, arguments.force, [arguments.file])
        weights = read(arguments.begin or "")
        with Progress("positions") as progress:
            counts = count(
                arguments.file,
                arguments.positions,
                lambda done: progress.show(done, arguments.positions),
                str(arguments.begin or ""),
            )

        def tell(epoch: Epoch) -> None:
            print(f"{epoch.number:4} of {arguments.epochs}  {epoch.trained:.6f}  {epoch.tested:.6f}", flush=True)

        print("epoch, training cross-entropy, validation cross-entropy")
        write(tune(counts, weights, arguments.epochs, arguments.share / 100, arguments.seed, tell), arguments.output)
    except KeyboardInterrupt:
        print("tune: stopped; nothing is written", file=sys.stderr)
        return EXIT_INTERRUPTED
    except (ValueError, OSError, ImportError) as error:
        print(f"tune: {explain(error)}", file=sys.stderr)
        return EXIT_USAGE
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
