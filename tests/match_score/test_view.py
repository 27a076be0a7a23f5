"""What the user of a match sees: a drawing on a terminal, plain lines elsewhere."""

from __future__ import annotations

import io
import json
import multiprocessing
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
from collections.abc import Callable, Sequence
from contextlib import suppress
from fcntl import ioctl
from pathlib import Path
from types import FrameType

import pytest
from oddsfish.engine.display.diagram_text import Style, text_rows
from oddsfish.engine.support.system import PIPE_BYTES
from oddsfish.matches import match as views
from oddsfish.matches.backends.live import SHOWN, Speaker, messages
from oddsfish.matches.files.live_file import LiveFile, read_live
from oddsfish.matches.game.loop import make_arbiter, unplayed
from oddsfish.matches.record import Ply, Record, Termination
from oddsfish.matches.score.figures import duration
from oddsfish.matches.score.sprt import Sprt
from oddsfish.matches.score.standings import Standings
from oddsfish.matches.settings import Engine, Fixture, Match, Opening, Run, TimeControl
from oddsfish.matches.views.layout import crop, scale, table
from oddsfish.matches.views.live_game import diagram
from oddsfish.matches.views.screen import Screen
from oddsfish.matches.views.view import View, finished_line
from rich.console import Console

PATIENCE = 60.0  # seconds
HIDE, SHOW = "\x1b[?25l", "\x1b[?25h"  # the cursor
ESCAPE = re.compile(r"\x1b\[([0-9;?]*)([a-zA-Z])")
SIZES = [(80, 24), (40, 24), (40, 10), (20, 5), (200, 60)]
LATER = 65.0  # seconds after the beginning
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
RESULTS = ("1-0", "1/2-1/2", "0-1")
MATCH = (
    sys.executable,
    "-c",
    "from oddsfish.matches.cli.match_command import main; raise SystemExit(main())",
    *("-engine", "proto=random", "name=Ann", "-engine", "proto=random", "name=Bob", "-maxmoves", "20", "-repeat"),
)


