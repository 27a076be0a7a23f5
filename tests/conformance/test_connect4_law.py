"""Connect-4 near the end of the game, with slipping discs and without, against the plain searches in fractions.

Here chance nodes can be cut, because the game bounds its values; no option may change a value.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from random import Random

import pytest
from oddsfish.engine import Limits, Win, analyse
from oddsfish.engine.games.connect4.position import Connect4Position
from oddsfish.engine.options import Options, Value

from .claims import Broken, Truth, check_result, model_of
from .rows import Row, check_all, covering_rows, draw_row, shards

SLOW_POSITIONS = 12_000
SHARD = 30  # positions of one test; each sees all rows
MOST_SEQUENCES = (300, 1_000, 1_000, 1_000, 8_000)  # sequences of moves for the oracle, at most
MOST_DEPTH = 6
WEIGHTS = (None, (3, 1, 1), (3, 1, 1), (1, 1, 1), (1, 0, 2), (1, 1000, 0), (997, 3, 0))
MOST_PARTS = 10**6  # a bound of the denominators of all probabilities by such weights

CHOICES: dict[str, tuple[Value, ...]] = {
    "Search": ("Expectimax", "AlphaBeta", "Minimax"),
    "Opponent": ("uniform", "optimal", "softmax", "blunder"),
    "OpponentTemperature": (0, 10**9),
    "OpponentDepth": (1, 2),
    "OpponentBlunder": (0, 150, 1000),
    "Star": ("Auto", "off", "Star1", "Star2"),
    "Table": ("off", "new"),
    "Deepening": (True, False),
    "MultiPV": (1, 2, 256),
    "TiePolicy": ("first", "random"),
    "MateDistance": (True, False),
    "MateValue": (100000, 20000),
    "MoveOrder": ("Auto", "left-to-right"),
    "Evaluation": ("Auto", "Windows", "OpenWindows", "Fours"),
    "Fail": ("soft", "hard"),
    "Cut": ("non-strict", "strict"),
    "RootWindow": ("infinite", "mate"),
}
ROWS = covering_rows(CHOICES, Random(4))
SETTLED_BEFORE = ("MateDistance", "MateValue", "MoveOrder", "Evaluation")  # options of the question, not of the search


class ExactPosition:
    """A position as the oracle sees it, in fractions; it takes the same notes as `ExactGraph`."""

    bounded = True
    clear = True  # no evaluation is worth as much as a win

    def __init__(self, position: Connect4Position) -> None:
        self.position = position
        self.decisive = Fraction(position.decisive)
        self.scale = Fraction(position.scale)
        self.averaging = position.chance
        self.met: dict[str, Fraction] = {}
        self.guessed = False
        self.below = ""
        self.played = 0

    def moves(self) -> list[int]:
        return list(self.position.moves())

    def noisy(self, behind: int) -> tuple[list[int], bool]:
        return [], False

    def chances(self, move: int) -> list[tuple[int, Fraction]]:
        if not self.played:
            self.below = self.name(move)
        found = [(certain, Fraction(p).limit_denominator(MOST_PARTS)) for certain, p in self.position.chances(move)]
        assert not found or sum(probability for _, probability in found) == 1
        return found

    def play(self, move: int) -> None:
        self.position.play(move)
        self.played += 1

    def undo(self) -> None:
        self.position.undo()
        self.played -= 1

    def player(self) -> int:
        return self.position.player()

    def ending(self) -> Win | Fraction | None:
        end = self.position.ending()
        if isinstance(end, Win):
            self.note(self.decisive)  # a mean of wins and losses may be near 0, but its error is relative to them
        return end if end is None or isinstance(end, Win) else self.note(Fraction(end))

    def value(self) -> Fraction:
        self.guessed = True
        return self.note(Fraction(self.position.value()))

    def note(self, value: Fraction) -> Fraction:
        self.met[self.below] = max(self.met.get(self.below, self.decisive), abs(value))
        return value

    def name(self, move: int) -> str:
        return self.position.notation(move)

    def find(self, name: str) -> int | None:
        return next((move for move in self.moves() if self.name(move) == name), None)


def make_position(seed: int) -> tuple[Connect4Position, int]:
    """A position late in a game played at random, and how deep to search it."""
    random = Random(seed)
    rules = random.choice(("classic", "fullboard", "fullboard"))
    position = Connect4Position("7/7/7/7/7/7 r 1", rules, random.choice(WEIGHTS))
    left = random.choice((1, 2, 3, 4, 5, 6, 8, 10, 14, 20, 30, 42))
    for _ in range(42 - left):
        before = position.clone()
        move = random.choice(position.moves())
        outcomes = [certain for certain, _ in position.chances(move)]
        position.play(random.choice(outcomes) if outcomes else move)
        if position.ending() is not None:
            position = before
            break
    depth = 1
    most = random.choice(MOST_SEQUENCES)
    while depth < MOST_DEPTH and position.count_sequences(depth + 1) <= most:
        depth += 1
    return position, depth


def draw_rows(seed: int) -> Iterator[Row]:
    """The next two of all rows, which come in turn, and a random one."""
    yield from (ROWS[(2 * seed + number) % len(ROWS)] for number in range(2))
    yield draw_row(CHOICES, Random(f"row {seed}"))


def check_position(seed: int) -> list[Row]:
    """Search the position of this number in several ways; the rows of options."""
    position, depth = make_position(seed)
    rows = list(draw_rows(seed))
    for row in rows:
        options = Options()
        for name in SETTLED_BEFORE:
            options.set(name, str(row[name]))
        asked = position.clone()
        asked.configure(options)
        weigh = model_of(row) if row["Search"] == "Expectimax" else None
        settings = {**row, "Table": row["Table"] != "off"}
        limits = Limits(depth=depth)
        result = analyse(position, str(settings.pop("Search")), limits, settings)
        truth = Truth(ExactPosition(asked), weigh, bool(row["MateDistance"]))
        broken = ""
        try:
            check_result(result, truth, row, limits)
        except Broken as fault:
            broken = str(fault)
        if broken:
            chances = [position.chances(move) for move in position.moves()]
            pytest.fail(f"seed {seed}: {position.fen()} {chances} depth {depth} with {row}: {broken}", pytrace=False)
    return rows


@shards(SLOW_POSITIONS // SHARD)
def test_positions(shard: int) -> None:
    check_all(check_position, range(shard * SHARD, (shard + 1) * SHARD), CHOICES)
