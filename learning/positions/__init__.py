"""Positions with the score of a search and the result of their game, for tuning an evaluation and training networks.

A search plays against itself; what is quiet of its games is written to a compact file that is only ever added to.
docs/positions.md has the format.
"""
