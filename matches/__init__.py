"""Matches: players against each other in any game, on clocks, with the usual statistics."""

from oddsfish.engine import moved as moved
