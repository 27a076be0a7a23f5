"""The network while it is trained: the same layers as engine/net/network.py has, in floating point."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...engine.net.inputs import Inputs
from ..libraries import NDArray, np, torch
from .layers import evaluate, layers
from .weights import CHANGES, TRAINED_UNIT, largest

BEHIND = ("biases", "weights", "offsets")  # what is added to the rows, or comes after them


class TrainedNetwork:
    """Tensors by name: rows (input, hidden), biases (hidden), weights (bucket, own view first, hidden), offsets; where
    a game has anchors also changes (bucket of rows, input, hidden), which are added to the rows, so that what is seen
    by one bucket is learned for all.

    An activation is 1 where Network has ONE, a weight behind it 1 where Network has `unit`.
    """

    def __init__(self, inputs: Inputs, buckets: int, first: Mapping[str, NDArray[Any]]) -> None:
        """first: the weights to begin with, by name."""
        layers()  # before threads use it
        self.inputs, self.buckets = inputs, buckets
        count = inputs.count
        image = np.array([*inputs.image] or range(count))
        views = [np.arange(count), np.array([*inputs.mirror])]
        # Of a view and an anchor: the row of each input, and of no input any.
        self.numbers: NDArray[Any] = np.zeros((2, 2 * inputs.buckets, count + 1), "i4")
        for number, view in enumerate(views):
            for anchor in range(2 * inputs.buckets):
                self.numbers[number, anchor, :-1] = (image[view] if anchor % 2 else view) + anchor // 2 * count
        anchors = np.array([*inputs.anchors] or [-1] * count)
        self.anchors = np.array([np.append(anchors[view], 0).clip(0) for view in views], "i4")
        self.tensors: dict[str, Any] = {name: torch.from_numpy(found).requires_grad_() for name, found in first.items()}
        self.most = largest(inputs, TRAINED_UNIT)

    def clip(self) -> None:
        """Hold all numbers within what they may be as whole ones."""
        with torch.no_grad():
            for name, most in self.most.items():
                self.tensors[name].clamp_(-most, most)

    def rows(self) -> Any:
        """Those of all buckets, one behind the other."""
        rows = self.tensors["rows"]
        return (rows + self.tensors[CHANGES]).flatten(0, 1) if CHANGES in self.tensors else rows

    def __call__(self, samples: NDArray[Any], rows: Any = None) -> Any:
        """What positions are worth to the side to move, 1 being `scale` hundredths; a tensor.

        rows: what `rows` has, if it was asked before.
        """
        active = np.minimum(samples["active"], np.uint16(self.inputs.count)).astype("i4")
        there = active < self.inputs.count
        counts = there.sum(axis=1, dtype="i4")
        turn = samples["turn"].astype("i4")
        # First the views of the sides to move, then those of the others.
        numbers = np.concatenate([self.seen(active, there, other) for other in (turn, 1 - turn)])
        buckets = np.clip(np.maximum(counts - 1, 0) * self.buckets // self.inputs.active, 0, self.buckets - 1)
        behind = (self.tensors[name] for name in BEHIND)
        return evaluate((self.rows() if rows is None else rows, *behind), numbers, counts, buckets)

    def seen(self, active: NDArray[Any], there: NDArray[Any], other: NDArray[Any]) -> NDArray[Any]:
        """The rows of active inputs, one position behind the other. other: whether it is the other player's view."""
        width = self.inputs.count + 1
        anchor = self.anchors.ravel().take(active + (other * width)[:, None]).max(axis=1)
        places = active + ((other * self.numbers.shape[1] + anchor) * width)[:, None]
        found: NDArray[Any] = self.numbers.ravel().take(places[there])
        return found
