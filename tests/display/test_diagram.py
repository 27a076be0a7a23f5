"""Diagrams: what cannot be drawn is refused, and every medium draws the rest."""

from __future__ import annotations

import signal
from dataclasses import replace
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest
from oddsfish.engine import Diagram, HiloPosition, Symbol, games
from oddsfish.engine.display.diagram import COLOURS, MARKS, SURFACES
from oddsfish.engine.display.diagram_svg import svg
from oddsfish.engine.display.diagram_text import EMPHASES, Style, board_rows, text_rows
from oddsfish.engine.options import options_for

SYMBOLS = {"a": Symbol("an a", "ä", "a", "red"), "b": Symbol("a b", "b", "b")}
WHOLE = Diagram(2, 3, ("a", "", "b", "", "", "a"), SYMBOLS, "xy", "321", svg=lambda: {"a": "<path/>", "b": "<path/>"})


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"columns": 0}, "have not 6 cells"),
        ({"rows": -3, "columns": -2}, "have not 6 cells"),
        ({"cells": ("a",)}, "have not 1 cells"),
        ({"cells": ("c",) * 6}, "no symbol is called 'c'"),
        ({"marks": {6: "last"}}, "no cell has the number 6"),
        ({"marks": {-1: "last"}}, "no cell has the number -1"),
        ({"marks": {0: "first"}}, "no mark is called 'first'"),
        ({"files": "xyz"}, "does not name 2"),
        ({"ranks": "12"}, "does not name 3"),
        ({"surface": "sand"}, "a surface is one of"),
    ],
)
def test_what_cannot_be_drawn_is_refused(changes: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        replace(WHOLE, **changes)


@pytest.mark.parametrize("surface", SURFACES)
@pytest.mark.parametrize("mark", ["", *MARKS])
def test_every_medium_draws_it(surface: str, mark: str) -> None:
    diagram = replace(WHOLE, surface=surface, marks=dict.fromkeys((0, 5), mark) if mark else {}, status="{a} & <b>")
    rows = text_rows(diagram, Style(unicode=False))
    board = rows[:-2] if surface != "card" else rows[1:-3]
    assert ["".join(letter for letter in row if letter in "ab.") for row in board[:3]] == ["a.", "b.", ".a"]
    brackets = {"": "", "last": "[][]", "check": "<><>", "line": "()()"}[mark]
    assert "".join(letter for row in board[:3] for letter in row if letter in "[]<>()") == brackets
    assert rows[-1] == "a & <b>" and rows[-2].replace(" ", "") == "xy"
    root = ElementTree.fromstring(svg(diagram))
    used = [element.get("href", "") for element in root.iter() if element.tag.endswith("}use")]
    assert sorted(name for name in used if name.startswith("#piece-")) == ["#piece-a", "#piece-a", "#piece-b"]
    assert [name for name in used if name.startswith("#mark-")] == [f"#mark-{mark}"] * 2 if mark else True
    assert "ä & <b>" in "".join(root.itertext())


@pytest.mark.parametrize("name", games.shipped())
def test_random_games_are_drawn_in_every_medium(name: str) -> None:
    """What stands in a cell is what the position's text says; the last move is marked where it has changed a cell."""
    game, random = games.find(name), Random(7)
    options = options_for(game)
    for _ in range(5):
        beginnings = game.beginnings()
        position = game.begin(beginnings[0][0], options) if beginnings else game.start(None, options)
        last, before = "", None
        while True:
            diagram = position.diagram(last)
            widths = {sum(len(text) for text, _ in row) for row in board_rows(replace(diagram, marks={}, files=""))}
            assert len(widths) == 1
            if before is not None and len(diagram.cells) > 1:
                changed = {cell for cell, key in enumerate(diagram.cells) if key != before[cell]}
                assert changed & set(diagram.marks)
            assert ElementTree.fromstring(svg(diagram)).tag.endswith("svg")
            if position.ending() is not None:
                assert diagram.status and "to move" not in diagram.status
                break
            before = diagram.cells
            move = position.sample(random.choice(position.moves()), random)
            last = position.notation(move)
            position.play(move)


def test_a_diagram_with_nothing_beside_it_is_drawn() -> None:
    drawn = svg(Diagram(1, 1, ("",), {}))
    assert ElementTree.fromstring(drawn).tag.endswith("svg")


HOSTILE = '"><script>&'


def test_keys_names_and_captions_may_be_anything() -> None:
    symbols = {key: Symbol(f"a {key}", key, "#") for key in ("1", "|", HOSTILE)}
    drawn = Diagram(
        3,
        1,
        tuple(symbols),
        symbols,
        files="<&>",
        ranks='"',
        status="{1} to move",
        captions=("{|}, {nobody}, {", HOSTILE),
    )
    assert text_rows(drawn, Style())[-3:] == ["1 to move", "|, {nobody}, {", HOSTILE]
    root = ElementTree.fromstring(svg(drawn))
    ids = {element.get("id") for element in root.iter() if element.get("id")}
    used = {str(element.get("href"))[1:] for element in root.iter() if element.get("href")}
    assert used <= ids and len([name for name in ids if name and name.startswith("piece-")]) == 3
    assert not [element for element in root.iter() if element.tag.endswith("script")]
    assert {element.text for element in root.iter() if element.tag.endswith("text")} >= {"1", "|", HOSTILE}


def test_what_no_medium_can_draw_is_refused() -> None:
    with pytest.raises(ValueError, match="a colour is one of bold, red, yellow, or none, not 'blue'"):
        Symbol("a disc", "O", "O", "blue")
    with pytest.raises(ValueError, match="a game's name is letters"):
        Diagram(1, 1, ("",), {}, game=HOSTILE)


@pytest.mark.clock
def test_an_interrupted_drawing_leaves_the_position_as_it_was() -> None:
    position = HiloPosition(5)
    left = 0

    def strike(number: int, frame: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, strike)
    try:
        for shot in range(300):
            try:
                signal.setitimer(signal.ITIMER_REAL, 1e-6 + shot * 5e-7)
                for _ in range(20):
                    position.diagram()
            except KeyboardInterrupt:
                left += 1
            finally:
                signal.setitimer(signal.ITIMER_REAL, 0)
            assert position.fen() == "5 1 4"
    finally:
        signal.signal(signal.SIGALRM, before)
    assert left > 100


def test_every_emphasis_has_a_look() -> None:
    assert set(EMPHASES) == {*COLOURS, "mark"}
