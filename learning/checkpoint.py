"""The state of a training in a file. The format is PyTorch's own, with tensors and plain values only."""

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
    """The file of one training. about: describes the training and the format; a run continues only if both agree."""

    path: Path
    about: dict[str, Any]

    def keep(self, tensors: Mapping[str, Any], optimiser: Any, **more: Any) -> None:
        """Write the state, in place of the previous one; OSError if that fails. more: further parts of the state."""
        state = {"about": self.about, "tensors": dict(tensors), "optimiser": optimiser.state_dict(), **more}
        with replacing(self.path) as part:
            try:
                torch.save(state, part)
            except RuntimeError as fault:  # raised by PyTorch if the disk is full
                raise OSError(f"{self.path} could not be written: {shorten(str(fault))}") from None

    @contextmanager
    def resume(self, tensors: Mapping[str, Any], optimiser: Any, steps: int) -> Iterator[dict[str, Any] | None]:
        """Restore tensors and optimiser from the file, and yield the whole state; None if there is no file.

        optimiser: a kind of Adam. steps: the largest number of steps that can have been done.

        ValueError if the file is of other work, or if a part is missing or wrong, including those that the body reads.
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
                for name in ("exp_avg", "exp_avg_sq"):  # the moments of Adam
                    if optimiser.state[tensor][name].shape != tensor.shape:
                        raise TypeError(name)
            yield state


def load(path: Path, form: str) -> dict[str, Any]:
    """Read a checkpoint without running any code in it. ValueError if the file is none of this format."""
    check_regular(path)
    with path.open("rb") as file:  # raises OSError
        read = torch.load  # raises ImportError without PyTorch
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
    """Raise ValueError if a part of a checkpoint is missing or wrong: another program may have written the file."""
    try:
        yield
    except (AttributeError, KeyError, TypeError, OverflowError, RuntimeError) as fault:
        raise ValueError(f"{path} is no whole checkpoint: {shorten(repr(fault))}") from None
