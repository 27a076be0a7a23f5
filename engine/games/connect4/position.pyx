"""Connect-4 as a Position: 7 columns, 6 rows, red is player 0.

Classic: the first four in a row wins, a full board is a draw. Full board: play goes on until no cell is empty, and
whoever has more fours wins. With slipping discs, over either, a disc aimed at a column lands there or beside it.
"""

from ...bits cimport bit, popcount, u64
from ...game cimport DECISIVE, ONGOING, VALUE, Ending, Move, Position

from . import fen as boards

cdef u64 COLUMN = 0x3F                  # the cells of column 0
cdef u64 BOARD = 0                      # every cell; filled in below
cdef u64 BOTTOM = 0                     # the lowest cell of every column
cdef u64 SPREAD = <u64> 0x9E3779B97F4A7C15     # odd: keys stay different, and differ in their high bits

cdef int[COLUMNS] FROM_THE_CENTRE = [3, 2, 4, 1, 5, 0, 6]

LETTERS = "abcdefg"


cdef inline bint connected(u64 discs) noexcept nogil:
    """Whether four discs stand in a row."""
    cdef u64 pairs
    pairs = discs & (discs >> 1)
    if pairs & (pairs >> 2):
        return True
    pairs = discs & (discs >> STRIDE)
    if pairs & (pairs >> 2 * STRIDE):
        return True
    pairs = discs & (discs >> (STRIDE - 1))
    if pairs & (pairs >> 2 * (STRIDE - 1)):
        return True
    pairs = discs & (discs >> (STRIDE + 1))
    return pairs & (pairs >> 2 * (STRIDE + 1)) != 0


cdef inline int count_windows(u64 cells) noexcept nogil:
    """How many of the 69 windows of four lie wholly in these cells; five in a row hold two."""
    cdef u64 upright = cells & (cells >> 1)
    cdef u64 level = cells & (cells >> STRIDE)
    cdef u64 falling = cells & (cells >> (STRIDE - 1))
    cdef u64 rising = cells & (cells >> (STRIDE + 1))
    return (
        popcount(upright & (upright >> 2))
        + popcount(level & (level >> 2 * STRIDE))
        + popcount(falling & (falling >> 2 * (STRIDE - 1)))
        + popcount(rising & (rising >> 2 * (STRIDE + 1)))
    )


cdef enum:
    MOST_WINDOWS = 13   # windows of four through one cell, in the centre

cdef u64[MOST_WINDOWS + 1] CROSSED      # the cells through which exactly so many windows run


cdef void fill() noexcept nogil:
    global BOARD, BOTTOM
    cdef int column, row, all_windows
    for column in range(COLUMNS):
        BOARD |= COLUMN << STRIDE * column
        BOTTOM |= bit(STRIDE * column)
    all_windows = count_windows(BOARD)
    for column in range(COLUMNS):
        for row in range(ROWS):
            CROSSED[all_windows - count_windows(BOARD & ~bit(STRIDE * column + row))] |= bit(STRIDE * column + row)


fill()


