"""Scripts written for cutechess-cli and fastchess: what they look for is there, in those runners' words and forms."""

from __future__ import annotations

import io
import re
import resource
import signal
from pathlib import Path

import pytest
from match_process import MatchProcess, engine, read_pgn, run_match
from oddsfish.matches.cli.match_command import EXIT_BROKEN, EXIT_USAGE
from oddsfish.matches.files.journal import read_records
from oddsfish.matches.game.loop import unplayed
from oddsfish.matches.match import EXIT_FAULT, EXIT_PLAYED
from oddsfish.matches.pairing import count_games
from oddsfish.matches.record import SLIGHT, Record, Termination
from oddsfish.matches.score.standings import Standings
from oddsfish.matches.settings import Engine, Fixture, Match, Opening
from oddsfish.matches.views.view import View

A, B = engine("A", "depth=3", "score=31"), engine("B", "depth=2", "score=-40")
FAST = ["-each", "tc=30", "-maxmoves", "3"]
PAIRS = ["-rounds", "2", "-games", "2", "-repeat"]
COMMENT = re.compile(r"(\S+) \{([+-]?[0-9.]+|[+-]M[0-9]+)/(\d+) (\d+\.\d+)s[,}]")
HALF_POINTS = {"0-1": 0, "1/2-1/2": 1, "1-0": 2}


def finished_games(lines: list[str]) -> list[tuple[int, str, str]]:
    """As workers of a testing framework read them: by blanks and colons. Number, result, and what is said of it."""
    found = []
    for line in lines:
        if line.startswith("Finished game"):
            words = line.split()
            found.append((int(words[2]), words[6], line.split(":")[1]))
    return found


# --- What is printed ---


def test_finished_games_and_scores(tmp_path: Path) -> None:
    """The regular expressions of scripts: cutechess-cli's lines first, then fastchess's."""
    finished = run_match(*A, *B, *FAST, *PAIRS, "-sprt", "elo0=0", "elo1=5", where=tmp_path)
    assert (finished.status, finished.err) == (EXIT_PLAYED, "")
    assert [(number, result) for number, result, _ in finished_games(finished.lines)] == [
        (number, "1/2-1/2") for number in range(1, 5)
    ]
    for form in (
        r"Started game (\d+) of (\d+) \((.+) vs (.+)\)",
        r"Finished game (\d+) \((.+) vs (.+)\): (1-0|0-1|1/2-1/2|\*) \{(.+)\}",
        r"Score of (.+) vs (.+): (\d+) - (\d+) - (\d+)  \[(\d\.\d{3})\] (\d+)",
        r"Elo difference: (-?\d+\.\d) \+/- (\d+\.\d), LOS: (\d+\.\d) %, DrawRatio: (\d+\.\d) %",
        r"SPRT: llr (\S+) \((-?\d+\.\d)%\), lbound (\S+), ubound ([0-9.]+)( - H[01] was accepted)?",
        r"Games: (\d+), Wins: (\d+), Losses: (\d+), Draws: (\d+), Points: (\d+\.\d) \((\d+\.\d+) %\)",
        r"Ptnml\(0-2\): \[(\d+), (\d+), (\d+), (\d+), (\d+)\].*",
    ):
        assert any(re.fullmatch(form, line) for line in finished.lines), form
    assert "Finished match" in finished.out


def test_the_model_stands_behind_the_line_that_scripts_read(tmp_path: Path) -> None:
    finished = run_match(*A, *B, *FAST, "-sprt", "elo0=-1.5", "elo1=5", where=tmp_path)
    (place,) = (number for number, line in enumerate(finished.lines) if line.startswith("SPRT: llr"))
    assert not re.search("normalized|logistic|bayesian", finished.lines[place])
    assert finished.lines[place + 1] == "SPRT model: normalized, elo0 -1.5, elo1 5"


@pytest.mark.parametrize(
    ("fault", "words", "ours"),
    [("crash@2", "disconnect", "crash"), ("killed@2", "disconnect", "crash"), ("flood@2", "disconnect", "flood")],
)
def test_a_crash_is_a_disconnect(fault: str, words: str, ours: str, tmp_path: Path) -> None:
    finished = run_match(*engine("Bad", fault), *B, *FAST, "-recover", where=tmp_path)
    ((number, result, reason),) = finished_games(finished.lines)
    assert (number, result) == (1, "0-1") and words in reason
    assert f"Bad lost 1 by {ours}" in finished.lines


