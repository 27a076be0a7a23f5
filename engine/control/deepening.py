"""Iterative deepening around any search: depth after depth, until a limit is reached or nothing is left to find."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cached_property
from math import ceil, inf
from random import Random

from ..limits import Limits
from ..options import Value
from ..position import DEEPEST, Position, Win, ending_of, player_of
from ..results import Info, Line, Result, Score
from ..searches.any_table import AnyTable
from ..searches.search import RootMove, Search, no_way_on, tied
from .adviser import NOTHING, Advice
from .budget import Budget, Stability

ROUNDING = 1e-4  # of the cost of a ply: more than the rounding errors of a distance to a win
NODES_OF_DEPTH_1 = 10000  # that depth 1 may take, even if a handicap allows fewer
REPORT_FROM = 1.0  # seconds; from then on, single root moves (`currmove`) and bounds are reported
# The score of a known win that is no proved mate, in centi-units, and how far the result of the search may move it. It
# stays above all evaluations and below all mates.
KNOWN_WIN = 10000
LEEWAY = 5000


class Deepening:
    """One search of one position, from depth 1 on. One thread calls `run`; others may call `allow` and `halt`."""

    def __init__(
        self,
        search: Search,
        position: Position,
        limits: Limits,
        options: Mapping[str, Value],
        table: AnyTable | None = None,
        report: Callable[[Info], None] = lambda info: None,
        random: Random | None = None,
        advice: Advice = NOTHING,
        told: int | None = None,
    ) -> None:
        """Prepare a search.

        random: the source of random numbers, for ties and handicaps; by default a new one, seeded with Seed.
        told: the number of root moves in the result, None for all.
        """
        self.told = told
        self.random = Random(int(options["Seed"])) if random is None else random
        self.search = search
        self.position = position
        self.limits = limits
        self.options = options
        self.table = table
        self.report = report
        self.advice = advice
        self.random_ties = breaks_ties_at_random(search, options)
        self.shows_distance = bool(options["MateDistance"] or search.bounds_prove)
        self.sign = 1 if player_of(position) == 0 else -1
        self.scale = position.scale
        self.began = time.perf_counter()
        self.since = self.began
        self.budget = Budget()
        self.stability = Stability()
        self.factor = 1.0  # of the soft budget
        self.refuted = 0  # moves within which there is no mate
        self.done = 0  # the last depth that was finished
        search.configure({**options, "UCI_AnalyseMode": True} if limits.infinite else options)
        self.handicap = None if self.proving else search.handicap
        search.begin(position, table, set(limits.moves) or None if advice.moves is None else advice.moves)
        search.report_from = self.began + REPORT_FROM
        search.limits = limits
        # The share of time and nodes for the search before `pick`; 1 if `pick` is not used.
        known = limits.infinite or limits.mate is not None or advice.result is not None or len(search.lines) < 2
        self.share = 1.0 if known else 1 - search.spare
        if limits.nodes is not None:
            search.node_limit = max(1, int(limits.nodes * self.share))
        self.shown = min(int(options["MultiPV"]), len(search.lines))
        self.exact = len(search.lines) if options["Verbose"] else self.shown
        if self.handicap is not None:
            search.node_limit = min(search.node_limit, max(self.handicap.nodes, NODES_OF_DEPTH_1))
            self.exact = min(max(self.exact, self.handicap.lines), len(search.lines))

    def allow(self, budget: Budget, since: float) -> None:
        """Set or replace (ponderhit) the budget. It counts from `since`, a time of time.perf_counter().

        An iteration that began while pondering could go on for minutes. It ends with the soft budget if at least as
        much time was spent on pondering, and at once if more time gains nothing.
        """
        self.since = since
        self.budget = budget
        deadline = since + budget.hard * self.share
        if budget.managed and self.done and not self.proving:
            if self.certain(self.done):
                deadline = since
            elif since - self.began >= self.soft - since:
                deadline = self.soft
        self.search.deadline = deadline

    def halt(self) -> None:
        self.search.halt()

    @property
    def elapsed(self) -> float:
        return time.perf_counter() - self.began

    def run(self) -> Result[str]:
        """Search, call `report` with each Info, and return the result."""
        for remark in self.advice.remarks:
            self.report(Info(0, 0, self.elapsed, remark=remark))
        if not self.search.lines:
            return self.nothing_to_play()
        if self.advice.final:
            return self.result(0)
        stepwise = bool(self.options["Deepening"]) or self.handicap is not None  # a handicap counts the nodes
        target = min(last_depth(self.limits), self.search.deepest)
        first = 1 if stepwise and not self.search.remembers(target) else target
        for depth in range(first, target + 1):
            # A stop waits for the first move at depth 1, unless even that takes long.
            finished = self.search.deepen(
                depth, self.exact, self.random_ties, depth > first or not stepwise, self.look_at(depth)
            )
            self.tell_lines()
            if not finished:
                break
            self.done = depth
            lines = self.search.lines
            nodes = sum([line.nodes for line in lines])
            self.factor = self.stability.note(lines[0], self.sign * lines[0].value * self.scale, nodes)
            if self.handicap is not None:  # depth 1 is finished
                self.search.node_limit = min(self.search.node_limit, self.handicap.nodes)
            if self.mate_is_settled(depth) or self.enough(depth):
                break
        return self.result(self.done)

    @property
    def proving(self) -> bool:
        """Whether the requested mate is to be proved or refuted."""
        return self.limits.mate is not None and self.limits.mate <= self.search.proves

    def mate_is_settled(self, depth: int) -> bool:
        """Whether a mate is proved, of those that this depth can show. All shorter mates are refuted first."""
        if self.limits.mate is None or not self.proving:
            return False
        # If the whole game has been searched, the depth does not limit what it shows.
        shown = (depth + 1) // 2 if self.search.horizon else self.limits.mate
        while self.refuted < min(self.limits.mate, shown):
            found = self.search.prove(self.refuted + 1, self.look_at(depth))
            if found:
                self.tell_lines()
                return True
            if found is None:
                return False
            self.refuted += 1
        return False

    @property
    def soft(self) -> float:
        """The time from which on no iteration begins, on the clock of time.perf_counter()."""
        factor = self.factor if self.budget.managed else 1.0
        return self.since + min(self.budget.soft * factor, self.budget.hard) * self.share

    def enough(self, depth: int) -> bool:
        """Whether another iteration would come too late or find nothing new."""
        search = self.search
        if search.halted or search.nodes + search.aside >= search.node_limit or time.perf_counter() >= self.soft:
            return True
        if not search.horizon:
            return True  # the whole game has been searched to its end
        if self.proving:
            return False  # the mate is not settled yet
        if self.limits.mate is not None:
            plies = self.score(search.lines[0]).plies
            if plies is not None and 0 < plies <= 2 * self.limits.mate - 1:
                return True
        return self.budget.managed and self.certain(depth)  # time saved now is of use later

    def certain(self, depth: int) -> bool:
        """Whether the best move is certain: no other can be as good, or the mate is no longer than the depth."""
        plies = self.score(self.search.lines[0]).plies
        return self.search.decided or (plies is not None and abs(plies) <= depth)

    def result(self, depth: int) -> Result[str]:
        lines = self.search.lines
        why = ""
        if not lines[0].depth:  # halted before a single move was searched
            self.report(self.info(0, 1, self.line(lines[0])))
        elif (picked := self.pick()) is not None:
            place, why = picked
            self.search.prefer(place)
            self.tell_lines()
            self.report(Info(0, 0, self.elapsed, remark=why))
        elif self.random_ties:
            best = (lines[0].exact, lines[0].lower)  # if the best has a bound, choose among bounds of the same kind
            same = [n for n, line in enumerate(lines) if (line.exact, line.lower) == best]
            floor = self.search.floor
            self.search.prefer(self.random.choice([n for n in same if tied(lines[n].value, lines[0].value, floor)]))
            self.tell_lines()  # the last report begins with the move that is played
        elif self.handicap is not None and lines[0].exact:  # a lower bound is better than all others
            places = [n for n, line in enumerate(lines[: self.handicap.lines]) if line.exact]
            self.search.prefer(places[self.handicap.choose([self.score(lines[n]) for n in places], self.random)])
            self.tell_lines()
        # Not a generator: a game may raise StopIteration.
        final = tuple([self.line(line) for line in self.search.lines[: self.told]])
        counts = self.search.counts
        nodes, seconds, mate = self.search.nodes, self.elapsed, self.mate_of(lines[0])
        return Result(final[0].move, final[0].score, final[0].pv, depth, nodes, seconds, final, counts, mate, why)

    def pick(self) -> tuple[int, str] | None:
        """The move that the search picks instead of its best one, and the reason. None for the best."""
        search, limits = self.search, self.limits
        if limits.infinite or (search.spare and self.share == 1):
            return None
        if search.spare:
            more = 1 / self.share
            if self.budget.hard < inf:  # without a clock, the result must not depend on the time
                spent = time.perf_counter() - self.since
                search.deadline = self.since + min(self.budget.hard, spent * more)
            most = int((search.nodes + search.aside) * more)
            search.node_limit = most if limits.nodes is None else min(limits.nodes, most)
        return search.pick(self.random)

    def mate_of(self, line: RootMove) -> str:
        """The verdict on the requested mate, by the best line: found, refuted or undecided."""
        wanted = self.limits.mate
        if wanted is None or not self.search.proves:
            return ""
        plies = self.plies(line)
        if plies is not None and 0 < plies <= 2 * wanted - 1:
            return "found"
        settled = self.search.proven and not self.search.horizon and line.exact
        return "refuted" if settled or self.refuted >= wanted else "undecided"

    def look_at(self, depth: int) -> Callable[[RootMove, int, bool], None]:
        def look(line: RootMove, number: int, bounded: bool) -> None:
            if bounded:
                if number <= self.shown:
                    self.tell(line, number)
                return
            (move,) = self.search.follow([line.move])
            self.report(self.info(depth, number, current=move))

        return look

    def tell_lines(self) -> None:
        for number, line in enumerate(self.search.lines[: self.shown], 1):
            # A lower bound: the move proved to be better, but there was no time to see by how much. The best line may
            # have an upper bound, if all lines with exact values lose.
            if line.exact or line.lower or ((self.search.proven or number == 1) and line.depth):
                self.tell(line, number)

    def tell(self, line: RootMove, number: int) -> None:
        self.report(self.info(line.depth, number, self.line(line)))

    def info(self, depth: int, number: int, line: Line[str] | None = None, current: str = "") -> Info:
        fullness = self.table.fullness() if self.table is not None else 0
        return Info(depth, self.search.nodes, self.elapsed, fullness, number, line, current, self.advice.hits)

    def line(self, line: RootMove) -> Line[str]:
        pv = self.search.follow(line.moves)
        return Line(pv[0], self.score(line), pv, line.depth, line.seldepth, line.nodes)

    def score(self, line: RootMove) -> Score:
        """The score of a root line for the side to move. It agrees with the known result."""
        return self.agreed(self.found(line))

    def found(self, line: RootMove) -> Score:
        """The score of a root line as the search found it."""
        if not line.depth:  # the move has not been searched
            return self.score_of(self.static_value, None, "unknown")
        plies = self.plies(line) if self.shows_distance else None
        value = self.sign * line.value
        result = (value > 0) - (value < 0) if self.search.proven and line.exact else None
        return self.score_of(value, plies, "" if line.exact else "lower" if line.lower else "upper", result)

    def plies(self, line: RootMove) -> int | None:
        """The plies to a forced win, negative to a forced loss, by the value of a root line; None if neither is known.

        For a bound, the win or loss may be nearer. A lower bound proves no loss and an upper bound no win, unless all
        bounds of the search are proved.
        """
        value = self.sign * line.value
        sure = line.exact or self.search.proven or (self.search.bounds_prove and line.lower == (value > 0))
        if not (line.forced and sure and self.search.step):
            return None
        distance = ceil((self.position.decisive - abs(value)) / self.search.step - ROUNDING)
        return distance if value > 0 else -distance

    def agreed(self, score: Score) -> Score:
        """Make a score agree with the known result. A proved mate that agrees with it stays."""
        result = self.advice.result
        if result is None or (score.plies is not None and score.plies * result > 0):
            return score
        centi = result * KNOWN_WIN + max(-LEEWAY, min(LEEWAY, score.centi)) if result else 0
        return Score(centi / self.scale, centi, None, score.bound if result else "", result)

    @cached_property
    def static_value(self) -> float:
        """The evaluation of the root. It may be slow, so it is computed once, and only if it is needed."""
        return self.sign * self.search.static_value()

    def score_of(self, value: float, plies: int | None, bound: str = "", result: int | None = None) -> Score:
        return Score(value, centi_units(value, self.scale), plies, bound, result)

    def nothing_to_play(self) -> Result[str]:
        """The result if the game is over: a mate in 0, or the value of the end."""
        ending = ending_of(self.position)
        if ending is None:
            raise ValueError(no_way_on(self.position))
        if isinstance(ending, Win):
            won = ending.player == player_of(self.position)
            score = self.score_of(self.position.decisive if won else -self.position.decisive, 0)
        else:
            score = self.score_of(self.sign * ending, None)
        self.report(Info(0, 0, self.elapsed, line=Line("", score, (), 0, 0)))
        return Result(None, score, (), 0, 0, self.elapsed, ())


def breaks_ties_at_random(search: Search, options: Mapping[str, Value]) -> bool:
    return search.at_random or (search.tells_ties and options["TiePolicy"] == "random")


def centi_units(value: float, scale: float) -> int:
    """The value in hundredths of the game's unit, rounded."""
    try:
        return round(value * scale)
    except OverflowError:  # the product is more than a float can hold
        return round(Fraction(value) * Fraction(scale))


def last_depth(limits: Limits) -> int:
    """The depth that ends the search; a mate in n moves takes 2n - 1 plies."""
    depth = DEEPEST if limits.depth is None else min(DEEPEST, limits.depth)
    return depth if limits.mate is None else min(depth, 2 * limits.mate - 1)
