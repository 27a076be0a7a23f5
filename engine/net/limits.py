"""How large a network may be, and the whole numbers that it is in; `layers.pyx` and kernel.h have the same."""

ONE = 255  # an activation of 1
LEAST_UNIT, MOST_UNIT = 64, 1024  # a weight of 1 between the hidden layer and the output; each network has its own
LARGEST_WEIGHT = 127  # behind an activation: their product fits into 16 bits
LARGEST_SUM = 2**15 - 1  # of the hidden layer
LARGEST_VALUE = 15000  # hundredths: less than any won game is worth, if that is so many:
LEAST_WIN = 20000  # if it is less, what would be x hundredths is x / (|x| + EVEN) of half of what a win is worth
EVEN = 320  # twice the steepness of training: small values are half of what their chances are worth
MOST_INPUTS, MOST_HIDDEN, MOST_BUCKETS = 1024, 256, 8
MOST_INPUT_BUCKETS = 16  # that anchors choose from
LANES = 32  # the hidden layer is so many times a whole number wide: a vector register of any machine
