"""People at the terminal: what they may type, what it does, and people who leave, dawdle or press Ctrl-C."""

from __future__ import annotations

import asyncio
import io
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest
from match_process import SCRIPT
from oddsfish.matches.files.journal import read_records
from oddsfish.matches.players.human import HumanPlayer
from oddsfish.matches.players.prompt import Prompt
from oddsfish.matches.record import Record, Termination
from oddsfish.matches.variants import game_of, position
from oddsfish.matches.views.terminal import Terminal
from slow_games import replay_connect4, replay_hilo

PATIENCE = 30.0  # seconds for what should happen
RESULTS = "results.jsonl"
HUMAN, RANDOM = ["-engine", "proto=human"], ["-engine", "proto=random"]
TWO = [*HUMAN, "name=Ann", *HUMAN, "name=Bob"]
# Under nohup hangups are ignored, and children inherit that. The process must make the terminal its controlling
# terminal, so that Ctrl-C is an interrupt.
START = f"""
import fcntl, os, runpy, signal, sys, termios
signal.signal(signal.SIGHUP, signal.SIG_DFL)
if os.isatty(0):
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
sys.argv[0] = {str(SCRIPT)!r}
runpy.run_path(sys.argv[0], run_name="__main__")
"""


class Typist:
    """Somebody in front of a running match, at a pipe or at a terminal."""

    def __init__(self, process: subprocess.Popen[bytes], keyboard: int, screen: int) -> None:
        self.process = process
        self.keyboard = keyboard
        self.screen = screen
        self.seen = ""

    def type(self, text: str | bytes) -> None:
        os.write(self.keyboard, text if isinstance(text, bytes) else text.encode())

    def wait_for(self, text: str, times: int = 1) -> None:
        until = time.monotonic() + PATIENCE
        while self.seen.count(text) < times:
            assert self.read(until), f"no {text!r}: {self.seen}"

    def read(self, until: float) -> bool:
        """Read what comes next; False if nothing comes any more."""
        ready, _, _ = select.select([self.screen], [], [], max(0.0, until - time.monotonic()))
        try:
            data = os.read(self.screen, 65536) if ready else b""
        except OSError:  # the other end of the terminal is closed
            data = b""
        self.seen += data.decode().replace("\r\n", "\n")
        return bool(data)

    def finish(self) -> int:
        """Read to the end; the exit status."""
        until = time.monotonic() + PATIENCE
        while self.read(until):
            pass
        return self.process.wait(PATIENCE)


@contextmanager
def sit_down(*words: str, where: Path, terminal: bool = False, encoding: str = "utf-8") -> Iterator[Typist]:
    """Start a match. Its stderr must stay empty."""
    if terminal:
        keyboard, inside = pty.openpty()
        screen, output = keyboard, inside
    else:
        inside, keyboard = os.pipe()
        screen, output = os.pipe()
    with (where / "stderr.txt").open("w+") as errors:
        process = subprocess.Popen(
            [sys.executable, "-c", START, *words, "-results", RESULTS],
            cwd=where,
            stdin=inside,
            stdout=output,
            stderr=errors,
            env={**os.environ, "PYTHONIOENCODING": encoding},
            start_new_session=True,
        )
        os.close(inside)
        if output != inside:
            os.close(output)
        try:
            yield Typist(process, keyboard, screen)
            assert (where / "stderr.txt").read_text() == ""
        finally:
            process.kill()
            process.wait()
            for end in {keyboard, screen}:
                try:
                    os.close(end)
                except OSError:
                    continue  # the test has closed it


def records(where: Path) -> list[Record]:
    return list(read_records(where / RESULTS))


def play(*words: str, typed: str | bytes, where: Path, encoding: str = "utf-8") -> tuple[int, str, list[Record]]:
    """Play a match with all input typed in advance; return its exit status, its output and the games."""
    with sit_down(*words, where=where, encoding=encoding) as typist:
        typist.type(typed)
        os.close(typist.keyboard)
        status = typist.finish()
        return status, typist.seen, records(where)


