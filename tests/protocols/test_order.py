"""Lines that are sent without waiting for answers: each is obeyed in its turn, whatever the timing.

A slow model reads the same lines one after the other and tells the right answers. It knows no threads: the content of
an answer must not depend on when a search ends.
"""

from __future__ import annotations

import io
import random
import re
import signal
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import cycle
from types import FrameType
from typing import Any

import chess
import pytest
from engine_process import PATIENCE, EngineProcess
from oddsfish.protocols import dialect
from oddsfish.protocols.inbox import Inbox
from oddsfish.protocols.streams import Streams
from oddsfish.protocols.uci import Uci
from slow_games import COLUMNS, Grid

Moves = tuple[str, ...]  # from the start position

SECOND = 1.0  # within which quit and the end of input must end all
TRIES = 3  # for a promise about time, on a machine that does other things, too
MOST_LINES = 1000  # that wait
MOST_CHARACTERS = 1 << 20
SHUFFLE = "g1f3 g8f6 f3g1 f6g8 "
LONG_GO = "go depth 60"  # which does not end in time
WAITS = "info string {} waits for stop"


# The games, from their rules.


@cache
def chess_moves(moves: Moves) -> frozenset[str]:
    board = chess.Board()
    for move in moves:
        board.push_uci(move)
    return frozenset(move.uci() for move in board.legal_moves)


@cache
def connect4_moves(moves: Moves) -> frozenset[str]:
    grid = Grid()
    for number, move in enumerate(moves):
        grid.stacks[COLUMNS.index(move)].append(number % 2)
    return frozenset() if grid.fours(0) or grid.fours(1) else frozenset(COLUMNS[column] for column in grid.open())


def placement(moves: Moves) -> str:
    """What `d` says of a position of chess, up to the side to move."""
    board = chess.Board()
    for move in moves:
        board.push_uci(move)
    return f"{board.board_fen()} {'w' if board.turn else 'b'}"


# The model.


@dataclass
class Asked:
    """A `go` that was taken."""

    root: frozenset[str]  # the moves that it may answer, and that may begin a line
    lines: int  # MultiPV
    endless: bool  # it does not end by itself
    long: bool  # it does not end in time
    ponders: bool
    infinite: bool
    count: int | None = None  # the number of legal moves, for `go perft 1`
    stopped: bool = False
    told: bool = False  # whether a notice has said that a line behind it waits


@dataclass
class Due:
    """An answer: its text, and the least and most bestmoves that may come before it."""

    text: str
    least: int
    most: int


