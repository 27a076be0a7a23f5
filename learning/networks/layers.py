"""The layers of a network, and their gradient. This gradient is faster than the one that PyTorch derives."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from functools import cache
from typing import Any

from ..libraries import NDArray, np, torch


def evaluate(tensors: Sequence[Any], numbers: NDArray[Any], counts: NDArray[Any], buckets: NDArray[Any]) -> Any:
    """The output for each position: a tensor that can be differentiated once.

    tensors: rows (row, hidden; 65,536 rows at most), biases (hidden), weights (bucket, own view first, hidden), offsets
    (bucket). numbers: the numbers of the rows of the own views, position after position, and then of the other views.
    counts: for each position, the number of rows of a view. buckets: the bucket of each position.
    """
    return layers().apply(*tensors, numbers, counts, torch.from_numpy(buckets.astype("i8"))[:, None])


@cache
def layers() -> Any:
    """The function that `evaluate` applies. It is made once, at its first use, because it needs PyTorch."""
    with warnings.catch_warnings():  # not safe with several threads
        warnings.simplefilter("ignore")
        torch.sparse_csr_tensor([0, 0], [], [], (1, 1))  # the first one makes PyTorch warn that they are beta

    class Layers(torch.autograd.Function):  # type: ignore[misc,name-defined,unused-ignore]
        @staticmethod
        def forward(
            context: Any,
            rows: Any,
            biases: Any,
            weights: Any,
            offsets: Any,
            numbers: NDArray[Any],
            counts: NDArray[Any],
            buckets: Any,
        ) -> Any:
            counts = np.tile(counts, 2)
            begins = np.cumsum(counts, dtype="i4") - counts
            bags, first = map(torch.from_numpy, (numbers, begins))
            sums = torch.nn.functional.embedding_bag(bags, rows, first, mode="sum")
            hidden = sums.add_(biases).clamp_(0, 1).view(2, len(buckets), -1)
            squares = hidden.square()
            behind = weights.unflatten(1, (2, -1)).permute(1, 2, 0)  # by view, hidden, bucket
            context.kept = hidden, squares, behind, numbers, counts, buckets, len(rows)
            outputs = torch.bmm(squares, behind).sum(0) + offsets
            return outputs.gather(1, buckets)[:, 0]

        @staticmethod
        @torch.autograd.function.once_differentiable  # type: ignore[untyped-decorator,unused-ignore]
        def backward(context: Any, slope: Any) -> Any:
            """It can run only once, as it overwrites the kept tensors."""
            (hidden, squares, behind, numbers, counts, buckets, height), context.kept = context.kept, ()
            outputs = torch.zeros(len(buckets), behind.shape[2]).scatter_(1, buckets, slope[:, None])
            weights = torch.matmul(outputs.T, squares).transpose(0, 1).flatten(1)
            # Half of the gradient of the sums. A square has twice its root as derivative, a clipped number has 0.
            half = torch.matmul(outputs, behind.transpose(1, 2), out=squares)
            torch.ops.aten.hardtanh_backward.grad_input(half, hidden, 0.0, 1.0, grad_input=half)
            half = half.mul_(hidden).flatten(0, 1)
            # The gradient of the rows is a product with a sparse matrix. Its lines are rows, its columns are views.
            order = np.argsort(numbers.astype("u2"), kind="stable")  # of 16 bits: a radix sort
            places = np.repeat(np.arange(len(counts), dtype="i4"), counts)[order]
            ends = np.cumsum(np.concatenate(([0], np.bincount(numbers, minlength=height))), dtype="i4")
            twos = np.full(len(places), 2, "f4")
            lines = torch.sparse_csr_tensor(*map(torch.from_numpy, (ends, places, twos)), (height, len(counts)))
            return lines @ half, half.sum(0).mul_(2), weights, outputs.sum(0), None, None, None

    return Layers
