"""What is in a file of positions, or of a network, as people read it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import inf

from ...engine.net.network import Network
from ...engine.support.text import one_line
from ...learning.positions.block import GameEnd
from ...learning.positions.reader import Summary

EDGES = (-inf, -1500, -1000, -500, -300, -200, -100, -50, -20, 21, 51, 101, 201, 301, 501, 1001, 1501, inf)
RESULTS = {1.0: "the first side wins", 0.5: "draw", 0.0: "the second side wins"}
ENDINGS = {GameEnd.RULES: "by the rules", GameEnd.WON: "adjudicated as won", GameEnd.DRAWN: "adjudicated as drawn"}


def text(found: Summary) -> list[str]:
    lines = [f"{found.positions:,} positions of {found.games:,} games, {found.plies:,} plies"]
    if found.games:
        mean = found.positions / found.games
        lines += [f"{mean:.1f} positions a game, {found.fewest:,} to {found.most:,}"]
        results = [
            (name, f"{found.results[result]:,}", f"{found.positions_by_result[result]:,}")
            for result, name in RESULTS.items()
        ]
        lines += table("Results", ("", "games", "positions"), results)
        endings = [(name, f"{found.endings[ending]:,}") for ending, name in ENDINGS.items()]
        lines += table("How games ended", ("", "games"), endings)
        scores = []
        for low, high in pairwise(EDGES):
            count = sum(count for score, count in found.scores.items() if low <= score < high)
            share = f"{100 * count / found.positions:.1f} %" if found.positions else "-"
            scores.append((span(low, high), f"{count:,}", share))
        lines += table("Scores, in hundredths from the first side's view", ("", "positions", ""), scores)
    return lines


def network_text(found: Network) -> list[str]:
    inputs = found.inputs
    return [
        f"A network of {one_line(found.game)}: {inputs.count} inputs, {found.hidden} numbers for each view",
        f"Sets of rows: {inputs.buckets}, of weights behind them: {found.buckets}",
        f"About: {one_line(found.about)}",
        f"Made by Oddsfish {one_line(found.version)}",
        f"Checksum {found.checksum}",
    ]


def table(title: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """The first column has words, the others figures."""
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    lines = [
        "  ".join(cell.rjust(width) if place else cell.ljust(width) for place, (cell, width) in enumerate(cells))
        for cells in (list(zip(row, widths, strict=True)) for row in (head, *rows))
    ]
    return ["", title, *(line.rstrip() for line in lines)]


def span(low: float, high: float) -> str:
    """Hundredths from one to the last below the other, as people read them."""
    if low == -inf:
        return f"below {high:.0f}"
    return f"{low:.0f} and above" if high == inf else f"{low:.0f} to {high - 1:.0f}"
