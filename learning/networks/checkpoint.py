"""How far a training is, in a file: PyTorch's own format, of tensors and plain values alone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ...engine.net.inputs import Inputs
from ...engine.net.network import Network
from ...engine.support.regular_file import check_regular, replacing
from ...engine.support.text import shorten
from ..libraries import torch
from .weights import quantise

FORMAT = "oddsfish training 3"
PARTS = {"about", "step", "loss", "tensors", "optimiser", "best"}


def write(state: dict[str, Any], path: Path) -> None:
    """In place of the one that is there. OSError says why it could not be."""
    with replacing(path) as part:
        try:
            torch.save(state, part)
        except RuntimeError as fault:  # how PyTorch tells that there is no room
            raise OSError(f"{path} could not be written: {shorten(str(fault))}") from None


def load(path: Path) -> dict[str, Any]:
    """A checkpoint, as `write` writes it; nothing in it is run. ValueError if it is none."""
    check_regular(path)
    with path.open("rb") as file:  # OSError, which says why
        read = torch.load  # ImportError without PyTorch
        try:
            state = read(file, weights_only=True)
        except Exception:  # noqa: BLE001 - whatever PyTorch finds wrong with it
            state = None
    about = state.get("about") if isinstance(state, dict) and {*state} == PARTS else None
    if not isinstance(about, dict) or about.get("format") != FORMAT:
        raise ValueError(f"{path} is no checkpoint of a training")
    return dict(state)


def network_of(path: Path, about: str) -> Network:
    """That of a training at its best, finished or not; ValueError if it is none. about: who trained it on what."""
    state = load(path)
    with whole(path):
        found = state["about"]
        tensors = (state if state["best"] is None else state["best"])["tensors"]
        arrays = {name: tensor.detach().numpy() for name, tensor in tensors.items()}
        return quantise(arrays, Inputs(**found["inputs"]), found["game"], found["plan"]["scale"], about)


@contextmanager
def whole(path: Path) -> Iterator[None]:
    """ValueError for whatever is missing in a checkpoint, or of another kind, where somebody else wrote it."""
    try:
        yield
    except (AttributeError, KeyError, TypeError, OverflowError, RuntimeError) as fault:
        raise ValueError(f"{path} is no whole checkpoint: {shorten(repr(fault))}") from None
