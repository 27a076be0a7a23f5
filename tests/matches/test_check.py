"""The compliance check: a correct engine passes every step, and one with a single fault fails the step about it."""

from __future__ import annotations

import asyncio
import inspect
import io
import os
import random
import re
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import chess
import pytest
from fake_engine import processes
from oddsfish.matches.check import clocks, endings, introduction, searches, subject, usual_game
from oddsfish.matches.check.check import MOST_STARTS, Check, check_engine, read_engine
from oddsfish.matches.check.root import usual_root
from oddsfish.matches.check.uci_steps import UCI_STEPS
from oddsfish.matches.check.ugi_steps import UGI_STEPS
from oddsfish.matches.players import process

OURS = (sys.executable, "-c", "from oddsfish.protocols.start import main; raise SystemExit(main())")
LIBRARY = Path(chess.__file__).parent.parent
MARK = f"ODDSFISH_CHECKED={os.getpid()}"  # in the environment of the engines of a test
AT_ONCE = 8  # checks
LONGEST = 120  # plies of a random game
STEPS = {step.name: step for step in (*UCI_STEPS, *UGI_STEPS)}
GREETING = UCI_STEPS[0].name
TIMED = {"A clock of 100 ms does not run out", "A search of 100 ms ends in time", "stop is answered within 100 ms"}
KNOWN = ("uci", "ugi", "isready", "position", "moves", "go", "stop", "ponderhit", "query", "quit")


