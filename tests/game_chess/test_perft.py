"""scripts/measure/perft.py on tests/perft: the move generator against counts that two programs agree on.

Counts up to some hundred thousand nodes are those of python-chess. Larger ones are our own; the smaller ones agreed.
"""

from pathlib import Path

import pytest
from script_process import run_here

FILES = sorted((Path(__file__).resolve().parents[1] / "perft").glob("*.epd"))
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def test_every_count_is_right() -> None:
    assert {path.stem for path in FILES} >= {"standard", "chess960"}
    assert run_here("perft", *FILES).endswith(" 0 wrong\n")


def test_both_forms_of_a_file_are_read(tmp_path: Path) -> None:
    path = tmp_path / "two.perft"
    path.write_text(f"# a comment\n\n{START} ;D1 20 ;D2 400\n\nid start\nepd {START}\nperft 1 20\nperft 3 8902\n")
    assert run_here("perft", path).startswith("2 positions, 4 counts, 9342 nodes, ")


def test_a_wrong_count_is_named_and_fails_unless_it_is_beyond_the_limit(tmp_path: Path) -> None:
    path = tmp_path / "wrong.epd"
    path.write_text(f"{START} ;D1 20 ;D2 401\n")
    said = run_here("perft", path, status=1)
    assert f"{path}:1: depth 2: 400, not 401: {START}\n" in said
    assert said.endswith(" 1 wrong\n")
    run_here("perft", path, "--max-nodes", 400)
    assert run_here("perft", path, "--max-nodes", 19, status=2) == "perft.py: no count is within --max-nodes\n"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (f"epd {START}\n", ": no perft counts"),
        (f"{START} ;D1\n", ":1: neither `FEN ;D1 20 ...` nor `epd FEN` nor, after it, `perft 1 20`"),
        ("\n8/8/8/8/8/8/8/8 w - - 0 1 ;D1 0\n", ":2: White has 0 kings, not one"),
        (None, ": No such file or directory"),
    ],
)
def test_a_malformed_file_is_refused_in_one_line(tmp_path: Path, text: str | None, reason: str) -> None:
    path = tmp_path / "malformed.epd"
    if text is not None:
        path.write_text(text)
    assert run_here("perft", path, status=2) == f"perft.py: {path}{reason}\n"
