"""A position of Oddsfish as a game for your searches: a state is the tuple of moves that lead to it."""

from oddsfish import Draw, Win


class OfPosition:
    """Answers the questions of games.py. The game of a state is found by playing its moves again."""

    def __init__(self, position):
        self.position = position

    def at(self, state):
        found = self.position.clone()
        for move in state:
            found.play(move)
        return found

    def player(self, state):
        return self.at(state).player()

    def moves(self, state):
        return self.at(state).moves()

    def result(self, state, move):
        return (*state, move)

    def chances(self, state, move):
        found = self.at(state).chances(move) or [(move, 1.0)]
        return [(probability, (*state, certain)) for certain, probability in found]

    def utility(self, state):
        found = self.at(state)
        end = found.ending()
        if isinstance(end, Win):
            return found.decisive if end.player == 0 else -found.decisive
        return 0 if isinstance(end, Draw) else end

    def evaluation(self, state):
        return self.at(state).value()
