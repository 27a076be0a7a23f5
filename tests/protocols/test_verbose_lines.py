"""The option `Verbose`: `info string` lines before `bestmove`, and nothing else that a client would notice."""

from __future__ import annotations

import io
import re
import time

import chess
import chess.engine
import pytest
from engine_process import COMMAND, EngineProcess
from oddsfish.engine import ChessPosition, Connect4Position, HiloPosition, Limits, Position, TicTacToePosition, verbose
from oddsfish.engine.display.diagram import Diagram
from oddsfish.protocols.streams import Streams
from oddsfish.protocols.ugi import Ugi
from toy_nim import GAME, NimPosition
from ugi_runner import ugi

RULE = f"info string {'-' * 20}"
VALUE = re.compile(r"value to .*|not searched|no move: .*")
VERBOSE = "setoption name Verbose value true"
EMPTY = "info string"


def shown(lines: list[str]) -> list[str]:
    """What is shown of the root moves, from the first line of it on; just before the move, or its exact value."""
    texts = [line.removeprefix("info string").removeprefix(" ") for line in lines if line.startswith("info string")]
    ends = [number for number, line in enumerate(lines) if not line.startswith("info string")]
    assert ends[-1] == len(lines) - 1 and lines[-1].startswith("bestmove ")
    assert all(line.startswith("info string") for line in lines[ends[-2] + 1 : -1] if len(ends) > 1)
    return texts


def scoreless(lines: list[str]) -> list[str]:
    """The same without values, which protocols and Python write in different words."""
    return [VALUE.sub("value", line) for line in lines if not line.startswith("value 0.")]


def go(engine: EngineProcess, *commands: str) -> list[str]:
    engine.send(*commands[:-1])
    return engine.go(commands[-1])


@pytest.mark.parametrize(
    ("name", "position", "line"),
    [
        ("connect4", Connect4Position("7/7/7/3y3/2ry3/1rrry2 y 5"), "fen 7/7/7/3y3/2ry3/1rrry2 y 5"),
        ("hilo", HiloPosition("5 1 2"), "fen 5 1 2"),
        ("tictactoe", TicTacToePosition("3/1x1/2o x"), "fen 3/1x1/2o x"),
    ],
)
def test_games_over_ugi(name: str, position: Position, line: str) -> None:
    with ugi(f"Game value {name}", "Verbose value true") as engine:
        lines = go(engine, f"position {line}", "go depth 2")
        text = verbose(position, limits=Limits(depth=2))
    assert scoreless(shown(lines)) == scoreless(text.split("\n"))
    assert EMPTY in lines and lines.count(RULE) == len(position.moves())


def test_slips_over_ugi() -> None:
    with ugi("Slip value true", "Verbose value true") as engine:
        lines = shown(go(engine, "position startpos moves d d>e", "go depth 2"))
    assert "d               d>c             d>e" in lines and "p 0.6           p 0.2           p 0.2" in lines


def test_black_in_uci_with_scores_as_uci_writes_them(engine: EngineProcess) -> None:
    fen = "6k1/5ppp/8/8/8/8/1r3PPP/6K1 b - - 0 1"
    lines = go(engine, VERBOSE, f"position fen {fen}", "go depth 2")
    assert scoreless(shown(lines)) == scoreless(verbose(fen, limits=Limits(depth=2)).split("\n"))
    assert "info string value to Black: mate 1, depth 2" in lines
    assert any(re.fullmatch(r"info string value to Black: cp -?\d+, depth \d", line) for line in lines)
    lines = go(engine, "setoption name UCI_Variant value cfour", "position startpos", "go depth 2")
    assert lines.count(RULE) == 7 and "info string P@d1" in lines


def test_a_win_in_ugi_counts_plies() -> None:
    with ugi("Verbose value true") as engine:
        lines = go(engine, "position fen 7/7/7/7/2rr3/2yyy2 r 3", "go depth 3")
    assert "info string value to Red: mate -2, depth 2" in lines


def test_nothing_else_changes(engine: EngineProcess) -> None:
    engine.send("setoption name Search value AlphaBeta")

    def answers(*commands: str) -> list[str]:
        lines = go(engine, *commands, "position startpos moves e2e4", "go depth 3")
        return [re.sub(r" (nodes|nps|time) \d+", "", line) for line in lines if not line.startswith("info string")]

    for number in (1, 4, 256):
        plain = answers("setoption name Verbose value false", f"setoption name MultiPV value {number}")
        assert answers(VERBOSE) == plain


def test_a_move_of_a_tie_is_the_same(engine: EngineProcess) -> None:
    engine.send("setoption name TiePolicy value random", "setoption name Search value Minimax")
    moves = []
    for value in ("false", "true"):
        engine.send(f"setoption name Verbose value {value}", "setoption name Seed value 5")
        moves.append([engine.go("go depth 1")[-1] for _ in range(10)])
    assert moves[0] == moves[1] and len(set(moves[0])) > 1


