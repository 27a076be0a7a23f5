"""Helpers that know nothing of games: texts and files from outside, signals, threads, differences of systems."""
