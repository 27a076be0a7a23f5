"""How a book of openings is made: which positions it has, what they are worth, and whether it says so."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache

from ... import move_list
from ...position import Connect4Position
from .book import SolverBook, number
from .solver import Solver


def openings(plies: int) -> list[dict[int, str]]:
    """By plies: the positions whose games are not over, by number, with the columns that lead there."""
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
    """What a position is worth by its successors."""
    if any(wins(text, column) for column in move_list.play(text).moves()):
        return 22 - (len(text) // 2 + 1)
    return max(-score for place, _ in successors(text) if (score := known(place)) is not None)


def wins(text: str, column: int) -> bool:
    after = move_list.play(text)
    after.play(column)
    return after.ending() is not None


def verify(book: SolverBook, levels: list[dict[int, str]]) -> None:
    """ValueError if a position is missing, or is not worth the best of its successors."""
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
    """Of this process, for one position after the other."""
    return Solver(megabytes, book=False)


def solve(megabytes: int, key: Sequence[str]) -> int:
    """The score after the columns of a key, its last part."""
    return _solver(megabytes).solve(move_list.play(key[-1]))
