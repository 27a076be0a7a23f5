"""What clients of a UCI engine rely on; each of these has broken some engine."""

from __future__ import annotations

import re
import time

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


def options(engine: EngineProcess) -> list[str]:
    return [line for line in engine.ask("uci", "uciok$") if line.startswith("option ")]


def test_every_line_is_whole_trimmed_and_protocol(engine: EngineProcess) -> None:
    engine.send("uci", "setoption name MultiPV value 3", "isready", "go movetime 1300")
    lines = engine.expect("bestmove ")
    engine.send("setoption name Search value Expectimax", "go depth 2")
    lines += engine.expect("bestmove ")
    for line in lines:  # whole and trimmed is what EngineProcess demands of any line
        assert PROTOCOL.fullmatch(line), line


def test_a_writer_is_never_interrupted_by_another(engine: EngineProcess) -> None:
    engine.send("setoption name MultiPV value 256", "go infinite", *["isready"] * 600, "stop")
    lines = engine.expect("bestmove ")
    assert lines.count("readyok") == 600
    assert all(PROTOCOL.fullmatch(line) for line in lines)


def test_a_large_hash_is_ready_within_ten_seconds(engine: EngineProcess) -> None:
    engine.send("setoption name Table value true", "setoption name Hash value 1024", "isready")
    engine.expect("readyok$", 10)
    sent = engine.send("go depth 1")
    engine.expect("bestmove ")
    assert engine.came - sent < 0.5


@pytest.mark.parametrize(("fen", "score"), [(MATED, "mate 0"), (STALEMATED, "cp 0")])
@pytest.mark.parametrize("command", ["go depth 3", "go movetime 50", "go wtime 10 btime 10", "go nodes 5", "go mate 1"])
def test_no_legal_move(engine: EngineProcess, fen: str, score: str, command: str) -> None:
    engine.send(f"position fen {fen}")
    assert engine.go(command) == [f"info depth 0 score {score}", "bestmove (none)"]


@pytest.mark.parametrize("fen", [MATED, STALEMATED])
@pytest.mark.parametrize(
    ("command", "release"),
    [("go infinite", "stop"), ("go ponder wtime 100 btime 100", "ponderhit"), ("go ponder", "stop")],
)
def test_no_legal_move_is_told_only_when_asked(engine: EngineProcess, fen: str, command: str, release: str) -> None:
    engine.send(f"position fen {fen}")
    engine.ask(command, "info depth 0 score ")
    assert engine.silent(0.2)
    engine.send(release)
    assert engine.expect("bestmove ") == ["bestmove (none)"]


def test_isready_is_answered_at_once_during_a_search(engine: EngineProcess) -> None:
    engine.ask("go infinite", "info depth 6 ")
    for _ in range(20):
        sent = engine.send("isready")
        engine.expect("readyok$")
        assert engine.came - sent < 0.25
    engine.go("stop")


def test_stop_when_idle_is_silent(engine: EngineProcess) -> None:
    engine.settle()
    engine.send("stop", "stop")
    assert engine.settle() == []
    engine.go("go depth 1")
    engine.send("stop", "ponderhit")
    assert engine.settle() == []


@pytest.mark.parametrize(
    "command",
    [
        "go wtime 0 btime 0",
        "go wtime -5000 btime -5000",
        "go wtime -5000 btime -5000 winc 100 binc 100 movestogo 0",
        "go depth 0",
        "go depth -7",
        "go movetime 1",
        "go movetime 0",
        "go movetime -1",
        "go nodes 0",
        "go nodes 1",
        "go mate 0",
    ],
)
def test_next_to_nothing_to_think_with_still_moves_quickly(engine: EngineProcess, command: str) -> None:
    engine.settle()
    sent = engine.send(command)
    lines = engine.expect("bestmove [a-h]")
    assert engine.came - sent < 0.5
    assert " score " in [line for line in lines if not line.startswith("info string ")][-2]


def test_garbage_for_a_fen_is_one_line_and_life_goes_on(engine: EngineProcess) -> None:
    before = engine.display()
    engine.send("position fen what is this w - -")
    lines = engine.settle()
    assert len(lines) == 1 and lines[0].startswith("info string error: ")
    assert engine.display() == before
    engine.go("go depth 2")


def test_an_illegal_move_is_reported_and_changes_nothing(engine: EngineProcess) -> None:
    engine.send("position startpos moves e2e4")
    before = engine.display()
    engine.send("position startpos moves d2d4 e7e4")
    lines = engine.settle()
    assert len(lines) == 1 and lines[0].startswith("info string error: illegal move: e7e4")
    assert engine.display() == before


def test_go_before_position_is_the_start_position(engine: EngineProcess) -> None:
    move = engine.go("go depth 2")[-1].split()[1]
    assert chess.Move.from_uci(move) in chess.Board().legal_moves


def test_option_names_in_any_case(engine: EngineProcess) -> None:
    engine.send("setoption name mUlTiPv value 2", "setoption name SEARCH value minimax")
    assert engine.settle() == []
    assert sum(" multipv 2 " in line for line in engine.go("go depth 1")) == 1


