"""The rules of Connect-4, against a slow oracle, known counts, and texts that are no positions."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest
from oddsfish.engine import Connect4Position, Limits, Win, analyse

COLUMNS, ROWS = 7, 6
WINDOWS = [
    [(column + i * across, row + i * up) for i in range(4)]
    for column in range(COLUMNS)
    for row in range(ROWS)
    for across, up in ((1, 0), (0, 1), (1, 1), (1, -1))
    if 0 <= column + 3 * across < COLUMNS and 0 <= row + 3 * up < ROWS
]


class Oracle:
    """Columns as lists of 0 (red) and 1 (yellow); everything else is computed anew at each call."""

    def __init__(self, full_board: bool) -> None:
        self.full_board = full_board
        self.columns: list[list[int]] = [[] for _ in range(COLUMNS)]
        self.turn = 0

    def cell(self, column: int, row: int) -> int | None:
        return self.columns[column][row] if row < len(self.columns[column]) else None

    def fours(self, player: int) -> int:
        return sum(all(self.cell(*cell) == player for cell in window) for window in WINDOWS)

    def open(self, player: int) -> int:
        return sum(all(self.cell(*cell) in (player, None) for cell in window) for window in WINDOWS)

    def full(self) -> bool:
        return all(len(column) == ROWS for column in self.columns)

    def moves(self) -> set[str]:
        if not self.full_board and (self.fours(0) or self.fours(1)):
            return set()
        return {"abcdefg"[i] for i, column in enumerate(self.columns) if len(column) < ROWS}

    def value(self) -> int:
        return self.fours(0) - self.fours(1) + self.open(0) - self.open(1)

    def ending(self) -> Win | float | None:
        if not self.full_board:
            for player in (0, 1):
                if self.fours(player):
                    return Win(player)
            return 0.0 if self.full() else None
        return float(self.value()) if self.full() else None

    def drop(self, column: int) -> None:
        self.columns[column].append(self.turn)
        self.turn ^= 1


@pytest.mark.parametrize("rules", ["classic", "fullboard"])
@pytest.mark.parametrize("weights", [None, (3, 1, 1), (1, 0, 2)])
@pytest.mark.parametrize("seed", range(6))
def test_random_games(rules: str, weights: tuple[float, ...] | None, seed: int) -> None:
    random = Random(seed)
    position = Connect4Position(rules=rules, weights=weights)
    oracle = Oracle(rules == "fullboard")
    while True:
        assert {position.notation(move) for move in position.moves()} == oracle.moves()
        assert position.ending() == oracle.ending()
        assert position.player() == oracle.turn
        if position.ending() is not None:
            break
        if rules == "fullboard":
            assert position.value() == oracle.value()
        assert Connect4Position(position.fen(), rules, weights).fen() == position.fen()
        move = random.choice(list(position.moves()))
        aimed = "abcdefg".index(position.notation(move))
        outcomes = position.chances(move)
        if weights is None:
            assert not outcomes
            landed = aimed
        else:
            wanted = {
                aimed + step: weight
                for step, weight in zip((0, -1, 1), weights, strict=True)
                if weight and 0 <= aimed + step < COLUMNS and len(oracle.columns[aimed + step]) < ROWS
            }
            texts = {
                column: "abcdefg"[aimed] + (f">{'abcdefg'[column]}" if column != aimed else "") for column in wanted
            }
            assert {position.notation(certain): chance for certain, chance in outcomes} == pytest.approx(
                {texts[column]: weight / sum(wanted.values()) for column, weight in wanted.items()}
            )
            landed = random.choice(list(wanted))
            move = position.parse_certain(texts[landed])
        position.play(move)
        oracle.drop(landed)


def test_sequences_in_classic_rules() -> None:
    counts = [Connect4Position().count_sequences(depth) for depth in (1, 4, 6, 7, 8)]
    assert counts == [7, 2401, 117649, 823536, 5673234]


def test_on_a_full_board_nobody_has_won_and_no_move_is_left() -> None:
    position = Connect4Position(rules="fullboard")
    while position.ending() is None:
        position.play(position.moves()[-1])
    assert analyse(position, "AlphaBeta", Limits(depth=3)).move is None


@pytest.mark.parametrize(
    ("fen", "reason"),
    [
        ("7/7/7/7/7/7", "is no position of Connect-4: it has a board"),
        ("7/7/7/7/7 r 1", "6 rows"),
        ("7/7/7/7/7/6 r 1", "7 cells"),
        ("7/7/7/7/7/8 r 1", "malformed"),
        ("7/7/7/7/7/34 r 1", "malformed"),
        ("7/7/7/7/7/7 w 1", "r or y"),
        ("7/7/7/7/7/7 r 0", "number"),
        ("7/7/7/7/3r3/7 y 1", "floats in column d"),
        ("7/7/7/7/7/rrrrr2 y 1", "5 red and 0 yellow"),
        ("rrrrrrr/rrrrrrr/rrrrrrr/yrrrrrr/yyyyyyy/yyyyyyy y 1", "too many"),
        ("7/7/yr5/yr5/yr5/yr5 r 5", "both sides"),
    ],
)
def test_what_is_no_position_is_refused(fen: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        Connect4Position(fen)
    assert reason != "both sides" or Connect4Position(fen, "fullboard").ending() is None


def test_weights_and_rules_that_make_no_sense_are_refused() -> None:
    for weights in ((), (1, 1), (0, 1, 1), (-1, 1, 1), (1, float("nan"), 1), (1, float("inf"), 1)):
        with pytest.raises(ValueError, match="three weights"):
            Connect4Position(weights=weights)
    with pytest.raises(ValueError, match="rules are"):
        Connect4Position(rules="pop out")


def node_counts() -> list[list[int | None]]:
    """The table of docs/connect4.md: depth, then off, Star1, Star2, and the same with Table."""
    page = (Path(__file__).resolve().parents[2] / "docs" / "connect4.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\d) \|(.*)\|$", page, re.MULTILINE)
    return [
        [int(depth), *(int(cell.replace(",", "")) if cell.strip() else None for cell in cells.split("|"))]
        for depth, cells in rows
    ]


def test_the_node_counts_of_the_page_are_those_of_the_search() -> None:
    """The counts of pruned searches may differ slightly from one processor to another."""
    counts = node_counts()
    assert [row[0] for row in counts] == [1, 2, 3, 4, 5, 6]
    ways = [(table, star) for table in (False, True) for star in ("off", "Star1", "Star2")]
    for depth, *row in counts[:5]:
        for (table, star), count in zip(ways, row, strict=True):
            options: dict[str, bool | str] = {"Star": star, "Table": table, "Deepening": False}
            position = Connect4Position(rules="fullboard", weights=(3, 1, 1))
            nodes = analyse(position, "Expectimax", Limits(depth=depth), options).nodes
            assert nodes == (count if star == "off" else pytest.approx(count, rel=1e-3))
