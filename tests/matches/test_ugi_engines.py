"""Engines that speak UGI, or UCI about Connect-4, and do wrong: each fault is told apart, and play goes on."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from chess.engine import EngineError
from match_process import run_match
from oddsfish.matches.backends.host import Host
from oddsfish.matches.players import engine_player, line_player, process
from oddsfish.matches.players.engine_options import read_option
from oddsfish.matches.players.line_player import read_info
from oddsfish.matches.players.player import Fault, Introduction
from oddsfish.matches.record import Record, Termination
from oddsfish.matches.settings import Engine, Fixture, Opening, TimeControl

BRIEF = 0.3  # seconds, in place of the runner's patience where a test waits for it to end
# Fills column a, then b, and so on; does wrong in its second search what its argument says.
ENGINE = r"""
import os, sys, time
fault = sys.argv[1]
columns, moves, searches, uci = "abcdefg", [], 0, "uci" in sys.argv
def say(*lines):
    sys.stdout.write("".join(line + "\n" for line in lines))
    sys.stdout.flush()
def best():
    heights = [sum((move[2] if "@" in move else move[-1]) == column for move in moves) for column in columns]
    open = [index for index in range(7) if heights[index] < 6]
    return f"P@{columns[open[0]]}{heights[open[0]] + 1}" if uci else columns[open[0]]
WRONG = {
    "illegal": "h", "outcome": "a>b", "full": "a", "none": "(none)", "null": "0000", "empty": "", "chess": "e2e4",
    "capital": "A", "digit": "1", "long": "x" * 500, "drop": "P@a1", "escape": "\x1b[31m",
}
for line in sys.stdin:
    words = line.split()
    if not words:
        continue
    if words[0] in ("ugi", "uci"):
        if fault == "deaf":
            continue
        if fault == "leave":
            sys.exit(4)
        say("id name Column" + "\x1b[1m" * (fault == "bold"), "id author nobody")
        if fault != "no-options":
            say("option name Game type combo default connect4 var connect4 var hilo" if not uci else
                "option name UCI_Variant type combo default chess var chess var cfour")
        say("option name Rules type combo default classic var classic var fullboard",
            "option type spin max 9 min 1 name Level of Play default 3", "option name Note type string default <empty>",
            "option\tname Go type button", "option name Loud type check default false",
            "option name Slip type check default false", "option name Odd", "option", "option name",
            "option type check", "option name Twice type spin default 1 min 0 max 5", "option name Bare type spin",
            words[0] + "ok")
    elif words[0] == "setoption":
        with open(sys.argv[2], "a") as log:
            log.write(line)
    elif words[0] == "isready":
        say("readyok")
    elif words[0] == "quit":
        break
    elif words[0] == "position":
        moves = words[words.index("moves") + 1:] if "moves" in words else []
    elif words[0] == "go":
        searches += 1
        if searches % 3 != 2 or fault in ("fine", "bold", "deaf", "leave", "no-options"):
            say("info depth 2 score cp 7 nodes 5", "bestmove " + best())
        elif fault == "crash":
            sys.exit(3)
        elif fault == "hang":
            time.sleep(1000)
        elif fault == "hang-up":
            os.close(1)
            time.sleep(1000)
        elif fault == "late":
            for line in sys.stdin:
                if line.strip() == "stop":
                    say("bestmove " + best())
                    break
        elif fault == "garbage":
            sys.stdout.buffer.write(b"\xff\0\xfe\n\n \r\ninfo\ninfo score\ninfo depth x score cp y\ninfo score mate\n"
                b"info depth 1 score cp 99999999999999999999999\nbestmoves z\nugiok\noption name X type spin min a\n"
                b"\tinfo depth 3 score cp -12 lowerbound nodes 44 pv score cp 5 depth 8\r\n"
                b"info depth 9 multipv 2 score cp 500\ninfo string score cp 1\n")
            say("  bestmove  " + best() + " ponder b \r")
        else:
            say("bestmove " + WRONG[fault])
