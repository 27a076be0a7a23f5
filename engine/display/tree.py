"""The tree that a search walks, as plain data: to be drawn, counted or read by a program, of any game.

The searches of plain.py walk it, in the order in which the game generates its moves; here it is only written down.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from math import inf
from typing import Any

from .. import games, plain
from ..analysis import analyse
from ..game import Game
from ..limits import Limits
from ..options import Value, options_of
from ..position import DEEPEST, Position
from ..support.text import printable

SEARCHES = MINIMAX, ALPHABETA, EXPECTIMAX = ("Minimax", "AlphaBeta", "Expectimax")  # of plain.py, which have a tree
LEAF, MAXIMIZE, MINIMIZE, CHANCE = KINDS = ("Leaf", "Maximize", "Minimize", "Chance")

# The whole tree at the asked depth, and no order learnt on the way: what plain.py walks, too.
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

Edge = tuple[str, float | None]  # a move as text, and how likely it is, None if somebody chooses it


@dataclass
class Node:
    """What a search met: a position, or a move that chance decides.

    kind: of KINDS; Chance is also a position in which the opponent of Expectimax plays anything.
    depth: decisions from the root. A move that chance decides stands at the depth of the position it is played in.
    value: the utility, from player 0's view, who maximizes. bound: "" if it is exact, "lower" or "upper" where a cut
        left it open.
    move, probability: of the edge from the parent; "" at the root, None where the move is chosen.
    board: the position as text; "" where chance decides a move, which is no position.
    pruned: the moves that were never searched, because of a cut.
    low, high: the window it was searched with: what lies outside of it changes nothing above.
    more: how many children were searched and are not written down, as they lie deeper than was asked for.
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
        """The node and all below it, parents first."""
        yield self
        for child in self.children:
            yield from child

    @property
    def size(self) -> int:
        """The textbook's count: root, inner nodes, chance nodes and leaves."""
        return sum(1 for _ in self)

    @property
    def height(self) -> int:
        """Layers below it, chance layers counted."""
        return max((1 + child.height for child in self.children), default=0)

    @property
    def best(self) -> Node | None:
        """The child that is chosen, the first of equals; None where nobody chooses."""
        if self.kind not in (MAXIMIZE, MINIMIZE):
            return None
        return next((child for child in self.children if child.value == self.value), None)


class Recorder(plain.Minimax):
    """Minimax, and over another search of plain.py that one, which writes down every node it meets."""

    position: Position[Any]
    board: Callable[[Any], str]
    found: Node
    path: list[tuple[Node, Iterator[Edge]]]  # from the root to here, each with the edges not walked yet
    deepest: int  # decisions from the root, below which nothing is kept
    check: Callable[[], None]  # called at each node: what it raises ends the walk

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
        """Hang a node below the one that is being searched, and search it."""
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
    """Against an opponent who errs: his moves are chance. What he never plays is left out."""

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
    """All options, so set that the tree is the textbook's; ValueError if one makes no sense."""
    settings = options_of(position)
    for name, value in {**options, **TEXTBOOK}.items():
        settings.set(name, str(value))
    if settings["MoveOrder"] == "Auto":  # as one looks at the board, in games that have that order
        offered = settings.table["moveorder"].choices
        settings.set("MoveOrder", LEFT_TO_RIGHT if LEFT_TO_RIGHT in offered else "generated")
    return games.without_rules(games.of(position), settings)


def recorder(search: str, position: Position[Any], options: Mapping[str, Value]) -> Recorder:
    """The recorder of a search by its name; ValueError if that has no tree."""
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
        return Recorder(distance)  # what is left of chance is the game's own, which Minimax averages, too
    if opponent == "uniform":
        return ExpectimaxRecorder(distance)
    depth, replies = int(options["OpponentDepth"]), plain.Minimax(distance)
    if opponent == "softmax":
        return ExpectimaxRecorder(distance, plain.softmax(int(options["OpponentTemperature"]), depth, replies))
    if opponent == "blunder":
        return ExpectimaxRecorder(distance, plain.blunder(int(options["OpponentBlunder"]) / 1000, depth, replies))
    raise ValueError(f"no tree is drawn against an opponent who is {opponent}")


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
    """The tree of a search; it grows fast, so `count` first.

    position: of any game; it stays as it is. search: Minimax, AlphaBeta or Expectimax. depth: in decisions.
    options: of docs/options.md; those that would change the shape of the tree are set to the textbook's.
    board: writes a position as text.
    levels: how many decisions deep it is written down, all of it if None; what lies deeper is searched all the same.
    above, window: for a part of the tree: the moves from the position to its node, chance included, and the window of
        that node. The depth is still that of the whole tree.
    check: called at each node; what it raises ends the walk, and is raised here.

    ValueError: a search without a tree, an option that makes no sense, moves that lead to no node of the tree.
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


def values_text(position: Position[Any], options: Mapping[str, Value] = {}) -> str:
    """Whose the values of a tree are, and what they are in where that has a name: "values to White in centipawns"."""
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
    """How many nodes `build` would make, by the compiled search; None if more than `most`."""
    settings = textbook(position, options)
    recorder(search, position, settings)  # which refuses what has no tree
    if depth == 0 or position.ending() is not None:
        return 1
    result = analyse(position, search, Limits(depth=depth, nodes=most + 1), settings)
    return result.nodes if result.depth == min(depth, DEEPEST) and result.nodes <= most else None


def deepest(position: Position[Any], search: str, depth: int, options: Mapping[str, Value], most: int) -> int:
    """The greatest depth, up to a given one, whose tree has at most so many nodes; 0 if that of depth 1 has more."""
    fitting = 0
    for tried in range(1, depth + 1):
        if count(position, search, tried, options, most) is None:
            break
        fitting = tried
    return fitting
