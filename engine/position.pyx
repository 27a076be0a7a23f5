"""The interface of games: everything that a search may ask of a position.

A Position is one state of play. `make` moves it forward, `unmake` moves it back. The interface serves games for one
player and for two, and games of chance: a move that chance decides has several `outcomes`, which are certain moves, and
only certain moves are ever made. A game implements the hot methods (`noexcept nogil`, declared in position.pxd):

generate(moves)          write the legal moves, likely best first; return their number; 0 if the rules end the game
generate_noisy(behind, moves, obliged)
                         write the legal moves that may change much immediately, such as captures, for a search that
                         looks `behind` plies beyond its depth. Set `obliged` to true if the side to move must choose
                         one of them and may not keep the static value instead. Only the first of these plies may lead
                         back to earlier positions, or closer to a draw by a move clock
count()                  return only the number of legal moves
outcomes(move, certain, probabilities)
                         return 0 if the move is certain; otherwise write the certain moves that it can turn into, and
                         their probabilities
make(move), unmake()     play a certain move; take back the last one
turn()                   return the player to move, 0 or 1
over(value)              return ONGOING; or DECISIVE, and write plus or minus `decisive`; or DRAWN, whose value the
                         search decides; or VALUE, and write the value of the end
evaluate()               return an estimate of the value of the game. Searches call `static_value` (evaluation.pxd),
                         which may ask a network instead,
knows_ending()           unless this is true: the game's own estimate is better than that of any network here
list_inputs(inputs)      set the bits of the active inputs of a network, and clear all others
describe(features)       write the features of the position for a trained model, in the order of `feature_names`;
                         return their number
bounds(plies, least, most)
                         if the range of values that a search of `plies` plies can still find is known, write the least
                         and the most, and return true
best_evaluation(value)   if the evaluation after the best move of the side to move is known without playing any move,
                         write it and return true; return false if the game is over, or if a move ends it
key()                    return a key of the position: equal for equal positions; 0 if the game has no keys
keeps(plies)             return whether the result of a search of `plies` plies may be stored under the key; false if
                         the result depends on the moves that led here

All values are from player 0's view, also when player 1 is to move. Only features are from the view of the side to
move, because a model has to learn only one side's play. `plies` is the greatest number of plies that a search looks
ahead on any path. That is its depth, unless the search extends some paths. Looking ahead fewer plies does no harm.

A game has two interfaces. The hot methods are unchecked, and only searches call them. Python code uses the same game
through `moves`, `play`, `undo`, `player`, `chances`, `ending` and `value`. These methods are checked: they raise the
documented exceptions for any arguments and in any order of calls. In Python, a move of a compiled game is a number,
which `notation` turns into text. Each method that takes a move also accepts its text.
"""

from types import GenericAlias

from libc.math cimport isfinite

from .support.atomic cimport raised
from .bits cimport u64
from .evaluation cimport static_value
from .net.layers cimport MOST_WORDS, Layers
from .support.signals cimport Signals, now

from .ending import Draw, Win
from .moved import renamed
from .support.text import shorten, printable
from .support.worker import HERE, Busy, call, importing

DEEPEST = MAX_PLY

cdef enum:
    QUICK = 3   # plies: counting their sequences takes hardly any time


cdef class Lists:
    """Memory for the moves that `generate` and `outcomes` write.

    It is not on the stack. A thread that other code has started may have a small stack, and a frame larger than the
    guard page at its end would write beyond that page.
    """


