"""What Connect-4 and HiLo read and write: moves in every form, positions there and back."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from oddsfish.engine import Connect4Position, HiloPosition
from oddsfish.engine.games.connect4 import cfour
from oddsfish.engine.games.connect4 import fen as boards
from oddsfish.engine.games.hilo import fen as hands
from oddsfish.engine.games.hilo.game import DRAWS


@pytest.mark.parametrize("drops", [False, True])
def test_a_position_that_was_written_is_read_as_the_same(drops: bool) -> None:
    chooser = random.Random(1)
    for _ in range(30):
        position = Connect4Position(cfour.START, drops=True) if drops else Connect4Position()
        while position.moves():
            move = chooser.choice(position.moves())
            for text in (position.notation(move), "1234567"[move], "abcdefg"[move]):
                assert position.parse(text) == position.parse_certain(text) == move
            position.play(move)
            again = Connect4Position(position.fen(), drops=drops)
            assert again.fen() == position.fen()
            assert [again.notation(move) for move in again.moves()] == [
                position.notation(move) for move in position.moves()
            ]


def test_the_certain_moves_of_a_slip_are_read_as_they_are_written() -> None:
    position = Connect4Position(rules="fullboard", weights=(3, 1, 1))
    for _ in range(42):
        for move in position.moves():
            for certain, _ in position.chances(move):
                assert position.parse_certain(position.notation(certain)) == certain
        position.play(position.chances(position.moves()[0])[0][0])
    with pytest.raises(ValueError, match="before it was dropped"):
        Connect4Position(weights=(3, 1, 1)).parse("a>b")


def test_drops_are_of_classic_rules() -> None:
    for rules, weights in (("fullboard", None), ("classic", (3, 1, 1))):
        with pytest.raises(ValueError, match="drops are of classic rules"):
            Connect4Position(cfour.START, rules, weights, drops=True)
    position = Connect4Position(cfour.START, drops=True).clone()
    assert (position.fen(), position.notation(3)) == (cfour.START, "P@d1")


def test_hilo_is_written_as_it_was_read() -> None:
    for fen in ("5 1 4", "5 1.96 3", "1 20736 1", "13 -1 0", "9 0.1 64"):
        card, utility, draws = fen.split()
        position = HiloPosition(int(card), float(utility), int(draws))
        assert position.fen() == position.clone().fen() == fen
    assert HiloPosition(5).fen() == f"5 1 {DRAWS}"


def test_hilo_refuses_what_cannot_be() -> None:
    for card, utility, draws in ((0, 1, 4), (14, 1, 4), (5, 0, 4), (5, -2, 4), (5, float("nan"), 4), (5, 1, 65)):
        with pytest.raises(ValueError, match=r"^(a card|a utility|the draws left)"):
            HiloPosition(card, utility, draws)


@pytest.mark.parametrize(
    ("file", "sizes"),
    [
        ("hilo/position.pyx", {"CARDS": hands.CARDS, "MAX_DRAWS": hands.MOST_DRAWS}),
        ("connect4/position.pxd", {"COLUMNS": boards.COLUMNS, "ROWS": boards.ROWS, "CELLS": 2 * boards.MOST}),
        ("connect4/searches/solver/grid.pxd", {"WIDTH": boards.COLUMNS, "HEIGHT": boards.ROWS, "ALL": 2 * boards.MOST}),
    ],
)
def test_python_knows_the_sizes_of_compiled_code(file: str, sizes: dict[str, int]) -> None:
    declared = (Path(__file__).resolve().parents[2] / "engine" / "games" / file).read_text(encoding="utf-8")
    numbers = {name: int(number) for name, number in re.findall(r"^    ([A-Z_]+) = (\d+)\b", declared, re.MULTILINE)}
    assert {name: numbers[name] for name in sizes} == sizes
