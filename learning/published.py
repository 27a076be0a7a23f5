"""The results that the source of both formats published for its predictors. Its tables are not available.

The parameters are the best of its grids. The errors are those of its training and test rows. They are shown beside ours
for information only, as other rows have other errors.
"""

from __future__ import annotations

from typing import Any

PARAMETERS: dict[str, dict[str, Any]] = {
    "forest": {"max_depth": 5, "min_samples_leaf": 4, "min_samples_split": 10, "n_estimators": 100},
    "network": {"hidden_layer_sizes": (100, 100, 100), "early_stopping": False},  # the list of layers is cut off there
}

ERRORS: dict[str, dict[str, float]] = {
    "forest": {
        "train MSE": 78.4351496123083,
        "test MSE": 84.17281661087253,
        "test MAE": 7.664332889161043,
        "test R2": 0.6925199664191655,
    },
    "network": {
        "train MSE": 64.10929811264945,
        "test MSE": 85.65873731752093,
        "test MAE": 7.1606132757868535,
        "test R2": 0.6974346650262335,
    },
}
