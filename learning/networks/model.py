"""The network while it is trained: the same layers as engine/net/network.py has, in floating point."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...engine.net.inputs import Inputs
from ..libraries import NDArray, np, torch
from ..positions.packing import NONE
from .weights import CHANGES, largest


class TrainedNetwork:
    """Tensors by name: rows (input, hidden), biases (hidden), weights (bucket, own view first, hidden), offsets; where
    a game has anchors also changes (bucket of rows, input, hidden), which are added to the rows, so that what is seen
    by one bucket is learned for all.

    An activation is 1 where Network has ONE, a weight behind it 1 where Network has `unit`.
    """

    def __init__(self, inputs: Inputs, buckets: int, first: Mapping[str, NDArray[Any]]) -> None:
        """first: the weights to begin with, by name."""
        self.inputs, self.buckets = inputs, buckets
        count = inputs.count
        image = np.array([*inputs.image] or range(count))
        views = [np.arange(count), np.array([*inputs.mirror])]
        # Of a view, and whether it is of the mirror image: what an input is in it.
        self.numbers: NDArray[Any] = np.array([[view, image[view]] for view in views])
        anchors = np.array([*inputs.anchors] or [-1] * count)
        self.anchors = np.array([np.append(anchors[view], -1) for view in views])  # and where no input stands
        self.tensors: dict[str, Any] = {name: torch.from_numpy(found).requires_grad_() for name, found in first.items()}
        self.most = largest(inputs)

    def clip(self) -> None:
        """Hold all numbers within what they may be as whole ones."""
        with torch.no_grad():
            for name, most in self.most.items():
                self.tensors[name].clamp_(-most, most)

    def rows(self) -> Any:
        """Those of all buckets, one behind the other."""
        rows = self.tensors["rows"]
        return (rows + self.tensors[CHANGES]).flatten(0, 1) if CHANGES in self.tensors else rows

    def __call__(self, samples: NDArray[Any]) -> Any:
        """What positions are worth to the side to move, 1 being `scale` hundredths; a tensor."""
        active = samples["active"]
        there = active != NONE
        counts = there.sum(axis=1)
        bags = torch.from_numpy(np.concatenate(([0], np.cumsum(counts)[:-1])))
        rows = self.rows()
        views = []
        for other in (samples["turn"], 1 - samples["turn"]):  # first the view of the side to move
            numbers = torch.from_numpy(self.seen(active, there, counts, other))
            sums = torch.nn.functional.embedding_bag(numbers, rows, bags, mode="sum") + self.tensors["biases"]
            views.append(sums.clamp(0, 1).square())
        bucket = np.clip(np.maximum(counts - 1, 0) * self.buckets // self.inputs.active, 0, self.buckets - 1)
        outputs = torch.cat(views, 1) @ self.tensors["weights"].T + self.tensors["offsets"]
        return outputs.gather(1, torch.from_numpy(bucket)[:, None])[:, 0]

    def seen(self, active: NDArray[Any], there: NDArray[Any], counts: NDArray[Any], other: NDArray[Any]) -> Any:
        """The rows of active inputs, one position behind the other. other: whether it is the other player's view."""
        count = self.inputs.count
        flat = active[there]
        if not self.inputs.anchors:
            return self.numbers[np.repeat(other, counts), 0, flat]
        anchor = self.anchors[other[:, None], np.minimum(active, count)].max(axis=1).clip(0)
        found = self.numbers[np.repeat(other, counts), np.repeat(anchor & 1, counts), flat]
        return found + count * np.repeat(anchor >> 1, counts)