class Behaving:
    """An engine of chess over UCI, or of columns over UGI, that does all it should; but see `rules`.

    book: a file of moves that were looked up before. library: the folder of python-chess. done: a file of the numbers
    of rules that have been applied. rules: texts COMMAND=>FIND=>REPLACE of regular expressions. In the answer to such a
    command, FIND is replaced, once in a check; equal rules are applied one after the other. COMMAND matches the line,
    "at" and the position, and "searching" during a search. Some lines of the changed answer are actions: SLEEP and
    seconds, EXIT and a status, ERROR and a text, FLOOD.
    """

    def __init__(self, book: str, library: str, done: str, rules: list[str]) -> None:
        self.book = open(book, "a+")  # noqa: PTH123, SIM115 -- pathlib starts slowly
        self.book.seek(0)
        self.moves = dict(line[:-1].split("=") for line in self.book)
        self.library = library  # the folder of python-chess
        self.done = open(done, "a+")  # noqa: PTH123, SIM115
        self.rules = [rule.split("=>") for rule in rules]
        self.position = ""
        self.searching = ""
        self.ugi = False

    def run(self) -> None:
        for line in open(0, newline="\n"):  # noqa: SIM115 -- with the ends of its lines
            about = f"{line[:-1]} at {self.position}{self.searching}"
            words = line.split()
            while words and words[0] not in KNOWN:
                words.pop(0)
            self.say(self.spoilt(about, "".join(f"{each}\n" for each in self.answer(words))))
            if words == ["quit"]:
                return
        self.say(self.spoilt("end of input", ""))

    def spoilt(self, about: str, reply: str) -> str:
        self.done.seek(0)
        applied = self.done.read().split()
        used = []
        for number, rule in enumerate(self.rules):
            command, find, replace = rule
            if str(number) not in applied and rule not in used and re.fullmatch(command, about):
                reply, count = re.subn(find, replace, reply, count=1, flags=re.MULTILINE)
                if count:
                    used.append(rule)
                    print(number, file=self.done, flush=True)
        return reply

    def say(self, reply: str) -> None:
        for line in reply.splitlines(keepends=True):
            word, _, rest = line.strip().partition(" ")
            if word == "SLEEP":
                time.sleep(float(rest))
            elif word == "EXIT":
                sys.exit(int(rest))
            elif word == "ERROR":
                print(rest, file=sys.stderr, flush=True)
            else:
                sys.stdout.write("info string flood\n" * 10**6 if word == "FLOOD" else line)
                sys.stdout.flush()

    def answer(self, words: list[str]) -> list[str]:
        command, rest = words[0] if words else "", words[1:]
        if command in ("uci", "ugi"):
            self.ugi = command == "ugi"
            options = ["Hash type spin default 16 min 1 max 64", "Threads type spin default 1 min 1 max 2"]
            options += ["Move Overhead type spin default 0 min 0 max 9", "Ponder type check default false"]
            return ["id name B", "id author nobody", *(f"option name {each}" for each in options), f"{command}ok"]
        if command == "isready":
            return ["readyok"]
        if command == "position":
            self.position = " ".join(rest)
        elif command == "moves":
            self.position += ("" if " moves " in self.position else " moves") + f" {rest[0]}"
        elif command == "query":
            return ["response " + {"gameover": "false", "result": "none"}.get(rest[0], str(self.turn == 0).lower())]
        elif command == "go":
            return self.search(rest)
        elif command in ("stop", "ponderhit") and self.searching:
            self.searching = ""
            return [f"bestmove {self.move}"]
        return []

    @property
    def turn(self) -> int:
        return len(self.position.partition(" moves ")[2].split()) % 2

    def search(self, words: list[str]) -> list[str]:
        self.move, score = ["ab"[self.turn], "cp 0"] if self.ugi else self.find().split(",")
        only = words[words.index("searchmoves") + 1] if "searchmoves" in words else "0000"
        self.move = self.move if only == "0000" else only
        pv = "" if self.move == "(none)" else f" pv {self.move}"
        info = f"info depth 1 score {score} nodes 7 nps 7 time 0{pv}"
        self.searching = " searching" if {"infinite", "ponder"} & {*words} else ""
        return [info] if self.searching else [info, f"bestmove {self.move}"]

    def find(self) -> str:
        """A legal move, a comma and a score."""
        if self.position not in self.moves:
            self.moves[self.position] = self.look_up()
            print(f"{self.position}={self.moves[self.position]}", file=self.book, flush=True)
        return self.moves[self.position]

    def look_up(self) -> str:
        sys.path.append(self.library)
        import chess

        start, _, moves = self.position.partition(" moves ")
        board = chess.Board(start.removeprefix("fen ")) if start.startswith("fen ") else chess.Board()
        for move in moves.split():
            board.push_uci(move)
        legal = [move.uci() for move in board.legal_moves]
        return (legal[0] if legal else "(none)") + (",cp 0" if legal or not board.is_check() else ",mate 0")


@dataclass(frozen=True)
class Program:
    """The behaving engine as a program."""

    folder: Path

    @property
    def path(self) -> Path:
        return self.folder / "behaving.py"

    def words(self, *rules: str) -> list[str]:
        """The command line that starts it."""
        done = self.folder / f"done{len(list(self.folder.iterdir()))}"
        done.touch()
        return [sys.executable, "-I", "-S", str(self.path), *map(str, (self.folder / "book", LIBRARY, done)), *rules]

    def keyed(self, *more: str, rules: Sequence[str] = ()) -> list[str]:
        """The same command line as words for `-engine`."""
        command, *arguments = self.words(*rules)
        return [f"cmd={command}", *(f"arg={each}" for each in arguments), *more]


@pytest.fixture(scope="session")
def script(tmp_path_factory: pytest.TempPathFactory) -> Program:
    made = Program(tmp_path_factory.mktemp("check"))
    head = "from __future__ import annotations\nimport re, sys, time\n\n"
    tail = "\n\nBehaving(*sys.argv[1:4], sys.argv[4:]).run()\n"
    made.path.write_text(f"{head}KNOWN = {KNOWN}\n\n\n{inspect.getsource(Behaving)}{tail}")
    (made.folder / "book").touch()
    return made


