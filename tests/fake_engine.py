"""An engine with the faults that its arguments name; see `Fake`. It needs nothing but Python, and starts at once.

Arguments: FAULT@N is a fault at the Nth `go` of this process, FAULT one at another event, by the kind of fault;
NAME=VALUE sets an attribute of `Fake`.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

LINES = {  # the move at each ply, whichever side is to move
    "shuffle": "g1f3 g8f6 f3g1 f6g8",  # both: a draw by repetition after 8 plies
    "cycle": "g1f3 a7a6 f3g1 a6a5 g1f3 b7b6 f3g1 b6b5 g1f3 c7c6",  # only White's moves repeat
    "strong": "e2e4 e7e5 b1c3 d8h4 d1h5",  # against the weak one: mates in 5 plies as White, in 4 as Black
    "weak": "f2f3 f7f6 g2g4 g7g5",
}
ELSEWHERE = ("crash-at-newgame",)  # faults whose number does not count searches
FOR_EVER = 1000.0
PAUSE = 0.02  # seconds in which a reader reads what was written
STUBBORN = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(1000)"


class Fake:
    """The engine: for chess over UCI; for Connect-4 over UGI, or over UCI as cfour.

    line: the moves that it plays: a name in LINES; or "chess" for random legal moves, always the same in the same
    position; or "columns" for Connect-4, from the left. says: the move of the fault "wrong".
    score, depth: of its info lines; depth 0: no such lines. sleep: seconds for each move. long: seconds that a fault
    lasts. once: a file; only the process that creates it has the faults. after: a file; without it the engine has no
    faults. name: of the engine. offers: a file with more lines for its introduction. told: a file for the options that
    are set. remark: a line before readyok. pv: the moves of a variation, joined by commas, in place of its move.
    guess: the move that it expects of its opponent; "right" for that of LINES. heard: a file for all lines that it
    reads.
    """

    def __init__(self, words: list[str]) -> None:
        self.line = "shuffle"
        self.score = "0"
        self.depth = "1"
        self.sleep = "0"
        self.long = "1"
        self.once = ""
        self.after = ""
        self.name = "Fake"
        self.remark = ""
        self.offers = ""
        self.told = ""
        self.says = ""
        self.pv = ""
        self.guess = ""
        self.heard = ""
        self.faults: dict[str, int] = {}
        for word in words:
            name, equals, value = word.partition("=")
            if equals:
                assert hasattr(self, name), word
                setattr(self, name, value)
            else:
                name, _, number = word.partition("@")
                self.faults[name] = int(number or 0)
        self.drops = False  # whether a move is P@a1, not a
        self.searches = 0
        self.plies = 0
        self.games = 0
        self.position: list[str] = []
        if not self.guilty():
            self.faults.clear()

    def guilty(self) -> bool:
        if self.once:
            try:
                os.close(os.open(self.once, os.O_CREAT | os.O_EXCL))
            except FileExistsError:
                return False
        return not self.after or Path(self.after).exists()

    def run(self) -> None:
        if "fork" in self.faults:
            subprocess.Popen([sys.executable, "-I", "-S", "-c", STUBBORN])
        if "stubborn" in self.faults:
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
        while line := self.read():
            self.obey(line, line.split())
        while "stubborn" in self.faults:
            time.sleep(FOR_EVER)

    def read(self) -> str:
        line = sys.stdin.readline()
        if self.heard:
            with Path(self.heard).open("a") as heard:
                heard.write(line)
        return line

    def obey(self, line: str, words: list[str]) -> None:
        command = words[0] if words else ""
        if command in ("uci", "ugi"):
            self.drops = command == "uci"
            self.introduce(command)
        elif command == "isready":
            say(*filter(None, [self.remark]), "readyok")
        elif command == "setoption" and self.told:
            with Path(self.told).open("a") as told:
                told.write(line)
        elif command in ("ucinewgame", "uginewgame"):
            self.games += 1
            if self.faults.get("crash-at-newgame") == self.games:
                sys.exit(3)
        elif command == "position":
            self.position = words[1:]
        elif command == "go":
            self.searches += 1
            while "ponder" in words and line.split() not in (["ponderhit"], ["stop"]):
                line = self.read()
            due = [fault for fault, number in self.faults.items() if number == self.searches]
            if not any(self.do(fault) for fault in due if fault not in ELSEWHERE):
                self.answer()
        elif command == "quit" and "stubborn" not in self.faults:
            sys.exit(0)

    def introduce(self, dialect: str) -> None:
        if "never-uciok" in self.faults:
            time.sleep(FOR_EVER)
        if "leave" in self.faults:
            sys.exit(4)
        if "late-uciok" in self.faults:
            time.sleep(float(self.long))
        say(f"id name {self.name}", "id author nobody")
        say(
            "option name Hash type spin default 16 min 1 max 1024",
            "option name Style type combo default a var a var b c",
        )
        say("option name Contempt type check default false", "option name File type string default <empty>")
        say("option name Clear Hash type button")
        if "no-ponder" not in self.faults:
            say("option name Ponder type check default false")
        if "no-960" not in self.faults:
            say("option name UCI_Chess960 type check default false")
        if self.line == "columns" and "no-game" not in self.faults:
            name, default = ("UCI_Variant", "chess") if self.drops else ("Game", "connect4")
            say(f"option name {name} type combo default {default} var {default} var cfour")
        if self.offers:
            say(*Path(self.offers).read_text().splitlines())
        say(f"{dialect}ok")

    def answer(self) -> None:
        time.sleep(float(self.sleep))
        move = self.move()
        if self.depth != "0":
            kind = "" if " " in self.score else "cp "
            variation = self.pv.replace(",", " ") or move
            say(f"info depth {self.depth} score {kind}{self.score} nodes 100 time 1 pv {variation}")
        say(f"bestmove {move}" + (f" ponder {self.reply()}" if self.guess else ""))

    def reply(self) -> str:
        """The move that it expects of its opponent."""
        line = LINES[self.line].split()
        return line[(self.plies + 1) % len(line)] if self.guess == "right" else self.guess

    def move(self) -> str:
        moves = self.position[self.position.index("moves") + 1 :] if "moves" in self.position else []
        self.plies = len(moves)
        if self.line == "columns":
            landed = [move[2] if "@" in move else move[-1] for move in moves]
            column = next(column for column in "abcdefg" if landed.count(column) < 6)
            return f"P@{column}{landed.count(column) + 1}" if self.drops else column
        if self.line != "chess":
            line = LINES[self.line].split()
            return line[len(moves) % len(line)]
        import chess

        start = chess.STARTING_FEN if self.position[0] == "startpos" else " ".join(self.position[1:7])
        board = chess.Board(start, chess960=True)
        for text in moves:
            board.push_uci(text)
        return random.Random(board.fen()).choice([move.uci() for move in board.legal_moves])

    def do(self, fault: str) -> bool:
        """Commit a fault; return whether it is in place of an answer."""
        return getattr(self, fault.replace("-", "_"))() is not False

    # In place of an answer.

    def crash(self) -> None:
        sys.exit(3)

    def killed(self) -> None:
        os.kill(os.getpid(), signal.SIGSEGV)

    def hang(self) -> None:
        time.sleep(FOR_EVER)

    def hang_up(self) -> None:
        os.close(1)
        time.sleep(FOR_EVER)

    def wrong(self) -> None:
        say(f"bestmove {self.says}")

    def untidy(self) -> None:
        """The last valid score in these lines is the one with a lower bound."""
        lines = [b"\xff\0\xfe", b" ", b"info", b"info score", b"info depth x score cp y", b"info score mate"]
        lines += [
            b"info depth 1 score cp 99999999999999999999999",
            b"bestmoves z",
            b"ugiok",
            b"option name X type spin",
        ]
        lines += [b"\tinfo depth 3 score cp -12 lowerbound nodes 44 pv score cp 5 depth 8\r"]
        lines += [b"info depth 9 multipv 2 score cp 500", b"info string score cp 1"]
        lines += [b"  bestmove  " + self.move().encode() + b" ponder b \r"]
        sys.stdout.buffer.write(b"\n".join(lines) + b"\n")
        sys.stdout.buffer.flush()

    def flood(self) -> None:
        while True:
            sys.stdout.write("info string " + "x" * 200 + "\n")

    def flood_short(self) -> None:
        while True:
            sys.stdout.write("y\n" * 100)

    def flood_line(self) -> None:
        while True:
            sys.stdout.write("x" * 5000)

    def flood_errors(self) -> None:
        while True:
            sys.stderr.write("x" * 200 + "\n")

    def wait_for_stop(self, answers: int = 1) -> None:
        """Think until told to stop, then answer so many times."""
        for line in sys.stdin:
            if line.split() == ["stop"]:
                say(*[f"bestmove {self.move()}"] * answers)
                return

    def split(self) -> None:
        """The last score, and then the move, come in two parts."""
        move = self.move()
        write_in_parts(
            f"info depth 8 score cp 80 pv {move}\ninfo depth 9 sco",
            f"re cp 90 pv {move}\ninfo depth 10 score cp 100 pv {move}\nbest",
            f"move {move}\n",
        )

    def split_score(self) -> None:
        """The same, but nothing follows the second part of the score in its line."""
        move = self.move()
        write_in_parts(f"info depth 9 score cp 90 pv {move}\ninfo depth 10 sco", f"re cp 100\nbestmove {move}\n")

    def stop_twice(self) -> None:
        self.wait_for_stop(2)

    # Before an answer, or after it.

    def late(self) -> bool:
        time.sleep(float(self.long))
        return False

    def garbage(self) -> bool:
        lines = [
            b"\xff\xfe\xfa",
            b"\0\0",
            b"",
            b"   ",
            b"\r",
            b"info",
            b"info score cp x depth",
            b"info depth 99999999999x",
        ]
        lines += [b"bestmoves", b"info pv zz9 e2e4", b"info string \xe2\x28\xa1", b"readyok", b"uciok", b"option name"]
        lines += [b"info score mate", b"info nodes -1 nps inf time nan", b"id name \xc3", b"\x1b[2J", b"bestmov e2e4"]
        sys.stdout.buffer.write(b"\n".join(lines) + b"\n")
        return False

    def errors(self) -> bool:
        sys.stderr.write("warning: nobody reads this\n" * 100)
        sys.stderr.flush()
        return False

    def chatter(self) -> None:
        self.answer()
        say("info depth 2 score cp 900", "info string still here", "readyok", "what?")

    def twice(self) -> None:
        self.answer()
        say("bestmove a2a3", "bestmove (none)")

    def crash_after(self) -> None:
        self.answer()
        sys.exit(3)

    def flood_after(self) -> None:
        """Too little output to be a fault, but enough to keep a reader busy."""
        self.answer()
        for _ in range(3000):
            sys.stdout.write("info string " + "x" * 1000 + "\n")
        sys.stdout.flush()

    def drown(self) -> None:
        self.answer()
        self.flood_short()

    def kill_parent(self) -> None:
        os.kill(os.getppid(), signal.SIGKILL)
        time.sleep(FOR_EVER)


def write_in_parts(*parts: str) -> None:
    for part in parts:
        sys.stdout.write(part)
        sys.stdout.flush()
        time.sleep(PAUSE)


def say(*lines: str) -> None:
    sys.stdout.write("".join(line + "\n" for line in lines))
    sys.stdout.flush()


def processes(mark: str) -> Iterator[int]:
    """Every process whose environment has this text in it."""
    for path in Path("/proc").iterdir():
        if path.name.isdecimal():
            try:
                if mark.encode() in (path / "environ").read_bytes() and (path / "cmdline").read_bytes():
                    yield int(path.name)
            except OSError:
                continue  # not ours, or just gone


if __name__ == "__main__":
    Fake(sys.argv[1:]).run()
