"""The table on positions whose history matters: repetitions and the half-move clock."""

from __future__ import annotations

import tracemalloc
from random import Random

import chess
import pytest
from oddsfish.engine import Limits, PythonPosition, Result, analyse
from oddsfish.engine.games.chess.position import ChessPosition
from oddsfish.engine.searches.factory import create
from oddsfish.engine.searches.table import Table

ENDGAMES = (
    "8/8/4k3/8/2p5/2P1K3/8/8 w - - 0 60",
    "k7/2p5/8/8/8/8/5P2/K7 w - - 0 50",
    "8/8/3k4/8/8/8/3BK3/8 b - - 0 1",
    "8/1p6/1k6/8/8/6K1/6P1/8 b - - 89 120",
)
DEPTH = 7


def shuffled(fen: str, seed: int) -> ChessPosition:
    """The position after some moves that take nothing and push nothing, often back and forth."""
    random = Random(seed)
    position = ChessPosition(fen)
    texts: list[str] = []
    for _ in range(random.randrange(16)):
        moves = [move for move in position.moves() if position.notation(move)[:2] not in pawns(position)]
        back = [move for move in moves if len(texts) > 1 and position.notation(move) == texts[-2][2:4] + texts[-2][:2]]
        if position.ending() is not None or not moves:
            break
        move = back[0] if back and random.random() < 0.7 else random.choice(moves)
        texts.append(position.notation(move))
        position.play(move)
    return position


def pawns(position: ChessPosition) -> set[str]:
    board = chess.Board(position.fen())
    return {chess.square_name(square) for colour in chess.COLORS for square in board.pieces(chess.PAWN, colour)}


def values(result: Result[str]) -> dict[str, float]:
    return {line.move: line.score.value for line in result.lines}


@pytest.mark.parametrize("fen", ENDGAMES)
@pytest.mark.parametrize("search", ["Minimax", "AlphaBeta", "Expectimax"])
@pytest.mark.parametrize("seed", range(6))
def test_a_draw_that_hangs_on_the_path_is_not_kept(fen: str, search: str, seed: int) -> None:
    position = shuffled(fen, seed)
    options = {"MultiPV": 256, "Deepening": False}
    for depth in range(4, DEPTH + 1):
        without = analyse(position, search, Limits(depth=depth), options)
        with_table = analyse(position, search, Limits(depth=depth), {**options, "Table": True, "Hash": 4})
        assert values(with_table) == values(without)


def test_a_table_is_empty_until_it_is_used() -> None:
    for megabytes in (1, 2):
        table = Table(megabytes)
        assert table.fullness() == 0
        search = create("AlphaBeta", ChessPosition())
        search.begin(ChessPosition(), table)
        search.deepen(5)
        assert 0 < table.fullness() <= 1000
        table.clear()
        assert table.fullness() == 0


class Heap(PythonPosition[int]):
    """A game with a new position behind every move, each with a key that takes room."""

    def __init__(self) -> None:
        self.played: list[int] = []

    def moves(self) -> list[int]:
        return [0, 1]

    def play(self, move: int) -> None:
        self.played.append(move)

    def undo(self) -> None:
        self.played.pop()

    def ending(self) -> None:
        return None

    def repetition_key(self) -> tuple[int, ...]:
        return tuple(self.played)


def test_what_a_table_keeps_of_a_game_in_python_is_bounded_by_its_size() -> None:
    search = create("Minimax", Heap())
    tracemalloc.start()
    try:
        table = Table(1)
        search.begin(Heap(), table)
        search.deepen(16)  # 32,767 positions that have moves
        assert tracemalloc.get_traced_memory()[0] < 2 * 2**20
    finally:
        tracemalloc.stop()


def test_the_table_saves_work() -> None:
    position = ChessPosition(ENDGAMES[0])
    without = analyse(position, "Minimax", Limits(depth=DEPTH))
    with_table = analyse(position, "Minimax", Limits(depth=DEPTH), {"Table": True})
    assert with_table.nodes * 4 < without.nodes
    assert with_table.score == without.score
