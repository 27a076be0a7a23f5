"""The inputs of a model of people: of a position, and of each of its moves."""

from libc.stdint cimport uint16_t

from ....position cimport Move
from ..position cimport ChessPosition

cdef enum:
    MOST_OF_POSITION = 80   # the largest number of inputs of a position
    MOST_OF_MOVE = 40       # and of a move

cdef enum:  # Where each group of inputs of a position begins.
    PIECES = 0                          # side, kind, square
    PHASE = PIECES + 2 * 6 * 64         # by the pieces of both sides
    BALANCE = PHASE + 8                 # of material
    CHOICES = BALANCE + 9               # how many moves there are
    IN_CHECK = CHOICES + 6
    LAST_TO = IN_CHECK + 1              # square of the last move
    LAST_KIND = LAST_TO + 64            # the kind that moved last, and whether it captured
    RIGHTS = LAST_KIND + 12             # to castle
    HANGING = RIGHTS + 4                # our best piece that could be taken for less or for nothing
    LONE = HANGING + 5                  # king: theirs, ours
    PROSPECT = LONE + 2                 # the value of the best move at depth 2
    LEAD = PROSPECT + 9                 # of the best move over the second
    OF_POSITION = LEAD + 7

cdef enum:  # Where each group of inputs of a move begins.
    TO = 0                              # kind, square
    FROM = TO + 6 * 64
    TAKES = FROM + 6 * 64               # kind, victim
    PROMOTES = TAKES + 6 * 5            # to a queen, to less
    CHECKS = PROMOTES + 2               # by the piece or discovered, safely or not
    ENDS = CHECKS + 4                   # checkmate, stalemate
    REPEATS = ENDS + 2
    CASTLES = REPEATS + 1               # to either side
    DIRECTION = CASTLES + 2             # kind; forward, sideways, back
    STEP = DIRECTION + 6 * 3            # distance from its start to its target
    NEAR_TO = STEP + 8                  # distance from the target of the last move to its target
    NEAR_FROM = NEAR_TO + 8             # and to its start
    RETAKES = NEAR_FROM + 8             # captures the piece that moved last, which had captured or not
    EXCHANGE = RETAKES + 2              # static exchange
    ATTACKED = EXCHANGE + 9             # how the piece is attacked where it stands
    ALARMED = ATTACKED + 5              # by the piece that moved last
    TARGET = ALARMED + 1                # how it is attacked where it goes
    THREATENS = TARGET + 5              # the best piece that it then threatens; more than one
    LEAVES = THREATENS + 6              # our best other piece that could then be taken for less or for nothing
    RELIEF = LEAVES + 5                 # LEAVES is less than HANGING, equal, more
    GOES_BACK = RELIEF + 3              # the piece of our previous move goes back; goes elsewhere
    NEAR_KING = GOES_BACK + 2           # distance from its target to the other king
    PASSED = NEAR_KING + 8              # a pawn that is then passed
    KING_ROOM = PASSED + 1              # squares that the other king can then go to
    FILE = KING_ROOM + 6                # of a rook: without pawns, without ours, with ours
    REGRET_1 = FILE + 3                 # how much worse it is than the best move at depth 1
    RANK_1 = REGRET_1 + 12              # how many moves are better
    REGRET_2 = RANK_1 + 7
    RANK_2 = REGRET_2 + 12
    TURN = RANK_2 + 7                   # how much smaller the regret is at depth 2 than at depth 1
    OF_MOVE = TURN + 5

cdef struct Context:
    # What `list_position_inputs` finds for the inputs of moves.
    int us
    int flip            # 56 if Black is to move: squares are seen from the side to move
    int last_to         # the square where the last move ended, -1 for none
    int last_victim     # the kind that it captured, -1 for none
    int own_from        # the square where our previous move began, -1 for none
    int own_to          # and where it ended
    int hanging         # see `hanging_of`


cdef inline int place(double number, const int* edges, int n) noexcept nogil:
    """How many of the edges, in rising order, a number reaches."""
    cdef int i
    for i in range(n):
        if number < edges[i]:
            return i
    return n


cdef int list_position_inputs(ChessPosition position, int moves, Context* context, uint16_t* found) noexcept nogil
cdef int list_move_inputs(ChessPosition position, const Context* context, Move move, uint16_t* found) noexcept nogil
