"""What a model of people sees of a position, and of each of its moves."""

from libc.stdint cimport uint16_t

from ....position cimport Move
from ..position cimport ChessPosition

cdef enum:
    MOST_OF_POSITION = 80   # inputs that a position has at most
    MOST_OF_MOVE = 40       # and that a move has

cdef enum:  # Where each group of inputs of a position begins.
    PIECES = 0                          # side, kind, square
    PHASE = PIECES + 2 * 6 * 64         # by the pieces of both sides
    BALANCE = PHASE + 8                 # of material
    CHOICES = BALANCE + 9               # how many moves there are
    IN_CHECK = CHOICES + 6
    LAST_TO = IN_CHECK + 1              # square of the last move
    LAST_KIND = LAST_TO + 64            # what moved, and whether it took
    RIGHTS = LAST_KIND + 12             # to castle
    HANGING = RIGHTS + 4                # the best piece that could be taken for less
    LONE = HANGING + 5                  # king: theirs, ours
    PROSPECT = LONE + 2                 # what the best move at depth 2 is worth
    LEAD = PROSPECT + 9                 # of the best move over the second
    OF_POSITION = LEAD + 7

cdef enum:  # Where each group of inputs of a move begins.
    TO = 0                              # kind, square
    FROM = TO + 6 * 64
    TAKES = FROM + 6 * 64               # kind, victim
    PROMOTES = TAKES + 6 * 5            # to a queen, to less
    CHECKS = PROMOTES + 2               # safely or not, by the piece or discovered
    ENDS = CHECKS + 4                   # checkmate, stalemate
    REPEATS = ENDS + 2
    CASTLES = REPEATS + 1               # to either side
    DIRECTION = CASTLES + 2             # kind; forward, sideways, back
    STEP = DIRECTION + 6 * 3            # squares that it goes
    NEAR_TO = STEP + 8                  # from where the last move ended to where it ends
    NEAR_FROM = NEAR_TO + 8             # and to where it begins
    RETAKES = NEAR_FROM + 8             # and takes what moved last, which took nothing
    EXCHANGE = RETAKES + 2              # static exchange
    ATTACKED = EXCHANGE + 9             # how the piece is attacked where it stands
    ALARMED = ATTACKED + 5              # by what moved last
    TARGET = ALARMED + 1                # how it is attacked where it goes
    THREATENS = TARGET + 5              # the best of what it attacks to gain by; two of them
    LEAVES = THREATENS + 6              # the best piece that could then be taken for less
    RELIEF = LEAVES + 5                 # less than before, as much, more
    GOES_BACK = RELIEF + 3              # to where it came from; the same piece as before
    NEAR_KING = GOES_BACK + 2           # from there to the other king
    PASSED = NEAR_KING + 8              # pawn
    KING_ROOM = PASSED + 1              # squares that the other king can then go to
    FILE = KING_ROOM + 6                # of a rook: without pawns, without ours, with ours
    REGRET_1 = FILE + 3                 # what it is worth less than the best at depth 1
    RANK_1 = REGRET_1 + 12              # how many are better
    REGRET_2 = RANK_1 + 7
    RANK_2 = REGRET_2 + 12
    TURN = RANK_2 + 7                   # what depth 2 thinks of it beside depth 1
    OF_MOVE = TURN + 5

cdef struct Context:
    # What is seen of a position before its moves: see `list_position_inputs`.
    int us
    int flip            # 56 where Black is to move: squares are seen from the side to move
    int last_to         # square, -1 for none; where the last move ended,
    int last_victim     # what it took, -1 for nothing
    int own_from        # where the move of the same side before it began, -1 for none,
    int own_to          # and ended
    int hanging         # see `hanging_of`


cdef inline int place(double number, const int* edges, int n) noexcept nogil:
    """How many of the edges, which rise, a number reaches."""
    cdef int i
    for i in range(n):
        if number < edges[i]:
            return i
    return n


cdef int list_position_inputs(ChessPosition position, int moves, Context* context, uint16_t* found) noexcept nogil
cdef int list_move_inputs(ChessPosition position, const Context* context, Move move, uint16_t* found) noexcept nogil