"""
AMPLE = TimeControl(base=20.0)
GOOD = Engine("good", protocol="random")


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever does not answer is not waited for so long."""
    monkeypatch.setattr(process, "FAREWELL", BRIEF)
    monkeypatch.setattr(engine_player, "GRACE", BRIEF)
    monkeypatch.setattr(engine_player, "SILENCE", BRIEF)
    monkeypatch.setattr(line_player, "READY", 10 * BRIEF)


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """The file in which engines write what they were told to set."""
    return tmp_path / "log"


def fake(
    fault: str,
    log: Path,
    protocol: str = "ugi",
    time: TimeControl = AMPLE,
    options: tuple[tuple[str, str], ...] = (),
) -> Engine:
    arguments = ("-I", "-S", "-c", ENGINE, fault, str(log), protocol)
    return Engine("bad", sys.executable, arguments, protocol=protocol, time=time, startup=1.0, options=options)


def game(bad: Engine, number: int = 1, opening: Opening | None = None) -> Fixture:
    variant = "cfour" if bad.protocol == "uci" else "connect4"
    return Fixture(number, 1, 1, (0, 1), (bad, GOOD), opening or Opening(), f"1:{number}", variant)


def play(bad: Engine, games: int = 1, opening: Opening | None = None) -> list[Record]:
    shop = Host()
    try:
        return [shop.play(game(bad, number, opening)) for number in range(1, games + 1)]
    finally:
        shop.close()


def introduce(bad: Engine) -> Introduction:
    shop = Host()
    try:
        return shop.introduce(bad, game(bad))
    finally:
        shop.close()


@pytest.mark.parametrize(
    ("fault", "ending", "reason"),
    [
        ("illegal", Termination.ILLEGAL, "Red makes an illegal move: h"),
        ("outcome", Termination.ILLEGAL, "Red makes an illegal move: a>b"),
        ("none", Termination.ILLEGAL, "Red makes an illegal move: none"),
        ("null", Termination.ILLEGAL, "Red makes an illegal move: none"),
        ("empty", Termination.ILLEGAL, "Red makes an illegal move: none"),
        ("chess", Termination.ILLEGAL, "Red makes an illegal move: e2e4"),
        ("crash", Termination.CRASH, "Red disconnects: its engine has crashed (exit status 3)"),
        ("hang-up", Termination.DISCONNECT, "Red disconnects"),
    ],
)
@pytest.mark.parametrize("protocol", ["ugi", pytest.param("uci", marks=pytest.mark.slow)])
def test_a_fault_loses_the_game_and_the_next_is_played(
    fault: str, ending: Termination, reason: str, protocol: str, log: Path
) -> None:
    for record in play(fake(fault, log, protocol), 2):
        assert (record.result, record.ending, record.reason, record.loser) == ("0-1", ending, reason, 0)
        assert len(record.plies) == 2 or record.number == 2


@pytest.mark.parametrize("protocol", ["ugi", "uci"])
def test_a_column_that_is_full(protocol: str, log: Path) -> None:
    column = "drop" if protocol == "uci" else "full"
    moves = tuple(f"P@a{row}" for row in range(1, 7)) if protocol == "uci" else ("a",) * 6
    (record,) = play(fake(column, log, protocol), opening=Opening("", moves))
    assert (record.result, record.ending) == ("0-1", Termination.ILLEGAL)
    assert len(record.plies) == 8


def test_a_square_that_a_disc_does_not_reach(log: Path) -> None:
    """It comes to rest in the lowest empty cell."""
    record, *_ = play(fake("drop", log, "uci"))
    assert (record.ending, record.reason) == (Termination.ILLEGAL, "Red makes an illegal move: P@a1")


@pytest.mark.parametrize("fault", ["long", "escape"])
def test_nonsense_for_a_move_is_shown_short_and_on_one_line(fault: str, log: Path) -> None:
    (record,) = play(fake(fault, log))
    assert record.ending is Termination.ILLEGAL
    assert len(record.reason) < 80 and record.reason.isprintable()


