"""Diagrams, as positions show themselves in every medium; what cannot be drawn is refused. Results as tables."""

from __future__ import annotations

import signal
from dataclasses import replace
from random import Random
from typing import Any
from xml.etree import ElementTree

import chess
import pytest
from conformance.games import TicTacToe
from oddsfish.engine import (
    ChessPosition,
    Connect4Position,
    Diagram,
    HiloPosition,
    Limits,
    Position,
    Symbol,
    analyse,
    games,
)
from oddsfish.engine.display.diagram import COLOURS, MARKS, SURFACES
from oddsfish.engine.display.diagram_svg import svg
from oddsfish.engine.display.diagram_text import EMPHASES, Style, board_rows, caption_rows, text_rows
from oddsfish.engine.options import options_for

SVG = "{http://www.w3.org/2000/svg}"
SYMBOLS = {"a": Symbol("an a", "ä", "a", "red"), "b": Symbol("a b", "b", "b")}
WHOLE = Diagram(2, 3, ("a", "", "b", "", "", "a"), SYMBOLS, "xy", "321", svg=lambda: {"a": "<path/>", "b": "<path/>"})
HOSTILE = '"><script>&'
MATE = "6k1/5ppp/8/8/8/8/1r3PPP/3R2K1 w - - 0 1"


