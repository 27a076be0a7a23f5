from pathlib import Path

from typing_extensions import Self

from .evaluation import Evaluation

def load(path: str | Path) -> Tapered: ...
def loaded(path: str | Path) -> Tapered: ...

class Tapered(Evaluation):
    def __new__(cls, path: str | Path = "") -> Self: ...