@pytest.fixture
def program(script: Program, monkeypatch: pytest.MonkeyPatch) -> Program:
    """Waits are shorter than for a real engine. But more time is forgiven, as several are checked at once."""
    for module, name, seconds in [
        *((subject, name, 0.02) for name in ("HOLD", "REMAINS")),
        *((module, "IDLE", 0.02) for module in (searches, endings)),
        (searches, "UNASKED", 0.02),
        (subject, "MOVE", 1.0),
        (subject, "RECOVERY", 0.7),
        *((searches, name, 0.5) for name in ("LATE", "PROMPT", "BUSY", "QUICK")),
        (process, "FAREWELL", 0.2),
        (clocks, "SLACK", 0.5),
        (introduction, "PATIENCE", 0.5),
        (endings, "LEAVE", 0.5),
    ]:
        monkeypatch.setattr(module, name, seconds)
    return script


@dataclass(frozen=True)
class Report:
    """What a check has printed: the steps by their verdicts, what stands below each, and the exit status."""

    text: str
    status: int

    @property
    def verdicts(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {"PASS": [], "FAIL": [], "WARN": [], "SKIP": []}
        for verdict, name in re.findall(r"^([A-Z]{4}) +\d+ (.*)$", self.text, re.MULTILINE):
            found[verdict].append(name.partition(":")[0] if verdict == "SKIP" else name)
        return found

    @property
    def wrong(self) -> set[str]:
        return {*self.verdicts["FAIL"], *self.verdicts["WARN"]}

    @property
    def summary(self) -> str:
        return self.text.splitlines()[-1]

    def below(self, name: str) -> list[str]:
        """The indented lines of a step."""
        behind = self.text[self.text.index(f" {name}\n") :].splitlines()[1:]
        return [line.strip() for line in behind[: next(i for i, line in enumerate(behind) if line[0] != " ")]]


def checked(*words: str) -> Report:
    out = io.StringIO()
    status = check_engine(words, out)
    return Report(out.getvalue(), status)


def all_checked(engines: Sequence[list[str]]) -> list[Report]:
    """The reports of several engines, some of which are checked at the same time."""

    async def run() -> list[Report]:
        places = asyncio.Semaphore(AT_ONCE)

        async def one(words: list[str]) -> Report:
            out = io.StringIO()
            async with places:
                status = await Check(read_engine(words), out).run()
            return Report(out.getvalue(), status)

        return await asyncio.gather(*map(one, engines))

    return asyncio.run(run())


def check_summary(report: Report, steps: int) -> None:
    """The last line counts the lines above it, and the exit status goes by the failures."""
    counts = {verdict: len(names) for verdict, names in report.verdicts.items()}
    assert sum(counts.values()) == steps
    warnings = "1 warning" if counts["WARN"] == 1 else f"{counts['WARN']} warnings"
    assert report.summary == f"{counts['PASS']} passed, {counts['FAIL']} failed, {warnings}, {counts['SKIP']} skipped"
    assert report.status == bool(counts["FAIL"])


def test_who_behaves_passes_every_step(program: Program) -> None:
    report = checked(*program.words())
    assert report.wrong == set(), report.text
    assert report.verdicts["SKIP"] == ["Other games that it offers are played"]
    check_summary(report, len(UCI_STEPS))


def test_who_behaves_over_ugi_passes_every_step(program: Program) -> None:
    report = checked(*program.keyed("proto=ugi"))
    assert report.wrong == set() and report.verdicts["SKIP"] == [], report.text
    check_summary(report, len(UGI_STEPS))


def test_ours_passes() -> None:
    ours = [f"cmd={OURS[0]}", *(f"arg={word}" for word in OURS[1:])]
    for report in all_checked([ours, [*ours, "proto=ugi"], [*ours, "proto=ugi", "option.Game=hilo"]]):
        assert report.wrong <= TIMED, report.text
        assert {*report.verdicts["SKIP"]} <= {"A search after a move ends in a legal move"}
        assert report.status == 0


def illegal(go: str, release: str = "") -> list[str]:
    """An illegal move and no PV, so that nothing else is wrong."""
    return [f"{go}=> pv .*=>", f"{release or go}=>bestmove .*=>bestmove a1h8"]


def plays(go: str, pv: str) -> list[str]:
    """A PV, and its first move."""
    return [f"{go}=>pv .*=>pv {pv}", f"{go}=>bestmove .*=>bestmove {pv[:4]}"]


def at_the_end(command: str, line: str) -> list[str]:
    return [rf"{command}=>\Z=>{line}\n"]


def above(line: str) -> list[str]:
    """A line above a bestmove."""
    return [rf"go depth 2 at startpos=>^bestmove=>{line}\nbestmove"]


def early(go: str, stop: str) -> list[str]:
    """A bestmove that does not wait."""
    return [rf"{go}=>(.* pv )(\S+)$=>\1\2\nbestmove \2", f"{stop}=>bestmove.*\n=>"]


CLOCKS = {  # the searches that are judged by four steps
    "White's clock alone": "go wtime 100 at .*",
    "Black's clock alone": "go btime 100 at .*",
    "both clocks and increments": "go wtime 100 winc .*",
    "Black's clock in front": "go btime 100 binc .*",
    "both clocks in a new game": "go wtime 100 btime 100 at startpos",
    "both clocks after two moves": "go wtime 100 btime 100 at startpos moves .*",
}
AFTER = "startpos moves e2e4 e7e5"
MATED, STALEMATED = "fen 7k/6Q1/.*", "fen 7k/5Q2/.*"
RULES: dict[str, list[list[str]]] = {  # by the name of a step: the rules of engines that fail only this step
    "It says its name": [["uci.*=>id name.*\n=>"]],
    "It says its author": [["uci.*=>id author.*\n=>"]],
    "Its options can be read": [[r"uci.*=>uciok=>option name Odd type what\nuciok"]],
    "Its options hold no word that ends a field": [
        [rf"uci.*=>uciok=>option name {odd}\nuciok"]
        for odd in ("My value type button", "A type combo default min var min")
    ],
    "It has the options that servers set": [["uci.*=>option name Move Overhead.*\n=>"]],
    "isready is answered": [["isready at =>readyok=>EXIT 3"]],
    "A new game and the start position are taken": [["isready at startpos=>readyok=>EXIT 3"]],
    "A position as a FEN is taken": [["isready at fen .*=>readyok=>EXIT 3"]],
    "`go wtime 1000 btime 1000 movestogo 20` ends in a legal move": [illegal("go .* movestogo .*")],
    "A clock of 100 ms does not run out": [[r"go btime 100 at .*=>^info=>SLEEP 0.8\ninfo"]],
    "`go movetime 50` ends in a legal move": [illegal("go movetime 50 at .*")],
    "`go depth 2` ends in a legal move": [illegal("go depth 2 at .*")],
    "A search of 100 ms ends in time": [[r"go movetime 100 at .*=>^info=>SLEEP 0.8\ninfo"]],
    "A search of 5000 nodes ends near them in a legal move": [["go nodes 5000 at .*=>nodes 7=>nodes 70000"]],
    "Castling, en passant and a promotion are read": [
        [f"go .* at fen {fen}=> pv .*=>", f"go .* at fen {fen}=>bestmove .*=>bestmove {move}"]
        for fen, move in (("3k3n.*", "h8g6"), ("4k3.*", "d5c4"), ("8/P1k5.*", "b2f2"))
    ],
    "A promotion names its piece": [
        ["go .* at fen 8/P7/.*=> pv .*=>", "go .* at fen 8/P7/.*=>bestmove .*=>bestmove a7a8"]
    ],
    "`go infinite` ends in a legal move at stop": [illegal("go infinite at startpos", "stop at startpos searching")],
    "`go infinite` waits for stop": [early("go infinite at startpos", "stop at startpos searching")],
    "stop is answered within 100 ms": [[r"stop at startpos searching=>^bestmove=>SLEEP 0.8\nbestmove"]],
    "isready is answered during a search": [["isready at startpos searching=>readyok\n=>"]],
    "Each search has one bestmove": [
        [r"go depth 1 at startpos=>(bestmove .*)=>\1\n\1"],
        [r"stop at startpos searching=>(bestmove .*)=>\1\n\1"] * 3,
    ],
    "A ponder search ends in a legal move at ponderhit": [illegal("go ponder .*", "ponderhit at .*")],
    "A ponder search waits for ponderhit": [early("go ponder .*", "ponderhit at .*")],
    "A ponder search ends in a legal move at stop": [
        ["go ponder .*=> pv .*=>", *illegal("go ponder .*", f"stop at {AFTER} .*")]
    ],
    "Other games that it offers are played": [
        [
            r"uci.*=>uciok=>option name UCI_Variant type combo default chess var chess var cfour\nuciok",
            "go movetime 60 at startpos=> pv .*=>",
        ]
    ],
    "searchmoves is obeyed": [plays("go .* searchmoves a2a3 .*", "b2b3")],
    "searchmoves 0000 is harmless": [
        ["go .* searchmoves 0000 .*=> pv .*=>", "go .* searchmoves 0000 .*=>bestmove .*=>bestmove (none)"]
    ],
    "Every PV is legal": [[r"go movetime 60 at fen r3k2r/.*=>(pv .*)=>\1 a1h8"]],
    "No PV goes on past mate or a third repetition": [
        plays("go movetime 60 at fen 6k1.*", "d1d8 a7a6"),
        plays("go movetime 60 at startpos moves g1f3.*", "f6g8 e2e4"),
    ],
    "The last info line has a score": [above("info nodes 7")],
    "The last PV begins with the bestmove": [["go depth 2 at startpos=>pv .*=>pv e2e4"]],
    "stop is ignored when nothing is searched": [at_the_end("stop at startpos moves g1f3.*", "info string idle")],
    "Nothing is said that nobody asked for": [at_the_end("go movetime 20 at .*", "info string still here")],
    "A mated side has no move": [[f"go movetime 60 at {MATED}=>bestmove .*=>bestmove h8g8"]],
    "A stalemated side has no move": [[f"go movetime 60 at {STALEMATED}=>bestmove .*=>bestmove h8g8"]],
    "Mate has the score mate 0, stalemate cp 0": [
        [f"go movetime 60 at {MATED}=>mate 0=>cp 9"] * 2,  # the first search is judged by its move alone
        [f"go movetime 60 at {STALEMATED}=>cp 0=>mate 0"] * 2,
    ],
    "`go infinite` waits for stop when mated": [
        [
            *at_the_end(f"go infinite at {MATED}", "bestmove (none)"),
            f"stop at {MATED} searching=>bestmove .*\n=>",
        ]
    ],
    **{
        f"`{go}` is answered quickly by a legal move": [[f"{go} at .*=>bestmove .*\n=>"]]
        for go in (
            *("go depth 0", "go movetime 1", "go nodes 1", "go wtime 0 btime 0", "go wtime -1000 btime -1000"),
            *("go p1time 0 p2time 0", "go p1time -1000 p2time -1000"),
        )
    },
    "A large Hash is ready within 10 s": [at_the_end("setoption name Hash value 64 at .*", "SLEEP 0.8")],
    "`go` without a position searches the start position": [["go depth 1 at =>bestmove .*=>bestmove a1h8"]],
    "`xboard` in front of everything is ignored": [at_the_end("xboard at .*", "EXIT 3")],
    "quit ends the process": [at_the_end("quit at ", "EXIT 3") * 2],  # the first quit comes before a restart
    "quit ends the process during a search": [at_the_end("quit at startpos searching", "EXIT 3")],
    "The end of its input ends the process": [at_the_end("end of input", "SLEEP 9")],
    "No line is empty or has blanks at its ends": [
        above(""),
        above(" info depth 1 score cp 0"),
        above("info depth 1 score cp 0\t"),
    ],
    "Every line is one of the protocol": [above("I am thinking")],
    "Nothing is said on standard error": [above("ERROR nobody reads this")],
    "An unknown word in front is skipped": [["joho isready at .*=>readyok\n=>"]],
    "Unknown commands and empty lines are ignored": [at_the_end("joho at .*", "EXIT 3")],
    "Padded lines are read": [[r"\s+isready\s+ at .*=>readyok\n=>"]],
    "Lines that end as in Windows are read": [[r"isready\r at .*=>readyok\n=>"]],
    "Names of options are read in any case": [at_the_end("setoption name hASH .*", "info string what")],
    "Bad values of an option are survived": [at_the_end("setoption name Hash value x .*", "EXIT 3")],
    "Unknown options are survived": [at_the_end("setoption name Joho .*", "EXIT 3")],
    "A FEN that is garbage is survived": [at_the_end("position fen this is .*", "EXIT 3")],
    "An empty board is survived": [at_the_end("position fen 8/8/8/8/8/8/8/8 .*", "EXIT 3")],
    "An illegal move in a position is survived": [at_the_end("position startpos moves zz9 .*", "EXIT 3")],
    # Of UGI alone.
    "A search after a move ends in a legal move": [
        [
            "go movetime 50 at startpos moves .*=> pv .*=>",
            "go movetime 50 at startpos moves .*=>bestmove .*=>bestmove (none)",
        ]
    ],
    "Queries are answered by their words": [["query result at .*=>none=>maybe"]],
    "Queries know the start of a game": [["query gameover at .*=>false=>true"] * 2],  # the first may have any answer
    "`moves X` plays on": [["query p1turn at startpos moves .*=>false=>true"]],
    "Every bestmove line has two words": [[r"go depth 2 at startpos=>(bestmove .*)=>\1 ponder b"]],
    "No line of a search is shorter than 8 characters": [[r"go depth 2 at startpos=>^info=>info x\ninfo"]],
}
IN_ALL_CLOCKS: dict[
    str, Callable[[str], list[str]]
] = {  # the rules of a fault in each of those searches, by the end of the step's name
    "ends in a legal move": illegal,
    "sends an info line": lambda go: [f"{go}=>info.*\n=>"],
    "sends whole numbers": lambda go: [f"{go}=>time 0=>time 0.5"],
    "sends a score": lambda go: [f"{go}=> score cp 0=>"],
}


Row = tuple[set[str], list[str]]  # the steps that an engine fails, and its rules


def rows() -> Iterator[Row]:
    for name, engines in RULES.items():
        yield from (({name}, rules) for rules in engines)
    for end, rules_of in IN_ALL_CLOCKS.items():
        names = {f"A search with {what} {end}" for what in CLOCKS}
        also = {"The last info line has a score"} if end == "sends a score" else set[str]()
        yield names | also, [rule for go in CLOCKS.values() for rule in rules_of(go)]


def of_ugi_alone(row: Row) -> bool:
    return not row[0] <= {step.name for step in UCI_STEPS}


def joined(single: Sequence[Row], count: int) -> list[Row]:
    """Fewer engines, `count`, with several faults each, which are far from each other in the table."""
    groups = (single[place::count] for place in range(count))
    return [
        (set[str]().union(*(names for names, _ in group)), [rule for _, rules in group for rule in rules])
        for group in groups
    ]


def check_rows(program: Program, expected: Sequence[Row]) -> None:
    """Each engine fails its steps and no other. Steps that every client needs are failures, the rest are warnings."""
    reports = all_checked([program.keyed(*["proto=ugi"] * of_ugi_alone(row), rules=row[1]) for row in expected])
    assert [(report.wrong, rules) for report, (_, rules) in zip(reports, expected, strict=True)] == expected
    for report in reports:
        assert all(STEPS[name].must for name in report.verdicts["FAIL"])
        assert not any(STEPS[name].must for name in report.verdicts["WARN"])


def test_every_step_can_be_failed() -> None:
    assert set[str]().union(*(names for names, _ in rows())) == STEPS.keys() - {GREETING}


@pytest.mark.slow
def test_each_misbehaviour_fails_the_step_about_it_and_no_other(program: Program) -> None:
    check_rows(program, list(rows()))


def test_misbehaviours_fail_the_steps_about_them_and_no_other(program: Program) -> None:
    usual = [row for row in rows() if not of_ugi_alone(row)]
    check_rows(program, [*joined(usual, 15), *joined([row for row in rows() if of_ugi_alone(row)], 2)])


STEP = "`go depth 2` ends in a legal move"


FATES = {  # what the engine does instead of a bestmove, and the printed reason
    r"SLEEP 9\n": "no bestmove comes within 1 s; it hangs, and is ended: no readyok comes within 0.7 s after stop",
    r"EXIT 3\n": "the engine has ended (exit status 3)",
    r"FLOOD\n": "the engine floods its output",
    "": "no bestmove comes within 1 s",
}


@pytest.mark.clock  # each reason must come within its second
def test_what_becomes_of_an_engine_is_said_below_the_step(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    """No engine outlives the check."""
    monkeypatch.setenv(*MARK.split("="))
    reports = all_checked([program.words(rf"go depth 2 at startpos=>[\s\S]*=>{instead}") for instead in FATES])
    assert list(processes(MARK)) == []
    for report, reason in zip(reports, FATES.values(), strict=True):
        assert report.verdicts["FAIL"] == [STEP] and report.verdicts["WARN"] == []
        lines = report.below(STEP)
        assert lines[:2] == ["> position startpos", "> go depth 2"] and lines[-1] == reason
        check_summary(report, len(UCI_STEPS))


def test_without_a_greeting_nothing_else_is_tried(program: Program) -> None:
    fates = {"SLEEP 9": "no uciok comes within 0.7 s; it hangs", "EXIT 3": "the engine has ended (exit status 3)"}
    words = [program.keyed("startup=0.7", rules=[rf"uci at .*=>[\s\S]*=>{instead}\n"]) for instead in fates]
    for report, reason in zip(all_checked(words), fates.values(), strict=True):
        assert report.verdicts == {"PASS": [], "FAIL": [GREETING], "WARN": [], "SKIP": []}
        assert report.below(GREETING)[-1].startswith(reason)
        *_, said, summary = report.text.splitlines()
        assert said == "The other steps were not tried: the greeting was not answered."
        assert summary == f"0 passed, 1 failed, 0 warnings, {len(UCI_STEPS) - 1} skipped"
        assert report.status == 1


def test_who_dies_again_and_again_is_given_up(program: Program) -> None:
    report = checked(*program.words(*[r"go .* at .*=>[\s\S]*bestmove=>EXIT 3\n"] * 40))
    assert len(report.wrong) == MOST_STARTS
    assert f"the engine has died or hung {MOST_STARTS} times." in report.text
    assert report.summary.startswith(f"{len(report.verdicts['PASS'])} passed, {MOST_STARTS} failed, 0 warnings")


@pytest.mark.parametrize(
    ("words", "error"),
    [
        ([], "-check needs a program and its arguments, or cmd= and more as behind -engine"),
        (["no-such-program"], "-check: the command's engine cannot be started: there is no program no-such-program"),
        (["/dev/null"], "-check: the command's engine cannot be started: /dev/null is not executable"),
        (["cmd=x", "dir=/none"], "-check: the command's engine cannot be started: there is no directory /none"),
        (["proto=ugi"], "-check has neither cmd= nor conf=: what program is it?"),
        (["cmd=x", "proto=xboard"], None),
        (["cmd=x", "proto=random"], "-check: proto= is one of uci, ugi, not 'random'"),
        (["cmd=x", "tc=1+1"], "-check: tc means nothing to a check, which plays no game"),
        (["cmd=x", "startup=0"], None),
        (["cmd=x", "plain"], None),
        (["cmd=x", "option.uci_variant=cfour"], None),
    ],
)
def test_what_makes_no_sense_is_refused_in_one_line(words: list[str], error: str | None) -> None:
    with pytest.raises(ValueError) as refused:
        checked(*words)
    text = str(refused.value)
    assert "\n" not in text and text.startswith("-check") and error in (None, text)


def test_an_engine_is_given_its_options(program: Program) -> None:
    given = at_the_end("setoption name Hash value 32 at .*", "ERROR has it")
    report = checked(*program.keyed("option.hash=32", rules=given))
    assert report.below("Nothing is said on standard error") == ["it says 'has it' there"]
    with pytest.raises(ValueError, match=r"^-check: the command's engine has no option Hush; did you mean Hash\?$"):
        checked(*program.keyed("option.Hush=32"))


def test_who_does_not_go_is_ended(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(*MARK.split("="))
    stubborn, flooding = [r"quit at .*=>\Z=>SLEEP 99\n"] * 2, ["uci.*=>uciok=>FLOOD"]
    all_checked([program.words(*rules) for rules in (stubborn, flooding)])
    assert list(processes(MARK)) == []


def test_each_line_is_shown_as_soon_as_it_is_known(program: Program) -> None:
    class Watched(io.StringIO):
        shown = ""

        def flush(self) -> None:
            assert self.getvalue().count("\n") == self.shown.count("\n") + 1
            self.shown = self.getvalue()

    out = Watched()
    check_engine(program.words(), out)
    assert out.shown == out.getvalue() != ""


def test_terminals_are_spared_what_engines_say(program: Program) -> None:
    report = checked(*program.words(*above("\x1b[2J\N{SNOWMAN}")))
    assert report.text.isascii() and "\x1b" not in report.text and "\\x1b[2J\\u2603" in report.text


def random_game(rng: random.Random) -> list[str]:
    """Random legal moves, up to a mate or LONGEST plies. A side that can mate does so."""
    board = chess.Board()
    while len(board.move_stack) < LONGEST and not board.is_checkmate():
        legal = list(board.legal_moves)
        board.push(rng.choice([move for move in legal if mates(board, move)] or legal))
    return [move.uci() for move in board.move_stack]


def mates(board: chess.Board, move: chess.Move) -> bool:
    if not board.gives_check(move):
        return False
    board.push(move)
    mated = board.is_checkmate()
    board.pop()
    return mated


def board_after(moves: list[str]) -> chess.Board:
    board = chess.Board()
    for move in moves:
        board.push_uci(move)
    return board


def test_a_pv_is_judged_as_python_chess_judges_it() -> None:
    mated = 0
    for seed in range(30):
        rng = random.Random(seed)
        game = random_game(rng)
        split = rng.randrange(max(1, len(game) - 12))
        root, pv = usual_root(f"startpos moves {' '.join(game[:split])}" if split else "startpos"), game[split:]
        assert usual_game.follow(root, pv) == ("", False)
        place = rng.randrange(len(pv))
        legal = {move.uci() for move in board_after(game[: split + place]).legal_moves}
        wrong = rng.choice([a + b for a in chess.SQUARE_NAMES for b in chess.SQUARE_NAMES if a + b not in legal])
        assert usual_game.follow(root, [*pv[:place], wrong]) == (f"a PV has an illegal move: {wrong}", False)
        if board_after(game).is_checkmate():
            mated += 1
            assert usual_game.follow(root, [*pv, wrong]) == (f"a PV goes on past mate: {wrong}", True)
    assert mated > 2
