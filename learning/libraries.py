"""Libraries that come with extras. Each is imported at its first use: NumPy alone takes longer to import than the whole
engine, and most commands need no such library.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

NO_TORCH = 'training needs PyTorch: pip install ".[train]" in the source folder'


class Library:
    """A proxy for a module. If that is not installed, any use raises ImportError, which says how to install it."""

    def __init__(self, name: str, missing: str) -> None:
        self.module, self.missing = name, missing

    def __getattr__(self, name: str) -> Any:
        try:
            return getattr(import_module(self.module), name)
        except ImportError as fault:
            raise ImportError(f"{self.missing} ({fault})") from None


if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

torch: Any = Library("torch", NO_TORCH)
sparse: Any = Library("scipy.sparse", 'tuning needs SciPy: pip install ".[learn]" in the source folder')
if not TYPE_CHECKING:
    np = Library("numpy", 'arrays need NumPy: pip install ".[learn]" in the source folder')
    NDArray = Any  # used only in annotations

__all__ = ["NDArray", "check_torch", "np", "sparse", "torch"]


def check_torch() -> None:
    """ImportError without PyTorch, for use before long work. It does not import it, to save time and memory."""
    if find_spec("torch") is None:
        raise ImportError(NO_TORCH)
