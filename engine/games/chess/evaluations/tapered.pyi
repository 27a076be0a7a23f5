from pathlib import Path

from typing_extensions import Self

from .evaluation import Evaluation

class WeightsPath(str):
    evaluation: Tapered
    def __new__(cls, path: str) -> Self: ...

def shipped() -> Tapered: ...
def named(path: str) -> Tapered: ...

class Tapered(Evaluation):
    def __new__(cls, path: str | Path = "") -> Self: ...
