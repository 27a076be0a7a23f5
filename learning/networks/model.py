"""The network while it is trained: the same layers as engine/net/network.py has, in floating point."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from functools import cache
from typing import Any

from ...engine.net.inputs import Inputs
from ..libraries import NDArray, np, torch
from .weights import CHANGES, largest


@cache
def sums() -> Any:
    """The function of `sum_rows`; made once, and only where PyTorch is."""

    class Sums(torch.autograd.Function):  # type: ignore[misc,name-defined,unused-ignore]
        @staticmethod
        def forward(context: Any, rows: Any, numbers: NDArray[Any], counts: NDArray[Any]) -> Any:
            context.numbers, context.counts, context.height = numbers, counts, len(rows)
            bags = np.cumsum(np.concatenate(([0], counts[:-1])), dtype="i4")
            wanted, begins = torch.from_numpy(numbers), torch.from_numpy(bags)
            return torch.nn.functional.embedding_bag(wanted, rows, begins, mode="sum")

        @staticmethod
        def backward(context: Any, slope: Any) -> Any:
            numbers, counts, height = context.numbers, context.counts, context.height
            order = np.argsort(numbers.astype("i2"), kind="stable")  # of 16 bits: a radix sort
            places = np.repeat(np.arange(len(counts), dtype="i4"), counts)[order]
            ends = np.cumsum(np.concatenate(([0], np.bincount(numbers, minlength=height))), dtype="i4")
            parts = map(torch.from_numpy, (ends, places, np.ones(len(places), "f4")))
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # sparse matrices of this kind are called beta
                return torch.sparse_csr_tensor(*parts, (height, len(counts))) @ slope, None, None

    return Sums


def sum_rows(rows: Any, numbers: NDArray[Any], counts: NDArray[Any]) -> Any:
    """The sum of so many rows for each position. numbers: of the rows, one position behind the other.

    Its gradient is a product with a sparse matrix, which takes a third of the time of embedding_bag's own.
    """
    return sums().apply(rows, numbers, counts)


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
        # Of a view and an anchor: the row of each input, and of no input any.
        self.numbers: NDArray[Any] = np.zeros((2, 2 * inputs.buckets, count + 1), "i4")
        for number, view in enumerate(views):
            for anchor in range(2 * inputs.buckets):
                self.numbers[number, anchor, :-1] = (image[view] if anchor % 2 else view) + anchor // 2 * count
        anchors = np.array([*inputs.anchors] or [-1] * count)
        self.anchors = np.array([np.append(anchors[view], 0).clip(0) for view in views], "i4")
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
        active = np.minimum(samples["active"], np.uint16(self.inputs.count)).astype("i4")
        there = active < self.inputs.count
        counts = there.sum(axis=1, dtype="i4")
        turn = samples["turn"].astype("i4")
        # First the views of the sides to move, then those of the others.
        numbers = np.concatenate([self.seen(active, there, other) for other in (turn, 1 - turn)])
        hidden = sum_rows(self.rows(), numbers, np.concatenate((counts, counts))) + self.tensors["biases"]
        own, others = torch.nn.functional.hardtanh(hidden, 0.0, 1.0).square().chunk(2)
        bucket = np.clip(np.maximum(counts - 1, 0) * self.buckets // self.inputs.active, 0, self.buckets - 1)
        for_own, for_others = self.tensors["weights"].T.chunk(2)
        outputs = own @ for_own + others @ for_others + self.tensors["offsets"]
        return outputs.gather(1, torch.from_numpy(bucket.astype("i8"))[:, None])[:, 0]

    def seen(self, active: NDArray[Any], there: NDArray[Any], other: NDArray[Any]) -> NDArray[Any]:
        """The rows of active inputs, one position behind the other. other: whether it is the other player's view."""
        width = self.inputs.count + 1
        anchor = self.anchors.ravel().take(active + (other * width)[:, None]).max(axis=1)
        places = active + ((other * self.numbers.shape[1] + anchor) * width)[:, None]
        found: NDArray[Any] = self.numbers.ravel().take(places[there])
        return found
