"""BranchLimit: search only the moves that look best, by a look ahead; and a predictor in place of the evaluation.

`game` answers the questions of games.py.
"""

FIRST = True  # of moves that look alike, the one that is generated first comes first; if False, the last one
PENALTY = 0.5  # of large weights, in `fit`


def promising(game, state, depth, most, ahead):
    """The moves that look best to the side to move, the best one first, at most `most`.

    depth: how many moves deep `state` is searched. A move is as good as the value of the state after it, by `limited`:

    - its depth is the smaller one of `ahead` and `depth` - 1,
    - its `most` is the same,
    - it does not look ahead itself (`ahead` is 0).
    """
    sign = 1 if game.player(state) == 0 else -1
    looks = []
    for place, move in enumerate(game.moves(state)):
        seen = limited(game, game.result(state, move), min(ahead, depth - 1), most, 0)
        looks.append((-sign * seen, place if FIRST else -place, move))
    return [move for _, _, move in sorted(looks)[:most]]


def limited(game, state, depth, most, ahead):
    """The value if each side chooses among its promising moves; after `depth` moves, the evaluation counts."""
    end = game.utility(state)
    if end is not None:
        return end
    if depth == 0:
        return game.evaluation(state)
    values = [
        limited(game, game.result(state, move), depth - 1, most, ahead)
        for move in promising(game, state, depth, most, ahead)
    ]
    return max(values) if game.player(state) == 0 else min(values)


def choose(game, state, depth, most, ahead):
    """The best of the promising moves."""
    kept = promising(game, state, depth, most, ahead)
    sign = 1 if game.player(state) == 0 else -1
    return max(kept, key=lambda move: sign * limited(game, game.result(state, move), depth - 1, most, ahead))


def fit(rows, targets):
    """The weights of a linear predictor: a constant, and one weight for each feature.

    They make this sum as small as possible: the squared errors of all rows, plus PENALTY times the squared weights of
    the features. The constant is not penalised.
    """
    size = len(rows[0]) + 1
    full = [[1.0, *row] for row in rows]
    matrix = [[sum(row[i] * row[j] for row in full) for j in range(size)] for i in range(size)]
    for i in range(1, size):
        matrix[i][i] += PENALTY
    right = [sum(row[i] * target for row, target in zip(full, targets)) for i in range(size)]
    return given_solve(matrix, right)


def given_solve(matrix, right):
    """The solution x of matrix * x = right, by elimination (Gauss)."""
    rows = [[*row, value] for row, value in zip(matrix, right)]
    size = len(rows)
    for column in range(size):
        pivot = max(range(column, size), key=lambda each: abs(rows[each][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        for each in range(size):
            if each != column:
                factor = rows[each][column] / rows[column][column]
                rows[each] = [value - factor * above for value, above in zip(rows[each], rows[column])]
    return [row[size] / row[column] for column, row in enumerate(rows)]


def predict(weights, row):
    """The prediction for the features of one row."""
    return weights[0] + sum(weight * value for weight, value in zip(weights[1:], row))
