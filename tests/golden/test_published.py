"""The published data of predictors and SEF: the number format of rows, relations within rows, and figures.

The rows do not name their positions.
"""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from oddsfish.learning import published
from oddsfish.learning.rows import written

FOLDER = Path(__file__).parent
PARTS = ("material", "pawn_structure", "center_control_val", "mobility_val", "king_safety_val")
PARAMETERS = {"forest": ("max_depth", "min_samples_leaf", "min_samples_split", "n_estimators"), "network": ()}
NAMES = {"train MSE": "train_mse", "test MSE": "test_mse", "test MAE": "test_mae", "test R2": "test_r2"}


def test_numbers_are_written_as_the_published_rows_have_them() -> None:
    for name, head in (("predictor_rows.csv", "H_0,H_4"), ("sef_published_rows.csv", "")):
        first, *lines = (FOLDER / name).read_text().splitlines()
        assert first.startswith(head) and len(lines) >= 7
        for word in (word for line in lines for word in line.split(",")):
            assert written(float(word) if "." in word else int(word)) == word


def test_the_published_figures_are_those_of_the_source() -> None:
    source = json.loads((FOLDER / "predictor_published.json").read_text())
    for kind, name in (("forest", "random_forest"), ("network", "mlp")):
        assert published.ERRORS[kind] == {ours: source[name][theirs] for ours, theirs in NAMES.items()}
        for parameter in PARAMETERS[kind]:
            assert published.PARAMETERS[kind][parameter] == source[name][parameter]
    layers = source["mlp"]["hidden_layer_sizes_begin"]
    assert published.PARAMETERS["network"]["hidden_layer_sizes"] == tuple(layers)


def test_the_rows_of_sef() -> None:
    with (FOLDER / "sef_published_rows.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 9
    for row in rows:
        assert float(row["evaluation"]) == pytest.approx(sum(float(row[part]) for part in PARTS), abs=1e-12)
        # Mobility counts pieces, not moves: 0.1 for each, times the opening's weight of a half.
        assert float(row["mobility_val"]) == pytest.approx(0.5 * 0.1 * int(row["num_pieces"]), abs=1e-12)
        # All rows are openings: so 22 pieces must still count as an opening.
        assert row["phase"] == "0" and int(row["num_pieces"]) + int(row["opponent_pieces"]) >= 22
        assert all(repr(float(row[name])) == row[name] for name in (*PARTS, "evaluation", "best_value"))