@pytest.mark.clock
def test_a_loss_on_time_has_its_words(tmp_path: Path) -> None:
    finished = run_match(*engine("Bad", "wait-for-stop@1"), *B, "-each", "st=0.1", where=tmp_path)
    ((_, result, reason),) = finished_games(finished.lines)
    assert result == "0-1" and "on time" in reason
    assert "{White loses on time}" in finished.out and "Hint" not in finished.out


def test_an_illegal_move_has_its_words(tmp_path: Path) -> None:
    finished = run_match(*engine("Bad", "illegal@1"), *B, *FAST, where=tmp_path)
    ((_, result, reason),) = finished_games(finished.lines)
    assert result == "0-1" and "White makes an illegal move" in reason


# --- PGN ---


def test_comments_and_rounds(tmp_path: Path) -> None:
    """Score, depth and time in braces of their own, our commands in others; a round is a number."""
    assert run_match(*A, *B, *FAST, *PAIRS, "-pgnout", "games.pgn", where=tmp_path).status == EXIT_PLAYED
    text = (tmp_path / "games.pgn").read_text()
    assert re.findall(r"\{(?:\+0\.31/3|-0\.40/2) \d\.\d{3}s\}", text)
    moves = COMMENT.findall(text)
    assert len(moves) == 4 * 6 and {(score, depth) for _, score, depth, _ in moves} == {("+0.31", "3"), ("-0.40", "2")}
    assert len(re.findall(r"\}\s\{\[%clk 0:00:", text)) == 4 * 6
    games = read_pgn(tmp_path / "games.pgn")
    rounds = [(int(game.headers["Round"]), game.headers["Leg"]) for game in games]
    assert rounds == [(1, "1"), (1, "2"), (2, "1"), (2, "2")]


def test_moves_of_the_opening_are_of_the_book(tmp_path: Path) -> None:
    random = ["-engine", "proto=random", "name=R", "-engine", "proto=random", "name=S", "-each", "tc=inf"]
    finished = run_match(*random, "-random-plies", "4", "-maxmoves", "4", "-pgnout", "games.pgn", where=tmp_path)
    assert finished.status == EXIT_PLAYED
    assert len(re.findall(r"\S+ \{book\}", (tmp_path / "games.pgn").read_text())) == 4


@pytest.mark.parametrize(("score", "shown"), [("0", "0.00"), ("-7", "-0.07"), ("mate 2", "+M3"), ("mate -2", "-M4")])
def test_scores_are_written_as_those_who_read_them_write_them(score: str, shown: str, tmp_path: Path) -> None:
    """A zero has no sign, and a mate is counted in plies."""
    one = engine("A", f"score={score}", "depth=9")
    assert run_match(*one, *B, *FAST, "-pgnout", "games.pgn", where=tmp_path).status == EXIT_PLAYED
    assert f"{{{shown}/9 " in (tmp_path / "games.pgn").read_text()


# --- The command line ---


def test_files_may_be_given_as_fastchess_has_them(tmp_path: Path) -> None:
    words = ["-pgnout", "file=p.pgn", "min", "-epdout", "file=e.epd", "-report", "file=r.html"]
    assert run_match(*A, *B, *FAST, *words, where=tmp_path).status == EXIT_PLAYED
    files = {path.name for path in tmp_path.iterdir()} - {"stdout.txt", "stderr.txt"}
    assert files == {"p.pgn", "p.pgn.results.jsonl", "e.epd", "r.html"}


@pytest.mark.parametrize(
    "words",
    [
        "-pgnout nodes=true",
        "-pgnout file=p.pgn nodes=true",
        "-pgnout p.pgn append=false",
        "-epdout name=x",
        "-report a=b",
    ],
)
def test_no_other_word_is_taken_for_a_file(words: str, tmp_path: Path) -> None:
    finished = run_match(*A, *B, *FAST, *words.split(), where=tmp_path)
    assert (finished.status, finished.out) == (EXIT_USAGE, "") and finished.err.count("\n") == 1
    assert {path.name for path in tmp_path.iterdir()} == {"stdout.txt", "stderr.txt"}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ["-rounds", "3", "-repeat"],
            "-rounds 3 -repeat makes 3 games, 1 in each round; with -games 2, as fastchess takes it, 6",
        ),
        (["-rounds", "3", "-repeat", "-games", "2"], ""),
        (["-rounds", "3"], ""),
    ],
)
def test_rounds_that_repeat_say_how_many_games_they_make(words: list[str], said: str, tmp_path: Path) -> None:
    finished = run_match(*A, *B, *FAST, *words, where=tmp_path)
    assert [line for line in finished.lines if line.startswith("-rounds")] == [said] * bool(said)
    assert finished.out.count("Started game") == (6 if "-games" in words else 3)


