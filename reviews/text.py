"""A review as people read it in a terminal: a table of the players, and each move that was judged."""

from __future__ import annotations

from collections.abc import Iterator

from ..engine.opponents.words import describe_share
from ..engine.results import Score
from .judgement import MARKS, moves_to_end, won
from .reviewed import ReviewedGame, ReviewedMove, share_at

HEADINGS = ("player", "moves", "accuracy", "inaccuracies", "mistakes", "blunders")


def lines(review: ReviewedGame, rating: int) -> Iterator[str]:
    """rating: of the people that are told of."""
    rows = [HEADINGS, *player_rows(review)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEADINGS))]
    for row in rows:
        cells = (cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))
        yield "  ".join([row[0].ljust(widths[0]), *cells])
    yield ""
    for move in review.moves:
        if move.judgement:
            number = f"{(move.ply + 1) // 2}{'.' if move.seat == 0 else '...'}"
            yield f"{number} {move.text}{MARKS[move.judgement]} {note(move, rating)}"


def player_rows(review: ReviewedGame) -> list[tuple[str, ...]]:
    """Of the table of players, below HEADINGS."""
    rows = []
    for seat, name in enumerate(review.game.names[:2]):
        exact = review.accuracy[seat]
        moves = sum(move.seat == seat for move in review.moves)
        counts = (str(review.count(seat, kind)) for kind in ("inaccuracy", "mistake", "blunder"))
        rows.append((name, str(moves), "-" if exact is None else f"{exact:.1f} %", *counts))
    return rows


def note(move: ReviewedMove, rating: int) -> str:
    """Such as "-1.20, better Bb5 +0.85. Of players of 1500, 12 % play it, and 31 % find Bb5.".

    Scores are from the view of the player who moves. "only" is said where every other move is a mistake or worse.
    """
    said = short(move.after)
    if move.move == move.best[0]:
        said += ", the only good move" if move.only else ", the best move"
    else:
        said += f", {'only' if move.only else 'better'} {move.best_text} {short(move.before)}"
    if not move.played:
        return f"{said}."
    played, found = (describe_share(share_at(rating, shares)) for shares in (move.played, move.found))
    also = "" if move.move == move.best[0] else f", and {found} find {move.best_text}"
    return f"{said}. Of players of {rating}, {played} play it{also}."


def short(score: Score) -> str:
    moves = moves_to_end(score)
    if moves is not None:
        moves = abs(moves)
        return f"wins in {moves}" if won(score) else f"loses in {moves}"
    if score.result is not None and not score.bound:
        return ("loses", "draws", "wins")[score.result + 1]
    return f"{score.centi / 100:+.2f}"
