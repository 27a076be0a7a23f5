"""What a search may ask of any game, and games written in plain Python.

A Position is one state of play that moves forward with `make` and back with `unmake`. The interface holds for one
player, for two, and for chance: a move that chance decides has several `outcomes`, and only these certain moves are
ever made. A game implements the hot methods (`noexcept nogil`, declared in game.pxd):

generate(moves)          write the legal moves, the likely best first; return how many; 0 where the rules end the game
count()                  only how many
outcomes(move, certain, probabilities)
                         0 if the move is certain; else write the certain moves it can turn into, with probabilities
make(move), unmake()     play a certain move; take back the last one
turn()                   0 or 1
over(value)              ONGOING; or DECISIVE with plus or minus `decisive`; or VALUE with what the end is worth
evaluate()               a guess at what the game is worth
bounds(plies, least, most)
                         whether it is known what a search of so many plies can still find: the least and the most
key(plies)               under which the value of a search of so many plies may be kept, or 0 if it depends on the path

Every value is from player 0's view, whoever is to move. Python code sees the same game through `moves`, `play`, `undo`,
`player`, `chances`, `ending` and `value`; there, a move of a compiled game is a number that `notation` makes readable.
"""

import copy
from types import GenericAlias

from .bits cimport mix

from .options import shorten


class Win:
    """The end of a game that this player (0 or 1) has won, as told by `ending`."""

    __slots__ = ("player",)

    def __init__(self, player):
        self.player = player

    def __eq__(self, other):
        return isinstance(other, Win) and other.player == self.player

    def __hash__(self):
        return hash((Win, self.player))

    def __repr__(self):
        return f"Win({self.player})"


cdef class Position:
    """One state of a game. Not to be used by two threads at once: give each its `clone`."""

    game = ""                   # its name, as a user writes it
    opponent = "optimal"        # the model behind `Opponent` Auto
    scale = 1.0                 # centi-units in one unit of value

    __class_getitem__ = classmethod(GenericAlias)   # Position[int]: what a move is to Python; for type checkers

    def __cinit__(self):
        self.decisive = 1e6     # more than any evaluation, and than all plies of a game cost
        self.chance = False

    cdef int generate(self, Move* moves) noexcept nogil:
        return 0

    cdef int count(self) noexcept nogil:
        cdef Move[MAX_MOVES] moves
        return self.generate(moves)

    cdef int outcomes(self, Move move, Move* certain, double* probabilities) noexcept nogil:
        return 0

    cdef void make(self, Move move) noexcept nogil:
        pass

    cdef void unmake(self) noexcept nogil:
        pass

    cdef int turn(self) noexcept nogil:
        return 0

    cdef Ending over(self, double* value) noexcept nogil:
        return ONGOING

    cdef double evaluate(self) noexcept nogil:
        return 0.0

    cdef u64 key(self, int plies) noexcept nogil:
        return 0

    cdef bint bounds(self, int plies, double* least, double* most) noexcept nogil:
        return False

    cdef u64 perft(self, int depth) noexcept nogil:
        """The number of sequences of so many certain moves; the last ply is counted, not played."""
        cdef Move[MAX_MOVES] moves
        cdef Move[MAX_MOVES] certain
        cdef double[MAX_MOVES] probabilities
        cdef u64 nodes = 0
        cdef int i, j, k, n
        if depth == 0:
            return 1
        if depth == 1 and not self.chance:
            return self.count()
        n = self.generate(moves)
        for i in range(n):
            k = self.outcomes(moves[i], certain, probabilities) if self.chance else 0
            if k == 0:
                certain[0] = moves[i]
                k = 1
            for j in range(k):
                self.make(certain[j])
                nodes += self.perft(depth - 1)
                self.unmake()
        return nodes

    cpdef int reserve(self, int plies) except -1:
        """Make room for so many moves to come; needed before any is made."""
        return 0

    cpdef object unpack(self, Move move):
        """The move as Python sees it: its number, unless the game has moves of its own."""
        return move

    cdef int check(self) except -1:
        """Raise what went wrong where nothing could be raised."""
        return 0

    # The same game for Python.

    def clone(self):
        """An independent copy, for another thread."""
        raise NotImplementedError

    def configure(self, options):
        """Take up what `options` (a mapping of names to values) says of this game; ValueError if it does not suit."""

    def moves(self):
        """The legal moves, in the order in which searches try them."""
        cdef Move[MAX_MOVES] moves
        cdef int n = self.generate(moves)
        return [moves[i] for i in range(n)]

    def chances(self, move):
        """What the move can turn into, with probabilities; empty if it is certain."""
        cdef Move[MAX_MOVES] certain
        cdef double[MAX_MOVES] probabilities
        cdef int n = self.outcomes(move, certain, probabilities)
        return [(certain[i], probabilities[i]) for i in range(n)]

    def play(self, move):
        """Make a certain move that is legal here; illegal ones are not checked."""
        self.reserve(1)
        self.make(move)

    def undo(self):
        """Take back the last move played."""
        self.unmake()

    def player(self):
        """Who is to move: 0 or 1."""
        return self.turn()

    def ending(self):
        """None while the game goes on; else Win(player), or what the end is worth to player 0."""
        cdef double value = 0.0
        cdef Ending ending = self.over(&value)
        if ending == ONGOING:
            return None
        return Win(0 if value > 0 else 1) if ending == DECISIVE else value

    def value(self):
        """The evaluation, from player 0's view."""
        return self.evaluate()

    def fen(self):
        """The position as text."""
        raise NotImplementedError

    def notation(self, move):
        """The move as text."""
        raise NotImplementedError

    def parse(self, text):
        """The legal move that this text means; ValueError with the reason if there is none."""
        for move in self.moves():
            if self.notation(move) == text:
                return move
        raise ValueError(f"illegal move: {text}")

    def parse_certain(self, text):
        """The certain move that a text means, with its outcome where chance decides; ValueError if there is none."""
        if not self.chance:
            return self.parse(text)
        for move in self.moves():
            for certain in [outcome for outcome, _ in self.chances(move)] or [move]:
                if self.notation(certain) == text:
                    return certain
        raise ValueError(f"illegal move: {shorten(text)}")

    def table_key(self, int plies=0):
        """What a table would keep a search of so many plies under; 0 if it must not be kept."""
        key = self.key(plies)
        self.check()
        return key

    def count_sequences(self, int depth):
        """Perft: the number of sequences of so many legal moves from here."""
        cdef u64 nodes
        if depth < 0:
            raise ValueError("a depth is 0 or more")
        self.reserve(depth)
        with nogil:
            nodes = self.perft(depth)
        self.check()
        return nodes


