"""What is to be trained, and how."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Plan:
    """hidden: width of the layer for each view. epochs: passes over all samples, or more. rate, last_rate: of Adam, at
    first and in the end.

    share: of a game's result in the wanted score, the rest being what the search said. scale: hundredths in an output
    of 1.
    """

    hidden: int = 128
    buckets: int = 8
    epochs: int = 8
    rate: float = 0.002
    last_rate: float = 0.00002
    share: float = 0.0
    scale: int = 400
    seed: int = 0
