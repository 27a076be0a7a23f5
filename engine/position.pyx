"""What a search may ask of any game.

A Position is one state of play that moves forward with `make` and back with `unmake`. The interface holds for one
player, for two, and for chance: a move that chance decides has several `outcomes`, and only these certain moves are
ever made. A game implements the hot methods (`noexcept nogil`, declared in position.pxd):

generate(moves)          write the legal moves, the likely best first; return how many; 0 where the rules end the game
generate_noisy(behind, moves, obliged)
                         write the legal moves that may change much at once, such as captures, for a search that looks
                         on `behind` plies after its depth; `obliged` becomes true where whoever is to move must choose
                         among them, and may not leave it at what the position is worth as it stands. Only the first
                         of these plies may lead back to earlier positions, or nearer to a draw by a clock
count()                  only how many
outcomes(move, certain, probabilities)
                         0 if the move is certain; else write the certain moves it can turn into, with probabilities
make(move), unmake()     play a certain move; take back the last one
turn()                   0 or 1
over(value)              ONGOING; or DECISIVE with plus or minus `decisive`; or DRAWN, which is worth what the search
                         says; or VALUE with what the end is worth
evaluate()               a guess at what the game is worth; searches ask for `static_value` (evaluation.pxd), which a
                         network may say instead,
knows_ending()           unless the game's own guess is better than any network's here
list_inputs(inputs)      set the bits of the inputs of a network that are active, and clear all others
describe(features)       write what a trained model may know of the position, in the order of `feature_names`; return
                         how many
bounds(plies, least, most)
                         whether it is known what a search of so many plies can still find: the least and the most
best_evaluation(value)   whether it is known, without playing any move, what the evaluation says after the best one of
                         whoever is to move; not where the game is over, or a move ends it
key()                    which position it is: equal for equal positions; 0 where the game does not say
keeps(plies)             whether what a search of so many plies finds may be kept under the key: not where it hangs on
                         how the game came here

Every value is from player 0's view, whoever is to move; features alone are from the view of the side to move, as a
model has to learn but one side's play. `plies` are the most that a search looks ahead on any path,
which is its depth unless it extends some; fewer do no harm.

A game has two faces. The hot methods are unchecked, and searches alone call them. Python code sees the same game
through `moves`, `play`, `undo`, `player`, `chances`, `ending` and `value`, which are checked: they raise what they say,
whatever they are given and in whatever order they are called. There, a move of a compiled game is a number that
`notation` makes readable; wherever a move is asked for, its text will do.
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
    QUICK = 3   # plies whose sequences are counted in hardly any time


cdef class Lists:
    """Room for what `generate` and `outcomes` write.

    Not on the stack: that of a thread somebody else has made may be small, and a frame larger than the page which
    guards its end would write behind that page.
    """


cdef class Position:
    """One state of a game. Not to be used by two threads at once: give each its `clone`."""

    game = ""                   # its name, as a user writes it
    opponent = "optimal"        # the model behind `Opponent` Auto
    scale = 1.0                 # centi-units in one unit of value
    in_python = False           # whether it is written in plain Python
    network_inputs = None       # net.inputs.Inputs: what `list_inputs` lists; None where it lists nothing

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

    def __str__(self):
        """The position as a picture of text, where the game can be drawn."""
        try:
            diagram = self.diagram()
        except NotImplementedError:
            return repr(self)
        from .display.diagram_text import text_rows as rows
        return "\n".join(rows(diagram))

    def _repr_svg_(self):
        """The position as a picture, for Jupyter; None where the game cannot be drawn."""
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

    cdef int set_win_value(self, object value) except -1:
        """Take a number for what a won game is worth; ValueError if it can be none."""
        cdef double won = value
        if not isfinite(won) or won <= 0:
            raise ValueError(f"what a won game is worth is a number above 0, not {value!r}")
        self.decisive = won
        return 0

    cdef Move find(self, object move) except? 0:
        """The certain move that is legal here, of a number or a text; ValueError if there is none."""
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
        """An independent copy, for another thread."""
        raise NotImplementedError

    def configure(self, options):
        """Take up what `options` (a mapping of names to values) says of this game; ValueError if it does not suit.

        Here, whether there is such an evaluation, and the network that evaluates it, if any. A game that overrides this
        calls it, too, once `scale` is what the options say.
        """
        name = options["Evaluation"]
        if name not in ("Auto", "Net"):
            with importing():
                from .options import check_evaluation
            check_evaluation(self, name)
        self.take_network(self.chosen_network(options))

    cdef object chosen_network(self, options):
        """The Net that is to evaluate it by `options`; None without one. ValueError if it does not suit."""
        if not self.asks_network(options):
            return None
        with importing():
            from .net.choice import net_for
        return net_for(self, options)

    cdef int take_network(self, object net) except -1:
        """Have it evaluated by this Net, or None. ValueError if the game lists other inputs than it says there are."""
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
        """Whether by `options` it is a network that says what this position is worth."""
        return options["Evaluation"] == "Net"

    def moves(self):
        """The legal moves, in the order in which searches try them."""
        cdef Lists found = Lists()
        cdef int i, n = self.generate(found.moves)
        return [found.moves[i] for i in range(n)]

    def noisy(self, int behind=0):
        """The legal moves that may change much at once, and whether whoever is to move is obliged to choose among them.

        behind: how many plies behind its depth a search has come here by such moves.
        """
        cdef Lists found = Lists()
        cdef bint obliged = False
        cdef int i, n = self.generate_noisy(max(0, behind), found.moves, &obliged)
        return [found.moves[i] for i in range(n)], bool(obliged)

    def chances(self, move):
        """What the move can turn into, with probabilities; empty if it is certain. ValueError if it is not legal."""
        cdef Lists found
        cdef int i, n
        if isinstance(move, str):
            move = self.read(move)
        if move not in self.moves():
            self.find(move)  # the outcome of a move is certain
            return []
        found = Lists()
        n = self.outcomes(move, found.certain, found.probabilities)
        return [(found.certain[i], found.probabilities[i]) for i in range(n)]

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
        """None while the game goes on; else Win(player), Draw(), or what the end is worth to player 0."""
        return ending_of(self)

    def value(self):
        """The evaluation, from player 0's view."""
        return static_value(self)

    def static_value(self):
        """What it is worth where a search ends, from player 0's view: by its network, where it has one, or `value`."""
        cdef double found = static_value(self)
        self.check()
        return found

    @property
    def network(self):
        """The net.network.Network that evaluates it; None without one, and where the game `knows_ending`."""
        return None if self.layers is None or self.knows_ending() else self.layers.net.network

    def active_inputs(self):
        """The inputs of a network that are active here, by their numbers; none where the game lists none."""
        cdef u64[MOST_WORDS] inputs
        cdef int i, words
        words = self.list_inputs(inputs)
        self.check()
        return [64 * i + j for i in range(words) for j in range(64) if inputs[i] >> j & 1]

    @property
    def feature_names(self):
        """What `features` has, in this order: H_0, and what else the game, as it is configured, says of a position."""
        return ("H_0",)

    def features(self):
        """What a trained model may know of the position, by name, as the side to move sees it; H_0 is the evaluation.

        Where an evaluation is of one side's play, as some are, it is that of the side to move.
        """
        cdef double[MAX_FEATURES] found
        cdef int i, n = self.describe(found)
        self.check()
        return {name: found[i] for i, name in enumerate(self.feature_names[:n])}

    def fen(self):
        """The position as text."""
        raise NotImplementedError

    def diagram(self, str last=""):
        """The position as it is drawn, for whoever draws it; NotImplementedError if the game cannot be drawn.

        last: the text of the move that led here, to be marked, "" for none.
        """
        from .games import of
        game = of(self)
        if game is None:
            raise NotImplementedError
        return game.diagram(self, last)

    def notation(self, move):
        """The move as text."""
        raise NotImplementedError

    def parse(self, text):
        """The legal move that this text means; ValueError with the reason if there is none."""
        for move in self.moves():
            if self.notation(move) == text:
                return move
        raise ValueError(f"illegal move: {printable(str(text))}")

    def parse_certain(self, text):
        """The certain move that a text means, with its outcome where chance decides; ValueError if there is none."""
        if not self.chance:
            return self.parse(text)
        for move in self.moves():
            for certain in [outcome for outcome, _ in self.chances(move)] or [move]:
                if self.notation(certain) == text:
                    return certain
        raise ValueError(f"illegal move: {printable(str(text))}")

    def read(self, text):
        """The legal move that a text means, before chance decides or after; ValueError if there is none."""
        try:
            return self.parse(text)
        except ValueError:
            return self.parse_certain(text)

    def value_key(self):
        """What beside the position decides what it is worth, its rules and evaluation, as a tuple of plain values.

        Searches that keep values for longer keep those apart where this differs. None where nobody can tell.
        """
        if type(self).worth_key is Position.worth_key:
            return None
        return renamed(self, "worth_key", "value_key")()

    def worth_key(self):
        """The old name of `value_key`, for positions that define it; it goes with the next release."""
        return None if type(self).value_key is Position.value_key else self.value_key()

    def table_key(self, int plies=0):
        """What a table would keep a search of so many plies under; 0 if it must not be kept."""
        if not 0 <= plies <= MAX_PLY:
            raise ValueError(f"a search looks 0 to {MAX_PLY} plies ahead, not {plies}")
        key = self.key() if self.keeps(plies) else 0
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
    share_network(position, twin)
    return twin


