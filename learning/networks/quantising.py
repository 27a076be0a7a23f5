"""Whole numbers for a trained network."""

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
from .weights import CHANGES, first_weights, taken_up

LARGEST_BIAS = 2.0  # of the hidden layer


def largest(inputs: Inputs) -> dict[str, float]:
    """The largest numbers with which no sum leaves the room that there is for it at run time."""
    row = int(LARGEST_SUM - LARGEST_BIAS * ONE) // inputs.active / ONE
    found = {"rows": row, "biases": LARGEST_BIAS, "weights": LARGEST_WEIGHT / LEAST_UNIT}
    return found if inputs.buckets == 1 else {**found, "rows": row / 2, CHANGES: row / 2}  # they are added up


def quantise(arrays: Mapping[str, NDArray[Any]], inputs: Inputs, game: str, scale: int, about: str) -> Network:
    """The nearest whole numbers within what they may be. ValueError if there are none.

    arrays: the tensors of a TrainedNetwork. scale: hundredths in an output of 1. about: who trained it on what.
    """
    most = largest(inputs)
    if not all(np.isfinite(each).all() for each in arrays.values()):
        raise ValueError("numbers of the network are infinite or none: its training went astray")
    known = {
        name: np.clip(each.astype("f8"), -most.get(name, np.inf), most.get(name, np.inf))
        for name, each in arrays.items()
    }
    unit = unit_for(float(np.abs(known["weights"]).max()))

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


def unit_for(weight: float) -> int:
    """What a weight of 1 becomes, so that the largest one has room; the larger, the less is lost by rounding."""
    unit = MOST_UNIT
    while unit > LEAST_UNIT and weight * unit > LARGEST_WEIGHT:
        unit //= 2
    return unit


def untrained(game: str, inputs: Inputs, hidden: int, buckets: int, scale: int, seed: int) -> Network:
    """Random weights, to begin with nothing."""
    return quantise(first_weights(inputs, hidden, buckets, seed), inputs, game, scale, "random weights")


def mean(known: Sequence[Network], weights: Sequence[float], about: str) -> Network:
    """The weighted mean of networks that went on from one another, or from the same (Wortsman and others, Model soups:
    averaging weights of multiple fine-tuned models, 2022); of others it knows nothing.

    ValueError if they differ in more than their numbers, or weights are none.
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
