"""How accurate is `UCI_Elo`? Oddsfish plays at several levels against Stockfish with the same `UCI_Elo`.

The table at the end shows for each level how much stronger Oddsfish is: 0 if the level is accurate. The settings of a
level are in `TABLE` of engine/games/chess/searches/pvs/levels.py. The same command goes on where it was stopped.

    python scripts/strength/calibrate_strength.py 1500 1800 2100 --rounds 50
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from oddsfish.engine.games.chess.searches.pvs.algorithm import ELO
from oddsfish.matches.experiment import (
    GAMES,
    add_arguments,
    engine_words,
    find,
    match_words,
    own_engine,
    play,
    read_command,
    read_standings,
)
from oddsfish.matches.score.figures import elo_text
from oddsfish.matches.score.statistics import estimate

SECONDS = 0.2  # for each move
MARGIN = 200  # milliseconds: Stockfish is late by some in every game


def row(level: int, folder: Path) -> str:
    """A row of the table: the results of the games at a level."""
    standings = read_standings(folder / f"{GAMES}.results.jsonl")
    counts = standings.between(0, 1)
    found = estimate(counts)
    faults = sum(standings.faults.values())
    return (
        f"{level:5}  {counts.games:5}  {counts.wins:4}  {counts.draws:5}  {counts.losses:6}  {faults:6}  "
        f"{elo_text(found, digits=0, sign='+-')}"
    )


def limits(options: Sequence[str], level: int) -> list[str]:
    return [*options, "UCI_LimitStrength=true", f"UCI_Elo={level}"]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "level", nargs="+", type=int, help=f"UCI_Elo of both, {ELO.low} to {ELO.high}: a match for each"
    )
    parser.add_argument("--engine", default=own_engine(), help="its command (default: the one that is installed)")
    parser.add_argument("--option", nargs="*", default=[], metavar="NAME=VALUE", help="its other options")
    parser.add_argument("--stockfish", default=find("stockfish") or "", help="its command (default: the installed one)")
    parser.add_argument(
        "--seconds", type=float, default=SECONDS, metavar="S", help="for each move (default: %(default)s)"
    )
    add_arguments(parser, "build/experiments/calibrate_strength", rounds=50)
    arguments = parser.parse_args()
    command = read_command(parser, arguments.engine)
    if not arguments.stockfish:
        parser.error("there is no Stockfish; apt-get install stockfish brings 15.1, or name one with --stockfish")
    if any(not ELO.low <= level <= ELO.high for level in arguments.level):
        parser.error(f"a level is a number from {ELO.low} to {ELO.high}")
    base = arguments.folder or Path("build", "experiments", "calibrate_strength")
    rows = []
    for level in arguments.level:
        folder = base / str(level)
        words = [
            *engine_words("Oddsfish", command, limits(arguments.option, level)),
            *engine_words("Stockfish", [arguments.stockfish], limits([], level)),
            *("-each", f"st={arguments.seconds:g}", f"timemargin={MARGIN}"),
            *match_words(arguments, folder),
        ]
        status = play(words, folder)
        if status:
            return status
        rows.append(row(level, folder))
    print("\nlevel  games  wins  draws  losses  faults  Elo of Oddsfish beside Stockfish (95 %)", *rows, sep="\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
