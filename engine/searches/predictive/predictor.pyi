from collections.abc import Iterable, Sequence
from typing import final

from typing_extensions import Self

_Numbers = Sequence[float]

class Predictor:
    @property
    def inputs(self) -> int: ...
    def predict(self, values: Iterable[float]) -> float: ...

@final
class Network(Predictor):
    def __new__(
        cls,
        means: _Numbers,
        scales: _Numbers,
        layers: Sequence[tuple[Sequence[_Numbers], _Numbers]],
        offset: float,
        factor: float,
    ) -> Self: ...

@final
class Forest(Predictor):
    def __new__(cls, inputs: int, trees: Sequence[Sequence[_Numbers]]) -> Self: ...
