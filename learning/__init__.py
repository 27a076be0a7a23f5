"""Learning: data sets from self-play, and predictors and networks trained on them; models of opponents and of people,
fitted to games that were played.

It depends only on `engine`. Training writes files, which the engine reads. The fit of an opponent finds options of the
search Expectimax.
"""

from oddsfish.engine import moved as moved
