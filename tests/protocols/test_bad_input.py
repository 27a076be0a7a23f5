"""Whatever is sent: one clear error where one is due, what was there before is kept, and the engine lives on."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from engine_process import COMMAND, EngineProcess

OPENING = "position startpos moves e2e4 c7c5 g1f3"

BAD_LINES = {
    "not UTF-8": b"position \xff\xfe startpos\n",
    "half a character": b"isread\xc3\n",
    "a megabyte": b"position startpos moves " + b"e2e4 " * 220_000 + b"\n",
    "a megabyte of one word": b"x" * (1 << 20) + b"\n",
    "three megabytes": b"go searchmoves " + b"e2e4 " * 600_000 + b"\n",
    "almost a megabyte": b"position fen " + b"8" * 1_000_000 + b"\n",
    "NUL": b"position\x00 fen\x00\n",
    "NUL alone": b"\x00\n",
    "a NUL in a FEN": b"position fen 4k3/8/8/8/8/8/8/4K3\x00 w - - 0 1\n",
    "escape codes": b"\x1b[2J\x07\n",
    "a line separator": "uci\u2028go\u0085ohne\n".encode().replace(b"uci", b"uco").replace(b"go", b"gu"),
    "unknown": b"please\n",
    "position alone": b"position\n",
    "position of nothing": b"position fen\n",
    "position of something": b"position chess960 5\n",
    "moves alone": b"position moves e2e4\n",
    "words after startpos": b"position startpos e2e4\n",
    "three fields": b"position fen 4k3/8/8/8/8/8/8/4K3 w -\n",
    "seven fields": b"position fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1 1\n",
    "seven ranks": b"position fen 4k3/8/8/8/8/8/4K3 w - - 0 1\n",
    "nine files": b"position fen 4k4/8/8/8/8/8/8/4K3 w - - 0 1\n",
    "a nine": b"position fen 9/8/8/8/8/8/8/k1K5 w - - 0 1\n",
    "an unknown man": b"position fen 4k3/8/8/3x4/8/8/8/4K3 w - - 0 1\n",
    "a Turkish i": "position fen 4k3/8/8/3\u01314/8/8/8/4K3 w - - 0 1\n".encode(),
    "Arabic digits": "position fen 4k3/8/8/8/8/8/8/4K3 w - - \u0663 1\n".encode(),
    "no kings": b"position fen 8/8/8/8/8/8/8/8 w - - 0 1\n",
    "three kings": b"position fen 4k3/8/8/8/8/8/8/K3K3 w - - 0 1\n",
    "a king that can be taken": b"position fen 4k3/4R3/8/8/8/8/8/4K3 w - - 0 1\n",
    "a pawn on the last rank": b"position fen P3k3/8/8/8/8/8/8/4K3 w - - 0 1\n",
    "seventeen pieces": b"position fen 4k3/8/8/8/8/RR6/RRRRRRR1/RRRRKRRR w - - 0 1\n",
    "a colour": b"position fen 4k3/8/8/8/8/8/8/4K3 x - - 0 1\n",
    "castling": b"position fen 4k3/8/8/8/8/8/8/4K3 w XYZ - 0 1\n",
    "en passant": b"position fen 4k3/8/8/8/8/8/8/4K3 w - z9 0 1\n",
    "a negative clock": b"position fen 4k3/8/8/8/8/8/8/4K3 w - - -1 1\n",
    "an endless clock": b"position fen 4k3/8/8/8/8/8/8/4K3 w - - " + b"9" * 5000 + b" 1\n",
    "an illegal move": b"position startpos moves e2e5\n",
    "an illegal move at the end": b"position startpos moves d2d4 d7d5 c2c4 d5c3\n",
    "a garbled move": b"position startpos moves e2e4 xyzzy\n",
    "a null move": b"position startpos moves 0000\n",
    "a move in capitals": b"position startpos moves E2E4\n",
    "a promotion that is none": b"position startpos moves e2e4q\n",
    "setoption alone": b"setoption\n",
    "setoption of nothing": b"setoption name\n",
    "setoption without name": b"setoption Hash value 5\n",
    "an unknown option": b"setoption name Contentment value 5\n",
    "an Elo out of its range": b"setoption name UCI_Elo value 5000\n",
    "an Elo in words": b"setoption name UCI_Elo value strong\n",
    "a level out of its range": b"setoption name Skill Level value 21\n",
    "a limit that is no truth": b"setoption name UCI_LimitStrength value maybe\n",
    "a contempt out of its range": b"setoption name Contempt value 101\n",
    "an option without value": b"setoption name Hash\n",
    "an option with an empty value": b"setoption name Hash value\n",
    "a number beyond the range": b"setoption name Hash value 65537\n",
    "a number below the range": b"setoption name Hash value 0\n",
    "a negative number": b"setoption name Threads value -1\n",
    "two signs": b"setoption name Hash value --16\n",
    "a number in words": b"setoption name Hash value sixteen\n",
    "Arabic numbers": "setoption name Hash value \u0661\u0666\n".encode(),
    "a number without end": b"setoption name Hash value " + b"1" * 100_000 + b"\n",
    "no choice": b"setoption name Search value Stockfish\n",
    "no truth": b"setoption name Table value 1\n",
    "an evaluation that there is not": b"setoption name Evaluation value NNUE\n",
    "a technique that is none": b"setoption name Without value nullmove\n",
    "a log that cannot be": b"setoption name Debug Log File value /nowhere/at/all.txt\n",
    "a log that is a folder": b"setoption name Debug Log File value /\n",
    "a log with a NUL": b"setoption name Debug Log File value a\x00b\n",
    "debug of something": b"debug maybe\n",
    "a command in capitals": b"Go depth 1\n",
    "a perft beyond counting": b"go perft 99999999999999999999\n",
}


@pytest.fixture(scope="module")
def veteran() -> Iterator[EngineProcess]:
    """One engine that has to live through all of it."""
    with EngineProcess() as process:
        yield process


@pytest.mark.parametrize("data", BAD_LINES.values(), ids=BAD_LINES.keys())
def test_a_bad_line_is_one_error_and_changes_nothing(veteran: EngineProcess, data: bytes) -> None:
    veteran.send(OPENING)
    before = veteran.settle() + veteran.display() + veteran.ask("eval", "info string evaluation")
    veteran.send_bytes(data)
    lines = veteran.settle()
    assert len(lines) == 1, lines
    assert lines[0].startswith("info string error: ") and len(lines[0]) > 30
    assert len(lines[0]) < 500 and lines[0].isprintable()
    assert veteran.display() + veteran.ask("eval", "info string evaluation") == before
    check_go(veteran, lines[0], refused=data.split()[0] == b"position" and not lines[0].endswith(" is ignored"))


def check_go(engine: EngineProcess, error: str, *, refused: bool) -> None:
    """A search gives a move; but not behind a position that was refused, until another is accepted."""
    if refused:
        reason = error.removeprefix("info string error: ")
        assert engine.go("go depth 2") == [
            f"info string no move: the last position was refused: {reason}",
            "bestmove (none)",
        ]
        engine.send(OPENING)
        assert engine.settle() == []
    assert re.match(r"bestmove [a-h][1-8]", engine.go("go depth 2")[-1])


GARBLED_GO = {
    "a word": "go depth 2 quickly",
    "no number": "go depth",
    "a word for a number": "go depth two",
    "a keyword for a number": "go movetime depth 2",
    "two signs": "go movetime --5",
    "a plus and a minus": "go movetime +-5",
    "a fraction": "go movetime 1.5",
    "Arabic digits": "go depth \u0663",
    "an illegal searchmove": "go depth 2 searchmoves e2e5 e7e6",
    "only illegal searchmoves": "go depth 2 searchmoves e2e5 xxxx",
    "many illegal searchmoves": "go depth 2 searchmoves " + "e2e5 " * 10_000,
    "a clock in words": "go wtime soon btime later winc 0 binc 0",
    "a flag with a number": "go movetime 5 infinity",
    "a negative depth": "go depth -1",
    "no nodes": "go nodes 0",
    "a mate in none": "go mate 0",
    "a negative increment": "go wtime 50 btime 50 winc -1",
}


@pytest.mark.parametrize("command", GARBLED_GO.values(), ids=GARBLED_GO.keys())
def test_a_garbled_go_is_one_error_and_still_a_move(veteran: EngineProcess, command: str) -> None:
    veteran.send("position startpos moves e2e4")
    lines = veteran.go(command, 3)
    assert lines[0].startswith("info string error: go: ")
    assert sum("error" in line for line in lines) == 1
    assert lines[-1].startswith("bestmove ")


@pytest.mark.parametrize("limit", ["movetime", "depth x", "nodes", "wtime -"])
def test_behind_infinite_a_garbled_limit_is_none(veteran: EngineProcess, limit: str) -> None:
    veteran.send(OPENING, f"go {limit} infinite")
    (line,) = veteran.expect("info string error: go: ")[-1:]
    assert line.endswith(": ignored")
    veteran.expect("info depth 3 ")
    assert veteran.go("stop")[-1].startswith("bestmove ")


@pytest.mark.parametrize("number", ["99999999999999999999", "9" * 5000, "1000000000000000000000000"])
def test_huge_numbers_mean_no_limit(veteran: EngineProcess, number: str) -> None:
    names = ("depth", "nodes", "wtime", "btime", "movestogo", "winc", "binc", "mate", "movetime")
    for name in names:
        veteran.send(f"go {name} {number} movetime 5" if name != "movetime" else f"go movetime {number} depth 1")
        lines = veteran.expect("bestmove ", 3)
        assert not any("error" in line for line in lines)
    for name in ("wtime", "btime"):
        veteran.send(f"go {name} -{number} movetime 5")
        veteran.expect("bestmove ", 3)


def test_a_byte_order_mark_before_the_first_word_is_passed_over() -> None:
    for greeting in ("uci", "ugi"):
        with EngineProcess() as engine:
            engine.send_bytes(f"\ufeff{greeting}\n".encode())
            assert not any("error" in line for line in engine.expect(f"{greeting}ok$"))
            engine.send_bytes(b"\xef\xbb\xbfisready\n")  # elsewhere it is a letter
            assert engine.settle()[0].startswith("info string error: unknown command")


def test_empty_lines_and_windows_line_ends_are_nothing(veteran: EngineProcess) -> None:
    veteran.send_bytes(b"\n\r\n \t \r\n\n")
    assert veteran.settle() == []
    veteran.send_bytes(b"position startpos moves e2e4\r\ngo depth 1\r\n")
    assert veteran.expect("bestmove ")[-1].split()[1][1] in "78"


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


def test_a_log_that_nobody_reads_is_not_waited_for(engine: EngineProcess, tmp_path: Path) -> None:
    log = tmp_path / "fifo"
    os.mkfifo(log)
    engine.send(f"setoption name Debug Log File value {log}")
    lines = engine.settle()
    assert len(lines) == 1
    assert lines[0].startswith("info string error: ")
    assert engine.go("go depth 1")[-1].startswith("bestmove ")


def test_a_full_disk_under_the_log_does_not_end_the_game(engine: EngineProcess) -> None:
    engine.send("setoption name Debug Log File value /dev/full")
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
