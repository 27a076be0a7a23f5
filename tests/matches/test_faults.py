"""What engines do wrong: told apart, charged to whoever did it, and the match goes on."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from fake_engine import processes
from match_games import fake_engine, game, host, play
from match_process import engine, read_pgn, run_match
from oddsfish.matches.files.journal import read_records
from oddsfish.matches.players import engine_options, engine_player, process
from oddsfish.matches.players.player import Fault
from oddsfish.matches.record import Record, Termination, check
from oddsfish.matches.settings import Engine, TimeControl

GOOD = fake_engine("Good")
BRIEF = 0.3  # seconds, in place of the runner's patience where a test waits for it to end


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever does not go is not waited for so long."""
    monkeypatch.setattr(process, "FAREWELL", BRIEF)


KILLED = 2.0  # seconds in which a process that was killed must be gone
FAULTS = [  # what the engine does at its second move, how the game ends, what is said of it
    ("crash", Termination.CRASH, "White disconnects: its engine has crashed (exit status 3)"),
    ("killed", Termination.CRASH, "White disconnects: its engine has crashed (killed by SIGSEGV)"),
    ("hang-up", Termination.DISCONNECT, "White disconnects"),
    ("flood", Termination.FLOOD, "White disconnects: its engine floods its output"),
    ("flood-short", Termination.FLOOD, "White disconnects: its engine floods its output"),
    ("flood-line", Termination.FLOOD, "White disconnects: its engine floods its output"),
    ("flood-errors", Termination.FLOOD, "White disconnects: its engine floods its output"),
    ("illegal", Termination.ILLEGAL, "White makes an illegal move: e1e8"),
    ("leap", Termination.ILLEGAL, "White makes an illegal move: a1a8"),
    ("none", Termination.ILLEGAL, "White makes an illegal move: none"),
    ("null", Termination.ILLEGAL, "White makes an illegal move: 0000"),
    ("empty", Termination.ILLEGAL, "White makes an illegal move: none"),
]
HARMLESS = ["garbage", "errors", "chatter", "twice", "flood-after"]  # what costs nobody a game


