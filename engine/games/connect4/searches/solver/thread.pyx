"""The search of the solver: is the score of a position above alpha, or not?

Every search has a null window, so that a node has only two answers. Results that are decided within two moves of each
side are seen without further nodes. Forced moves are played within the same node.
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
    THREAT_VALUE = 8     # for each new cell that makes four, to order moves; a line through the move's cell is 1
    LOOK_AHEAD_UNTIL = 24   # discs: from here on, looking up the positions after the moves costs more than it saves
    CHEAP = 2000            # nodes of a test: if one costs more, the next one asks who wins
    SHARE = 32              # if a later test costs more than this part of it, the next ones go outwards from 0
    INTERVAL = 4096         # nodes between two polls: less than a millisecond

cdef Lanes COLUMNS          # from the centre out; the last lane repeats the first
cdef int[LANES] OUTWARDS = [3, 2, 4, 1, 5, 0, 6, 3]
cdef int[BYTE * WIDTH] LINES    # the number of lines of four through each cell
cdef bint NEVER = False     # the flag of a thread that is never halted


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
    """A search by one thread, on a table that other threads may share."""

    def __cinit__(self, SolverTable table not None):
        self.table = table
        self.published = &self.unpublished
        self.give_up = <u64> -1
        self.halted = &NEVER

    cdef void poll(self) noexcept nogil:
        """Publish the number of nodes, and check whether to stop."""
        self.next_poll = self.nodes + INTERVAL
        store_word(self.published, self.nodes)
        if self.unwanted() or self.nodes >= self.give_up:
            put_flag(self.halted, True)

    cdef bint unwanted(self) noexcept nogil:
        """Whether the answer is no longer wanted."""
        return False


cdef int search(SolverThread t, u64 own, u64 other, u64 mine, u64 theirs, int discs, int alpha) noexcept nogil:
    """A bound of the score: an upper bound if it is not above alpha, else a lower one. If `halted`, it has no meaning.

    mine, theirs: the empty cells in which each side makes four. It is required that the side to move cannot win at
    once, and that it can prevent a loss by the next disc.
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

    # 1. Bounds by the number of discs, and forced moves: each is played, and the other side is to move.
    cdef int sign = 1
    while True:
        t.nodes += 1
        if discs >= ALL - 2:
            return 0
        occupied = own | other
        open_cells = playable(occupied)
        lower = -((ALL - 2 - discs) // 2)       # at the soonest, the other side wins by its second disc
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

    # 2. All moves at once: the threats of each, and whether the other side is lost after it. A column without a move
    # gets that of the lowest bit instead.
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

    # 3. Bounds of the table, and bounds that need no search.
    slot = look_up(bucket, key)
    if slot:
        lower = max(lower, lower_of(slot))
        upper = min(upper, upper_of(slot))
    elif forced:  # else the parent has computed it for all of its moves
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

    # 4. Bounds of the table after the moves (enhanced transposition cut-offs, A. Plaat and others, 1996).
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
    # Moves that another thread is searching come last: by then, their results are likely to be in the table
    # (simplified ABDADA, T. Kerrigan, 2018).
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

    # 6. Store the result.
    if best > alpha:
        lower = best
    else:
        upper = best
    keep(bucket, key, lower, upper, t.nodes - before)
    return sign * best


cdef int test(SolverThread t, const Board* board, int alpha) noexcept nogil:
    """A bound as that of `search`, for any position that is not over."""
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
    """The score of a position that is not over, clipped to low and high. If `halted`, it has no meaning."""
    cdef int middle, value
    cdef int most = high
    cdef bint divided = False   # whether a test has asked who wins
    cdef u64 price = 0          # nodes of these tests
    cdef u64 latest = 0         # nodes of the last other test
    cdef u64 before
    while low < high:
        # Early wins and losses are cheap to prove or to refute. So tests go from both ends inwards, the end farther
        # from 0 first. When they become expensive, ask who wins. Then go outwards from 0: few scores are far from it.
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
