"""The weights that a training begins with, in floating point."""

from __future__ import annotations

from typing import Any

from ...engine.net.inputs import Inputs
from ...engine.net.limits import ONE
from ...engine.net.network import Network
from ..libraries import NDArray, np

CHANGES = "changes"  # to rows, where there are several buckets of them


def first_weights(inputs: Inputs, hidden: int, buckets: int, seed: int) -> dict[str, NDArray[Any]]:
    """Those that a training begins with, as TrainedNetwork names them: the same for all buckets."""
    random = np.random.default_rng(seed % 2**64)
    reach, behind = (inputs.active * 3 / 4) ** -0.5, (2 * hidden) ** -0.5
    weights = random.uniform(-behind, behind, (1, 2 * hidden)).repeat(buckets, 0)
    changes = {CHANGES: np.zeros((inputs.buckets, inputs.count, hidden), "f4")} if inputs.buckets > 1 else {}
    return {
        **changes,
        "rows": random.uniform(-reach, reach, (inputs.count, hidden)).astype("f4"),
        "biases": np.zeros(hidden, "f4"),
        "weights": weights.astype("f4"),
        "offsets": np.zeros(buckets, "f4"),
    }


def taken_up(known: Network, inputs: Inputs, hidden: int, buckets: int, seed: int) -> dict[str, NDArray[Any]]:
    """The weights of a network, to go on with, as TrainedNetwork names them.

    Where the layer is to be wider, what is new has random rows and no weight behind it, so that values stay what they
    are (Net2Net: Chen, Goodfellow and Shlens, 2016). ValueError if they do not suit.
    """
    if known.inputs != inputs:
        raise ValueError("the network to begin with has other inputs")
    if known.buckets != buckets or known.hidden > hidden:
        raise ValueError(
            f"the network to begin with has {known.buckets} buckets, and {known.hidden} numbers for each view: "
            "train as many buckets, and no fewer numbers"
        )
    rows = np.array(known.rows, "f8").reshape(inputs.buckets, inputs.count, known.hidden) / ONE
    found = first_weights(inputs, hidden, buckets, seed)
    found["rows"][:, : known.hidden] = rows.mean(axis=0)
    if CHANGES in found:
        found[CHANGES][:, :, : known.hidden] = rows - rows.mean(axis=0)
    found["biases"][: known.hidden] = np.array(known.biases) / ONE
    behind = np.zeros((buckets, 2, hidden))
    behind[:, :, : known.hidden] = np.array(known.weights).reshape(buckets, 2, known.hidden) / known.unit
    found["weights"] = behind.reshape(buckets, 2 * hidden).astype("f4")
    found["offsets"] = (np.array(known.offsets) / (ONE * known.unit)).astype("f4")
    return found
