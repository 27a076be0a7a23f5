"""Connect-4 on a small board, with discs that may slip: minimax, alpha-beta and expectiminimax.

A state is (cells, player). The cells are a text of COLUMNS * ROWS characters, the bottom row first: "." is empty, "o"
is a disc of player 0, "x" one of player 1. The game ends when the board is full; the player with more lines wins.
"""

COLUMNS, ROWS = 5, 4  # of the board
LENGTH = 3  # discs in a row, a column or a diagonal that make a line
LINES = 10  # points of a line that is complete
OPEN = 1  # points of a line that one side alone can still complete
STRAIGHT, ASIDE = 3, 1  # weights: a disc falls into its column, or into the one to its left or right


def given_lines():
    """All lines of the board, each as the places of its cells."""
    found = []
    for column in range(COLUMNS):
        for row in range(ROWS):
            for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
                cells = [(column + right * step, row + up * step) for step in range(LENGTH)]
                if all(0 <= x < COLUMNS and 0 <= y < ROWS for x, y in cells):
                    found.append([y * COLUMNS + x for x, y in cells])
    return found


def player(state):
    """Whose turn it is, 0 or 1."""
    return state[1]


def moves(state):
    """The columns that are not full, from left to right: 0, 1, ..."""
    cells = state[0]
    return [column for column in range(COLUMNS) if cells[(ROWS - 1) * COLUMNS + column] == "."]


def result(state, column):
    """The state after a disc has fallen into this column, without slipping."""
    cells, turn = state
    for row in range(ROWS):
        place = row * COLUMNS + column
        if cells[place] == ".":
            return cells[:place] + "ox"[turn] + cells[place + 1 :], 1 - turn
    raise ValueError("the column is full")


def chances(state, column):
    """Where a disc that is aimed at a column can fall: a list of pairs (probability, next state), from left to right.

    The weights are STRAIGHT for the column itself, and ASIDE for each neighbour. Columns that are full, or that are not
    on the board, do not count; the others share the whole probability by their weights.
    """
    possible = [each for each in (column - 1, column, column + 1) if each in moves(state)]
    weights = [STRAIGHT if each == column else ASIDE for each in possible]
    total = sum(weights)
    return [(weight / total, result(state, each)) for each, weight in zip(possible, weights)]


def difference(state):
    """The complete lines of player 0 less those of player 1; and the same of open lines.

    A line is open to a player if the other one has no disc in it.
    """
    cells = state[0]
    complete = free = 0
    for line in given_lines():
        held = [cells[place] for place in line]
        for disc, other, sign in (("o", "x", 1), ("x", "o", -1)):
            complete += sign * (held.count(disc) == LENGTH)
            free += sign * (other not in held)
    return complete, free


def utility(state):
    """LINES points for each complete line that player 0 has more than player 1, if the board is full; else None."""
    if "." in state[0]:
        return None
    return LINES * difference(state)[0]


def evaluation(state):
    """A guess for a board that is not full: LINES points for each complete line, OPEN points for each open one.

    A complete line is open, too. The points of player 1 are negative.
    """
    complete, free = difference(state)
    return LINES * complete + OPEN * free


def minimax(game, state, depth):
    """The value of a state if both sides play their best moves; after `depth` moves, the evaluation counts."""
    end = game.utility(state)
    if end is not None:
        return end
    if depth == 0:
        return game.evaluation(state)
    values = [minimax(game, game.result(state, move), depth - 1) for move in game.moves(state)]
    return max(values) if game.player(state) == 0 else min(values)


def alphabeta(game, state, depth, alpha, beta):
    """The same value, without moves that cannot matter: a node is left as soon as alpha >= beta."""
    end = game.utility(state)
    if end is not None:
        return end
    if depth == 0:
        return game.evaluation(state)
    maximise = game.player(state) == 0
    best = float("-inf") if maximise else float("inf")
    for move in game.moves(state):
        found = alphabeta(game, game.result(state, move), depth - 1, alpha, beta)
        if maximise:
            best = max(best, found)
            alpha = max(alpha, best)
        else:
            best = min(best, found)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


def best_moves(game, state, depth):
    """All moves with the best minimax value."""
    values = {move: minimax(game, game.result(state, move), depth - 1) for move in game.moves(state)}
    best = max(values.values()) if game.player(state) == 0 else min(values.values())
    return [move for move in values if values[move] == best]


def expectiminimax(game, state, depth):
    """The value of a state if both sides play their best moves, and chance decides what they turn into."""
    end = game.utility(state)
    if end is not None:
        return end
    if depth == 0:
        return game.evaluation(state)
    values = []
    for move in game.moves(state):
        mean = 0
        for probability, after in game.chances(state, move):
            mean += probability * expectiminimax(game, after, depth - 1)
        values.append(mean)
    return max(values) if game.player(state) == 0 else min(values)
