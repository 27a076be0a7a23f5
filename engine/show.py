"""How a result shows itself in Jupyter: every root move with its value. Each game draws its positions in its folder."""

from __future__ import annotations

from html import escape
from typing import Any

from .limits import Result, Score

BOUNDS = {"": "", "lower": "≥ ", "upper": "≤ "}


def table(headings: list[str], rows: list[list[str]]) -> str:
    """An HTML table."""
    return "\n".join(["<table>", table_row("th", headings), *(table_row("td", row) for row in rows), "</table>"])


def table_row(tag: str, cells: list[str]) -> str:
    return "<tr>" + "".join(f'<{tag} style="text-align: left">{escape(cell)}</{tag}>' for cell in cells) + "</tr>"


def result_html(result: Result[Any]) -> str:
    """The root moves, best first, with their values and where they lead."""
    if result.move is None:
        return f"<p>No move: the game is over, {escape(score_text(result.score))} to the side to move.</p>"
    rows = [[str(line.move), score_text(line.score), " ".join(map(str, line.pv[1:]))] for line in result.lines]
    caption = f"depth {result.depth}, {result.nodes:,} nodes, {result.seconds:.3g} s"
    return f"{table(['move', 'value', 'then'], rows)}\n<p>{caption}</p>"


def score_text(score: Score) -> str:
    """The value to the side to move; a forced win or loss with its distance."""
    text = f"{BOUNDS[score.bound]}{score.value + 0.0:.6g}"  # no -0
    if score.plies is None:
        return text
    if score.plies == 0:
        return f"{text} (lost)"
    distance = "1 ply" if abs(score.plies) == 1 else f"{abs(score.plies)} plies"
    return f"{text} ({'won' if score.plies > 0 else 'lost'} in {distance})"
