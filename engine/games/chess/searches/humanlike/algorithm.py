"""The name and the option of the search that plays as people do."""

from __future__ import annotations

from .....algorithm import Algorithm
from .....opponents.options import ELO
from .....option import Option

RATING = Option(
    "HumanlikeElo",
    "spin",
    ELO.default,
    "rating of the person that it plays like, on the scale of Lichess",
    "Humanlike",
    low=ELO.low,
    high=ELO.high,
)


class HumanlikeAlgorithm(Algorithm):
    """It plays the moves of people of a rating, each as often as they do."""

    name = "Humanlike"
    game = "chess"
    options = (RATING,)


ALGORITHM = HumanlikeAlgorithm()
