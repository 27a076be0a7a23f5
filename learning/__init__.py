"""Learning: data sets from games that a search plays against itself, and predictors trained on them; models of an
opponent fitted to the games that he played.

It stands upon `engine` alone. What is trained here is a file, which the search `Predictive` reads; what is fitted
are options of `Expectimax`.
"""

from oddsfish.engine import moved as moved
