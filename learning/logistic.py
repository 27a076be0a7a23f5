"""Logistic models of the results of games: the expected score, and how well it predicts the results."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .libraries import NDArray, np


def logistic(odds: NDArray[Any]) -> NDArray[Any]:
    """The probability for each logarithm of the odds."""
    found: NDArray[Any] = 1 / (1 + np.exp(np.clip(-odds, -50, 50)))
    return found


def cross_entropy(expected: NDArray[Any], wanted: NDArray[Any]) -> float:
    """The mean cross-entropy over all positions."""
    expected = np.clip(expected, 1e-9, 1 - 1e-9)
    return float(-(wanted * np.log(expected) + (1 - wanted) * np.log(1 - expected)).mean())


def lowest(loss: Callable[[float], float], low: float, high: float, steps: int) -> float:
    """The place of the minimum of a function that has only one, by ternary search."""
    for _ in range(steps):
        first, second = low + (high - low) / 3, high - (high - low) / 3
        if loss(first) < loss(second):
            high = second
        else:
            low = first
    return (low + high) / 2
