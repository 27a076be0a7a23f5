"""The path of a model of people, together with the content of the file."""

from __future__ import annotations

from ....support.held_path import HeldPath
from .weights import Weights, read


class ModelPath(HeldPath):
    """The path of a file of weights, with the weights as they were when this was made."""

    __slots__ = ()
    what = "model of people"
    held: Weights

    @staticmethod
    def load(path: str) -> Weights:
        return read(path)
