"""Expectimax: the best plan against chance, and against an opponent that errs (Michie, 1966).

A model of the opponent (engine/opponents) gives each of his legal moves a weight; without a model he is optimal.
"""

from libc.math cimport INFINITY

from ...support.atomic cimport raised
from ...bits cimport u64
from ...opponents.model cimport OpponentModel
from ...position cimport MAX_MOVES, MAX_PLY, Ending, Move, Position
from ..quiescence cimport estimate
from ..search cimport (
    Forced,
    Search,
    advance,
    all_forced,
    enter,
    extend,
    narrow,
    no_moves,
    see,
    settle,
    sure,
)
from ..table cimport FORCED, Entry, known, settles

from ...opponents.choice import model_for

cdef double ROUNDING = 1e-9     # of the largest value: a margin for rounding errors of sums, wherever something is cut

cdef enum:
    OFF, STAR1, STAR2

cdef tuple STARS = ("off", "Star1", "Star2")


cdef class Expectimax(Search):
    """The side to move at the root plays its best move; the other plays each move as often as its model says.

    Without a model the opponent is optimal. Then only the chance nodes of the game remain.
    """

    cdef object wanted          # the name of the model
    cdef dict settings          # the options, for the model
    cdef OpponentModel model    # of how the opponent plays; None if he plays optimally
    cdef int player             # whose turn it is at the root
    cdef object wanted_star     # how to prune at chance nodes, as the user named it
    cdef int star
    cdef bint asking            # whether `best_evaluation` replaces the search of our last ply

    def configure(self, options):
        Search.configure(self, options)
        self.wanted = options["Opponent"]
        self.settings = dict(options)
        self.wanted_star = options["Star"]
        if self.wanted_star == "Auto":  # without deepening, nodes are those of the whole tree, as in textbooks
            self.wanted_star = "Star2" if options["Deepening"] else "off"

    cdef int start_at(self, Position position, object table, object chosen) except -1:
        cdef double least, most
        cdef OpponentModel model
        if self.wanted_star not in STARS:
            raise ValueError(f"pruning is one of {', '.join(STARS)}")
        model = model_for(position.opponent if self.wanted == "Auto" else self.wanted, position, self.settings)
        Search.start_at(self, position, table, chosen)
        position, self.position = self.position, None  # None until the set-up has succeeded
        self.model = model
        if model is not None:
            self.extra += model.foresight
            position.reserve(2 * MAX_PLY + 2 if self.quiescent else MAX_PLY + 2 + self.extra)
            model.join(self, position)
            if model.reads_path:  # values depend on the path, which a table does not know
                self.table = None
        self.player = position.turn()
        # Nothing can be cut if the game knows no bounds, or if a network evaluates: its bounds are not known.
        bounded = position.layers is None and position.bounds(1, &least, &most)
        self.star = STARS.index(self.wanted_star) if bounded else OFF
        self.prunes = self.star != OFF
        # Only with a model: the principal variation ends with our move anyway. Else it would lose its last ply.
        self.asking = (
            self.wanted_star != "off" and model is not None and not self.quiescent and position.layers is None
        )
        self.position = position
        return 0

    @property
    def counts(self):
        """The nodes that the model of the opponent has visited, if it plans."""
        nodes = None if self.model is None else self.model.nodes
        return {} if nodes is None else {"opponent nodes": nodes}

    cdef double value(self, int depth, int ply, double low, double high) noexcept nogil:
        """The exact value; with pruning, only inside the window. Outside it, a bound on the same side."""
        if self.star == OFF:
            return walk(self, self.position, depth, ply, -INFINITY, INFINITY)
        return walk(self, self.position, depth, ply, low, high)

    cdef double average(
        self, int depth, int ply, Move* certain, double* probabilities, int n, double low, double high
    ) noexcept nogil:
        """The value of a chance node, bounded as that of `value`."""
        if not enter(self, ply):
            return 0.0
        if self.star == OFF:
            low, high = -INFINITY, INFINITY
        return mean(self, self.position, certain, probabilities, 1.0, n, depth, ply, low, high, True)


