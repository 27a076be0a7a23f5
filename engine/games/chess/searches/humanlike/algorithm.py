"""What the search that plays as people do says about itself."""

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
    """Moves that people of a rating play, each as often as they play it."""

    name = "Humanlike"
    game = "chess"
    options = (RATING,)


ALGORITHM = HumanlikeAlgorithm()
