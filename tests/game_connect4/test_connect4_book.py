"""The book of openings: its scores are those of the solver, and damaged files are refused."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from connect4_games import START_SCORES, mirrored, played, random_games
from oddsfish.engine import Connect4Position
from oddsfish.engine.games.connect4.searches.solver.book import (
    FORMAT,
    SHIPPED,
    SolverBook,
    load,
    number,
    shipped,
    to_bytes,
)
from oddsfish.engine.games.connect4.searches.solver.openings import openings, verify
from oddsfish.engine.games.connect4.searches.solver.solver import Solver

DISTINCT = (1, 7, 49, 238, 1120, 4263)  # positions by plies, mirror images counted twice (J. Tromp)


def test_it_has_every_opening_once_with_its_mirror_image() -> None:
    for ply, level in enumerate(openings(5)):
        symmetric = sum(played(text).fen() == played(mirrored(text)).fen() for text in level.values())
        assert 2 * len(level) - symmetric == DISTINCT[ply]


def test_scores_come_back_as_they_were_written() -> None:
    games = list(random_games(31, 20, 200))
    scores = {number(played(text)): score for score, text in enumerate(games, -21) if score < 22}
    book = SolverBook(to_bytes(scores, 41))
    assert len(book) == len(scores)
    for text in games[:43]:
        assert book.score(played(text)) == scores[number(played(text))]
        assert book.score(played(mirrored(text))) == scores[number(played(text))]
    assert book.score(Connect4Position()) is None
    assert SolverBook(to_bytes(scores, 19)).score(played(games[0])) is None  # it has more discs than the book says


def test_a_book_that_is_damaged_anywhere_is_refused() -> None:
    data = to_bytes({number(played(text)): 0 for text in random_games(32, 20, 20)}, 41)
    chooser = random.Random(2)
    for place in [*range(len(FORMAT)), *chooser.sample(range(len(FORMAT) + 1, len(data)), 60)]:
        broken = bytearray(data)
        broken[place] ^= 1 << chooser.randrange(8)
        with pytest.raises(ValueError, match="book of Connect-4"):
            SolverBook(bytes(broken))
    for length in range(0, len(data), 5):
        with pytest.raises(ValueError, match="book of Connect-4"):
            SolverBook(data[:length])


def test_a_damaged_book_that_ships_is_named(tmp_path: Path) -> None:
    damaged = tmp_path / "openings.bin"
    damaged.write_bytes(SHIPPED.read_bytes()[:-1])
    with pytest.raises(ValueError, match=rf"{damaged}: .*install Oddsfish again, or solve without a book"):
        load(damaged)
    assert Solver(1, book=False).solve(played("4455")) == 18


def test_what_is_no_position_of_it_is_refused() -> None:
    book = SolverBook(to_bytes({}, 3))
    for call in (book.score, number):
        with pytest.raises(ValueError, match="classic Connect-4"):
            call(Connect4Position(rules="fullboard"))
        with pytest.raises(TypeError):
            call("44")  # type: ignore[arg-type]


def test_the_book_that_ships_has_every_opening_and_agrees_with_itself() -> None:
    book = shipped()
    assert book is not None and book.plies >= 4
    verify(book, openings(book.plies))


def test_the_start_is_known_at_once() -> None:
    solver = Solver(1)  # its table is too small to solve the start
    assert solver.solve(Connect4Position()) == 1
    assert solver.scores(Connect4Position()) == START_SCORES
    assert solver.best_moves(Connect4Position()) == (3,)


@pytest.mark.slow
def test_a_sample_of_the_book_is_solved_again() -> None:
    book, solver = shipped(), Solver(64, book=False)
    assert book is not None
    for text in random.Random(3).sample(sorted(openings(book.plies)[-1].values()), 20):
        assert book.score(played(text)) == solver.solve(played(text)), text