@dataclass
class Model:
    """The right answers to lines, which it reads one by one."""

    dialect: str
    moves: Moves = ()
    refused: bool = False  # whether the last position was
    multipv: int = 1
    asked: list[Asked] = field(default_factory=list)
    answers: list[Due] = field(default_factory=list)  # to queries and d
    ready: list[Due] = field(default_factory=list)
    notices: list[str] = field(default_factory=list)  # of a line that waits for a stop
    errors: Counter[str] = field(default_factory=Counter)
    stopped: int = 0  # how many bestmoves were owed by the last stop

    @property
    def searches(self) -> list[Asked]:
        return [asked for asked in self.asked if asked.count is None]

    @property
    def most(self) -> int:
        """The most bestmoves that may have come by now: those before the first search that does not end by itself."""
        searches = self.searches
        return next((number for number, asked in enumerate(searches) if asked.endless), len(searches))

    @property
    def ends(self) -> bool:
        """Whether all that was asked for comes without a stop."""
        return not any(asked.endless or asked.long for asked in self.asked)

    def legal(self, moves: Moves) -> frozenset[str]:
        return chess_moves(moves) if self.dialect == "uci" else connect4_moves(moves)

    def read(self, line: str) -> None:
        command, *words = line.split() or [""]
        owed = len(self.searches)
        if command == "stop":
            for asked in self.asked:
                asked.stopped, asked.endless, asked.long = True, False, False
            self.stopped = owed
        elif command == "isready":
            self.ready.append(Due("readyok", self.stopped, self.most))
        elif command == "ponderhit" and self.dialect == "uci":
            if self.searches and self.searches[-1].ponders:
                last = self.searches[-1]
                last.ponders = False
                last.endless = last.infinite and not last.stopped
        elif command:
            self.wait(command)
            if command in ("d", "query"):
                self.answers.append(Due(self.answer(command, words), owed, owed))
            elif command in ("foo", "ponderhit"):
                self.errors[f"unknown command: {command}"] += 1
            elif command == "go":
                self.go(words)
            else:
                self.change(command, words)

    def wait(self, command: str) -> None:
        """Add the notice for the first line behind a search that only stop or ponderhit ends."""
        last = self.searches[-1] if self.searches else None
        if last is not None and last.endless and not last.told:
            last.told = True
            self.notices.append(WAITS.format(command))

    def answer(self, command: str, words: Sequence[str]) -> str:
        if command == "d":
            return f"Fen: {placement(self.moves)}"
        known = {"p1turn": len(self.moves) % 2 == 0, "gameover": not self.legal(self.moves)}
        return f"response {str(known[words[0]]).lower()}"

    def change(self, command: str, words: Sequence[str]) -> None:
        if command == "setoption":  # name MultiPV value N
            self.multipv = int(words[3])
        elif command in ("position", "moves"):
            moves = () if command == "position" else self.moves
            for move in words[2:] if command == "position" else words:
                self.refused = move not in self.legal(moves)
                if self.refused:
                    self.errors["illegal move"] += 1
                    return
                moves = (*moves, move)
            self.moves, self.refused = moves, False
        elif command.endswith("newgame"):
            self.refused = False

    def go(self, words: list[str]) -> None:
        legal = self.legal(self.moves)
        if self.refused and "perft" in words:
            self.errors["the last position was refused"] += 1
            return
        chosen = set()
        if "searchmoves" in words:
            chosen = set(words[words.index("searchmoves") + 1 :])
        if "x" in words or "garbled" in words or chosen - legal:
            self.errors["go"] += 1
        root = legal & chosen or legal or frozenset({"(none)"})
        infinite, ponders = "infinite" in words, "ponder" in words
        count = len(legal) if "perft" in words else None
        if self.refused:
            root = frozenset({"(none)"})
        self.asked.append(Asked(root, self.multipv, infinite or ponders, "60" in words, ponders, infinite, count))

    # The comparison with the engine's lines.

    def check(self, lines: list[str], *, all_came: bool = True) -> None:
        """Whether the engine's lines are what is due; with all_came, the whole of it."""
        searches = self.searches
        told = 0  # bestmoves
        answers, ready, notices = iter(self.answers), iter(self.ready), iter(self.notices)
        errors: Counter[str] = Counter()
        counts = [asked for asked in self.asked if asked.count is not None]
        for line in lines:
            words = line.split()
            if words[0] == "bestmove":
                assert told < len(searches), f"a bestmove too many: {line}"
                assert words[1] in searches[told].root, f"{line} is illegal where go number {told + 1} was given"
                told += 1
            elif words[0] in ("response", "Fen:"):
                due = next(answers, None)
                assert due is not None and " ".join(words[:3]) == due.text, f"{line} instead of {due}"
                assert due.least <= told <= due.most, f"{due} came after {told} bestmoves"
            elif words[0] == "readyok":
                due = next(ready, None)
                assert due is not None and due.least <= told <= due.most, f"{due} came after {told} bestmoves"
            elif line.startswith("Nodes searched: "):
                assert int(words[2]) == counts.pop(0).count
            elif line == "info string error: perft was stopped":
                assert counts.pop(0).stopped or not all_came
            elif line.startswith("info string error: "):
                errors[kind(line)] += 1
            elif " waits for " in line:
                assert line == next(notices, None)
            elif words[0] == "info" and " pv " in line:
                assert told < len(searches), f"nobody searches: {line}"
                assert words[words.index("pv") + 1] in searches[told].root, f"{line} in go number {told + 1}"
                assert int(words[words.index("multipv") + 1]) <= searches[told].lines, f"{line} in {searches[told]}"
        if all_came:
            assert told == len(searches), f"{told} bestmoves for {len(searches)} searches"
            assert (list(answers), list(ready), list(notices), counts) == ([], [], [], [])
            assert errors == self.errors


