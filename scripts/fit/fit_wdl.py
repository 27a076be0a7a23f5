#!/usr/bin/env python3
"""Fit the model behind `UCI_ShowWDL` to positions with scores and results (docs/positions.md).

OUTPUT becomes a file of coefficients like `engine/games/chess/wdl.json`. The same positions and seed give the same
coefficients.

    python scripts/fit/fit_wdl.py train.positions wdl.json
"""

from __future__ import annotations

import argparse
import json
import sys
from itertools import count
from pathlib import Path

from oddsfish.engine.support.regular_file import check_replaceable, replacing
from oddsfish.learning.positions.reader import Reader
from oddsfish.learning.positions.record import SIZE
from oddsfish.matches.cli.match_command import EXIT_INTERRUPTED, EXIT_USAGE, explain
from oddsfish.protocols.commands.progress import Progress
from outcomes import cross_entropy, fit, held_out, read


def source(path: Path, seed: int, positions: int) -> str:
    """The origin of the coefficients, for their file."""
    with Reader(path) as reader:
        settings = json.dumps(reader.head.settings)
    return f"scripts/fit/fit_wdl.py --seed {seed}, {positions} positions of self-play: {settings}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path, metavar="FILE", help="of positions")
    parser.add_argument("output", type=Path, metavar="OUTPUT", help="of coefficients; replaced by --force alone")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="of games to test on (default: %(default)s)")
    parser.add_argument("--force", action="store_true", help="replace OUTPUT")
    arguments = parser.parse_args()
    try:
        check_replaceable(arguments.output, arguments.force, [arguments.file])
        most = arguments.file.stat().st_size // SIZE
        with Progress("positions") as progress:
            outcomes = read(arguments.file, lambda done: progress.show(min(done, most), most))
        tested = held_out(outcomes, arguments.seed)
        print("step, cross-entropy of the games that are fitted to")
        steps = count(1)
        model = fit(outcomes, ~tested, lambda loss: print(f"{next(steps):4}  {loss:.6f}", flush=True))
        print(f"held-out games: {cross_entropy(model, outcomes, tested):.6f}")
        said = source(arguments.file, arguments.seed, len(tested))
        text = json.dumps({"source": said, "a": model.a, "b": model.b}, indent=1)
        with replacing(arguments.output) as part:
            part.write_text(text + "\n", encoding="ascii")
    except KeyboardInterrupt:
        print("fit_wdl: stopped; nothing is written", file=sys.stderr)
        return EXIT_INTERRUPTED
    except (ValueError, OSError, ImportError) as error:
        print(f"fit_wdl: {explain(error)}", file=sys.stderr)
        return EXIT_USAGE
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
