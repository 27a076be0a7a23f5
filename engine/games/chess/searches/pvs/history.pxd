"""Histories: what the search has learned of moves, whatever the position (Schaeffer, 1983), to search the best first.

Each number lies between -MOST and MOST: the closer it comes to an edge, the less it is moved on.
"""

from libc.stdint cimport int16_t, int32_t

from .....position cimport Move

cdef enum:
    MOST = 16384
    MOVED = 768         # colour, kind and target of a move: 2 * 6 * 64; the row of this number is of no move
    STRUCTURES = 16384  # numbers for pawn structures, which may share one
    MOST_BONUS = 1600
    CORRECTION_GRAIN = 256      # parts of a centipawn
    MOST_CORRECTION = 64        # centipawns
    CORRECTION_WEIGHT = 256     # of the errors behind one; 16 of them, at most, are the next
    MOST_CORRECTING = 16

cdef struct Histories:
    int16_t[2][64][64] quiet            # turn, from, to
    int16_t[6][64][6] capture           # kind, to, captured kind
    int16_t[MOVED + 1][MOVED] continuation  # of a move, some plies after another
    Move[MOVED + 1] counter             # the quiet move that answered best
    int32_t[2][STRUCTURES] correction   # turn, pawn structure: what searches find less what the evaluation says


cdef inline void learn(int16_t* history, int bonus) noexcept nogil:
    history[0] += <int16_t> (bonus - history[0] * (bonus if bonus > 0 else -bonus) // MOST)


cdef inline int bonus_of(int depth) noexcept nogil:
    cdef int bonus = 16 * depth * depth + 32 * depth
    return bonus if bonus < MOST_BONUS else MOST_BONUS
