"""Connect-4 as a Position: 7 columns, 6 rows, red is player 0.

In classic rules, the first four in a row wins, and a full board is a draw. In full board, play continues until no cell
is empty, and the player with more fours wins. Both can be played with slipping discs: a disc aimed at a column lands in
it or next to it.
"""

from math import frexp, ldexp

cimport cython
from libc.stdint cimport int64_t

from ...bits cimport bit, popcount, spread, u64
from ...position cimport DECISIVE, DRAWN, ONGOING, VALUE, Ending, Move, Position, share_network

from . import cfour
from . import fen as boards
from . import notation
from .inputs import INPUTS

cdef u64 BOARD = 0                      # every cell; filled in below
cdef u64 BOTTOM = 0                     # the lowest cell of every column

cdef enum:
    LARGEST_WEIGHT = 1021   # as a power of two: a sum of three such weights does not overflow a double

cdef double LEAST_WEIGHT = ldexp(1.0, -1074)    # the smallest double above 0

cdef int[COLUMNS] FROM_THE_CENTRE = [3, 2, 4, 1, 5, 0, 6]


cdef inline bint connected(u64 discs) noexcept nogil:
    """Whether four discs stand in a row. All directions are computed: a mispredicted branch would cost more."""
    cdef u64 upright = discs & (discs >> 1)
    cdef u64 level = discs & (discs >> STRIDE)
    cdef u64 falling = discs & (discs >> (STRIDE - 1))
    cdef u64 rising = discs & (discs >> (STRIDE + 1))
    return (
        (upright & (upright >> 2))
        | (level & (level >> 2 * STRIDE))
        | (falling & (falling >> 2 * (STRIDE - 1)))
        | (rising & (rising >> 2 * (STRIDE + 1)))
    ) != 0


cdef inline int64_t count_windows(u64 cells) noexcept nogil:
    """How many of the 69 windows of four lie wholly in these cells; five in a row hold two."""
    cdef u64 upright = cells & (cells >> 1)
    cdef u64 level = cells & (cells >> STRIDE)
    cdef u64 falling = cells & (cells >> (STRIDE - 1))
    cdef u64 rising = cells & (cells >> (STRIDE + 1))
    return (
        <int64_t> popcount(upright & (upright >> 2))
        + <int64_t> popcount(level & (level >> 2 * STRIDE))
        + <int64_t> popcount(falling & (falling >> 2 * (STRIDE - 1)))
        + <int64_t> popcount(rising & (rising >> 2 * (STRIDE + 1)))
    )


cdef enum:
    MOST_WINDOWS = 13   # windows of four through one cell, in the centre

cdef u64[MOST_WINDOWS + 1] CROSSED      # the cells through which exactly so many windows run


cdef void fill() noexcept nogil:
    global BOARD, BOTTOM
    cdef int column, row, all_windows
    for column in range(COLUMNS):
        BOARD |= (<u64> COLUMN) << STRIDE * column
        BOTTOM |= bit(STRIDE * column)
    all_windows = count_windows(BOARD)
    for column in range(COLUMNS):
        for row in range(ROWS):
            CROSSED[all_windows - count_windows(BOARD & ~bit(STRIDE * column + row))] |= bit(STRIDE * column + row)


fill()