def test_a_column_may_be_a_number(log: Path) -> None:
    (record,) = play(fake("digit", log))
    assert record.plies[2].move == "a"


@pytest.mark.parametrize(
    ("protocol", "time"),
    [
        ("ugi", TimeControl(base=0.2)),
        ("uci", TimeControl(per_move=0.2)),
        pytest.param("ugi", TimeControl(), marks=pytest.mark.slow),
    ],
)
def test_a_hang(protocol: str, time: TimeControl, log: Path) -> None:
    (record,) = play(fake("hang", log, protocol, time))
    assert (record.result, record.ending, record.loser) == ("0-1", Termination.HANG, 0)
    assert record.reason.startswith("Red's connection stalls: no ")


def test_a_flag_that_falls(log: Path) -> None:
    """It is stopped, loses, and is as good as before in the next game."""
    first, second = play(fake("late", log, time=TimeControl(base=0.3)), 2)
    assert (first.result, first.ending, first.reason) == ("0-1", Termination.TIME, "Red loses on time")
    assert len(first.plies) == 2 and len(second.plies) >= 2


@pytest.mark.parametrize("protocol", ["ugi", "uci"])
def test_garbage_costs_nothing(protocol: str, log: Path) -> None:
    for record in play(fake("garbage", log, protocol), 2):
        assert record.ending is Termination.WON
        own = record.plies[::2]
        assert {(ply.score, ply.depth, ply.nodes) for ply in own} == {(7, 2, 5), (-12, 3, 44)}


def test_options_of_every_kind_are_told_as_they_are_spelt(log: Path) -> None:
    told = (("level of play", "9"), ("NOTE", "a b  c"), ("go", ""), ("loud", "TRUE"), ("odd", "x"))
    assert introduce(fake("fine", log, options=told)).name == "Column"
    assert log.read_text().splitlines() == [
        "setoption name Level of Play value 9",
        "setoption name Note value a b  c",
        "setoption name Go",
        "setoption name Loud value true",
        "setoption name Odd value x",
        "setoption name Game value connect4",
    ]


def test_the_game_is_told_once(log: Path) -> None:
    play(fake("fine", log, "uci"), 3)
    assert log.read_text() == "setoption name UCI_Variant value cfour\n"


@pytest.mark.parametrize(
    ("option", "said"),
    [
        (("Nothing", "1"), "'s engine has no option Nothing"),
        (("level of play", "10"), "'s option level of play: 10 is not between 1 and 9"),
        (("Level of Play", "x"), "'s option Level of Play: 'x' is no number"),
        (("Loud", "yes"), "'s option Loud: 'yes' is neither true nor false"),
        (("Rules", "mine"), "'s option Rules: 'mine' is none of classic, fullboard"),
    ],
)
def test_an_option_that_means_nothing(option: tuple[str, str], said: str, log: Path) -> None:
    with pytest.raises(Fault) as caught:
        introduce(fake("fine", log, options=(option,)))
    assert str(caught.value) == said
    assert not log.exists()


@pytest.mark.parametrize(
    ("fault", "protocol", "said"),
    [
        ("deaf", "ugi", "'s connection stalls: no ugiok within 1 s"),
        ("leave", "ugi", " disconnects: its engine has crashed (exit status 4)"),
        ("no-options", "uci", "'s engine has no option UCI_Variant"),
    ],
)
def test_an_engine_that_is_not_fit_for_the_game(fault: str, protocol: str, said: str, log: Path) -> None:
    with pytest.raises(Fault) as caught:
        introduce(fake(fault, log, protocol))
    assert (caught.value.ending, str(caught.value)) == (Termination.NO_START, said)


def test_an_engine_without_an_option_for_the_game_knows_but_one(log: Path) -> None:
    assert introduce(fake("no-options", log)).name == "Column"


