"""Faults of engines: they are told apart and charged to the right engine, and the match goes on."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from chess.engine import EngineError
from fake_engine import processes
from match_games import fake_engine, game, host, introduce_here, kept, match_here, play
from match_process import engine, read_pgn
from oddsfish.matches.players import engine_options, engine_player, process
from oddsfish.matches.players.engine_options import read_option
from oddsfish.matches.players.player import Fault
from oddsfish.matches.players.uci_lines import read_info
from oddsfish.matches.record import Record, Termination, check
from oddsfish.matches.settings import Engine, Opening, TimeControl

BRIEF = 0.3  # seconds, in place of the runner's patience if a test waits for its end
KILLED = 2.0  # seconds in which a process that was killed must be gone
GOOD = fake_engine("Good")
RANDOM = Engine("good", protocol="random")
CONNECT4 = {"ugi": "connect4", "uci": "cfour"}  # what each protocol calls it


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shorten the wait for engines that do not quit."""
    monkeypatch.setattr(process, "FAREWELL", BRIEF)


def columns(*words: str, protocol: str = "ugi", **more: Any) -> Engine:
    """An engine that plays Connect-4."""
    return fake_engine("Bad", "line=columns", *words, protocol=protocol, **more)


def check_lost(record: Record, ending: Termination, reason: str) -> None:
    assert (record.result, record.ending, record.reason, record.loser) == ("0-1", ending, reason, 0)


def check_good(record: Record) -> None:
    """A whole game of the two that shuffle."""
    assert (record.result, record.ending, len(record.plies), record.loser) == (
        "1/2-1/2",
        Termination.REPETITION,
        8,
        None,
    )


