"""oddsfish with arguments."""

from __future__ import annotations

import os
import pty
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from engine_process import COMMAND, here

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


def oddsfish(*arguments: str | bytes, status: int = 0) -> list[str]:
    """The lines of its output, which are on stdout if all went well, else on stderr."""
    found, out, err = here(*map(os.fsdecode, arguments))
    assert found == status, (out, err)
    assert (err if status == 0 else out) == ""
    return (out if status == 0 else err).splitlines()


def test_help_names_every_way_of_use() -> None:
    rows = oddsfish("--help")
    text = "\n".join(rows)
    assert all(word in text for word in ("bench", "perft", "COMMAND", "connect4", "hilo", "--version", "--help"))
    assert all(row[37] == " " != row[38] for row in rows if "--version" not in row), "what commands do is a column"
    for words in (["-h"], ["connect4", "--help"], ["chess", "2", "-h"]):
        assert oddsfish(*words) == rows
    assert oddsfish("help", "help") == oddsfish("--help", "-h") == rows
    assert oddsfish("perft", "2", "-h") == [f"usage:{row[6:]}" for row in rows if row[16:21] == "perft"]


@pytest.mark.parametrize("command", ["play", "tree", "predictor", "opponent", "match", "solve", "bench"])
def test_help_of_a_command(command: str) -> None:
    assert oddsfish("help", command) == oddsfish("--help", command) == oddsfish(command, "--help")


def test_help_of_a_command_of_a_game() -> None:
    assert oddsfish("help", "play", "hilo") == oddsfish("play", "hilo", "--help")


@pytest.mark.parametrize("game", [(), ("connect4",)])
def test_several_commands_are_several_words(game: tuple[str, ...]) -> None:
    """They are the same as several lines in one word. Words that are no commands are arguments of the first one."""
    wanted = oddsfish(*game, "position startpos\ngo depth 2\nd")
    assert len(wanted) > 5

    def timeless(lines: list[str]) -> list[str]:
        return [re.sub(r"(nps|time) \d+", "", line) for line in lines]

    assert timeless(oddsfish(*game, "position startpos", "go depth 2", "d")) == timeless(wanted)
    assert timeless(oddsfish(*game, "go", "depth", "2")) == timeless(oddsfish(*game, "go depth 2"))


def test_who_asks_for_help_where_commands_are_read_is_told_how_to_go_on() -> None:
    run = subprocess.run(COMMAND, input=b"help\n", capture_output=True, timeout=60, check=False)
    assert run.stdout.startswith(b"info string error: unknown command: help; `quit` ends this")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["help", "foo"], "unknown command: foo; `oddsfish help` lists all"),
        (["help", "plya"], "unknown command: plya; did you mean play?"),
        (["bnch", "x"], "unknown command: bnch x; did you mean bench?"),
        (["isready", "position startpos", "g depth 1"], "unknown command: g depth 1; did you mean go?"),
        (["d", "position startpos", "evla"], "unknown command: evla; did you mean eval?"),
        (["tictactoe go"], "tictactoe is called alone and without quotes: oddsfish tictactoe ..."),
        (["bench 2", "go depth 1"], "bench is called alone and without quotes: oddsfish bench ..."),
        (["Plai", "x"], "unknown command: Plai x; did you mean play?"),
        (["connct4", "x"], "unknown command: connct4 x; did you mean connect4?"),
        (["solv", "x"], "unknown command: solv x; did you mean solve?"),
        (["G", "x"], "unknown command: G x; did you mean go?"),
        (["connect4", "solv", "44"], "unknown command of Connect-4: solv; did you mean solve?"),
        (["connect4", "bnech", "44"], "unknown command of Connect-4: bnech; did you mean bench?"),
        (["play", "chess", "--whte", "human"], "; did you mean --white?; see oddsfish "),
        (["solve", "--hsah", "4"], "; did you mean --hash?; see oddsfish "),
    ],
)
def test_what_is_mistyped_is_answered_by_the_nearest(words: list[str], said: str) -> None:
    (line,) = oddsfish(*words, status=2)
    assert said in line if said.startswith(";") else line == f"oddsfish: {said}"


def test_a_match_is_played() -> None:
    players = ["-engine", "proto=random", "name=One", "-engine", "proto=random", "name=Two"]
    words = [*COMMAND, "match", *players, "-variant", "tictactoe", "-games", "2"]
    lines = subprocess.check_output(words, text=True).splitlines()
    assert sum(line.startswith("Finished game") for line in lines) == 2
    assert oddsfish("match", "-gmaes", "2", status=2)[0].startswith("oddsfish: match: ")


@pytest.mark.parametrize("heard", [True, False])
def test_a_person_is_told_what_it_is_and_a_client_is_not(heard: bool) -> None:
    ours, theirs = pty.openpty()
    try:
        source = theirs if heard else subprocess.DEVNULL
        with subprocess.Popen(COMMAND, stdin=source, stdout=subprocess.PIPE, stderr=theirs) as process:
            assert process.stdout
            os.write(ours, b"quit\n")
            assert process.stdout.read() == b""
            assert process.wait(10) == 0
        os.write(theirs, b"the end")
        said = b""
        while not said.endswith(b"the end"):
            said += os.read(ours, 4096)
        assert (b"oddsfish help" in said) is heard
    finally:
        os.close(ours)
        os.close(theirs)


def test_an_interrupted_bench_tells_its_sum() -> None:
    pipe = subprocess.PIPE
    with subprocess.Popen([*COMMAND, "bench", "30"], stdout=pipe, stderr=pipe) as process:
        assert process.stdout and process.stderr
        try:
            time.sleep(1)
            process.send_signal(signal.SIGINT)
            out, error = process.communicate(timeout=10)
        finally:
            process.kill()
    assert (process.returncode, error) == (130, b"")
    assert re.fullmatch(r"\d+ nodes \d+ nps", out.decode().splitlines()[-1])