def test_an_engine_that_has_not_the_rules_of_the_match(log: Path) -> None:
    bad = fake("fine", log)
    shop = Host()
    try:
        with pytest.raises(Fault, match="no option SlipLeft"):
            rules = (("Slip", "true"), ("SlipLeft", "2"))
            shop.introduce(bad, Fixture(0, 0, 0, (0,), (bad,), Opening(), "1", "connect4", rules))
    finally:
        shop.close()


@pytest.mark.parametrize("words", [["deaf"], ["fine", "option.Level of Play=0"]])
def test_the_match_is_refused_in_one_line(words: list[str], tmp_path: Path) -> None:
    fault, *options = words
    (tmp_path / "engine.py").write_text(ENGINE)
    bad = ["-engine", f"cmd={sys.executable}", "arg=-I", "arg=-S", "arg=engine.py", f"arg={fault}", "arg=log", *options]
    words = [*bad, "startup=0.3", "st=1", "-engine", "proto=random", "-variant", "connect4", "-pgnout", "games.pgn"]
    finished = run_match(*words, where=tmp_path)
    assert (finished.status, finished.out) == (2, "")
    assert finished.err.startswith("match: ") and finished.err.count("\n") == 1
    assert not list(tmp_path.glob("*.pgn*"))


@pytest.mark.slow
def test_a_fatal_fault_ends_the_match_unless_it_may_go_on(tmp_path: Path) -> None:
    (tmp_path / "engine.py").write_text(ENGINE)
    bad = ["-engine", f"cmd={sys.executable}", "arg=-I", "arg=-S", "arg=engine.py", "arg=crash", "arg=log", "name=bad"]
    words = [*bad, "st=5", "-engine", "proto=random", "-variant", "connect4", "-games", "3"]
    finished = run_match(*words, where=tmp_path)
    assert finished.status == 1
    assert finished.lines[-1] == "Finished match: a player failed" and "bad lost 1 by crash" in finished.lines
    finished = run_match(*words, "-recover", where=tmp_path)
    assert finished.status == 0
    assert "bad lost 3 by crash" in finished.lines


def test_a_name_drives_no_terminal(tmp_path: Path) -> None:
    (tmp_path / "engine.py").write_text(ENGINE)
    bad = ["-engine", f"cmd={sys.executable}", "arg=-I", "arg=-S", "arg=engine.py", "arg=bold", "arg=log", "st=5"]
    finished = run_match(*bad, "-engine", "proto=random", "-variant", "connect4", where=tmp_path)
    assert finished.status == 0 and all(line.isprintable() for line in finished.lines)
    first = next(line for line in finished.lines if not line.startswith("Warning: Column?[1m: cannot read its line "))
    assert first.startswith("Column?[1m vs random: ")


@pytest.mark.parametrize(
    ("line", "numbers"),
    [
        ("info depth 5 score cp -3 nodes 10", {"depth": 5, "score": -3, "nodes": 10}),
        ("info score mate -2 depth 3", {"depth": 3, "mate": -2}),
        ("info depth 5 score cp 1 pv depth 9 cp 4", {"depth": 5, "score": 1}),
        ("info depth five score cp 1.5 nodes -", {}),
        ("info", {}),
        ("", {}),
    ],
)
def test_numbers_of_an_info_line(line: str, numbers: dict[str, int]) -> None:
    assert read_info(line) == numbers


def test_options_are_read_in_any_order() -> None:
    option = read_option("type combo var red hot default blue  name  My Name of It var min var blue")
    assert (option.name, option.type, option.default) == ("My Name of It", "combo", "blue")
    assert option.var is not None and option.var[0] == "red hot" and option.var[-1] == "blue"
    option = read_option("name Hash type spin default 16 min -5 max 1024")
    assert (option.name, option.min, option.max, option.default) == ("Hash", -5, 1024, 16)
    option = read_option("name X type spin default 1 min a max 9999999999999999999999999")
    assert (option.type, option.min) == ("spin", None)
    for odd in ("", "name X", "name X type spin", "name X type combo var a default A", "name X type dial default 1"):
        with pytest.raises(EngineError):
            read_option(odd)
