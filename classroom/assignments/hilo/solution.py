"""HiLo: guess whether the next card is higher or lower than the one that is up.

A state is (card, utility, draws): the card that is up, the utility so far, and how many draws are left.
"""

RANKS = 13  # the cards are 1 to RANKS, all equally likely, also the one that is up
LOW = [0, 12, 5, 4, 3, 2, 1.8, 1.5, 1.4, 1.3, 1.2, 1.1, 1]  # what a right guess "low" multiplies the utility by
HIGH = [1, 1.1, 1.2, 1.3, 1.4, 1.5, 1.8, 2, 3, 4, 5, 12, 0]  # for the cards 1, 2, ... that are up
EQUAL = 1  # what an equal card multiplies the utility by; the game goes on
WRONG = -1  # the utility after a wrong guess, which ends the game


def moves(state):
    """The guesses, "low" first; none if no draw is left."""
    card, utility, draws = state
    return ["low", "high"] if draws > 0 else []


def chances(state, guess):
    """What can come after a guess, for the cards 1, 2, ...: a list of pairs (probability, next state).

    After a wrong guess, the next state has 0 draws left.
    """
    card, utility, draws = state
    found = []
    for drawn in range(1, RANKS + 1):
        if drawn == card:
            after = (drawn, utility * EQUAL, draws - 1)
        elif (drawn > card) == (guess == "high"):
            factor = HIGH[card - 1] if guess == "high" else LOW[card - 1]
            after = (drawn, utility * factor, draws - 1)
        else:
            after = (drawn, WRONG, 0)
        found.append((1 / RANKS, after))
    return found


def expectation(state, guess):
    """The expected utility of a guess, if all later guesses are the best ones."""
    total = 0
    for probability, after in chances(state, guess):
        total += probability * value(after)
    return total


def value(state):
    """The expected utility of a state, if all guesses are the best ones."""
    card, utility, draws = state
    if draws == 0:
        return utility
    return max(expectation(state, guess) for guess in moves(state))


def guess(state):
    """A guess with the largest expected utility."""
    return max(moves(state), key=lambda each: expectation(state, each))
