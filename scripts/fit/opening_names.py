"""Make the table of opening names that ships, from the files of github.com/lichess-org/chess-openings (CC0).

python scripts/fit/opening_names.py FOLDER engine/games/chess/opening_names.tsv.xz
"""

from __future__ import annotations

import argparse
import csv
import io
import lzma
from pathlib import Path

import chess.pgn


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="with a.tsv, b.tsv, c.tsv, d.tsv and e.tsv")
    parser.add_argument("table", type=Path, help="the table to write")
    arguments = parser.parse_args()
    lines = []
    for name in "abcde":
        with (arguments.folder / f"{name}.tsv").open(encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file, delimiter="\t"):
                game = chess.pgn.read_game(io.StringIO(row["pgn"]))
                assert game is not None and not game.errors, row
                moves = " ".join(move.uci() for move in game.mainline_moves())
                lines.append(f"{moves}\t{row['eco']}\t{row['name']}\n")
    arguments.table.write_bytes(lzma.compress("".join(sorted(lines)).encode(), preset=9 | lzma.PRESET_EXTREME))
    print(f"{len(lines)} openings, {arguments.table.stat().st_size} bytes")


if __name__ == "__main__":
    main()