cdef class Connect4Position(Position):
    """A Connect-4 position.

    fen: rows from the top, `r` and `y` discs, digits for empty cells, who is to move, the number of the move:
        `7/7/7/7/7/7 r 1`. ValueError says why one is refused.
    rules: "classic" or "fullboard".
    weights: how likely a disc is to land straight, to the left and to the right of where it was aimed (3, 1, 1), among
        those columns that exist and are not full; None if discs do not slip.
    """

    game = "connect4"
    opponent = "optimal"
    scale = 100.0

    def __init__(self, fen=boards.START, rules="classic", weights=None):
        if rules not in boards.RULES:
            raise ValueError(f"rules are {' or '.join(boards.RULES)}, not {rules!r}")
        self.full_board = rules == "fullboard"
        self.weights = boards.check_weights(weights)
        self.chance = bool(self.weights)
        for i, weight in enumerate(self.weights):
            self.slip[i] = weight
        self.decisive = 1000.0
        self.count_fours = self.count_open = True
        self.centre_first = True
        self.set_up(boards.read(fen))

    cdef int set_up(self, object board) except -1:
        cdef int column, row
        self.discs[0] = self.discs[1] = 0
        for (column, row), colour in board.discs.items():
            self.discs[colour] |= bit(STRIDE * column + row)
        self.mover = board.turn
        self.dropped = len(board.discs)
        self.taken = 0
        self.first_move = 2 * (board.number - 1) + board.turn
        if not self.full_board and connected(self.discs[0]) and connected(self.discs[1]):
            raise ValueError("both sides have four in a row, which classic rules do not allow")
        return 0

    def clone(self):
        cdef Connect4Position twin = Connect4Position.__new__(Connect4Position)
        twin.decisive = self.decisive
        twin.chance = self.chance
        twin.discs = self.discs
        twin.mover = self.mover
        twin.dropped = self.dropped
        twin.taken = self.taken
        twin.history = self.history
        twin.first_move = self.first_move
        twin.full_board = self.full_board
        twin.weights = self.weights
        twin.slip = self.slip
        twin.count_fours = self.count_fours
        twin.count_open = self.count_open
        twin.centre_first = self.centre_first
        return twin

    def configure(self, options):
        """Take up what `options` (a mapping of names to values) says of Connect-4."""
        name = options["Evaluation"]
        if name not in ("Auto", "Windows", "OpenWindows", "Fours"):
            raise ValueError(f"connect4 has no evaluation {name}")
        self.count_fours = name != "OpenWindows"
        self.count_open = name != "Fours"
        self.decisive = options["MateValue"] / self.scale
        self.centre_first = options["MoveOrder"] == "Auto"

    # What a search asks.

    cdef int generate(self, Move* moves) noexcept nogil:
        cdef u64 occupied = self.discs[0] | self.discs[1]
        cdef int i, column, n = 0
        if not self.full_board and (connected(self.discs[0]) or connected(self.discs[1])):
            return 0
        for i in range(COLUMNS):
            column = FROM_THE_CENTRE[i] if self.centre_first else i
            if not occupied & bit(STRIDE * column + ROWS - 1):
                moves[n] = column
                n += 1
        return n

    cdef int outcomes(self, Move move, Move* certain, double* probabilities) noexcept nogil:
        cdef u64 occupied = self.discs[0] | self.discs[1]
        cdef double total = 0.0
        cdef int aimed = move & 7
        cdef int i, column, n = 0
        if not self.chance or move >> LANDED:
            return 0
        for i in range(3):
            column = aimed + (0 if i == 0 else -1 if i == 1 else 1)
            if 0 <= column < COLUMNS and self.slip[i] > 0 and not occupied & bit(STRIDE * column + ROWS - 1):
                certain[n] = aimed | (column + 1) << LANDED
                probabilities[n] = self.slip[i]
                total += self.slip[i]
                n += 1
        for i in range(n):
            probabilities[i] /= total
        return n

    cdef inline int column_of(self, Move move) noexcept nogil:
        """Where the disc comes down."""
        return <int> (move >> LANDED) - 1 if move >> LANDED else <int> move

    cdef void make(self, Move move) noexcept nogil:
        cdef u64 occupied = self.discs[0] | self.discs[1]
        cdef int column = self.column_of(move)
        # Adding the column's lowest cell to it carries to the first empty one.
        self.discs[self.mover] |= (occupied + bit(STRIDE * column)) & (COLUMN << STRIDE * column)
        self.mover ^= 1
        self.history[self.taken] = move
        self.taken += 1
        self.dropped += 1

    cdef void unmake(self) noexcept nogil:
        cdef int column
        self.taken -= 1
        self.dropped -= 1
        self.mover ^= 1
        column = self.column_of(self.history[self.taken])
        # Our disc on top is the highest bit of the column: what remains is the column of one disc less.
        cdef u64 occupied = (self.discs[0] | self.discs[1]) & (COLUMN << STRIDE * column)
        self.discs[self.mover] ^= occupied ^ ((occupied >> 1) & (COLUMN << STRIDE * column))

    cdef int turn(self) noexcept nogil:
        return self.mover

    cdef Ending over(self, double* value) noexcept nogil:
        if not self.full_board and connected(self.discs[self.mover ^ 1]):
            value[0] = self.decisive if self.mover == 1 else -self.decisive
            return DECISIVE
        if self.dropped < CELLS:
            return ONGOING
        value[0] = self.windows() if self.full_board else 0.0
        return VALUE

    cdef double evaluate(self) noexcept nogil:
        return self.windows()

    cdef double windows(self) noexcept nogil:
        """Fours, and windows that hold no disc of the other side: red's less yellow's."""
        cdef int value = 0
        if self.count_fours:
            value += count_windows(self.discs[0]) - count_windows(self.discs[1])
        if self.count_open:
            value += count_windows(BOARD & ~self.discs[1]) - count_windows(BOARD & ~self.discs[0])
        return value

    cdef bint bounds(self, int plies, double* least, double* most) noexcept nogil:
        """A disc changes each window through its cell by one at most, in favour of whoever dropped it."""
        cdef u64 empty = BOARD & ~(self.discs[0] | self.discs[1])
        cdef double now = self.windows()
        cdef int discs = min(plies, CELLS - self.dropped)
        cdef int windows = MOST_WINDOWS
        cdef int own = (discs + 1) >> 1
        if not self.full_board:
            least[0] = -self.decisive
            most[0] = self.decisive
            return True
        while windows and not empty & CROSSED[windows]:
            windows -= 1
        most[0] = now + windows * (own if self.mover == 0 else discs - own)
        least[0] = now - windows * (own if self.mover == 1 else discs - own)
        return True

    cdef u64 key(self, int plies) noexcept nogil:
        """The discs of the side to move, and above each column a bit: every position has its own number."""
        return (self.discs[self.mover] + (self.discs[0] | self.discs[1]) + BOTTOM) * SPREAD

    # For Python.

    def fen(self):
        """The position as text."""
        discs = {}
        cdef int column, row
        for column in range(COLUMNS):
            for row in range(ROWS):
                for colour in range(2):
                    if self.discs[colour] & bit(STRIDE * column + row):
                        discs[column, row] = colour
        plies = self.first_move + self.taken
        return boards.write(boards.Board(discs, self.mover, plies // 2 + 1))

    def _repr_svg_(self):
        """The board, for Jupyter."""
        from .svg import board_svg
        return board_svg(self)

    def notation(self, move):
        """`d`; and where discs slip, `d>e` for one aimed at d that landed in e, `d` for one that landed in d."""
        cdef int aimed = move & 7
        cdef int landed = self.column_of(move)
        return LETTERS[aimed] if landed == aimed else f"{LETTERS[aimed]}>{LETTERS[landed]}"
