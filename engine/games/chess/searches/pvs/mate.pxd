"""The search for a mate in so many moves."""

from .....bits cimport u64
from .....position cimport Move
from .thread cimport SearchThread

cdef enum:
    MOST_PROVED = 5     # moves
    MOST_DRAWN = 256    # positions since the last capture or pawn move: by the rules fewer

cdef struct MateSearch:
    # What one search for a mate has for itself.
    u64 salt                # sets its entries of the table apart from all others
    u64[MOST_DRAWN] drawn   # keys of positions whose next occurrence is their third
    int drawn_count
    Move[MOST_PROVED + 1][2] killers    # replies that saved the defender, by the moves that the attacker had left
    int[64][64] saved       # how often a reply did so, by its squares
    int[64][64] mated       # and moves of the attacker that won

cdef void begin_mate_search(SearchThread t, MateSearch* s) noexcept nogil
cdef int winning_line(SearchThread t, MateSearch* s, int moves) noexcept nogil
cdef int main_line(SearchThread t, MateSearch* s, Move move, int moves, Move* line) noexcept nogil
