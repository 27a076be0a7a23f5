"""Libraries that come with extras, and that are imported here when they are asked for."""

from __future__ import annotations

from typing import Any


def numpy() -> Any:
    """NumPy; ImportError, which says how it comes, where it is not installed."""
    try:
        import numpy as np  # noqa: PLC0415 - an extra, and slow to import
    except ImportError as missing:
        raise ImportError(f'arrays need NumPy: pip install "oddsfish[learn]" ({missing})') from None
    return np


def torch() -> Any:
    """PyTorch; ImportError, which says how it comes, where it is not installed."""
    try:
        import torch  # noqa: PLC0415 - an extra, and slow to import
    except ImportError as missing:
        raise ImportError(f'training needs PyTorch: pip install "oddsfish[train]" ({missing})') from None
    return torch