cdef inline double walk(
    Expectimax search, Position position, int depth, int ply, double low, double high
) noexcept nogil:
    """The value of a position. Leaves end here, before any set-up for moves.

    So does our last ply, if the game knows the best evaluation after it.
    """
    cdef double value = 0.0
    cdef Ending ending
    if not enter(search, ply):
        return 0.0
    if depth == 1 and search.asking and position.turn() == search.player and position.best_evaluation(&value):
        search.forced = False
        search.horizon = True
        if ply + 1 > search.seldepth:
            search.seldepth = ply + 1
        return value
    ending = position.over(&value)
    if ending != Ending.ONGOING:
        return settle(search, ending, value, ply)
    if depth <= 0:
        return estimate(search, depth, ply, low, high)
    return expand(search, position, depth, ply, low, high)


cdef inline Entry* find_entry(Expectimax search, Position position, int depth, u64* key) noexcept nogil:
    """The table's entry for a position, NULL if there is none. Set `key` to its key, 0 if it is not stored."""
    key[0] = position.key() if search.table is not None and position.keeps(depth + search.extra) else 0
    return search.table.find(key[0]) if key[0] else NULL


cdef double expand(
    Expectimax search, Position position, int depth, int ply, double low, double high
) noexcept nogil:
    """The value of a position that has moves."""
    cdef Move[MAX_MOVES] moves
    cdef double[MAX_MOVES] weights
    cdef double value = 0.0
    cdef double total = 0.0
    cdef Entry* entry
    cdef u64 key
    cdef int i, n

    # 1. Does an entry of the table settle it?
    entry = find_entry(search, position, depth, &key)
    if settles(entry, search.table, depth, low, high):
        search.forced = entry.marks & FORCED
        return known(entry, high)

    # 2. The mean over the moves of an opponent with a model, else the best move.
    n = position.generate(moves)
    if n == 0:
        return no_moves(search)
    if search.model is not None and position.turn() != search.player:
        if not search.model.weigh(moves, n, weights):
            return 0.0
        for i in range(n):
            total += weights[i]
        value = mean(search, position, moves, weights, total, n, depth - 1, ply, low, high, False)
        search.pv[ply][0] = moves[0]
    else:
        if entry != NULL and search.star != OFF:
            advance(moves, n, 0, entry.move)
        value = best(search, position, moves, n, depth, ply, low, high)

    # 3. Store the value, or the bound.
    if key and not raised(&search.halted):
        search.table.store(key, depth, value, low, high, search.forced, search.pv[ply][0])
    return value


cdef inline double play(
    Expectimax search, Position position, Move move, int depth, int ply, double low, double high
) noexcept nogil:
    """The value of a move. The positions behind it are `ply` plies from the root."""
    cdef double value
    if position.chance:
        return search.child(move, depth, ply, low, high)
    position.make(move)
    value = walk(search, position, depth, ply, low, high)
    position.unmake()
    return value


cdef double best(
    Expectimax search, Position position, Move* moves, int n, int depth, int ply, double low, double high
) noexcept nogil:
    """The value of the best move for the side to move."""
    cdef bint maximise = position.turn() == 0
    cdef bint forced = False
    cdef Forced all = all_forced()
    cdef double most = 0.0
    cdef double value
    cdef int i
    for i in range(n):
        value = play(search, position, moves[i], depth - 1, ply + 1, low, high)
        if raised(&search.halted):
            return 0.0
        see(&all, search.forced, value)
        if i == 0 or (value > most if maximise else value < most):
            most = value
            forced = search.forced
            extend(search, ply, moves[i])
            if search.star != OFF:
                if most >= high if maximise else most <= low:
                    break
                narrow(most, maximise, &low, &high)
    search.forced = sure(most, forced, maximise, all)
    return most


