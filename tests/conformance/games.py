"""The games that all searches are tested on: a few positions of each, and how deep a test may look."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any

from oddsfish.engine import ChessPosition, Connect4Position, HiloPosition, Position, PythonPosition, Win, games
from oddsfish.engine.games.connect4 import cfour
from oddsfish.engine.registry.fen import read


class TicTacToe(PythonPosition[int]):
    """Two players, no chance, written in plain Python. Worth a glance: all that a game needs is here."""

    LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))

    def __init__(self, taken: str = "") -> None:
        self.cells: list[int | None] = [None] * 9
        self.order: list[int] = []
        for cell in taken:
            self.play(int(cell))

    def moves(self) -> list[int]:
        return [cell for cell in range(9) if self.cells[cell] is None] if self.ending() is None else []

    def play(self, move: int) -> None:
        self.cells[move] = self.player()
        self.order.append(move)

    def undo(self) -> None:
        self.cells[self.order.pop()] = None

    def player(self) -> int:
        return len(self.order) % 2

    def ending(self) -> Win | float | None:
        for a, b, c in self.LINES:
            if self.cells[a] is not None and self.cells[a] == self.cells[b] == self.cells[c]:
                return Win(self.cells[a] or 0)
        return None if None in self.cells else 0.0

    def value(self) -> float:
        """The number of lines still open for X, minus those for O."""
        return float(sum(self.open_for(0, line) - self.open_for(1, line) for line in self.LINES))

    def open_for(self, player: int, line: tuple[int, ...]) -> bool:
        return all(self.cells[cell] in (player, None) for cell in line)

    def repetition_key(self) -> tuple[int | None, ...]:
        return tuple(self.cells)


class Pig(PythonPosition[str]):
    """Two players and chance: roll a die for points; a one loses those of the turn, hold keeps them; ten points win."""

    GOAL = 10

    def __init__(self, scores: tuple[int, int] = (0, 0)) -> None:
        self.set_chance(True)
        self.states: list[tuple[int, int, int, int]] = [(*scores, 0, 0)]  # both scores, the turn's points, whose turn

    def moves(self) -> list[str]:
        if self.ending() is not None:
            return []
        return ["roll", "hold"] if self.states[-1][2] else ["roll"]

    def chances(self, move: str) -> list[tuple[str, float]]:
        return [(f"roll {face}", 1 / 6) for face in range(1, 7)] if move == "roll" else []

    def play(self, move: str) -> None:
        first, second, points, player = self.states[-1]
        face = int(move[5:]) if move != "hold" else 0
        if face > 1:
            self.states.append((first, second, points + face, player))
            return
        kept = points if move == "hold" else 0
        scores = (first + kept, second) if player == 0 else (first, second + kept)
        self.states.append((*scores, 0, 1 - player))

    def undo(self) -> None:
        self.states.pop()

    def player(self) -> int:
        return self.states[-1][3]

    def ending(self) -> Win | float | None:
        first, second, *_ = self.states[-1]
        return Win(0) if first >= self.GOAL else Win(1) if second >= self.GOAL else None

    def value(self) -> float:
        first, second, points, player = self.states[-1]
        return float(first - second) + (points if player == 0 else -points) / 2

    def repetition_key(self) -> tuple[int, int, int, int]:
        return self.states[-1]


class Corridor(PythonPosition[int]):
    """A game without an end, in which each player has the same one move; games that go wrong derive from it."""

    def __init__(self) -> None:
        self.plies = 0

    def moves(self) -> list[int]:
        return [0]

    def play(self, move: int) -> None:
        self.plies += 1

    def undo(self) -> None:
        self.plies -= 1

    def ending(self) -> Win | float | None:
        return None


@dataclass(frozen=True)
class Example:
    """A position and how deep the slow oracle can look from it."""

    name: str
    make: Callable[[], Position[Any]]
    depth: int


NEARLY_FULL = "rry1yr1/yyr1ryy/rryyyrr/yyrrryy/rryyyrr/yyrryyr r 20"

FOUND = 2  # positions of each game that ships

EXAMPLES = (
    Example("chess start", ChessPosition, 3),
    Example(
        "chess open",
        lambda: ChessPosition("r2qkb1r/1pp2ppp/p1np1n2/4p3/2B1P1b1/2NP1N2/PPP2PPP/R1BQK2R b KQkq - 0 6"),
        2,
    ),
    Example("chess mate", lambda: ChessPosition("6k1/5ppp/8/8/8/8/1r3PPP/3R2K1 w - - 0 1"), 3),
    Example("chess mated soon", lambda: ChessPosition("7k/8/5K2/6Q1/8/8/8/8 b - - 3 60"), 3),
    Example("chess clock", lambda: ChessPosition("8/5k2/8/3r4/8/2K5/4R3/8 w - - 97 90"), 3),
    Example("chess960", lambda: ChessPosition("1rk2r2/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/1RK2R2 w FBfb - 0 1", True), 3),
    Example("connect4", Connect4Position, 4),
    Example("connect4 threat", lambda: Connect4Position("7/7/7/3y3/2ry3/1rrry2 y 5"), 4),
    Example("connect4 full board", lambda: Connect4Position("7/7/7/3y3/2ry3/1rrry2 y 5", "fullboard"), 3),
    Example("connect4 slip", lambda: Connect4Position("7/7/7/3y3/2ry3/1rrry2 y 5", "classic", (3, 1, 1)), 2),
    Example("connect4 full board slip", lambda: Connect4Position(NEARLY_FULL, "fullboard", (3, 1, 1)), 3),
    Example("hilo", lambda: HiloPosition(5, 1.0, 3), 3),
    Example("hilo high card", lambda: HiloPosition(12, 6.0, 2), 3),
    Example("tic-tac-toe", TicTacToe, 3),
    Example("tic-tac-toe middle", lambda: TicTacToe("4018"), 5),
    Example("pig", lambda: Pig((4, 6)), 3),
    Example("pig late", lambda: Pig((8, 7)), 3),
    # Every game that ships, with the first of its own `positions`.
    *(
        Example(f"{name}: {fen}", partial(read, fen), 2)
        for name, game in games.shipped().items()
        for fen in game.positions[:FOUND]
    ),
)

COMPILED: tuple[type[Position[Any]], ...] = (ChessPosition, Connect4Position, HiloPosition)


class DerivedChess(ChessPosition):  # type: ignore[misc]
    """Never initialised."""

    def __init__(self, *arguments: object) -> None:
        pass


class DerivedHilo(HiloPosition):  # type: ignore[misc]
    def __init__(self, *arguments: object) -> None:
        pass


# Odd positions, mostly for the laws of positions.
ODD = (
    Example("connect4 drops", lambda: Connect4Position(cfour.START, drops=True), 2),
    Example("hilo long", lambda: HiloPosition(7, 1.0, 64), 2),
    Example("hilo over", lambda: HiloPosition(7, 1.0, 0), 2),
    *(Example(f"{kind.__name__} made by __new__", partial(kind.__new__, kind), 2) for kind in COMPILED),
    Example("chess without __init__", DerivedChess, 2),
    Example("hilo without __init__", DerivedHilo, 2),
)


def step(position: Position[Any], random: Random) -> bool:
    """Play a random move, with a random outcome; return whether there was a move."""
    moves = position.moves()
    if moves:
        position.play(position.sample(random.choice(moves), random))
    return bool(moves)
