"""Iterative deepening around any search: depth after depth until a limit is reached or nothing is left to find."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import ceil, inf
from random import Random

from .clock import Budget
from .game import Position
from .limits import Info, Limits, Line, Result, Score
from .options import Value
from .searches.search import DEEPEST, Search
from .searches.search import Line as RootLine
from .searches.table import Table

ROUNDING = 1e-9  # of a centi-unit: what floating point may lose on the distance to a win
QUIET = 1.0  # seconds before single root moves are worth a report


@dataclass(frozen=True)
class Task:
    """What to search and how: everything that stays the same from depth 1 to the last."""

    search: Search
    position: Position
    limits: Limits
    options: Mapping[str, Value]
    table: Table | None = None

    @property
    def sign(self) -> int:
        return 1 if self.position.player() == 0 else -1

    def score(self, line: RootLine) -> Score:
        """A root line's value as the player to move sees it."""
        value = self.sign * line.value
        plies = None
        if line.forced and self.options["MateDistance"]:
            distance = ceil((self.position.decisive - abs(value)) * self.position.scale - ROUNDING)
            plies = distance if value > 0 else -distance
        return Score(value, round(value * self.position.scale), plies, "" if line.exact else "upper")

    def line(self, line: RootLine) -> Line[str]:
        pv = self.search.follow(line.moves)
        return Line(pv[0], self.score(line), pv, line.depth, line.seldepth)


class Watch:
    """Time and budget of a running search; the budget can be set anew while it runs (ponderhit)."""

    def __init__(self, search: Search) -> None:
        self.search = search
        self.began = time.monotonic()
        self.soft = inf

    def allow(self, budget: Budget) -> None:
        """The budget counts from now."""
        now = time.monotonic()
        self.soft = now + budget.soft
        self.search.deadline = now + budget.hard

    @property
    def elapsed(self) -> float:
        return time.monotonic() - self.began


def deepen(
    task: Task,
    budget: Budget | None = None,
    report: Callable[[Info], None] = lambda info: None,
    started: Callable[[Watch], None] = lambda watch: None,
) -> Result[str]:
    """Search a position as its task says and return what was found; `report` is told while it goes on."""
    search, position, limits, options = task.search, task.position, task.limits, task.options
    search.configure(options)
    search.begin(position, task.table, set(limits.moves) or None)
    if limits.nodes is not None:
        search.node_limit = max(1, limits.nodes)
    watch = Watch(search)
    if budget is not None:
        watch.allow(budget)
    started(watch)

    def info(depth: int, line: RootLine | None, number: int, current: str = "") -> Info:
        fullness = task.table.fullness() if task.table is not None else 0
        found = task.line(line) if line is not None else None
        return Info(depth, search.nodes, watch.elapsed, fullness, number, found, current)

    if not search.lines:
        return nothing_to_play(task, watch, report)

    def tell_lines() -> None:
        for number, line in enumerate(search.lines[:wanted], 1):
            if line.exact:
                report(info(line.depth, line, number))

    wanted = min(int(options["MultiPV"]), len(search.lines))
    random = options["TiePolicy"] == "random"
    target = last_depth(limits)
    done = 0
    for depth in range(1 if options["Deepening"] else target, target + 1):

        def look_at(line: RootLine, number: int, depth: int = depth) -> None:
            if watch.elapsed >= QUIET:
                report(info(depth, None, number, search.follow([line.move])[0]))

        finished = search.deepen(depth, wanted, random, depth > 1 or not options["Deepening"], look_at)
        tell_lines()
        if not finished:
            break
        done = depth
        if enough(task, watch, depth, budget):
            break

    if not search.lines[0].depth:  # stopped before a single move was searched
        report(Info(0, search.nodes, watch.elapsed, line=unsearched(task)))
    if random and search.lines[0].depth:
        choose_among_best(search.lines, Random(int(options["Seed"])))
        tell_lines()  # the last that is told begins with the move that is played
    lines = tuple(task.line(line) for line in search.lines)
    if not search.lines[0].depth:
        lines = (unsearched(task), *lines[1:])
    best = lines[0]
    return Result(best.move, best.score, best.pv, done, search.nodes, watch.elapsed, lines)


def last_depth(limits: Limits) -> int:
    """The depth that ends the search; a mate in n moves takes 2n - 1 plies."""
    depth = min(DEEPEST, max(1, limits.depth)) if limits.depth is not None else DEEPEST
    return min(depth, max(1, 2 * limits.mate - 1)) if limits.mate is not None else depth


def enough(task: Task, watch: Watch, depth: int, budget: Budget | None) -> bool:
    """Whether another iteration would be too late or find nothing new."""
    search = task.search
    best = task.score(search.lines[0])
    if search.halted or search.nodes >= search.node_limit or time.monotonic() >= watch.soft:
        return True
    if not search.horizon:
        return True  # the whole game has been searched to its end
    if task.limits.mate is not None and best.plies is not None and 0 < best.plies <= 2 * task.limits.mate - 1:
        return True
    if budget is None or not budget.managed:
        return False
    return len(search.lines) == 1 or (best.plies is not None and abs(best.plies) <= depth)


def choose_among_best(lines: list[RootLine], random: Random) -> None:
    """Bring one of the equally good moves to the front."""
    ties = [number for number, line in enumerate(lines) if line.exact and line.value == lines[0].value]
    chosen = random.choice(ties)
    lines.insert(0, lines.pop(chosen))


def unsearched(task: Task) -> Line[str]:
    """The first legal move with the evaluation of the position itself: better than no move at all."""
    value = task.sign * task.search.static_value()
    (move,) = task.search.follow([task.search.lines[0].move])
    return Line(move, Score(value, round(value * task.position.scale)), (move,), 0, 0)


def nothing_to_play(task: Task, watch: Watch, report: Callable[[Info], None]) -> Result[str]:
    """The game is over: a mate in 0 against the side to move, or what the end is worth."""
    ending = task.position.ending()
    if ending is None or isinstance(ending, float):
        value = task.sign * (ending or 0.0)
        score = Score(value, round(value * task.position.scale))
    else:
        value = task.position.decisive * (1 if ending.player == task.position.player() else -1)
        score = Score(value, round(value * task.position.scale), 0 if value < 0 else 1)
    report(Info(0, 0, watch.elapsed, line=Line("", score, (), 0, 0)))
    return Result(None, score, (), 0, 0, watch.elapsed, ())