@pytest.mark.parametrize(
    "setting",
    [
        "MultiPV value 0",
        "MultiPV value 257",
        "MultiPV value many",
        "MultiPV value",
        "MultiPV",
        "MultiPV value -+5",
        "Search value Fritz",
        "Table value maybe",
        "NoSuchThing value 4",
    ],
)
def test_a_bad_value_is_refused_in_one_line(engine: EngineProcess, setting: str) -> None:
    before = engine.go("go depth 3")[-1]
    engine.send(f"setoption name {setting}")
    lines = engine.settle()
    assert len(lines) == 1 and lines[0].startswith("info string error: ")
    engine.send("ucinewgame")  # or what was learned in the first search would tell
    lines = engine.go("go depth 3")
    assert lines[-1] == before and not any(" multipv 2 " in line for line in lines)


def test_unknown_leading_words_are_skipped(engine: EngineProcess) -> None:
    assert engine.ask("joho isready", "readyok$") == ["readyok"]


def test_padding_and_windows_line_ends(engine: EngineProcess) -> None:
    engine.send_bytes(b" \t isready \t \r\n\r\n   \n\n  position   startpos  moves\te2e4 \r\n")
    assert engine.expect("readyok$") == ["readyok"]
    assert "Fen: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1" in engine.display()


def test_searchmoves_is_obeyed(engine: EngineProcess) -> None:
    lines = engine.go("go searchmoves a2a3 h2h4 depth 4")
    assert lines[-1].split()[1] in ("a2a3", "h2h4")
    assert {line.split(" pv ")[1].split()[0] for line in lines if " pv " in line} <= {"a2a3", "h2h4"}


@pytest.mark.parametrize(
    "command", ["go searchmoves 0000 depth 2", "go depth 2 searchmoves", "go depth 2 searchmoves 0000"]
)
def test_an_empty_searchmoves_is_harmless(engine: EngineProcess, command: str) -> None:
    moves = []
    for each in (command, "go depth 2"):
        engine.send("setoption name Clear Hash")
        moves.append(engine.go(each)[-1])
    assert moves[0] == moves[1]


@pytest.mark.parametrize("search", SEARCHES)
@pytest.mark.parametrize("nodes", [1, 10, 1000, 54321])
def test_nodes_is_honoured_closely(engine: EngineProcess, search: str, nodes: int) -> None:
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


@pytest.mark.parametrize("search", SEARCHES)
@pytest.mark.parametrize("fen", POSITIONS)
@pytest.mark.parametrize("policy", ["first", "random"])
def test_a_pv_is_legal_and_its_first_move_is_played(engine: EngineProcess, search: str, fen: str, policy: str) -> None:
    engine.send(f"setoption name Search value {search}", "setoption name MultiPV value 3")
    engine.send(f"setoption name TiePolicy value {policy}", f"position fen {fen}")
    board = chess.Board(fen)
    for command in ("go depth 3", "go depth 4", "go nodes 20000", "go movetime 40", "go nodes 1"):
        lines = engine.go(command)
        first = [line for line in lines if " pv " in line]
        for line in first:
            check_line(board, line)
        assert " score " in lines[-2] or lines[-2].startswith("info string value ")
        told = [line for line in first if " multipv 1 " in line][-1]
        moves = check_line(board, told)
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


def test_options_hold_no_word_of_the_protocol(engine: EngineProcess) -> None:
    for line in options(engine):
        name, _, rest = line.removeprefix("option name ").partition(" type ")
        kind, *words = rest.split()
        values = [word for word in words if word not in ("default", "min", "max", "var")]
        assert not RESERVED & {word.lower() for word in name.split()}, line
        assert kind == "combo" or len(values) == {"check": 1, "spin": 3, "button": 0, "string": 1}[kind], line
        if kind == "combo":
            choices = rest.split(" var ")
            assert choices[0].removeprefix("combo default ") in choices[1:]
            assert not any(RESERVED & set(choice.lower().split()) for choice in choices[1:])


def test_every_default_can_be_set(engine: EngineProcess) -> None:
    for line in options(engine):
        found = re.fullmatch(r"option name (.*) type (\w+)(?: default (\S+))?.*", line)
        assert found
        engine.send(f"setoption name {found[1]}" + (f" value {found[3]}" if found[3] else ""))
    assert engine.settle() == []


def test_nothing_is_said_that_nobody_asked_for(engine: EngineProcess) -> None:
    engine.send("uci")
    engine.expect("uciok$")
    engine.send("setoption name Hash value 32", "ucinewgame", "position startpos", "debug off", "register later")
    assert engine.settle() == []
    engine.go("go movetime 100")
    assert engine.silent(0.3)  # and EngineProcess looks at stderr at the end


def test_arenas_greeting_is_ignored(engine: EngineProcess) -> None:
    lines = engine.ask("xboard\nuci", "uciok$")
    assert lines[0].startswith("id name ")


@pytest.mark.clock
def test_uciok_comes_after_names_and_options(engine: EngineProcess) -> None:
    lines = engine.ask("uci", "uciok$")
    assert [line.split()[0] for line in lines] == ["id", "id"] + ["option"] * (len(lines) - 3) + ["uciok"]
    began = time.perf_counter()
    assert engine.end() == 0 and time.perf_counter() - began < 1
