"""What clients of a UCI engine rely on; each of these has broken some engine."""

from __future__ import annotations

import re
from itertools import cycle, product

import chess
import pytest
from engine_process import EngineProcess

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
MATED = "7k/6Q1/5K2/8/8/8/8/8 b - - 0 1"
STALEMATED = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"
RESERVED = {"name", "type", "default", "min", "max", "var", "value"}
SEARCHES = ("Minimax", "AlphaBeta", "Expectimax")

PROTOCOL = re.compile(
    r"info string \S.*"
    r"|info depth \d+ currmove \w+ currmovenumber \d+ nodes \d+ nps \d+ hashfull \d+ tbhits \d+ time \d+"
    r"|info depth \d+ seldepth \d+ multipv \d+ score (cp|mate) -?\d+( (lower|upper)bound)?"
    r" nodes \d+ nps \d+ hashfull \d+ tbhits \d+ time \d+( pv( [a-h][1-8][a-h][1-8][nbrq]?)+)"
    r"|info depth 0 score (cp|mate) -?\d+"
    r"|bestmove ([a-h][1-8][a-h][1-8][nbrq]?( ponder [a-h][1-8][a-h][1-8][nbrq]?)?|\(none\))"
    r"|id (name|author) \S.*|option name \S.* type (check|spin|combo|button|string)( \S.*)?|uciok|readyok"
)


def test_every_line_is_whole_trimmed_and_protocol(engine: EngineProcess) -> None:
    """And no writer is interrupted by another."""
    engine.send("uci", "setoption name MultiPV value 3", "isready", "go movetime 1100")
    lines = engine.expect("bestmove ")
    engine.send("setoption name Search value Expectimax", "setoption name MultiPV value 256")
    engine.send("go infinite", *["isready"] * 600, "stop")
    lines += engine.expect("bestmove ")
    assert lines.count("readyok") == 601
    for line in lines:  # whole and trimmed is what EngineProcess demands of any line
        assert PROTOCOL.fullmatch(line), line


def test_a_large_hash_is_ready_within_ten_seconds(engine: EngineProcess) -> None:
    engine.send("setoption name Table value true", "setoption name Hash value 1024", "isready")
    engine.expect("readyok$", 10)
    sent = engine.send("go depth 1")
    engine.expect("bestmove ")
    assert engine.came - sent < 0.5


@pytest.mark.parametrize(("fen", "score"), [(MATED, "mate 0"), (STALEMATED, "cp 0")])
def test_no_legal_move(engine: EngineProcess, fen: str, score: str) -> None:
    engine.send(f"position fen {fen}")
    for command in ("go depth 3", "go movetime 50", "go wtime 10 btime 10", "go nodes 5", "go mate 1"):
        assert engine.go(command) == [f"info depth 0 score {score}", "bestmove (none)"]
    for command, release in (("go infinite", "stop"), ("go ponder wtime 100 btime 100", "ponderhit")):
        engine.ask(command, "info depth 0 score ")
        assert engine.silent(0.1)  # it is told only when asked
        engine.send(release)
        assert engine.expect("bestmove ") == ["bestmove (none)"]


def test_isready_is_answered_at_once_during_a_search(engine: EngineProcess) -> None:
    engine.ask("go infinite", "info depth 6 ")
    for _ in range(20):
        sent = engine.send("isready")
        engine.expect("readyok$")
        assert engine.came - sent < 0.25
    engine.go("stop")


def test_next_to_nothing_to_think_with_still_moves_quickly(engine: EngineProcess) -> None:
    for command in (
        "go wtime 0 btime 0",
        "go wtime -5000 btime -5000 winc 100 binc 100 movestogo 0",
        "go depth 0",
        "go movetime 1",
        "go movetime 0",
        "go movetime -1",
        "go nodes 0",
        "go nodes 1",
        "go mate 0",
    ):
        engine.send("ucinewgame")
        engine.settle()
        sent = engine.send(command)
        lines = engine.expect("bestmove [a-h]")
        assert engine.came - sent < 0.5, command
        assert " score " in [line for line in lines if not line.startswith("info string ")][-2]


def test_words_are_read_tolerantly(engine: EngineProcess) -> None:
    """Names of options in any case, padding, lines that end as in Windows, unknown words in front, Arena's greeting."""
    engine.send("setoption name mUlTiPv value 2", "setoption name SEARCH value minimax", "xboard")
    engine.send_bytes(b" \t joho isready \t \r\n\r\n   \n\n  position   startpos  moves\te2e4 \r\n")
    assert engine.expect("readyok$") == ["readyok"]
    assert "Fen: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1" in engine.display()
    assert sum(" multipv 2 " in line for line in engine.go("go depth 1")) == 1