def test_two_people_at_one_terminal(tmp_path: Path) -> None:
    typed = "e4\ne7e5\nQh5\nb8c6\nBc4\nNf6\nQf7\n"
    status, seen, (record,) = play(*TWO, typed=typed, where=tmp_path)
    assert status == 0
    assert (record.result, record.ending, record.names) == ("1-0", Termination.CHECKMATE, ("Ann", "Bob"))
    assert [ply.text for ply in record.plies] == ["e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6", "Qxf7#"]
    assert all(ply.seconds is not None and 0 <= ply.seconds < PATIENCE for ply in record.plies)
    assert seen.count("Ann, White, to move: ") == 4 and seen.count("Bob, Black, to move: ") == 3
    assert "Last move: e2e4" in seen and "r n b q k b n r 8" in seen


@pytest.mark.parametrize(
    ("variant", "listed", "first"),
    [
        (["standard"], "Nc3 Nf3 Nh3 a3 a4", "e4"),
        (["connect4", "Slip=true"], "a b c d e f g", "d"),
        (["hilo"], "high low", "high"),
    ],
)
def test_help_tells_all_that_may_be_typed(variant: list[str], listed: str, first: str, tmp_path: Path) -> None:
    words = [*HUMAN, "name=Ann", *(RANDOM if variant != ["hilo"] else []), "-variant", *variant]
    status, seen, (record,) = play(*words, typed=f"help\nmoves\nfen\nboard\n{first}\nresign\n", where=tmp_path)
    told = seen.split("help    this list")
    assert status == 0 and len(told) == 2 and all(word in told[0] for word in ("moves ", "board ", "fen ", "resign "))
    assert listed in " ".join(told[1].split())
    assert record.plies


def test_what_is_no_move_is_asked_again(tmp_path: Path) -> None:
    """Commands that would falsify a match are refused, in one line each."""
    nonsense = ["e5", "e2e5", "hello", "", "   ", "\x1b[31m", "é", "x" * 10_000, "resign me", "0000"]
    falsify = ["hint", "eval", "tree x.html", "undo", "save x", "new", "quit", "exit"]
    typed = "\n".join([*nonsense, *falsify, "e4", "resign"]) + "\n"
    status, seen, (record,) = play(*TWO, typed=typed, where=tmp_path)
    assert status == 0 and [ply.move for ply in record.plies] == ["e2e4"]
    assert seen.count("is no legal move here; type a move such as") == len(nonsense) - 2
    for word in falsify:
        refused = word.split(maxsplit=1)[0].replace("exit", "quit")
        times = 2 if refused == "quit" else 1
        assert seen.count(f"{refused} is for `oddsfish play`, not for a match.\n") == times
    assert all(line.isprintable() and len(line) < 200 for line in seen.splitlines())


@pytest.mark.parametrize(
    ("variant", "texts", "move"),
    [
        ("standard", ("Nf3", "g1f3", "G1F3"), "g1f3"),
        ("connect4", ("d", "4", "P@d1"), "d"),
        ("cfour", ("d", "4", "P@d1"), "P@d1"),
        ("hilo", ("low", "l"), "low"),
        ("hilo", ("high", "h"), "high"),
    ],
)
def test_what_people_mean(variant: str, texts: tuple[str, ...], move: str, capsys: pytest.CaptureFixture[str]) -> None:
    prompt = Prompt(game_of(variant), Terminal())
    prompt.position = position(variant, (), "5 1 3" if variant == "hilo" else "")
    assert {prompt.position.notation(prompt.obey(text)) for text in texts} == {move}
    assert capsys.readouterr().out == ""
    for nonsense in ("x", "d>e", "P@d2", "high 9", "0", "--", "8", "lo w", "é", "d" * 1000):
        assert prompt.obey(nonsense) is None
        told = capsys.readouterr().out.replace("\n", " ")
        assert 0 < len(told) < 200 and told.isprintable()


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    for number, encoding in enumerate(("utf-8:strict", "ascii:strict")):
        where = tmp_path / str(number)
        where.mkdir()
        typed = b"\xff\xfe\n\0\n\xe2\x28\ne4\nresign\n"
        status, _, (record,) = play(*TWO, typed=typed, where=where, encoding=encoding)
        assert (status, record.ending, len(record.plies)) == (0, Termination.RESIGNED, 1)


