"""The network while it is trained: the same layers as engine/net/network.py has, in floating point."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...engine.net.inputs import Inputs
from ..libraries import numpy, torch
from ..positions.packing import NONE
from .quantising import first_weights, largest

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Model:
    """Tensors by name: rows (input, hidden), biases (hidden), weights (bucket, own view first, hidden), offsets.

    An activation is 1 where Network has ONE, a weight behind it 1 where Network has UNIT.
    """

    def __init__(self, inputs: Inputs, hidden: int, buckets: int, seed: int) -> None:
        lib = torch()
        self.inputs, self.buckets = inputs, buckets
        self.mirror = lib.tensor([*inputs.mirror])
        first = first_weights(inputs, hidden, buckets, seed)
        self.tensors: dict[str, Any] = {name: lib.from_numpy(found).requires_grad_() for name, found in first.items()}
        self.most = largest(inputs)

    def clip(self) -> None:
        """Hold all numbers within what they may be as whole ones."""
        with torch().no_grad():
            for name, most in self.most.items():
                self.tensors[name].clamp_(-most, most)

    def __call__(self, samples: NDArray[Any]) -> Any:
        """What positions are worth to the side to move, 1 being `scale` hundredths; a tensor."""
        lib, np = torch(), numpy()
        active = samples["active"].astype("i8")
        there = active != NONE
        counts = there.sum(axis=1)
        flat = lib.from_numpy(active[there])
        starts = lib.from_numpy(np.concatenate(([0], np.cumsum(counts)[:-1])))
        turned = lib.from_numpy(np.repeat(samples["turn"].astype(bool), counts))
        other = self.mirror[flat]
        own, theirs = lib.where(turned, other, flat), lib.where(turned, flat, other)
        rows, biases = self.tensors["rows"], self.tensors["biases"]
        views = [
            (lib.nn.functional.embedding_bag(view, rows, starts, mode="sum") + biases).clamp(0, 1).square()
            for view in (own, theirs)
        ]
        most = self.inputs.active
        bucket = lib.from_numpy(np.clip(np.maximum(counts - 1, 0) * self.buckets // most, 0, self.buckets - 1))
        outputs = lib.cat(views, 1) @ self.tensors["weights"].T + self.tensors["offsets"]
        return outputs.gather(1, bucket[:, None])[:, 0]