cdef double mean(
    Expectimax search, Position position, Move* moves, double* weights, double weight, int n,
    int depth, int ply, double low, double high, bint certain
) noexcept nogil:
    """The weighted mean over the successors: the outcomes of a move, or the moves of an opponent.

    Star1 (Ballard, 1983): the values of successors that are not searched yet lie within the bounds of the position. So
    each successor needs an exact value only inside a window. The rest is cut once the mean must leave (low, high).
    Star2 first searches one move of each successor, which bounds it from one side. The result is bounded as that of
    `value`. It is forced only if all successors lead to the same end, and the model rules out no move.
    """
    cdef double[MAX_MOVES] lows
    cdef double[MAX_MOVES] highs
    cdef double total = 0.0
    cdef double rest_low = 0.0      # the least and the most that all successors to come can add
    cdef double rest_high = 0.0
    cdef double least, most, value, child_low, child_high
    cdef double slack = 0.0
    cdef Forced all = all_forced()
    cdef bint all_seen = True
    cdef bint prune = search.star != OFF and (low > -INFINITY or high < INFINITY)
    cdef int i
    search.pv_length[ply] = 0  # no principal variation goes on behind chance
    if prune:
        position.bounds(MAX_PLY if search.quiescent else depth + 1, &least, &most)
        slack = ROUNDING * max(abs(least), abs(most)) * weight
        for i in range(n):
            lows[i], highs[i] = least, most
        if search.star == STAR2 and depth > 1:
            for i in range(n):
                if weights[i] <= 0.0:
                    continue
                probe(search, position, moves[i], depth, ply if certain else ply + 1, certain, &lows[i], &highs[i])
                if raised(&search.halted):
                    return 0.0
        for i in range(n):
            rest_low += weights[i] * lows[i]
            rest_high += weights[i] * highs[i]
        search.forced = False
        if rest_low >= high * weight + slack:
            return rest_low / weight
        if rest_high <= low * weight - slack:
            return rest_high / weight
    child_low, child_high = -INFINITY, INFINITY
    for i in range(n):
        if weights[i] <= 0.0:
            all_seen = all_seen and certain
            continue
        if prune:
            rest_low -= weights[i] * lows[i]
            rest_high -= weights[i] * highs[i]
            child_low = (low * weight - total - rest_high - slack) / weights[i]
            child_high = (high * weight - total - rest_low + slack) / weights[i]
        if certain:
            position.make(moves[i])
            value = walk(search, position, depth, ply, child_low, child_high)
            position.unmake()
        else:
            value = play(search, position, moves[i], depth, ply + 1, child_low, child_high)
        if raised(&search.halted):
            return 0.0
        total += weights[i] * value
        if prune and (value <= child_low or value >= child_high):
            search.forced = False
            search.pv_length[ply] = 0
            return (total + (rest_high if value <= child_low else rest_low)) / weight
        see(&all, search.forced, value)
    search.forced = (all.wins or all.losses) and all_seen
    search.pv_length[ply] = 0
    return total / weight


cdef void probe(
    Expectimax search, Position position, Move move, int depth, int ply, bint certain, double* low, double* high
) noexcept nogil:
    """Star2: bound a successor by one move of the side to move there: from below if it maximises, else from above."""
    cdef Move[MAX_MOVES] moves
    cdef double value = 0.0
    cdef bint maximise
    cdef Entry* entry
    cdef u64 key
    cdef int n
    if not certain and position.chance:
        return
    position.make(move)
    if position.over(&value) == Ending.ONGOING and (search.model is None or position.turn() == search.player):
        entry = find_entry(search, position, depth, &key)
        maximise = position.turn() == 0
        n = position.generate(moves)
        if n == 0:
            no_moves(search)
            position.unmake()
            return
        if entry != NULL:
            advance(moves, n, 0, entry.move)
        value = play(search, position, moves[0], depth - 1, ply + 1, -INFINITY, INFINITY)
        narrow(value, maximise, low, high)
    position.unmake()
