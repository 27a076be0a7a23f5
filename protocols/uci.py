"""The Universal Chess Interface (R. Huber and S. Meyer-Kahlen, 2006): bytes in, calls on a Session, lines out."""

from __future__ import annotations

from collections.abc import Callable

from ..engine.about import VERSION
from ..engine.games.chess.fen import START
from ..engine.games.chess.position import ChessPosition
from ..engine.limits import Info, Limits, Result, Score
from ..engine.options import Option, shorten
from ..engine.session import Busy, Session
from .lines import Lines

NAME = f"Oddsfish {VERSION}"
AUTHOR = "the Oddsfish developers"
IGNORED = ("xboard", "register", "debug")  # known, and nothing to do

# The sub-commands of go that take a number, and the least that makes sense of each.
NUMBERS = {
    "wtime": None,
    "btime": None,
    "winc": 0,
    "binc": 0,
    "movestogo": 1,
    "depth": 1,
    "nodes": 1,
    "mate": 1,
    "movetime": 1,
    "perft": 0,
}
LARGEST = 10**15  # no limit is larger: what is beyond means "no limit" as well
FLAGS = ("infinite", "ponder")


class Uci:
    """One conversation with a client."""

    def __init__(self, lines: Lines) -> None:
        self.lines = lines
        self.session = Session(ChessPosition())
        self.setting = (START, tuple[str, ...]())  # the last position command that was understood
        self.commands: dict[str, Callable[[list[str]], None]] = {
            "uci": self.uci,
            "isready": self.isready,
            "setoption": self.setoption,
            "ucinewgame": self.ucinewgame,
            "position": self.position,
            "go": self.go,
            "stop": self.stop,
            "ponderhit": self.ponderhit,
            "d": self.display,
            "eval": self.evaluate,
        }

    # Reading.

    def run(self) -> None:
        """Obey every line until quit or the end of input; then end a search that is still running."""
        for line in self.lines.read():
            if not self.obey(line):
                break
        self.session.stop()
        self.session.wait()

    def obey(self, line: str) -> bool:
        """Obey one line; False for quit."""
        words = line.split()
        known = (*self.commands, *IGNORED, "quit")
        start = next((i for i, word in enumerate(words) if word in known), None)
        if start is None:
            if words:
                self.error(f"unknown command: {shorten(' '.join(words))}")
            return True
        command, arguments = words[start], words[start + 1 :]
        if command == "quit":
            return False
        if command in self.commands:
            try:
                self.commands[command](arguments)
            except (ValueError, Busy, OSError, MemoryError) as error:
                self.error(str(error))
        return True

    def error(self, reason: str) -> None:
        self.lines.write(f"info string error: {' '.join(reason.split())}")

    # Commands.

    def uci(self, arguments: list[str]) -> None:
        self.lines.write(
            f"id name {NAME}",
            f"id author {AUTHOR}",
            *(declare(option) for option in self.session.options.table.values()),
            "uciok",
        )

    def isready(self, arguments: list[str]) -> None:
        try:
            self.session.prepare()
        finally:
            self.lines.write("readyok")

    def setoption(self, arguments: list[str]) -> None:
        name, value = split_option(arguments)
        option = self.session.set_option(name, value)
        if option.name == "UCI_Chess960":
            self.set_up(*self.setting)
        elif option.name == "Debug Log File":
            self.lines.log_to(value)

    def ucinewgame(self, arguments: list[str]) -> None:
        self.session.new_game()

    def position(self, arguments: list[str]) -> None:
        self.session.refuse_if_searching("position")
        cut = arguments.index("moves") if "moves" in arguments else len(arguments)
        moves = tuple(arguments[cut + 1 :])
        if arguments[:1] == ["startpos"] and cut == 1:
            self.set_up(START, moves)
        elif arguments[:1] == ["fen"]:
            self.set_up(" ".join(arguments[1:cut]), moves)
        else:
            raise ValueError("position needs startpos or fen")

    def set_up(self, fen: str, moves: tuple[str, ...]) -> None:
        """Set up a position and play moves; ValueError, and nothing changed, if any of it is wrong."""
        position = ChessPosition(fen, bool(self.session.options["UCI_Chess960"]))
        position.reserve(len(moves))
        for move in moves:
            try:
                position.play(position.parse(move))
            except ValueError:
                raise ValueError(f"illegal move: {shorten(move)}; the position is kept as it was") from None
        self.session.set_position(position)
        self.setting = (fen, moves)

    def go(self, arguments: list[str]) -> None:
        self.session.refuse_if_searching("go")
        numbers, flags, moves = self.read_go(arguments)
        if "perft" in numbers:
            self.perft(numbers["perft"])
            return
        limits = Limits(
            depth=numbers.get("depth"),
            nodes=numbers.get("nodes"),
            mate=numbers.get("mate"),
            movetime=numbers.get("movetime"),
            times=(numbers.get("wtime"), numbers.get("btime")),
            increments=(numbers.get("winc", 0), numbers.get("binc", 0)),
            movestogo=numbers.get("movestogo"),
            infinite="infinite" in flags,
            ponder="ponder" in flags,
            moves=tuple(moves),
        )
        self.session.go(limits, self.report, self.finished)

    def read_go(self, arguments: list[str]) -> tuple[dict[str, int], set[str], list[int]]:
        """The numbers, flags and root moves of a go. What is garbled is reported and never keeps a move from coming."""
        numbers: dict[str, int] = {}
        flags = set()
        moves = []
        words = list(reversed(arguments))
        while words:
            word = words.pop()
            if word in FLAGS:
                flags.add(word)
            elif word == "searchmoves":
                while words and words[-1] not in NUMBERS and words[-1] not in FLAGS:
                    moves += self.read_searchmove(words.pop())
            elif word in NUMBERS:
                text = words.pop() if words and words[-1] not in NUMBERS and words[-1] not in FLAGS else ""
                numbers[word] = self.read_number(word, text)
            else:
                self.error(f"go: unknown word {shorten(word)!r} is ignored")
        return numbers, flags, moves

    def read_number(self, word: str, text: str) -> int:
        least = NUMBERS[word]
        digits = text.removeprefix("-").removeprefix("+")
        if not (digits.isascii() and digits.isdigit()):
            self.error(f"go: {word} needs a number, not {shorten(text)!r}; the least is taken")
            return least or 0
        number = int(text) if len(digits) < 16 else (-LARGEST if text.startswith("-") else LARGEST)
        return number if least is None else max(least, number)

    def read_searchmove(self, text: str) -> list[int]:
        if text == "0000":
            return []
        try:
            return [self.session.position.parse(text)]
        except ValueError:
            self.error(f"go: illegal searchmove {shorten(text)!r} is ignored")
            return []

    def stop(self, arguments: list[str]) -> None:
        self.session.stop()

    def ponderhit(self, arguments: list[str]) -> None:
        self.session.ponderhit()

    # Extras, of use at a terminal.

    def display(self, arguments: list[str]) -> None:
        position = self.session.position
        self.lines.write(
            *position.board_text().split("\n"),
            f"Fen: {position.fen()}",
            f"Key: {position.zobrist:016X}",
            f"Checkers: {' '.join(position.checking())}",
        )

    def evaluate(self, arguments: list[str]) -> None:
        self.session.refuse_if_searching("eval")
        position = self.session.position
        position.configure(self.session.options)
        sign = 1 if position.player() == 0 else -1
        name = self.session.options["Evaluation"]
        self.lines.write(
            f"info string evaluation {name}: {position.value() * position.scale:+.0f} centipawns for White, "
            f"{sign * position.value() * position.scale:+.0f} for the side to move"
        )

    def perft(self, depth: int) -> None:
        """Divide: the number of sequences behind each move, and their sum."""
        position = self.session.position
        total = 0
        for move in position.moves() if depth else []:
            text = position.notation(move)
            position.play(move)
            nodes = position.count_sequences(depth - 1)
            position.undo()
            total += nodes
            self.lines.write(f"{text}: {nodes}")
        self.lines.write(f"Nodes searched: {total if depth else 1}")

    # Writing.

    def report(self, info: Info) -> None:
        self.lines.write(describe(info))

    def finished(self, result: Result[str]) -> None:
        lines = []
        exact = result.score.value * self.session.position.scale
        if exact != round(exact):
            lines.append(f"info string value {result.score.value!r}")
        best = f"bestmove {result.move or '(none)'}"
        lines.append(f"{best} ponder {result.pv[1]}" if len(result.pv) > 1 else best)
        self.lines.write(*lines)


