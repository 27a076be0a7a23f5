"""Tic-tac-toe as a Position: the cross is player 0.

It is the model for other games: it has everything that a game needs, and nothing else.

Bit layout: bit 0 is the upper left cell, a3; bit 8 is the lower right one, c1. A move is the number of a cell.

    0 1 2   3
    3 4 5   2
    6 7 8   1
    a b c
"""

from ...bits cimport spread, u64
from ...position cimport DECISIVE, DRAWN, ONGOING, Ending, Move, Position, share_network

from ...display.diagram import unpack
from ...net.inputs import Inputs
from ...support.text import pack, shorten

cdef enum:
    CELLS = 9
    FULL = (1 << CELLS) - 1

NAMES = tuple([file + rank for rank in "321" for file in "abc"])
CELLS_OF_LINES = (
    (0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6),
)

INPUTS = Inputs(     # of a network: the cells of the cross, then of the nought; the other view exchanges them
    2 * CELLS,
    CELLS,
    tuple([(number + CELLS) % (2 * CELLS) for number in range(2 * CELLS)]),
    tuple([piece + name for piece in ("x ", "o ") for name in NAMES]),
)

cdef int[8] LINES = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124]   # the same as bits


cdef bint connected(int pieces) noexcept nogil:
    """Whether three stand in a row."""
    cdef int i
    for i in range(8):
        if pieces & LINES[i] == LINES[i]:
            return True
    return False


cdef class TicTacToePosition(Position):
    """A tic-tac-toe position.

    fen: rows from the top with x, o and numbers of empty cells, then the side to move: `3/1x1/2o x`. ValueError, with
        the reason, if it is refused.
    """

    game = "tictactoe"
    scale = 100.0
    network_inputs = INPUTS

    cdef int[2][CELLS + 1] pieces   # the cells of each player in the position set up, and after each move
    cdef int taken                  # moves made since
    cdef int first                  # whose turn it was

    def __init__(self, fen="3/3/3 x"):
        """Set up the position of a FEN. ValueError, with the reason, if it is refused."""
        placement, _, turn = fen.strip().partition(" ")
        cells = unpack(placement)
        if [len(unpack(row)) for row in placement.split("/")] != [3, 3, 3] or not set(cells) <= {"", "x", "o"}:
            raise ValueError(
                f"{shorten(fen)!r} is no position of tic-tac-toe: it has three rows of three cells, as xo1/3/3 x has"
            )
        if turn not in ("x", "o"):
            raise ValueError(f"the side to move is x or o, not {shorten(turn)!r}")
        if cells.count("x") - cells.count("o") != "xo".index(turn):
            raise ValueError(f"with {cells.count('x')} x and {cells.count('o')} o it is not {turn}'s turn: x begins")
        pieces = [sum([1 << cell for cell in range(CELLS) if cells[cell] == piece]) for piece in "xo"]
        if connected(pieces["xo".index(turn)]):
            raise ValueError("the side to move has three in a row already")
        self.first = "xo".index(turn)
        self.taken = self.played = 0
        self.pieces[0][0], self.pieces[1][0] = pieces

    def clone(self):
        cdef TicTacToePosition twin = TicTacToePosition.__new__(TicTacToePosition)
        twin.decisive = self.decisive
        twin.pieces = self.pieces
        twin.taken = self.taken
        twin.played = self.played
        twin.first = self.first
        share_network(self, twin)
        return twin

    def configure(self, options):
        """Apply the options of tic-tac-toe: the value of a win, and the evaluation.

        options: a mapping of option names to values.
        """
        Position.configure(self, options)
        self.set_win_value(options["MateValue"] / self.scale)

    def value_key(self):
        return ()

    # What a search asks.

    cdef int generate(self, Move* moves) noexcept nogil:
        cdef int occupied = self.pieces[0][self.taken] | self.pieces[1][self.taken]
        cdef int cell, n = 0
        if connected(self.pieces[1 - self.turn()][self.taken]):
            return 0
        for cell in range(CELLS):
            if not occupied >> cell & 1:
                moves[n] = cell
                n += 1
        return n

    cdef void make(self, Move move) noexcept nogil:
        cdef int player = self.turn()
        self.taken += 1
        self.pieces[player][self.taken] = self.pieces[player][self.taken - 1] | 1 << move
        self.pieces[1 - player][self.taken] = self.pieces[1 - player][self.taken - 1]

    cdef void unmake(self) noexcept nogil:
        self.taken -= 1

    cdef int turn(self) noexcept nogil:
        return (self.first + self.taken) & 1

    cdef Ending over(self, double* value) noexcept nogil:
        if connected(self.pieces[1 - self.turn()][self.taken]):
            value[0] = self.decisive if self.turn() == 1 else -self.decisive
            return DECISIVE
        return DRAWN if (self.pieces[0][self.taken] | self.pieces[1][self.taken]) == FULL else ONGOING

    cdef int list_inputs(self, u64* inputs) noexcept nogil:
        inputs[0] = self.pieces[0][self.taken] | self.pieces[1][self.taken] << CELLS
        return 1

    cdef u64 key(self) noexcept nogil:
        return spread(1 + self.pieces[0][self.taken] + (<u64> self.pieces[1][self.taken] << CELLS))

    # For Python.

    def notation(self, move):
        """Return the cell, `b2`; ValueError if no move has this number."""
        if not 0 <= move < CELLS:
            raise ValueError(f"no move has the number {move}")
        return NAMES[move]

    def fen(self):
        rows = []
        for row in range(3):
            text = ""
            for cell in range(3 * row, 3 * row + 3):
                text += " xo"[(self.pieces[0][self.taken] >> cell & 1) + 2 * (self.pieces[1][self.taken] >> cell & 1)]
            rows.append(text)
        return f"{pack(rows)} {'xo'[self.turn()]}"
