"""The network during training: the same layers as in engine/net/network.py, in floating point."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...engine.net.inputs import Inputs
from ..libraries import NDArray, np, torch
from .layers import evaluate, layers
from .weights import CHANGES, TRAINED_UNIT, largest

BEHIND = ("biases", "weights", "offsets")  # what is added to the rows, or comes after them


class TrainedNetwork:
    """Tensors by name: rows (input, hidden), biases (hidden), weights (bucket, own view first, hidden), offsets
    (bucket). With several buckets of rows there are also changes (bucket of rows, input, hidden), which are added to
    the rows. So all buckets learn from what one of them sees.

    An activation of 1 is ONE in Network; an output weight of 1 is `unit` there.
    """

    def __init__(self, inputs: Inputs, buckets: int, first: Mapping[str, NDArray[Any]]) -> None:
        """first: the weights to begin with, by name."""
        layers()  # before several threads use it
        self.inputs, self.buckets = inputs, buckets
        count = inputs.count
        image = np.array([*inputs.image] or range(count))
        views = [np.arange(count), np.array([*inputs.mirror])]
        # For each view and anchor: the row of each input. The last column stands for no input; it is not used.
        self.numbers: NDArray[Any] = np.zeros((2, 2 * inputs.buckets, count + 1), "i4")
        for number, view in enumerate(views):
            for anchor in range(2 * inputs.buckets):
                self.numbers[number, anchor, :-1] = (image[view] if anchor % 2 else view) + anchor // 2 * count
        anchors = np.array([*inputs.anchors] or [-1] * count)
        self.anchors = np.array([np.append(anchors[view], 0).clip(0) for view in views], "i4")
        self.tensors: dict[str, Any] = {name: torch.from_numpy(found).requires_grad_() for name, found in first.items()}
        self.most = largest(inputs, TRAINED_UNIT)

    def clip(self) -> None:
        """Clip all numbers to the range that is allowed for whole numbers."""
        with torch.no_grad():
            for name, most in self.most.items():
                self.tensors[name].clamp_(-most, most)

    def rows(self) -> Any:
        """The rows of all buckets, bucket after bucket."""
        rows = self.tensors["rows"]
        return (rows + self.tensors[CHANGES]).flatten(0, 1) if CHANGES in self.tensors else rows

    def __call__(self, samples: NDArray[Any], rows: Any = None) -> Any:
        """The values of positions for the side to move, as a tensor. A value of 1 is `scale` hundredths.

        rows: the result of `rows`, if it was called before.
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
        """The row numbers of active inputs, position by position. other: for each, 1 for the view of player 1."""
        width = self.inputs.count + 1
        anchor = self.anchors.ravel().take(active + (other * width)[:, None]).max(axis=1)
        places = active + ((other * self.numbers.shape[1] + anchor) * width)[:, None]
        found: NDArray[Any] = self.numbers.ravel().take(places[there])
        return found
