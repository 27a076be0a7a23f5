"""Tapered: the evaluation of the tournament search."""

from libc.stdint cimport int16_t, int32_t

from ....bits cimport u64
from ..board cimport Board, Setup
from .evaluation cimport Evaluation

# Where the weights of each term begin; `weights.py` has their names, in the same order. A weight is two values in
# centipawns, packed into one number: that of the endgame times 65536, plus that of the middlegame.
cdef enum:
    SQUARES = 0                             # kind, square as its owner sees it: 8 ranks of 4 files, from the edge
    KNIGHT_MOBILITY = SQUARES + 192         # by squares that it can safely go to
    BISHOP_MOBILITY = KNIGHT_MOBILITY + 9
    ROOK_MOBILITY = BISHOP_MOBILITY + 14
    QUEEN_MOBILITY = ROOK_MOBILITY + 15
    BISHOP_PAIR = QUEEN_MOBILITY + 28
    BISHOP_PAWNS = BISHOP_PAIR + 1          # each pawn of ours on squares of its colour
    OUTPOST = BISHOP_PAWNS + 1              # knight, bishop
    SHIELDED = OUTPOST + 2                  # a minor piece with a pawn in front of it: knight, bishop
    ROOK_FILE = SHIELDED + 2                # without our pawns; without any
    ROOK_SEVENTH = ROOK_FILE + 2
    ISOLATED = ROOK_SEVENTH + 1             # file of 4 from the edge
    DOUBLED = ISOLATED + 4                  # file
    BACKWARD = DOUBLED + 4                  # on a file with an enemy pawn ahead; without
    CONNECTED = BACKWARD + 2                # rank; protected or side by side
    CANDIDATE = CONNECTED + 8               # rank
    PASSED = CANDIDATE + 8                  # rank
    PASSED_FREE = PASSED + 8                # rank; the square ahead is empty
    PASSED_SAFE = PASSED_FREE + 8           # rank; and not attacked
    PASSED_OWN_KING = PASSED_SAFE + 8       # distance from the square ahead
    PASSED_ENEMY_KING = PASSED_OWN_KING + 8
    PASSED_ROOK = PASSED_ENEMY_KING + 8     # a rook of ours behind it; of theirs
    SHELTER = PASSED_ROOK + 2               # file of 4, rank of our pawn in front of the king, 0 for none
    STORM = SHELTER + 32                    # file of 4, rank of their pawn, 0 for none
    BLOCKED_STORM = STORM + 32              # rank of it, our pawn in front of it
    DANGER = BLOCKED_STORM + 8              # by units of danger to the king
    THREAT_BY_PAWN = DANGER + 48            # on knight, bishop, rook, queen
    THREAT_BY_MINOR = THREAT_BY_PAWN + 4    # on a weak pawn, knight, bishop, rook, queen
    THREAT_BY_ROOK = THREAT_BY_MINOR + 5    # on a weak pawn, knight, bishop, rook, queen
    THREAT_BY_KING = THREAT_BY_ROOK + 5     # on pieces and pawns that are not well defended
    HANGING = THREAT_BY_KING + 1            # pieces that are attacked and not defended
    PUSH_THREAT = HANGING + 1               # a pawn that could step ahead to attack a piece
    SPACE = PUSH_THREAT + 1                 # safe squares behind our pawns in the centre
    TEMPO = SPACE + 1                       # of the side to move
    WEIGHTS = TEMPO + 1

cdef enum:
    MOST_DANGER = 47
    MOST_PHASE = 24         # knights and bishops 1, rooks 2, queens 4
    FULL_SCALE = 64

cdef class Tapered(Evaluation):
    cdef int32_t[WEIGHTS] weights
    cdef double explain(self, const Board* board, int16_t* counts, int* phase, int* scale) noexcept nogil
