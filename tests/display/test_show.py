"""How positions and results show themselves: as text, and in Jupyter."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import chess
import pytest
from conformance.games import TicTacToe
from oddsfish.engine import ChessPosition, Connect4Position, HiloPosition, Limits, Position, analyse
from oddsfish.engine.display.diagram_text import Style, text_rows

SVG = "{http://www.w3.org/2000/svg}"
MATE = "6k1/5ppp/8/8/8/8/1r3PPP/3R2K1 w - - 0 1"
MATED = "6k1/5ppp/8/8/8/8/5PPP/1r4K1 w - - 0 1"
CHECK = "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1"


def texts(svg: str) -> list[str]:
    """The words of a drawing, which has to be well-formed."""
    return [element.text or "" for element in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def used(svg: str) -> list[str]:
    """What a drawing uses of what it has defined, in order."""
    return re.findall(r'<use [^>]*\bhref="#([\w-]+)" x=', svg)


def rows(html: str) -> list[list[str]]:
    """The cells of the table in it."""
    table = ElementTree.fromstring(html[html.index("<table>") : html.index("</table>") + len("</table>")])
    return [[cell.text or "" for cell in row] for row in table]


def test_a_chess_position_is_drawn() -> None:
    svg = ChessPosition(CHECK)._repr_svg_()
    assert sorted(texts(svg)) == sorted([*"abcdefgh", *"12345678", "White to move"])
    assert used(svg) == [
        "mark-check",
        "piece-chess-k",
        "piece-chess-r",
        "piece-chess-K",
    ]  # the mark is drawn first: below the king
    assert used(ChessPosition(MATE)._repr_svg_()) == [
        "piece-chess-k",
        *["piece-chess-p"] * 3,
        "piece-chess-r",
        *["piece-chess-P"] * 3,
        "piece-chess-R",
        "piece-chess-K",
    ]


@pytest.mark.parametrize(
    ("fen", "rules", "captions"),
    [
        ("7/7/7/7/7/2yrr2 y 2", "classic", ["Yellow ○ to move"]),
        ("7/7/7/7/yyy4/rrrr3 y 4", "classic", ["Red ● wins: four in a row"]),
        (
            "rrryrrr/yyyryyy/rrryrrr/yyyryyy/rrryrrr/yyyryyy r 22",
            "classic",
            ["Draw: the board is full"],
        ),
        (
            "rrryrrr/yyyryyy/rrryrrr/yyyryyy/rrryrrr/yyyryyy r 22",
            "fullboard",
            ["Draw: as many fours each", "Fours: Red ● 0, Yellow ○ 0"],
        ),
    ],
)
def test_a_connect4_position_is_drawn(fen: str, rules: str, captions: list[str]) -> None:
    svg = Connect4Position(fen, rules)._repr_svg_()
    assert texts(svg) == [*"abcdefg", *captions]


def test_four_in_a_row_are_marked() -> None:
    assert used(Connect4Position("7/7/7/7/yyy4/rrrr3 y 4")._repr_svg_()).count("mark-line") == 4
    assert "mark-line" not in used(Connect4Position("7/7/7/7/yyy4/rrrr3 y 4", "fullboard")._repr_svg_())


def test_discs_are_told_apart_by_shape() -> None:
    svg = Connect4Position("7/7/7/7/7/2yrr2 y 2")._repr_svg_()
    root = ElementTree.fromstring(svg)
    pieces = {
        element.get("id"): {child.tag.rpartition("}")[2] for child in element} for element in root.iter(f"{SVG}g")
    }
    assert pieces["piece-connect4-r"] == {"circle", "path"}  # a disc and a cross
    assert pieces["piece-connect4-y"] == {"circle"}  # a disc and a ring
    assert used(svg) == ["piece-connect4-y", "piece-connect4-r", "piece-connect4-r"]


def test_pictures_of_several_games_can_stand_on_one_page() -> None:
    """A notebook's page has one space of ids: what has the same id has to be the same drawing."""
    drawn: dict[str, set[str]] = {}
    for position in (ChessPosition(), Connect4Position("7/7/7/7/7/2yrr2 y 2"), HiloPosition(5, 1.0, 1)):
        for element in ElementTree.fromstring(position._repr_svg_()).iter():
            if name := element.get("id"):
                drawn.setdefault(name, set()).add(ElementTree.tostring(element, encoding="unicode").strip())
    assert [name for name, drawings in drawn.items() if len(drawings) > 1] == []


