"""Libraries that come with extras. Each is imported when something of it is used first, as NumPy alone takes longer
than all of the engine, and most commands need none of them.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

NO_TORCH = 'training needs PyTorch: pip install ".[train]" in the source folder'


class Library:
    """Has what the module of this name has; ImportError, which says how it comes, where it is not installed."""

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
    NDArray = Any  # in annotations alone

__all__ = ["NDArray", "check_torch", "np", "sparse", "torch"]


def check_torch() -> None:
    """The same ImportError before long work that will need it, without the time and the memory that it takes."""
    if find_spec("torch") is None:
        raise ImportError(NO_TORCH)
