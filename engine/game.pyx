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

Every value is from player 0's view, whoever is to move.

A game has two faces. The hot methods are unchecked, and searches alone call them. Python code sees the same game
through `moves`, `play`, `undo`, `player`, `chances`, `ending` and `value`, which are checked: they raise what they say,
whatever they are given and in whatever order they are called. There, a move of a compiled game is a number that
`notation` makes readable; wherever a move is asked for, its text will do.
"""

import copy
from types import GenericAlias

from libc.math cimport isfinite

from .numbering cimport Numbering
from .signals cimport Signals, now

from .options import shorten
from .worker import HERE, Busy, call

DEEPEST = MAX_PLY

cdef enum:
    QUICK = 3                   # plies whose sequences are counted in hardly any time
    WITHOUT_TABLE = 1 << 20     # positions that are numbered where no table says how many

cdef double CHANCES = 1e-9      # how far probabilities may be from adding up to one


class Win:
    """The end of a game that this player (0 or 1) has won, as told by `ending`."""

    __slots__ = ("player",)

    def __init__(self, player):
        if player not in (0, 1):
            raise ValueError(f"a player is 0 or 1, not {player!r}")
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
        self.decisive = 1e6     # more than any evaluation
        self.chance = False

    def __repr__(self):
        """The class, and the position as text where the game has one."""
        try:
            text = self.fen()
        except NotImplementedError:
            text = None
        return f"{type(self).__name__}({repr(text) if isinstance(text, str) else ''})"

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
        return count(self, depth, None)

    cdef int reserve(self, int plies) except -1:
        """Make room for so many moves to come; needed before any is made."""
        return 0

    cdef object unpack(self, Move move):
        """The move as Python sees it: its number, unless the game has moves of its own."""
        return move

    cdef int check(self) except -1:
        """Raise what went wrong where nothing could be raised."""
        return 0

    cdef int set_worth(self, object value) except -1:
        """Take a number for what a won game is worth; ValueError if it can be none."""
        cdef double worth = value
        if not isfinite(worth) or worth <= 0:
            raise ValueError(f"what a won game is worth is a number above 0, not {value!r}")
        self.decisive = worth
        return 0

    cdef Move find(self, object move) except? 0:
        """The certain move that is legal here, of a number or a text; ValueError if there is none."""
        cdef Move[MAX_MOVES] moves
        cdef Move[MAX_MOVES] certain
        cdef double[MAX_MOVES] probabilities
        cdef Move code
        cdef int i, j, k, n
        if isinstance(move, str):
            move = self.parse_certain(move)
        if not isinstance(move, int) or not 0 <= move <= <Move> -1:
            raise ValueError(f"illegal move: {shorten(repr(move))}")
        code = move
        n = self.generate(moves)
        for i in range(n):
            k = self.outcomes(moves[i], certain, probabilities) if self.chance else 0
            if k == 0 and moves[i] == code:
                return code
            for j in range(k):
                if certain[j] == code:
                    return code
            if k and moves[i] == code:
                raise ValueError(f"{self.notation(move)} may have more than one outcome: play one, or `sample` one")
        raise ValueError(f"illegal move: {shorten(repr(move))}")

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
        """What the move can turn into, with probabilities; empty if it is certain. ValueError if it is not legal."""
        cdef Move[MAX_MOVES] certain
        cdef double[MAX_MOVES] probabilities
        cdef int i, n
        if isinstance(move, str):
            move = self.read(move)
        if move not in self.moves():
            self.find(move)  # the outcome of a move is certain
            return []
        n = self.outcomes(move, certain, probabilities)
        return [(certain[i], probabilities[i]) for i in range(n)]

    def sample(self, move, random):
        """What chance makes of a move: one of its outcomes, by a random.Random; the move itself if it is certain."""
        if isinstance(move, str) and move not in self.moves():
            move = self.read(move)
        chances = self.chances(move)
        if not chances:
            return move
        outcomes, weights = zip(*chances, strict=True)
        (drawn,) = random.choices(outcomes, weights)  # whatever is given as random, what it returns is looked at
        return drawn

    def play(self, move):
        """Play a move or its text, `e2e4`, with its outcome where chance decides, `low 3`; ValueError if not legal.

        The rules alone decide what is legal: a draw that searches stop at, such as a threefold repetition, ends no game
        that is played on.
        """
        cdef Move code = self.find(move)
        self.reserve(1)
        self.make(code)
        self.played += 1

    def undo(self):
        """Take back the last move played; IndexError if there is none."""
        if self.played == 0:
            raise IndexError("no move to take back")
        self.played -= 1
        self.unmake()

    def player(self):
        """Who is to move: 0 or 1."""
        return self.turn()

    def ending(self):
        """None while the game goes on; else Win(player), or what the end is worth to player 0."""
        return ending_of(self)

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
        raise ValueError(f"illegal move: {shorten(str(text))}")

    def parse_certain(self, text):
        """The certain move that a text means, with its outcome where chance decides; ValueError if there is none."""
        if not self.chance:
            return self.parse(text)
        for move in self.moves():
            for certain in [outcome for outcome, _ in self.chances(move)] or [move]:
                if self.notation(certain) == text:
                    return certain
        raise ValueError(f"illegal move: {shorten(str(text))}")

    def read(self, text):
        """The legal move that a text means, before chance decides or after; ValueError if there is none."""
        try:
            return self.parse(text)
        except ValueError:
            return self.parse_certain(text)

    def table_key(self, int plies=0):
        """What a table would keep a search of so many plies under; 0 if it must not be kept."""
        if not 0 <= plies <= MAX_PLY:
            raise ValueError(f"a search looks 0 to {MAX_PLY} plies ahead, not {plies}")
        key = self.key(plies)
        self.check()
        return key

    def count_sequences(self, int depth):
        """Perft: the number of sequences of so many legal moves from here.

        ValueError for a depth below 0, or beyond what could ever be counted. An interrupt ends the count.
        """
        return Counting(self, depth).run()


cdef u64 count(Position position, int depth, Signals signals) noexcept nogil:
    """Perft, with signals heard between parts of the tree that take hardly any time."""
    cdef Move[MAX_MOVES] moves
    cdef Move[MAX_MOVES] certain
    cdef double[MAX_MOVES] probabilities
    cdef u64 nodes = 0
    cdef int i, j, k, n
    if depth == 0:
        return 1
    if raised(&position.halted):
        return 0
    if signals is not None and depth <= QUICK:
        if signals.raised(now()):
            position.halted = True
        return position.perft(depth)
    if depth == 1 and not position.chance:
        return position.count()
    n = position.generate(moves)
    for i in range(n):
        k = position.outcomes(moves[i], certain, probabilities) if position.chance else 0
        if k == 0:
            certain[0] = moves[i]
            k = 1
        for j in range(k):
            position.make(certain[j])
            nodes += count(position, depth - 1, signals)
            position.unmake()
    return nodes


cdef class Counting:
    """A count of sequences, on a copy of the position; ValueError for a depth that could never be counted."""

    cdef Position position
    cdef Signals signals
    cdef int depth
    cdef bint busy

    def __cinit__(self, Position position not None, int depth):
        if not 0 <= depth <= MAX_PLY:
            raise ValueError(f"a depth is 0 or more, and at most {MAX_PLY}, not {depth}")
        self.position = copy_of(position)
        self.position.reserve(depth)
        self.signals = Signals()
        self.depth = depth

    def run(self):
        """The number, which means nothing once it was halted. An interrupt ends the count. Busy if it runs already."""
        return call(self._run, self.halt, self.depth)

    def _run(self):
        cdef u64 nodes
        if self.busy:
            raise Busy("counting")
        self.busy = True
        room, HERE.plies = HERE.plies, -1
        self.signals.begin()
        with nogil:
            nodes = count(self.position, self.depth, self.signals)
        HERE.plies = room
        self.busy = False
        self.signals.check()
        self.position.check()
        return nodes

    def halt(self):
        """Come home at once; from any thread."""
        self.position.halted = True


cdef Position copy_of(Position position):
    """A clone that nobody else has; TypeError if the game makes none."""
    twin = position.clone()
    if twin is position or not isinstance(twin, Position):
        raise TypeError(f"{type(position).__name__}.clone() returned {shorten(repr(twin))}, which is no copy")
    return twin


MOST_PLIES = 256        # more than any search looks ahead: together they cost less than a win is worth
FINEST = 2 ** 32        # a part in so many of a win still counts; less would be lost in rounding


def player_of(Position position not None):
    """Who is to move, as searches see it: 0 or 1. Where a game in plain Python makes no sense it raises why."""
    cdef int player = position.turn()
    position.check()
    return player


def ending_of(Position position not None):
    """None while the game goes on, Win(player), or what the end is worth to player 0; checked as `player_of` is."""
    cdef double value = 0.0
    cdef Ending ending = position.over(&value)
    position.check()
    if ending == ONGOING:
        return None
    return Win(0 if value > 0 else 1) if ending == DECISIVE else value


cpdef object ply_cost(object position):
    """What a ply more to a win costs (MateDistance): a centi-unit.

    Less where all plies of a search would cost as much as the win is worth; more where a centi-unit would be lost in
    rounding; 0 where a win is worth so little that nothing less can be told from it. position: whatever has a
    `decisive` and a `scale`, in floats or fractions; ValueError if the scale is not above 0.
    """
    decisive, scale = position.decisive, position.scale
    if not 0 < scale < float("inf"):
        raise ValueError(f"the scale of a game is a number above 0, not {scale!r}")
    return max(min(1 / scale, decisive / MOST_PLIES), decisive / FINEST)


cdef class PythonPosition(Position):
    """A game as a plain Python class: derive from it and every search walks it, slowly.

    Override `moves`, `play`, `undo` and `ending` (TypeError if one is missing), `player` for two, `value`, and
    `chances` where moves have several outcomes. A move may be any hashable object. `repetition_key` may return
    something hashable that is equal for equal positions, and for no others; without it searches use no table.

    Whatever your methods raise is raised again by the search that called them. What they return is checked: a value is
    a finite number, a player 0 or 1, probabilities are not negative and add up to 1 within 1e-9, and a position that
    has no end has moves; else ValueError or TypeError names the method. Searches call them on a copy, from the
    main thread or one of their own, in the context (contextvars) of whoever asked.
    """

    def __cinit__(self, *args, **kwargs):
        cls = type(self)
        missing = [name for name in NEEDED if getattr(cls, name) is getattr(PythonPosition, name)]
        if missing:
            raise TypeError(f"{cls.__name__} lacks {', '.join(missing)}: a PythonPosition has {', '.join(NEEDED)}")
        self.codes = {}
        self.objects = []
        self.numbers = Numbering(WITHOUT_TABLE)
        self.failure = None
        self.chance = cls.chances is not PythonPosition.chances

    def set_chance(self, chance):
        """Say whether moves may have several outcomes (default: where `chances` is overridden)."""
        self.chance = chance

    def set_decisive(self, value):
        """Say what a won game is worth (default: a million), which should exceed every evaluation.

        ValueError if it is not finite or not above 0.
        """
        self.set_worth(value)

    def moves(self):
        """The legal moves, the likely best first; none where the rules end the game."""
        raise NotImplementedError

    def play(self, move):
        """Play a certain move."""
        raise NotImplementedError

    def undo(self):
        """Take back the last move played."""
        raise NotImplementedError

    def player(self):
        """Who is to move: 0 or 1."""
        return 0

    def ending(self):
        """None while the game goes on; else Win(player), or what the end is worth to player 0."""
        raise NotImplementedError

    def value(self):
        """A guess at what the game is worth to player 0."""
        return 0.0

    def chances(self, move):
        """What the move can turn into, with probabilities; empty if it is certain."""
        return []

    def repetition_key(self):
        """Something hashable that is equal for equal positions; None where nothing is to be kept."""
        return None

    def notation(self, move):
        """The move as text."""
        return str(move)

    def clone(self):
        """An independent copy, for another thread: `copy.deepcopy` of all attributes."""
        cdef PythonPosition twin = type(self).__new__(type(self))
        twin.__dict__.update(copy.deepcopy(self.__dict__))
        twin.decisive = self.decisive
        twin.chance = self.chance
        twin.numbers = self.numbers
        return twin

    cdef Move pack(self, object move, str method) except? 0:
        try:
            code = self.codes.get(move)
        except TypeError as failure:
            raise TypeError(
                f"{type(self).__name__}.{method}() has a move that cannot be hashed: {shorten(repr(move))}"
            ) from failure
        if code is None:
            code = len(self.objects)
            self.codes[move] = code
            self.objects.append(move)
        return code

    cdef object unpack(self, Move move):
        if move >= <size_t> len(self.objects):
            raise IndexError(f"no move has the number {move}")
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
                    for move in several(self, "moves", self.moves()):
                        if n == MAX_MOVES:
                            raise ValueError(f"{type(self).__name__}.moves() has more than {MAX_MOVES} moves")
                        moves[n] = self.pack(move, "moves")
                        n += 1
                except BaseException as failure:  # noqa: BLE001: raised by check
                    self.failure = failure
                    n = 0
        return n

    cdef int outcomes(self, Move move, Move* certain, double* probabilities) noexcept nogil:
        cdef int n = 0
        cdef double total = 0.0
        with gil:
            if self.failure is None:
                try:
                    for pair in several(self, "chances", self.chances(self.unpack(move))):
                        if n == MAX_MOVES:
                            raise ValueError(f"{type(self).__name__}.chances() has more than {MAX_MOVES} outcomes")
                        try:
                            outcome, probability = pair
                            probabilities[n] = probability
                        except (TypeError, ValueError, OverflowError):
                            what = shorten(repr(pair))
                            raise TypeError(
                                f"{type(self).__name__}.chances() has {what}, not a move and its probability"
                            ) from None
                        if not probabilities[n] >= 0:
                            raise ValueError(f"{type(self).__name__}.chances() has a probability of {probability!r}")
                        certain[n] = self.pack(outcome, "chances")
                        total += probabilities[n]
                        n += 1
                    if n and not abs(total - 1) <= CHANCES:
                        raise ValueError(f"{type(self).__name__}.chances() has probabilities that add up to {total!r}")
                except BaseException as failure:  # noqa: BLE001: raised by check
                    self.failure = failure
                    n = 0
        return n

    cdef void make(self, Move move) noexcept nogil:
        with gil:
            if self.failure is None:
                try:
                    self.play(self.unpack(move))
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
                    found = self.player()
                    if found == 1:
                        player = 1
                    elif found != 0:
                        what = shorten(repr(found))
                        raise ValueError(f"{type(self).__name__}.player() returned {what}: a player is 0 or 1")
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
                        winner = result.player
                        if winner != 0:
                            Win(winner)  # which says what is wrong, if its player was changed
                        value[0] = self.decisive if winner == 0 else -self.decisive
                    else:
                        value[0] = finite(self, "ending", result)
                except BaseException as failure:  # noqa: BLE001: raised by check
                    self.failure = failure
        return ending

    cdef double evaluate(self) noexcept nogil:
        cdef double value = 0.0
        with gil:
            if self.failure is None:
                try:
                    value = finite(self, "value", self.value())
                except BaseException as failure:  # noqa: BLE001: raised by check
                    self.failure = failure
        return value

    cdef u64 key(self, int plies) noexcept nogil:
        cdef u64 found = 0
        with gil:
            if self.failure is None:
                try:
                    state = self.repetition_key()
                    if state is not None:
                        try:
                            found = (<Numbering> self.numbers).key(state)
                        except TypeError as failure:
                            raise TypeError(
                                f"{type(self).__name__}.repetition_key() cannot be hashed: {shorten(repr(state))}"
                            ) from failure
                except BaseException as failure:  # noqa: BLE001: raised by check
                    self.failure = failure
        return found


NEEDED = ("moves", "play", "undo", "ending")    # what a game in plain Python cannot do without


cdef object several(object position, str method, object found):
    """What can be gone through, as a method of a game in plain Python has returned it."""
    try:
        return iter(found)
    except TypeError:
        raise TypeError(f"{type(position).__name__}.{method}() returned {shorten(repr(found))}, not a list") from None


cdef double finite(object position, str method, object value) except? -1:
    """The number that a method of a game in plain Python has returned."""
    cdef double number
    try:
        number = value
    except OverflowError:
        raise ValueError(f"{type(position).__name__}.{method}() returned a number too large") from None
    except TypeError:
        due = "None, a Win or a number" if method == "ending" else "a number"
        raise TypeError(f"{type(position).__name__}.{method}() returned {shorten(repr(value))}, not {due}") from None
    if not isfinite(number):
        raise ValueError(f"{type(position).__name__}.{method}() returned {value!r}: values are finite")
    return number
