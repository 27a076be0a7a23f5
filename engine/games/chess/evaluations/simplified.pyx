"""The Simplified Evaluation Function of T. Michniewski: material and piece-square tables, in centipawns.

Source: https://www.chessprogramming.org/Simplified_Evaluation_Function
"""

from ....bits cimport u64, lowest, popcount
from ..attacks cimport BLACK, WHITE
from ..board cimport BISHOP, KING, KNIGHT, QUEEN, ROOK, Board, Setup
from .evaluation cimport Evaluation

VALUES = (100, 320, 330, 500, 900, 20000)     # pawn, knight, bishop, rook, queen, king

# As White sees the board: the first number is a8, the last h1.
TABLES = (
    (  # pawn
          0,   0,   0,   0,   0,   0,   0,   0,
         50,  50,  50,  50,  50,  50,  50,  50,
         10,  10,  20,  30,  30,  20,  10,  10,
          5,   5,  10,  25,  25,  10,   5,   5,
          0,   0,   0,  20,  20,   0,   0,   0,
          5,  -5, -10,   0,   0, -10,  -5,   5,
          5,  10,  10, -20, -20,  10,  10,   5,
          0,   0,   0,   0,   0,   0,   0,   0,
    ),
    (  # knight
        -50, -40, -30, -30, -30, -30, -40, -50,
        -40, -20,   0,   0,   0,   0, -20, -40,
        -30,   0,  10,  15,  15,  10,   0, -30,
        -30,   5,  15,  20,  20,  15,   5, -30,
        -30,   0,  15,  20,  20,  15,   0, -30,
        -30,   5,  10,  15,  15,  10,   5, -30,
        -40, -20,   0,   5,   5,   0, -20, -40,
        -50, -40, -30, -30, -30, -30, -40, -50,
    ),
    (  # bishop
        -20, -10, -10, -10, -10, -10, -10, -20,
        -10,   0,   0,   0,   0,   0,   0, -10,
        -10,   0,   5,  10,  10,   5,   0, -10,
        -10,   5,   5,  10,  10,   5,   5, -10,
        -10,   0,  10,  10,  10,  10,   0, -10,
        -10,  10,  10,  10,  10,  10,  10, -10,
        -10,   5,   0,   0,   0,   0,   5, -10,
        -20, -10, -10, -10, -10, -10, -10, -20,
    ),
    (  # rook
          0,   0,   0,   0,   0,   0,   0,   0,
          5,  10,  10,  10,  10,  10,  10,   5,
         -5,   0,   0,   0,   0,   0,   0,  -5,
         -5,   0,   0,   0,   0,   0,   0,  -5,
         -5,   0,   0,   0,   0,   0,   0,  -5,
         -5,   0,   0,   0,   0,   0,   0,  -5,
         -5,   0,   0,   0,   0,   0,   0,  -5,
          0,   0,   0,   5,   5,   0,   0,   0,
    ),
    (  # queen
        -20, -10, -10,  -5,  -5, -10, -10, -20,
        -10,   0,   0,   0,   0,   0,   0, -10,
        -10,   0,   5,   5,   5,   5,   0, -10,
         -5,   0,   5,   5,   5,   5,   0,  -5,
          0,   0,   5,   5,   5,   5,   0,  -5,
        -10,   5,   5,   5,   5,   5,   0, -10,
        -10,   0,   5,   0,   0,   0,   0, -10,
        -20, -10, -10,  -5,  -5, -10, -10, -20,
    ),
    (  # king
        -30, -40, -40, -50, -50, -40, -40, -30,
        -30, -40, -40, -50, -50, -40, -40, -30,
        -30, -40, -40, -50, -50, -40, -40, -30,
        -30, -40, -40, -50, -50, -40, -40, -30,
        -20, -30, -30, -40, -40, -30, -30, -20,
        -10, -20, -20, -20, -20, -20, -20, -10,
         20,  20,   0,   0,   0,   0,  20,  20,
         20,  30,  10,   0,   0,  10,  30,  20,
    ),
)
KING_ENDGAME_TABLE = (
    -50, -40, -30, -20, -20, -30, -40, -50,
    -30, -20, -10,   0,   0, -10, -20, -30,
    -30, -10,  20,  30,  30,  20, -10, -30,
    -30, -10,  30,  40,  40,  30, -10, -30,
    -30, -10,  30,  40,  40,  30, -10, -30,
    -30, -10,  20,  30,  30,  20, -10, -30,
    -30, -30,   0,   0,   0,   0, -30, -30,
    -50, -30, -30, -30, -30, -30, -30, -50,
)


cdef class Simplified(Evaluation):
    """Material and piece-square tables.

    orientation: "correct"; or "published", with the tables upside down, as in programs that index them with a1 = 0 for
        White.
    endgame_king: whether the king has a table of its own in the endgame, which begins when each side has no queen, or
        a queen with at most one minor piece and no rook.
    """

    cdef int[2][64] endgame_shift   # endgame value minus usual value of the king, by colour

    def __cinit__(self, orientation="correct", endgame_king=True):
        cdef int kind, square, cell
        if orientation not in ("correct", "published"):
            raise ValueError(f"orientation is correct or published, not {orientation!r}")
        self.plain = not endgame_king
        self.identity = ("Simplified", orientation, bool(endgame_king))
        for square in range(64):
            cell = square ^ 56 if orientation == "correct" else square
            for kind in range(6):
                self.square_values[WHITE][kind][square] = VALUES[kind] + TABLES[kind][cell]
                self.square_values[BLACK][kind][square ^ 56] = -self.square_values[WHITE][kind][square]
            self.endgame_shift[WHITE][square] = KING_ENDGAME_TABLE[cell] - TABLES[KING][cell]
            self.endgame_shift[BLACK][square ^ 56] = -self.endgame_shift[WHITE][square]
        self.finish_table()

    cdef u64 beyond_sum(self, const Board* board, bint* captures) noexcept nogil:
        """Return none if the side to move is not `poor`: its own move leaves it so, and no endgame begins."""
        captures[0] = not self.plain and poor(board, board.turn)
        return board.kinds[KING] & board.colours[board.turn] if captures[0] else 0

    cdef double finish(self, const Setup* setup, const Board* board) noexcept nogil:
        if not (poor(board, WHITE) and poor(board, BLACK)):
            return board.sum
        return (
            board.sum
            + self.endgame_shift[WHITE][lowest(board.kinds[KING] & board.colours[WHITE])]
            + self.endgame_shift[BLACK][lowest(board.kinds[KING] & board.colours[BLACK])]
        )


cdef inline bint poor(const Board* board, int colour) noexcept nogil:
    """Whether a side has no queen, or besides its queen no rook and at most one minor piece."""
    cdef u64 own = board.colours[colour]
    if board.kinds[QUEEN] & own == 0:
        return True
    return board.kinds[ROOK] & own == 0 and popcount((board.kinds[KNIGHT] | board.kinds[BISHOP]) & own) <= 1