def test_a_hilo_position_says_what_a_guess_can_lead_to() -> None:
    guesses = ["low: 3 (4/13), 1 (1/13), -1 (8/13)", "high: 1.4 (8/13), 1 (1/13), -1 (4/13)"]
    assert texts(HiloPosition(5, 1.0, 1)._repr_svg_()) == ["5", "Utility 1, 1 draw left", *guesses]
    lost = ["Wrong: the game is lost, utility -1", "Utility -1, 2 draws left"]
    assert texts(HiloPosition(5, -1.0, 2)._repr_svg_()) == ["5", *lost]


@pytest.mark.parametrize(
    ("position", "last", "lines"),
    [
        (ChessPosition(CHECK), "", {3: ". . . . . . . . 5", 7: ". . . .<K>. . . 1", 9: "White to move"}),
        (ChessPosition(MATED), "b8b1", {0: ".[.]. . . . k . 8", 7: ".[r]. . . .<K>. 1", 9: "Black wins: checkmate"}),
        (Connect4Position("7/7/7/7/7/2yrr2 y 2"), "d", {5: ". . O[X]X . .", 7: "Yellow O to move"}),
        (
            Connect4Position("7/7/7/7/yyy4/rrrr3 y 4"),
            "d",
            {4: " O O O . . . .", 5: "(X|X|X|X). . .", 6: " a b c d e f g", 7: "Red X wins: four in a row"},
        ),
        (
            Connect4Position("7/7/7/7/yyy4/rrrr3 y 4", "fullboard"),
            "c>a",
            {4: "[O]O O . . . .", 7: "Yellow O to move", 8: "Fours: Red X 1, Yellow O 0"},
        ),
        (HiloPosition(12, 2.0, 2), "high 12", {1: "| 12 |", 3: "Utility 2, 2 draws left"}),
        (HiloPosition(5, 2.5, 0), "", {3: "No draw is left, utility 2.5", 4: "Utility 2.5, 0 draws left"}),
    ],
)
def test_a_position_as_text_has_its_marks_and_its_status(position: Position, last: str, lines: dict[int, str]) -> None:
    rows = text_rows(position.diagram(last))
    assert {number: rows[number] for number in lines} == lines
    if not last:
        assert str(position) == "\n".join(rows)
    assert "\n".join(text_rows(position.diagram(last), Style(colour=True))).count("\x1b[") % 2 == 0


def test_a_game_that_cannot_be_drawn_shows_its_class() -> None:
    assert str(TicTacToe()) == "TicTacToe()" and TicTacToe()._repr_svg_() is None


def test_a_hilo_position_is_text() -> None:
    position = HiloPosition(5)
    assert position.fen() == "5 1 4"
    position.play(position.parse_certain("high 9"))
    assert position.fen() == "9 1.4 3"


def test_a_result_shows_every_root_move() -> None:
    html = analyse(ChessPosition(MATE), "Minimax", Limits(depth=3))._repr_html_()
    cells = rows(html)
    assert cells[0] == ["move", "score", "depth", "nodes", "principal variation"]
    assert (cells[1][:3], cells[1][4]) == (["d1d8", "99999 (won in 1 ply)", "3"], "d1d8")
    assert (cells[-1][:3], cells[-1][4]) == (["d1b1", "-99998 (lost in 2 plies)", "3"], "d1b1 b2b1")
    assert "depth 3" in html


def test_a_bound_is_shown_as_one() -> None:
    cells = rows(analyse(Connect4Position(), "AlphaBeta", Limits(depth=5))._repr_html_())
    assert cells[1][1] == "6"
    assert cells[2][1].startswith("≤ ")


def test_a_result_of_a_board_shows_its_moves() -> None:
    assert rows(analyse(chess.Board(MATE), "Minimax", Limits(depth=1))._repr_html_())[1][0] == "d1d8"


def test_a_finished_game_is_said_to_be_over() -> None:
    html = analyse(ChessPosition("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1"), "Minimax", Limits(depth=1))._repr_html_()
    assert "the game is over" in html
    assert "(lost)" in html
