"""The nodes of the solver: is the score of a position above alpha, or not?

Every search has a null window, so that a node has two answers. What is decided within two moves of either side is seen
without a node of its own; moves that are forced are played on in the same node.
"""

from .....support.atomic cimport load_word, put_flag, raised, store_word
from .....bits cimport lowest, popcount, u64
from .board cimport Board
from .follow_up cimport least_if_followed
from .grid cimport (
    ALL,
    BYTE,
    FULL,
    HEIGHT,
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
    THREAT_VALUE = 8     # of a new cell that makes four, in the order of moves; of each line through a cell 1
    LOOK_AHEAD_UNTIL = 24   # discs: beyond, looking what is known after each move costs more than it saves
    CHEAP = 2000            # nodes of a test: what costs more is not asked before who wins
    SHARE = 32              # and after that, what costs more than this part of that question
    INTERVAL = 4096         # nodes between two looks at what else goes on: less than a millisecond

cdef Lanes COLUMNS          # from the centre out, and the first once more
cdef int[LANES] OUTWARDS = [3, 2, 4, 1, 5, 0, 6, 3]
cdef int[BYTE * WIDTH] LINES    # through each cell
cdef bint NEVER = False     # what halts nobody


cdef void fill():
    cdef int i, column, row, right, up
    for i in range(LANES):
        set_lane(COLUMNS, i, <u64> FULL << BYTE * OUTWARDS[i])
    for column in range(WIDTH):
        for row in range(HEIGHT):
            for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
                if column + 3 * right < WIDTH and 0 <= row + 3 * up < HEIGHT:
                    for i in range(4):
                        LINES[BYTE * (column + i * right) + row + i * up] += 1


fill()


cdef class SolverThread:
    """A search of its own on a table that others may share."""

    def __cinit__(self, SolverTable table not None):
        self.table = table
        self.published = &self.unpublished
        self.give_up = <u64> -1
        self.halted = &NEVER

    cdef void poll(self) noexcept nogil:
        """Tell how far it is, and look whether it is to go on."""
        self.next_poll = self.nodes + INTERVAL
        store_word(self.published, self.nodes)
        if self.unwanted() or self.nodes >= self.give_up:
            put_flag(self.halted, True)

    cdef bint unwanted(self) noexcept nogil:
        """Whether nobody wants the answer any more."""
        return False


cdef int search(SolverThread t, u64 own, u64 other, u64 mine, u64 theirs, int discs, int alpha) noexcept nogil:
    """A bound of the score: upper if it is not above alpha, else lower; no meaning once `halted`.

    mine, theirs: the empty cells where either side makes four. The side to move cannot do so at once, and does not lose
    by the next disc.
    """
    cdef Lanes moves, taken, found, seen, answers, least, refuted
    cdef u64 occupied, open_cells, cells, block, key, slot, before, move
    cdef u64[WIDTH] keys
    cdef int[2 * WIDTH] order
    cdef int[WIDTH] ranks
    cdef Bucket* bucket
    cdef u64* place = NULL
    cdef int i, j, n, last, value, best, lower, upper
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

    # 4. What was proved of the positions after the moves (enhanced transposition cut-offs, A. Plaat and others, 1996).
    if discs < LOOK_AHEAD_UNTIL:
        for i in range(WIDTH):
            keys[i] = key_of(other, occupied | lane(moves, i))
            prefetch_bucket(bucket_of(t.table, keys[i]))
        for i in range(WIDTH):
            slot = look_up(bucket_of(t.table, keys[i]), keys[i])
            if slot and -upper_of(slot) > alpha and lane(moves, i):
                return sign * -upper_of(slot)

    # 5. The moves, those with the most new threats first.
    n = 0
    for i in range(WIDTH):
        if lane(moves, i):
            value = THREAT_VALUE * popcount(lane(found, i) & ~mine) + LINES[lowest(lane(moves, i))]
            j = n
            while j > 0 and ranks[j - 1] < value:
                ranks[j] = ranks[j - 1]
                order[j] = order[j - 1]
                j -= 1
            ranks[j] = value
            order[j] = i
            n += 1
    # What another thread is searching at the moment comes last: then it is likely to be known (simplified ABDADA,
    # T. Kerrigan, 2018).
    before = t.nodes
    best = -ALL
    last = n
    i = -1
    while i + 1 < last:
        i += 1
        move = lane(moves, order[i])
        if t.shared != NULL and discs < SHARED_UNTIL:
            slot = key_of(other, occupied | move)
            place = t.shared + slot % SHARED_PLACES
            if 0 < i < n and load_word(place) == slot:
                order[last] = order[i]
                last += 1
                continue
            store_word(place, slot)
        value = -search(t, other, own | move, theirs & ~move, lane(found, order[i]), discs + 1, -alpha - 1)
        if place != NULL:
            store_word(place, 0)
        if raised(t.halted):
            return 0
        if value > best:
            best = value
            if value > alpha:
                break

    # 6. Remember it.
    if best > alpha:
        lower = best
    else:
        upper = best
    keep(bucket, key, lower, upper, t.nodes - before)
    return sign * best


cdef int test(SolverThread t, const Board* board, int alpha) noexcept nogil:
    """The same of any position that is not over."""
    cdef u64 own = board.own
    cdef u64 other = board.other
    cdef int discs = board.discs
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


cdef int solve(SolverThread t, const Board* board, int low, int high) noexcept nogil:
    """The score of a position that is not over, if it lies between low and high; one of these, if beyond."""
    cdef int middle, value
    cdef int most = high
    cdef bint divided = False   # whether it was asked who wins
    cdef u64 price = 0          # nodes that this took
    cdef u64 latest = 0         # nodes of the last question else
    cdef u64 before
    while low < high:
        # Results that come soon are cheap to prove, and to refute: from both ends in, the farther one first. When that
        # is no longer cheap, who wins halves what is left, and few scores are far from 0.
        if latest > CHEAP and low < 0 and high >= 0:
            divided = True
            middle = 0 if high > 0 else -1
        elif divided and latest * SHARE > price:
            middle = low if low >= 0 else high - 1
        else:
            middle = low if -low >= high else high - 1
        before = t.nodes
        value = test(t, board, middle)
        if raised(t.halted):
            return 0
        if divided and (middle == 0 or middle == -1):
            price += t.nodes - before
            latest = 0
        else:
            latest = t.nodes - before
        if value <= middle:
            high = value
        else:
            low = value
    return min(low, most)