def kind(line: str) -> str:
    """The kind of an error: its text without the parts that differ from time to time."""
    text = line.removeprefix("info string error: ")
    return (
        re.split(":", text)[0] if text.startswith(("illegal move", "go: ", "the last position was refused")) else text
    )


# Conversations.


def play_on(chooser: random.Random, legal: Callable[[Moves], frozenset[str]], moves: Moves, most: int) -> Moves:
    """Random moves from a position."""
    for _ in range(chooser.randint(0, most)):
        moves = (*moves, *chooser.sample(sorted(legal(moves)), min(1, len(legal(moves)))))
    return moves


def a_line(chooser: random.Random, model: Model) -> str:
    """Something that a client may say next."""
    uci = model.dialect == "uci"
    moves = play_on(chooser, model.legal, (), 8)
    further = play_on(chooser, model.legal, model.moves, 2)[len(model.moves) :]
    some = " ".join(chooser.sample(sorted(model.legal(model.moves)), min(2, len(model.legal(model.moves)))))
    gos = ["depth 1", "depth 2", "depth 3", "movetime 2", "nodes 300", "depth 60", "infinite", "perft 1", "depth x"]
    gos += ["garbled depth 1", f"depth 2 searchmoves {some} h9", f"depth 1 searchmoves {some}"]
    ponders = ["ponder depth 2", "ponder movetime 2", "ponder infinite", "ponder wtime 50 btime 50"]
    gos += ["wtime 50 btime 50", *ponders] if uci else ["p1time 50 p2time 50"]
    return chooser.choice(
        [
            *["go " + chooser.choice(gos) for _ in range(6)],
            *["stop"] * 4,
            *(["ponderhit"] * 2 if uci else [f"moves {' '.join(further)}"] * 2),
            *["isready"] * 2,
            *["position startpos moves " + " ".join(moves)] * 3,
            f"position startpos moves {' '.join(moves)} {chooser.choice(['a9', 'e1e8'])}",
            f"setoption name MultiPV value {chooser.randint(1, 4)}",
            f"{model.dialect}newgame",
            *(["d"] * 2 if uci else ["query p1turn", "query gameover"]),
            "foo",
            "",
        ]
    )


def converse(engine: EngineProcess, seed: int, length: int) -> None:
    """Send lines at random, here and there a part of one, sometimes waiting for a readyok; then end it."""
    chooser = random.Random(seed)
    model = Model("uci" if seed % 2 else "ugi")
    if model.dialect == "ugi":
        engine.ask("ugi", "ugiok$")
    heard: list[str] = []
    unsent = b""
    patience = chooser.choice([0.0, 0.05, 0.3])  # how often something is waited for
    for _ in range(length):
        line = a_line(chooser, model)
        model.read(line)
        unsent += f"{line}\n".encode()
        if chooser.random() < patience / 2:  # a barrier
            model.read("stop")
            unsent += b"stop\n"
        if chooser.random() < patience:
            model.read("isready")
            engine.send_bytes(unsent + b"isready\n")
            unsent = b""
            while heard.count("readyok") < len(model.ready):
                heard += engine.expect("readyok$")
            model.check(heard, all_came=False)
        elif model.ends and chooser.random() < 0.3:  # all that was asked for ends by itself
            engine.send_bytes(unsent)
            unsent = b""
            while len(bestmoves(heard)) < len(model.searches):
                heard += engine.expect("bestmove ")
            model.check(heard, all_came=False)
        elif chooser.random() < 0.1:
            cut = chooser.randint(0, len(unsent))
            engine.send_bytes(unsent[:cut])
            unsent = unsent[cut:]
            time.sleep(chooser.choice([0, 0, 0.001, 0.01]))
    model.read("stop")  # as the end does
    engine.send_bytes(unsent + chooser.choice([b"", b"quit\n", b"quit\nisready\ngo depth 1\n", b"stop\n"]))
    engine.stdin.close()
    heard += engine.rest()
    assert engine.process.wait(PATIENCE) == 0
    model.check(heard)


@pytest.mark.parametrize("seed", range(12))
def test_lines_sent_without_waiting(engine: EngineProcess, seed: int) -> None:
    converse(engine, seed, 60)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 500))
