"""Networks that evaluate: samples of positions, training, and the conversion to whole numbers.

docs/networks.md describes it.
"""
