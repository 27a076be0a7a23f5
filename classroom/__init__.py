"""Exercises that grade themselves: `oddsfish assignment`, imported as oddsfish.classroom."""