def test_many_lines_sent_without_waiting(engine: EngineProcess, seed: int) -> None:
    converse(engine, seed, random.Random(seed).choice([5, 20, 60, 300]))


# Named cases.


class CountingSink(io.BytesIO):
    """Collects the output, and counts how often it would wake a reader."""

    flushes = 0

    def flush(self) -> None:
        self.flushes += 1


def test_the_first_lines_of_a_search_come_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each write wakes a client. All lines come, in order, and a search that waits for a stop keeps none back."""
    sink = CountingSink()
    uci = Uci(Streams(io.BytesIO(), sink))
    monkeypatch.setattr(dialect, "FIRST_LINES", 1000.0)
    uci.obey("go", ["depth", "5"])
    depths = re.findall(rb"^info depth (\d)", sink.getvalue(), re.MULTILINE)
    assert depths == sorted(depths) and {*depths} == {b"1", b"2", b"3", b"4", b"5"}
    assert sink.flushes == 1 and b"\nbestmove " in sink.getvalue()
    sink.truncate(0)
    task = uci.task(["infinite"])
    searching = threading.Thread(target=uci.obey, args=("go", ["infinite", "depth", "5"], task))
    searching.start()
    until = time.monotonic() + 20.0
    while b"info depth 5 " not in sink.getvalue() and time.monotonic() < until:
        time.sleep(0.01)
    assert b"info depth 5 " in sink.getvalue()
    task.stop()
    searching.join()


def bestmoves(lines: list[str]) -> list[str]:
    return [line.split()[1] for line in lines if line.startswith("bestmove ")]


def errors(lines: list[str]) -> list[str]:
    return [line.removeprefix("info string error: ") for line in lines if "error" in line]


def conversation() -> tuple[Inbox, io.BytesIO]:
    """A conversation in this process, and the sink of its lines."""
    sink = io.BytesIO()
    return Inbox(Uci(Streams(io.BytesIO(), sink))), sink


def end(engine: EngineProcess, *lines: str) -> list[str]:
    """All that is said to these lines and the end of input."""
    engine.send(*lines)
    assert engine.end() == 0
    return engine.rest()


def test_polyglot_sends_stop_position_and_go_at_once(engine: EngineProcess) -> None:
    """As it does at every ponder miss; so does xboard behind it. Here it does not even wait for a bestmove."""
    model = Model("uci")
    chooser = random.Random(151)
    lines: list[str] = []
    for _ in range(150):
        moves = play_on(chooser, chess_moves, (), 6)
        lines += ["stop", f"position startpos moves {' '.join(moves)}", "go ponder wtime 1000 btime 1000"]
    for line in [*lines, "stop"]:
        model.read(line)
    assert len(model.searches) == 150 and not model.errors
    model.check(end(engine, *lines))


def test_a_ponderhit_belongs_to_the_last_go(engine: EngineProcess) -> None:
    engine.send("go ponder depth 2", "ponderhit")  # it runs
    assert len(bestmoves(engine.expect("bestmove "))) == 1
    engine.send(LONG_GO, "go ponder depth 1", "ponderhit", "go depth 1")  # it waits
    assert errors(engine.settle()) == []
    engine.send("stop", "isready")
    lines = engine.expect("readyok$")
    assert len(bestmoves(lines)) == 3 and not any("waits" in line for line in lines)
    engine.send("go ponder depth 1", "go depth 1", "ponderhit")  # the first goes on to wait
    assert not bestmoves(engine.settle())
    engine.send("stop", "isready")
    assert len(bestmoves(engine.expect("readyok$"))) == 2


def test_a_ponderhit_for_one_that_waits_does_not_release_the_one_that_runs(engine: EngineProcess) -> None:
    engine.send("go ponder depth 1", "stop", "go ponder depth 2")
    engine.expect("info depth 2 ")
    assert engine.silent(0.2)
    engine.send("ponderhit", "ponderhit")
    engine.expect("bestmove ")
    assert engine.settle() == []


def test_too_many_lines_are_refused_one_by_one_and_none_is_lost(engine: EngineProcess) -> None:
    fen = chess.STARTING_FEN.rsplit(" ", 1)[0]
    taken = MOST_LINES // 2
    engine.ask(LONG_GO, "info depth 2 ")
    engine.send(*[f"position fen {fen} {number}\ngo depth 1" for number in range(1, taken + 1)])
    engine.send("position startpos moves e2e4", "go depth 1", "setoption name MultiPV value 3")
    lines = engine.ask("isready", "readyok$")  # which need not wait
    assert errors(lines) == [
        f"{word} refused: {MOST_LINES} lines wait for a search to end" for word in ("position", "go", "setoption")
    ]
    engine.send("stop")
    lines = [line for _ in range(taken + 1) for line in engine.expect("bestmove ")]
    assert errors(lines) == []
    lines = engine.display()
    assert f"Fen: {fen} {taken}" in lines
    assert bestmoves(engine.go("go depth 1")) == ["(none)"], "a position was refused"
    engine.send("position startpos")
    assert not any(" multipv 2 " in line for line in engine.go("go depth 1"))


def test_isready_is_answered_however_much_waits(engine: EngineProcess) -> None:
    """After a stop it waits for its turn, even if there is no room for other lines."""
    engine.ask(LONG_GO, "info depth 2 ")
    engine.send(*["position startpos\ngo depth 1"] * MOST_LINES, "stop", *["isready"] * 5)
    lines = [line for _ in range(5) for line in engine.expect("readyok$")]
    refused = len(errors(lines))
    assert refused >= 2 * MOST_LINES - MOST_LINES - 5  # some may have been obeyed by the time that the last ones came
    assert len(bestmoves(lines)) >= 1
    engine.settle()


def test_isready_before_a_stop_is_answered_before_the_bestmove(monkeypatch: pytest.MonkeyPatch) -> None:
    """However late the search begins; what comes after the stop waits for it."""
    work = Inbox.work

    def late(inbox: Inbox) -> None:
        time.sleep(0.2)
        work(inbox)

    monkeypatch.setattr(Inbox, "work", late)
    inbox, sink = conversation()
    for line in ("go infinite", "isready", "foo", "isready", "stop", "isready", "bar"):
        inbox.take(line)
    inbox.settle()
    said = [line for line in sink.getvalue().decode().splitlines() if not line.startswith("info depth ")]
    assert said[:3] == [WAITS.format("foo"), "readyok", "readyok"]
    assert said[3].startswith("bestmove ")
    unknown = "info string error: unknown command: "
    assert said[4:] == [f"{unknown}foo", "readyok", f"{unknown}bar"]


def test_a_stop_is_heard_behind_any_number_of_lines(engine: EngineProcess) -> None:
    """Each line costs the same, however many wait."""
    engine.send("go perft 9", *["isready"] * 20_000, "go infinite", *["isready"] * 2_000)
    engine.send("stop", "isready")
    lines = [line for _ in range(22_001) for line in engine.expect("readyok$")]
    assert len(bestmoves(lines)) == 1 and errors(lines) == ["perft was stopped"]
    engine.settle()


def test_too_much_text_is_refused_and_what_still_fits_is_not(engine: EngineProcess) -> None:
    large = f"position startpos moves {SHUFFLE * (MOST_CHARACTERS * 2 // 3 // len(SHUFFLE))}"
    engine.ask(LONG_GO, "info depth 2 ")
    engine.send(large, large, "position startpos moves e2e4", "go depth 1")
    lines = engine.settle()
    assert errors(lines) == ["position refused: 1 lines wait for a search to end"]
    engine.send("stop")
    engine.expect("bestmove ")
    assert bestmoves(engine.expect("bestmove "))[0] in chess_moves(("e2e4",))
    engine.send(LONG_GO, large)  # there is room again
    assert errors(engine.settle()) == []
    engine.send("stop")
    engine.expect("bestmove ")
    assert len([line for line in engine.display() if line.startswith("Fen: ")]) == 1


def ended_within(lines: Sequence[str], quit_with: str) -> tuple[float, list[str]]:
    """How long it takes from quit, or from the end of input, until an engine that has read these lines is gone."""
    with EngineProcess() as engine:
        engine.ask(LONG_GO, "info depth 3 ")
        engine.send(*lines, "isready")
        engine.expect("readyok$")  # all has been read
        began = time.perf_counter()
        engine.send_bytes(quit_with.encode())
        engine.stdin.close()
        assert engine.process.wait(PATIENCE) == 0
        return time.perf_counter() - began, engine.rest()


WAITING = {
    "searches": [LONG_GO] * 900,
    "positions": [f"position startpos moves {SHUFFLE * 50}e2e4", LONG_GO, "d"] * 300,
    "one huge position": [f"position startpos moves {SHUFFLE * (MOST_CHARACTERS * 9 // 10 // len(SHUFFLE))}", LONG_GO],
    "slow searches": [
        "setoption name Search value Expectimax",
        "setoption name Opponent value uniform",
        *[LONG_GO] * 300,
    ],
    "tables": [
        "setoption name Table value true",
        *["setoption name Hash value 1024", "go depth 3", "ucinewgame", "setoption name Clear Hash"] * 100,
    ],
}


@pytest.mark.clock
@pytest.mark.parametrize(("name", "quit_with"), list(zip(WAITING, cycle(("quit\n", "")), strict=False)))
def test_all_that_waits_ends_within_a_second(name: str, quit_with: str) -> None:
    times = []
    for _ in range(TRIES):
        seconds, lines = ended_within(WAITING[name], quit_with)
        assert len(bestmoves(lines)) == 1 + sum(line.startswith("go ") for line in WAITING[name])
        assert errors(lines) == []
        times.append(seconds)
        if seconds < SECOND:
            return
    raise AssertionError(f"it took {times} s")


def test_what_is_counted_is_counted_to_its_end(engine: EngineProcess) -> None:
    """As in Stockfish, to which scripts pipe `go perft N` alone; a search before it ends at once."""
    lines = end(engine, "go infinite", "stop", "go perft 5", "go depth 60", "go perft 2", "quit")
    assert len(bestmoves(lines)) == 2
    assert [line for line in lines if line.startswith("Nodes searched")] == [
        "Nodes searched: 4865609",
        "Nodes searched: 400",
    ]


def test_an_interrupt_ends_a_count_behind_the_end_of_input() -> None:
    with EngineProcess() as engine:
        engine.send("go perft 12")
        engine.stdin.close()
        time.sleep(0.5)
        assert engine.process.poll() is None
        engine.process.send_signal(signal.SIGINT)
        assert engine.process.wait(PATIENCE) == 130
        assert engine.rest() == ["info string error: perft was stopped"]


def test_isready_is_answered_where_the_search_begins_while_it_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search may begin between the look at what runs and the queueing. It no longer looks at what waits."""
    isready, work = Inbox.isready, Inbox.work
    read = threading.Event()

    def held(inbox: Inbox) -> None:
        read.wait()
        work(inbox)

    def late(inbox: Inbox) -> None:
        read.set()
        while inbox.running is None:
            time.sleep(0.001)
        isready(inbox)

    monkeypatch.setattr(Inbox, "work", held)
    monkeypatch.setattr(Inbox, "isready", late)
    inbox, sink = conversation()
    for line in ("go infinite", "isready"):
        inbox.take(line)
    answered = b"readyok\n" in sink.getvalue()
    inbox.stop()
    inbox.settle()
    assert answered


def test_an_interrupt_at_any_step_of_a_wait_is_only_an_interrupt() -> None:
    """Python raises it between any two steps, also inside of what is written in Python, such as an Event."""
    points = 0
    while interrupted_at(points + 1):
        points += 1
    assert points > 1


def interrupted_at(number: int) -> bool:
    """Interrupt a wait for the end of a search at this step of Python; return whether there were so many steps."""
    inbox, sink = conversation()
    inbox.take("go movetime 30")
    steps = 0

    def trace(frame: FrameType, event: str, argument: object) -> Any:
        nonlocal steps
        steps += event in ("call", "return")  # at the end of a `with`, no interrupt is heard in fact
        if steps == number:
            sys.settrace(None)
            signal.raise_signal(signal.SIGINT)
        return trace

    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    sys.settrace(trace)
    try:
        inbox.settle()
    except KeyboardInterrupt:
        pass
    finally:
        sys.settrace(None)
        signal.signal(signal.SIGINT, before)
    inbox.end()
    assert len(bestmoves(sink.getvalue().decode().splitlines())) == 1
    return steps >= number