class Stage:
    """A screen of some size, with a clock that the test sets, and games that end as the test says."""

    def __init__(
        self,
        names: Sequence[str] = ("Ann", "Bob"),
        size: tuple[int, int] = (80, 24),
        watch: bool = False,
        sprt: Sprt | None = None,
        variant: str = "standard",
        encoding: str = "utf-8",
    ) -> None:
        engines = tuple(Engine(name, time=TimeControl(60.0)) for name in names)
        self.match = Match(engines, variant=variant, games=2, rounds=50, repeat=2, sprt=sprt)
        self.bytes = io.BytesIO()
        self.out = io.TextIOWrapper(self.bytes, encoding=encoding, newline="")
        console = Console(
            file=self.out, force_terminal=True, width=size[0], height=size[1], highlight=False, color_system="standard"
        )
        self.screen = Screen(self.match, 100, self.out, watch=watch, console=console)
        self.now = 1000.0
        self.screen.clock = lambda: self.now
        self.standings = Standings(tuple(names), 2)

    def game(self, number: int, seats: tuple[int, ...] = (0, 1)) -> Fixture:
        players = tuple(self.match.engines[place] for place in seats)
        return Fixture(number, (number + 1) // 2, 2 - number % 2, seats, players, Opening(), "", self.match.variant)

    def finish(
        self,
        number: int,
        result: str = "1-0",
        ending: Termination = Termination.CHECKMATE,
        loser: int | None = None,
        seats: tuple[int, ...] = (0, 1),
        plies: int = 0,
    ) -> None:
        fields = vars(unplayed(self.game(number, seats)))
        fields |= {"result": result, "ending": ending, "reason": "So it ended", "loser": loser}
        record = Record(**fields | {"plies": (Ply("e2e4", "e4"),) * plies})
        if self.match.variant == "hilo":
            record = Record(**vars(record) | {"utility": 1.5})
        self.standings.add(record)
        self.screen.finished(record, self.standings)

    def hear(self, number: int, ply: int = 2, turn: int = 0, fen: str = START, **last: float | str | None) -> None:
        one = Ply("e7e5", "e5", 0.5, 50.0, 12, None, 9)
        seats = (0, 0) if self.match.variant == "hilo" else (turn, 1 - turn)
        both = (Ply(**vars(one) | {"seat": seats[0]}), Ply(**vars(one) | {"seat": seats[1]} | last))
        plies = [list(vars(ply).values()) for ply in both]
        sides = make_arbiter(self.game(number, (0, 1)[: 1 if self.match.variant == "hilo" else 2])).sides
        self.screen.hear({"game": number, "ply": ply, "fen": fen, "turn": turn, "sides": sides, "last": plies})

    def said(self) -> str:
        self.out.flush()
        return self.bytes.getvalue().decode(self.out.encoding)

    def display(self) -> str:
        return self.screen.display(self.now).plain


def at_start(stage: Stage) -> None:
    stage.screen.started(stage.game(1))


def in_the_middle(stage: Stage) -> None:
    for number in range(1, 41):
        stage.finish(number, RESULTS[number * number % 3], seats=(0, 1) if number % 2 else (1, 0))
    stage.screen.started(stage.game(41))


def with_faults(stage: Stage) -> None:
    in_the_middle(stage)
    stage.finish(41, "1-0", Termination.TIME, loser=1)
    stage.finish(42, "1-0", Termination.TIME, loser=1)
    stage.finish(43, "0-1", Termination.CRASH, loser=0)
    stage.finish(44, "*", Termination.UNFINISHED)


def with_many(stage: Stage) -> None:
    many = len(stage.match.engines)
    for number in range(1, 61):
        pair = (number - 1) // 2
        one, other = pair % many, (pair * 7 + 1) % many
        if one != other:
            stage.finish(number, RESULTS[number % 3], seats=(one, other) if number % 2 else (other, one))
    for number in range(61, 93):
        stage.screen.started(stage.game(number, (number % many, (number + 1) % many)))


def alone(stage: Stage) -> None:
    for number in range(1, 9):
        stage.finish(number, seats=(number % 2,))


MANY = tuple(f"Engine {number} of a long name" for number in range(20))
STATES: dict[str, tuple[Callable[[Stage], None], Callable[[tuple[int, int]], Stage]]] = {
    "start": (at_start, lambda size: Stage(size=size)),
    "middle": (in_the_middle, lambda size: Stage(size=size)),
    "sprt": (in_the_middle, lambda size: Stage(size=size, sprt=Sprt(0, 10))),
    "faults": (with_faults, lambda size: Stage(size=size)),
    "many": (with_many, lambda size: Stage(MANY, size)),
    "hilo": (alone, lambda size: Stage(size=size, variant="hilo")),
    "wide names": (in_the_middle, lambda size: Stage(("棋" * 40, "e\u0301" * 90), size)),
    "ascii": (with_faults, lambda size: Stage(("Jürgen", "棋"), size, encoding="ascii", sprt=Sprt(0, 10))),
    "watch": (at_start, lambda size: Stage(size=size, watch=True)),
}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("state", STATES)
def test_the_display_fits_any_terminal(state: str, size: tuple[int, int]) -> None:
    prepare, make = STATES[state]
    stage = make(size)
    stage.screen.begin(1, stage.standings)
    prepare(stage)
    stage.hear(1)
    stage.now += LATER
    display = stage.screen.display(stage.now)
    lines = display.split("\n")
    assert len(lines) < size[1]
    assert max(line.cell_len for line in lines) < size[0]
    assert "games" in display.plain or size[0] < 40
    stage.screen.tick(stage.now)
    stage.screen.close()
    stage.said().encode(stage.out.encoding)


def show(state: str, size: tuple[int, int] = (80, 24)) -> str:
    prepare, make = STATES[state]
    stage = make(size)
    stage.screen.begin(1, stage.standings)
    prepare(stage)
    stage.now += LATER
    return stage.display()


@pytest.mark.parametrize(
    ("state", "size", "words"),
    [
        ("start", (80, 24), ["0/100 games 0 %", "elapsed 1:05", "left about ?", "no game finished yet", "no faults"]),
        ("start", (80, 24), ["under way", "1 Ann vs Bob 1:05"]),
        ("middle", (80, 24), ["40/100 games 40 %", "left about 1:37", "Ann against Bob", "won 7, drawn 27, lost 6"]),
        ("middle", (80, 24), ["score 20.5 of 40, 51.2 %", "Ptnml 0 6 7 7 0"]),
        # The figures of the plain lines.
        ("middle", (80, 24), ["Elo 8.7 ± 62.0   LOS 60.9 %   nElo 15.3 ± 107.7   draws 67.5 %"]),
        ("sprt", (80, 24), ["left at most"]),
        ("faults", (80, 24), ["FAULTS   Ann lost 1 by crash   Bob lost 2 by time   1 unfinished"]),
        ("faults", (40, 10), ["FAULTS"]),  # they have priority on a terminal with too few rows
        (
            "hilo",
            (80, 24),
            ["Ann   utility 1.5000 ± 0.0000   games 4", "Ann - Bob 0.0000 ± 0.0000   on the same decks"],
        ),
    ],
)
def test_how_a_match_stands_has_words(state: str, size: tuple[int, int], words: list[str]) -> None:
    said = show(state, size)
    assert [text for text in words if text not in said] == [], said


def test_a_test_between_its_bounds() -> None:
    bar = r"LLR (-?)\d\.\d\d \(\1\d+ %\)   H0 -2\.94 ├[─━┼]+┤ 2\.94 H1\s+SPRT \[0, 10\] normalized"
    assert re.search(bar, show("sprt"))


def test_a_decided_test_says_so() -> None:
    stage = Stage(sprt=Sprt(0, 300))
    stage.screen.begin(1, stage.standings)
    for number in range(1, 41):
        stage.finish(number, "1-0" if number % 2 else "0-1", seats=(0, 1) if number % 2 else (1, 0))
    assert "H1 ACCEPTED" in stage.display()


def test_a_line_about_a_fault_names_who_it_was() -> None:
    stage = Stage()
    stage.screen.begin(1, stage.standings)
    with_faults(stage)
    stage.screen.tick(stage.now)
    assert "Finished game 43 (Ann vs Bob): 0-1 {So it ended} FAULT of Ann: crash" in stage.said()


def test_more_than_two_are_ranked() -> None:
    said = show("many", (100, 60))
    assert re.search(r"Name +Points Games +Elo +\+/- Score% Draw%", said)
    rows = [row.split() for row in said.split("\n") if "of a long name" in row]
    scores = [float(row[-2]) for row in rows if row[-5] != "0"]
    assert len(rows) == 20 and len(scores) > 10 and scores == sorted(scores, reverse=True)
    assert len([row for row in show("many", (40, 12)).split("\n") if re.match(r" *\d+ Engine", row)]) >= 4


def test_what_was_played_before_says_nothing_of_the_pace() -> None:
    stage = Stage()
    in_the_middle(stage)
    stage.screen.begin(1, stage.standings)
    stage.now += 60
    assert "left about ?" in stage.display()
    stage.finish(41)
    assert "left about 59:00" in stage.display() and "games a minute 1" in stage.display()


def test_names_cannot_move_the_cursor() -> None:
    stage = Stage(("A\x1b[2J\nnn", "Bob"))
    stage.screen.begin(1, stage.standings)
    in_the_middle(stage)
    stage.now += LATER
    stage.screen.tick(stage.now)
    assert "\x1b[2J" not in stage.said() and "A?[2J?nn" in stage.display()


def test_a_match_that_is_to_stop_says_so_at_once() -> None:
    stage = Stage()
    stage.screen.begin(1, stage.standings)
    stage.screen.tick(stage.now)
    stage.screen.stopping(2, urgent=False)
    stage.screen.tick(stage.now)
    assert "Stopping when 2 more games are finished; again to leave them unfinished\n" in stage.said()
    assert "\nSTOPPING   elapsed 0:00" in stage.display()


def test_it_is_drawn_once_a_second_and_lines_wait() -> None:
    stage = Stage()
    stage.screen.begin(1, stage.standings)
    stage.screen.tick(stage.now)
    before = stage.said()
    stage.finish(1)
    for _ in range(4):
        stage.now += 0.2
        stage.screen.tick(stage.now)
    assert stage.said() == before
    stage.now += 0.3
    stage.screen.tick(stage.now)
    after = stage.said().removeprefix(before)
    assert after.count("Finished game 1") == 1 and after.count("1/100 games") == 1


def test_the_display_goes_and_the_last_lines_remain() -> None:
    stage = Stage()
    stage.screen.begin(1, stage.standings)
    in_the_middle(stage)
    stage.screen.tick(stage.now)
    stage.finish(41)
    stage.screen.ended(stage.standings, "all games are played")
    stage.screen.close()
    said = stage.said()
    display, last = said.rsplit(SHOW, 1)
    assert HIDE in display and HIDE not in last and "elapsed" not in last
    plain = io.StringIO()
    View(stage.match, 100, plain).ended(stage.standings, "all games are played")
    assert ESCAPE.sub("", last).replace("\r", "").lstrip("\n") == f"{finished(41)}\n{plain.getvalue()}"


def finished(number: int) -> str:
    return f"Finished game {number} (Ann vs Bob): 1-0 {{So it ended}}"


def test_it_costs_the_engines_next_to_nothing() -> None:
    """A minute of a match with a game a second. It counts calls of Python, as clocks also count other programs."""
    stage = Stage(size=(100, 40), sprt=Sprt(0, 10))
    stage.screen.begin(1, stage.standings)
    calls = 0

    def count(frame: FrameType, event: str, what: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        for tick in range(300):
            if tick % 5 == 0:
                stage.finish(tick // 5 + 1, RESULTS[tick % 3])
                stage.screen.started(stage.game(tick // 5 + 2))
            stage.now += 0.2
            stage.screen.tick(stage.now)
    finally:
        sys.setprofile(None)
    assert stage.said().count("elapsed") == 60
    assert calls < 600_000  # a tenth of a second


# A game that is watched.


def watching(variant: str = "standard") -> Stage:
    stage = Stage(watch=True, size=(80, 40), variant=variant)
    stage.screen.begin(1, stage.standings)
    for number in (1, 2):
        stage.screen.started(stage.game(number, (0,) if variant == "hilo" else (0, 1)))
    return stage


def test_a_game_is_drawn_with_its_clocks() -> None:
    stage = watching()
    assert "no move yet" in stage.display()
    stage.hear(1, ply=2, turn=0, clock=40.0, score=-35, depth=11)
    said = stage.display()
    assert "r n b q k b n r 8" in said and "p p p p[p]p p p 7" in said and "Game 1, ply 2" in said
    assert re.search(r"  Black: Bob\n.*0:40 -0\.35 d11", said)
    assert re.search(r"> White: Ann\n.*0:50 \+0\.12 d9", said)
    stage.now += 35.5
    assert re.search(r"> White: Ann\n.*14\.5 s", stage.display()) and "0:40" in stage.display()


def test_games_of_every_kind_are_drawn() -> None:
    """With their own pieces and words; a mate, and time where there is no clock."""
    stage = watching()
    stage.hear(1, clock=None, score=None, mate=-3, depth=None)
    assert re.search(r"  Black: Bob\n.*  0\.50 s mate -3\n", stage.display())
    for variant, fen, move in (
        ("connect4", "7/7/7/7/3y3/3r3 r 2", "d"),
        ("cfour", f"7/7/7/7/3p3/3P3[{'P' * 20}{'p' * 20}] w - - 0 2", "P@d2"),
    ):
        stage = watching(variant)
        stage.hear(1, ply=2, fen=fen, move=move, text=move)
        said = stage.display()
        assert "· · ·[○]· · ·" in said and "· · · ● · · ·" in said
        assert "  Yellow ○: Bob\n" in said and "> Red ●: Ann\n" in said
    stage = watching("hilo")
    stage.hear(1, ply=2, fen="5 1.2 3", move="high 5", text="high 5")
    said = stage.display()
    assert "|  5 |" in said and "Utility 1.2, 3 draws left" in said and "> Player: Ann\n" in said
    assert "low: 3.6 (4/13), 1.2 (1/13), -1 (8/13)" in said


def test_after_a_lost_message_the_board_is_right_again() -> None:
    stage = watching()
    stage.hear(1, ply=2)
    stage.display()
    stage.hear(1, ply=30, fen="8/8/8/8/8/2k5/8/K7 w - - 0 40")
    assert "ply 30" in stage.display() and "· · k · · · · · 3" in stage.display()
    assert "· · · · · · · · 8" in stage.display()


def test_a_watched_game_is_seen_to_its_end_and_then_another() -> None:
    stage = watching()
    stage.hear(1, ply=2)
    assert "Game 1" in stage.display()
    stage.hear(2, ply=10)
    stage.finish(1, plies=2)
    assert "Game 1" in stage.display() and "1-0 So it ended" in stage.display()
    stage.now += 3.1
    assert "Game 2, ply 10" in stage.display()


def test_a_watched_game_is_left_when_its_end_was_not_heard_of_or_its_worker_is_lost() -> None:
    stage = watching()
    stage.hear(1, ply=2)
    stage.hear(2, ply=10)
    stage.display()
    stage.finish(1, plies=4)
    assert "Game 2, ply 10" in stage.display()
    stage.screen.lost(stage.game(2))
    assert "no move yet" in stage.display()


def test_workers_tell_a_game_as_a_whole() -> None:
    ear, mouth = multiprocessing.Pipe(duplex=False)
    speaker = Speaker(mouth)
    game = Stage().game(1)
    arbiter = make_arbiter(game)
    arbiter.play("e2e4")
    ply = Ply("e2e4", "e4", 0.1234, 3599.8766, -12345, None, 127, 10**12, 32, 20)
    speaker.show(Record(**vars(unplayed(game)) | {"plies": (ply,) * 100}), arbiter)
    speaker.talk("\U0001f600" * PIPE_BYTES)  # longer than a message may be; such characters are the longest in JSON
    speaker.talk("")
    mouth.close()
    with ear:
        message, cut, empty = list(messages(ear))
    assert len(json.dumps(message)) <= PIPE_BYTES / 2
    assert message["fen"].startswith("rnbqkbnr/pppppppp/8/8/4P3") and message["turn"] == 1
    assert [Ply(*fields) for fields in message["last"]] == [ply] * SHOWN and message["ply"] == 100
    assert set(cut["line"]) == {"\U0001f600"} and empty == {"line": ""}


def test_lines_of_debug_that_nobody_reads_are_counted_and_cost_no_time() -> None:
    ear, mouth = multiprocessing.Pipe(duplex=False)
    speaker = Speaker(mouth)
    for number in range(5000):
        speaker.talk(f"{number:100}")
    told = os.read(ear.fileno(), 1 << 20).count(b"\n")
    assert 0 < told < 5000
    speaker.talk("here again")
    mouth.close()
    with ear:
        lines = [message["line"] for message in messages(ear)]
    assert lines == [f"... {5000 - told} lines that nobody has read in time", "here again"]


# Pictures and pieces of text.


def test_a_picture_is_by_the_rules_of_the_variant() -> None:
    game = Fixture(**vars(Stage(variant="connect4").game(1)) | {"variant_options": (("Rules", "fullboard"),)})
    drawn = diagram(game, "7/7/7/7/yyy4/rrrr3 y 4", "d")
    assert drawn is not None
    rows = text_rows(drawn, Style(), status=False)
    assert rows[-3:] == ["● ● ●[●]· · ·", "a b c d e f g", "Fours: Red ● 1, Yellow ○ 0"]
    assert text_rows(drawn, Style(unicode=False))[-2:] == ["Yellow O to move", "Fours: Red X 1, Yellow O 0"]


@pytest.mark.parametrize(
    ("variant", "reason", "said"),
    [
        ("standard", "White mates", "White mates"),
        ("connect4", "Red wins: four in a row", "White wins: four in a row"),
        ("cfour", "Yellow's connection stalls: no bestmove", "Black's connection stalls: no bestmove"),
        ("hilo", "No draw is left, utility 3", "No draw is left, utility 3"),
    ],
)
def test_lines_for_scripts_speak_of_white_and_black(variant: str, reason: str, said: str) -> None:
    fields = vars(unplayed(Stage(variant=variant).game(7))) | {"result": "1-0", "reason": reason}
    assert finished_line(Record(**fields)) == f"Finished game 7 (Ann vs Bob): 1-0 {{{said}}}"


def test_the_scale_grows_from_zero() -> None:
    assert scale(0.0, -2.0, 2.0, 9, True).plain == "├───┼───┤"
    assert scale(1.0, -2.0, 2.0, 9, True).plain == "├───┼━━─┤"
    assert scale(-9.0, -2.0, 2.0, 9, False).plain == "|===+...|"


def test_pieces() -> None:
    assert [duration(seconds) for seconds in (0.9, 75, 3600, 90061)] == ["0:00", "1:15", "1:00:00", "1 day 01:01:01"]
    assert (crop("engine", 6), crop("engines", 6), crop("棋棋棋", 5), crop("engine", 3)) == (
        "engine",
        "engi..",
        "棋 ..",
        "eng",
    )
    heads = ("", "Name", "Points", "Games")
    narrow = table(heads, [("1", "A long name indeed", "1.5", "2")], 24)
    assert [line.plain for line in narrow] == ["  Name            Points", "1 A long name i..    1.5"]


# Which view there is.


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def plain_match(*protocols: str) -> Match:
    return Match(tuple(Engine(protocol, protocol=protocol) for protocol in protocols or ("random", "random")))


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    monkeypatch.setenv("TERM", "xterm")
    return Terminal()


def test_a_terminal_is_drawn_on_unless_it_is_dumb(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    assert isinstance(views.make_view(plain_match(), Run(), terminal), Screen)
    for name in ("dumb", "unknown", ""):
        monkeypatch.setenv("TERM", name)
        assert type(views.make_view(plain_match(), Run(), terminal)) is View and terminal.getvalue() == ""


def test_without_rich_there_are_lines_and_a_hint(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "find_spec", lambda name: None)
    assert type(views.make_view(plain_match(), Run(), terminal)) is View
    assert terminal.getvalue().count("\n") == 1 and "pip install rich" in terminal.getvalue()
    with pytest.raises(ValueError, match="pip install rich"):
        views.make_view(plain_match(), Run(watch=True), terminal)


def test_a_person_has_the_terminal(terminal: Terminal) -> None:
    assert type(views.make_view(plain_match("human", "random"), Run(), terminal)) is View
    with pytest.raises(ValueError, match="human"):
        views.make_view(plain_match("human", "random"), Run(watch=True), terminal)


# Whole matches.


def piped(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*MATCH, *words], capture_output=True, text=True, timeout=PATIENCE, check=False)


def test_a_pipe_gets_plain_lines() -> None:
    done = piped("-games", "2")
    assert done.returncode == 0 and done.stderr == ""
    assert "\x1b" not in done.stdout and "Started game 1 of 2 (Ann vs Bob)\n" in done.stdout
    assert done.stdout.endswith("Finished match: all games are played\n")


def test_nothing_is_watched_through_a_pipe(tmp_path: Path) -> None:
    done = piped("-games", "2", "-watch", "-results", str(tmp_path / "results"))
    assert done.returncode == 2 and done.stdout == "" and not any(tmp_path.iterdir())
    assert done.stderr == "oddsfish: match: -watch draws a board, which needs a terminal\n"


def test_rich_is_imported_where_it_is_used() -> None:
    code = "import sys; from oddsfish.matches import match; sys.exit('rich' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False, timeout=PATIENCE).returncode == 0


class Session:
    """A match on a terminal of its own."""

    def __init__(self, *words: str, columns: int = 80) -> None:
        self.end, other = pty.openpty()
        ioctl(other, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLUMNS", "LINES")}
        self.process = subprocess.Popen(
            [*MATCH, *words],
            stdin=other,
            stdout=other,
            stderr=other,
            start_new_session=True,
            env={**kept, "TERM": "xterm-256color", "PYTHONUTF8": "1"},
        )
        os.close(other)
        self.said = ""

    def until(self, words: str = "") -> str:
        """All that was said until these words, or to the end."""
        with suppress(OSError):  # the other end is closed
            while not words or words not in self.said:
                assert select.select([self.end], [], [], PATIENCE)[0], self.said
                data = os.read(self.end, 1 << 16)
                if not data:
                    break
                self.said += data.decode(errors="replace")
        assert words in self.said, self.said
        return self.said

    def close(self) -> int:
        said = self.until()
        os.close(self.end)
        status = self.process.wait(PATIENCE)
        assert said.rfind(SHOW) > said.rfind(HIDE), "the cursor is hidden"
        return status


@pytest.mark.clock
def test_a_match_on_a_terminal() -> None:
    session = Session("-games", "6", "-concurrency", "2", "-watch", columns=40)
    assert session.close() == 0
    said = session.said
    assert "/6 games" in said and "elapsed" in said and re.search("\x1b\\[[0-9;]*3[0-7]m", said), "no colour"
    assert ESCAPE.sub("", said).endswith("Finished match: all games are played\r\n")
    assert said.count("Finished game") == 6 and "Started game" not in said


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_the_terminal_is_restored_after_a_signal(number: int) -> None:
    session = Session("-games", "100000")
    session.until("0:01")
    os.kill(session.process.pid, number)
    assert session.close() == 128 + number
    assert ESCAPE.sub("", session.said).endswith("Finished match: stopped\r\n")


def test_the_game_that_is_watched_is_told_to_others_until_the_end(tmp_path: Path) -> None:
    stage = Stage(watch=True)
    results = tmp_path / "results.jsonl"
    stage.screen.live_file = LiveFile(results)
    stage.screen.begin(7, stage.standings)
    stage.screen.started(stage.game(1))
    stage.hear(1)
    stage.display()
    told = read_live(results)
    assert told is not None and (told["number"], told["ply"], told["moves"]) == (1, 2, ["e5", "e5"])
    assert [seat["name"] for seat in told["seats"]] == ["Ann", "Bob"]
    stage.screen.close()
    assert list(tmp_path.iterdir()) == []


def test_where_nobody_can_be_told_that_is_said_once(tmp_path: Path) -> None:
    stage = watching()
    stage.screen.live_file = LiveFile(tmp_path / "missing" / "results.jsonl")
    stage.hear(1)
    stage.display()
    stage.display()
    stage.screen.close()
    assert stage.said().count("Nobody else can watch: ") == 1
