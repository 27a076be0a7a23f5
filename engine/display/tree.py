"""The search tree as plain data, for any game: a program can draw it, count it or read it.

The searches of plain.py search it, in the order in which the game generates its moves. This module only records it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from math import inf, nan
from typing import Any

from .. import games, plain
from ..analysis import analyse
from ..game import Game
from ..game_tree import kinds
from ..game_tree import text as texts
from ..game_tree import trace as traces
from ..game_tree.tree import GameTree
from ..limits import Limits
from ..opponents.choice import model_for
from ..options import Value, options_of
from ..position import DEEPEST, Position
from ..support.text import printable

SEARCHES = MINIMAX, ALPHABETA, EXPECTIMAX = ("Minimax", "AlphaBeta", "Expectimax")  # of plain.py, which have a tree
LEAF, MAXIMIZE, MINIMIZE, CHANCE = KINDS = ("Leaf", "Maximize", "Minimize", "Chance")

# The whole tree at the requested depth, without a learnt order of moves: the same tree as in plain.py.
LEFT_TO_RIGHT = "left-to-right"
TEXTBOOK: Mapping[str, Value] = {
    "Deepening": False,
    "Table": False,
    "MultiPV": 1,
    "TiePolicy": "first",
    "Fail": "soft",
    "Cut": "non-strict",
    "RootWindow": "infinite",
    "Star": "off",
    "Quiescence": False,
}

# Trees that are written down, and searches on them step by step.
parse, write, trace = texts.parse, texts.write, traces.trace
WRITTEN = {LEAF: kinds.LEAF, MAXIMIZE: kinds.MAX, MINIMIZE: kinds.MIN, CHANCE: kinds.CHANCE}

Edge = tuple[str, float | None]  # a move as text, and its probability; None if a player chooses it


@dataclass
class Node:
    """A node of the tree: a position, or a move that chance decides.

    kind: one of KINDS. A position in which the opponent of Expectimax plays any move is a Chance node, too.
    depth: decisions from the root. A move that chance decides has the depth of the position in which it is played.
    board: the position as text; "" for a move that chance decides, which is no position.
    move, probability: the edge from the parent. The move is "" at the root; the probability is None if a player chooses
        the move.
    value: the utility, from the view of player 0, who maximizes.
    bound: "" if the value is exact, "lower" or "upper" if a cut made it a bound.
    children: the nodes below.
    pruned: the moves that were never searched, because of a cut.
    low, high: the window of the search. A value outside it changes nothing above this node.
    more: how many children were searched but not recorded, because they are deeper than the requested levels.
    """

    kind: str
    depth: int
    board: str
    move: str = ""
    probability: float | None = None
    value: float = 0.0
    bound: str = ""
    children: list[Node] = field(default_factory=list)
    pruned: tuple[str, ...] = ()
    low: float = -inf
    high: float = inf
    more: int = 0

    def __iter__(self) -> Iterator[Node]:
        """Yield the node and all nodes below it, parents first."""
        yield self
        for child in self.children:
            yield from child

    @property
    def size(self) -> int:
        """The number of nodes as in a textbook: root, inner nodes, chance nodes and leaves."""
        return sum(1 for _ in self)

    @property
    def height(self) -> int:
        """The number of layers below this node, chance layers included."""
        return max((1 + child.height for child in self.children), default=0)

    @property
    def best(self) -> Node | None:
        """The child that is chosen, the first of equals; None if no player chooses here."""
        if self.kind not in (MAXIMIZE, MINIMIZE):
            return None
        return next((child for child in self.children if child.value == self.value), None)


class Recorder(plain.Minimax):
    """Minimax that records every node it visits. Its subclasses combine it with another search of plain.py."""

    position: Position[Any]
    board: Callable[[Any], str]
    found: Node
    path: list[tuple[Node, Iterator[Edge]]]  # from the root to here, each with the edges not walked yet
    deepest: int  # decisions from the root; deeper nodes are not kept
    check: Callable[[], None]  # called at each node; an exception ends the walk

    def after(self, game: plain.Game, move: Any, depth: int, ply: int, low: float, high: float) -> float:
        chances = game.chances(move)
        if not chances:
            return super().after(game, move, depth, ply, low, high)
        edges = [(self.position.notation(certain), probability) for certain, probability in chances]
        with self.noted(Node(CHANCE, ply - 1, "", low=low, high=high), edges) as node:
            node.value = super().after(game, move, depth, ply, low, high)
        return node.value

    def value(self, game: plain.Game, depth: int, ply: int, low: float, high: float) -> float:
        leaf = depth == 0 or game.ending() is not None
        kind = LEAF if leaf else self.kind(game)
        self.check()
        board = self.board(game) if ply <= self.deepest else ""
        found = Node(kind, ply, board, low=low, high=high)
        with self.noted(found, [] if leaf else self.edges(game)) as node:
            node.value = super().value(game, depth, ply, low, high)
        if node.pruned or any(child.bound for child in node.children):
            node.bound = "lower" if node.value >= high else "upper" if node.value <= low else ""
        if ply >= self.deepest:
            node.more, node.children = len(node.children), []
        return node.value

    @contextmanager
    def noted(self, node: Node, edges: Sequence[Edge]) -> Iterator[Node]:
        """Add a node below the current one. Inside the context, the new node is the current one."""
        if self.path:
            parent, ways = self.path[-1]
            node.move, node.probability = next(ways)  # a search walks the moves in order
            parent.children.append(node)
        else:
            self.found = node
        ways = iter(edges)
        self.path.append((node, ways))
        yield node
        self.path.pop()
        node.pruned = tuple(move for move, _ in ways)

    def kind(self, game: plain.Game) -> str:
        return MAXIMIZE if game.player() == 0 else MINIMIZE

    def edges(self, game: plain.Game) -> list[Edge]:
        return [(self.position.notation(move), None) for move in game.moves()]


class AlphaBetaRecorder(Recorder, plain.AlphaBeta):
    pass


class ExpectimaxRecorder(Recorder, plain.Expectimax):
    """Expectimax against an opponent that makes mistakes: its moves are chance.

    Moves that it never plays are left out.
    """

    def kind(self, game: plain.Game) -> str:
        return super().kind(game) if game.player() == self.player else CHANCE

    def edges(self, game: plain.Game) -> list[Edge]:
        if game.player() == self.player:
            return super().edges(game)
        moves = game.moves()
        weights = self.weigh(game, moves)
        total = sum(weights)
        ways = zip(moves, weights, strict=True)
        return [(self.position.notation(move), weight / total) for move, weight in ways if weight != 0]


def textbook(position: Position[Any], options: Mapping[str, Value]) -> Mapping[str, Value]:
    """Return all options, set so that the tree is that of the textbook.

    ValueError if an option is wrong.
    """
    settings = options_of(position)
    for name, value in {**options, **TEXTBOOK}.items():
        settings.set(name, str(value))
    if settings["MoveOrder"] == "Auto":  # as people see the board, in games that have this order
        offered = settings.table["moveorder"].choices
        settings.set("MoveOrder", LEFT_TO_RIGHT if LEFT_TO_RIGHT in offered else "generated")
    return games.without_rules(games.of(position), settings)


def recorder(search: str, position: Position[Any], options: Mapping[str, Value]) -> Recorder:
    """Return the recorder of a search by its name; ValueError if that search has no tree."""
    distance = bool(options["MateDistance"])
    if search == MINIMAX:
        return Recorder(distance)
    if search == ALPHABETA:
        return AlphaBetaRecorder(distance)
    if search != EXPECTIMAX:
        raise ValueError(
            f"{printable(search)} has no tree to draw: choose {', '.join(SEARCHES[:-1])} or {SEARCHES[-1]}"
        )
    opponent = position.opponent if options["Opponent"] == "Auto" else options["Opponent"]
    if opponent == "optimal":
        return Recorder(distance)  # only the chance of the game itself is left, which Minimax averages, too
    if opponent == "uniform":
        return ExpectimaxRecorder(distance)
    depth, replies = int(options["OpponentDepth"]), plain.Minimax(distance)
    if opponent == "softmax":
        return ExpectimaxRecorder(distance, plain.softmax(int(options["OpponentTemperature"]), depth, replies))
    if opponent == "blunder":
        return ExpectimaxRecorder(distance, plain.blunder(int(options["OpponentBlunder"]) / 1000, depth, replies))
    model: Any = model_for(str(opponent), position, options)
    return ExpectimaxRecorder(distance, lambda game, moves: model.weights(game))


def build(
    position: Position[Any],
    search: str = "Minimax",
    depth: int = 2,
    options: Mapping[str, Value] = {},
    board: Callable[[Any], str] = lambda position: "",
    *,
    levels: int | None = None,
    above: Sequence[str] = (),
    window: tuple[float, float] = (-inf, inf),
    check: Callable[[], None] = lambda: None,
) -> Node:
    """Build the tree of a search and return its root. Trees grow fast: call `count` first.

    position: a position of any game; it is not changed.
    search: Minimax, AlphaBeta or Expectimax.
    depth: the depth in decisions.
    options: options of docs/options.md. Those that would change the shape of the tree are set as in a textbook.
    board: returns the text of a position.
    levels: how many decisions deep the tree is recorded; all of it if None. Deeper nodes are still searched.
    above, window: build only a part of the tree. They are the moves from the position to the root of this part,
        chance included, and the search window of that root. The depth is still that of the whole tree.
    check: called at each node. An exception that it raises ends the search, and is raised here.

    ValueError for a search without a tree, a wrong option, a depth out of range, or moves that lead to no node of the
    tree.
    """
    if not 0 <= depth <= DEEPEST:
        raise ValueError(f"a depth is 0 or more, and at most {DEEPEST}, not {depth}")
    if len(above) > depth:
        raise ValueError(f"no node of this tree is {len(above)} moves deep")
    settings = textbook(position, options)
    position = position.clone()
    position.configure(settings)
    walker = recorder(search, position, settings)
    walker.player = position.player()
    for move in above:
        position.play(position.parse_certain(move))
    walker.position, walker.board, walker.path, walker.check = position, board, [], check
    walker.deepest = DEEPEST if levels is None else len(above) + levels
    walker.value(position, depth - len(above), len(above), *window)
    return walker.found


def written(root: Node, unit: float = 1) -> GameTree:
    """Return the tree of a search as a tree that is written down: `write` makes a text of it for the tree editor.

    unit: what a value of 1 stands for, such as 1 / 100 if values are in hundredths. Moves that were cut are left out.
    """
    probability = nan if root.probability is None else root.probability
    value = root.value * unit if root.kind == LEAF else nan
    below = tuple(written(child, unit) for child in root.children)
    return GameTree(WRITTEN[root.kind], value, below, root.move, probability)


def values_text(position: Position[Any], options: Mapping[str, Value] = {}) -> str:
    """Return whose values a tree shows, and their unit if it has a name: "values to White in centipawns"."""
    game = games.of(position)
    if game is None:
        return "values to player 0"
    position = position.clone()
    position.configure(textbook(position, options))
    named = {1.0: game.unit, 100.0: "" if game.score_unit == Game.score_unit else game.score_unit}
    unit = named.get(position.scale, f"{position.scale:g} {game.unit}")
    return f"values to {game.seats[0]}{unit and f' in {unit}'}"


def count(
    position: Position[Any], search: str, depth: int, options: Mapping[str, Value] = {}, most: int = 10_000_000
) -> int | None:
    """Return how many nodes `build` would make, by the compiled search; None if more than `most`."""
    settings = textbook(position, options)
    recorder(search, position, settings)  # ValueError if the search has no tree
    if depth == 0 or position.ending() is not None:
        return 1
    result = analyse(position, search, Limits(depth=depth, nodes=most + 1), settings)
    return result.nodes if result.depth == min(depth, DEEPEST) and result.nodes <= most else None


def deepest(position: Position[Any], search: str, depth: int, options: Mapping[str, Value], most: int) -> int:
    """Return the greatest depth, up to a given one, at which the tree has at most `most` nodes.

    0 if the tree of depth 1 has more.
    """
    fitting = 0
    for tried in range(1, depth + 1):
        if count(position, search, tried, options, most) is None:
            break
        fitting = tried
    return fitting
