"""Networks that evaluate: samples of positions, their training, and the whole numbers that come of it.

docs/networks.md says how it works.
"""