def split_option(arguments: list[str]) -> tuple[str, str]:
    """The name and the value of a setoption; both may be several words."""
    if arguments[:1] != ["name"]:
        raise ValueError("setoption needs name")
    cut = arguments.index("value") if "value" in arguments else len(arguments)
    return " ".join(arguments[1:cut]), " ".join(arguments[cut + 1 :])


def declare(option: Option) -> str:
    """The line that tells a GUI of an option."""
    text = f"option name {option.name} type {option.kind}"
    if option.kind == "check":
        text += f" default {str(option.default).lower()}"
    elif option.kind != "button":
        text += f" default {option.default if option.default != '' else '<empty>'}"
    if option.kind == "spin":
        text += f" min {option.low} max {option.high}"
    return text + "".join(f" var {choice}" for choice in option.choices)


def describe(info: Info) -> str:
    """The info line."""
    counts = f"nodes {info.nodes} nps {int(info.nodes / info.seconds) if info.seconds > 0 else info.nodes}"
    tail = f"{counts} hashfull {info.hashfull} tbhits 0 time {int(info.seconds * 1000)}"
    if info.current:
        return f"info depth {info.depth} currmove {info.current} currmovenumber {info.number} {tail}"
    if info.line is None:
        raise ValueError("an info tells of a line or of a move")
    line = info.line
    text = f"info depth {line.depth} seldepth {line.seldepth} multipv {info.number} score {describe_score(line.score)}"
    return (
        f"{text} {tail} pv {' '.join(line.pv)}"
        if line.pv
        else f"info depth {line.depth} score {describe_score(line.score)}"
    )


def describe_score(score: Score) -> str:
    """Mate is counted in moves, not plies."""
    if score.plies is None:
        text = f"cp {score.centi}"
    else:
        text = f"mate {(score.plies + 1) // 2 if score.plies > 0 else -(-score.plies // 2)}"
    return f"{text} {score.bound}bound" if score.bound else text
