"""Tic-tac-toe's own rules; all else is asked of every game."""

from __future__ import annotations

from random import Random

import pytest
from oddsfish.engine import Draw, Limits, Win, analyse
from oddsfish.engine.games.tictactoe.position import CELLS_OF_LINES, TicTacToePosition

GAMES = 255_168  # of tic-tac-toe, to their ends (https://oeis.org/A061526)


def winner(cells: list[str]) -> str:
    return next((cells[a] for a, b, c in CELLS_OF_LINES if cells[a] and cells[a] == cells[b] == cells[c]), "")


def count_games(position: TicTacToePosition) -> int:
    """The number of games from here to their ends."""
    if position.ending() is not None:
        return 1
    total = 0
    for move in position.moves():
        position.play(move)
        total += count_games(position)
        position.undo()
    return total


def test_there_are_so_many_games() -> None:
    assert count_games(TicTacToePosition()) == GAMES


@pytest.mark.parametrize("seed", range(20))
def test_a_random_game(seed: int) -> None:
    random = Random(seed)
    position = TicTacToePosition()
    cells = [""] * 9
    while (ending := position.ending()) is None:
        assert position.moves() == [cell for cell in range(9) if not cells[cell]]
        piece = "xo"[position.player()]
        move = random.choice(position.moves())
        position.play(move)
        cells[move] = piece
        assert TicTacToePosition(position.fen()).fen() == position.fen()
    assert ending == Win("xo".index(winner(cells))) if winner(cells) else isinstance(ending, Draw)


def test_perfect_play_is_a_draw_and_a_win_is_seen() -> None:
    assert analyse(TicTacToePosition(), "Minimax", Limits(depth=9), {"Deepening": False}).score.value == 0
    result = analyse(TicTacToePosition("xx1/oo1/3 x"), limits=Limits(depth=3))
    assert (result.move, result.score.plies) == ("c3", 1)


@pytest.mark.parametrize(
    ("fen", "said"),
    [
        ("3/3/3/3 x", "three rows"),
        ("4/3/2 x", "three rows"),
        ("3/1z1/3 x", "three rows"),
        ("3/3/3", "x or o"),
        ("3/1x1/3 x", "not x's turn"),
        ("xxx/oo1/1o1 x", "already"),
    ],
)
def test_what_is_no_position_says_why(fen: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        TicTacToePosition(fen)
