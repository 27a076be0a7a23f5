"""Games written in plain Python, as searches see them: each hot method calls a method of the user's class."""

import copy

from libc.math cimport isfinite
from libc.string cimport memset

from .bits cimport bit, u64
from .net.layers cimport MOST_WORDS, Layers
from .support.numbering cimport Numbering
from .position cimport DECISIVE, DRAWN, MAX_MOVES, ONGOING, VALUE, Ending, Move, Position, share_network

from .net.inputs import active_names
from .support.text import shorten, printable
from .position import Draw, Win

NEEDED = ("moves", "play", "undo", "ending")    # the methods that a game in plain Python must define

cdef enum:
    WITHOUT_TABLE = 1 << 20     # positions that are numbered if no table sets the number

cdef double CHANCES = 1e-9      # the largest error in a sum of probabilities


cdef class PythonPosition(Position):
    """A game as a plain Python class. Derive from it, and every search can search the game, but slowly.

    Override these methods:

    - `moves`, `play`, `undo` and `ending`, which are required: TypeError if one is missing;
    - `player`, for two players;
    - `value`, an evaluation;
    - `chances`, if moves have several outcomes;
    - `noisy`, if some moves change much immediately;
    - `repetition_key`, so that searches can use a table.

    A move may be any hashable object.

    A search raises any exception that your methods raise. It also checks their results: a value is a finite number, a
    player is 0 or 1, a position without an end has moves. Probabilities are not negative and add up to 1 within 1e-9.
    Otherwise a ValueError or TypeError names the method.

    Searches call the methods on a copy, from the main thread or a thread of their own, in the context (contextvars) of
    the caller.
    """

    in_python = True

    def __cinit__(self, *args, **kwargs):
        cls = type(self)
        missing = [name for name in NEEDED if getattr(cls, name) is getattr(PythonPosition, name)]
        if missing:
            raise TypeError(f"{cls.__name__} lacks {', '.join(missing)}: a PythonPosition has {', '.join(NEEDED)}")
        self.codes = {}
        self.objects = []
        self.numbers = Numbering(WITHOUT_TABLE)
        self.chance = cls.chances is not PythonPosition.chances

    def set_chance(self, chance):
        """Set whether moves may have several outcomes. By default they may if `chances` is overridden."""
        self.chance = chance

    def set_decisive(self, value):
        """Set the value of a won game, which should exceed every evaluation. The default is a million.

        ValueError if it is not finite or not above 0.
        """
        self.set_win_value(value)

    def moves(self):
        """Return the legal moves, likely best first; none if the rules end the game."""
        raise NotImplementedError

    def play(self, move):
        """Play a move, or an outcome of a move that chance decides."""
        raise NotImplementedError

    def undo(self):
        """Take back the last move."""
        raise NotImplementedError

    def player(self):
        """Return the player to move: 0, unless this is overridden, or 1."""
        return 0

    def ending(self):
        """Return None while the game is in progress; then Win(player), Draw(), or the value of the end to player 0."""
        raise NotImplementedError

    def value(self):
        """Return an estimate of the value of the game to player 0."""
        return 0.0

    def chances(self, move):
        """Return the outcomes of a move as pairs of a move and its probability; empty if the move is certain."""
        return []

    def noisy(self, behind=0):
        """Return the moves that may change much immediately, and whether one of them must be played.

        A search with Quiescence calls it beyond its depth. See `Position.noisy`.
        """
        return [], False

    def repetition_key(self):
        """Return a hashable object that is equal for equal positions and for no others.

        None, the default, means that nothing is stored: searches use no table.
        """
        return None

    def notation(self, move):
        """Return the move as text: `str(move)`, unless this is overridden."""
        return str(move)

    def clone(self):
        """Return an independent copy, for another thread. It copies all attributes by `copy.deepcopy`."""
        cdef PythonPosition twin = type(self).__new__(type(self))
        twin.__dict__.update(copy.deepcopy(self.__dict__))
        twin.decisive = self.decisive
        twin.chance = self.chance
        twin.numbers = self.numbers
        share_network(self, twin)
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

    cdef int pack_all(self, object found, str method, Move* moves) except -1:
        """Write the moves that a method has returned, and return their number."""
        cdef int n = 0
        for move in several(self, method, found):
            if n == MAX_MOVES:
                raise ValueError(f"{type(self).__name__}.{method}() has more than {MAX_MOVES} moves")
            moves[n] = self.pack(move, method)
            n += 1
        return n

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

    # No exception can pass through a search without the GIL. After a failure the game counts as over, so the search
    # ends at once, and raises the exception.

    cdef int generate(self, Move* moves) noexcept with gil:
        cdef int n = 0
        if self.failure is None:
            try:
                n = self.pack_all(self.moves(), "moves", moves)
            except BaseException as failure:  # noqa: BLE001: raised by check
                self.failure = failure
        return n

    cdef int write_noisy(self, int behind, Move* moves, bint* obliged) except -1:
        cdef int i, n
        found = self.noisy(behind)
        try:
            noisy, must = found
        except (TypeError, ValueError):
            raise TypeError(
                f"{type(self).__name__}.noisy() returned {shorten(repr(found))}, not moves and True or False"
            ) from None
        legal = set(several(self, "moves", self.moves()))
        n = self.pack_all(noisy, "noisy", moves)
        for i in range(n):
            move = self.unpack(moves[i])
            if move not in legal:
                raise ValueError(f"{type(self).__name__}.noisy() has {shorten(repr(move))}, which is no legal move")
        obliged[0] = bool(must)
        return n

    cdef int generate_noisy(self, int behind, Move* moves, bint* obliged) noexcept with gil:
        cdef int n = 0
        if self.failure is None:
            try:
                n = self.write_noisy(behind, moves, obliged)
            except BaseException as failure:  # noqa: BLE001: raised by check
                self.failure = failure
        return n

    cdef int outcomes(self, Move move, Move* certain, double* probabilities) noexcept with gil:
        cdef int n = 0
        cdef double total = 0.0
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

    cdef void make(self, Move move) noexcept with gil:
        if self.failure is None:
            try:
                self.play(self.unpack(move))
            except BaseException as failure:  # noqa: BLE001: raised by check
                self.failure = failure

    cdef void unmake(self) noexcept with gil:
        if self.failure is None:
            try:
                self.undo()
            except BaseException as failure:  # noqa: BLE001: raised by check
                self.failure = failure

    cdef int turn(self) noexcept with gil:
        cdef int player = 0
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

    cdef Ending over(self, double* value) noexcept with gil:
        cdef Ending ending = VALUE
        value[0] = 0.0
        if self.failure is None:
            try:
                result = self.ending()
                if result is None:
                    ending = ONGOING
                elif isinstance(result, Win):
                    ending = DECISIVE
                    winner = result.player
                    if winner != 0:
                        Win(winner)  # raises ValueError if its player was changed
                    value[0] = self.decisive if winner == 0 else -self.decisive
                elif isinstance(result, Draw):
                    ending = DRAWN
                else:
                    value[0] = finite(self, "ending", result)
            except BaseException as failure:  # noqa: BLE001: raised by check
                self.failure = failure
        return ending

    cdef double evaluate(self) noexcept with gil:
        cdef double value = 0.0
        if self.failure is None:
            try:
                value = finite(self, "value", self.value())
            except BaseException as failure:  # noqa: BLE001: raised by check
                self.failure = failure
        return value

    cdef int write_inputs(self, u64* inputs) except -1:
        """Set the bits of the active inputs of the diagram, by the network's numbers. Return the number of words."""
        cdef int number
        cdef dict numbers = (<Layers> self.layers).net.network.inputs.numbers
        memset(inputs, 0, MOST_WORDS * sizeof(u64))
        for name in active_names(self.diagram(), self.player()):
            found = numbers.get(name)
            if found is None:
                owner = type(self).__name__
                raise ValueError(f"{owner}.diagram() has what the network does not know: {printable(name)}")
            if not 0 <= found < 64 * MOST_WORDS:
                raise ValueError(f"the numbers of the network's inputs were changed: {printable(name)} is {found}")
            number = found
            inputs[number >> 6] |= bit(number & 63)
        return MOST_WORDS

    cdef int list_inputs(self, u64* inputs) noexcept with gil:
        cdef int words = 0
        if self.failure is None and self.layers is not None:
            try:
                words = self.write_inputs(inputs)
            except BaseException as failure:  # noqa: BLE001: raised by check
                self.failure = failure
        if not words:
            memset(inputs, 0, MOST_WORDS * sizeof(u64))
        return words

    cdef u64 key(self) noexcept with gil:
        cdef u64 found = 0
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


cdef object several(object position, str method, object found):
    """Return an iterator over the result of a user's method; TypeError if it is not iterable."""
    try:
        return iter(found)
    except TypeError:
        raise TypeError(f"{type(position).__name__}.{method}() returned {shorten(repr(found))}, not a list") from None


cdef double finite(object position, str method, object value) except? -1:
    """Return the result of a user's method as a finite number; TypeError or ValueError if it is none."""
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