def check_lost(record: Record, ending: Termination, reason: str) -> None:
    """The first seat has lost after its first move."""
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
    """Never less than the engine slept; hardly more, but where the machine was busy with something else."""
    assert min(taken) >= seconds and sorted(taken)[len(taken) // 2] < seconds + 0.03, taken


@pytest.mark.clock
@pytest.mark.parametrize(("fault", "ending", "reason"), FAULTS)
def test_a_fault_loses_the_game_and_the_next_is_played(
    fault: str, ending: Termination, reason: str, tmp_path: Path
) -> None:
    bad = fake_engine("Bad", f"{fault}@2", f"once={tmp_path / 'done'}")
    first, second = play(bad, GOOD, 2)
    check_lost(first, ending, reason)
    assert len(first.plies) == 2
    check_good(second)


def test_it_is_black_who_loses_by_blacks_fault() -> None:
    (record,) = play(GOOD, fake_engine("Bad", "crash@2"))
    assert (record.result, record.loser) == ("1-0", 1)
    assert record.reason == "Black disconnects: its engine has crashed (exit status 3)"


def test_nonsense_for_a_move_is_shown_short_and_on_one_line() -> None:
    (record,) = play(fake_engine("Bad", "nonsense@1"), GOOD)
    assert record.ending is Termination.ILLEGAL
    assert record.reason.startswith("White makes an illegal move: ")
    assert len(record.reason) < 80 and record.reason.isprintable()


@pytest.mark.parametrize("fault", HARMLESS)
def test_noise_costs_nothing(fault: str) -> None:
    noisy = fake_engine("Noisy", f"{fault}@1", f"{fault}@2")
    for record in [*play(noisy, GOOD, 2), *play(GOOD, noisy)]:
        check_good(record)


def test_what_comes_behind_a_bestmove_is_no_score_of_the_next_move() -> None:
    (record,) = play(fake_engine("Noisy", "chatter@1", "score=20"), GOOD)
    assert [(ply.score, ply.depth) for ply in record.plies[::2]] == [(20, 1)] * 4


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


def test_a_silent_hang_with_a_clock(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(engine_player, "GRACE", BRIEF)
    bad = fake_engine("Bad", "hang@2", f"once={tmp_path / 'done'}", time=TimeControl(base=0.3))
    first, second = play(bad, GOOD, 2)
    check_lost(first, Termination.HANG, f"White's connection stalls: no bestmove within {BRIEF:g} s")
    assert 0.3 + BRIEF <= first.seconds < 0.3 + BRIEF + 0.5
    check_good(second)


def test_a_silent_hang_without_a_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_player, "SILENCE", BRIEF)
    (record,) = play(fake_engine("Bad", "hang@2", time=TimeControl()), GOOD)
    check_lost(record, Termination.HANG, f"White's connection stalls: no readyok within {BRIEF:g} s")
    assert 2 * BRIEF <= record.seconds < 2 * BRIEF + 0.5


def test_thinking_without_a_clock_may_take_longer_than_a_hang(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_player, "SILENCE", 0.2)
    (record,) = play(fake_engine("Slow", "late@1", "long=0.3", time=TimeControl()), GOOD)
    check_good(record)


@pytest.mark.parametrize("control", [TimeControl(base=0.4), TimeControl(per_move=0.4)])
@pytest.mark.parametrize("late", ["late@2", "wait-for-stop@2", "stop-twice@2"])
def test_a_flag_falls(control: TimeControl, late: str) -> None:
    with host() as shop:
        slow = fake_engine("Slow", late, "long=0.6", time=control)
        record = shop.play(game(slow, GOOD))
        check_lost(record, Termination.TIME, "White loses on time")
        assert len(record.plies) == 2
        check_good(shop.play(game(slow, GOOD, 2)))  # by the same process, its late move forgotten
        assert len(shop.players) == 2


@pytest.mark.slow
@pytest.mark.parametrize("control", [TimeControl(base=0.2), TimeControl(per_move=0.2)])
def test_by_how_much_a_move_was_late_is_kept_if_it_came_by_itself(
    control: TimeControl, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine_player, "SLIP", 1.0)
    (record,) = play(fake_engine("Slow", "late@2", "long=0.22", time=control), GOOD)
    check_lost(record, Termination.TIME, "White loses on time")
    assert record.late is not None and 0.01 < record.late < 1
    (record,) = play(fake_engine("Slow", "wait-for-stop@2", time=control), GOOD)
    check_lost(record, Termination.TIME, "White loses on time")
    assert record.late is None


def test_a_margin_forgives_so_much_and_no_more() -> None:
    for margin, ending in ((0.5, Termination.REPETITION), (0.1, Termination.TIME)):
        slow = fake_engine("Slow", "late@2", "long=0.5", time=TimeControl(base=0.3), margin=margin)
        (record,) = play(slow, GOOD)
        assert record.ending is ending


def test_the_clock_is_charged_what_a_move_took() -> None:
    slow = fake_engine("Slow", "sleep=0.2", time=TimeControl(base=5.0, increment=0.1))
    (record,) = play(slow, GOOD)
    taken = [ply.seconds or 0.0 for ply in record.plies]
    check_took(taken[::2], 0.2)
    check_took(taken[1::2], 0.0)
    left = [ply.clock or 0.0 for ply in record.plies]
    for number in range(4):
        spent = sum(taken[: 2 * number + 1 : 2])
        assert left[2 * number] == pytest.approx(5.0 - spent + 0.1 * (number + 1), abs=0.001)


@pytest.mark.slow
def test_nobody_pays_for_the_others_noise() -> None:
    """Megabytes behind each bestmove, while the other one thinks."""
    noisy = fake_engine("Noisy", *(f"flood-after@{number}" for number in range(1, 5)))
    for record in play(noisy, fake_engine("Quiet", "sleep=0.1"), 2):
        assert record.ending is Termination.REPETITION
        check_took([ply.seconds or 0.0 for ply in record.plies[1::2]], 0.1)


@pytest.mark.clock
@pytest.mark.parametrize("moves", [1, 2, 3])
def test_nobody_pays_for_the_others_flood(moves: int) -> None:
    """Which goes on while the other one thinks, and is a fault when it is the flooder's turn."""
    (record,) = play(fake_engine("Flooder", f"drown@{moves}"), fake_engine("Quiet", "sleep=0.1"))
    check_lost(record, Termination.FLOOD, "White disconnects: its engine floods its output")
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


def test_a_late_uciok_is_waited_for() -> None:
    check_good(play(fake_engine("Late", "late-uciok", "long=0.5"), GOOD)[0])


def test_huge_numbers_of_an_engine_are_kept_as_what_a_result_file_may_say() -> None:
    huge = fake_engine("Huge", f"depth={'9' * 30}", f"score={'-' + '9' * 30}")
    (record,) = play(huge, GOOD)
    ply = record.plies[0]
    assert (ply.depth, ply.score) == (10**15, -(10**15))
    check(record)


ODD_OPTIONS = {  # a line, and what is said of it behind "cannot read its line "
    "Singular": "option name Singular Extension Min Depth default 4 min 4 max 100",
    "Learn": "option name Learn type spin default 1.5 min 0.5 max 2.5",
    "": "option",
    "nameless": "option type spin default 1 min 0 max 5",
    "Kind": "option name Kind type slider default 3",
    "Count": "option name Count type spin default <empty> min 0 max 5",
    "Bare": "option name Bare type spin",
    "Low": "option name Low type spin default 0 min 1 max 5",
    "Style": "option name Style type combo default Normal var normal var risky",
    "Tabs": "option\tname\tTabs type spin default 1.5 min 0 max 5",
    "Huge": f"option name Huge type spin default {'9' * 5000} min 0 max 1",
}


def offering(lines: Iterable[str], tmp_path: Path, **more: Any) -> Engine:
    (tmp_path / "offers").write_text("".join(line + "\n" for line in lines))
    return fake_engine("Odd", f"offers={tmp_path / 'offers'}", f"told={tmp_path / 'told'}", **more)


@pytest.mark.parametrize("line", ODD_OPTIONS.values(), ids=ODD_OPTIONS)
def test_an_option_line_that_cannot_be_read_is_left_out_with_a_warning(line: str, tmp_path: Path) -> None:
    odd = offering([line], tmp_path)
    with host() as shop:
        introduction = shop.introduce(odd, game(odd, GOOD))
        check_good(shop.play(game(odd, GOOD)))
    assert introduction.name == "Fake"
    if line.startswith("option type"):
        assert not introduction.warnings  # it has no name, and python-chess does not mind
        return
    (warning,) = introduction.warnings
    assert warning.startswith("cannot read its line 'option") and len(warning) < 100
    assert len(line) > 60 or repr(" ".join(line.split())) in warning


@pytest.mark.parametrize(
    ("line", "name", "value"),
    [
        (ODD_OPTIONS["Singular"], "singular extension min depth", "7"),
        (ODD_OPTIONS["Learn"], "Learn", "1.5"),
        (ODD_OPTIONS["Style"], "style", "whatever it is"),
    ],
)
def test_an_option_on_such_a_line_is_set_as_the_user_writes_it(
    line: str, name: str, value: str, tmp_path: Path
) -> None:
    odd = offering([line], tmp_path, options=((name, value),))
    with host() as shop:
        check_good(shop.play(game(odd, GOOD)))
    told = [text for text in (tmp_path / "told").read_text().splitlines() if name.lower() in text.lower()]
    spelt = line[len("option name ") :][: len(name)]
    assert told == [f"setoption name {spelt} value {value}"]


def test_any_option_lines_leave_an_engine_in_the_game(tmp_path: Path) -> None:
    random = Random(34)
    words = ["option", "name", "type", "default", "min", "max", "var", "spin", "check", "combo", "button", "string"]
    words += [
        "Hash",
        "UCI_Chess960",
        "MultiPV",
        "Ponder",
        "UCI_Variant",
        "true",
        "",
        "1.5",
        "-1",
        "9" * 30,
        "\u00e9",
        "<empty>",
    ]
    lines = ["option " + " ".join(random.choices(words, k=random.randrange(12))) for _ in range(1000)]
    odd = offering(lines, tmp_path)
    with host() as shop:
        assert len(shop.introduce(odd, game(odd, GOOD)).warnings) == engine_options.MOST_ODD_LINES + 1
        check_good(shop.play(game(odd, GOOD)))


def test_a_match_shows_the_warnings_of_its_engines(tmp_path: Path) -> None:
    (tmp_path / "offers").write_text(ODD_OPTIONS["Learn"] + "\n")
    finished = run_match(*engine("Odd", "offers=offers"), *engine("Good"), "-each", "st=5", where=tmp_path)
    warnings = [line for line in finished.lines if "arning" in line]
    assert warnings == [f"Warning: Odd: cannot read its line {ODD_OPTIONS['Learn']!r}"]
    assert (finished.status, finished.err) == (0, "")


def test_a_uciok_that_does_not_come() -> None:
    bad = fake_engine("Bad", "never-uciok", startup=0.3)
    with host() as shop, pytest.raises(Fault) as caught:
        shop.introduce(bad, game(bad, GOOD))
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
    """The processes that have what this test has put into its environment."""
    return {number for number in processes(f"FAULTS_TEST={os.environ['FAULTS_TEST']}") if number != os.getpid()}


@pytest.mark.parametrize("words", [("stubborn",), ("fork",), ("stubborn", "fork"), ("fork", "crash@1"), ("hang-up@1",)])
def test_nothing_is_left_of_an_engine(words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FAULTS_TEST", f"{os.getpid()} {' '.join(words)}.")
    with host() as shop:
        shop.play(game(fake_engine("Bad", *words), GOOD))
        assert len(children()) >= 1
    until = time.monotonic() + KILLED
    while children() and time.monotonic() < until:
        time.sleep(0.01)
    assert not children()


def match(*words: str, where: Path, recover: bool = True) -> tuple[int, list[Record]]:
    """A match of four games whose first player is bad; its exit status and what was kept of it."""
    each = ["-each", "tc=10", "-games", "4", "-pgnout", "games.pgn", *(["-recover"] if recover else [])]
    finished = run_match(*engine("Bad", *words), *engine("Good"), *each, where=where)
    assert finished.err == ""
    records = list(read_records(where / "games.pgn.results.jsonl"))
    assert len(read_pgn(where / "games.pgn")) == len(records)
    return finished.status, records


@pytest.mark.parametrize("fault", ["crash@2", "flood@2", "crash-at-newgame@3"])
def test_a_match_goes_on_after_a_fault(fault: str, tmp_path: Path) -> None:
    status, records = match(fault, f"once={tmp_path / 'done'}", where=tmp_path)
    assert status == 0
    assert [record.number for record in records] == [1, 2, 3, 4]
    assert all(record.finished for record in records)


def test_without_recover_a_match_stops_at_a_fatal_fault(tmp_path: Path) -> None:
    status, records = match("crash@6", where=tmp_path, recover=False)
    assert status == 1
    assert [record.ending for record in records] == [Termination.REPETITION, Termination.CRASH]
    assert records[-1].result == "1-0"  # of the other one, who was White


def test_without_recover_a_match_goes_on_after_an_illegal_move(tmp_path: Path) -> None:
    status, records = match("illegal@2", where=tmp_path, recover=False)
    assert status == 0
    assert [record.ending for record in records] == [Termination.ILLEGAL] + 3 * [Termination.REPETITION]
