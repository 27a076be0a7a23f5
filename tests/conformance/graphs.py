"""Games made at random: small graphs of states, played by a search in floats and by the oracle in fractions.

A `Graph` is plain data: states, of which the first is the root, and moves that lead from a state to later ones. More
than one move may lead to a state (a transposition), also after different numbers of plies. `GraphPosition`
presents it to a search, `ExactGraph` to the oracle.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from math import inf
from random import Random
from typing import Any

from oddsfish.engine import PythonPosition, Win

DEFAULT_DECISIVE = 1e6  # the default of a PythonPosition

# Moves and repetition keys are hashable objects of any kind.


class Token:
    """An object that is equal by value; many may share a hash."""

    def __init__(self, value: Hashable, bucket: int) -> None:
        self.value = value
        self.bucket = bucket

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Token) and other.value == self.value

    def __hash__(self) -> int:
        return self.bucket

    def __repr__(self) -> str:
        return f"Token({self.value!r}, {self.bucket})"


ODD = (False, True, 0.5, -0.5, inf, -inf, 1e300, 5e-324)
MEMBERS = (-1, -2, None, 0, "x", (), 2.5)
MERSENNE = 2**61 - 1  # the modulus by which CPython hashes an int


def signed(number: int) -> int:
    """0, -1, 1, -2, 2, ...: -1 and -2 have the same hash."""
    return (number + 1) // 2 * (-1 if number % 2 else 1)


KINDS: dict[str, Callable[[int], Hashable]] = {
    "int": signed,
    "multiple of the hash's modulus": lambda number: (number - 2) * MERSENNE,
    "beside the modulus": lambda number: MERSENNE * (number % 3) + number // 3,
    "beyond 64 bits": lambda number: signed(number) << 64,
    "far beyond 64 bits": lambda number: 10**40 + number,
    "bool or float": lambda number: ODD[number] if number < len(ODD) else number + 0.25,
    "str": lambda number: ("", "-1", "None", "ä♞")[number] if number < 4 else str(number),
    "bytes": lambda number: bytes(range(number)),
    "tuple": lambda number: (signed(number),),
    "tuple with None": lambda number: (None, (signed(number), "x"), None) if number else (None,),
    "frozenset": lambda number: frozenset(member for bit, member in enumerate(MEMBERS) if number >> bit & 1),
    "object with a shared hash": lambda number: Token(number, 0),
    "object": lambda number: Token((number, None), number),
    "fraction": lambda number: Fraction(number - 1, 3),
}
MOST_LABELS = 2 ** len(MEMBERS)  # of one kind: there are so many frozensets, and more of the others


@dataclass(frozen=True)
class Label:
    """A move or a key as data; each call of `make` returns an equal object, which need not be the same one."""

    kind: str
    number: int

    def make(self) -> Hashable:
        return KINDS[self.kind](self.number)


@dataclass(frozen=True)
class Outcome:
    """A certain move that a move can turn into, its probability, and the state that it leads to."""

    label: Label
    probability: Fraction
    target: int


@dataclass(frozen=True)
class Move:
    """A move to a state, or one that chance decides: then there are outcomes."""

    label: Label
    target: int
    outcomes: tuple[Outcome, ...] = ()

    @property
    def targets(self) -> tuple[int, ...]:
        return tuple(outcome.target for outcome in self.outcomes) or (self.target,)


@dataclass(frozen=True)
class State:
    """The player to move, the evaluation (guess), how the game ended here, the moves, and the repetition key.

    noisy: the places of the moves that a quiescence search looks at; obliged: whether one of them must be played there.
    """

    player: int
    guess: float
    end: Win | float | None = None
    moves: tuple[Move, ...] = ()
    key: Label | None = None
    noisy: tuple[int, ...] = ()
    obliged: bool = False


@dataclass(frozen=True)
class Graph:
    """A game and the depth of a search. decisive: None for the default of a PythonPosition."""

    states: tuple[State, ...]
    depth: int
    decisive: float | None
    scale: int
    chance: bool

    def __deepcopy__(self, memo: dict[int, Any]) -> Graph:
        return self  # it never changes; a clone of a position need not copy it

    @cached_property
    def won(self) -> float:
        """The value of a won game."""
        return DEFAULT_DECISIVE if self.decisive is None else self.decisive

    @cached_property
    def ply_cost(self) -> Fraction:
        return ply_cost(Fraction(self.won), Fraction(self.scale))

    @cached_property
    def largest(self) -> float:
        """The largest value, of either sign, that is no win."""
        ends = [state.end for state in self.states if state.end is not None and not isinstance(state.end, Win)]
        return max(map(abs, [*ends, *(state.guess for state in self.states)]))

    @cached_property
    def clear(self) -> bool:
        """Whether a win is worth more than anything else, however late it comes, as `set_decisive` asks."""
        return self.largest < Fraction(self.won) - (self.depth + 1) * self.ply_cost

    @cached_property
    def targets(self) -> tuple[dict[Hashable, int], ...]:
        """Where each certain move leads, state by state."""
        return tuple({label.make(): target for label, target in certain_moves(state)} for state in self.states)

    @cached_property
    def chances(self) -> tuple[dict[Hashable, tuple[Outcome, ...]], ...]:
        return tuple(
            {move.label.make(): move.outcomes for move in state.moves if move.outcomes} for state in self.states
        )

    @cached_property
    def names(self) -> tuple[dict[Hashable, str], ...]:
        """Each move as text, state by state."""
        found = []
        for number, state in enumerate(self.states):
            certain = (label.make() for label, _ in certain_moves(state))
            moves = (move.label.make() for move in state.moves)
            names = {move: f"s{number}?{place}" for place, move in enumerate(certain)}
            found.append({**names, **{move: f"s{number}:{place}" for place, move in enumerate(moves)}})
        return tuple(found)

    def size(self, depth: int) -> int:
        """The number of nodes of the tree, without chance nodes."""
        sizes = [1] * len(self.states)
        for _ in range(depth):
            sizes = [1 + sum(sizes[target] for move in state.moves for target in move.targets) for state in self.states]
        return sizes[0]

    def __str__(self) -> str:
        decisive = "by default" if self.decisive is None else repr(self.decisive)
        head = f"depth {self.depth}, decisive {decisive}, scale {self.scale}, chance {self.chance}"
        return "\n".join([head, *(describe(number, state) for number, state in enumerate(self.states))])


def ply_cost(decisive: Fraction, scale: Fraction) -> Fraction:
    """The cost of one more ply to a win: 1 / scale, but neither so large nor so small that wins are mistaken."""
    return max(min(1 / scale, decisive / 256), decisive / 2**32)


def certain_moves(state: State) -> list[tuple[Label, int]]:
    """The certain moves of a state, with their targets."""
    found = []
    for move in state.moves:
        found += [(outcome.label, outcome.target) for outcome in move.outcomes] or [(move.label, move.target)]
    return found


def describe(number: int, state: State) -> str:
    """A state as a line of text."""
    key = "" if state.key is None else f", key {state.key.make()!r}"
    text = f"s{number}: player {state.player}, value {state.guess!r}{key}"
    if state.end is not None:
        return f"{text}: ended, {state.end!r}"
    moves = []
    for move in state.moves:
        outcomes = [f"{o.probability} {o.label.make()!r} s{o.target}" for o in move.outcomes]
        moves.append(f"{move.label.make()!r} -> {' + '.join(outcomes) or f's{move.target}'}")
    noisy = f", noisy {state.noisy}{' alone' if state.obliged else ''}" if state.noisy else ""
    return f"{text}{noisy}: {'; '.join(moves)}"


class GraphPosition(PythonPosition[Hashable]):
    """A graph as a search sees it, in floats."""

    scale = 1.0

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.path = [0]
        self.set_chance(graph.chance)
        if graph.decisive is not None:
            self.set_decisive(graph.decisive)

    @property
    def state(self) -> State:
        return self.graph.states[self.path[-1]]

    def moves(self) -> list[Hashable]:
        return [move.label.make() for move in self.state.moves]

    def chances(self, move: Hashable) -> list[tuple[Hashable, float]]:
        outcomes = self.graph.chances[self.path[-1]].get(move, ())
        return [(outcome.label.make(), float(outcome.probability)) for outcome in outcomes]

    def play(self, move: Hashable) -> None:
        self.path.append(self.graph.targets[self.path[-1]][move])

    def undo(self) -> None:
        self.path.pop()

    def player(self) -> int:
        return self.state.player

    def ending(self) -> Win | float | None:
        return self.state.end

    def value(self) -> float:
        return self.state.guess

    def noisy(self, behind: int = 0) -> tuple[list[Hashable], bool]:
        return [self.state.moves[place].label.make() for place in self.state.noisy], self.state.obliged

    def repetition_key(self) -> Hashable | None:
        return None if self.state.key is None else self.state.key.make()

    def notation(self, move: Hashable) -> str:
        return self.graph.names[self.path[-1]][move]


class HundredthsPosition(GraphPosition):
    """The same with values in hundredths."""

    scale = 100.0


def make_position(graph: Graph) -> GraphPosition:
    return HundredthsPosition(graph) if graph.scale == 100 else GraphPosition(graph)


class ExactGraph:
    """A graph as the oracle sees it, in fractions.

    It notes the largest value met below each root move, and whether any position was judged before the end of the game.

    chosen: the root moves to look at, by name; all if empty.
    """

    bounded = False

    def __init__(self, graph: Graph, chosen: Sequence[str] = ()) -> None:
        self.graph = graph
        self.path = [0]
        self.decisive = Fraction(graph.won)
        self.scale = Fraction(graph.scale)
        self.averaging = any(move.outcomes for state in graph.states for move in state.moves)
        self.clear = graph.clear
        self.met: dict[str, Fraction] = {}
        self.guessed = False
        self.below = ""
        self.root = tuple(move for move in graph.states[0].moves if not chosen or self.name(move) in chosen)
        self.guesses = [Fraction(state.guess) for state in graph.states]
        self.ends = [
            state.end if state.end is None or isinstance(state.end, Win) else Fraction(state.end)
            for state in graph.states
        ]

    def moves(self) -> tuple[Move, ...]:
        return self.root if len(self.path) == 1 else self.graph.states[self.path[-1]].moves

    def noisy(self, behind: int) -> tuple[list[Move], bool]:
        self.guessed = True
        state = self.graph.states[self.path[-1]]
        return [state.moves[place] for place in state.noisy], state.obliged

    def chances(self, move: Move) -> list[tuple[int, Fraction]]:
        if len(self.path) == 1:
            self.below = self.name(move)
        return [(outcome.target, outcome.probability) for outcome in move.outcomes]

    def play(self, move: Move | int) -> None:
        self.path.append(move if isinstance(move, int) else move.target)

    def undo(self) -> None:
        self.path.pop()

    def player(self) -> int:
        return self.graph.states[self.path[-1]].player

    def ending(self) -> Win | Fraction | None:
        end = self.ends[self.path[-1]]
        if end is not None:
            self.note(self.decisive if isinstance(end, Win) else abs(end))
        return end

    def value(self) -> Fraction:
        self.guessed = True
        guess = self.guesses[self.path[-1]]
        self.note(abs(guess))
        return guess

    def note(self, size: Fraction) -> None:
        if size > self.met.get(self.below, 0):
            self.met[self.below] = size

    def name(self, move: Move) -> str:
        return self.graph.names[self.path[-1]][move.label.make()]

    def find(self, name: str) -> Move | None:
        """The legal move of this name."""
        return next((move for move in self.moves() if self.name(move) == name), None)


# Making them.

MAGNITUDES = (1.0, 1.0, 1.0, 1.0, 100.0, 1e6, 1e-3, 1e-6, 1e-13, 1e300)
DECISIVES = (1e-6, 1e-3, 0.5, 1.0, 10.0, 1000.0, None, 1e7, 1e9)
VALUES = (0.0, -0.0, 1.0, -1.0, 0.5, 0.1, -0.3, 2.0, -2.0, 1 / 3, 0.7, -5.0, 8.0, 0.1 + 0.2, 0.3)
LEVELS = (1, 2, 2, 3, 3, 4, 4, 5, 6)
MOST_NODES = (60, 100, 200, 300)
MANY_LEVELS = (4, 5, 6, 7)  # of a dense game: few states, met again and again, most of them long before the end
MANY_NODES = 700
DENSE = 0.3  # the share of all games
TINY = (Fraction(1, 10**3), Fraction(1, 10**6), Fraction(1, 10**9), Fraction(1, 2**40))


class Maker:
    """Makes the states of one random game; its attributes are the settings that they share."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.dense = random.random() < DENSE
        kinds = list(KINDS)
        self.move_kinds = [random.choice(kinds)] if random.random() < 0.7 else kinds
        self.key_kinds = [random.choice(kinds)] if random.random() < 0.8 else kinds
        self.keyed = random.choice((0.0, 0.7, 1.0, 1.0, 1.0, 1.0))
        self.players = random.choice(("in turn", "in turn", "any", "any", "one", "the other"))
        self.first = random.randrange(2)
        self.chance = random.choice((0.0, 0.0, 0.3, 0.6, 1.0))
        self.ended = random.choice((0.0, 0.1, 0.3, 0.5))
        self.won = random.choice((0.0, 0.3, 0.6, 1.0))
        self.skipping = random.choice((0.0, 0.0, 0.3))
        self.branching = random.choice((1, 2, 2, 3, 3, 4, 7))
        self.noise = random.choice((0.0, 0.2, 0.5))
        if self.dense:
            self.keyed = 1.0
            self.players = random.choice(("in turn", "any"))
            self.chance = random.choice((0.0, 0.0, 0.2))
            self.ended = random.choice((0.0, 0.1))
            self.branching = random.choice((2, 3))
        magnitudes = MAGNITUDES if random.random() < 0.1 else [random.choice(MAGNITUDES)]
        values = random.sample(VALUES, len(VALUES) if self.dense else random.randint(2, 6))
        self.values: list[float] = [value * random.choice(magnitudes) for value in values]
        if random.random() < 0.3:
            self.values = [int(value) if value == int(value) else value for value in self.values]
        self.keys: set[Hashable] = set()

    def label(self, kinds: Sequence[str], used: set[Hashable]) -> Label:
        """A label whose object equals none of those used."""
        most = 2 * len(used) + 4
        while True:
            label = Label(self.random.choice(kinds), self.random.randrange(min(most, MOST_LABELS)))
            if label.make() not in used:
                used.add(label.make())
                return label
            most += 1

    def state(self, level: int, levels: int, later: Sequence[range]) -> State:
        """A state of a level; `later` are the states of the levels to come."""
        random = self.random
        player = {"in turn": (level + self.first) % 2, "any": random.randrange(2), "one": 0, "the other": 1}[
            self.players
        ]
        end: Win | float | None = None
        if level == levels or random.random() < (self.ended if level else 0.02):
            end = Win(random.randrange(2)) if random.random() < self.won else random.choice(self.values)
        used: set[Hashable] = set()
        least = 2 if self.dense else 1
        count = 0 if end is not None else random.randint(least, self.branching)
        moves = tuple(self.move(later, used) for _ in range(count))
        key = self.label(self.key_kinds, self.keys) if random.random() < self.keyed else None
        noisy = tuple(place for place in range(count) if random.random() < self.noise)
        obliged = bool(noisy) and random.random() < self.noise
        return State(player, random.choice(self.values), end, moves, key, noisy, obliged)

    def move(self, later: Sequence[range], used: set[Hashable]) -> Move:
        label = self.label(self.move_kinds, used)
        if self.random.random() >= self.chance:
            return Move(label, self.target(later))
        count = self.random.choice((1, 2, 2, 3, 3, 4, 6))
        outcomes = [
            Outcome(self.label(self.move_kinds, used), probability, self.target(later))
            for probability in self.probabilities(count)
        ]
        return Move(label, -1, tuple(outcomes))

    def probabilities(self, count: int) -> list[Fraction]:
        """Random probabilities that add up to one; some of them may be 0 or tiny."""
        random = self.random
        if count > 1 and random.random() < 0.15:
            tiny = random.choice(TINY)
            return [1 - (count - 1) * tiny, *(count - 1) * [tiny]]
        weights = [random.choice((0, 1, 1, 1, 2, 3, 5)) for _ in range(count)]
        if not any(weights):
            weights[random.randrange(count)] = 1
        return [Fraction(weight, sum(weights)) for weight in weights]

    def target(self, later: Sequence[range]) -> int:
        """A state of the next level, or of one further on."""
        level = self.random.choice(later) if self.random.random() < self.skipping else later[0]
        return self.random.choice(level)


def make_graph(seed: int) -> Graph:
    """The game of this number."""
    random = Random(seed)
    maker = Maker(random)
    levels = random.choice(MANY_LEVELS if maker.dense else LEVELS)
    sizes = [1, *(random.randint(2 if maker.dense else 1, 4) for _ in range(levels))]
    starts = list(accumulate(sizes, initial=0))
    ranges = [range(start, start + size) for start, size in zip(starts, sizes, strict=False)]
    states = tuple(
        maker.state(level, levels, ranges[level + 1 :]) for level, size in enumerate(sizes) for _ in range(size)
    )
    scale = random.choice((1, 100))
    chance = maker.chance > 0 or random.random() < 0.1
    graphs = [Graph(states, levels, decisive, scale, chance) for decisive in DECISIVES]
    clear = [graph for graph in graphs if graph.clear]
    graph = random.choice(clear) if clear and random.random() < 0.7 else random.choice(graphs)
    most = MANY_NODES if maker.dense else random.choice(MOST_NODES)
    depth = levels if maker.dense else random.randint(1, levels + 1)
    while depth > 1 and graph.size(depth) > most:
        depth -= 1
    return Graph(states, depth, graph.decisive, scale, chance)
