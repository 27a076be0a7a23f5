"""The nodes of the solver: is the score of a position above alpha, or not?

Every search has a null window, so that a node has two answers. What is decided within two moves of either side is seen
without a node of its own; moves that are forced are played on in the same node.
"""

from .....atomic cimport raised
from .....bits cimport popcount, u64
from .follow_up cimport least_if_followed
from .grid cimport (
    ALL,
    BYTE,
    FULL,
    LANES,
    WIDTH,
    Lanes,
    above,
    any_lane,
    equal,
    lane,
    playable,
    playable_lanes,
    set_lane,
    win_now,
    winning_cells,
    winning_lanes,
)
from .table cimport Bucket, SolverTable, bucket_of, keep, key_of, look_up, lower_of, prefetch_bucket, upper_of

cdef enum:
    WORTH_OF_THREAT = 8     # of a new cell that makes four, in the order of moves

cdef Lanes COLUMNS          # from the centre out, and the first once more
cdef int[LANES] OUTWARDS = [3, 2, 4, 1, 5, 0, 6, 3]
cdef bint NEVER = False


cdef void fill() noexcept nogil:
    cdef int i
    for i in range(LANES):
        set_lane(COLUMNS, i, <u64> FULL << BYTE * OUTWARDS[i])


fill()


cdef class SolverThread:
    """A search of its own on a table that others may share."""

    def __cinit__(self, SolverTable table not None):
        self.table = table
        self.next_poll = <u64> -1
        self.halted = &NEVER

    cdef void poll(self) noexcept nogil:
        """Look whether it is to go on."""


cdef int search(SolverThread t, u64 own, u64 other, u64 mine, u64 theirs, int discs, int alpha) noexcept nogil:
    """A bound of the score: upper if it is not above alpha, else lower; no meaning once `halted`.

    mine, theirs: the empty cells where either side makes four. The side to move cannot do so at once, and does not lose
    by the next disc.
    """
    cdef Lanes moves, taken, found, seen, answers, least, refuted
    cdef u64 occupied, open_cells, cells, block, key, slot, before, move
    cdef int[WIDTH] order
    cdef int[WIDTH] worth
    cdef Bucket* bucket
    cdef int i, j, n, value, best, lower, upper
    cdef bint forced = False

    # 1. What the number of discs says alone, and moves that are forced: each is played, and the other side looks on.
    cdef int sign = 1
    while True:
        t.nodes += 1
        if discs >= ALL - 2:
            return 0
        occupied = own | other
        open_cells = playable(occupied)
        lower = -((ALL - 2 - discs) // 2)       # the other side wins by its next disc but one at the soonest
        upper = (ALL - 1 - discs) // 2
        if lower > alpha:
            return sign * lower
        if upper <= alpha:
            return sign * upper
        block = open_cells & theirs
        if block == 0:
            break
        own |= block
        discs += 1
        occupied |= block
        mine = winning_cells(own) & ~occupied
        theirs &= ~block
        open_cells = playable(occupied)
        cells = open_cells & mine
        if cells & (cells - 1) or (cells if cells else open_cells) & ~(mine >> 1) == 0:
            return sign * win_now(discs + 1)
        own, other = other, own
        mine, theirs = theirs, mine
        alpha = -alpha - 1
        sign = -sign
        forced = True

    if t.nodes >= t.next_poll:
        t.poll()
    cells = open_cells & ~(theirs >> 1)         # moves that do not lose at once
    key = key_of(own, occupied)
    bucket = bucket_of(t.table, key)
    prefetch_bucket(bucket)                     # it is read when the moves are known

    # 2. All moves at once: what each threatens, and whether the other side is lost then. A column that has no move
    # counts as the lowest cell that is one.
    moves = COLUMNS & cells
    taken = moves | (equal(moves, 0) & (cells & (0 - cells)))
    seen = taken | occupied
    taken |= own
    found = winning_lanes(taken) & ~seen
    seen = playable_lanes(seen)
    answers = seen & found
    least = answers & (answers - 1)  # two cells to block
    answers |= seen & equal(answers, 0)
    if any_lane(least | equal(answers & ~(found >> 1), 0)):
        return sign * upper
    upper = (ALL - 3 - discs) // 2
    if upper <= alpha:
        return sign * upper

    # 3. What was proved before, else what needs no search.
    slot = look_up(bucket, key)
    if slot:
        lower = max(lower, lower_of(slot))
        upper = min(upper, upper_of(slot))
    elif forced:  # else it was seen where this move was one of several
        least = least_if_followed(own, COLUMNS & 0 | other, COLUMNS & 0 | theirs, &refuted)
        if not lane(refuted, 0):
            upper = min(upper, -<int> lane(least, 0))
    if lower > alpha:
        return sign * lower
    if upper <= alpha:
        return sign * upper
    least = least_if_followed(other, taken, found, &refuted)
    refuted = above(least, alpha) & ~refuted
    if any_lane(refuted):
        best = alpha + 1
        for i in range(WIDTH):
            if lane(refuted, i):
                best = max(best, <int> lane(least, i))
        return sign * best

    # 4. The moves, those with the most new threats first.
    n = 0
    for i in range(WIDTH):
        if lane(moves, i):
            value = WORTH_OF_THREAT * popcount(lane(found, i) & ~mine)
            j = n
            while j > 0 and worth[j - 1] < value:
                worth[j] = worth[j - 1]
                order[j] = order[j - 1]
                j -= 1
            worth[j] = value
            order[j] = i
            n += 1
    before = t.nodes
    best = -ALL
    for i in range(n):
        move = lane(moves, order[i])
        value = -search(t, other, own | move, theirs & ~move, lane(found, order[i]), discs + 1, -alpha - 1)
        if raised(t.halted):
            return 0
        if value > best:
            best = value
            if value > alpha:
                break

    # 5. Remember it.
    if best > alpha:
        lower = best
    else:
        upper = best
    keep(bucket, key, lower, upper, t.nodes - before)
    return sign * best


cdef int test(SolverThread t, u64 own, u64 other, int discs, int alpha) noexcept nogil:
    """The same of any position that is not over."""
    cdef u64 occupied = own | other
    cdef u64 open_cells = playable(occupied)
    cdef u64 mine = winning_cells(own) & ~occupied
    cdef u64 theirs = winning_cells(other) & ~occupied
    cdef u64 block = open_cells & theirs
    if open_cells & mine:
        return win_now(discs)
    if block & (block - 1) or (block if block else open_cells) & ~(theirs >> 1) == 0:
        return -win_now(discs + 1)
    return search(t, own, other, mine, theirs, discs, alpha)


cdef int solve(SolverThread t, u64 own, u64 other, int discs, int low, int high) noexcept nogil:
    """The score of a position that is not over, if it lies between low and high; one of these, if beyond."""
    cdef int middle, value
    while low < high:
        # Results that come soon are cheap to prove, and to refute: from both ends in, the farther one first.
        middle = low if -low >= high else high - 1
        value = test(t, own, other, discs, middle)
        if raised(t.halted):
            return 0
        if value <= middle:
            high = value
        else:
            low = value
    return low