@cython.final
cdef class Connect4Position(Position):
    """A Connect-4 position.

    fen: the position as text, `7/7/7/7/7/7 r 1`: rows from the top with `r` and `y` for discs and digits for empty
        cells, then the side to move and the number of the move. ValueError, with the reason, if it is refused.
    rules: "classic" or "fullboard".
    weights: how likely a disc is to land straight, to the left and to the right of the column that it was aimed at,
        among the columns that exist and are not full; None if discs do not slip.
    drops: whether positions and moves are written as in UCI GUIs (`P@d1`), which support only classic rules.
    """

    game = "connect4"
    network_inputs = INPUTS
    opponent = "optimal"
    scale = 100.0

    def __cinit__(self, *args, **kwargs):
        """An empty board from the first moment on, whether or not `__init__` is ever called."""
        self.room = CELLS
        self.weights = ()
        self.decisive = 1000.0
        self.fours = self.open = BOARD
        self.centre_first = True

    def __init__(self, fen=boards.START, rules="classic", weights=None, drops=False):
        cdef int column, row
        if rules not in boards.RULES:
            raise ValueError(f"rules are {' or '.join(boards.RULES)}, not {rules!r}")
        full_board = rules == "fullboard"
        weights = boards.check_weights(weights)
        if drops and (full_board or weights):
            raise ValueError("drops are of classic rules, without slip")
        board = cfour.read(fen) if drops else boards.read(fen)
        self.full_board = full_board
        self.drops = drops
        self.weights = weights
        self.chance = bool(weights)
        for i, weight in enumerate(weights):
            # Scaling by a power of two keeps all ratios exactly. It makes the largest weight as large as a sum of three
            # allows. A tiny weight must not become 0: if the other columns are full, the disc has to land there.
            scaled = ldexp(weight, LARGEST_WEIGHT - frexp(max(weights))[1])
            self.slip[i] = max(scaled, LEAST_WEIGHT) if weight else 0.0
        self.taken = self.played = 0
        self.first = board.turn
        self.stack[0].own = self.stack[0].other = 0
        for (column, row), colour in board.discs.items():
            if colour == board.turn:
                self.stack[0].own |= bit(STRIDE * column + row)
            else:
                self.stack[0].other |= bit(STRIDE * column + row)
        self.room = CELLS - len(board.discs)
        self.first_move = 2 * (board.number - 1) + board.turn
        if not self.full_board and connected(self.stack[0].own) and connected(self.stack[0].other):
            raise ValueError("both sides have four in a row, which classic rules do not allow")
        if not self.full_board and connected(self.stack[0].own):
            raise ValueError("the side to move has four in a row, so that by classic rules the game was over before")

    def clone(self):
        cdef Connect4Position twin = Connect4Position.__new__(Connect4Position)
        twin.decisive = self.decisive
        twin.chance = self.chance
        twin.stack = self.stack
        twin.taken = self.taken
        twin.played = self.played
        twin.room = self.room
        twin.first = self.first
        twin.first_move = self.first_move
        twin.full_board = self.full_board
        twin.weights = self.weights
        twin.slip = self.slip
        twin.fours = self.fours
        twin.open = self.open
        twin.centre_first = self.centre_first
        twin.drops = self.drops
        share_network(self, twin)
        return twin

    def configure(self, options):
        """Apply the options of Connect-4.

        options: a mapping of option names to values.
        """
        name = "Auto" if self.drops else options["Evaluation"]  # in UCI, the option belongs to another game
        if not self.drops:
            Position.configure(self, options)
        self.fours = BOARD if name != "OpenWindows" else 0
        self.open = BOARD if name != "Fours" else 0
        self.set_win_value(options["MateValue"] / self.scale)
        self.centre_first = options["MoveOrder"] != "left-to-right"

    def value_key(self):
        return (self.full_board, self.weights, self.fours != 0, self.open != 0)

    # What a search asks.

    cdef int generate(self, Move* moves) noexcept nogil:
        cdef const Discs* discs = &self.stack[self.taken]
        cdef u64 occupied = discs.own | discs.other
        cdef int i, column, n = 0
        if not self.full_board and connected(discs.other):
            return 0
        for i in range(COLUMNS):
            column = FROM_THE_CENTRE[i] if self.centre_first else i
            if not occupied & bit(STRIDE * column + ROWS - 1):
                moves[n] = column
                n += 1
        return n

    cdef int outcomes(self, Move move, Move* certain, double* probabilities) noexcept nogil:
        cdef u64 occupied = self.stack[self.taken].own | self.stack[self.taken].other
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
        """The column in which the disc lands."""
        return <int> (move >> LANDED) - 1 if move >> LANDED else <int> move

    cdef void make(self, Move move) noexcept nogil:
        # Each move writes a position of its own, so that reading one does not have to wait for an earlier move.
        cdef const Discs* discs = &self.stack[self.taken]
        cdef int bottom = STRIDE * self.column_of(move)
        # Adding the column's lowest cell to it carries to the first empty one.
        cdef u64 drop = ((discs.own | discs.other) + bit(bottom)) & ((<u64> COLUMN) << bottom)
        self.taken += 1
        self.stack[self.taken].own = discs.other
        self.stack[self.taken].other = discs.own | drop

    cdef void unmake(self) noexcept nogil:
        self.taken -= 1

    cdef int turn(self) noexcept nogil:
        return (self.first + self.taken) & 1

    cdef Ending over(self, double* value) noexcept nogil:
        if not self.full_board and connected(self.stack[self.taken].other):
            value[0] = self.decisive if self.turn() == 1 else -self.decisive
            return DECISIVE
        if self.taken < self.room:
            return ONGOING
        if not self.full_board:
            return DRAWN
        value[0] = self.evaluate()
        return VALUE

    cdef double evaluate(self) noexcept nogil:
        """The number of fours and of windows without discs of the other side: red's minus yellow's."""
        cdef const Discs* discs = &self.stack[self.taken]
        cdef u64[4] cells
        cdef int64_t[4] count
        cdef int64_t value
        cdef int i
        if not self.full_board and not self.open:
            return 0.0  # in classic rules the first four has ended the game
        cells[0] = discs.own & self.fours
        cells[1] = discs.other & self.fours
        cells[2] = self.open & ~discs.other
        cells[3] = self.open & ~discs.own
        for i in range(4):  # side by side, so that a compiler can count all four at once
            count[i] = count_windows(cells[i])
        value = count[0] - count[1] + count[2] - count[3]
        return value if self.turn() == 0 else -value

    cdef int list_inputs(self, u64* inputs) noexcept nogil:
        inputs[0] = self.of(0)
        inputs[1] = self.of(1)
        return 2

    cdef bint bounds(self, int plies, double* least, double* most) noexcept nogil:
        """A disc changes each window through its cell by at most one, in favour of the player who dropped it."""
        cdef u64 empty = BOARD & ~(self.stack[self.taken].own | self.stack[self.taken].other)
        cdef double now = self.evaluate()
        cdef int discs = min(plies, self.room - self.taken)
        cdef int windows = MOST_WINDOWS
        cdef int own = (discs + 1) >> 1
        if not self.full_board:
            least[0] = -self.decisive
            most[0] = self.decisive
            return True
        while windows and not empty & CROSSED[windows]:
            windows -= 1
        most[0] = now + windows * (own if self.turn() == 0 else discs - own)
        least[0] = now - windows * (own if self.turn() == 1 else discs - own)
        return True

    cdef u64 key(self) noexcept nogil:
        """The discs of the side to move, and a bit above the discs of each column: every position has its own key."""
        cdef const Discs* discs = &self.stack[self.taken]
        return spread(discs.own + (discs.own | discs.other) + BOTTOM)

    cdef u64 of(self, int player) noexcept nogil:
        return self.stack[self.taken].own if player == self.turn() else self.stack[self.taken].other

    # For Python.

    def fen(self):
        discs = {}
        cdef int column, row
        for column in range(COLUMNS):
            for row in range(ROWS):
                for colour in range(2):
                    if self.of(colour) & bit(STRIDE * column + row):
                        discs[column, row] = colour
        plies = self.first_move + self.taken
        board = boards.Board(discs, self.turn(), plies // 2 + 1)
        return cfour.write(board) if self.drops else boards.write(board)

    def height(self, int column):
        """Return the number of discs in a column (0 to 6)."""
        if not 0 <= column < COLUMNS:
            raise ValueError(f"a column is 0 to {COLUMNS - 1}, not {column}")
        cdef u64 occupied = self.stack[self.taken].own | self.stack[self.taken].other
        return popcount(occupied & ((<u64> COLUMN) << STRIDE * column))

    def notation(self, move):
        """Return the column, `d`; for UCI GUIs, the square, `P@d1`.

        If discs slip, `d>e` is a disc aimed at d that landed in e, and `d` is one that landed in d. ValueError if no
        move has this number.
        """
        cdef Move code = move
        cdef int aimed = code & 7
        cdef int landed = self.column_of(code)
        if aimed >= COLUMNS or landed >= COLUMNS:
            raise ValueError(f"no move has the number {move}")
        if self.drops:
            return f"P@{notation.LETTERS[landed]}{self.height(landed) + 1}"
        return notation.write(aimed, landed)

    def parse(self, text):
        """Return the legal move that a text means: `d`, `4` or `P@d1`.

        ValueError, with the reason, if there is none.
        """
        drop = self.read_drop(text)
        if drop.landed != drop.aimed:
            raise ValueError(f"illegal move: {text} says where the disc landed, before it was dropped")
        return drop.aimed

    def parse_certain(self, text):
        """Return the move that a text means, with the column in which the disc landed, if discs slip.

        In `d>e` or `4>5` the second column is that one; plain `d` landed in d. ValueError, with the reason, if there is
        none.
        """
        drop = self.read_drop(text)
        move = drop.aimed | (drop.landed + 1) << LANDED if self.chance else drop.aimed
        if drop.landed != self.column_of(move) or (self.chance and move not in dict(self.chances(drop.aimed))):
            raise ValueError(f"illegal move: {text}: no disc aimed at {notation.LETTERS[drop.aimed]} can land there")
        return move

    def read_drop(self, text):
        """Return the notation.Drop that a text means; ValueError, with the reason, if it is not possible here."""
        drop = notation.read(text)
        if self.ending() is not None:
            raise ValueError(f"illegal move: {text}: the game is over")
        for column in (drop.aimed, drop.landed):
            if self.height(column) == ROWS:
                raise ValueError(f"illegal move: {text}: column {notation.LETTERS[column]} is full")
        if drop.row is not None and drop.row != self.height(drop.landed):
            square = f"{notation.LETTERS[drop.landed]}{self.height(drop.landed) + 1}"
            raise ValueError(f"illegal move: {text}: the disc comes to rest on {square}")
        return drop
