"""A review as people read it in a terminal: a table of the players, and each move that was judged."""

from __future__ import annotations

from collections.abc import Iterator

from ..engine.opponents.words import describe_share
from ..engine.results import Score
from .judgement import MARKS, won
from .reviewed import ReviewedGame, ReviewedMove, share_at

HEADINGS = ("player", "moves", "accuracy", "inaccuracies", "mistakes", "blunders")


def lines(review: ReviewedGame, rating: int) -> Iterator[str]:
    """rating: of the people that are told of, as far as their games are known."""
    game = review.game
    rows: list[tuple[str, ...]] = [HEADINGS]
    for seat, name in enumerate(game.names[:2]):
        own = [move for move in review.moves if move.seat == seat]
        exact = review.accuracy[seat]
        counts = (str(review.count(seat, kind)) for kind in ("inaccuracy", "mistake", "blunder"))
        rows.append((name, str(len(own)), "-" if exact is None else f"{exact:.1f} %", *counts))
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEADINGS))]
    for row in rows:
        cells = (cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))
        yield "  ".join([row[0].ljust(widths[0]), *cells])
    yield ""
    for move in review.moves:
        if move.judgement:
            yield describe(move, rating)


def describe(move: ReviewedMove, rating: int) -> str:
    """Such as "14. Nxe5? -1.20, better Bb5 +0.85. Of players of 1500, 12 % play it, and 31 % find Bb5.".

    Scores are from the view of the player who moves. "only" is said where every other move is a mistake or worse.
    """
    number = f"{(move.ply + 1) // 2}{'.' if move.seat == 0 else '...'}"
    better = "only" if move.only else "better"
    said = f"{number} {move.text}{MARKS[move.judgement]} {short(move.after)}, "
    said += f"{better} {move.best_text} {short(move.before)}."
    if not move.played:
        return said
    played, found = (describe_share(share_at(rating, shares)) for shares in (move.played, move.found))
    return f"{said} Of players of {rating}, {played} play it, and {found} find {move.best_text}."


def short(score: Score) -> str:
    if score.plies is not None:
        moves = (abs(score.plies) + 1) // 2
        return f"wins in {moves}" if won(score) else f"loses in {moves}"
    if score.result is not None and not score.bound:
        return ("loses", "draws", "wins")[score.result + 1]
    return f"{score.centi / 100:+.2f}"
