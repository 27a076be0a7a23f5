"""Positions with the score of a search and the result of their game, for tuning an evaluation and training networks.

A search plays against itself, and positions of its games are appended to a compact file. docs/positions.md describes
the format.
"""
