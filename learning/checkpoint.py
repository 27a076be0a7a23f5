"""How far a training is, in a file: PyTorch's own format, of tensors and plain values alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..engine.support.regular_file import check_regular, replacing
from ..engine.support.text import shorten
from .libraries import torch


@dataclass(frozen=True)
class Checkpoint:
    """The file of one training. about: what it is of, with its format; only the same training goes on from it."""

    path: Path
    about: dict[str, Any]

    def keep(self, tensors: Mapping[str, Any], optimiser: Any, **more: Any) -> None:
        """Write the state, in place of the one that is there. OSError says why it could not be."""
        state = {"about": self.about, "tensors": dict(tensors), "optimiser": optimiser.state_dict(), **more}
        with replacing(self.path) as part:
            try:
                torch.save(state, part)
            except RuntimeError as fault:  # how PyTorch tells that there is no room
                raise OSError(f"{self.path} could not be written: {shorten(str(fault))}") from None

    @contextmanager
    def resume(self, tensors: Mapping[str, Any], optimiser: Any, steps: int) -> Iterator[dict[str, Any] | None]:
        """Take up the state that was kept, None if there is none; the rest of it is read within.

        optimiser: a kind of Adam. steps: how many there are at most.

        ValueError if it is of other work, or not whole.
        """
        if not self.path.exists():
            yield None
            return
        state = load(self.path, self.about["format"])
        if state["about"] != self.about:
            raise ValueError(f"{self.path} is of other work; name another file, or remove it")
        with whole(self.path):
            with torch.no_grad():
                for name, tensor in tensors.items():
                    found = state["tensors"][name]
                    if tensor.shape != found.shape:
                        raise TypeError(name)
                    tensor.copy_(found)
            optimiser.load_state_dict(state["optimiser"])
            if not 0 <= state["step"] <= steps:
                raise OverflowError(f"step {state['step']} of {steps}")
            for tensor in tensors.values() if state["step"] else ():
                for name in ("exp_avg", "exp_avg_sq"):  # its moments
                    if optimiser.state[tensor][name].shape != tensor.shape:
                        raise TypeError(name)
            yield state


def load(path: Path, form: str) -> dict[str, Any]:
    """A checkpoint of this format; nothing in it is run. ValueError if it is none."""
    check_regular(path)
    with path.open("rb") as file:  # OSError, which says why
        read = torch.load  # ImportError without PyTorch
        try:
            state = read(file, weights_only=True)
        except Exception:  # noqa: BLE001 - whatever PyTorch finds wrong with it
            state = None
    about = state.get("about") if isinstance(state, dict) else None
    if not isinstance(about, dict) or about.get("format") != form:
        raise ValueError(f"{path} is no checkpoint of a training")
    return dict(state)


@contextmanager
def whole(path: Path) -> Iterator[None]:
    """ValueError for whatever is missing in a checkpoint, or of another kind, where somebody else wrote it."""
    try:
        yield
    except (AttributeError, KeyError, TypeError, OverflowError, RuntimeError) as fault:
        raise ValueError(f"{path} is no whole checkpoint: {shorten(repr(fault))}") from None
