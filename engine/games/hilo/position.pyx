"""HiLo: is the next card higher or lower?

Cards are 1 to 13, drawn with replacement. A right guess multiplies the utility by the payout of the open card. An equal
card leaves it unchanged. A wrong guess makes it -1 and ends the game. The last draw ends the game, too.

A move, from its lowest bit:  guess 1 (0 low, 1 high) | card drawn 4 (0: not drawn yet).
"""

from libc.string cimport memcpy

from ...bits cimport mix, u64
from ...position cimport VALUE, ONGOING, Ending, Move, Position

from . import fen as hands

cdef enum:
    CARDS = 13
    MAX_DRAWS = 64

cdef double[CARDS + 1] LOW = [0, 0, 12, 5, 4, 3, 2, 1.8, 1.5, 1.4, 1.3, 1.2, 1.1, 1]    # what a right "low" pays
cdef double[CARDS + 1] HIGH = [0, 1, 1.1, 1.2, 1.3, 1.4, 1.5, 1.8, 2, 3, 4, 5, 12, 0]
cdef double BEST_PAYOUT = 12

cdef enum:
    GUESS_LOW, GUESS_HIGH

cdef tuple GUESSES = ("low", "high")


cdef class HiloPosition(Position):
    """A HiLo position: the open card, the utility so far, and the number of draws that remain.

    card: the open card, 1 to 13, or a whole position as text, `5 1 4`.
    utility: the utility so far.
    draws: the number of draws that remain. This argument and `utility` are
        ignored if `card` is a text.
    """

    game = "hilo"
    scale = 100.0

    cdef int[MAX_DRAWS + 1] card        # the open card, after each draw
    cdef double[MAX_DRAWS + 1] utility
    cdef int top
    cdef int draws                      # at the start

    def __cinit__(self, *args, **kwargs):
        """A game without draws from the first moment on, whether or not a subclass calls `__init__`."""
        self.chance = True
        self.card[0] = 1
        self.utility[0] = 1.0

    def __init__(self, card, utility=1.0, draws=4):
        """Set up a position. ValueError, with the reason, if it is refused."""
        card, utility, draws = hands.read(card) if isinstance(card, str) else hands.check(card, utility, draws)
        self.card[0] = card
        self.utility[0] = utility
        self.draws = draws
        self.top = self.played = 0

    def configure(self, options):
        """Apply the options of HiLo, which has nothing to choose. ValueError for any evaluation except Auto.

        options: a mapping of option names to values.
        """
        if options["Evaluation"] != "Auto":
            raise ValueError(f"hilo has no evaluation {options['Evaluation']}")

    def value_key(self):
        return ()

    def clone(self):
        cdef HiloPosition twin = HiloPosition.__new__(HiloPosition)
        twin.card = self.card
        twin.utility = self.utility
        twin.draws = self.draws
        twin.top = self.top
        twin.played = self.played
        return twin

    cdef int generate(self, Move* moves) noexcept nogil:
        if self.top == self.draws or self.utility[self.top] < 0:
            return 0
        moves[0] = GUESS_LOW
        moves[1] = GUESS_HIGH
        return 2

    cdef int outcomes(self, Move move, Move* certain, double* probabilities) noexcept nogil:
        cdef int card
        if move >> 1:
            return 0
        for card in range(1, CARDS + 1):
            certain[card - 1] = move | card << 1
            probabilities[card - 1] = 1.0 / CARDS
        return CARDS

    cdef void make(self, Move move) noexcept nogil:
        cdef int up = self.card[self.top]
        cdef int drawn = move >> 1
        cdef double utility = self.utility[self.top]
        if drawn != up:
            if (drawn > up) == ((move & 1) == GUESS_HIGH):
                utility *= HIGH[up] if (move & 1) == GUESS_HIGH else LOW[up]
            else:
                utility = -1.0
        self.top += 1
        self.card[self.top] = drawn
        self.utility[self.top] = utility

    cdef void unmake(self) noexcept nogil:
        self.top -= 1

    cdef Ending over(self, double* value) noexcept nogil:
        if self.top < self.draws and self.utility[self.top] >= 0:
            return ONGOING
        value[0] = self.utility[self.top]
        return VALUE

    cdef double evaluate(self) noexcept nogil:
        return self.utility[self.top]

    cdef bint bounds(self, int plies, double* least, double* most) noexcept nogil:
        """From -1, after a wrong guess, to the best payout at every draw."""
        cdef int _draw
        least[0] = -1.0
        most[0] = self.utility[self.top]
        for _draw in range(min(plies, self.draws - self.top)):
            most[0] *= BEST_PAYOUT
        return True

    cdef u64 key(self) noexcept nogil:
        """The utility is mixed before the rest is added: the order of its factors may change its lowest bits."""
        cdef u64 state
        memcpy(&state, &self.utility[self.top], sizeof(state))
        state = mix(&state) + <u64> (self.card[self.top] + 16 * (self.draws - self.top))
        return mix(&state) | 1

    # For Python.

    def notation(self, move):
        """Return the guess, `high`, with the card once it is drawn: `high 9`.

        ValueError if no move has this number.
        """
        cdef Move code = move
        if code >> 1 > CARDS:
            raise ValueError(f"no move has the number {move}")
        guess = GUESSES[code & 1]
        return f"{guess} {code >> 1}" if code >> 1 else guess

    def fen(self):
        return hands.write(self.card[self.top], self.utility[self.top], self.draws - self.top)