def test_resigning(tmp_path: Path) -> None:
    status, seen, games = play(*TWO, "-games", "2", typed="resign\ne4\n resign \n", where=tmp_path)
    assert status == 0
    assert [(game.result, game.ending, game.reason) for game in games] == [
        ("0-1", Termination.RESIGNED, "White resigns"),
        ("1-0", Termination.RESIGNED, "Black resigns"),
    ]
    assert [game.names for game in games] == [("Ann", "Bob"), ("Bob", "Ann")]
    assert "Score of Ann vs Bob: 0 - 2 - 0" in seen and "lost" not in seen


def test_the_end_of_input_is_the_end_of_all_games(tmp_path: Path) -> None:
    """A last line without a newline is a line."""
    status, seen, (record,) = play(*TWO, "-games", "3", typed="e4", where=tmp_path)
    assert status == 1
    assert (record.ending, record.loser, len(record.plies)) == (Termination.DISCONNECT, 1, 1)
    assert record.reason == "Black disconnects"
    assert seen.endswith("Finished match: a player failed\n")
    (tmp_path / RESULTS).unlink()
    status, _, games = play(*TWO, "-games", "3", "-recover", typed="e4\n", where=tmp_path)
    assert status == 0
    assert [game.ending for game in games] == 3 * [Termination.DISCONNECT]


def test_a_second_game_begins_while_lines_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """Text that was typed ahead is already being read, so the terminal cannot be set up again."""
    monkeypatch.setattr(HumanPlayer, "terminal", None)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"a1\na2\n")))
    for _ in range(2):
        asyncio.run(HumanPlayer("Ann").prepare(SimpleNamespace(variant="tictactoe"), 0))  # type: ignore[arg-type]
        assert next(iter(sys.stdin)).startswith("a")


def test_no_input_at_all(tmp_path: Path) -> None:
    command = [sys.executable, str(SCRIPT), *TWO]
    process = subprocess.run(
        ["sh", "-c", 'exec "$@" <&-', "sh", *command], cwd=tmp_path, capture_output=True, timeout=PATIENCE, check=False
    )
    assert (process.returncode, process.stderr) == (1, b"")
    assert b"White disconnects" in process.stdout


