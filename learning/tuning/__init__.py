"""Tuning of the weights of an evaluation: `counts.py`, what positions say of them; `descent.py`, what fits best."""
