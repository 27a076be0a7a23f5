"""Matches: players against each other over any game, on clocks, counted as the field counts them."""

from oddsfish.engine import moved as moved
