"""Humanlike: a move as a person of some rating plays it, drawn by the model of people."""

from libc.math cimport INFINITY

from .....evaluation cimport static_value
from .....position cimport MAX_MOVES, Lists, Position
from .....searches.search cimport RootMove, Search
from ...human.model cimport HumanModel
from ...human.seen cimport has_lone_king
from ...position cimport ChessPosition

from ..... import games
from .....opponents.words import describe_share
from .algorithm import RATING


cdef enum:
    MIDDLE = 1500       # rating

cdef double TECHNIQUE = 0.75        # the probability of the best move against a lone king at that rating
cdef double TECHNIQUE_RISE = 0.4    # added for each 1000 points of rating


cdef class Humanlike(Search):
    """Draws a move by the model of people, without a search of its own. Even bad moves are played now and then."""

    at_random = True
    deepest = 2     # plies that the model usually looks ahead

    cdef dict settings
    cdef HumanModel model
    cdef list weights       # of the legal moves, in the order of `generate`
    cdef list values        # of these moves, by the model's search; -inf for one that repeats a position
    cdef bint lone          # whether the other king is alone

    def configure(self, options):
        Search.configure(self, options)
        self.settings = dict(options)

    def accepts(self, position):
        return None if isinstance(position, ChessPosition) else "it knows chess alone"

    cdef int start_at(self, Position position, object table, object chosen) except -1:
        model = games.of(position).human(RATING.check_number(self.settings[RATING.name]), self.settings)
        Search.start_at(self, position, None, chosen)
        position, self.position = self.position, None  # until nothing can fail any more
        self.model = model
        self.model.join(self, position)
        self.weights, self.values = [], []
        self.lone = has_lone_king((<ChessPosition> position).board, position.turn() ^ 1)
        self.position = position
        return 0

    def remembers(self, int depth):
        return True  # it looks only once, whatever the depth

    def _iterate(self, int depth, int multipv, bint all_ties, bint stoppable, object report, object room):
        cdef Lists found = Lists()
        cdef double[MAX_MOVES] weights
        cdef int sign = 1 if self.position.turn() == 0 else -1
        cdef double scale = self.position.scale  # the values of the model's search are centipawns
        cdef int n = self.position.generate(found.moves)
        cdef RootMove line
        cdef bint finished, repeated
        cdef int i
        self.begin_iteration(stoppable)
        self.horizon = True
        with nogil:
            finished = self.model.weigh(found.moves, n, weights)
        self.signals.check()
        if not finished:  # there is always time for the model without a search
            self.model.searching = False
            self.model.weigh(found.moves, n, weights)
            self.model.searching = True
            for i in range(n):
                self.model.seen.values[i] = sign * scale * static_value(self.position)
        self.nodes, self.aside = self.nodes + self.aside, 0
        self.seldepth = self.deepest
        self.weights, self.values = [int(weights[i]) for i in range(n)], []
        for i in range(n):
            self.position.make(found.moves[i])
            repeated = (<ChessPosition> self.position).board.repeats > 0
            self.position.unmake()
            self.values.append(-INFINITY if repeated else self.model.seen.values[i])
        for line in self.root:
            self.keep(line, sign * self.model.seen.values[line.place] / scale, True, self.deepest, 1)
        self.rank(list(self.root), list(self.root), sign, multipv)
        return finished

    def pick(self, random):
        """Draw one of the root moves by the probabilities of the model. Return its number, and a remark on it.

        Against a lone king, it plays the best move of the model's search with probability `technique()`. Moves that are
        drawn independently follow no plan, and would hardly ever mate; people do.
        """
        self.require("pick")
        if not self.weights:
            return None  # no iteration has run yet
        lines = self.root
        if self.lone and random.random() < self.technique():
            best = max(self.values[line.place] for line in lines)
            lines = [line for line in lines if self.values[line.place] == best]
        (line,) = random.choices(lines, [self.weights[line.place] for line in lines])
        share = describe_share(self.weights[line.place] / sum(self.weights))
        (move,) = self.follow([line.move])
        return self.root.index(line), f"{move}: {share} of {self.model.players} play it"

    cdef double technique(self):
        """The probability of the best move against a lone king; linear in the rating."""
        return min(1.0, TECHNIQUE + (self.model.elo - MIDDLE) * TECHNIQUE_RISE / 1000.0)
