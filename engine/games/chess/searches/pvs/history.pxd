"""Histories: how often moves were good, whatever the position (Schaeffer, 1983). They order moves and reduce depth.

Histories of moves lie between -MOST and MOST. The closer one is to a limit, the less a bonus moves it on. Corrections
of the evaluation move by equal steps, and are clipped at their limits.
"""

from libc.stdint cimport int16_t

from .....bits cimport u64
from .....position cimport Move
from ...board cimport from_square, kind, to_square, victim
from .tunables cimport BONUS, BONUS_LESS, MOST_BONUS

cdef enum:
    MOST = 16384
    MOVED = 768         # colour, kind and target of a move: 2 * 6 * 64; the row of this number is of no move
    STRUCTURE_BITS = 14
    STRUCTURES = 1 << STRUCTURE_BITS    # numbers for arrangements of pieces, which may share one
    CORRECTION_GRAIN = 128      # parts of a centipawn
    MOST_CORRECTION = 64        # centipawns
    CORRECTION_WEIGHT = 256     # parts of an error, of which a correction moves by depth + 1,
    MOST_CORRECTING = 16        # and by so many at most

cdef struct Histories:
    int16_t[2][2][2][64][64] quiet      # turn, whether the opponent attacks either square, from, to
    int16_t[6][64][6] capture           # kind, to, captured kind
    int16_t[MOVED + 1][MOVED] continuation  # of a move, some plies after another
    Move[MOVED + 1] counter             # the quiet move that answered best
    # What searches find less what the evaluation says, in parts of a centipawn, by the turn,
    int16_t[2][STRUCTURES] pawn_correction      # and the pawn structure
    int16_t[2][2][STRUCTURES] piece_correction  # and the other pieces of one colour


cdef inline void learn(int16_t* history, int bonus) noexcept nogil:
    history[0] += <int16_t> (bonus - history[0] * (bonus if bonus > 0 else -bonus) // MOST)


cdef inline int16_t* quiet_history(Histories* histories, Move move, int us, u64 threats) noexcept nogil:
    """threats: the squares that the opponent attacks. Moves from and to such squares have histories of their own."""
    cdef int start = from_square(move)
    cdef int target = to_square(move)
    return &histories.quiet[us][threats >> start & 1][threats >> target & 1][start][target]


cdef inline int16_t* capture_history(Histories* histories, Move move) noexcept nogil:
    """The history of a capture or a promotion. A quiet check in quiescence has that of the capture of a pawn."""
    cdef int captured = victim(move) - 1
    return &histories.capture[kind(move)][to_square(move)][captured if captured >= 0 else 0]


cdef inline int bonus_of(int depth) noexcept nogil:
    cdef int bonus = BONUS * depth - BONUS_LESS
    return bonus if bonus < MOST_BONUS else MOST_BONUS