cdef class Position:
    """One state of a game. Two threads must not use it at the same time: give each its own `clone`."""

    game = ""                   # the name of the game, as a user writes it
    opponent = "optimal"        # the model behind `Opponent` Auto
    scale = 1.0                 # centi-units in one unit of value
    in_python = False           # whether it is written in plain Python
    network_inputs = None       # net.inputs.Inputs that `list_inputs` lists; None if it lists nothing

    __class_getitem__ = classmethod(GenericAlias)   # Position[int] gives the type of its moves, for type checkers

    def __cinit__(self):
        self.decisive = 1e6     # more than any evaluation
        self.chance = False

    def __repr__(self):
        """Return the class name, and the position as text if the game has one."""
        try:
            text = self.fen()
        except NotImplementedError:
            text = None
        return f"{type(self).__name__}({repr(text) if isinstance(text, str) else ''})"

    def __str__(self):
        """Return the position drawn as text, or its repr if the game has no drawing."""
        try:
            diagram = self.diagram()
        except NotImplementedError:
            return repr(self)
        from .display.diagram_text import text_rows as rows
        return "\n".join(rows(diagram))

    def _repr_svg_(self):
        """Return the position as an SVG picture, for Jupyter; None if the game has no drawing."""
        try:
            diagram = self.diagram()
        except NotImplementedError:
            return None
        from .display.diagram_svg import svg
        return svg(diagram)

    cdef int generate(self, Move* moves) noexcept nogil:
        return 0

    cdef int generate_noisy(self, int behind, Move* moves, bint* obliged) noexcept nogil:
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

    cdef bint knows_ending(self) noexcept nogil:
        return False

    cdef int list_inputs(self, u64* inputs) noexcept nogil:
        return 0

    cdef int describe(self, double* features) noexcept nogil:
        features[0] = static_value(self) if self.turn() == 0 else -static_value(self)
        return 1

    cdef bint best_evaluation(self, double* value) noexcept nogil:
        return False

    cdef u64 key(self) noexcept nogil:
        return 0

    cdef bint keeps(self, int plies) noexcept nogil:
        return True

    cdef bint bounds(self, int plies, double* least, double* most) noexcept nogil:
        return False

    cdef u64 perft(self, int depth) noexcept nogil:
        """Return the number of sequences of `depth` certain moves; the last ply is counted, not played."""
        return count(self, depth, None)

    cdef int reserve(self, int plies) except -1:
        """Reserve memory for this many further moves. It must be called before they are made."""
        return 0

    cdef object unpack(self, Move move):
        """Return the move as Python sees it: its number, unless the game has its own move objects."""
        return move

    cdef int check(self) except -1:
        """Raise an exception that could not be raised when it occurred."""
        return 0

    cdef int set_win_value(self, object value) except -1:
        """Set the value of a won game; ValueError if the number cannot be one."""
        cdef double won = value
        if not isfinite(won) or won <= 0:
            raise ValueError(f"what a won game is worth is a number above 0, not {value!r}")
        self.decisive = won
        return 0

    cdef Move find(self, object move) except? 0:
        """Return the legal certain move for a number or a text; ValueError if there is none."""
        cdef Lists found
        cdef Move code
        cdef int i, j, k, n
        if isinstance(move, str):
            move = self.parse_certain(move)
        if not isinstance(move, int) or not 0 <= move <= <Move> -1:
            raise ValueError(f"illegal move: {shorten(repr(move))}")
        code = move
        found = Lists()
        n = self.generate(found.moves)
        for i in range(n):
            k = self.outcomes(found.moves[i], found.certain, found.probabilities) if self.chance else 0
            if k == 0 and found.moves[i] == code:
                return code
            for j in range(k):
                if found.certain[j] == code:
                    return code
            if k and found.moves[i] == code:
                raise ValueError(f"{self.notation(move)} may have more than one outcome: play one, or `sample` one")
        raise ValueError(f"illegal move: {shorten(repr(move))}")

    # The same game for Python.

    def clone(self):
        """Return an independent copy, for example for another thread."""
        raise NotImplementedError

    def configure(self, options):
        """Apply the options of this game. ValueError if one does not suit the game.

        options: a mapping of option names to values.

        The base method checks that the evaluation exists, and loads the network that evaluates the position, if there
        is one. A game that overrides this method must call it, too, after setting `scale` as the options require.
        """
        name = options["Evaluation"]
        if name not in ("Auto", "Net"):
            with importing():
                from .options import check_evaluation
            check_evaluation(self, name)
        self.take_network(self.chosen_network(options))

    cdef object chosen_network(self, options):
        """Return the Net that evaluates the position by `options`; None without one. ValueError if it does not suit."""
        if not self.asks_network(options):
            return None
        with importing():
            from .net.choice import net_for
        return net_for(self, options)

    cdef int take_network(self, object net) except -1:
        """Evaluate the position by this Net, or by no network for None.

        ValueError if the game lists other inputs than it declares.
        """
        cdef u64[MOST_WORDS] inputs
        cdef Layers layers = self.layers
        if net is None:
            self.layers = None
        elif layers is None or layers.net is not net or layers.scale != self.scale:
            if not self.in_python and 64 * self.list_inputs(inputs) < net.network.inputs.count:
                raise ValueError(f"{type(self).__name__} lists other inputs than it says there are")
            self.layers = Layers(net, self.scale)
        return 0

    def asks_network(self, options):
        """Return whether `options` choose a network as the evaluation of this position."""
        return options["Evaluation"] == "Net"

    def moves(self):
        """Return the legal moves, in the order in which searches try them."""
        cdef Lists found = Lists()
        cdef int i, n = self.generate(found.moves)
        return [found.moves[i] for i in range(n)]

    def noisy(self, int behind=0):
        """Return the legal moves that may change much immediately, and whether one of them must be played.

        behind: the number of plies, all of them noisy moves, that the search has made beyond its depth to reach this
            position.

        The result is a pair: a list of moves, and a bool.
        """
        cdef Lists found = Lists()
        cdef bint obliged = False
        cdef int i, n = self.generate_noisy(max(0, behind), found.moves, &obliged)
        return [found.moves[i] for i in range(n)], bool(obliged)

    def chances(self, move):
        """Return the outcomes of a move as pairs of a certain move and its probability.

        The list is empty if the move is certain. ValueError if the move is not legal.
        """
        cdef Lists found
        cdef int i, n
        if isinstance(move, str):
            move = self.read(move)
        if move not in self.moves():
            self.find(move)  # an outcome is a certain move, too
            return []
        found = Lists()
        n = self.outcomes(move, found.certain, found.probabilities)
        return [(found.certain[i], found.probabilities[i]) for i in range(n)]

    def sample(self, move, random):
        """Return one outcome of a move, drawn by a random.Random; the move itself if it is certain.

        ValueError if the move is not legal.
        """
        if isinstance(move, str) and move not in self.moves():
            move = self.read(move)
        chances = self.chances(move)
        if not chances:
            return move
        outcomes, weights = zip(*chances, strict=True)
        (drawn,) = random.choices(outcomes, weights)  # fails if `random` does not return exactly one outcome
        return drawn

    def play(self, move):
        """Play a move or its text, such as `e2e4`. If chance decides, name the outcome: `low 3`.

        ValueError if the move is not legal. Only the rules decide what is legal. A draw at which searches stop, such as
        a threefold repetition, does not end a game that is played on.
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
        """Return the player to move: 0 or 1."""
        return self.turn()

    def ending(self):
        """Return None while the game is in progress; then Win(player), Draw(), or the value of the end to player 0."""
        return ending_of(self)

    def value(self):
        """Return the evaluation, from player 0's view."""
        return static_value(self)

    def static_value(self):
        """Return the value of the position at the end of a search, from player 0's view.

        It is the value of the network if there is one, otherwise `value`.
        """
        cdef double found = static_value(self)
        self.check()
        return found

    @property
    def network(self):
        """The net.network.Network that evaluates the position; None without one, and if the game `knows_ending`."""
        return None if self.layers is None or self.knows_ending() else self.layers.net.network

    def active_inputs(self):
        """Return the numbers of the active inputs of a network; an empty list if the game lists none."""
        cdef u64[MOST_WORDS] inputs
        cdef int i, words
        words = self.list_inputs(inputs)
        self.check()
        return [64 * i + j for i in range(words) for j in range(64) if inputs[i] >> j & 1]

    @property
    def feature_names(self):
        """The names of `features`, in order: H_0, then the further features of the game as it is configured."""
        return ("H_0",)

    def features(self):
        """Return the features for a trained model, by name, from the view of the side to move.

        H_0 is the evaluation. Some evaluations describe only one side's play; then it is that of the side to move.
        """
        cdef double[MAX_FEATURES] found
        cdef int i, n = self.describe(found)
        self.check()
        return {name: found[i] for i, name in enumerate(self.feature_names[:n])}

    def fen(self):
        """Return the position as text. NotImplementedError if the game has no such text."""
        raise NotImplementedError(f"{type(self).__name__} defines no fen")

    def diagram(self, str last=""):
        """Return the Diagram of the position. NotImplementedError if the game has no drawing.

        last: the text of the move that led here, which is marked; "" for none.
        """
        from .games import of
        game = of(self)
        if game is None:
            raise NotImplementedError(f"{type(self).__name__} defines no diagram")
        return game.diagram(self, last)

    def notation(self, move):
        """Return the move as text."""
        raise NotImplementedError

    def parse(self, text):
        """Return the legal move that a text means; ValueError, with the reason, if there is none."""
        for move in self.moves():
            if self.notation(move) == text:
                return move
        raise ValueError(f"illegal move: {printable(str(text))}")

    def parse_certain(self, text):
        """Return the certain move that a text means, outcome included; ValueError if there is none."""
        if not self.chance:
            return self.parse(text)
        hint = ""
        for move in self.moves():
            for certain in [outcome for outcome, _ in self.chances(move)] or [move]:
                if self.notation(certain) == text:
                    return certain
            if self.notation(move) == text:
                hint = f": say what chance decided, as in {self.notation(certain)}"
        raise ValueError(f"illegal move: {printable(str(text))}{hint}")

    def read(self, text):
        """Return the legal move that a text means, with or without its outcome; ValueError if there is none."""
        try:
            return self.parse(text)
        except ValueError:
            return self.parse_certain(text)

    def value_key(self):
        """Return everything besides the position that determines its value: the rules and the evaluation.

        It is a tuple of plain values; None if it is unknown. Searches that store values for later use do not mix values
        with different keys.
        """
        if type(self).worth_key is Position.worth_key:
            return None
        return renamed(self, "worth_key", "value_key")()

    def worth_key(self):
        """Deprecated: the old name of `value_key`, for positions that define it. The next release removes it."""
        return None if type(self).value_key is Position.value_key else self.value_key()

    def table_key(self, int plies=0):
        """Return the key under which a table stores a search of this many plies; 0 if it must not be stored.

        ValueError if plies is not a number that a search can look ahead.
        """
        if not 0 <= plies <= MAX_PLY:
            raise ValueError(f"a search looks 0 to {MAX_PLY} plies ahead, not {plies}")
        key = self.key() if self.keeps(plies) else 0
        self.check()
        return key

    def count_sequences(self, int depth):
        """Return the number of sequences of `depth` legal moves from here (perft).

        ValueError for a depth below 0, or above the greatest that could ever be counted. An interrupt ends the count.
        """
        return Counting(self, depth).run()


