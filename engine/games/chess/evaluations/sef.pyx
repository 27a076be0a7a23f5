"""SEF, a static evaluation of five parts: material, pawns, centre, mobility and the king's safety.

Only material is a difference. The other parts are counted for one side, the side to move at the root. So a search sees
the same side's centre, moves and king in every position. The source subtracts 100 if a king can be captured; here that
is impossible.
"""

from ....bits cimport u64, lowest, popcount, take
from ..attacks cimport BLACK, FILE_A, TABLES, WHITE
from ..board cimport KING, PAWN, Board, Setup, attackers, count
from .evaluation cimport Evaluation
from .material import PAWNS

cdef enum:
    OPENING, MIDDLEGAME, ENDGAME
    OPENING_PIECES = 22        # on the board, at least: the source gives no limits, but calls 12 against 10 an opening
    ENDGAME_PIECES = 12        # at most
    # Parts, in the order of their weights.
    MATERIAL = 0, PAWN_STRUCTURE, CENTRE, MOBILITY, KING_SAFETY, PARTS

cdef double[3][5] WEIGHTS
WEIGHTS[OPENING] = [1.0, 0.2, 0.5, 0.5, 0.1]
WEIGHTS[MIDDLEGAME] = [1.0, 0.3, 0.3, 0.4, 0.3]
WEIGHTS[ENDGAME] = [1.5, 0.2, 0.1, 0.2, 0.5]

cdef double DOUBLED = -0.5      # for each pawn on a file beyond the first
cdef double ISOLATED = -0.5     # for each pawn without a pawn of its colour on the files beside it
cdef double CENTRAL = 0.5       # for each piece on d4, e4, d5, e5
cdef double MOVE = 0.1          # for each legal move; in the published rows for each piece: 0.05 in the opening
cdef double SAFE = 0.2          # for each square beside the king that is not attacked, and not held by its own piece

# As the published rows call them.
cdef tuple COUNTS = ("phase", "num_pieces", "num_moves", "opponent_pieces")
cdef tuple FEATURES = (
    "H_0", "material", "pawn_structure", "center_control_val", "mobility_val", "king_safety_val",
    *COUNTS, "evaluation",
)

cdef u64 MIDDLE = <u64> 0x0000001818000000


cdef class Sef(Evaluation):
    """SEF, in pawns.

    side: the side whose centre, moves and king count, 0 for White. mobility: "written" counts legal moves; if the side
        is not to move, those that it would have if it were. "published" counts pieces.
    """

    cdef int side
    cdef bint by_pieces

    def __cinit__(self, side=WHITE, mobility="written"):
        cdef int kind, square
        if side not in (WHITE, BLACK):
            raise ValueError(f"a side is 0 or 1, not {side!r}")
        if mobility not in ("written", "published"):
            raise ValueError(f"mobility is written or published, not {mobility!r}")
        self.side = side
        self.identity = ("SEF", side, mobility)
        self.by_pieces = mobility == "published"
        self.scale = 100.0
        self.plain = False
        self.feature_names = FEATURES
        self.counts = COUNTS
        for kind in range(6):
            for square in range(64):
                self.square_values[WHITE][kind][square] = PAWNS[kind]
                self.square_values[BLACK][kind][square] = -PAWNS[kind]

    cdef double finish(self, const Setup* setup, const Board* board) noexcept nogil:
        cdef double[PARTS] parts
        cdef double total = weigh(setup, board, self.side, self.by_pieces, parts)
        return total if self.side == WHITE else -total

    cdef int describe(self, const Setup* setup, const Board* board, double* features) noexcept nogil:
        """Write the columns of the published rows for the side to move. H_0 equals their column `evaluation`."""
        cdef int mover = board.turn
        cdef double total = weigh(setup, board, mover, self.by_pieces, &features[1])
        features[0] = total
        features[1 + PARTS] = phase(board)
        features[2 + PARTS] = popcount(board.colours[mover])
        features[3 + PARTS] = count(setup, board)
        features[4 + PARTS] = popcount(board.colours[1 - mover])
        features[5 + PARTS] = total
        return 6 + PARTS


cdef double weigh(const Setup* setup, const Board* board, int side, bint by_pieces, double* parts) noexcept nogil:
    """Write the parts for one side, each times its weight; return their sum."""
    cdef u64 own = board.colours[side]
    cdef const double* weights = WEIGHTS[phase(board)]
    parts[MATERIAL] = weights[MATERIAL] * (board.sum if side == WHITE else -board.sum)
    parts[PAWN_STRUCTURE] = weights[PAWN_STRUCTURE] * pawn_structure(board.kinds[PAWN] & own)
    parts[CENTRE] = weights[CENTRE] * CENTRAL * popcount(own & MIDDLE)
    parts[MOBILITY] = weights[MOBILITY] * MOVE * (popcount(own) if by_pieces else moves(setup, board, side))
    parts[KING_SAFETY] = weights[KING_SAFETY] * SAFE * safe_squares(board, side)
    return parts[MATERIAL] + parts[PAWN_STRUCTURE] + parts[CENTRE] + parts[MOBILITY] + parts[KING_SAFETY]


cdef int phase(const Board* board) noexcept nogil:
    """The phase of the game, by the number of pieces on the board."""
    cdef int pieces = popcount(board.colours[WHITE] | board.colours[BLACK])
    return OPENING if pieces >= OPENING_PIECES else ENDGAME if pieces <= ENDGAME_PIECES else MIDDLEGAME


cdef double pawn_structure(u64 pawns) noexcept nogil:
    """The penalty for doubled and isolated pawns, a number below 0."""
    cdef double total = 0.0
    cdef u64 beside
    cdef int file, here
    for file in range(8):
        here = popcount(pawns & (FILE_A << file))
        if here:
            beside = (FILE_A << (file - 1) if file > 0 else 0) | (FILE_A << (file + 1) if file < 7 else 0)
            total += DOUBLED * (here - 1)
            if not pawns & beside:
                total += ISOLATED * here
    return total


cdef int moves(const Setup* setup, const Board* board, int side) noexcept nogil:
    """The number of legal moves that a side has, or would have if it were to move."""
    cdef Board turned
    if board.turn == side:
        return count(setup, board)
    turned = board[0]
    turned.turn = side
    turned.en_passant = 0
    return count(setup, &turned)


cdef int safe_squares(const Board* board, int side) noexcept nogil:
    """The number of squares beside the king that are not attacked, and not held by a piece of its own side."""
    cdef u64 squares = TABLES.king[lowest(board.kinds[KING] & board.colours[side])] & ~board.colours[side]
    cdef u64 occupied = board.colours[WHITE] | board.colours[BLACK]
    cdef int safe = 0
    while squares:
        safe += attackers(board, take(&squares), side, occupied) == 0
    return safe