def check_took(taken: list[float], seconds: float) -> None:
    """No time is less than the engine slept. Most are hardly more; others may be if the machine was busy."""
    assert min(taken) >= seconds and sorted(taken)[len(taken) // 2] < seconds + 0.03, taken


FLOODS = " disconnects: its engine floods its output"
ILLEGAL = " makes an illegal move: "
FAULTS = [  # what the engine does at its second move, how the game ends, what is said of it
    (["crash@2"], Termination.CRASH, " disconnects: its engine has crashed (exit status 3)"),
    (["killed@2"], Termination.CRASH, " disconnects: its engine has crashed (killed by SIGSEGV)"),
    (["hang-up@2"], Termination.DISCONNECT, " disconnects"),
    *(([f"{fault}@2"], Termination.FLOOD, FLOODS) for fault in ("flood", "flood-short", "flood-line", "flood-errors")),
    (["wrong@2", "says=(none)"], Termination.ILLEGAL, f"{ILLEGAL}none"),
    (["wrong@2", "says="], Termination.ILLEGAL, f"{ILLEGAL}none"),
]
OF_CHESS = [(["wrong@2", f"says={move}"], Termination.ILLEGAL, f"{ILLEGAL}{move}") for move in ("e1e8", "a1a8", "0000")]
OF_COLUMNS = [
    (["wrong@2", f"says={move}"], Termination.ILLEGAL, f"{ILLEGAL}{said}")
    for move, said in (("h", "h"), ("a>b", "a>b"), ("e2e4", "e2e4"), ("0000", "0000"))
]


@pytest.mark.clock
@pytest.mark.parametrize(("words", "ending", "reason"), FAULTS + OF_CHESS)
def test_a_fault_loses_the_game_and_the_next_is_played(
    words: list[str], ending: Termination, reason: str, tmp_path: Path
) -> None:
    first, second = play(fake_engine("Bad", *words, f"once={tmp_path / 'done'}"), GOOD, 2)
    check_lost(first, ending, f"White{reason}")
    assert len(first.plies) == 2
    check_good(second)


@pytest.mark.parametrize(("words", "ending", "reason"), [FAULTS[0], FAULTS[2], *FAULTS[-2:], *OF_COLUMNS])
@pytest.mark.parametrize("protocol", ["ugi", pytest.param("uci", marks=pytest.mark.slow)])
def test_a_fault_at_connect4(words: list[str], ending: Termination, reason: str, protocol: str, tmp_path: Path) -> None:
    bad = columns(*words, f"once={tmp_path / 'done'}", protocol=protocol)
    first, second = play(bad, RANDOM, 2, CONNECT4[protocol])
    check_lost(first, ending, f"Red{reason}")
    assert len(first.plies) == 2 and second.ending is Termination.WON


def test_it_is_black_who_loses_by_blacks_fault() -> None:
    (record,) = play(GOOD, fake_engine("Bad", "crash@2"))
    assert (record.result, record.loser) == ("1-0", 1)
    assert record.reason == "Black disconnects: its engine has crashed (exit status 3)"


@pytest.mark.parametrize("connect4", [False, True])
def test_nonsense_for_a_move_is_shown_short_and_on_one_line(connect4: bool) -> None:
    words = ["wrong@1", 'says="1-0"{O-O}\x07\x1b[31m' + "x" * 500]
    bad = columns(*words) if connect4 else fake_engine("Bad", *words)
    (record,) = play(bad, RANDOM, variant="connect4" if connect4 else "standard")
    assert record.ending is Termination.ILLEGAL
    assert ILLEGAL in record.reason
    assert len(record.reason) < 80 and record.reason.isprintable()


@pytest.mark.parametrize(("protocol", "full"), [("ugi", "a"), ("uci", "P@a1")])
def test_a_column_that_is_full(protocol: str, full: str) -> None:
    moves = tuple(f"P@a{row}" for row in range(1, 7)) if protocol == "uci" else ("a",) * 6
    bad = columns("wrong@2", f"says={full}", protocol=protocol)
    with host() as shop:
        record = shop.play(game(bad, RANDOM, opening=Opening("", moves), variant=CONNECT4[protocol]))
    check_lost(record, Termination.ILLEGAL, f"Red{ILLEGAL}{full}")
    assert len(record.plies) == 8


def test_a_square_that_a_disc_does_not_reach_and_a_column_by_its_number() -> None:
    """A disc comes to rest in the lowest empty cell."""
    (record,) = play(columns("wrong@2", "says=P@a1", protocol="uci"), RANDOM, variant="cfour")
    check_lost(record, Termination.ILLEGAL, f"Red{ILLEGAL}P@a1")
    (record,) = play(columns("wrong@2", "says=1"), RANDOM, variant="connect4")
    assert record.plies[2].move == "a"


@pytest.mark.parametrize("fault", ["garbage", "errors", "chatter", "twice", "flood-after"])
def test_noise_costs_nothing(fault: str) -> None:
    """A line after a bestmove gives no score for the next move."""
    noisy = fake_engine("Noisy", f"{fault}@1", f"{fault}@2", "score=20")
    for record in play(noisy, GOOD, 2):
        check_good(record)
        assert [(ply.score, ply.depth) for ply in record.plies[::2]] == [(20, 1)] * 4


@pytest.mark.parametrize("protocol", CONNECT4)
def test_untidy_lines_cost_nothing(protocol: str) -> None:
    untidy = columns("untidy@2", "score=7", protocol=protocol)
    for number, record in enumerate(play(untidy, RANDOM, 2, CONNECT4[protocol])):
        assert record.ending is Termination.WON
        seen = {(ply.score, ply.depth, ply.nodes) for ply in record.plies[::2]}
        assert seen == {(7, 1, 100)} | ({(-12, 3, 44)} if number == 0 else set())


@pytest.mark.parametrize("fault", ["split", "split-score"])
def test_the_last_score_counts_however_it_is_written(fault: str) -> None:
    (record,) = play(fake_engine("Slow", f"{fault}@1"), GOOD)
    assert (record.plies[0].score, record.plies[0].depth) == (100, 10)


@pytest.mark.parametrize("fault", ["crash-after@4", "crash-at-newgame@2"])
def test_a_crash_between_games(fault: str, tmp_path: Path) -> None:
    records = play(fake_engine("Bad", fault, f"once={tmp_path / 'done'}"), GOOD, 3)
    check_good(records[0])
    check_lost(records[1], Termination.CRASH, "White disconnects: its engine has crashed (exit status 3)")
    assert records[1].plies == ()
    check_good(records[2])


def test_a_crash_after_a_move_is_charged_to_who_crashed() -> None:
    (record,) = play(fake_engine("Bad", "crash-after@1"), GOOD)
    check_lost(record, Termination.CRASH, "White disconnects: its engine has crashed (exit status 3)")
    assert len(record.plies) == 2


# Time.


@pytest.mark.parametrize("variant", ["standard", "connect4"])
def test_a_silent_hang_with_a_clock(variant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_player, "GRACE", BRIEF)
    chess, time = variant == "standard", TimeControl(base=0.3)
    bad = fake_engine("Bad", "hang@2", time=time) if chess else columns("hang@2", time=time)
    (record,) = play(bad, GOOD if chess else RANDOM, variant=variant)
    stalls = f"{'White' if chess else 'Red'}'s connection stalls: no bestmove within {BRIEF:g} s"
    check_lost(record, Termination.HANG, stalls)
    assert 0.3 + BRIEF <= record.seconds < 0.3 + BRIEF + 0.5


def test_a_silent_hang_without_a_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_player, "SILENCE", BRIEF)
    (record,) = play(replace(fake_engine("Bad", "hang@2", time=TimeControl()), ping=BRIEF), GOOD)
    check_lost(record, Termination.HANG, f"White's connection stalls: no readyok within {BRIEF:g} s")
    assert 2 * BRIEF <= record.seconds < 2 * BRIEF + 0.5


