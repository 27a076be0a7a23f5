"""How positions and results show themselves in Jupyter."""

from __future__ import annotations

from xml.etree import ElementTree

import chess
import pytest
from oddsfish.engine import ChessPosition, Connect4Position, HiloPosition, Limits, analyse

MATE = "6k1/5ppp/8/8/8/8/1r3PPP/3R2K1 w - - 0 1"
CHECK = "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1"


def texts(svg: str) -> list[str]:
    """The words of a drawing, which has to be well-formed."""
    return [element.text or "" for element in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")]


def rows(html: str) -> list[list[str]]:
    """The cells of the table in it."""
    table = ElementTree.fromstring(html[html.index("<table>") : html.index("</table>") + len("</table>")])
    return [[cell.text or "" for cell in row] for row in table]


def test_a_chess_position_is_drawn() -> None:
    ElementTree.fromstring(ChessPosition(CHECK)._repr_svg_())
    assert "check" in ChessPosition(CHECK)._repr_svg_()


@pytest.mark.parametrize(
    ("fen", "rules", "caption"),
    [
        ("7/7/7/7/7/2yrr2 y 2", "classic", "yellow (X) to move"),
        ("7/7/7/7/yyy4/rrrr3 y 4", "classic", "red (O) has won"),
        (
            "rrryrrr/yyyryyy/rrryrrr/yyyryyy/rrryrrr/yyyryyy r 22",
            "classic",
            "drawn",
        ),
        ("rrryrrr/yyyryyy/rrryrrr/yyyryyy/rrryrrr/yyyryyy r 22", "fullboard", "drawn"),
    ],
)
def test_a_connect4_position_is_drawn(fen: str, rules: str, caption: str) -> None:
    svg = Connect4Position(fen, rules)._repr_svg_()
    assert texts(svg) == [*"abcdefg", caption]


def test_discs_are_told_apart_by_shape() -> None:
    svg = Connect4Position("7/7/7/7/7/2yrr2 y 2")._repr_svg_()
    assert svg.count("<path") == 1  # a cross
    assert svg.count("<circle") == 42 + 2  # cells or discs, and rings


def test_a_hilo_position_says_what_a_guess_can_lead_to() -> None:
    html = HiloPosition(5, 1.0, 1)._repr_html_()
    assert "5 is up, utility 1, 1 draw left" in html
    assert rows(html)[1:] == [["low", "3 (4/13), 1 (1/13), -1 (8/13)"], ["high", "1.4 (8/13), 1 (1/13), -1 (4/13)"]]
    assert "<table>" not in HiloPosition(5, -1.0, 1)._repr_html_()


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
