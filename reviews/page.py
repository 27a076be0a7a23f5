"""A review as one HTML file that loads nothing: every game on a board, with its winning chances and judgements."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from ..matches.record import Ply, Record, Termination
from ..matches.report.page import document
from ..matches.report.replay import Replay
from ..matches.report.sections import heading
from .judgement import MARKS, moves_to_end
from .reviewed import ReviewedGame, ReviewedMove
from .text import HEADINGS, SUMMARY, note, player_rows, summary_rows

ENDINGS = {"1-0": Termination.WON, "0-1": Termination.WON, "1/2-1/2": Termination.DRAWN}


def page(reviews: Sequence[ReviewedGame], facts: Mapping[str, str], rating: int) -> str:
    """Return the page. facts: labels and texts at its top. rating: of the people in the notes."""
    names = list(dict.fromkeys(name for review in reviews for name in review.game.names[:2]))
    first = reviews[0].game
    kind = Replay(first.variant, first.rules)
    title = f"Review of {' – '.join(first.names[:2])}" if len(reviews) == 1 else f"Review of {len(reviews)} games"
    more = {review.game.number: details(review, rating) for review in reviews}
    records = [record_of(review, names) for review in reviews]
    figures = table(HEADINGS, player_rows(reviews[0])) if len(reviews) == 1 else table(SUMMARY, summary_rows(reviews))
    return document(title, [heading(title, "", facts), figures], names, records, kind, (), more)


def facts(limits: Mapping[str, int], rating: int) -> dict[str, str]:
    """Return the labels and texts at the top of a page. limits: of the search of each position."""
    searched = ", ".join(f"{name} {value:,}" for name, value in limits.items())
    return {"Searched": searched, "People": f"rating {rating}", "Judged": "by the formulas of Lichess"}


def details(review: ReviewedGame, rating: int) -> dict[str, list[Any]]:
    """Return the argument `more` of `document` for one game."""
    return {
        "chances": [round(percent, 1) for percent in review.percents],
        "marks": [MARKS[move.judgement] for move in review.moves],
        "notes": [note(move, rating) for move in review.moves],
    }


def record_of(review: ReviewedGame, names: Sequence[str]) -> Record:
    """Return the game as a Record for a report. The time of each move is 0, because a game contains at most clocks."""
    game = review.game
    seats = tuple(names.index(name) for name in game.names[:2])
    clocks = game.clocks or (None,) * len(review.moves)
    plies = tuple(map(ply_of, review.moves, clocks))
    ending = ENDINGS.get(game.result, Termination.UNFINISHED)
    number = game.number
    return Record(number, number, 1, seats, game.names[:2], game.variant, game.start, plies, game.result, ending, "")


def ply_of(move: ReviewedMove, clock: float | None) -> Ply:
    mate = moves_to_end(move.after) or None  # 0: the game is over
    return Ply(move.move, move.text, 0.0, clock, move.after.centi, mate, seat=move.seat)


def table(headings: Sequence[str], found: Sequence[Sequence[str]]) -> str:
    heads = "".join(f'<th scope="col">{heading}</th>' for heading in headings)
    rows = ""
    for name, *cells in found:
        rows += f'<tr><th scope="row">{escape(name)}</th>{"".join(f"<td>{escape(cell)}</td>" for cell in cells)}</tr>'
    return f'<section><div class="scroll"><table><tr>{heads}</tr>{rows}</table></div></section>\n'
