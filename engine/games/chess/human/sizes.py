"""How large a model of people may be, and how many inputs it has; the inputs themselves are in inputs.pxd."""

OF_POSITION, OF_MOVE = 895, 950
MIDDLE, SPREAD = 1600, 400  # ratings: a weight is one part, plus (rating - MIDDLE) / SPREAD times another
CEILING = 4  # the largest value of a hidden number
MOST_HIDDEN, MOST_TOWER = 128, 64
MOST_SCALE = 300_000  # so that a row fits into 16 bits for every rating that OpponentElo may have
SEARCHED_OF_POSITION, SEARCHED_OF_MOVE = 879, 907  # from these numbers on, inputs take a search
