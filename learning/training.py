"""Training with scikit-learn, which is an extra. Only this module imports it.

The grids are searched fit by fit, as scikit-learn's own grid search does. But here each fit is reported, and a run
continues where an earlier one ended.
"""

from __future__ import annotations

import hashlib
import warnings
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

from . import published
from .journal import Journal
from .table import Table

try:
    import numpy as np
    import sklearn
    from sklearn.compose import TransformedTargetRegressor
    from sklearn.ensemble import RandomForestRegressor
    from sklearn.exceptions import ConvergenceWarning
    from sklearn.metrics import mean_absolute_error, mean_squared_error, r2_score
    from sklearn.model_selection import KFold, ParameterGrid, train_test_split
    from sklearn.neural_network import MLPRegressor
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler
    from threadpoolctl import threadpool_limits
except ImportError as missing:
    raise ImportError(f'training needs scikit-learn: pip install ".[learn]" in the source folder ({missing})') from None

FORMAT = "oddsfish fits 1"
TEST = 0.2  # the share of the rows that is held out for the test
FOLDS = 5
SEED = 42

GRIDS: dict[str, dict[str, list[Any]]] = {
    # As published.
    "forest": {
        "n_estimators": [50, 100, 200],
        "max_depth": [5, 10, 20, None],
        "min_samples_split": [2, 5, 10],
        "min_samples_leaf": [1, 2, 4],
    },
    # Our own: the source does not give its grid. Its networks have at least three layers, each of 100 units.
    "network": {
        "hidden_layer_sizes": [(100,) * 3, (100,) * 4, (100,) * 5],
        "early_stopping": [False, True],
    },
}


def estimator(kind: str, parameters: Mapping[str, Any], seed: int, jobs: int) -> Any:
    """The estimator to fit. For a network, inputs and target are scaled to mean 0 and standard deviation 1."""
    if kind == "forest":
        return RandomForestRegressor(random_state=seed, n_jobs=jobs, **parameters)
    network = MLPRegressor(
        activation="relu", alpha=1e-4, learning_rate="constant", solver="adam", random_state=seed, **parameters
    )
    return TransformedTargetRegressor(make_pipeline(StandardScaler(), network), transformer=StandardScaler())


def fit(made: Any, inputs: Any, targets: Any) -> Any:
    with warnings.catch_warnings():  # a network that has not converged after its 200 epochs is good enough
        warnings.simplefilter("ignore", ConvergenceWarning)
        made.fit(inputs, targets)
    if isinstance(made, RandomForestRegressor):
        made.n_jobs = 1  # several threads would add up the outputs of the trees in any order
    return made


def train(
    table: Table,
    kind: str,
    fits: Path,
    seed: int = SEED,
    quick: bool = False,
    jobs: int = 1,
    report: Callable[[int, int], None] = lambda done, total: None,
) -> dict[str, Any]:
    """The content of the file of the best model of the grid, by the mean squared error over five folds. The model is
    fitted to four fifths of the rows. Its errors are named as in `published`.

    fits: the journal of the fits, from which a run continues. quick: use the published parameters instead of the grid.
    jobs: threads, which do not change the result. report: called with the numbers of fits that are done, and of all.
    """
    rows = np.array(table.rows)
    parts = train_test_split(rows[:, :-1], rows[:, -1], test_size=TEST, random_state=seed)
    inputs, tests, targets, wanted = parts
    with threadpool_limits(1):  # of the numerical libraries: with more, sums would differ
        if quick:
            parameters: Mapping[str, Any] = published.PARAMETERS[kind]
        else:
            head = {"format": FORMAT, "kind": kind, "seed": seed, "columns": list(table.names)}
            head |= {"rows": hashlib.sha256(rows.tobytes()).hexdigest(), "library": sklearn.__version__}
            with closing(Journal(fits, head)) as journal:
                parameters = search(inputs, targets, kind, seed, jobs, journal, report)
        made = fit(estimator(kind, parameters, seed, jobs), inputs, targets)
        errors = {
            f"{part} {name}": float(measure(right, made.predict(asked)))
            for part, right, asked in (("train", targets, inputs), ("test", wanted, tests))
            for name, measure in (("MSE", mean_squared_error), ("MAE", mean_absolute_error), ("R2", r2_score))
        }
    return {
        "features": list(table.names),
        "target": table.target,
        "kind": kind,
        **(trees(made) if kind == "forest" else layers(made)),
        "training": {"rows": len(rows), "seed": seed, "parameters": dict(parameters), "errors": errors},
    }


def search(
    inputs: Any,
    targets: Any,
    kind: str,
    seed: int,
    jobs: int,
    journal: Journal,
    report: Callable[[int, int], None],
) -> Mapping[str, Any]:
    """The parameters of the grid with the least mean squared error over the folds, the first of equals."""
    grid = list(ParameterGrid(GRIDS[kind]))
    folds = list(KFold(FOLDS).split(inputs))
    total = len(grid) * len(folds)
    try:
        errors = [float(entry["error"]) for entry in journal.entries][:total]
        report(len(errors), total)
        for number in range(len(errors), total):
            parameters, (learned, asked) = grid[number // FOLDS], folds[number % FOLDS]
            made = fit(estimator(kind, parameters, seed, jobs), inputs[learned], targets[learned])
            errors.append(float(mean_squared_error(targets[asked], made.predict(inputs[asked]))))
            journal.add({"parameters": parameters, "fold": number % FOLDS, "error": errors[-1]})
            report(number + 1, total)
    except (KeyError, TypeError):
        raise ValueError(f"{journal.path} is no journal of ours") from None
    means = [sum(errors[place : place + FOLDS]) / FOLDS for place in range(0, total, FOLDS)]
    best: Mapping[str, Any] = grid[means.index(min(means))]
    return best


def trees(made: Any) -> dict[str, Any]:
    """A forest as the engine reads it."""
    found = []
    for each in made.estimators_:
        tree = each.tree_
        leaf = tree.children_left < 0
        found.append(
            {
                "feature": np.where(leaf, -1, tree.feature).tolist(),
                "threshold": np.where(leaf, 0.0, tree.threshold).tolist(),
                "left": tree.children_left.tolist(),
                "right": tree.children_right.tolist(),
                "value": tree.value[:, 0, 0].tolist(),
            }
        )
    return {"trees": found}


def layers(made: Any) -> dict[str, Any]:
    """A network as the engine reads it."""
    scaler, network = (step for _, step in made.regressor_.steps)
    return {
        "means": scaler.mean_.tolist(),
        "scales": scaler.scale_.tolist(),
        "layers": [
            {"weights": weights.tolist(), "biases": biases.tolist()}
            for weights, biases in zip(network.coefs_, network.intercepts_, strict=True)
        ],
        "offset": float(made.transformer_.mean_[0]),
        "factor": float(made.transformer_.scale_[0]),
    }
