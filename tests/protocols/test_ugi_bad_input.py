"""Bad input in UGI: one clear error, what was there before is kept, and the engine lives on."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from engine_process import EngineProcess
from ugi_runner import query, think, ugi

CONNECT4 = {
    "position alone": "position",
    "position of nothing": "position fen",
    "position of something": "position now",
    "letters and digits for columns": "position dd44",
    "a column 0": "position 4405",
    "a column 8": "position 448",
    "Arabic columns": "position \u0664\u0664",
    "a full column": "position 4444444",
    "a full column in letters": "position startpos moves d d d d d d d",
    "a full column in drops": "position startpos moves P@d1 P@d2 P@d3 P@d4 P@d5 P@d6 P@d7",
    "no such column": "position startpos moves d h",
    "a column in capitals": "position startpos moves D",
    "two letters": "position startpos moves dd",
    "a square below": "position startpos moves P@d1 P@d1",
    "a square above": "position startpos moves P@d2",
    "no square": "position startpos moves P@",
    "half a square": "position startpos moves P@d",
    "a square with more": "position startpos moves P@d11",
    "a square in a row 0": "position startpos moves P@d0",
    "a square in Arabic": "position startpos moves P@d\u0661",
    "a drop of the other side": "position startpos moves p@d1",
    "a chess move": "position startpos moves e2e4",
    "a null move": "position startpos moves 0000",
    "an empty slip": "position startpos moves >",
    "a slip to nowhere": "position startpos moves d>",
    "a slip from nowhere": "position startpos moves >d",
    "a slip where none is": "position startpos moves d>e",
    "a move after the win": "position 12121213",
    "a move after the win of a FEN": "position fen 7/7/7/7/yyy4/rrrr3 y 4 moves e",
    "a move on a full board": "position fen rryyrry/yyrryyr/rryyrry/yyrryyr/rryyrry/yyrryyr r 22 moves a",
    "digits after startpos": "position startpos 44",
    "moves alone": "position moves 4",
    "moves without a position in it": "position fen moves d",
    "bare moves to a full column": "moves d d d d d",
    "bare moves that are none": "moves d x",
    "five rows": "position fen 7/7/7/7/7 r 1",
    "seven rows": "position fen 7/7/7/7/7/7/7 r 1",
    "six cells": "position fen 7/7/7/7/7/6 r 1",
    "eight cells": "position fen 7/7/7/7/7/8 r 1",
    "nine discs in a row": "position fen 7/7/7/7/7/ryryryryr r 1",
    "two gaps": "position fen 7/7/7/7/7/34 r 1",
    "no such disc": "position fen 7/7/7/7/7/3x3 y 1",
    "discs of UCI": "position fen 7/7/7/7/7/3P3 y 1",
    "a position of UCI": "position fen 7/7/7/7/7/7[PPPPPPPPPPPPPPPPPPPPPppppppppppppppppppppp] w - - 0 1",
    "a floating disc": "position fen 7/7/7/7/3r3/7 y 1",
    "a disc over a gap": "position fen 7/7/7/3y3/7/3r3 r 2",
    "too many discs": "position fen rrrrrrr/rrrrrrr/rrrrrrr/yyyyyyy/yyyyyyy/ryyyyyy y 1",
    "two discs more": "position fen 7/7/7/7/7/rr5 y 1",
    "both connected": "position fen 7/7/7/7/rrrr3/yyyy3 r 5",
    "connected before": "position fen 7/7/7/7/yyy4/rrrr3 r 4",
    "no such side": "position fen 7/7/7/7/7/7 w 1",
    "no side": "position fen 7/7/7/7/7/7",
    "a field too many": "position fen 7/7/7/7/7/7 r 1 1",
    "move number 0": "position fen 7/7/7/7/7/7 r 0",
    "a move number in words": "position fen 7/7/7/7/7/7 r one",
    "a huge move number": f"position fen 7/7/7/7/7/7 r {'9' * 5000}",
    "a HiLo position": "position fen 5 1 4",
    "a NUL": "position startpos moves d\x00",
    "no such game": "setoption name Game value chess",
    "no such rules": "setoption name Rules value pop-out",
    "no weight": "setoption name SlipStraight value 0",
    "a negative weight": "setoption name SlipLeft value -1",
    "half a weight": "setoption name SlipRight value 0.5",
    "too much weight": "setoption name SlipRight value 1001",
    "no evaluation": "setoption name Evaluation value Simplified",
    "an option of UCI": "setoption name UCI_Variant value cfour",
    "an order of chess": "setoption name MoveOrder value python-chess",
    "query alone": "query",
    "query of two": "query p1turn gameover",
    "query of something": "query winner",
    "a command of UCI": "ucinewgame",
    "an unknown command": "please",
    "perft beyond counting": "go perft 99999999999999999999",
}

SLIPPING = {
    "a slip by two": "position startpos moves d>f",
    "a slip off the board": "position startpos moves a>h",
    "a slip over the edge": "position startpos moves g>a",
    "a slip into a full column": "position startpos moves d d d d d d c>d",
    "aimed at a full column": "position startpos moves d d d d d d d>e",
    "a slip of three columns": "position startpos moves d>e>f",
    "a slip of a weight 0": "position startpos moves d>c",
}

HILO = {
    "card 0": "position fen 0 1 4",
    "card 14": "position fen 14 1 4",
    "a negative card": "position fen -5 1 4",
    "a picture": "position fen Q 1 4",
    "half a card": "position fen 5.5 1 4",
    "an Arabic card": "position fen \u0665 1 4",
    "utility 0": "position fen 5 0 4",
    "utility -2": "position fen 5 -2 4",
    "utility -0.5": "position fen 5 -0.5 4",
    "no number": "position fen 5 nan 4",
    "infinity": "position fen 5 inf 4",
    "a utility beyond numbers": "position fen 5 1e999 4",
    "a utility in hex": "position fen 5 0x10 4",
    "a utility with gaps": "position fen 5 1_0 4",
    "a fraction": "position fen 5 1/2 4",
    "draws below 0": "position fen 5 1 -1",
    "draws without end": "position fen 5 1 65",
    "half a draw": "position fen 5 1 1.5",
    "two fields": "position fen 5 1",
    "four fields": "position fen 5 1 4 4",
    "no fields": "position fen",
    "a Connect-4 position": "position fen 7/7/7/7/7/7 r 1",
    "columns": "position 4455",
    "a card alone": "position 5",
    "a guess without a card": "position fen 5 1 4 moves high",
    "a card without a guess": "position fen 5 1 4 moves 9",
    "a second card": "position fen 5 1 4 moves high 9 9",
    "the words swapped": "position fen 5 1 4 moves 9 high",
    "no such guess": "position fen 5 1 4 moves middle 9",
    "a card that is none": "position fen 5 1 4 moves high 14",
    "a zero": "position fen 5 1 4 moves high 0",
    "a guess in capitals": "position fen 5 1 4 moves HIGH 9",
    "a move after a wrong guess": "position fen 5 1 4 moves high 2 low 1",
    "a move after the last draw": "position fen 5 1 1 moves high 9 low 1",
    "a first card that says all": "position startpos moves 1",
    "a first card beyond all": "position startpos moves 13",
    "a guess before the first card": "position startpos moves high 9",
    "bare moves that are none": "moves low",
    "bare moves after a lost one": "moves low 13 low 2",
}


@pytest.fixture(scope="module")
def connect4() -> Iterator[EngineProcess]:
    with ugi() as engine:
        yield engine


@pytest.fixture(scope="module")
def slipping() -> Iterator[EngineProcess]:
    with ugi("Slip value true", "SlipLeft value 0") as engine:
        yield engine


@pytest.fixture(scope="module")
def hilo() -> Iterator[EngineProcess]:
    with ugi("Game value hilo") as engine:
        yield engine


def check_refused(engine: EngineProcess, line: str, good: str) -> None:
    """One error, the position and the options as before, and a search still works."""
    engine.send(good)
    assert engine.settle() == []
    before = engine.ask("d", "Fen: ") + engine.ask("eval", "info string evaluation")
    engine.send(line)
    lines = engine.settle()
    assert len(lines) == 1, lines
    assert lines[0].startswith("info string error: ")
    assert 30 < len(lines[0]) < 500 and lines[0].isprintable()
    assert engine.ask("d", "Fen: ") + engine.ask("eval", "info string evaluation") == before
    assert query(engine, "gameover") == "false"
    if line.split(maxsplit=1)[0] in ("position", "moves"):
        reason = lines[0].removeprefix("info string error: ")
        told = [f"info string no move: the last position was refused: {reason}", "bestmove (none)"]
        assert engine.go("go depth 2") == told
        engine.send(good)
        assert engine.settle() == []
    assert think(engine, "go depth 2") != "(none)"


@pytest.mark.parametrize("line", CONNECT4.values(), ids=CONNECT4.keys())
def test_connect4(connect4: EngineProcess, line: str) -> None:
    check_refused(connect4, line, "position startpos moves d d e")


@pytest.mark.parametrize("line", SLIPPING.values(), ids=SLIPPING.keys())
def test_slipping_discs(slipping: EngineProcess, line: str) -> None:
    check_refused(slipping, line, "position startpos moves d d>e e")


@pytest.mark.parametrize("line", HILO.values(), ids=HILO.keys())
def test_hilo(hilo: EngineProcess, line: str) -> None:
    check_refused(hilo, line, "position startpos moves 5 high 9")


def test_both_sides_may_be_connected_where_play_goes_on() -> None:
    with ugi("Rules value fullboard") as engine:
        engine.send("position fen 7/7/7/7/rrrr3/yyyy3 r 5")
        assert engine.settle() == []
        assert query(engine, "gameover") == "false"
        assert think(engine, "go depth 3") in "abcdefg"


def test_a_line_that_is_too_long_is_one_error() -> None:
    with ugi() as engine:
        engine.send_bytes(b"position startpos moves " + b"d " * 600_000 + b"\n")
        assert len(engine.settle()) == 1
        engine.send_bytes(b"position startpos moves " + b"d " * 400_000 + b"\n")
        (line,) = engine.settle()
        assert "column d is full" in line
