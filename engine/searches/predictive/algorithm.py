"""What the predictive search says about itself."""

from __future__ import annotations

from ...algorithm import Algorithm
from ...option import Option

TYPE_CHECKING = False  # to type checkers it is true; the module typing is slow to import
if TYPE_CHECKING:
    from .search import Predictive


class PredictiveAlgorithm(Algorithm):
    """One ply ahead, where a trained model says what a deeper search would find."""

    name = "Predictive"
    options = (
        Option(
            "Model",
            "string",
            "",
            "the file of a trained model, which `oddsfish predictor train` writes; without one there is no search",
            "Predictive",
        ),
    )

    def create(self) -> Predictive:
        from .search import Predictive

        return Predictive()


ALGORITHM = PredictiveAlgorithm()
