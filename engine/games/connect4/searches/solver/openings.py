"""The making of a book of openings: its positions, their scores, and a check of the book."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache

from ... import move_list
from ...position import Connect4Position
from .book import SolverBook, number
from .solver import Solver


def openings(plies: int) -> list[dict[int, str]]:
    """For 0 to `plies` plies, the positions that are not over: their numbers, and the columns that lead there."""
    levels = [{number(Connect4Position()): ""}]
    for _ in range(plies):
        levels.append({place: text for before in levels[-1].values() for place, text in successors(before)})
    return levels


def successors(text: str) -> Iterator[tuple[int, str]]:
    """The positions after each move that does not end the game: their numbers, and the columns that lead there."""
    position = move_list.play(text)
    for column in sorted(position.moves()):
        after = position.clone()
        after.play(column)
        if after.ending() is None:
            yield number(after), f"{text}{column + 1}"


def best(text: str, known: Callable[[int], int | None]) -> int:
    """The score of a position, from its successors. known: returns the score of a number, None if it has none."""
    if any(wins(text, column) for column in move_list.play(text).moves()):
        return 22 - (len(text) // 2 + 1)
    return max(-score for place, _ in successors(text) if (score := known(place)) is not None)


def wins(text: str, column: int) -> bool:
    after = move_list.play(text)
    after.play(column)
    return after.ending() is not None


def verify(book: SolverBook, levels: list[dict[int, str]]) -> None:
    """ValueError if the book lacks a position, or if a score is not that of the best move."""
    if len(book) != sum(map(len, levels)):
        raise ValueError(f"the book has {len(book)} positions, not {sum(map(len, levels))}")
    scores = {place: book.score(move_list.play(text)) for level in levels for place, text in level.items()}
    for ply, level in enumerate(levels):
        for text in level.values():
            score = book.score(move_list.play(text))
            if score is None or (ply < len(levels) - 1 and score != best(text, scores.get)):
                raise ValueError(f"{text} has the score {score} in the book, which is not that of its best move")


@cache
def _solver(megabytes: int) -> Solver:
    """The solver of this process, for one position after another."""
    return Solver(megabytes, book=False)


def solve(megabytes: int, key: Sequence[str]) -> int:
    """The score of the position after the columns that are the last part of a key."""
    return _solver(megabytes).solve(move_list.play(key[-1]))
