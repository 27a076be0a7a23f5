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
from .text import HEADINGS, note, player_rows

ENDINGS = {"1-0": Termination.WON, "0-1": Termination.WON, "1/2-1/2": Termination.DRAWN}


def page(reviews: Sequence[ReviewedGame], facts: Mapping[str, str], rating: int) -> str:
    """facts: what stands at the top, a label and its text. rating: of the people that are told of."""
    names = list(dict.fromkeys(name for review in reviews for name in review.game.names[:2]))
    first = reviews[0].game
    kind = Replay(first.variant, first.rules)
    title = f"Review of {' – '.join(first.names[:2])}" if len(reviews) == 1 else f"Review of {len(reviews)} games"
    more = {review.game.number: details(review, rating) for review in reviews}
    records = [record_of(review, names) for review in reviews]
    return document(title, [heading(title, "", facts), *map(table, reviews)], names, records, kind, (), more)


def details(review: ReviewedGame, rating: int) -> dict[str, list[Any]]:
    """What `document` takes of the plies of a game."""
    return {
        "chances": [round(percent, 1) for percent in review.percents],
        "marks": [MARKS[move.judgement] for move in review.moves],
        "notes": [note(move, rating) for move in review.moves],
    }


def record_of(review: ReviewedGame, names: Sequence[str]) -> Record:
    """The game as a report takes it; of a game that was not played here, nobody knows the times."""
    game = review.game
    seats = tuple(names.index(name) for name in game.names[:2])
    plies = tuple(map(ply_of, review.moves))
    ending = ENDINGS.get(game.result, Termination.UNFINISHED)
    number = game.number
    return Record(number, number, 1, seats, game.names[:2], game.variant, game.start, plies, game.result, ending, "")


def ply_of(move: ReviewedMove) -> Ply:
    mate = moves_to_end(move.after) or None  # 0: the game is over
    return Ply(move.move, move.text, 0.0, None, move.after.centi, mate, seat=move.seat)


def table(review: ReviewedGame) -> str:
    heads = "".join(f'<th scope="col">{heading}</th>' for heading in HEADINGS)
    rows = ""
    for name, *cells in player_rows(review):
        rows += f'<tr><th scope="row">{escape(name)}</th>{"".join(f"<td>{escape(cell)}</td>" for cell in cells)}</tr>'
    caption = f"<caption>Game {review.game.number}</caption>"
    return f'<section><div class="scroll"><table>{caption}<tr>{heads}</tr>{rows}</table></div></section>\n'
