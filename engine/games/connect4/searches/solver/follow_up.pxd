"""A bound without a search: the best score of the side to move if the other side always answers on top of its disc.

The idea is that of claimeven and baseinverse (V. Allis, A Knowledge-Based Approach of Connect-Four, 1988). If every
column has an even number of empty cells, the follower gets the upper cell of every pair. If such a cell makes four, the
follower wins there in the end, because at last the other side has to play below it. If two columns have an odd number
of empty cells, each side takes one of their lowest cells first.
"""

from .....bits cimport u64
from .grid cimport ALL, BOTTOM, FULL, Lanes, board, equal, fours, playable_lanes

cdef enum:
    EVEN_ROWS = 0x15    # of a column, counted from 0
    ODD_ROWS = 0x2A
    BEYOND = 0x80       # the bit above a column
    SUM = 48            # where the sum of seven bytes is, once they are multiplied by BOTTOM


cdef inline Lanes columns_of(Lanes cells) noexcept nogil:
    """The lowest cell of each column that contains any of these cells."""
    cdef Lanes folded = cells | cells >> 4
    folded |= folded >> 2
    return (folded | folded >> 1) & BOTTOM


cdef inline Lanes sum_of_bytes(Lanes bytes) noexcept nogil:
    """The sum of the bytes of the seven columns."""
    return (bytes * BOTTOM >> SUM) & 0xFF


cdef inline Lanes count_in_bytes(Lanes bits) noexcept nogil:
    """How many bits are set in each byte (H. Warren, Hacker's Delight, 5-1)."""
    bits -= (bits >> 1) & <u64> 0x5555555555555555
    bits = (bits & <u64> 0x3333333333333333) + ((bits >> 2) & <u64> 0x3333333333333333)
    return (bits + (bits >> 4)) & <u64> 0x0F0F0F0F0F0F0F0F


cdef inline Lanes least_if_followed(u64 own, Lanes followers, Lanes threats, Lanes* refuted) noexcept nogil:
    """A lower bound of the follower's score in each of eight positions; `refuted`: all bits where there is none.

    own: the discs of the side to move. followers: those of the other side in each position. threats: the empty cells
    where these make four. One disc more than `own` and each of `followers` have makes the numbers of discs alike.
    """
    cdef Lanes occupied = followers | own
    cdef Lanes empty = board() & ~occupied
    # A bit for each column of odd height: the top disc's, folded down to the lowest cell.
    cdef Lanes odd = (occupied & BOTTOM * EVEN_ROWS) ^ ((occupied & BOTTOM * ODD_ROWS) >> 1)
    odd |= odd >> 2
    odd |= odd >> 2
    odd &= BOTTOM
    # What the side to move may get: the lower cell of each pair, but none at or above a cell where the other side wins.
    cdef Lanes pairs = empty & (odd * FULL ^ BOTTOM * EVEN_ROWS)
    cdef Lanes wins = threats & ~pairs
    cdef Lanes decided = columns_of(wins)
    cdef Lanes beyond = ((BOTTOM * BEYOND - wins) | wins) & decided * FULL
    pairs &= ~beyond
    odd &= ~decided
    # In the other odd columns, each side takes half of the lowest cells. Of two, the side to move may take either.
    cdef Lanes columns = odd * FULL
    cdef Lanes lowest = playable_lanes(occupied) & columns
    cdef Lanes count = sum_of_bytes(odd)
    cdef Lanes one = lowest & (0 - lowest) & equal(count, 2)
    cdef Lanes rest = lowest ^ one
    one |= lowest & ~equal(count, 2)  # of more than two, it may take any: assume that it gets all
    pairs = (pairs & ~columns) | (empty & columns & ~pairs & ~lowest)
    refuted[0] = ~(equal(fours(pairs | one | own) | fours(pairs | rest | own), 0) & equal(count & 1, 0))
    # At the latest, only these cells and one below them in each column are empty. The follower wins two discs later.
    count = sum_of_bytes(count_in_bytes(empty & beyond)) + sum_of_bytes(decided)
    count = ALL // 2 + 1 - ((ALL + 3 - count) >> 1)
    return count & ~equal(wins, 0)
