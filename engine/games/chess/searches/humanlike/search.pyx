"""Humanlike: a move as a person of some rating plays it, drawn by the model of people."""

from .....position cimport MAX_MOVES, Lists, Position
from .....searches.search cimport RootMove, Search
from ...human.model cimport HumanModel
from ...position cimport ChessPosition

from ..... import games
from .....opponents.words import describe_share
from .algorithm import RATING


cdef class Humanlike(Search):
    """Looks as far as the model does, and draws: no move is too bad to be played now and then."""

    at_random = True
    deepest = 2     # what the model sees of a move

    cdef dict settings
    cdef HumanModel model
    cdef dict weights       # of the legal moves

    def configure(self, options):
        Search.configure(self, options)
        self.settings = dict(options)

    def accepts(self, position):
        return None if isinstance(position, ChessPosition) else "it knows chess alone"

    cdef int start_at(self, Position position, object table, object chosen) except -1:
        model = games.of(position).human(position, RATING.check_number(self.settings[RATING.name]), self.settings)
        Search.start_at(self, position, None, chosen)
        position, self.position = self.position, None  # until all is well
        self.model = model
        self.model.join(self, position)
        self.weights = {}
        self.position = position
        return 0

    def remembers(self, int depth):
        return True  # whatever depth is asked for, it takes one look

    def _iterate(self, int depth, int multipv, bint all_ties, bint stoppable, object report, object room):
        cdef Lists found = Lists()
        cdef double[MAX_MOVES] weights
        cdef int sign = 1 if self.position.turn() == 0 else -1
        cdef int n = self.position.generate(found.moves)
        cdef RootMove line
        cdef bint finished
        cdef int i
        self.begin_iteration(stoppable)
        self.horizon = True
        with nogil:
            finished = self.model.weigh(found.moves, n, weights)
        self.signals.check()
        if not finished:
            return False
        self.nodes, self.aside = self.nodes + self.aside, 0
        self.seldepth = self.deepest
        for i in range(n):
            self.weights[found.moves[i]] = int(weights[i])
        for line in self.root:
            self.keep(line, sign * self.model.view.values[line.place], True, self.deepest, 1)
        self.rank(list(self.root), list(self.root), sign, multipv)
        return True

    def pick(self, random):
        """One of the root moves, drawn as often as the model says; which that is is told in words."""
        self.require("pick")
        if not self.weights:
            return None  # it has not looked yet
        weights = [self.weights[line.move] for line in self.root]
        (place,) = random.choices(range(len(weights)), weights)
        share = describe_share(weights[place] / sum(self.weights.values()))
        (move,) = self.follow([self.root[place].move])
        return place, f"{move}: {share} of {self.model.players} play it"