cdef u64 count(Position position, int depth, Signals signals) noexcept nogil:
    """Count like `perft`, and handle signals between parts of the tree that take hardly any time."""
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
    """A count of sequences on a copy of the position; ValueError for a depth that could never be counted."""

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
        """Return the number, which is meaningless after `halt`.

        An interrupt ends the count. Busy if it is already running.
        """
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
        """Stop the count immediately, from any thread."""
        self.position.halted = True


cdef Position copy_of(Position position):
    """Return a new clone; TypeError if the game does not make one."""
    twin = position.clone()
    if twin is position or not isinstance(twin, Position):
        raise TypeError(f"{type(position).__name__}.clone() returned {shorten(repr(twin))}, which is no copy")
    share_network(position, twin)
    return twin


cdef object value_key_of(Position position):
    """Return the `value_key` of the position, combined with its network; None if the game returns None."""
    if type(position).worth_key is Position.worth_key:
        key = position.value_key()
    else:  # perhaps of a class derived from a shipped game, which has a value_key
        key = renamed(position, "worth_key", "value_key")()
    return key if key is None or position.layers is None else (key, position.layers.net.identity)


cdef int share_network(Position position, Position twin) except -1:
    """Evaluate a copy like the original, with layers of its own."""
    twin.layers = None if position.layers is None else Layers(position.layers.net, position.layers.scale)
    return 0


