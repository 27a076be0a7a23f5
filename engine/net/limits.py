"""How large a network may be, and the whole numbers that it is in; engine/layers.pyx and kernels.h have the same."""

ONE = 255  # an activation of 1
LEAST_UNIT, MOST_UNIT = 64, 1024  # a weight of 1 between the hidden layer and the output; each network has its own
LARGEST_WEIGHT = 127  # behind an activation: their product fits into 16 bits
LARGEST_SUM = 2**15 - 1  # of the hidden layer
LARGEST_VALUE = 15000  # hundredths: less than any won game is worth
MOST_INPUTS, MOST_HIDDEN, MOST_BUCKETS = 1024, 256, 8
MOST_INPUT_BUCKETS = 16  # that anchors choose from
LANES = 32  # the hidden layer is so many times a whole number wide: a vector register of any machine
