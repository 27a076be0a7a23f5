"""The openings of games."""