def test_thinking_without_a_clock_may_take_longer_than_a_hang(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_player, "SILENCE", 0.2)
    (record,) = play(fake_engine("Slow", "late@1", "long=0.3", time=TimeControl()), GOOD)
    check_good(record)


@pytest.mark.parametrize(
    ("late", "control"),
    [
        ("late@2", TimeControl(base=0.3)),
        ("wait-for-stop@2", TimeControl(per_move=0.3)),
        ("stop-twice@2", TimeControl(base=0.3)),
    ],
)
def test_a_flag_falls(late: str, control: TimeControl) -> None:
    with host() as shop:
        slow = fake_engine("Slow", late, "long=0.5", time=control)
        record = shop.play(game(slow, GOOD))
        check_lost(record, Termination.TIME, "White loses on time")
        assert len(record.plies) == 2 and record.late is None  # only a move that comes by itself has it
        check_good(shop.play(game(slow, GOOD, 2)))  # by the same process, its late move forgotten
        assert len(shop.players) == 2


def test_a_flag_falls_at_connect4() -> None:
    """The engine is stopped and loses. It plays the next game as usual."""
    first, second = play(columns("wait-for-stop@2", time=TimeControl(base=0.3)), RANDOM, 2, "connect4")
    check_lost(first, Termination.TIME, "Red loses on time")
    assert len(first.plies) == 2 and len(second.plies) >= 2


def test_a_margin_forgives_so_much_and_no_more() -> None:
    for margin, ending in ((0.5, Termination.REPETITION), (0.1, Termination.TIME)):
        slow = fake_engine("Slow", "late@2", "long=0.5", time=TimeControl(base=0.3), margin=margin)
        (record,) = play(slow, GOOD)
        assert record.ending is ending


def test_the_clock_is_charged_what_a_move_took() -> None:
    slow = fake_engine("Slow", "sleep=0.1", time=TimeControl(base=5.0, increment=0.1))
    (record,) = play(slow, GOOD)
    taken = [ply.seconds or 0.0 for ply in record.plies]
    check_took(taken[::2], 0.1)
    check_took(taken[1::2], 0.0)
    left = [ply.clock or 0.0 for ply in record.plies]
    for number in range(4):
        spent = sum(taken[: 2 * number + 1 : 2])
        assert left[2 * number] == pytest.approx(5.0 - spent + 0.1 * (number + 1), abs=0.001)


@pytest.mark.clock
@pytest.mark.parametrize("moves", [1, 3])
def test_nobody_pays_for_the_others_flood(moves: int) -> None:
    """The flood goes on while the other one thinks. It is a fault when it is the flooder's turn."""
    (record,) = play(fake_engine("Flooder", f"drown@{moves}"), fake_engine("Quiet", "sleep=0.1"))
    check_lost(record, Termination.FLOOD, f"White{FLOODS}")
    taken = [ply.seconds or 0.0 for ply in record.plies[1::2]]
    assert len(taken) == moves and min(taken) >= 0.1 and taken[-1] < 0.2


@pytest.mark.clock
def test_nobody_pays_for_the_others_end() -> None:
    stubborn = fake_engine("Stubborn", "stubborn", restart=True)
    with host() as shop:
        began = time.monotonic()
        for number in (1, 2):
            record = shop.play(game(stubborn, GOOD, number))
            check_good(record)
            assert record.seconds < 0.5
        assert time.monotonic() - began < 2 * (process.FAREWELL + 1.0)


# What an engine says of itself.


def test_huge_numbers_of_an_engine_are_kept_as_what_a_result_file_may_say() -> None:
    huge = fake_engine("Huge", f"depth={'9' * 30}", f"score={'-' + '9' * 30}")
    (record,) = play(huge, GOOD)
    ply = record.plies[0]
    assert (ply.depth, ply.score) == (10**15, -(10**15))
    check(record)


