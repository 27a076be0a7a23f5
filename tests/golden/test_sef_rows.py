"""The published rows of SEF: what they say of each other, as they name no position to compute them from."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

ROWS = Path(__file__).parent / "sef_published_rows.csv"
PARTS = ("material", "pawn_structure", "center_control_val", "mobility_val", "king_safety_val")


def test_the_rows() -> None:
    with ROWS.open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 9
    for row in rows:
        assert float(row["evaluation"]) == pytest.approx(sum(float(row[part]) for part in PARTS), abs=1e-12)
        # Mobility counts pieces, not moves: 0.1 for each, by the opening's weight of a half.
        assert float(row["mobility_val"]) == pytest.approx(0.5 * 0.1 * int(row["num_pieces"]), abs=1e-12)
        # All are openings, which 22 pieces must therefore still be.
        assert row["phase"] == "0" and int(row["num_pieces"]) + int(row["opponent_pieces"]) >= 22
        assert all(repr(float(row[name])) == row[name] for name in (*PARTS, "evaluation", "best_value"))
