"""Files without an end of line, or without an end at all: each is refused in one line, in little memory."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

MEMORY = 1 << 30  # bytes that a process may ask for; libraries alone take a third
SIZE = 200 << 30  # bytes, of which a sparse file has none on disk
LIMITED = (
    f"import resource, sys; resource.setrlimit(resource.RLIMIT_AS, ({MEMORY}, {MEMORY}));"
    "from oddsfish.protocols.start import main; sys.exit(main())"
)
RANDOM = ["match", "-engine", "proto=random", "-engine", "proto=random", "name=B", "-maxmoves", "1"]
COMMANDS = {
    "results": [*RANDOM, "-results", "FILE", "-resume"],
    "PGN": [*RANDOM, "-pgnout", "FILE"],
    "EPD": [*RANDOM, "-epdout", "FILE"],
    "openings": [*RANDOM, "-openings", "file=FILE", "format=pgn"],
    "positions": [*RANDOM, "-openings", "file=FILE", "format=epd"],
    "page": ["page", "--no-open", "--match", "FILE"],
    "opponent": ["opponent", "FILE", "--player", "A"],
    "game": ["play", "chess", "--load", "FILE"],
    "table": ["predictor", "train", "FILE", "model.json"],
    "rows": ["predictor", "data", "connect4", "FILE", "--rows", "1"],
    "journal": ["predictor", "data", "connect4", "rows.csv", "--rows", "1"],
    "samples": ["learn", "statistics", "FILE"],
}
MATCH = b'{"format":"oddsfish match 1",'
GAME = b"1. e4 {"
BEGINNINGS = {
    "results": (b"", MATCH),
    "PGN": (b"", b'[Event "'),
    "page": (MATCH,),
    **dict.fromkeys(("openings", "opponent", "game"), (GAME,)),
    "table": (b"a,b\n1,",),
}
CASES = [(name, beginning) for name in COMMANDS for beginning in BEGINNINGS.get(name, (b"",))]


@pytest.mark.parametrize(("name", "beginning"), CASES)
def test_a_file_without_end_is_refused_in_one_line(name: str, beginning: bytes, tmp_path: Path) -> None:
    path = tmp_path / ("rows.csv.journal" if name == "journal" else "file")
    with path.open("wb") as file:
        file.write(beginning)
        file.truncate(SIZE)
    words = [word.replace("FILE", str(path)) for word in COMMANDS[name]]
    done = subprocess.run(
        [sys.executable, "-c", LIMITED, *words],
        cwd=tmp_path,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1), done
    assert path.name in done.stderr and "Memory" not in done.stderr and len(done.stderr) < 400
    assert path.stat().st_size == SIZE
