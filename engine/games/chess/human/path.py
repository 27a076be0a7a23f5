"""The path of a model of people, which keeps what the file held."""

from __future__ import annotations

import os

from ....support.text import shorten
from .weights import Weights, read


class ModelPath(str):
    """The path of a file of weights, with these as they were when this was made; ValueError if there are none.

    A copy, in another process or on another machine, has the same, whatever lies there under this path.
    """

    __slots__ = ("weights",)
    weights: Weights

    def __new__(cls, path: str, weights: Weights | None = None) -> ModelPath:
        made = super().__new__(cls, path)
        try:
            made.weights = weights or read(path)
        except OSError as error:
            reason = os.strerror(error.errno or 0)
            raise ValueError(f"the model of people {shorten(path)!r} cannot be read: {reason}") from None
        return made

    def __reduce__(self) -> tuple[type[ModelPath], tuple[str, Weights]]:
        return ModelPath, (str(self), self.weights)
