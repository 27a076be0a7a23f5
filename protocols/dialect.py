"""What the dialects have in common: a conversation with a client. It reads lines, calls a Session and writes lines.

Modules that only a search needs are imported with the first Session, so that a client soon learns name and options.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial

from ..engine.about import VERSION
from ..engine.options import Options
from ..engine.searches import settled
from ..engine.support.text import one_line, printable, shorten
from .errors import UsageError
from .info_lines import describe_info, describe_option, describe_score
from .streams import Streams

TYPE_CHECKING = False  # to type checkers it is true; the module typing is slow to import
if TYPE_CHECKING:
    from typing import NoReturn

    from ..engine.game import Game
    from ..engine.option import Option
    from ..engine.position import Position
    from ..engine.results import Info, Result
    from ..engine.session import SearchTask, Session

NAME = f"Oddsfish {VERSION}"
AUTHOR = "the Oddsfish developers"
ROUNDING = 1e-12  # relative error of a score: a mean over chance outcomes is hardly ever exactly an integer
FIRST_LINES = 0.005  # seconds from the start of a search in which its lines are written together
LONGEST_ERROR = 300  # characters
LONGEST_REASON = 200  # characters of the reason why a position is refused

Command = Callable[[list[str]], None]
Setting = tuple[str | None, tuple[str, ...]]  # a FEN, None for the start position, and the words after `moves`
START: Setting = (None, ())


class Dialect:
    """One conversation with a client. It has the common commands; each dialect adds its own."""

    name = ""  # the first word of a client; the answer ends with this word and "ok"
    chooser = ""  # the option that says which game is played
    skips = False  # whether unknown words before a command are passed over
    mate_in_plies: bool  # whether `score mate` counts plies, else moves
    # Words of `go`: the prefixes of both players' clocks; words that take a number, with its least value (movestogo 0
    # means that none is given); and words that let the move wait for `stop` or `ponderhit`.
    sides = ("p1", "p2")
    numbers: Mapping[str, int] = {"movestogo": 0, "depth": 1, "nodes": 1, "movetime": 1, "perft": 0}
    flags: tuple[str, ...] = ("infinite",)

    def __init__(
        self,
        streams: Streams,
        offered: tuple[Option, ...],
        games: Mapping[str, Game],
        forgives: bool = True,
    ) -> None:
        """games: by the client's names for them. forgives: whether to report errors instead of raising UsageError."""
        self.games = games
        # The other options that change the meaning of a position.
        self.rules = {rule.name for game in games.values() for rule in game.rules}
        self.streams = streams
        self.forgives = forgives
        self.options = Options(offered)
        self.debugging = False
        self.ending = False  # whether remaining commands do without a table, because clearing one takes time
        self.lock = threading.Lock()  # over what follows
        self._session: Session[Position] | None = None
        self.refusal = ""  # why a `go` gets no move
        self.settings: dict[str, Setting] = {}  # of each game, the last position command that was understood
        self.standing: Setting | None = None  # of the position; None if none, or if the rules refuse it
        self.commands: dict[str, Command] = {
            self.name: self.introduce,
            "debug": self.debug,
            "isready": self.isready,
            "setoption": self.setoption,
            f"{self.name}newgame": self.new_game,
            "position": self.position,
            "go": self.go,
            "stop": self.nothing_to_stop,
            "d": self.display,
            "eval": self.evaluate,
        }
        self.placing = {"position"}  # commands that set up a position

    # What is played.

    @property
    def session(self) -> Session[Position]:
        with self.lock:
            if self._session is None:
                from ..engine.session import Session

                self._session = Session(self.game.read(*self.setting, self.options), self.options)
            return self._session

    @property
    def chosen(self) -> str:
        return str(self.options[self.chooser])

    @property
    def game(self) -> Game:
        return self.games[self.chosen]

    @property
    def setting(self) -> Setting:
        return self.settings.get(self.chosen, START)

    def set_up(self, setting: Setting, more: tuple[str, ...] | None = None) -> None:
        """Set up a position. ValueError, without any change, if the setting is wrong.

        more: the moves that lead to it from the last position; None if it does not continue that one.
        """
        try:
            if more is None:
                position = self.game.read(*setting, self.options)
            else:
                position = self.game.read_on(self.session.position, more)
        except ValueError as error:
            raise ValueError(shorten(str(error), LONGEST_REASON)) from None
        self.session.set_position(position)
        self.settings[self.chosen] = self.standing = setting

    # Reading.

    def split(self, line: str) -> tuple[str, list[str]]:
        """The command of a line and its arguments; "" and all words if there is no command."""
        words = line.split()
        looked_at = words if self.skips else words[:1]
        start = next((i for i, word in enumerate(looked_at) if word in self.commands or word == "quit"), None)
        if start is None:
            return "", words
        if start:
            self.explain(f"{printable(' '.join(words[:start]))} is skipped")
        return words[start], words[start + 1 :]

    def obey(self, command: str, arguments: list[str], task: SearchTask | None = None) -> None:
        """Obey one command and return when it is done. task: lets another thread end the search of a `go`."""
        if self.ending and self._session is not None:
            self._session.drop_table()
        try:
            if command == "go":
                self.go(arguments, task)
            elif command:
                self.commands[command](arguments)
            elif arguments:
                self.unknown(arguments)
        except (ValueError, MemoryError) as error:
            self.error(str(error) or type(error).__name__)

    def unknown(self, words: list[str]) -> NoReturn:
        """Raise ValueError for a line without a command."""
        small = words[0].lower()
        meant = f"; did you mean {small}?" if small in self.commands or small == "quit" else ""
        if small == "help":  # from a person
            meant = "; `quit` ends this, `oddsfish help` lists what else there is"
        raise ValueError(f"unknown command: {printable(' '.join(words))}{meant}")

    def task(self, arguments: list[str]) -> SearchTask:
        """The task that can end a `go` with these arguments."""
        from ..engine.session import SearchTask

        return SearchTask(**dict.fromkeys(set(self.flags).intersection(arguments), True))

    # Commands.

    def introduce(self, arguments: list[str]) -> None:
        self.streams.write(
            f"id name {NAME}",
            f"id author {AUTHOR}",
            *(describe_option(option) for option in self.options.table.values()),
            f"{self.name}ok",
        )

    def debug(self, arguments: list[str]) -> None:
        if arguments not in (["on"], ["off"]):
            raise ValueError("debug is on or off")
        self.debugging = arguments == ["on"]

    def isready(self, arguments: list[str]) -> None:
        """Answer `readyok`. Report an error first if no search could begin: the clock does not run yet."""
        try:
            self.prepare()
            if not self.ending:
                self.session.check()
        except ValueError as error:
            self.error(str(error))
        except Exception as failure:  # noqa: BLE001 - whatever a game in plain Python raises
            self.tell_error(error_line(f"no search can begin: {failure!r}"))
        finally:
            self.streams.write("readyok")

    def prepare(self) -> bool:
        """Prepare for a search. Return whether it may use a table; report an error if there is no memory for one."""
        if self.ending:
            return False
        try:
            self.session.prepare()
        except MemoryError as error:
            self.error(f"{error}; searching without" if self.forgives else str(error))
            return False
        return True

    def ignore(self, arguments: list[str]) -> None:
        self.explain("nothing to do")

    def setoption(self, arguments: list[str]) -> None:
        if arguments[:1] != ["name"]:
            raise ValueError("setoption needs name, as in setoption name Hash value 64")
        cut = arguments.index("value") if "value" in arguments else len(arguments)
        name, value = " ".join(arguments[1:cut]), " ".join(arguments[cut + 1 :])  # both may be several words
        if name.lower() == "debug log file":
            try:
                self.streams.log_to("" if value == "<empty>" else value)
            except (OSError, ValueError) as failure:  # a ValueError: no path has a NUL
                reason = (isinstance(failure, OSError) and failure.strerror) or failure
                raise ValueError(f"the log {shorten(repr(value))} cannot be written: {reason}") from None
        known = self.options.table.get(name.lower())
        if known is not None and (known.name == self.chooser or known.name in self.rules):
            self.session.refuse_if_searching("setoption")
            option = self.options.set(name, value)
            try:  # read the position once more: the option has changed what it means
                self.set_up(self.setting)
            except ValueError:
                # A position that the new rules refuse stays until another is set up. Another game begins at its start.
                self.standing = None
                if option.name == self.chooser:
                    self.set_up(START)
        else:
            self.session.set_option(name, value)

    def new_game(self, arguments: list[str]) -> None:
        self.session.new_game()
        self.refusal = ""

    def position(self, arguments: list[str]) -> None:
        with self.refusing():
            cut = arguments.index("moves") if "moves" in arguments else len(arguments)
            fen, first = self.read_start(arguments[:cut])
            moves = (*first, *arguments[cut + 1 :])
            before_fen, before = self.standing or START
            goes_on = fen == before_fen and before and moves[: len(before)] == before  # as in the course of a game
            self.set_up((fen, moves), moves[len(before) :] if goes_on else None)

    @contextmanager
    def refusing(self) -> Iterator[None]:
        """A context for setting up a position. If it is refused, `go` gives no move: the old one is outdated."""
        try:
            yield
        except ValueError as error:
            self.refuse(str(error))
            raise
        self.refusal = ""

    def refuse(self, reason: str) -> None:
        """Search no more until a position is set up."""
        self.refusal = f"the last position was refused: {reason}"

    def read_start(self, words: list[str]) -> Setting:
        """The setting of the words between `position` and `moves`; ValueError if they are wrong."""
        if words == ["startpos"]:
            return START
        if words[:1] == ["startpos"]:
            raise ValueError(f"after startpos only moves and the moves may follow, not {shorten(words[1])!r}")
        if words[:1] != ["fen"]:
            raise ValueError("position needs startpos or fen")
        return " ".join(words[1:]), ()

    def go(self, arguments: list[str], task: SearchTask | None = None) -> None:
        """Search and tell the move: any legal move if the search fails, none if the position was refused.

        task: lets another thread end it. Without a task, a search that would never end is ended at once.
        """
        from .request import Request

        request = Request(arguments, self.session.position.parse, self.sides, self.numbers, self.flags)
        if complaint := request.complaint(self.forgives):
            self.error(f"go: {complaint}")
        if task is None:
            task = self.task(arguments)
            if task.endless:
                task.stop()
        if self.refusal:
            if request.perft is not None:
                raise ValueError(self.refusal)
            self.streams.write(f"info string no move: {error_line(self.refusal)}")
            task.wait_for_release()
            self.streams.write("bestmove (none)")
            return
        if request.perft is not None:
            self.perft(request.perft, task)
            return
        limits = request.limits_of(self.session.position.player())
        table = self.prepare()
        try:
            report = self.report if task.endless else self.report_together
            lines = None if self.options["Verbose"] else 1
            result = self.session.search(limits, report, task, table=table, lines=lines)
        except Exception as failure:  # noqa: BLE001 - whatever it is, the client gets an error and a move
            result = self.session.any_move()
            outcome = "any move is played" if result.move else "there is no move"
            if isinstance(failure, ValueError) and not task.started:  # options do not suit the game
                self.error(f"{failure}; {outcome}")
            else:
                self.tell_error(error_line(f"the search failed: {failure!r}; {outcome}"))
        else:
            if self.options["Verbose"]:
                self.tell_moves(result)
            if result.mate == "refuted":
                self.streams.write(f"info string no mate in {limits.mate}")
            elif result.mate == "undecided":
                self.streams.write(f"info string mate in {limits.mate} undecided")
        task.wait_for_release()
        self.finished(result)

    def nothing_to_stop(self, arguments: list[str]) -> None:
        """Explain that nothing runs. The inbox handles a `stop` that ends something."""
        self.explain("stop: nothing is running")

    # Extras, of use at a terminal.

    def display(self, arguments: list[str]) -> None:
        from dataclasses import replace

        from ..engine.display.diagram import diagram_of
        from ..engine.display.diagram_text import text_rows

        position = self.session.position
        diagram = diagram_of(position)
        picture = [] if diagram is None else text_rows(replace(diagram, marks={}))
        self.streams.write(*picture, f"Fen: {position.fen()}", *self.game.details(position))

    def evaluate(self, arguments: list[str]) -> None:
        position = self.session.position
        position.configure(settled(self.options, position))
        value = round(position.static_value() * position.scale)
        if position.network is not None:
            from ..engine.net.reference import contributions

            if known := contributions(position):
                self.streams.write(f"info string contributions {', '.join(f'{name} {each:+}' for name, each in known)}")
        self.streams.write(
            f"info string evaluation {self.options['Evaluation']}: {value:+} {self.game.unit} for "
            f"{self.game.seats[0]}, {value if position.player() == 0 else -value:+} for the side to move"
        )

    def perft(self, depth: int, task: SearchTask) -> None:
        """Write the number of move sequences after each root move, or each of its chance outcomes, and the sum."""
        from ..engine.position import DEEPEST, Counting

        if depth > DEEPEST:
            raise ValueError(f"perft counts at most {DEEPEST} moves, not {depth}")
        position = self.session.position.clone()
        total = 0 if depth else 1
        legal = position.moves() if depth else []
        for move in [certain for each in legal for certain in dict(position.chances(each)) or [each]]:
            text = position.notation(move)
            position.play(move)
            counting = Counting(position, depth - 1)
            position.undo()
            task.attach(counting.halt)
            nodes = counting.run()
            if task.stopped:
                raise ValueError("perft was stopped")
            self.streams.write(f"{text}: {nodes}")
            total += nodes
        self.streams.write(f"Nodes searched: {total}")

    # Writing.

    def error(self, reason: str) -> None:
        """Report an error in one printable line, or raise UsageError if nothing is forgiven."""
        if not self.forgives:
            raise UsageError(error_line(reason))
        self.tell_error(error_line(reason))

    def tell_error(self, reason: str) -> None:
        self.streams.write(f"info string error: {reason}")

    def explain(self, reason: str) -> None:
        """Tell what was ignored, if the client asked for it with `debug on`."""
        if self.debugging:
            self.streams.write(f"info string {error_line(reason)}")

    def report_together(self, info: Info) -> None:
        """Report on a search that ends by itself. Its first lines are written together with the next ones."""
        self.report(info, self.streams.write_with_next if info.seconds < FIRST_LINES else self.streams.write)

    def report(self, info: Info, write: Callable[[str], None] | None = None) -> None:
        write = write or self.streams.write
        if info.remark:
            write(f"info string {error_line(info.remark)}")
            return
        wdl = None
        if info.line is not None and self.options["UCI_ShowWDL"]:
            wdl = self.game.wdl(self.session.position, info.line.score)
        write(describe_info(info, self.mate_in_plies, wdl))

    def tell_moves(self, result: Result[str]) -> None:
        """Show every root move with the board after it, for the option `Verbose`."""
        from ..engine.display.verbose_text import verbose_rows

        try:
            describe = partial(describe_score, mate_in_plies=self.mate_in_plies)
            text = verbose_rows(self.session.position, result, describe=describe)
            rows = [row for part in text for row in part.splitlines() or [""]]  # a game's text may have several lines
        except Exception as failure:  # noqa: BLE001 - a game of another package: the client gets an error and its move
            self.tell_error(error_line(f"the moves cannot be shown: {failure!r}"))
        else:
            self.streams.write(*(f"info string {row}".rstrip() for row in rows))

    def finished(self, result: Result[str]) -> None:
        exact = result.score.value * self.session.position.scale
        whole = abs(exact - result.score.centi) <= ROUNDING * max(1.0, abs(exact))
        value = [] if whole else [f"info string value {result.score.value!r}"]
        counts = [f"info string {name} {count}" for name, count in result.counts.items()]
        ponder = f" ponder {result.pv[1]}" if "ponder" in self.flags and len(result.pv) > 1 else ""
        self.streams.write(*counts, *value, f"bestmove {result.move or '(none)'}{ponder}")


def error_line(text: str) -> str:
    return shorten(one_line(text), LONGEST_ERROR)
