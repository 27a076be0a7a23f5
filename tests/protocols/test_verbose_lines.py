"""The option `Verbose`: `info string` lines before `bestmove`, and nothing else that a client would notice."""

from __future__ import annotations

import io
import re

import chess
import chess.engine
from engine_process import COMMAND, EngineProcess
from oddsfish.engine import ChessPosition, Connect4Position, HiloPosition, Limits, TicTacToePosition, verbose
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


def test_games_over_ugi() -> None:
    """With the plies to a win as UGI writes them."""
    with ugi("Verbose value true") as engine:
        for name, position in (
            ("connect4", Connect4Position("7/7/7/7/2rr3/2yyy2 r 3")),
            ("hilo", HiloPosition("5 1 2")),
            ("tictactoe", TicTacToePosition("3/1x1/2o x")),
        ):
            lines = go(engine, f"setoption name Game value {name}", f"position fen {position.fen()}", "go depth 2")
            text = verbose(position, limits=Limits(depth=2))
            assert scoreless(shown(lines)) == scoreless(text.split("\n"))
            assert EMPTY in lines and lines.count(RULE) == len(position.moves())
            assert ("info string value to Red: mate -2, depth 2" in lines) == (name == "connect4")
        engine.send("setoption name Game value connect4", "setoption name Slip value true")
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


def test_nothing_else_changes(engine: EngineProcess) -> None:
    engine.send("setoption name Search value AlphaBeta")

    def answers(*commands: str) -> list[str]:
        lines = go(engine, *commands, "position startpos moves e2e4", "go depth 3")
        return [re.sub(r" (nodes|nps|time) \d+", "", line) for line in lines if not line.startswith("info string")]

    for number in (1, 4, 256):
        plain = answers("setoption name Verbose value false", f"setoption name MultiPV value {number}")
        assert answers(VERBOSE) == plain


def test_a_game_that_is_over(engine: EngineProcess) -> None:
    lines = go(engine, VERBOSE, "position fen 7k/6Q1/5K2/8/8/8/8/8 b - - 0 1", "go depth 1")
    assert lines[-2:] == ["info string no move: the game is over, mate 0 to the side to move", "bestmove (none)"]
    assert RULE not in lines


def test_it_waits_for_the_move(engine: EngineProcess) -> None:
    fen = "7k/8/8/8/8/8/1R6/R5K1 w - - 0 1"
    engine.send(VERBOSE, f"position fen {fen}")
    for command, release in (("go infinite", "stop"), ("go ponder wtime 9000 btime 9000", "ponderhit")):
        engine.ask(f"{command} depth 1", "info depth 1 ")
        assert engine.silent(0.05)
        assert engine.ask(release, "bestmove ").count(RULE) == chess.Board(fen).legal_moves.count()
    engine.send("go infinite")
    engine.settle()
    engine.stdin.close()
    lines = engine.rest()
    assert RULE in lines and lines[-1].startswith("bestmove ")


def test_python_chess_reads_the_lines() -> None:
    """As Python shows them, with scores as UCI writes them, and trimmed."""
    with chess.engine.SimpleEngine.popen_uci(list(COMMAND)) as engine:
        engine.configure({"Verbose": True})
        with engine.analysis(chess.Board(), chess.engine.Limit(depth=1)) as analysis:
            strings = [info["string"] for info in analysis if "string" in info]
    text = verbose(ChessPosition(), limits=Limits(depth=1)).split("\n")
    assert strings == [line.replace("value to White: ", "value to White: cp ").strip() for line in text]


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
    """The output for a search of a position, by a conversation in this process."""
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
