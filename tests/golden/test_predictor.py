"""What is published of the predictors: the number format of the rows, and the figures that are shown beside ours."""

from __future__ import annotations

import json
from pathlib import Path

from oddsfish.learning import published
from oddsfish.learning.rows import written

FOLDER = Path(__file__).parent
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