cdef class PythonPosition(Position):
    """A game as a plain Python class: derive from it and every search walks it, slowly.

    Override `moves`, `play`, `undo`, `player`, `ending` and `value`, and `chances` (with `chance = True` in `__init__`
    by `set_chance`) where moves have several outcomes. A move may be any hashable object. `repetition_key` may return
    something hashable that is equal for equal positions; without it searches use no table. Whatever your methods
    raise is raised again by the search that called them.
    """

    def __cinit__(self, *args, **kwargs):
        self.codes = {}
        self.objects = []
        self.failure = None

    def set_chance(self, chance):
        """Say whether moves may have several outcomes (default: no)."""
        self.chance = chance

    def set_decisive(self, value):
        """Say what a won game is worth (default: a million); it should exceed every evaluation."""
        self.decisive = value

    def moves(self):
        raise NotImplementedError

    def play(self, move):
        raise NotImplementedError

    def undo(self):
        raise NotImplementedError

    def player(self):
        return 0

    def ending(self):
        raise NotImplementedError

    def value(self):
        return 0.0

    def chances(self, move):
        return []

    def repetition_key(self):
        return None

    def notation(self, move):
        return str(move)

    def clone(self):
        cdef PythonPosition twin = type(self).__new__(type(self))
        twin.__dict__.update(copy.deepcopy(self.__dict__))
        twin.decisive = self.decisive
        twin.chance = self.chance
        return twin

    cdef Move pack(self, object move) except? 0:
        code = self.codes.get(move)
        if code is None:
            code = len(self.objects)
            self.codes[move] = code
            self.objects.append(move)
        return code

    cpdef object unpack(self, Move move):
        return self.objects[move]

    cdef int check(self) except -1:
        failure = self.failure
        if failure is not None:
            self.failure = None
            raise failure
        return 0

    # Nothing can be raised through a search without the GIL. After a failure the game counts as over, so the search
    # comes home at once and raises it there.

    cdef int generate(self, Move* moves) noexcept nogil:
        cdef int n = 0
        with gil:
            if self.failure is None:
                try:
                    for move in self.moves():
                        if n == MAX_MOVES:
                            raise ValueError(f"more than {MAX_MOVES} moves")
                        moves[n] = self.pack(move)
                        n += 1
                except BaseException as failure:  # noqa: BLE001: raised by check
                    self.failure = failure
                    n = 0
        return n

    cdef int outcomes(self, Move move, Move* certain, double* probabilities) noexcept nogil:
        cdef int n = 0
        with gil:
            if self.failure is None:
                try:
                    for outcome, probability in self.chances(self.objects[move]):
                        if n == MAX_MOVES:
                            raise ValueError(f"more than {MAX_MOVES} outcomes")
                        certain[n] = self.pack(outcome)
                        probabilities[n] = probability
                        n += 1
                except BaseException as failure:  # noqa: BLE001: raised by check
                    self.failure = failure
                    n = 0
        return n

    cdef void make(self, Move move) noexcept nogil:
        with gil:
            if self.failure is None:
                try:
                    self.play(self.objects[move])
                except BaseException as failure:  # noqa: BLE001: raised by check
                    self.failure = failure

    cdef void unmake(self) noexcept nogil:
        with gil:
            if self.failure is None:
                try:
                    self.undo()
                except BaseException as failure:  # noqa: BLE001: raised by check
                    self.failure = failure

    cdef int turn(self) noexcept nogil:
        cdef int player = 0
        with gil:
            if self.failure is None:
                try:
                    player = self.player()
                except BaseException as failure:  # noqa: BLE001: raised by check
                    self.failure = failure
        return player

    cdef Ending over(self, double* value) noexcept nogil:
        cdef Ending ending = VALUE
        value[0] = 0.0
        with gil:
            if self.failure is None:
                try:
                    result = self.ending()
                    if result is None:
                        ending = ONGOING
                    elif isinstance(result, Win):
                        ending = DECISIVE
                        value[0] = self.decisive if result.player == 0 else -self.decisive
                    else:
                        value[0] = result
                except BaseException as failure:  # noqa: BLE001: raised by check
                    self.failure = failure
        return ending

    cdef double evaluate(self) noexcept nogil:
        cdef double value = 0.0
        with gil:
            if self.failure is None:
                try:
                    value = self.value()
                except BaseException as failure:  # noqa: BLE001: raised by check
                    self.failure = failure
        return value

    cdef u64 key(self, int plies) noexcept nogil:
        cdef u64 state = 0
        with gil:
            if self.failure is None:
                try:
                    found = self.repetition_key()
                    if found is not None:
                        state = <u64> <Py_hash_t> hash(found)
                        state = mix(&state) | 1  # never 0, which would mean: keep nothing
                except BaseException as failure:  # noqa: BLE001: raised by check
                    self.failure = failure
        return state
