from pathlib import Path

from typing_extensions import Self

from .evaluation import Evaluation

class Tapered(Evaluation):
    def __new__(cls, path: str | Path = "") -> Self: ...
