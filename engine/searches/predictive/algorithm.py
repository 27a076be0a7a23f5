"""The name and the options of the predictive search."""

from __future__ import annotations

from ...algorithm import Algorithm
from ...option import Option


class PredictiveAlgorithm(Algorithm):
    """Looks one ply ahead. There, a trained model predicts what a deeper search would find."""

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