def test_chosen_moves_and_a_game_that_is_over(engine: EngineProcess) -> None:
    lines = go(engine, VERBOSE, "position startpos", "go depth 1 searchmoves e2e4 d2d4")
    assert lines.count(RULE) == 2
    lines = go(engine, "position fen 7k/6Q1/5K2/8/8/8/8/8 b - - 0 1", "go depth 1")
    assert lines[-2:] == ["info string no move: the game is over, mate 0 to the side to move", "bestmove (none)"]
    assert RULE not in lines


def test_time_that_runs_out(engine: EngineProcess) -> None:
    lines = go(engine, VERBOSE, "setoption name Search value Minimax", "position startpos", "go nodes 5")
    assert "info string not searched" in lines and lines.count(RULE) == 20


@pytest.mark.parametrize("command", ["go infinite", "go ponder wtime 9000 btime 9000"])
def test_it_waits_for_stop(engine: EngineProcess, command: str) -> None:
    fen = "7k/8/8/8/8/8/1R6/R5K1 w - - 0 1"
    engine.send(VERBOSE, f"position fen {fen}")
    engine.ask(f"{command} depth 1", "info depth 1 ")
    time.sleep(0.2)  # the search is over by now
    assert engine.settle() == []
    lines = engine.ask("stop", "bestmove ")
    assert lines.count(RULE) == chess.Board(fen).legal_moves.count()


def test_ponderhit_and_the_end_of_input(engine: EngineProcess) -> None:
    engine.send(VERBOSE, "position startpos", "go ponder movetime 20")
    assert engine.ask("ponderhit", "bestmove ").count(RULE) == 20
    engine.send("go infinite")
    engine.settle()
    engine.stdin.close()
    assert engine.rest()[-1].startswith("bestmove ")


def test_python_chess_drives_it() -> None:
    with chess.engine.SimpleEngine.popen_uci(list(COMMAND)) as engine:
        boards = [chess.Board(), chess.Board()]
        for board, value in zip(boards, (False, True), strict=True):
            engine.configure({"Verbose": value, "Search": "AlphaBeta"})
            for _ in range(12):
                result = engine.play(board, chess.engine.Limit(depth=2), info=chess.engine.INFO_ALL)
                assert result.move is not None
                board.push(result.move)
        assert boards[0].move_stack == boards[1].move_stack
        assert len(engine.analyse(boards[0], chess.engine.Limit(depth=2), multipv=3)) == 3
        engine.configure({"Search": "Auto"})
        strings = []
        with engine.analysis(chess.Board(), chess.engine.Limit(depth=1)) as analysis:
            strings = [info["string"] for info in analysis if "string" in info]
        assert strings == shown_by_python()


def shown_by_python() -> list[str]:
    """The same lines, with scores as UCI writes them, and trimmed, as python-chess does."""
    text = verbose(ChessPosition(), limits=Limits(depth=1)).split("\n")
    return [line.replace("value to White: ", "value to White: cp ").strip() for line in text]


class Talkative(NimPosition):
    """It speaks in lines of its own, or not at all."""

    wrong = False

    def diagram(self, last: str = "") -> Diagram:
        if self.wrong:
            raise ZeroDivisionError("a bug")
        raise NotImplementedError

    def fen(self) -> str:
        return f"{super().fen()}\nbestmove 1\r\n\x85"


def talk(position: NimPosition) -> list[str]:
    """What is said of a position by a conversation in this process."""
    sink = io.BytesIO()
    conversation = Ugi(Streams(io.BytesIO(), sink), game=GAME)
    conversation.obey(*conversation.split(VERBOSE))
    conversation.session.set_position(position)
    conversation.obey("go", ["depth", "3"])
    return sink.getvalue().decode().split("\n")[:-1]


def test_a_game_that_speaks_in_lines_is_shown_in_lines() -> None:
    lines = talk(Talkative(5))
    assert [line for line in lines if not line.startswith("info ")] == ["bestmove 1"]
    assert lines.count(RULE) == 3 and "info string bestmove 1" in lines and lines[-1] == "bestmove 1"


def test_a_game_that_cannot_be_shown() -> None:
    position = Talkative(5)
    position.wrong = True
    *_, error, best = talk(position)
    assert error.startswith("info string error: the moves cannot be shown: ZeroDivisionError")
    assert best == "bestmove 1"


def test_nothing_is_shown_of_a_search_that_failed() -> None:
    with ugi("Game value hilo", "Verbose value true") as engine:
        error, best = go(engine, "position startpos", "go depth 1")
    assert error.startswith("info string error: no card has been dealt") and best == "bestmove (none)"