def used(drawing: str) -> list[str]:
    """The ids of the symbols that a drawing uses, in order; the drawing must be well-formed."""
    return [element.get("href", "").removeprefix("#") for element in ElementTree.fromstring(drawing).iter(f"{SVG}use")]


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"columns": 0}, "have not 6 cells"),
        ({"rows": -3, "columns": -2}, "have not 6 cells"),
        ({"cells": ("c",) * 6}, "no symbol is called 'c'"),
        ({"marks": {6: "last"}}, "no cell has the number 6"),
        ({"marks": {-1: "last"}}, "no cell has the number -1"),
        ({"marks": {0: "first"}}, "no mark is called 'first'"),
        ({"files": "xyz"}, "does not name 2"),
        ({"ranks": "12"}, "does not name 3"),
        ({"surface": "sand"}, "a surface is one of"),
        ({"game": HOSTILE}, "a game's name is letters"),
    ],
)
def test_what_cannot_be_drawn_is_refused(changes: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        replace(WHOLE, **changes)
    with pytest.raises(ValueError, match="a colour is one of bold, red, yellow, or none, not 'blue'"):
        Symbol("a disc", "O", "O", "blue")


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
    assert "ä & <b>" in "".join(ElementTree.fromstring(svg(diagram)).itertext())
    marks, men = [f"mark-{mark}"] * 2 if mark else [], ["piece-a", "piece-b", "piece-a"]
    assert used(svg(diagram)) == (men + marks if mark == "line" else marks + men)  # other marks lie below the pieces


@pytest.mark.parametrize("name", games.shipped())
def test_random_games_are_drawn_in_every_medium(name: str) -> None:
    """Text and SVG show what stands in each cell; the last move marks a cell that it has changed."""
    game, random = games.find(name), Random(7)
    options = options_for(game)
    for _ in range(3):
        beginnings = game.beginnings()
        position = game.begin(beginnings[0][0], options) if beginnings else game.start(None, options)
        last, before = "", None
        while True:
            diagram = position.diagram(last)
            widths = {sum(len(text) for text, _ in row) for row in board_rows(replace(diagram, marks={}, files=""))}
            assert len(widths) == 1
            assert str(position) == "\n".join(text_rows(position.diagram()))
            assert "\n".join(text_rows(diagram, Style(colour=True))).count("\x1b[") % 2 == 0
            if before is not None and len(diagram.cells) > 1:
                changed = {cell for cell, key in enumerate(diagram.cells) if key != before[cell]}
                assert changed & set(diagram.marks)
            drawing = svg(diagram)
            men = [name.rpartition("-")[2] for name in used(drawing) if name.startswith("piece-")]
            assert men == [key for key in diagram.cells if key]
            assert sorted(name for name in used(drawing) if name.startswith("mark-")) == sorted(
                f"mark-{mark}" for mark in diagram.marks.values()
            )
            texts = [element.text for element in ElementTree.fromstring(drawing).iter(f"{SVG}text")]
            assert [text for text in caption_rows(diagram, Style()) if text not in texts] == []
            if position.ending() is not None:
                assert diagram.status and "to move" not in diagram.status
                break
            before = diagram.cells
            move = position.sample(random.choice(position.moves()), random)
            last = position.notation(move)
            position.play(move)


FOUR = "7/7/7/7/yyy4/rrrr3 y 4"
FULL = "rrryrrr/yyyryyy/rrryrrr/yyyryyy/rrryrrr/yyyryyy r 22"


@pytest.mark.parametrize(
    ("position", "last", "lines"),
    [
        (
            ChessPosition("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1"),
            "",
            {3: ". . . . . . . . 5", 7: ". . . .<K>. . . 1", 8: "a b c d e f g h", 9: "White to move"},
        ),
        (
            ChessPosition("6k1/5ppp/8/8/8/8/5PPP/1r4K1 w - - 0 1"),
            "b8b1",
            {0: ".[.]. . . . k . 8", 7: ".[r]. . . .<K>. 1", 9: "Black wins: checkmate"},
        ),
        (ChessPosition("8/8/8/8/3Kp3/8/8/7k b - - 3 1"), "c4d4", {4: ". .[.|K]p . . . 4"}),
        (
            ChessPosition("7k/8/8/8/8/8/8/K6R b - - 0 1", True),
            "g1h1",
            {0: ". . . . . . .<k> 8", 7: "K . . . . .[.|R] 1"},
        ),
        (Connect4Position("7/7/7/7/7/2yrr2 y 2"), "d", {5: ". . O[X]X . .", 7: "Yellow O to move"}),
        (
            Connect4Position(FOUR),
            "d",
            {4: " O O O . . . .", 5: "(X|X|X|X). . .", 6: " a b c d e f g", 7: "Red X wins: four in a row"},
        ),
        (
            Connect4Position(FOUR, "fullboard"),
            "c>a",
            {4: "[O]O O . . . .", 7: "Yellow O to move", 8: "Fours: Red X 1, Yellow O 0"},
        ),
        (Connect4Position(FULL), "", {7: "Draw: the board is full"}),
        (Connect4Position(FULL, "fullboard"), "", {7: "Draw: as many fours each", 8: "Fours: Red X 0, Yellow O 0"}),
        (HiloPosition(12, 2.0, 2), "high 12", {1: "| 12 |", 3: "Utility 2, 2 draws left"}),
        (
            HiloPosition(5, 1.0, 1),
            "",
            {4: "low: 3 (4/13), 1 (1/13), -1 (8/13)", 5: "high: 1.4 (8/13), 1 (1/13), -1 (4/13)"},
        ),
        (HiloPosition(5, 2.5, 0), "", {3: "No draw is left, utility 2.5", 4: "Utility 2.5, 0 draws left"}),
        (HiloPosition(5, -1.0, 2), "", {3: "Wrong: the game is lost, utility -1", 4: "Utility -1, 2 draws left"}),
    ],
)
def test_a_position_as_text_has_its_marks_and_its_status(position: Position, last: str, lines: dict[int, str]) -> None:
    rows = text_rows(position.diagram(last))
    assert {number: rows[number] for number in lines} == lines


def test_discs_are_told_apart_by_shape() -> None:
    root = ElementTree.fromstring(Connect4Position("7/7/7/7/7/2yrr2 y 2")._repr_svg_())
    shapes = {group.get("id"): {child.tag.removeprefix(SVG) for child in group} for group in root.iter(f"{SVG}g")}
    assert shapes["piece-connect4-r"] == {"circle", "path"}  # a disc and a cross
    assert shapes["piece-connect4-y"] == {"circle"}  # a disc and a ring


def test_pictures_of_several_games_can_stand_on_one_page() -> None:
    """A notebook's page has a single namespace of ids: elements with the same id must be equal."""
    drawn: dict[str, set[str]] = {}
    for position in (ChessPosition(), Connect4Position("7/7/7/7/7/2yrr2 y 2"), HiloPosition(5, 1.0, 1)):
        for element in ElementTree.fromstring(position._repr_svg_()).iter():
            if name := element.get("id"):
                drawn.setdefault(name, set()).add(ElementTree.tostring(element, encoding="unicode").strip())
    assert [name for name, drawings in drawn.items() if len(drawings) > 1] == []


def test_what_has_no_drawing_or_nothing_beside_it_is_shown() -> None:
    assert str(TicTacToe()) == "TicTacToe()" and TicTacToe()._repr_svg_() is None
    assert ElementTree.fromstring(svg(Diagram(1, 1, ("",), {}))).tag.endswith("svg")


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
    assert set(used(svg(drawn))) <= ids and len([name for name in ids if name and name.startswith("piece-")]) == 3
    assert not [element for element in root.iter() if element.tag.endswith("script")]
    assert {element.text for element in root.iter(f"{SVG}text")} >= {"1", "|", HOSTILE}


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


# Results.


def rows(html: str) -> list[list[str]]:
    """The rows of cells of the table in this HTML."""
    table = ElementTree.fromstring(html[html.index("<table>") : html.index("</table>") + len("</table>")])
    return [[cell.text or "" for cell in row] for row in table]


@pytest.mark.parametrize("position", [ChessPosition(MATE), chess.Board(MATE)], ids=type)
def test_a_result_shows_every_root_move(position: Any) -> None:
    html = analyse(position, "Minimax", Limits(depth=3))._repr_html_()
    cells = rows(html)
    assert cells[0] == ["move", "score", "depth", "nodes", "principal variation"]
    assert (cells[1][:3], cells[1][4]) == (["d1d8", "99999 (won in 1 ply)", "3"], "d1d8")
    assert (cells[-1][:3], cells[-1][4]) == (["d1b1", "-99998 (lost in 2 plies)", "3"], "d1b1 b2b1")
    assert "depth 3" in html


def test_a_result_shows_bounds_and_that_a_game_is_over() -> None:
    cells = rows(analyse(Connect4Position(), "AlphaBeta", Limits(depth=5))._repr_html_())
    assert cells[1][1] == "6"
    assert cells[2][1].startswith("≤ ")
    html = analyse(ChessPosition("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1"), "Minimax", Limits(depth=1))._repr_html_()
    assert "the game is over" in html and "(lost)" in html