cdef object MOST_PLIES = 256    # more than any search looks ahead: together they cost less than the value of a win
cdef object FINEST = 2 ** 32    # a ply costs at least 1 / FINEST of a win: less would be lost in rounding


def player_of(Position position not None):
    """Return the player to move, 0 or 1, as searches see it.

    If a game in plain Python is inconsistent, the exception explains why.
    """
    cdef int player = position.turn()
    position.check()
    return player


def ending_of(Position position not None):
    """Return None while the game is in progress, then the value of `ending`; checked like `player_of`."""
    cdef double value = 0.0
    cdef Ending ending = position.over(&value)
    position.check()
    if ending == ONGOING:
        return None
    if ending == DRAWN:
        return Draw()
    return Win(0 if value > 0 else 1) if ending == DECISIVE else value


cpdef object ply_cost(object position):
    """Return the cost of one more ply to a win (MateDistance): a centi-unit.

    It is less if together the plies of a search would cost as much as the value of a win. It is more if a centi-unit
    would be lost in rounding. It is 0 if the value of a win is too small for a difference.

    position: any object with `decisive` and `scale`, as floats or fractions.

    ValueError if the scale is not above 0.
    """
    decisive, scale = position.decisive, position.scale
    if not 0 < scale < float("inf"):
        raise ValueError(f"the scale of a game is a number above 0, not {scale!r}")
    return max(min(1 / scale, decisive / MOST_PLIES), decisive / FINEST)
