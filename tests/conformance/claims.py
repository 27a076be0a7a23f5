"""The claims of a result, compared with the oracle: the plain searches, run in fractions."""

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

RELATIVE = Fraction(1, 10**12)  # the relative error of a value that is no mean; values within it tie
SUM = Fraction(2, 10**14)  # the error of a mean, relative to the largest value that went into it
DISTANCE = Fraction(1, 10**4)  # the error of a mean distance to a win, in plies


class Broken(AssertionError):
    """A law that does not hold; `law` is its name."""

    def __init__(self, law: str, text: str) -> None:
        super().__init__(f"{law}: {text}")
        self.law = law


def demand(holds: bool, law: str, text: str) -> None:
    if not holds:
        raise Broken(law, text)


class ExactGame(Protocol):
    """A game for the oracle: a `plain.Game` with values in fractions, whose moves have names."""

    decisive: Fraction
    scale: Fraction
    averaging: bool  # whether chance decides moves
    bounded: bool  # whether the game bounds the values below a node, so that chance nodes can be cut
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
    """The answers of the oracle at one depth, and the notes that the game took during that search."""

    values: dict[str, Fraction]
    met: dict[str, Fraction]
    nodes: int
    guessed: bool


class Truth:
    """The right results of a search of any depth.

    weigh: the model of the opponent for Expectimax; if None, both sides play their best.
    quiescence: whether the search continues with noisy moves beyond its depth.
    """

    def __init__(
        self, game: ExactGame, weigh: plain.Weigh | None, mate_distance: bool, quiescence: bool = False
    ) -> None:
        self.game = game
        self.weigh = weigh and aside(weigh)
        self.left_out = False  # whether the model has given a move the weight 0
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
        """The weights of the model; `left_out` notes whether one was 0."""
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
        """A value of the oracle from the view of the side to move at the root."""
        demand(
            isinstance(value, (int, Fraction)), "exact", f"the plain search has made a float of fractions: {value!r}"
        )
        return Fraction(self.sign * value)

    def values(self, depth: int) -> dict[str, Fraction]:
        """The values of all root moves, in order of generation, from the view of the side to move."""
        return self.search(depth).values

    def nodes(self, depth: int) -> int:
        return self.search(depth).nodes

    def noise(self, name: str, depth: int) -> Fraction:
        """The largest error that floating point may cause in the value of a root move."""
        found = self.search(depth)
        return RELATIVE * abs(found.values[name]) + (SUM * found.met.get(name, 0) if self.averaging else 0)

    def last_depth(self, depth: int) -> int:
        """The least depth at which all lines reach the end of the game, so that deeper ones find no more; else this."""
        return next((less for less in range(1, depth) if not self.search(less).guessed), depth)

    def tie(self, name: str, depth: int) -> Fraction:
        """The largest difference from the value of this move at which a search may see a tie."""
        return 2 * RELATIVE * max(Fraction(1), abs(self.values(depth)[name])) + 2 * self.noise(name, depth)

    def forced(self, name: str, depth: int, winner: int, whatever: bool = False) -> bool:
        """Whether the winner wins within the depth after this root move, whatever chance and the other side do.

        whatever: whether the winner must win whatever he plays himself, too.
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
        if depth <= 0:  # at noisy moves one win is enough for the winner; the loser may stand pat unless obliged
            noisy, obliged = self.game.noisy(-depth)
            must = any if player == winner and not whatever else all
            return (obliged or must is any) and must(self.wins_by(move, depth - 1, winner, whatever) for move in noisy)
        chooses = player == winner and not (self.weigh is not None and player != self.root) and not whatever
        return (any if chooses else all)(self.wins_by(move, depth - 1, winner, whatever) for move in self.game.moves())


def aside(weigh: plain.Weigh) -> plain.Weigh:
    """The same model with weights in fractions. The positions that it looks at leave no notes in the game."""

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
    """All claims of a line are true for a search of this depth."""
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
    """With MateDistance: wins and losses are claimed if they are forced, and their plies are right."""
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
        for winner in (0, 1):  # if values are means, the move with the best mean need not win by force
            won = truth.forced(line.move, depth, winner, whatever=truth.averaging)
            demand(not won, "mate", f"{text}: player {winner} is sure to win")


def check_order(
    result: Result[str], truth: Truth, depth: int, multipv: int, draws: bool = False, mate_window: bool = False
) -> None:
    """The best moves come first, with exact values; ties are in order of generation.

    draws: the first move is drawn at random from the best. mate_window: a win of the full value may end the search.
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
    """Whether it depends on rounding if a search sees two values as tied."""
    values = truth.values(depth)
    difference = abs(values[one] - values[other])
    noise = truth.noise(one, depth) + truth.noise(other, depth) if truth.averaging else 0
    if difference == 0:
        return noise > RELATIVE * max(Fraction(1), abs(values[one]))
    return difference <= truth.tie(one, depth) + noise


def check_variation(line: Line[str], truth: Truth, whole: bool) -> None:
    """The principal variation can be played, up to a move that chance decides, and leads to its value.

    whole: it must reach the depth of the search, since no table could shorten it.
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
    """The result for a game that is over says how it ended."""
    end = game.ending()
    sign = 1 if game.player() == 0 else -1
    worth = game.decisive * (1 if end.player == 0 else -1) if isinstance(end, Win) else end
    assert worth is not None
    demand(result.move is None and not result.lines, "over", f"a move where the game is over: {result}")
    demand(Fraction(result.score.value) == sign * worth, "over", f"{result.score}, exactly {show(sign * worth)}")
    demand(result.score.plies == (0 if isinstance(end, Win) else None), "over", f"{result.score}")


def check_result(result: Result[str], truth: Truth, row: Row, limits: Limits) -> None:
    """Check all claims of a result; with a limit on nodes only those that hold for unfinished searches."""
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
    for depth in {result.depth, asked}:  # a smaller depth than asked is as good: all lines have reached the end
        check_order(result, truth, depth, int(row["MultiPV"]), row["TiePolicy"] == "random", window)
        if not window:
            for line in result.lines:
                check_claim(line, truth, depth)
    if row["Table"] == "off":
        check_nodes(result, truth, row)


def leaves_nothing_out(truth: Truth, row: Row) -> bool:
    """Whether a search looks at every move and outcome, except for those that a table knows."""
    star = str(row["Star"]) if row["Star"] != "Auto" else "Star2" if row["Deepening"] else "off"
    search = row["Search"] if row["Search"] != "Auto" else "Expectimax" if truth.game.averaging else "AlphaBeta"
    return search == "Minimax" or (search == "Expectimax" and (star == "off" or not truth.game.bounded))


def check_nodes(result: Result[str], truth: Truth, row: Row) -> None:
    """Nodes without a table: those of the whole tree if nothing is left out, and those of textbook alpha-beta."""
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
    """A fraction as text; a long one also as a decimal."""
    return str(number) if len(str(number)) < 12 else f"{number} = {float(number)!r}"


def show_all(values: dict[str, Fraction]) -> str:
    return ", ".join(f"{name} {show(value)}" for name, value in values.items())
