"""Whatever is sent, there is one clear error if one is due, the state before is kept, and the engine runs on.

The tests of each game look at wrong FENs; these tests look at each kind of line.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from engine_process import COMMAND, EngineProcess
from ugi_runner import ugi

FUZZER = Path(__file__).parent.parent / "fuzz_protocols.py"

CHESS = [
    b"position \xff\xfe startpos",
    b"isread\xc3",  # half a character
    b"position startpos moves " + b"e2e4 " * 220_000,
    b"x" * (1 << 20),
    b"go searchmoves " + b"e2e4 " * 600_000,
    b"position fen " + b"8" * 1_000_000,  # which is just short enough to be read
    b"\x00",
    b"\x1b[2J\x07",
    "uco\u2028gu\u0085ohne".encode(),
    b"Go depth 1",
    b"debug maybe",
    b"go perft 99999999999999999999",
    b"position",
    b"position fen",
    b"position moves e2e4",
    b"position startpos e2e4",
    b"position fen 4k3/8/8/8/8/8/8/4K3\x00 w - - 0 1",
    b"position fen 8/8/8/8/8/8/8/8 w - - 0 1",
    b"position fen 4k3/8/8/8/8/8/8/4K3 w - - " + b"9" * 5000 + b" 1",
    b"position startpos moves d2d4 d7d5 c2c4 d5c3",
    b"position startpos moves e2e4 xyzzy",
    b"position startpos moves 0000",
    b"position startpos moves E2E4",
    b"setoption",
    b"setoption Hash value 5",
    b"setoption name Contentment value 5",
    b"setoption name Hash value",
    b"setoption name Hash value 65537",
    b"setoption name Hash value --16",
    "setoption name Hash value \u0661\u0666".encode(),
    b"setoption name Hash value " + b"1" * 100_000,
    b"setoption name Table value 1",
    b"setoption name Without value nullmove",
    b"setoption name UCI_Variant value antichess",
    b"setoption name Debug Log File value /nowhere/at/all.txt",
    b"setoption name Debug Log File value /",
    b"setoption name Debug Log File value a\x00b",
]

HAND = "P" * 20 + "p" * 20
CFOUR = [
    "position startpos moves P@e2",
    "position startpos moves P@e1 P@e3",
    "position startpos moves p@e1",
    "position startpos moves e>f",
    "position fen 7/7/7/7/7/7[] w - - 0 1",
    f"position fen 7/7/7/7/7/7[{HAND}Pq] w - - 0 1",
    f"position fen 7/7/7/7/7/7[{HAND}Pp w - - 0 1",
    f"position fen 7/7/7/7/7/7[{HAND}Pp] r - - 0 1",
    f"position fen 7/7/7/7/7/7[{HAND}Pp] w KQkq - 0 1",
    f"position fen 7/7/7/7/7/7[{HAND}Pp] w - - -1 1",
    f"position fen 7/7/7/7/4P2/7[{HAND}p] b - - 0 1",
    "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "position 4455",
]

CONNECT4 = [
    "position",
    "position fen",
    "position moves 4",
    "position dd44",
    "position 448",
    "position \u0664\u0664",
    "position 4444444",
    "position 12121213",  # beyond the win
    "position startpos moves P@d11",
    "position startpos moves P@d\u0661",
    "position startpos moves d>",
    "position startpos moves d>e",  # where none slips
    "position startpos moves d\x00",
    f"position fen 7/7/7/7/7/7 r {'9' * 5000}",
    "position fen 5 1 4",
    "moves d d d d d",
    "moves d x",
    "setoption name Rules value pop-out",
    "setoption name SlipStraight value 0",
    "query",
    "query p1turn gameover",
    "ucinewgame",
    "go perft 99999999999999999999",
]

SLIPPING = [
    "position startpos moves d>f",
    "position startpos moves a>h",
    "position startpos moves d d d d d d c>d",  # into a full column
    "position startpos moves d d d d d d d>e",
    "position startpos moves d>e>f",
    "position startpos moves d>c",  # of a weight 0
]

HILO = [
    "position 5",
    "position fen 5.5 1 4",
    "position fen \u0665 1 4",
    "position fen 5 1e999 4",
    "position fen 5 1_0 4",
    "position fen 5 1",
    "position fen 5 1 4 moves high",
    "position fen 5 1 4 moves 9 high",
    "position fen 5 1 4 moves high 9 9",
    "position fen 5 1 4 moves HIGH 9",
    "position fen 5 1 4 moves high 2 low 1",  # behind a wrong guess
    "position fen 5 1 1 moves high 9 low 1",
    "position startpos moves 13",  # no first card: the first guess would be certain
    "position startpos moves high 9",
    "moves low",
]


def state(engine: EngineProcess) -> list[str]:
    engine.send("d")
    return engine.ask("eval", "info string evaluation")


def check_refused(engine: EngineProcess, line: str | bytes, good: str) -> None:
    """One error, the same position, and a search. After a refused position, only the next position allows a search."""
    data = line if isinstance(line, bytes) else line.encode()
    engine.send(good)
    assert engine.settle() == []
    before = state(engine)
    engine.send_bytes(data + b"\n")
    lines = engine.settle()
    assert len(lines) == 1, (data[:80], lines)
    assert lines[0].startswith("info string error: ")
    assert 30 < len(lines[0]) < 500 and lines[0].isprintable()
    assert state(engine) == before, data[:80]
    if data.split()[0] in (b"position", b"moves") and not lines[0].endswith(" is ignored"):
        reason = lines[0].removeprefix("info string error: ")
        told = [f"info string no move: the last position was refused: {reason}", "bestmove (none)"]
        assert engine.go("go depth 2") == told
        engine.send(good)
        assert engine.settle() == []
    assert engine.go("go depth 2")[-1] != "bestmove (none)", data[:80]


def test_a_bad_line_is_one_error_and_changes_nothing(engine: EngineProcess) -> None:
    """Nor do all bad lines together."""
    for data in CHESS:
        check_refused(engine, data, "position startpos moves e2e4 c7c5 g1f3")
    engine.send("setoption name UCI_Variant value cfour")
    for line in CFOUR:
        check_refused(engine, line, "position startpos moves P@e1 P@e2")


def test_a_bad_line_of_ugi_is_one_error_and_changes_nothing() -> None:
    with ugi() as engine:
        for line in CONNECT4:
            check_refused(engine, line, "position startpos moves d d e")
        engine.send("setoption name Slip value true", "setoption name SlipLeft value 0")
        for line in SLIPPING:
            check_refused(engine, line, "position startpos moves d d>e e")
        engine.send("setoption name Game value hilo")
        for line in HILO:
            check_refused(engine, line, "position startpos moves 5 high 9")


@pytest.mark.parametrize("dialect", ["uci", "ugi"])
def test_broken_lines_break_nothing(dialect: str) -> None:
    """A small part of the run of tests/fuzz_protocols.py; the whole run is a million lines."""
    command = [sys.executable, str(FUZZER), "--lines", "8000", "--dialect", dialect]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "nothing broke" in done.stdout


GARBLED_GO = {
    "uci": [
        "go depth 2 quickly",
        "go depth",
        "go movetime depth 2",
        "go movetime +-5",
        "go movetime 1.5",
        "go depth \u0663",
        "go depth 2 searchmoves e2e5 e7e6",
        "go depth 2 searchmoves " + "e2e5 " * 10_000,
        "go wtime soon btime later winc 0 binc 0",
        "go depth -1",
        "go wtime 50 btime 50 winc -1",
    ],
    "ugi": [
        "go movetime soon",
        "go wtime 100 btime 100 depth 2",
        "go ponder depth 2",
        "go p1time x p2time y p1inc z p2inc",
        "go searchmoves h 8 P@d9 depth 2",
    ],
}


@pytest.mark.parametrize("dialect", GARBLED_GO)
def test_a_garbled_go_is_one_error_and_still_a_move(engine: EngineProcess, dialect: str) -> None:
    engine.ask(dialect, f"{dialect}ok$")
    for command in GARBLED_GO[dialect]:
        lines = engine.go(command, 3)
        assert lines[0].startswith("info string error: go: ")
        assert sum("error" in line for line in lines) == 1
        assert re.match("bestmove [a-h]", lines[-1]), command


def test_behind_infinite_a_garbled_limit_is_none(engine: EngineProcess) -> None:
    for limit in ("movetime", "depth x", "nodes", "wtime -"):
        engine.send(f"go {limit} infinite")
        (line,) = engine.expect("info string error: go: ")[-1:]
        assert line.endswith(": ignored")
        engine.expect("info depth 3 ")
        assert engine.go("stop")[-1].startswith("bestmove ")


def test_huge_numbers_mean_no_limit(engine: EngineProcess) -> None:
    for number in ("99999999999999999999", "9" * 5000):
        for name in ("depth", "nodes", "wtime", "btime", "movestogo", "winc", "binc", "mate", "wtime -", "btime -"):
            lines = engine.go(f"go {name}{' ' * (name[-1] != '-')}{number} movetime 5", 3)
            assert not any("error" in line for line in lines)
        assert not any("error" in line for line in engine.go(f"go movetime {number} depth 1", 3))


def test_a_byte_order_mark_before_the_first_word_is_passed_over() -> None:
    for greeting in ("uci", "ugi"):
        with EngineProcess() as engine:
            engine.send_bytes(f"\ufeff{greeting}\n".encode())
            assert not any("error" in line for line in engine.expect(f"{greeting}ok$"))
            engine.send_bytes(b"\xef\xbb\xbfisready\n")  # elsewhere it is a letter
            assert engine.settle()[0].startswith("info string error: unknown command")


def test_a_last_line_without_its_end_is_obeyed(engine: EngineProcess) -> None:
    engine.send_bytes(b"isready")
    assert engine.end() == 0
    assert engine.rest() == ["readyok"]


def test_debug_explains_what_is_passed_over(engine: EngineProcess) -> None:
    engine.send("debug on", "stop", "ponderhit", "joho debug on", "register name me code 1", "xboard")
    lines = engine.settle()
    assert len([line for line in lines if line.startswith("info string ")]) == 5
    engine.send("debug off", "stop", "ponderhit", "register later", "xboard")
    assert engine.settle() == []


def test_the_log_holds_both_sides(engine: EngineProcess, tmp_path: Path) -> None:
    log = tmp_path / "a log.txt"
    engine.send(f"setoption name Debug Log File value {log}", "isready", "position startpos")
    engine.go("go depth 1")
    engine.send("setoption name Debug Log File value", "isready")
    engine.settle()
    text = log.read_text()
    assert ">> isready\n<< readyok\n>> position startpos\n>> go depth 1\n<< info depth 1 " in text
    assert "\n<< bestmove " in text
    assert text.count("readyok") == 1, "the log was closed before the second"


def test_a_log_that_cannot_be_written_does_not_end_the_game(engine: EngineProcess, tmp_path: Path) -> None:
    """A pipe without a reader is not waited for, and a disk may be full."""
    os.mkfifo(tmp_path / "fifo")
    for log in (tmp_path / "fifo", "/dev/full"):
        engine.send(f"setoption name Debug Log File value {log}")
        lines = engine.go("go depth 3")
        assert sum(line.startswith("info string error: ") for line in lines) == 1
        assert engine.go("go depth 1")[-1].startswith("bestmove ")


LITTLE_MEMORY = (
    COMMAND[0],
    "-c",
    f"import resource as r; r.setrlimit(r.RLIMIT_AS, ({2**30}, r.RLIM_INFINITY)); {COMMAND[2]}",
)


def test_a_hash_beyond_memory_is_one_error_and_play_goes_on() -> None:
    with EngineProcess(command=LITTLE_MEMORY) as engine:
        engine.send("setoption name Table value true", "setoption name Hash value 4096")
        lines = engine.settle()
        assert len(lines) == 1 and lines[0].startswith("info string error: no memory for a table of 4096 MB")
        lines = engine.go("go depth 3")
        assert sum("error" in line for line in lines) == 1
        engine.send("setoption name Hash value 16")
        assert engine.settle() == []
        assert not any("error" in line for line in engine.go("go depth 3"))


def test_threads_beyond_memory_are_told_and_those_that_there_are_search() -> None:
    with EngineProcess(command=LITTLE_MEMORY) as engine:
        engine.send("setoption name Threads value 512", "setoption name Clear Hash", "isready")
        engine.expect("readyok$")
        lines = engine.go("go nodes 300000")
        missing = [line for line in lines if line.startswith("info string")]
        assert len(missing) == 1 and 0 < int(missing[0].removeprefix("info string threads missing ")) < 512
        assert lines[-2].startswith("info string") and lines[-3].startswith("info depth ")
        assert int(lines[-3].split()[2]) > 5


def test_chess960_can_be_switched_at_any_time(engine: EngineProcess) -> None:
    fen = "1r2k1r1/1p4p1/8/8/8/8/1P4P1/1R2K1R1 w BGbg - 0 1"
    engine.send("setoption name UCI_Chess960 value true", f"position fen {fen} moves e1g1")
    before = engine.settle() + engine.display()
    assert "Fen: 1r2k1r1/1p4p1/8/8/8/8/1P4P1/1R3RK1 b kq - 1 1" in before
    engine.send("setoption name UCI_Chess960 value false")
    assert engine.settle() + engine.display() == before
    engine.send("position startpos moves e2e4")
    assert engine.settle() == []
