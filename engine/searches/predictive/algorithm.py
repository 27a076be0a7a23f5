"""What the predictive search says about itself."""

from __future__ import annotations

from ...algorithm import Algorithm
from ...option import Option


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


ALGORITHM = PredictiveAlgorithm()
