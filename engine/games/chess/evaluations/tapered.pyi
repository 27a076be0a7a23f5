from pathlib import Path

from typing_extensions import Self

from ....support.held_path import HeldPath
from .evaluation import Evaluation

class WeightsPath(HeldPath):
    held: Tapered

def shipped() -> Tapered: ...
def named(path: str) -> Tapered: ...

class Tapered(Evaluation):
    def __new__(cls, path: str | Path = "") -> Self: ...
