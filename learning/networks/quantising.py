"""Whole numbers for a trained network."""

from __future__ import annotations

from array import array
from typing import Any

from ...engine.about import VERSION
from ...engine.net.limits import ONE, UNIT
from ...engine.net.network import Network
from .model import Model


def quantise(model: Model, game: str, scale: int, about: str) -> Network:
    """The nearest whole numbers. scale: hundredths in an output of 1; about: who trained it on what."""
    model.clip()
    return Network(
        game=game,
        inputs=model.inputs,
        hidden=model.hidden,
        buckets=model.buckets,
        scale=scale,
        about=about,
        version=VERSION,
        rows=whole(model.tensors["rows"], ONE, "h"),
        biases=whole(model.tensors["biases"], ONE, "h"),
        weights=whole(model.tensors["weights"], UNIT, "h"),
        offsets=whole(model.tensors["offsets"], ONE * UNIT, "i"),
    )


def whole(tensor: Any, unit: int, kind: str) -> array[int]:
    return array(kind, (tensor.detach().double() * unit).round().long().flatten().tolist())
