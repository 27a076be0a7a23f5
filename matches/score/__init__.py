"""The score of a match, and the strength of its players by it."""
