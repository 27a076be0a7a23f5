"""The description of tic-tac-toe: its names and rules."""

from __future__ import annotations

from ...game import Game, SelfPlay, Variant


class TicTacToe(Game):
    """Tic-tac-toe: three in a row win. Small enough to be the model for other games."""

    name = "tictactoe"
    title = "tic-tac-toe"
    fen_meaning = 'rows from the top, x or o to move, as in "3/1x1/2o x"'
    fen_form = r"[1-3xo]+/[1-3xo]+/[1-3xo]+( |$)"
    seats = ("Cross", "Nought")
    pieces = ("x", "o")
    side_letters = ("x", "o")
    position = "TicTacToePosition"
    variants = (Variant("tictactoe", "tic-tac-toe over UGI"),)
    depth = 9
    # Searches see to the end, so a network learns from their scores alone. In two minutes, it learns never to lose.
    selfplay = SelfPlay(share=0, positions=60_000, rounds=1, hidden=64)
    positions = ("3/3/3 x", "3/1x1/2o x", "x2/1o1/2x o")


GAME = TicTacToe()
