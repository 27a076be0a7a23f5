"""How likely people of a rating are to play each legal move of chess."""

from libc.math cimport exp, log
from libc.stdint cimport int64_t

from ....position cimport MAX_MOVES, Lists, Move, Position
from ....opponents.model cimport OpponentModel
from ....searches.search cimport Search
from ..position cimport ChessPosition
from .network cimport PeopleNetwork
from .seen cimport SeenInputs

from functools import lru_cache

from ....opponents.options import ELO
from .weights import SHIPPED, read

cdef double POINT = 65536.0         # fixed-point parts of 1 in a score
cdef double MOST = 1 << 30          # the weight of the likeliest move

_read = lru_cache(1)(read)
_network = lru_cache(80)(PeopleNetwork)


cdef class HumanModel(OpponentModel):
    """A conditional logit with a hidden layer. Its inputs are what people see, and what a shallow search finds.

    elo: the rating, on the scale of Lichess. weights: Weights; None for those that ship, which are read once.
    searching: whether a search looks at the moves, too, which is slower and predicts better. Every move has a weight of
    1 or more: people play anything now and then. Weights are whole numbers, so that random draws by them are the same
    on every machine.
    """

    def __cinit__(self, int elo, weights=None, bint searching=True):
        self.elo = ELO.check_number(elo)
        self.searching = searching
        self.reads_path = True
        self.given = _read(SHIPPED) if weights is None else weights
        self.network = _network(self.given, elo)

    cdef int join(self, Search outer, Position position) except -1:
        OpponentModel.join(self, outer, position)
        self.board = position
        self.seen = SeenInputs(position, self.searching)
        self.seen.serve(outer)
        return 0

    cdef bint weigh(self, const Move* moves, int n, double* weights) noexcept nogil:
        self.seen.searching = self.searching
        if not self.seen.see(self.board, moves, n):
            return False
        self.weigh_seen(self.seen, n, weights)
        return True

    cdef void weigh_seen(self, SeenInputs seen, int n, double* weights) noexcept nogil:
        cdef int64_t[MAX_MOVES] scores
        cdef int64_t most
        cdef int i
        self.network.score(seen, n, scores)
        most = largest(scores, n)
        for i in range(n):
            weights[i] = <double> max(1, <int64_t> (MOST * exp((scores[i] - most) / POINT) + 0.5))

    def weights(self, ChessPosition position not None):
        """The weight of each move of a position, in the order of `moves()`.

        The moves that led to it matter: people pay attention to what was just captured, for example.
        """
        cdef Lists lists = Lists()
        cdef double[MAX_MOVES] found
        cdef SeenInputs seen = SeenInputs(position, self.searching)
        cdef int n = seen.look(position, lists)
        self.weigh_seen(seen, n, found)
        return [int(found[i]) for i in range(n)]

    def logs(self, ChessPosition position not None, move, elos):
        """For each rating, the logarithm of the probability of a move, and whether no other move is likelier.

        ValueError if the move is not legal.
        """
        cdef Lists lists = Lists()
        cdef int64_t[MAX_MOVES] scores
        cdef PeopleNetwork network
        cdef double total
        cdef int64_t most
        cdef int i, place
        cdef SeenInputs seen = SeenInputs(position, self.searching)
        cdef int n = seen.look(position, lists)
        place = next((i for i in range(n) if lists.moves[i] == move), -1)
        if place < 0:
            raise ValueError(f"no legal move has the number {move!r}")
        found = []
        for elo in elos:
            network = _network(self.given, elo)
            network.score(seen, n, scores)
            most = largest(scores, n)
            total = 0.0
            for i in range(n):
                total += exp((scores[i] - most) / POINT)
            found.append(((scores[place] - most) / POINT - log(total), scores[place] == most))
        return found

    @property
    def players(self):
        return f"players of {self.elo}"

    @property
    def nodes(self):
        return None if self.seen is None else self.seen.nodes


cdef int64_t largest(const int64_t* scores, int n) noexcept nogil:
    cdef int i
    cdef int64_t most = scores[0]
    for i in range(1, n):
        most = max(most, scores[i])
    return most
