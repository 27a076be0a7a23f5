"""The time for a move is kept with games whose methods are slow, at any place in a search and in a game."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest
from oddsfish.engine import Limits, PythonPosition, Session, analyse
from oddsfish.engine.searches import for_any_game
from trained import TRAINED

pytestmark = pytest.mark.clock

NAP = 0.005  # seconds
MOVETIME = 300  # milliseconds
BOUND = MOVETIME / 1000 + 1.0  # seconds: one node late is a nap late, and the machine may be busy

WALKING = [name for name in for_any_game() if name != "Random"]


class Drowsy(PythonPosition[int]):
    """An endless game with `width` moves in each position. One method naps, from some call or some ply on."""

    def __init__(self, width: int, slow: str = "value", calls: int = 0, plies: int = 0, chance: bool = False) -> None:
        self.width = width
        self.slow = slow
        self.calls = calls
        self.plies = plies
        self.walk: list[int] = []
        self.set_chance(chance)

    def nap(self, method: str) -> None:
        if method == self.slow and len(self.walk) >= self.plies:
            self.calls -= 1
            if self.calls < 0:
                time.sleep(NAP)

    def moves(self) -> list[int]:
        self.nap("moves")
        return list(range(self.width))

    def play(self, move: int) -> None:
        self.nap("play")
        self.walk.append(move)

    def undo(self) -> None:
        self.walk.pop()

    def player(self) -> int:
        return len(self.walk) % 2

    def ending(self) -> None:
        self.nap("ending")

    def value(self) -> float:
        self.nap("value")
        return float(sum(self.walk) * 31 % 17)

    def chances(self, move: int) -> list[tuple[int, float]]:
        self.nap("chances")
        return [(other, 1 / self.width) for other in range(self.width)]


def seconds(run: Callable[[], object]) -> float:
    began = time.monotonic()
    run()
    return time.monotonic() - began


SLOW_GAMES: dict[str, Callable[[], Drowsy]] = {
    "value": lambda: Drowsy(10),
    "many root moves": lambda: Drowsy(512),
    "ending": lambda: Drowsy(40, "ending"),
    "moves": lambda: Drowsy(40, "moves", calls=1),
    "play": lambda: Drowsy(40, "play"),
    "chances": lambda: Drowsy(40, "chances", chance=True),
    "many outcomes": lambda: Drowsy(80, chance=True),
    "later": lambda: Drowsy(10, calls=3000),
    "deep": lambda: Drowsy(10, plies=4),
}


def seconds_of_each(runs: list[Callable[[], object]]) -> list[float]:
    """The seconds that each run takes. They run side by side, as they sleep nearly all the time."""
    with ThreadPoolExecutor(len(runs)) as pool:
        return list(pool.map(seconds, runs))


@pytest.mark.parametrize("game", SLOW_GAMES)
def test_the_deadline_holds(game: str) -> None:
    """Without deepening, not even the first root move is ever finished: any move will do."""
    limits = Limits(depth=20, movetime=MOVETIME)
    deepenings = (True, False) if game == "value" else (True,)
    runs: list[Callable[[], object]] = [
        partial(analyse, SLOW_GAMES[game](), name, limits, {"Opponent": "optimal", "Deepening": deepening, **TRAINED})
        for name in WALKING
        for deepening in deepenings
    ]
    assert max(seconds_of_each(runs)) < BOUND


def test_at_depth_one_a_move_that_has_been_looked_at_is_played() -> None:
    """From the second root move on a search at depth 1 can be ended, and tells what it knows."""
    result = analyse(Drowsy(512), "AlphaBeta", Limits(depth=1, movetime=MOVETIME))
    looked_at = [line for line in result.lines if line.depth]
    assert 1 <= len(looked_at) < 300
    assert result.depth == 0
    assert result.move == looked_at[0].move
    assert {line.score.bound for line in result.lines if not line.depth} == {"unknown"}
    assert analyse(Drowsy(3), "AlphaBeta", Limits(depth=1, movetime=1)).score.bound == ""


def test_a_stop_is_heard() -> None:
    for position in (Drowsy(512), Drowsy(10), Drowsy(10, calls=3000), Drowsy(80, chance=True)):
        session = Session(position)
        session.go(Limits(infinite=True), lambda info: None, lambda result: None, lambda failure: None)
        time.sleep(0.1)
        session.stop()
        assert seconds(session.wait) < 1.0
