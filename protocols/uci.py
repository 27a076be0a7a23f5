"""The Universal Chess Interface (R. Huber and S. Meyer-Kahlen, 2006): bytes in, calls on a Session, lines out.

What only a search needs is imported when a Session is first needed: a client that asks who we are need not wait for it.
"""

from __future__ import annotations

from collections.abc import Callable

from ..engine.about import VERSION
from ..engine.catalogue import UCI
from ..engine.options import Options, shorten
from .describe import describe_info, describe_option
from .lines import Lines

TYPE_CHECKING = False  # to type checkers it is true; the module typing is slow to import
if TYPE_CHECKING:
    from ..engine.games.chess.position import ChessPosition
    from ..engine.limits import Info, Result
    from ..engine.session import Session

NAME = f"Oddsfish {VERSION}"
AUTHOR = "the Oddsfish developers"
LONGEST_ERROR = 300  # characters

Setting = tuple[str | None, tuple[str, ...]]  # a FEN, None for the start position, and the moves after it


class Uci:
    """One conversation with a client."""

    def __init__(self, lines: Lines, complain: Callable[[str], None] | None = None) -> None:
        """`complain` is told what is wrong with a line; by default the client is."""
        self.lines = lines
        self.complain = complain if complain is not None else self.tell_error
        self.options = Options(UCI)
        self.debugging = False
        self.made: Session[ChessPosition] | None = None
        self.setting: Setting = (None, ())  # the last position command that was understood
        self.commands: dict[str, Callable[[list[str]], None]] = {
            "uci": self.uci,
            "debug": self.debug,
            "isready": self.isready,
            "setoption": self.setoption,
            "register": self.ignore,
            "ucinewgame": self.ucinewgame,
            "position": self.position,
            "go": self.go,
            "stop": self.stop,
            "ponderhit": self.ponderhit,
            "d": self.display,
            "eval": self.evaluate,
            "xboard": self.ignore,  # Arena greets every engine with it
        }

    @property
    def session(self) -> Session[ChessPosition]:
        if self.made is None:
            from ..engine.session import Session  # noqa: PLC0415 - not needed on the way to uciok

            self.made = Session(self.read_position(*self.setting), self.options)
        return self.made

    # Reading.

    def run(self) -> None:
        """Obey every line until quit or the end of input; then end a search that is still running."""
        try:
            for line in self.lines.read():
                if not self.obey(line):
                    break
        finally:
            self.end()

    def end(self) -> None:
        """Stop what is running and wait for its last line."""
        if self.made is not None:
            self.made.stop()
            self.made.wait()

    def obey(self, line: str) -> bool:
        """Obey one line; False for quit."""
        words = line.split()
        start = next((i for i, word in enumerate(words) if word in self.commands or word == "quit"), None)
        if start is None:
            if words:
                self.error(f"unknown command: {shorten(' '.join(words))}")
            return True
        if start:
            self.explain(f"{shorten(' '.join(words[:start]))} is skipped")
        if words[start] == "quit":
            return False
        try:
            self.commands[words[start]](words[start + 1 :])
        except (ValueError, OSError, MemoryError) as error:
            self.error(str(error) or type(error).__name__)
        return True

    # Commands.

    def uci(self, arguments: list[str]) -> None:
        self.lines.write(
            f"id name {NAME}",
            f"id author {AUTHOR}",
            *(describe_option(option) for option in self.options.table.values()),
            "uciok",
        )

    def debug(self, arguments: list[str]) -> None:
        if arguments not in (["on"], ["off"]):
            raise ValueError("debug is on or off")
        self.debugging = arguments == ["on"]

    def isready(self, arguments: list[str]) -> None:
        try:
            if not self.session.searching:
                self.prepare()
        finally:
            self.lines.write("readyok")

    def prepare(self) -> None:
        """Get ready for a search; without a table, and with an error, if there is no memory for it."""
        try:
            self.session.prepare()
        except MemoryError as error:
            self.error(f"{error}; searching without")

    def ignore(self, arguments: list[str]) -> None:
        self.explain("nothing to do")

    def setoption(self, arguments: list[str]) -> None:
        name, value = split_option(arguments)
        if name.lower() == "debug log file":
            self.session.refuse_if_searching("setoption")
            self.lines.log_to("" if value == "<empty>" else value)
        option = self.session.set_option(name, value)
        if option.name == "UCI_Chess960":
            try:
                position = self.read_position(*self.setting)
            except ValueError:
                return  # a game that makes no sense by the other rules stays until a new one is set up
            self.session.set_position(position)

    def ucinewgame(self, arguments: list[str]) -> None:
        self.session.new_game()

    def position(self, arguments: list[str]) -> None:
        self.session.refuse_if_searching("position")
        cut = arguments.index("moves") if "moves" in arguments else len(arguments)
        fen = None
        if arguments[:cut] != ["startpos"]:
            if arguments[:1] != ["fen"]:
                raise ValueError("position needs startpos or fen")
            fen = " ".join(arguments[1:cut])
        setting = fen, tuple(arguments[cut + 1 :])
        self.session.set_position(self.read_position(*setting))
        self.setting = setting

    def read_position(self, fen: str | None, moves: tuple[str, ...]) -> ChessPosition:
        """A position and what came after it; ValueError if any of it is wrong."""
        from ..engine.games.chess import fen as forsyth  # noqa: PLC0415 - not needed on the way to uciok
        from ..engine.games.chess.position import ChessPosition  # noqa: PLC0415 - the same

        position = ChessPosition(forsyth.START if fen is None else fen, bool(self.options["UCI_Chess960"]))
        position.reserve(len(moves))
        try:
            for move in moves:
                position.play(position.parse(move))
        except ValueError as error:
            raise ValueError(f"{shorten(str(error))}; the position is kept as it was") from None
        return position

    def go(self, arguments: list[str]) -> None:
        from .request import Request  # noqa: PLC0415 - not needed on the way to uciok

        self.session.refuse_if_searching("go")
        request = Request(arguments, self.session.position.parse)
        if request.complaint:
            self.error(f"go: {request.complaint}")
        if request.perft is not None:
            self.perft(request.perft)
            return
        self.prepare()
        self.session.go(request.limits, self.report, self.finished, self.failed)

    def stop(self, arguments: list[str]) -> None:
        if self.made is None or not self.made.stop():
            self.explain("stop: nothing is running")

    def ponderhit(self, arguments: list[str]) -> None:
        if self.made is None or not self.made.ponderhit():
            self.explain("ponderhit: nothing is being pondered on")

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
        position.configure(self.options)
        sign = 1 if position.player() == 0 else -1
        name = self.options["Evaluation"]
        self.lines.write(
            f"info string evaluation {name}: {position.value() * position.scale:+.0f} centipawns for White, "
            f"{sign * position.value() * position.scale:+.0f} for the side to move"
        )

    def perft(self, depth: int) -> None:
        """The number of sequences of moves: behind each move, and their sum."""
        from ..engine.perft import divide  # noqa: PLC0415 - not needed on the way to uciok

        total = 0 if depth else 1
        for move, nodes in divide(self.session.position, depth) if depth else ():
            self.lines.write(f"{move}: {nodes}")
            total += nodes
        self.lines.write(f"Nodes searched: {total}")

    # Writing.

    def error(self, reason: str) -> None:
        """Complain, in one line that can be printed whatever the client sent."""
        self.complain(printable(reason))

    def tell_error(self, reason: str) -> None:
        self.lines.write(f"info string error: {reason}")

    def explain(self, reason: str) -> None:
        """Say what was silently passed over, to a client that asked for it."""
        if self.debugging:
            self.lines.write(f"info string {printable(reason)}")

    def report(self, info: Info) -> None:
        self.lines.write(describe_info(info))

    def failed(self, failure: Exception) -> None:
        self.tell_error(printable(f"the search failed: {failure!r}; any move is played"))

    def finished(self, result: Result[str]) -> None:
        lines = []
        exact = result.score.value * self.session.position.scale
        if exact != round(exact):
            lines.append(f"info string value {result.score.value!r}")
        best = f"bestmove {result.move or '(none)'}"
        lines.append(f"{best} ponder {result.pv[1]}" if len(result.pv) > 1 else best)
        self.lines.write(*lines)


def printable(text: str) -> str:
    """One line of moderate length."""
    return shorten("".join(letter if letter.isprintable() else "?" for letter in " ".join(text.split())), LONGEST_ERROR)


def split_option(arguments: list[str]) -> tuple[str, str]:
    """The name and the value of a setoption; both may be several words."""
    if arguments[:1] != ["name"]:
        raise ValueError("setoption needs name")
    cut = arguments.index("value") if "value" in arguments else len(arguments)
    return " ".join(arguments[1:cut]), " ".join(arguments[cut + 1 :])
