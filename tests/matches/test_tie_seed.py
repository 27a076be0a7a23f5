"""Games of engines that break ties at random, by the match runner: its seed and theirs repeat a match exactly."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import pytest
from match_process import run_match
from oddsfish.matches.files.journal import read_records

RESULTS = "results.jsonl"
ENGINE = ["-engine", f"cmd={sys.executable}"]
MAIN = "from oddsfish.protocols.start import main; raise SystemExit(main())"
CHESS = ["depth=1", "option.Evaluation=Material", "option.Search=AlphaBeta"]
BRIEF = ["-maxmoves", "40"]


def moves(where: Path, seed: int, seats: int, variant: list[str], *more: str) -> list[tuple[str, ...]]:
    """The moves of four games, which a directory of its own holds."""
    where.mkdir()
    one = [*ENGINE, f"args=-c {shlex.quote(MAIN)}", "option.TiePolicy=random", f"option.Seed={seed}", *more]
    engines = [word for seat in range(seats) for word in [*one, f"name=E{seat}"]]
    words = [*engines, *variant, "-games", "4", "-srand", "3", "-results", RESULTS]
    finished = run_match(*words, where=where)
    assert (finished.status, finished.err) == (0, ""), finished
    records = sorted(read_records(where / RESULTS), key=lambda record: record.number)
    return [tuple(ply.move for ply in record.plies) for record in records]


@pytest.mark.parametrize(
    ("seats", "variant", "more"),
    [
        (2, BRIEF, CHESS),
        (2, ["-variant", "connect4", "Slip=true"], ["depth=1", "option.Evaluation=Fours"]),
        (1, ["-variant", "hilo"], ["depth=1", "option.Search=Random"]),
    ],
)
def test_a_match_is_repeated(tmp_path: Path, seats: int, variant: list[str], more: list[str]) -> None:
    once, again, other = (
        moves(tmp_path / name, seed, seats, variant, *more) for name, seed in (("a", 7), ("b", 7), ("c", 8))
    )
    assert once == again != other
    assert len(once) == 4


def test_each_game_of_a_match_begins_the_sequence_anew(tmp_path: Path) -> None:
    """From the same start and between the same two, so that it is the same game."""
    first, *others = moves(tmp_path / "a", 7, 2, BRIEF, *CHESS)
    assert others == [first] * 3
