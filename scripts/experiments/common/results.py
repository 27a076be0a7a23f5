"""The results of games between two sides, as tables and plots. Times are processor times."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import TYPE_CHECKING

from oddsfish.matches.record import Record, Termination
from oddsfish.matches.score.effort import Effort, Mean, Means
from oddsfish.matches.score.standings import Standings
from oddsfish.matches.score.statistics import SIGMAS, Counts

from .plots import Plots, draw_bars, draw_lines, name_lines, new_plot
from .table import Cell, Table

if TYPE_CHECKING:
    from matplotlib.figure import Figure

COLUMNS = ("side", "against", "games", "wins", "draws", "losses", "by cycle", "score %", "from", "to")
TIMES = ("ms a move", "s a game")
FEWEST = 20  # moves for a point in a plot of times
WIDTHS = {"pieces": 2, "choices": 5}  # of the classes in such a plot


class Results:
    """The results of games between two sides, from the view of the first."""

    def __init__(self, one: str, other: str) -> None:
        self.one = one
        self.other = other
        self.standings = Standings((one, other), repeat=2)
        self.seconds = 0.0

    def add(self, record: Record) -> None:
        """Add a game. ValueError if it has ended by a fault, which searches never make."""
        if record.ending.fault:
            raise ValueError(f"game {record.number} of {self.one} against {self.other}: {record.reason}")
        self.standings.add(record)
        self.seconds += sum(ply.seconds or 0.0 for ply in record.plies)

    @property
    def counts(self) -> Counts:
        return self.standings.between(0, 1)

    @property
    def cycles(self) -> int:
        """Draws by a cycle, which is not in the rules of chess."""
        return self.standings.endings[Termination.CYCLE]

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the score, from 0 to 1."""
        return wilson(self.counts.points, self.counts.games)

    def overlaps(self, other: Results) -> bool:
        return self.interval[0] <= other.interval[1] and other.interval[0] <= self.interval[1]

    def row(self) -> tuple[Cell, ...]:
        counts, effort = self.counts, self.standings.efforts[0]
        low, high = self.interval
        return (
            *(self.one, self.other, counts.games, counts.wins, counts.draws, counts.losses, self.cycles),
            *(100 * counts.points / counts.games, 100 * low, 100 * high),
            *(1000 * effort.seconds.value if effort.seconds.count else None, self.seconds / counts.games),
        )


def wilson(points: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a share (E. B. Wilson, 1927).

    A draw counts as half a game, which makes the interval of a score wider than necessary.
    """
    share = points / games
    square = SIGMAS * SIGMAS / games
    middle = share + square / 2
    spread = sqrt(square * (share * (1 - share) + square / 4))
    return max(0.0, (middle - spread) / (1 + square)), min(1.0, (middle + spread) / (1 + square))


def tables(title: str, results: Sequence[Results]) -> list[Table]:
    """The results; and for each first side, its moves and times by pieces and by legal moves."""
    rows = [result.row() for result in results]
    return [
        Table("results", title, (*COLUMNS, *TIMES), rows),
        effort_table("pieces", "Moves and their time by the number of pieces on the board", results),
        effort_table("choices", "Moves and their time by the number of legal moves", results),
    ]


def effort_table(name: str, title: str, results: Sequence[Results]) -> Table:
    rows = [
        (result.one, result.other, number, mean.count, 1000 * mean.value)
        for result in results
        for number, mean in sorted(by(name, result.standings.efforts[0]).items())
    ]
    return Table(name, title, ("side", "against", name, "moves", "ms a move"), rows, shown=False)


def by(name: str, effort: Effort) -> Means:
    return effort.by_pieces if name == "pieces" else effort.by_choices


def plots(title: str, results: Sequence[Results]) -> Plots:
    return {
        "results": lambda: plot_results(title, results),
        "times": lambda: plot_times(title, results),
        "moves": lambda: plot_moves(title, results),
    }


def plot_results(title: str, results: Sequence[Results]) -> Figure:
    """Shares of wins, draws and losses, with their intervals. Draws by a cycle are shown apart."""
    figure, (axes,) = new_plot(title, height=1.5 + 0.7 * len(results))
    found = {
        "wins": [result.counts.wins for result in results],
        "draws by the rules": [result.counts.draws - result.cycles for result in results],
        "draws by a cycle": [result.cycles for result in results],
        "losses": [result.counts.losses for result in results],
    }
    games = [result.counts.games for result in results]
    shares = {name: [100 * count / n for count, n in zip(counts, games, strict=True)] for name, counts in found.items()}
    intervals = {
        name: [(100 * low, 100 * high) for low, high in map(wilson, counts, games)] for name, counts in found.items()
    }
    draw_bars(axes, titles(results), shares, intervals)
    axes.set_xlabel("% of the games, with the 95 % interval")
    return figure


def plot_times(title: str, results: Sequence[Results]) -> Figure:
    figure, (left, right) = new_plot(title, panels=2, height=1.5 + 0.4 * len(results))
    rows = [result.row() for result in results]
    for axes, place, unit in ((left, -2, "milliseconds a move"), (right, -1, "seconds a game, both sides")):
        draw_bars(axes, titles(results), {"": [float(row[place] or 0) for row in rows]})
        axes.set_xlabel(unit)
    right.set_yticklabels([])
    return figure


def plot_moves(title: str, results: Sequence[Results]) -> Figure:
    """Time of a move by pieces and by legal moves."""
    figure, panels = new_plot(title, panels=2)
    for axes, name, unit in zip(panels, ("pieces", "choices"), ("pieces on the board", "legal moves"), strict=True):
        lines = {}
        for label, result in zip(titles(results), results, strict=True):
            points = classes(by(name, result.standings.efforts[0]), WIDTHS[name])
            if points:
                lines[label] = points
        draw_lines(axes, lines, unit, "milliseconds a move")
    name_lines(figure, panels[0])
    return figure


def classes(means: Means, width: int) -> list[tuple[float, float]]:
    """For each class of numbers with enough moves: its middle, and the mean time of its moves in milliseconds."""
    found: dict[int, Mean] = {}
    for number, mean in means.items():
        each = found.setdefault(number // width, Mean())
        each.count += mean.count
        each.sum += mean.sum
    return [
        (place * width + (width - 1) / 2, 1000 * mean.value)
        for place, mean in sorted(found.items())
        if mean.count >= FEWEST
    ]


def titles(results: Sequence[Results]) -> list[str]:
    """The names of the sides, with their opponents if these differ."""
    if len({result.other for result in results}) == 1:
        return [result.one for result in results]
    return [f"{result.one} v {result.other}" for result in results]
