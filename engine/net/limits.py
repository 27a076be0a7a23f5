"""The limits of networks, and the whole numbers of their computation. `layers.pyx` and kernel.h have the same ones."""

ONE = 255  # an activation of 1
LEAST_UNIT, MOST_UNIT = 64, 1024  # an output weight of 1; each network chooses its own unit
LARGEST_WEIGHT = 127  # of the output weights: the product with an activation fits into 16 bits
LARGEST_SUM = 2**15 - 1  # of the hidden layer
LARGEST_VALUE = 15000  # hundredths: below the value of a win, if a win is worth at least LEAST_WIN
LEAST_WIN = 20000  # hundredths: if a win is worth less, x hundredths become x / (|x| + EVEN) of half a win
EVEN = 320  # hundredths: twice the steepness of training, so that small values are half of their winning chances
MOST_INPUTS, MOST_HIDDEN, MOST_BUCKETS = 1024, 256, 8
MOST_INPUT_BUCKETS = 16  # buckets of rows from which anchors choose
LANES = 32  # the width of the hidden layer is a multiple of it, to fill vector registers
