"""The kinds of nodes of a tree that is written down."""

LEAF, MAX, MIN, CHANCE, SOFTMAX, BLUNDER = KINDS = ("leaf", "max", "min", "chance", "softmax", "blunder")
MODELS = (SOFTMAX, BLUNDER)
