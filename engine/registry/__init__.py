"""Registries of games, searches and options, and the parts of a game besides its rules."""
