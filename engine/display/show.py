"""The root moves of a result, as text and as HTML for Jupyter. Each game draws its positions in its folder."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ..position import Position
    from ..results import Line, Result, Score

BOUNDS = {"": "", "lower": "≥ ", "upper": "≤ "}
HEADINGS = ("move", "score", "depth", "nodes", "principal variation")
MOST_LINES = 10  # of a table in a terminal
MOST_MOVES = 8  # of a principal variation there


def result_text(result: Result[Any]) -> str:
    """The best root moves as a table: move, score, depth, nodes, principal variation."""
    if result.move is None:
        return over_text(result)
    shown = result.lines[:MOST_LINES]
    rows = [HEADINGS, *(line_cells(line) for line in shown)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEADINGS))]
    lines = [
        f"{row[0]:{widths[0]}}  {row[1]:>{widths[1]}}  {row[2]:>{widths[2]}}  {row[3]:>{widths[3]}}  {row[4]}"
        for row in rows
    ]
    more = len(result.lines) - len(shown)
    return "\n".join([*lines, *([f"and {more} more"] if more else []), caption(result)])


def line_cells(line: Line[Any]) -> tuple[str, ...]:
    pv = [str(move) for move in line.pv]
    variation = " ".join(pv[:MOST_MOVES]) + (" ..." if len(pv) > MOST_MOVES else "")
    return str(line.move), score_text(line.score), str(line.depth), f"{line.nodes:,}", variation


def caption(result: Result[Any]) -> str:
    counts = "".join(f", {count:,} {name}" for name, count in result.counts.items())
    remark = f". {result.remark}" if result.remark else ""
    return f"depth {result.depth}, {result.nodes:,} nodes{counts}, {result.seconds:.3g} s{remark}"


def over_text(result: Result[Any]) -> str:
    return f"No move: the game is over, {score_text(result.score)} to the side to move."


def result_html(result: Result[Any]) -> str:
    if result.move is None:
        return f"<p>{escape(over_text(result))}</p>"
    rows = [("th", HEADINGS), *(("td", line_cells(line)) for line in result.lines)]
    table = [
        "<tr>" + "".join(f'<{tag} style="text-align: left">{escape(cell)}</{tag}>' for cell in cells) + "</tr>"
        for tag, cells in rows
    ]
    return "\n".join(["<table>", *table, "</table>", f"<p>{escape(caption(result))}</p>"])


def spelled(position: Position[Any], moves: Sequence[str], spell: Callable[[Position[Any], Any], str]) -> list[str]:
    """Return the moves of a line as people read them; unchanged in games with chance."""
    if position.chance:
        return list(moves)
    position, found = position.clone(), []
    for text in moves:
        found.append(spell(position, position.parse(text)))
        position.play(text)
    return found


def score_text(score: Score) -> str:
    """Return the value for the side to move, with the distance of a forced win or loss."""
    if score.bound == "unknown":
        return "not searched"
    text = f"{BOUNDS[score.bound]}{score.value + 0.0:.6g}"  # no -0
    if score.plies is None:
        return text
    if score.plies == 0:
        return f"{text} ({'won' if score.value > 0 else 'lost'})"
    distance = "1 ply" if abs(score.plies) == 1 else f"{abs(score.plies)} plies"
    return f"{text} ({'won' if score.plies > 0 else 'lost'} in {distance})"