# --- Slightly late ---


def late_loss(number: int, late: float | None, loser: int = 0) -> Record:
    match = Match((Engine("Slow"), Engine("B")))
    fields = vars(unplayed(Fixture(number, number, 1, (0, 1), match.engines, Opening(), "")))
    return Record(**fields | {"result": "0-1", "ending": Termination.TIME, "reason": "", "loser": loser, "late": late})


def hints(records: list[Record], margin: float = 0.0) -> list[str]:
    match = Match((Engine("Slow", margin=margin), Engine("B")), games=len(records))
    out, standings = io.StringIO(), Standings(("Slow", "B"), 1)
    view = View(match, count_games(match), out)
    for record in records:
        standings.add(record)
        view.finished(record, standings)
        view.advise(standings)
    return [line for line in out.getvalue().splitlines() if line.startswith("Hint")]


def test_who_is_late_by_little_again_and_again_is_told_of_the_margin_once() -> None:
    expected = "Hint: Slow has lost 2 games on time by 3.0 ms or less; timemargin=50 would forgive that"
    assert hints([late_loss(1, 0.001), late_loss(2, 0.003), late_loss(3, 0.002), late_loss(4, SLIGHT)]) == [expected]
    assert hints([late_loss(1, 0.003), late_loss(2, 0.002)], margin=0.02) == [expected.replace("=50", "=70")]


@pytest.mark.parametrize(
    "records",
    [
        [late_loss(1, 0.001)],
        [late_loss(1, 0.001), late_loss(2, None), late_loss(3, SLIGHT + 0.001)],
        [late_loss(1, 0.001), late_loss(2, 0.001, loser=1)],
    ],
)
def test_nobody_else_is(records: list[Record]) -> None:
    assert hints(records) == []


@pytest.mark.clock
def test_a_match_with_an_engine_that_is_late_by_little(tmp_path: Path) -> None:
    """Ten milliseconds in each game: it answers by itself, and by how much it was late is kept."""
    words = [*engine("Slow", "sleep=0.11"), "st=0.1", *B, "tc=30", "-games", "8", "-results", "r.jsonl"]
    finished = run_match(*words, where=tmp_path)
    assert finished.status == EXIT_PLAYED
    (hint,) = [line for line in finished.lines if line.startswith("Hint: ")]
    assert re.fullmatch(r"Hint: Slow has lost 2 games on time by \d+\.\d ms or less; timemargin=50 .*", hint)
    kept = [record.late for record in read_records(tmp_path / "r.jsonl") if record.late is not None]
    assert len(kept) >= 2 and min(kept) > 0


# --- The exit status ---


def test_a_match_that_breaks_off_is_told_from_one_that_could_not_begin(tmp_path: Path) -> None:
    """A full disk in the middle; a player's fault; a signal; bad input; and none of them."""
    where = [tmp_path / name for name in ("full", "fault", "signal", "bad", "good")]
    for folder in where:
        folder.mkdir()
    before = b"\n" * (1 << 16)
    (where[0] / "g.pgn").write_bytes(before)
    with MatchProcess(*A, *B, *FAST, "-pgnout", "g.pgn", "-results", "r.jsonl", where=where[0]) as match:
        most = len(before) + 300  # less than a game
        resource.prlimit(match.process.pid, resource.RLIMIT_FSIZE, (most, most))
        full = match.finish()
    assert full.status == EXIT_BROKEN
    assert re.fullmatch(r"match: broken off: .*File too large.*\n", full.err)
    assert run_match(*engine("Bad", "crash@2"), *B, *FAST, where=where[1]).status == EXIT_FAULT
    with MatchProcess(*A, *B, "-each", "tc=30", "-games", "5000", where=where[2]) as match:
        match.wait_for("Finished game", 1)
        match.signal(signal.SIGTERM)
        assert match.finish().status == 128 + signal.SIGTERM
    assert run_match(*A, *B, *FAST, "-pgnout", "no/such/folder", where=where[3]).status == EXIT_USAGE
    assert run_match(*A, *B, *FAST, where=where[4]).status == EXIT_PLAYED