def test_version_tells_how_it_was_built(tmp_path: Path) -> None:
    lines = oddsfish("--version")
    assert re.fullmatch(r"Oddsfish \d+\.\d+\.\d+", lines[0])
    assert " -O" in lines[1]
    words = [sys.executable, "-m", "oddsfish", "--version"]
    assert subprocess.check_output(words, cwd=tmp_path, text=True).splitlines() == lines


def test_bench_ends_with_nodes_and_speed_and_is_a_checksum() -> None:
    lines = oddsfish("bench", "3")
    found = re.fullmatch(r"(\d+) nodes (\d+) nps", lines[-1])
    assert found and int(found[1]) > 0
    assert oddsfish("bench", "3")[-1].split()[0] == found[1]


@pytest.mark.parametrize(
    ("arguments", "nodes"),
    [
        (["0"], 1),
        (["3", *KIWIPETE.split()], 97862),
        (["2", "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"], 528),
    ],
)
def test_perft(arguments: list[str], nodes: int) -> None:
    lines = oddsfish("perft", *arguments)
    assert lines[-1] == f"Nodes searched: {nodes}"
    assert sum(int(line.split(": ")[1]) for line in lines[:-1]) == (nodes if arguments != ["0"] else 0)


def test_commands_are_run() -> None:
    lines = oddsfish("go depth 3")
    assert lines[-1].startswith("bestmove ")
    assert oddsfish("go", "depth", "3")[-1] == lines[-1]
    assert oddsfish("uci")[-1] == "uciok"
    lines = oddsfish(f"position fen {KIWIPETE}\ngo depth 2\nd")  # one after the other
    assert any(line.startswith("bestmove ") for line in lines)
    assert f"Fen: {KIWIPETE}" in lines


def test_commands_of_another_game_are_run() -> None:
    assert oddsfish("connect4", "go", "depth", "3")[-1] == oddsfish("Connect4", "position startpos\ngo depth 3")[-1]
    value, best = oddsfish("HiLo", "position fen 5 1 1\ngo")[-2:]
    assert float(value.removeprefix("info string value ")) == pytest.approx(41 / 65, abs=1e-12)
    assert best == "bestmove high"
    assert oddsfish("ugi\nposition 1212121\nquery result")[-1] == "response p1win"


def test_a_game_is_named_in_any_case() -> None:
    assert oddsfish("play", "CHESS", "--depth", "1") == oddsfish("play", "chess", "--depth", "1")


@pytest.mark.parametrize(
    "arguments",
    [
        ["--nonsense"],
        ["--help", "me"],
        ["nonsense"],
        [b"\xff\xfe"],
        ["bench", "0"],
        ["bench", "3", "4"],
        ["perft"],
        ["perft", "9" * 5000],
        ["perft", "2", "8/8/8/8/8/8/8/8 w - - 0 1"],
        ["position fen 8/8/8/8/8/8/8/8 w - - 0 1\ngo depth 3"],
        ["setoption name Hash value none"],
        ["connect4", "--version"],
        ["connect4", "nonsense"],
        ["hilo", "go depth 2"],
        ["query gameover"],
        ["go banana depth 2"],
        ["setoption name Hash value 65536\ngo depth 1"],
    ],
)
def test_bad_arguments_are_one_line_on_stderr(arguments: list[str | bytes]) -> None:
    lines = oddsfish(*arguments, status=2)
    assert len(lines) == 1 and re.match(r"oddsfish: \S.*", lines[0])
    # The error must not sound as if a part of the command were obeyed: it is not.
    assert not re.search("is taken|ignored|kept|without", lines[0])


@pytest.mark.parametrize(
    "words",
    [[""], ["play", "--"], ["page", "--host", ""], ["opponent", ""], ["learn", ""], ["connect4", ""], ["match", "--"]],
)
def test_what_is_no_line_is_refused_in_one(words: list[str]) -> None:
    said = oddsfish(*words[:-1], f"{words[-1]}a\nb\x1b[31m\u202e", status=2)
    assert len(said) == 1 and said[0].isprintable()


@pytest.mark.parametrize("command", ["go ponder wtime 9999 btime 9999", "position startpos\ngo infinite"])
def test_a_search_that_nobody_could_stop_says_that_it_ends_at_once(command: str) -> None:
    lines = oddsfish(command)
    (place,) = [number for number, line in enumerate(lines) if "ends at once" in line]
    assert lines[place].startswith("info string ") and lines[-1].startswith("bestmove ") and place < len(lines) - 1


def test_a_reader_who_leaves_is_not_told_about_it() -> None:
    """As in `oddsfish bench | head -1`: no traceback."""
    with subprocess.Popen([*COMMAND, "go depth 30"], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout and process.stderr
        process.stdout.readline()
        process.stdout.close()
        process.wait(10)
        assert process.stderr.read() == b""


def test_an_interrupt_while_a_search_is_being_started_ends_that_search() -> None:
    """The interpreter must not go while the search still writes."""
    code = """
import sys
from oddsfish.engine.support import worker
from oddsfish.protocols.start import main
start = worker.start_new_thread
def start_and_be_interrupted(function, arguments):
    start(function, arguments)
    raise KeyboardInterrupt
worker.start_new_thread = start_and_be_interrupted
sys.exit(main())
"""
    done = subprocess.run([sys.executable, "-c", code, "go depth 100"], capture_output=True, timeout=20, check=False)
    assert (done.returncode, done.stderr) == (130, b"")
    assert done.stdout.splitlines()[-1].startswith(b"bestmove ")
