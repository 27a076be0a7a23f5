"""The book of openings: it says what the solver says, and a file that is damaged is none."""

from __future__ import annotations

import random

import pytest
from connect4_games import mirrored, played, random_games
from oddsfish.engine import Connect4Position
from oddsfish.engine.games.connect4.searches.solver.book import FORMAT, Book, number, to_bytes
from oddsfish.engine.games.connect4.searches.solver.openings import openings

DISTINCT = (1, 7, 49, 238, 1120, 4263, 16422, 54859)  # positions by plies, mirror images counted twice (J. Tromp)


def test_it_has_every_opening_once_with_its_mirror_image() -> None:
    levels = openings(5)
    for ply, level in enumerate(levels):
        symmetric = sum(mirrored_alike(text) for text in level.values())
        assert 2 * len(level) - symmetric == DISTINCT[ply]


def mirrored_alike(text: str) -> bool:
    return bool(played(text).fen() == played(mirrored(text)).fen())


def test_scores_come_back_as_they_were_written() -> None:
    games = list(random_games(31, 20, 200))
    scores = {number(played(text)): score for score, text in enumerate(games, -21) if score < 22}
    book = Book(to_bytes(scores, 41))
    assert len(book) == len(scores)
    for text in games[:43]:
        assert book.score(played(text)) == scores[number(played(text))]
        assert book.score(played(mirrored(text))) == scores[number(played(text))]
    assert book.score(Connect4Position()) is None
    assert Book(to_bytes(scores, 19)).score(played(games[0])) is None  # of more discs than it says


def test_an_empty_book_knows_nothing() -> None:
    book = Book(to_bytes({}, 0))
    assert (len(book), book.score(Connect4Position())) == (0, None)


def test_a_book_that_is_damaged_anywhere_is_refused() -> None:
    data = to_bytes({number(played(text)): 0 for text in random_games(32, 20, 20)}, 41)
    chooser = random.Random(2)
    for place in [*range(len(FORMAT)), *chooser.sample(range(len(FORMAT) + 1, len(data)), 60)]:
        broken = bytearray(data)
        broken[place] ^= 1 << chooser.randrange(8)
        with pytest.raises(ValueError, match="book of Connect-4"):
            Book(bytes(broken))
    for length in range(len(data)):
        with pytest.raises(ValueError, match="book of Connect-4"):
            Book(data[:length])


def test_what_is_no_position_of_it_is_refused() -> None:
    book = Book(to_bytes({}, 3))
    for call in (book.score, number):
        with pytest.raises(ValueError, match="classic Connect-4"):
            call(Connect4Position(rules="fullboard"))
        with pytest.raises(TypeError):
            call("44")  # type: ignore[arg-type]