@pytest.mark.clock
@pytest.mark.parametrize("terminal", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_a_flag_falls_while_somebody_thinks(terminal: bool, tmp_path: Path) -> None:
    words = [*HUMAN, "name=Ann", "tc=0.6", *HUMAN, "name=Bob", "st=0.5"]
    with sit_down(*words, "-games", "2", where=tmp_path, terminal=terminal) as typist:
        typist.wait_for("Ann, White, to move (1 s left): ")
        typist.type("d4\n")
        typist.wait_for("Started game 2")
        typist.wait_for("Bob, White, to move: ")
        typist.type("d4\n")
        assert typist.finish() == 0
    first, second = records(tmp_path)
    assert (first.result, first.ending, first.reason) == ("1-0", Termination.TIME, "Black loses on time")
    assert (second.result, second.ending, second.reason) == ("1-0", Termination.TIME, "Black loses on time")
    assert 0.5 < first.seconds < 5 and len(first.plies) == len(second.plies) == 1
    assert first.plies[0].clock is not None and 0 < first.plies[0].clock < 0.6
    assert "Ann lost 1 by time" in typist.seen and "Bob lost 1 by time" in typist.seen


def test_columns_against_chance(tmp_path: Path) -> None:
    """After a full column and after one that does not exist, it asks again."""
    typed = "".join(f"{column}\n" for column in "dDh48 11111111 bcefg".replace(" ", "")) + "abcdefg"
    typed += "".join(f"{column}\n" for _ in range(6) for column in "1234567")
    words = [*HUMAN, *RANDOM, "-variant", "connect4", "Rules=fullboard", "Slip=true", "-srand", "1"]
    status, seen, (record,) = play(*words, typed=typed.replace("abcdefg", "abcdefg\n"), where=tmp_path)
    assert status == 0
    replay_connect4(record, True, (3, 1, 1))
    assert record.names == ("human", "random") and "a b c d e f g\n" in seen
    assert "illegal move" in seen


def test_somebody_plays_hilo(tmp_path: Path) -> None:
    words = [*HUMAN, *RANDOM, "-variant", "hilo", "-games", "5", "-srand", "4"]
    typed = "9\nhigh 9\nmaybe\nresign\n" + "h\nlow\nl\nhigh\n" * 5
    status, seen, games = play(*words, typed=typed, where=tmp_path)
    assert status == 0 and len(games) == 10
    resigned, *games = (game for game in games if game.names == ("human",))
    for game in games:
        replay_hilo(game)
    assert (resigned.result, resigned.utility, resigned.reason) == ("0-1", -1.0, "Player resigns")
    assert re.search(r"\| +\d+ \|\n  \+-+\+\n  Utility 1, 4 draws left\n  low: .*\n  high: .*\n", seen)
    assert "human, Player, to move: " in seen
    assert "Utility of human: " in seen


@pytest.mark.parametrize("terminal", [False, True])
def test_an_interrupt_lets_the_game_finish(terminal: bool, tmp_path: Path) -> None:
    with sit_down(*TWO, "-games", "5", where=tmp_path, terminal=terminal) as typist:
        typist.wait_for("Ann, White, to move: ")
        typist.type("f3\n")
        typist.wait_for("Bob, Black, to move: ")
        interrupt(typist, terminal)
        typist.wait_for("Stopping when 1 more game is finished")
        typist.type("e5\ng4\nQh4\n")
        assert typist.finish() == 128 + signal.SIGINT
    (record,) = records(tmp_path)
    assert (record.result, record.ending) == ("0-1", Termination.CHECKMATE)


def interrupt(typist: Typist, terminal: bool) -> None:
    if terminal:
        typist.type(b"\x03")
    else:
        typist.process.send_signal(signal.SIGINT)


@pytest.mark.parametrize(("how", "terminal"), [("twice", True), ("SIGTERM", False), ("SIGHUP", True)])
def test_a_game_is_given_up(how: str, terminal: bool, tmp_path: Path) -> None:
    with sit_down(*TWO, "-games", "5", where=tmp_path, terminal=terminal) as typist:
        typist.wait_for("Ann, White, to move: ")
        typist.type("f3\n")
        typist.wait_for("Bob, Black, to move: ")
        if how == "twice":
            interrupt(typist, terminal)
            typist.wait_for("Stopping when 1 more game is finished")
            interrupt(typist, terminal)
        else:
            typist.process.send_signal(signal.Signals[how])
        assert typist.finish() == 128 + (signal.SIGINT if how == "twice" else signal.Signals[how])
        assert typist.seen.endswith("Finished match: stopped\n")
    (record,) = records(tmp_path)
    assert (record.ending, record.result, len(record.plies)) == (Termination.UNFINISHED, "*", 1)


def test_a_game_that_was_given_up_is_played_anew(tmp_path: Path) -> None:
    with sit_down(*TWO, where=tmp_path) as typist:
        typist.wait_for("Ann, White, to move: ")
        typist.process.send_signal(signal.SIGTERM)
        typist.finish()
    status, seen, games = play(*TWO, "-resume", typed="resign\n", where=tmp_path)
    assert status == 0 and "Going on after" not in seen
    assert [game.ending for game in games] == [Termination.UNFINISHED, Termination.RESIGNED]


def test_an_engine_against_somebody(tmp_path: Path) -> None:
    """The engine is a process that ends with the match, and knows nothing of the terminal."""
    main = "from oddsfish.protocols.start import main; raise SystemExit(main())"
    words = ["-engine", f"cmd={sys.executable}", "arg=-c", f"arg={main}", "depth=2", "name=E"]
    words += ["option.SolverBook=false", *HUMAN, "name=Ann"]
    with sit_down(*words, "-variant", "connect4", where=tmp_path, terminal=True) as typist:
        typist.wait_for("Ann, Yellow ○, to move: ")
        typist.type("d\n")
        typist.wait_for("Ann, Yellow ○, to move: ", 2)
        typist.type("resign\n")
        assert typist.finish() == 0
    (record,) = records(tmp_path)
    assert (record.ending, record.reason, len(record.plies)) == (Termination.RESIGNED, "Yellow resigns", 3)
    assert [ply.depth for ply in record.plies] == [2, None, 2]
