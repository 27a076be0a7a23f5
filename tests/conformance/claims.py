"""What a result claims, held against the oracle: the plain searches, run in fractions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import ceil, inf, isfinite
from typing import Any, Protocol

from oddsfish.engine import Limits, Line, Result, Win, plain

from .graphs import ply_cost
from .rows import Row

RELATIVE = Fraction(1, 10**12)  # what a value that is no mean may be off, and within which values tie
SUM = Fraction(2, 10**14)  # what a mean may be off, of the largest value that went into it
DISTANCE = Fraction(1, 10**4)  # plies that a mean distance to a win may be off


class Broken(AssertionError):
    """A law that does not hold; `law` is its name."""

    def __init__(self, law: str, text: str) -> None:
        super().__init__(f"{law}: {text}")
        self.law = law


def demand(holds: bool, law: str, text: str) -> None:
    if not holds:
        raise Broken(law, text)


class ExactGame(Protocol):
    """What the oracle is asked in: a `plain.Game` in fractions that names its moves."""

    decisive: Fraction
    scale: Fraction
    averaging: bool  # whether chance has a say
    bounded: bool  # whether the game bounds what a search can still find, so that chance nodes can be cut
    clear: bool  # whether a win is worth more than anything else
    met: dict[str, Fraction]  # the largest value met below each root move
    guessed: bool  # whether anything was evaluated before the game's end

    def moves(self) -> Sequence[Any]: ...
    def noisy(self, behind: int) -> tuple[Sequence[Any], bool]: ...
    def chances(self, move: Any) -> Sequence[tuple[Any, Fraction]]: ...
    def play(self, move: Any) -> None: ...
    def undo(self) -> None: ...
    def player(self) -> int: ...
    def ending(self) -> Win | Fraction | None: ...
    def value(self) -> Fraction: ...
    def name(self, move: Any) -> str: ...
    def find(self, name: str) -> Any: ...


@dataclass(frozen=True)
class Found:
    """What the oracle says at one depth, and what the game noted while it was asked."""

    values: dict[str, Fraction]
    met: dict[str, Fraction]
    nodes: int
    guessed: bool


class Truth:
    """What a search that looks so deep has to find.

    weigh: the model of the opponent, as Expectimax may have one; else both sides play their best.
    quiescence: whether it looks on behind that, at noisy moves.
    """

    def __init__(
        self, game: ExactGame, weigh: plain.Weigh | None, mate_distance: bool, quiescence: bool = False
    ) -> None:
        self.game = game
        self.weigh = weigh and aside(weigh)
        self.left_out = False  # whether the model has ruled a move out
        self.mate_distance = mate_distance
        self.quiescence = quiescence
        self.root = game.player()
        self.sign = 1 if self.root == 0 else -1
        self.averaging = game.averaging or weigh is not None
        self.cost = ply_cost(game.decisive, game.scale)
        self.known: dict[int, Found] = {}

    def oracle(self) -> plain.Minimax:
        if self.weigh is None:
            oracle = plain.Minimax(self.mate_distance, self.quiescence)
        else:
            oracle = plain.Expectimax(self.mate_distance, self.noted, self.quiescence)
        oracle.player = self.root
        return oracle

    def noted(self, game: plain.Game, moves: Sequence[Any]) -> Sequence[float]:
        """What the model says, with a note of what it rules out."""
        assert self.weigh is not None
        weights = self.weigh(game, moves)
        self.left_out = self.left_out or 0 in weights
        return weights

    def search(self, depth: int) -> Found:
        if depth not in self.known:
            oracle = self.oracle()
            self.game.met.clear()
            self.game.guessed = False
            lines = oracle.root(self.game, depth)  # type: ignore[arg-type]
            values = {self.game.name(move): self.exact(value) for move, value in lines}
            self.known[depth] = Found(values, dict(self.game.met), oracle.nodes, self.game.guessed)
        return self.known[depth]

    def exact(self, value: Any) -> Fraction:
        """A value of the oracle as whoever is to move at the root sees it."""
        demand(
            isinstance(value, (int, Fraction)), "exact", f"the plain search has made a float of fractions: {value!r}"
        )
        return Fraction(self.sign * value)

    def values(self, depth: int) -> dict[str, Fraction]:
        """Of every root move, in order of generation, as whoever is to move sees it."""
        return self.search(depth).values

    def nodes(self, depth: int) -> int:
        return self.search(depth).nodes

    def noise(self, name: str, depth: int) -> Fraction:
        """How far floating point may take the value of a root move from the exact one."""
        found = self.search(depth)
        return RELATIVE * abs(found.values[name]) + (SUM * found.met.get(name, 0) if self.averaging else 0)

    def last_depth(self, depth: int) -> int:
        """The depth from which on, up to this one, there is nothing more to find: all games have come to their end."""
        return next((less for less in range(1, depth) if not self.search(less).guessed), depth)

    def tie(self, name: str, depth: int) -> Fraction:
        """How near a value may come to that of this move and be taken for equal."""
        return 2 * RELATIVE * max(Fraction(1), abs(self.values(depth)[name])) + 2 * self.noise(name, depth)

    def forced(self, name: str, depth: int, winner: int, whatever: bool = False) -> bool:
        """Whether after this root move the winner wins within the depth, whatever chance and the other side do.

        whatever: whatever the winner does, too.
        """
        return self.wins_by(self.game.find(name), depth - 1, winner, whatever)

    def wins_by(self, move: Any, depth: int, winner: int, whatever: bool) -> bool:
        chances = self.game.chances(move)
        for certain in [certain for certain, probability in chances if probability] if chances else [move]:
            self.game.play(certain)
            won = self.wins(depth, winner, whatever)
            self.game.undo()
            if not won:
                return False
        return True

    def wins(self, depth: int, winner: int, whatever: bool) -> bool:
        end = self.game.ending()
        if end is not None or (depth <= 0 and not self.quiescence):
            return isinstance(end, Win) and end.player == winner
        player = self.game.player()
        if depth <= 0:  # whoever wins may look for it, if nothing else will do; whoever loses may stand pat
            noisy, obliged = self.game.noisy(-depth)
            must = any if player == winner and not whatever else all
            return (obliged or must is any) and must(self.wins_by(move, depth - 1, winner, whatever) for move in noisy)
        chooses = player == winner and not (self.weigh is not None and player != self.root) and not whatever
        return (any if chooses else all)(self.wins_by(move, depth - 1, winner, whatever) for move in self.game.moves())


def aside(weigh: plain.Weigh) -> plain.Weigh:
    """The same model in fractions. What it looks at is not what the search has met."""

    def weigh_aside(game: Any, moves: Sequence[Any]) -> Sequence[float]:
        met, guessed = dict(game.met), game.guessed
        weights = [Fraction(weight) for weight in weigh(game, moves)]
        game.met.clear()
        game.met.update(met)
        game.guessed = guessed
        return weights  # type: ignore[return-value]

    return weigh_aside


def model_of(row: Row) -> plain.Weigh | None:
    """The model of the opponent that a row of options names; None if he is optimal."""
    depth = int(row["OpponentDepth"])
    search = plain.Minimax(bool(row["MateDistance"]), bool(row.get("Quiescence")))
    models = {
        "uniform": plain.uniform(),
        "softmax": plain.softmax(int(row["OpponentTemperature"]), depth, search),
        "blunder": plain.blunder(Fraction(int(row["OpponentBlunder"]), 1000), depth, search),  # type: ignore[arg-type]
    }
    return models.get(str(row["Opponent"]))


def check_claim(line: Line[str], truth: Truth, depth: int) -> None:
    """A line says nothing that is not so, for a search of this depth."""
    score = line.score
    text = f"{line.move} {score} at depth {depth}"
    if line.depth == 0:
        demand(score.bound == "unknown", "unsearched", f"{text}: nobody has looked at this move")
        return
    exact = truth.values(depth)[line.move]
    noise = truth.noise(line.move, depth)
    text += f", exactly {show(exact)}"
    demand(score.bound in ("", "upper"), "bound", text)
    demand(isfinite(score.value), "value", text)
    if score.bound == "":
        demand(abs(Fraction(score.value) - exact) <= noise, "value", text)
    else:
        demand(exact <= Fraction(score.value) + noise, "bound", text)
    check_plies(line, truth, depth, text)


def check_plies(line: Line[str], truth: Truth, depth: int, text: str) -> None:
    """A win or loss is said to be forced where it is; how many plies it takes, if they cost anything."""
    plies = line.score.plies
    exact = line.score.bound == ""
    if plies is not None:
        demand(truth.mate_distance and abs(plies) > 0 and (abs(plies) <= depth or truth.quiescence), "plies", text)
    if not truth.game.clear or not truth.mate_distance:
        return
    if plies is not None and (exact or plies < 0):
        winner = truth.root if plies > 0 else 1 - truth.root
        demand(truth.forced(line.move, depth, winner), "forced", f"{text}: this is not forced")
    if plies is not None and exact:
        distance = (truth.game.decisive - abs(truth.values(depth)[line.move])) / truth.cost
        demand(abs(plies) in (ceil(distance), ceil(distance - DISTANCE)), "plies", f"{text}: {show(distance)} plies")
    if plies is None and exact and not truth.left_out:
        for winner in (0, 1):  # where means are taken, a better mean need not be a forced win
            won = truth.forced(line.move, depth, winner, whatever=truth.averaging)
            demand(not won, "mate", f"{text}: player {winner} is sure to win")


def check_order(
    result: Result[str], truth: Truth, depth: int, multipv: int, draws: bool = False, mate_window: bool = False
) -> None:
    """The best moves come first, with exact values, those that tie in order of generation.

    draws: one of the best is drawn by lot. mate_window: a win as large as any may end the search.
    """
    values = truth.values(depth)
    best = max(values.values())
    first = result.lines[0]
    text = f"{[(line.move, line.score.value, line.score.bound) for line in result.lines]}, exactly {show_all(values)}"
    demand(first.score.bound == "", "best", text)
    demand(values[first.move] >= best - truth.tie(first.move, depth), "best", text)
    if mate_window and best == truth.game.decisive:
        return
    shown = result.lines[:multipv]
    demand(all(line.score.bound == "" for line in shown), "multipv", text)
    demand(all(line.depth == result.depth for line in result.lines), "depth", text)
    ordered = sorted(values, key=lambda name: -values[name])  # stable
    if any(unsure(truth, depth, one, other) for one, other in pairwise(ordered)):
        return
    if draws:
        ties = [line for line in result.lines if values[line.move] == best]
        demand(all(line.score.bound == "" for line in ties), "ties", text)
        ordered.remove(first.move)
        ordered.insert(0, first.move)
    demand([line.move for line in shown] == ordered[:multipv], "order", text)


def unsure(truth: Truth, depth: int, one: str, other: str) -> bool:
    """Whether it is not certain what rounding makes of two values: a tie, or not."""
    values = truth.values(depth)
    difference = abs(values[one] - values[other])
    noise = truth.noise(one, depth) + truth.noise(other, depth) if truth.averaging else 0
    if difference == 0:
        return noise > RELATIVE * max(Fraction(1), abs(values[one]))
    return difference <= truth.tie(one, depth) + noise


def check_variation(line: Line[str], truth: Truth, whole: bool) -> None:
    """The principal variation can be played, up to where chance decides, and leads to its value.

    whole: it goes on to the depth of the search, since nothing was looked up in a table.
    """
    game = truth.game
    text = f"{line.move} {line.score}, variation {' '.join(line.pv)}"
    demand(bool(line.pv) and line.pv[0] == line.move, "variation", text)
    demand(len(line.pv) <= max(line.depth, 1) or truth.quiescence, "variation", f"{text} at depth {line.depth}")
    exact = line.depth > 0 and line.score.bound == ""
    played = 0
    value: Any = None
    for name in line.pv:
        demand(value is None and game.ending() is None, "variation", f"{text} goes on behind {name}")
        move = game.find(name)
        demand(move is not None, "variation", f"{text}: {name} is illegal")
        if game.chances(move):
            depth = line.depth - played - 1
            value = truth.oracle().after(game, move, depth, played + 1, -inf, inf) if exact else 0  # type: ignore[arg-type]
        else:
            game.play(move)
            played += 1
    if exact:
        if value is None:
            over = (
                played == line.depth
                or game.ending() is not None
                or (truth.weigh is not None and game.player() != truth.root)
            )
            demand(over or not whole or truth.quiescence, "variation", f"{text} ends early")
            value = truth.oracle().value(game, line.depth - played, played, -inf, inf)  # type: ignore[arg-type]
        wanted = truth.exact(value)
        noise = 2 * truth.noise(line.move, line.depth)
        demand(abs(wanted - Fraction(line.score.value)) <= noise, "variation", f"{text} leads to {show(wanted)}")
    for _ in range(played):
        game.undo()


def check_over(result: Result[str], game: ExactGame) -> None:
    """Of a game that is over it is said how it ended."""
    end = game.ending()
    sign = 1 if game.player() == 0 else -1
    worth = game.decisive * (1 if end.player == 0 else -1) if isinstance(end, Win) else end
    assert worth is not None
    demand(result.move is None and not result.lines, "over", f"a move where the game is over: {result}")
    demand(Fraction(result.score.value) == sign * worth, "over", f"{result.score}, exactly {show(sign * worth)}")
    demand(result.score.plies == (0 if isinstance(end, Win) else None), "over", f"{result.score}")


def check_result(result: Result[str], truth: Truth, row: Row, limits: Limits) -> None:
    """All that a result says, as far as the limits let the search find it."""
    if truth.game.ending() is not None:
        check_over(result, truth.game)
        return
    asked = limits.depth or 0
    names = [line.move for line in result.lines]
    first = result.lines[0]
    demand(sorted(names) == sorted(map(truth.game.name, truth.game.moves())), "moves", f"{names}")
    demand((result.move, result.score, result.pv) == (first.move, first.score, first.pv), "first", f"{result}")
    for line in result.lines:
        check_claim(line, truth, line.depth)
        check_variation(line, truth, row["Table"] == "off")
    if limits.nodes is not None:
        demand(result.nodes <= limits.nodes, "limit", f"{result.nodes} nodes of {limits.nodes}")
        return
    last = truth.last_depth(asked) if row["Deepening"] else asked
    whole = leaves_nothing_out(truth, row)
    demand(result.depth == last if whole else result.depth <= last, "depth", f"{result.depth}, not {last}")
    window = row["RootWindow"] == "mate" and not row["MateDistance"]
    for depth in {result.depth, asked}:  # less than what was asked is as good: the game has been seen to its end
        check_order(result, truth, depth, int(row["MultiPV"]), row["TiePolicy"] == "random", window)
        if not window:
            for line in result.lines:
                check_claim(line, truth, depth)
    if row["Table"] == "off":
        check_nodes(result, truth, row)


def leaves_nothing_out(truth: Truth, row: Row) -> bool:
    """Whether a search looks at every move and outcome, but for what a table knows."""
    star = str(row["Star"]) if row["Star"] != "Auto" else "Star2" if row["Deepening"] else "off"
    search = row["Search"] if row["Search"] != "Auto" else "Expectimax" if truth.game.averaging else "AlphaBeta"
    return search == "Minimax" or (search == "Expectimax" and (star == "off" or not truth.game.bounded))


def check_nodes(result: Result[str], truth: Truth, row: Row) -> None:
    """Without a table: all nodes of the tree where nothing is left out, and those of the textbook's alpha-beta."""
    depths = range(1, result.depth + 1) if row["Deepening"] else [result.depth]
    if leaves_nothing_out(truth, row) and not (truth.quiescence and truth.averaging):
        wanted = sum(map(truth.nodes, depths))
        demand(result.nodes == wanted, "nodes", f"{result.nodes}, not {wanted}")
    textbook = {"MultiPV": 1, "Fail": "soft", "Cut": "non-strict", "RootWindow": "infinite", "TiePolicy": "first"}
    if (
        row["Search"] == "AlphaBeta"
        and not row["Deepening"]
        and row["MoveOrder"] != "Auto"
        and all(row[name] == value for name, value in textbook.items())
        and not truth.averaging
    ):
        oracle = plain.AlphaBeta(truth.mate_distance, truth.quiescence)
        name, value = oracle.best(truth.game, result.depth)  # type: ignore[arg-type]
        demand(truth.exact(value) == max(truth.values(result.depth).values()), "oracle", f"{name} {value}")
        demand(result.nodes == oracle.nodes, "nodes", f"{result.nodes}, not {oracle.nodes}")


def show(number: Fraction) -> str:
    """Short where it is, and in decimals."""
    return str(number) if len(str(number)) < 12 else f"{number} = {float(number)!r}"


def show_all(values: dict[str, Fraction]) -> str:
    return ", ".join(f"{name} {show(value)}" for name, value in values.items())
