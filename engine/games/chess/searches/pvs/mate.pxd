"""The search for a mate in so many moves."""

from .....bits cimport u64
from .....position cimport Move
from .thread cimport SearchThread

cdef enum:
    MOST_PROVED = 5     # moves
    MOST_DRAWN = 256    # positions since the last capture or pawn move: by the rules fewer

cdef struct MateSearch:
    # The state of one search for a mate.
    u64 salt                # separates its entries in the table from all others
    u64[MOST_DRAWN] drawn   # keys of positions whose next occurrence is their third
    int drawn_count
    Move[MOST_PROVED + 1][2] killers    # replies that avoided mate, by the number of moves left to the attacker
    int[64][64] saved       # how often a reply avoided mate, by its squares
    int[64][64] mated       # how often a move of the attacker won, by its squares

cdef void begin_mate_search(SearchThread t, MateSearch* s) noexcept nogil
cdef int winning_line(SearchThread t, MateSearch* s, int moves) noexcept nogil
cdef int main_line(SearchThread t, MateSearch* s, Move move, int moves, Move* line) noexcept nogil