cdef object value_key_of(Position position):
    """What beside the position decides what it is worth: what its game says of that, and the network. None as there."""
    if type(position).worth_key is Position.worth_key:
        key = position.value_key()
    else:  # of a class derived from a game that ships, perhaps, which has a value_key
        key = renamed(position, "worth_key", "value_key")()
    return key if key is None or position.layers is None else (key, position.layers.net.identity)


cdef int share_network(Position position, Position twin) except -1:
    """A copy is evaluated as the original, with layers of its own."""
    twin.layers = None if position.layers is None else Layers(position.layers.net, position.layers.scale)
    return 0


cdef object MOST_PLIES = 256    # more than any search looks ahead: together they cost less than a win is worth
cdef object FINEST = 2 ** 32    # a part in so many of a win still counts; less would be lost in rounding


def player_of(Position position not None):
    """Who is to move, as searches see it: 0 or 1. Where a game in plain Python makes no sense it raises why."""
    cdef int player = position.turn()
    position.check()
    return player


def ending_of(Position position not None):
    """None while the game goes on, else what `ending` says; checked as `player_of` is."""
    cdef double value = 0.0
    cdef Ending ending = position.over(&value)
    position.check()
    if ending == ONGOING:
        return None
    if ending == DRAWN:
        return Draw()
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
