"""A review as people read it in a terminal: a table of the players, and each move that was judged."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import fmean

from ..engine.opponents.words import describe_share
from ..engine.results import Score
from .judgement import MARKS, moves_to_end, won
from .reviewed import ReviewedGame, ReviewedMove, share_at

HEADINGS = ("player", "moves", "accuracy", "inaccuracies", "mistakes", "blunders", "missed wins")
SUMMARY = ("player", "phase", *HEADINGS[1:])
WHOLE = "all"  # the phase of all moves


def lines(review: ReviewedGame, rating: int) -> Iterator[str]:
    """Yield the lines of a review. rating: of the people in the notes."""
    rows = player_rows(review)
    yield from aligned([HEADINGS, *rows])
    yield ""
    for move in review.moves:
        if move.judgement:
            yield f"{move.number} {move.text}{MARKS[move.judgement]} {note(move, rating)}"


def aligned(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield the rows of a table: the first column is aligned to the left, all others to the right."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        cells = (cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))
        yield "  ".join([row[0].ljust(widths[0]), *cells])


def player_rows(review: ReviewedGame) -> list[tuple[str, ...]]:
    """Return the rows of the table of players, below HEADINGS."""
    return [
        (name, *figures([move for move in chosen(review) if move.seat == seat], review.accuracy[seat]))
        for seat, name in enumerate(review.game.names[:2])
    ]


def summary_rows(reviews: Sequence[ReviewedGame]) -> list[tuple[str, ...]]:
    """Return the rows below SUMMARY: each player in all games, and in each phase. Accuracy is the mean of the moves."""
    groups: dict[str, dict[str, list[ReviewedMove]]] = {}
    for review in reviews:
        for move in chosen(review):
            own = groups.setdefault(review.game.names[move.seat], {})
            for phase in filter(None, (WHOLE, move.phase)):
                own.setdefault(phase, []).append(move)
    return [
        (name, phase, *figures(moves, fmean(move.accuracy for move in moves)))
        for name, own in groups.items()
        for phase, moves in own.items()
    ]


def chosen(review: ReviewedGame) -> list[ReviewedMove]:
    """The moves that a player has chosen."""
    return [move for move in review.moves if not move.opening]


def figures(moves: Sequence[ReviewedMove], exact: float | None) -> tuple[str, ...]:
    counts = (str(sum(move.judgement == kind for move in moves)) for kind in ("inaccuracy", "mistake", "blunder"))
    missed = sum(won(move.before) and not won(move.after) for move in moves)
    return (str(len(moves)), "-" if exact is None else f"{exact:.1f} %", *counts, str(missed))


def note(move: ReviewedMove, rating: int) -> str:
    """Return a note such as "-1.20, better Bb5 +0.85. Of players of 1500, 12 % play it, and 31 % find Bb5.".

    Scores are from the view of the player who moves. It contains "only" if every other move is a mistake or worse.
    """
    said = short(move.after)
    if move.chosen == move.best[0]:
        said += ", the only good move" if move.only else ", the best move"
    else:
        said += f", {'only' if move.only else 'better'} {move.best_text} {short(move.before)}"
    if not move.played:
        return f"{said}."
    played, found = (describe_share(share_at(rating, shares)) for shares in (move.played, move.found))
    also = "" if move.chosen == move.best[0] else f", and {found} find {move.best_text}"
    return f"{said}. Of players of {rating}, {played} play it{also}."


def short(score: Score) -> str:
    moves = moves_to_end(score)
    if moves is not None:
        way = "wins" if won(score) else "loses"
        return f"{way} in {abs(moves)}" if moves else way
    if score.result is not None and not score.bound:
        return ("loses", "draws", "wins")[score.result + 1]
    return f"{score.centi / 100:+.2f}"