@pytest.mark.parametrize(
    ("line", "numbers"),
    [
        ("info depth 5 score cp -3 nodes 10", {"depth": 5, "score": -3, "nodes": 10}),
        ("info score mate -2 depth 3", {"depth": 3, "mate": -2}),
        ("info depth 5 score cp 1 pv depth 9 cp 4", {"depth": 5, "score": 1}),
        ("info depth 3 pv a2a3 b7b6 score cp 20 nodes 7", {"depth": 3, "score": 20, "nodes": 7}),
        ("info depth five score cp 1.5 nodes -", {}),
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


ODD_OPTIONS = {
    "Singular": "option name Singular Extension Min Depth default 4 min 4 max 100",
    "Learn": "option name Learn type spin default 1.5 min 0.5 max 2.5",
    "": "option",
    "nameless": "option type spin default 1 min 0 max 5",  # which python-chess does not mind
    "Style": "option name Style type combo default Normal var normal var risky",
    "Tabs": "option\tname\tTabs type spin default 1.5 min 0 max 5",
    "Huge": f"option name Huge type spin default {'9' * 5000} min 0 max 1",
}


def offering(lines: Iterable[str], tmp_path: Path, *words: str, **more: Any) -> Engine:
    """An engine that also has these option lines, and writes down the options that it is told to set."""
    (tmp_path / "offers").write_text("".join(line + "\n" for line in lines))
    return fake_engine("Odd", f"offers={tmp_path / 'offers'}", f"told={tmp_path / 'told'}", *words, **more)


def test_an_option_line_that_cannot_be_read_is_left_out_with_a_warning(tmp_path: Path) -> None:
    """The option that it names is set as the user writes it."""
    options = (("singular extension min depth", "7"), ("Learn", "1.5"), ("style", "whatever it is"))
    odd = offering(ODD_OPTIONS.values(), tmp_path, options=options)
    lines = [" ".join(line.split()) for name, line in ODD_OPTIONS.items() if name != "nameless"]
    warnings = introduce_here(odd).warnings
    assert len(warnings) == len(lines) == engine_options.MOST_ODD_LINES + 1
    for line, warning in zip(lines, warnings[:-1], strict=False):
        assert warning.startswith("cannot read its line 'option") and len(warning) < 100
        assert len(line) > 60 or repr(line) in warning
    assert (tmp_path / "told").read_text().splitlines() == [
        "setoption name Singular Extension Min Depth value 7",
        "setoption name Learn value 1.5",
        "setoption name Style value whatever it is",
    ]


def test_options_of_every_kind_are_told_as_they_are_spelt(tmp_path: Path) -> None:
    """By a LinePlayer. The game is sent once, after the options."""
    lines = [
        "option type spin max 9 min 1 name Level of Play default 3",
        "option name Note type string default <empty>",
        "option\tname Go type button",
        "option name Loud type check default false",
        "option name Odd",
    ]
    told = (("level of play", "9"), ("NOTE", "a b  c"), ("go", ""), ("loud", "TRUE"), ("odd", "x"))
    odd = offering(lines, tmp_path, "line=columns", options=told, protocol="ugi")
    play(odd, RANDOM, 2, "connect4")
    assert (tmp_path / "told").read_text().splitlines() == [
        "setoption name Level of Play value 9",
        "setoption name Note value a b  c",
        "setoption name Go",
        "setoption name Loud value true",
        "setoption name Odd value x",
        "setoption name Game value connect4",
    ]


@pytest.mark.parametrize(
    ("words", "more", "said"),
    [
        ([], {"options": (("Nothing", "1"),)}, "'s engine has no option Nothing"),
        ([], {"options": (("hash", "0"),)}, "'s option hash: 0 is not between 1 and 1024"),
        (["never-uciok"], {"startup": BRIEF}, "'s connection stalls: no ugiok within 0.3 s"),
        (["leave"], {}, " disconnects: its engine has crashed (exit status 4)"),
        (["no-game"], {"protocol": "uci"}, "'s engine has no option UCI_Variant"),
    ],
)
def test_an_engine_that_is_not_fit_for_connect4(words: list[str], more: dict[str, Any], said: str) -> None:
    bad = columns(*words, **more)
    with pytest.raises(Fault) as caught:
        introduce_here(bad, CONNECT4[bad.protocol])
    assert (caught.value.ending, str(caught.value)) == (Termination.NO_START, said)


def test_an_engine_that_knows_one_game_but_not_the_rules_of_the_match() -> None:
    bad = columns("no-game")
    assert introduce_here(bad, "connect4").name == "Fake"
    with host() as shop, pytest.raises(Fault, match="no option Slip"):
        rules = (("Slip", "true"),)
        shop.introduce(bad, replace(game(bad, RANDOM, variant="connect4"), variant_options=rules))


def test_any_option_lines_leave_an_engine_in_the_game(tmp_path: Path) -> None:
    random = Random(34)
    words = ["option", "name", "type", "default", "min", "max", "var", "spin", "check", "combo", "button", "string"]
    words += ["Hash", "UCI_Chess960", "MultiPV", "Ponder", "UCI_Variant", "true", "", "1.5", "-1", "9" * 30, "\u00e9"]
    lines = ["option " + " ".join(random.choices(words, k=random.randrange(12))) for _ in range(1000)]
    odd = offering(lines, tmp_path)
    with host() as shop:
        assert len(shop.introduce(odd, game(odd, GOOD)).warnings) == engine_options.MOST_ODD_LINES + 1
        check_good(shop.play(game(odd, GOOD)))


def test_a_match_shows_warnings_and_names_and_neither_drives_a_terminal(tmp_path: Path) -> None:
    (tmp_path / "offers").write_text(f"{ODD_OPTIONS['Learn']}\nid name Fake\x1b[1m\noption \x1b[1m\n")
    nameless = engine("", "offers=offers")[:-1]
    finished = match_here(*nameless, *engine("Good"), "-each", "st=5", where=tmp_path)
    assert (finished.status, finished.err) == (0, "")
    assert all(line.isprintable() for line in finished.lines)
    assert finished.lines[0] == f"Warning: Fake?[1m: cannot read its line {ODD_OPTIONS['Learn']!r}"
    assert finished.lines[1].startswith("Warning: ") and finished.lines[2].startswith("Fake?[1m vs Good: 1 games")


# Starts and ends.


def test_a_uciok_that_is_late_and_one_that_does_not_come() -> None:
    check_good(play(fake_engine("Late", "late-uciok", "long=0.5"), GOOD)[0])
    with pytest.raises(Fault) as caught:
        introduce_here(fake_engine("Bad", "never-uciok", startup=0.3))
    assert caught.value.ending is Termination.NO_START
    assert str(caught.value) == "'s connection stalls: no uciok within 0.3 s"


def test_a_uciok_that_does_not_come_after_a_crash(tmp_path: Path) -> None:
    crashed = tmp_path / "crashed"
    bad = fake_engine("Bad", "never-uciok", f"after={crashed}", startup=0.3)
    with host() as shop:
        check_good(shop.play(game(bad, GOOD)))
        crashed.touch()
        shop.players[0, bad].kill()
        check_lost(
            shop.play(game(bad, GOOD, 2)),
            Termination.CRASH,
            "White disconnects: its engine has crashed (killed by SIGKILL)",
        )
        record = shop.play(game(bad, GOOD, 3))
        check_lost(record, Termination.NO_START, "White's connection stalls: no uciok within 0.3 s")
        crashed.unlink()
        check_good(shop.play(game(bad, GOOD, 4)))


def children() -> set[int]:
    """The other processes with this test's mark in their environment."""
    return {number for number in processes(f"FAULTS_TEST={os.environ['FAULTS_TEST']}") if number != os.getpid()}


@pytest.mark.parametrize("words", [("stubborn", "fork"), ("fork", "crash@1"), ("hang-up@1",)])
def test_nothing_is_left_of_an_engine(words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FAULTS_TEST", f"{os.getpid()} {' '.join(words)}.")
    with host() as shop:
        shop.play(game(fake_engine("Bad", *words), GOOD))
        assert len(children()) >= 1
    until = time.monotonic() + KILLED
    while children() and time.monotonic() < until:
        time.sleep(0.01)
    assert not children()


@pytest.mark.parametrize(
    ("words", "recover", "endings"),
    [
        (["crash@6"], [], "repetition crash"),
        (["crash@6"], ["-recover"], "repetition crash repetition crash"),
        (["crash-at-newgame@3"], ["-recover"], "repetition repetition crash repetition"),
        (["wrong@2", "says=e1e8"], [], "illegal repetition repetition repetition"),
    ],
)
def test_a_match_of_four_games_goes_on_unless_a_fault_is_fatal(
    words: list[str], recover: list[str], endings: str, tmp_path: Path
) -> None:
    each = ["-each", "tc=10", "-games", "4", "-pgnout", "games.pgn", *recover]
    finished = match_here(*engine("Bad", *words), *engine("Good"), *each, where=tmp_path)
    records = kept(tmp_path)
    assert [record.ending.name.lower() for record in records] == endings.split()
    assert len(read_pgn(tmp_path / "games.pgn")) == len(records)
    assert finished.err == ""
    if len(records) == 4:
        assert finished.status == 0
    else:
        assert (finished.status, finished.lines[-1]) == (1, "Finished match: a player failed")
        assert records[-1].result == "1-0"  # of the other one, who was White
