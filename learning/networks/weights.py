"""The weights of a network: the first ones of a training, in floating point, and the whole numbers of a file."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from math import inf
from typing import Any

from ...engine.about import VERSION
from ...engine.net.inputs import Inputs
from ...engine.net.limits import LARGEST_SUM, LARGEST_WEIGHT, LEAST_UNIT, MOST_UNIT, ONE
from ...engine.net.network import Network
from ..libraries import NDArray, np

CHANGES = "changes"  # added to the rows, if there are several buckets of them
LARGEST_BIAS = 2.0  # of the hidden layer
TRAINED_UNIT = 256  # the least unit after training: rounding to 128ths would cost half a per cent of the loss


def first_weights(inputs: Inputs, hidden: int, buckets: int, seed: int) -> dict[str, NDArray[Any]]:
    """Random weights to begin a training with, named as in TrainedNetwork. They are the same for all buckets."""
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
    """The weights of a network to begin a training with, named as in TrainedNetwork.

    If the hidden layer is to be wider, its new part has random rows and output weights of 0, so that values do not
    change (Net2Net: Chen, Goodfellow and Shlens, 2016). Nor do they change if anchors choose from more buckets of rows.
    A bucket that replaces several has their mean. ValueError if the inputs or sizes of the network do not suit.
    """
    if known.inputs.unanchored() != inputs.unanchored():
        raise ValueError("the network to begin with has other inputs")
    if known.buckets != buckets or known.hidden > hidden:
        raise ValueError(
            f"the network to begin with has {known.buckets} buckets, and {known.hidden} numbers for each view: "
            "train as many buckets, and no fewer numbers"
        )
    rows = rows_for(known, inputs)
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


def rows_for(known: Network, inputs: Inputs) -> NDArray[Any]:
    """The rows of a network for new buckets. Each is the mean of the old buckets that the same anchors chose."""
    rows = np.array(known.rows, "f8").reshape(-1, inputs.count, known.hidden) / ONE
    now, before = (np.array([*each.anchors] or [0] * inputs.count) // 2 for each in (inputs, known.inputs))
    chosen = [np.unique(before[now == bucket].clip(0)) for bucket in range(inputs.buckets)]
    return np.stack([rows[places if len(places) else slice(None)].mean(axis=0) for places in chosen])


def largest(inputs: Inputs, unit: int = LEAST_UNIT) -> dict[str, float]:
    """The largest absolute values with which no sum overflows at run time, by the name of the tensor.

    unit: the least whole number that a weight of 1 may become.
    """
    row = int(LARGEST_SUM - LARGEST_BIAS * ONE) // inputs.active / ONE
    found = {"rows": row, "biases": LARGEST_BIAS, "weights": LARGEST_WEIGHT / unit}
    return found if inputs.buckets == 1 else {**found, "rows": row / 2, CHANGES: row / 2}  # the two are added


def quantise(arrays: Mapping[str, NDArray[Any]], inputs: Inputs, game: str, scale: int, about: str) -> Network:
    """The network of the nearest whole numbers within the limits. ValueError if weights are not finite, or sizes wrong.

    arrays: the tensors of a TrainedNetwork. scale: hundredths in an output of 1. about: who trained it on what.
    """
    most = largest(inputs)
    if not all(np.isfinite(each).all() for each in arrays.values()):
        raise ValueError("numbers of the network are infinite or none: its training went astray")
    known = {
        name: np.clip(each.astype("f8"), -most.get(name, np.inf), most.get(name, np.inf))
        for name, each in arrays.items()
    }
    unit = MOST_UNIT  # what a weight of 1 becomes: the larger, the less is lost by rounding
    while unit > LEAST_UNIT and float(np.abs(known["weights"]).max()) * unit > LARGEST_WEIGHT:
        unit //= 2

    def whole(found: NDArray[Any], one: int, kind: str = "h") -> array[int]:
        return array(kind, np.rint(found * one).astype("i8").flatten().tolist())

    return Network(
        game=game,
        inputs=inputs,
        hidden=len(known["biases"]),
        buckets=len(known["offsets"]),
        scale=scale,
        unit=unit,
        about=about,
        version=VERSION,
        rows=whole(known["rows"] + known.get(CHANGES, 0), ONE),
        biases=whole(known["biases"], ONE),
        weights=whole(known["weights"], unit),
        offsets=whole(known["offsets"], ONE * unit, "i"),
    )


def untrained(game: str, inputs: Inputs, hidden: int, buckets: int, scale: int, seed: int) -> Network:
    """A network with random weights, to begin without a trained one."""
    return quantise(first_weights(inputs, hidden, buckets, seed), inputs, game, scale, "random weights")


def mean(known: Sequence[Network], weights: Sequence[float], about: str) -> Network:
    """The weighted mean of networks (Wortsman and others, Model soups: averaging weights of multiple fine-tuned models,
    2022). It is useful only if one was trained further from the other, or all of them from the same network.

    ValueError if they differ in more than their numbers, or if a weight of the mean is not a finite number above 0.
    """
    if len(known) != len(weights) or not all(0 < each < inf for each in weights) or not sum(weights) < inf:
        raise ValueError(f"a mean takes one weight above 0 for each of {len(known)} networks")
    first = known[0]
    shape = first.inputs, first.hidden, first.buckets
    for each in known:
        if (each.game, each.scale, each.inputs, each.hidden, each.buckets) != (first.game, first.scale, *shape):
            raise ValueError("a mean takes networks of one game, with the same inputs, numbers, buckets and scale")
    arrays = [taken_up(each, *shape, seed=0) for each in known]
    found = {name: np.average([each[name] for each in arrays], axis=0, weights=weights) for name in arrays[0]}
    return quantise(found, first.inputs, first.game, first.scale, about)
