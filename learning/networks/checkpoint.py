"""The network of a checkpoint."""

from __future__ import annotations

from pathlib import Path

from ...engine.net.inputs import Inputs
from ...engine.net.network import Network
from ..checkpoint import load, whole
from .weights import quantise

FORMAT = "oddsfish training 3"


def network_of(path: Path, about: str) -> Network:
    """The network with the best weights so far; ValueError if it is no checkpoint. about: who trained it on what."""
    state = load(path, FORMAT)
    with whole(path):
        found = state["about"]
        tensors = (state if state["best"] is None else state["best"])["tensors"]
        arrays = {name: tensor.detach().numpy() for name, tensor in tensors.items()}
        return quantise(arrays, Inputs(**found["inputs"]), found["game"], found["plan"]["scale"], about)