@pytest.mark.parametrize(
    "command", ["go searchmoves 0000 depth 2", "go depth 2 searchmoves", "go depth 2 searchmoves 0000"]
)
def test_an_empty_searchmoves_is_harmless(engine: EngineProcess, command: str) -> None:
    moves = []
    for each in (command, "go depth 2"):
        engine.send("setoption name Clear Hash")
        moves.append(engine.go(each)[-1])
    assert moves[0] == moves[1]


def test_nodes_is_honoured_closely(engine: EngineProcess) -> None:
    for search, nodes in product(SEARCHES, (1, 10, 54321)):
        engine.send(f"setoption name Search value {search}")
        counts = [int(count) for line in engine.go(f"go nodes {nodes}") for count in re.findall(r" nodes (\d+) ", line)]
        assert counts[-1] <= nodes + 218  # the leaves behind one position may be counted together
        assert counts[-1] >= nodes // 2 or nodes < 100


def check_line(board: chess.Board, line: str) -> list[str]:
    """A PV is legal, and ends where the game does."""
    board = board.copy()
    moves = line.split(" pv ")[1].split()
    for move in moves:
        assert not board.is_checkmate(), f"{line} goes on after mate"
        assert not board.is_repetition(3), f"{line} goes on after a third repetition"
        assert chess.Move.from_uci(move) in board.legal_moves, f"{move} of {line}"
        board.push_uci(move)
    return moves


POSITIONS = [
    chess.STARTING_FEN,
    KIWIPETE,
    "8/8/8/8/8/1k6/3q4/K7 w - - 0 1",
    "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1",  # mate in one
    "7k/8/8/8/8/8/1R6/R5K1 w - - 0 1",  # mate in two
    "8/2P5/8/8/8/4k3/8/4K3 w - - 0 1",
    "k7/8/8/8/8/8/1q6/7K b - - 96 80",
]


@pytest.mark.parametrize("search", (*SEARCHES, "PVS"))
def test_a_pv_is_legal_and_its_first_move_is_played(engine: EngineProcess, search: str) -> None:
    engine.send(f"setoption name Search value {search}", "setoption name MultiPV value 3")
    for fen, policy in zip(POSITIONS, cycle(("first", "random"))):
        engine.send(f"setoption name TiePolicy value {policy}", "ucinewgame", f"position fen {fen}")
        for command in ("go depth 3", "go nodes 20000", "go movetime 40", "go nodes 1"):
            lines = engine.go(command)
            first = [line for line in lines if " pv " in line]
            for line in first:
                check_line(chess.Board(fen), line)
            assert " score " in lines[-2] or lines[-2].startswith("info string value ")
            moves = [line for line in first if " multipv 1 " in line][-1].split(" pv ")[1].split()
            words = lines[-1].split()
            assert words[1] == moves[0]
            assert words[3:] == moves[1:2]


def test_a_pv_ends_at_the_third_repetition(engine: EngineProcess) -> None:
    shuffle = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1"
    engine.send(f"position startpos moves {shuffle}", "setoption name MultiPV value 256")
    board = chess.Board()
    for move in shuffle.split():
        board.push_uci(move)
    lines = [line for line in engine.go("go depth 3") if " pv " in line]
    assert any(check_line(board, line) == ["f6g8"] for line in lines)


def test_options_are_told_in_words_that_end_no_field_and_every_default_can_be_set(engine: EngineProcess) -> None:
    lines = engine.ask("uci", "uciok$")
    assert [line.split()[0] for line in lines] == ["id", "id"] + ["option"] * (len(lines) - 3) + ["uciok"]
    for line in lines[2:-1]:
        name, _, rest = line.removeprefix("option name ").partition(" type ")
        kind, *words = rest.split()
        values = [word for word in words if word not in ("default", "min", "max", "var")]
        assert not RESERVED & {word.lower() for word in name.split()}, line
        assert kind == "combo" or len(values) == {"check": 1, "spin": 3, "button": 0, "string": 1}[kind], line
        if kind == "combo":
            choices = rest.split(" var ")
            assert choices[0].removeprefix("combo default ") in choices[1:]
            assert not any(RESERVED & set(choice.lower().split()) for choice in choices[1:])
        engine.send(f"setoption name {name}" + (f" value {values[0]}" if values else ""))
    assert engine.settle() == []


def test_nothing_is_said_that_nobody_asked_for(engine: EngineProcess) -> None:
    engine.send("setoption name Hash value 32", "ucinewgame", "position startpos", "debug off", "register later")
    engine.send("stop", "ponderhit", "xboard")
    assert engine.settle() == []
    engine.go("go movetime 50")
    engine.send("stop", "ponderhit")
    assert engine.silent(0.2)  # and EngineProcess looks at stderr at the end
