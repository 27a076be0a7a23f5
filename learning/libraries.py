"""Libraries that come with extras, and that are imported here when they are asked for."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any

NO_TORCH = 'training needs PyTorch: pip install "oddsfish[train]"'


def numpy() -> Any:
    """NumPy; ImportError, which says how it comes, where it is not installed."""
    try:
        import numpy as np
    except ImportError as missing:
        raise ImportError(f'arrays need NumPy: pip install "oddsfish[learn]" ({missing})') from None
    return np


def torch() -> Any:
    """PyTorch; ImportError, which says how it comes, where it is not installed."""
    try:
        import torch
    except ImportError as missing:
        raise ImportError(f"{NO_TORCH} ({missing})") from None
    return torch


def check_torch() -> None:
    """The same ImportError before long work that will need it, without the time and the memory that it takes."""
    if find_spec("torch") is None:
        raise ImportError(NO_TORCH)
