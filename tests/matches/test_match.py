"""Whole matches by the script: what is refused before the first game, what is said, what is kept."""

from __future__ import annotations

import re
import shlex
import shutil
import stat
import sys
from pathlib import Path

import chess
import pytest
from chess_books import write_book
from engine_process import COMMAND
from match_process import Finished, engine, fake, outline, read_pgn, run_match
from oddsfish.matches.files.journal import read_records
from oddsfish.matches.record import Record, Termination

A, B = engine("A"), engine("B")
STRONG, WEAK = engine("Strong", "line=strong", "score=50", "depth=7"), engine("Weak", "line=weak")
TC = ["-each", "tc=30"]
KEPT = ["-pgnout", "games.pgn"]
RESULTS = "games.pgn.results.jsonl"
COMPUTER = ["-engine", f"cmd={sys.executable}", f"args={shlex.join(COMMAND[1:])}"]
STOCKFISH = shutil.which("stockfish") or (found if Path(found := "/usr/games/stockfish").exists() else "")


def kept(where: Path) -> list[Record]:
    return list(read_records(where / RESULTS))


def check_refused(finished: Finished, where: Path, *says: str) -> None:
    """One line on stderr, and nothing written."""
    assert finished.status == 2
    assert finished.out == ""
    assert re.fullmatch(r"match: [^\n]+\n", finished.err), finished.err
    for text in says:
        assert text in finished.err, finished.err
    assert not list(where.glob("games*"))


# What is wrong with an engine is said before the first game.

UNFIT = [
    (["cmd=no-such-engine"], ["there is no program no-such-engine"]),
    (["cmd=./no/such/engine"], ["there is no program ./no/such/engine"]),
    (["cmd=./text"], ["./text is not executable"]),
    (["cmd=./script"], ["./script"]),
    (["cmd=."], ["."]),
    (["cmd=true"], ["crashed (exit status 0)"]),
    (["cmd=false"], ["crashed (exit status 1)"]),
    (["cmd=cat", "startup=0.3"], ["no uciok within 0.3 s"]),
    (["cmd=yes"], ["floods its output"]),
    ([f"cmd={sys.executable}", "dir=nowhere"], ["there is no directory nowhere"]),
]


@pytest.mark.parametrize(("words", "says"), UNFIT, ids=[" ".join(words)[:40] for words, _ in UNFIT])
def test_what_is_no_engine(words: list[str], says: list[str], tmp_path: Path) -> None:
    (tmp_path / "text").write_text("hello")
    (tmp_path / "script").write_text("hello")
    (tmp_path / "script").chmod(stat.S_IRWXU)
    finished = run_match(*A, "-engine", *words, "name=Bad", *TC, *KEPT, where=tmp_path)
    check_refused(finished, tmp_path, "match: Bad", *says)


OPTIONS = [
    ("Nonsense=1", "has no option Nonsense"),
    ("Hash=0", "0 is not between 1 and 1024"),
    ("Hash=9999999999", "not between 1 and 1024"),
    ("Hash=many", "'many' is no number"),
    ("Style=z", "'z' is none of a, b c"),
    ("Contempt=perhaps", "'perhaps' is neither true nor false"),
    ("Ponder=true", "is set by the runner"),
]


@pytest.mark.parametrize(("option", "says"), OPTIONS)
def test_an_option_that_the_engine_has_not(option: str, says: str, tmp_path: Path) -> None:
    check_refused(run_match(*A, *B, f"option.{option}", *TC, *KEPT, where=tmp_path), tmp_path, "B'", says)


def test_options_that_the_engine_has(tmp_path: Path) -> None:
    options = ["option.hash=32", "option.STYLE=B c", "option.Contempt=True", "option.File=", "option.Clear Hash="]
    finished = run_match(*A, *options, *B, *TC, *KEPT, "-debug", where=tmp_path)
    assert (finished.status, finished.err) == (0, "")
    for said in ("Hash value 32", "Style value b c", "Contempt value true", "Clear Hash"):
        assert f">A: setoption name {said}" in finished.out


def test_chess960_is_not_for_every_engine(tmp_path: Path) -> None:
    words = [*engine("Bad", "no-960"), *B, *TC, *KEPT, "-variant", "fischerandom"]
    check_refused(run_match(*words, where=tmp_path), tmp_path, "Bad's engine has no option UCI_Chess960")


REPORTED = [
    ("standard", "uci", "Without=nullmove", "did you mean null-move?"),
    ("standard", "uci", "BookFile=/no/book", "/no/book"),
    ("standard", "uci", "Weights=/no/weights", "/no/weights"),
    ("standard", "uci", "SyzygyPath=/no/tables", "/no/tables"),
    ("standard", "uci", "Search=Predictive", "needs a trained model"),
    ("connect4", "ugi", "Search=Predictive", "needs a trained model"),
    ("cfour", "uci", "Search=Predictive", "needs a trained model"),
]


@pytest.mark.parametrize(("variant", "protocol", "option", "says"), REPORTED)
def test_what_an_engine_calls_an_error(variant: str, protocol: str, option: str, says: str, tmp_path: Path) -> None:
    bad = [*COMPUTER, "name=Bad", f"option.{option}"]
    both = ["-each", f"proto={protocol}", "tc=30", "-variant", variant]
    finished = run_match(*bad, *COMPUTER, "name=Good", *both, *KEPT, where=tmp_path)
    check_refused(finished, tmp_path, "match: Bad's engine reports an error: ", says)


@pytest.mark.parametrize("line", ["info string ERROR: no network", "info string error no network"])
@pytest.mark.parametrize("debug", [[], ["-debug"]])
def test_what_another_engine_calls_an_error(line: str, debug: list[str], tmp_path: Path) -> None:
    finished = run_match(*A, *engine("Bad", f"remark={line}"), *TC, *KEPT, *debug, where=tmp_path)
    assert (finished.status, finished.err) == (2, "match: Bad's engine reports an error: no network\n")


def test_a_remark_is_no_error(tmp_path: Path) -> None:
    words = [*A, *engine("B", "remark=info string errors: none"), *TC, *KEPT]
    assert run_match(*words, where=tmp_path).status == 0


def test_a_move_of_a_book_has_no_score(tmp_path: Path) -> None:
    book = write_book(tmp_path / "book.bin", [(chess.STARTING_FEN, "a2a4", 1)])
    own = [*COMPUTER, "name=Own", f"option.BookFile={book}", "option.OwnBook=true"]
    finished = run_match(*own, *COMPUTER, "name=None", "-each", "depth=1", "-maxmoves", "1", *KEPT, where=tmp_path)
    assert finished.status == 0
    (record,) = kept(tmp_path)
    first, second = record.plies
    assert (first.move, first.score, first.depth) == ("a2a4", None, 0)
    assert second.score is not None
    assert re.search(r"a4 \{\d", (tmp_path / "games.pgn").read_text()) is not None
    assert re.search(r"a4 \{\S+/", (tmp_path / "games.pgn").read_text()) is None


BOOKS = {"empty.epd": "", "blank.epd": "\n\n", "bad.epd": "nonsense\n", "mate.epd": "7k/6Q1/6K1/8/8/8/8/8 b - -\n"}


@pytest.mark.parametrize("name", [*BOOKS, "none.epd", "."])
def test_openings_that_cannot_be_played(name: str, tmp_path: Path) -> None:
    for book, text in BOOKS.items():
        (tmp_path / book).write_text(text)
    words = [*A, *B, *TC, *KEPT, "-openings", f"file={name}", "format=epd"]
    check_refused(run_match(*words, where=tmp_path), tmp_path, name)


@pytest.mark.parametrize(
    "words",
    [
        [*A, *TC],
        [*A, *B],
        [*A, *B, *TC, "-games", "0"],
        [*A, *B, *TC, "-tb", "x"],
        [*A, *B, "-each", "tc=1", "st=1"],
        [*A, *B, *TC, "-resume"],
        [*A, *B, *TC, "-pgnout", "games.none/games.pgn"],
        [*A, *B, *TC, "-pgnout", "."],
    ],
)
def test_contradictions(words: list[str], tmp_path: Path) -> None:
    check_refused(run_match(*words, where=tmp_path), tmp_path)


def test_a_match_that_was_kept_is_not_overwritten(tmp_path: Path) -> None:
    assert run_match(*A, *B, *TC, *KEPT, where=tmp_path).status == 0
    before = {path: path.read_bytes() for path in tmp_path.glob("games*")}
    others = {
        "holds a match": [*A, *B, *TC],
        "is of another match": [*A, *B, *TC, "-resume", "-games", "6"],
        "is of another match: seed was": [*A, *B, *TC, "-resume", "-srand", "77"],
        "is of another match: engines": [*A, *engine("C"), *TC, "-resume"],
    }
    for says, words in others.items():
        finished = run_match(*words, *KEPT, where=tmp_path)
        assert finished.status == 2 and says in finished.err and finished.err.count("\n") == 1
        assert {path: path.read_bytes() for path in tmp_path.glob("games*")} == before


def test_nothing_but_a_result_file_is_gone_on_with(tmp_path: Path) -> None:
    (tmp_path / "games.txt").write_text("not ours")
    for more in ([], ["-srand", "5"]):
        finished = run_match(*A, *B, *TC, "-results", "games.txt", "-resume", *more, where=tmp_path)
        assert finished.status == 2 and "is no result file of a match" in finished.err
        assert (tmp_path / "games.txt").read_text() == "not ours"


# What is said.


def test_lines_as_cute_chess_writes_them(tmp_path: Path) -> None:
    finished = run_match(*STRONG, *WEAK, *TC, *KEPT, "-games", "3", "-srand", "9", where=tmp_path)
    assert (finished.status, finished.err) == (0, "")
    assert finished.lines[:10] == [
        "Strong vs Weak: 3 games, seed 9",
        "Started game 1 of 3 (Strong vs Weak)",
        "Finished game 1 (Strong vs Weak): 1-0 {White mates}",
        "Score of Strong vs Weak: 1 - 0 - 0  [1.000] 1",
        "Started game 2 of 3 (Weak vs Strong)",
        "Finished game 2 (Weak vs Strong): 0-1 {Black mates}",
        "Score of Strong vs Weak: 2 - 0 - 0  [1.000] 2",
        "Started game 3 of 3 (Strong vs Weak)",
        "Finished game 3 (Strong vs Weak): 1-0 {White mates}",
        "Score of Strong vs Weak: 3 - 0 - 0  [1.000] 3",
    ]
    assert "...      Strong playing White: 2 - 0 - 0  [1.000] 2" in finished.lines
    assert "...      Strong playing Black: 1 - 0 - 0  [1.000] 1" in finished.lines
    assert "...      White vs Black: 2 - 1 - 0  [0.667] 3" in finished.lines
    assert finished.lines[-1] == "Finished match: all games are played"


def test_a_table_now_and_then(tmp_path: Path) -> None:
    finished = run_match(*A, *B, *TC, "-games", "6", "-ratinginterval", "2", where=tmp_path)
    assert sum(line.startswith("Elo difference: ") for line in finished.lines) == 3 + 1
    assert "Score of A vs B: 0 - 0 - 6  [0.500] 6" in finished.lines


def test_who_is_nameless_is_called_what_it_calls_itself(tmp_path: Path) -> None:
    nameless = ["-engine", f"cmd={sys.executable}", f"args={fake('name=Deep Thing')}"]
    finished = run_match(*nameless, *nameless, *TC, where=tmp_path)
    assert finished.lines[0].startswith("Deep Thing vs Deep Thing 2: 1 games")


def test_three_players(tmp_path: Path) -> None:
    words = [*A, *B, *engine("C"), *TC, *KEPT, "-games", "2", "-repeat", "-concurrency", "2"]
    finished = run_match(*words, where=tmp_path)
    assert finished.status == 0
    assert len(read_pgn(tmp_path / "games.pgn")) == 6
    assert any(line.startswith("Rank Name") for line in finished.lines)
    (tmp_path / "gauntlet").mkdir()
    assert run_match(*words, "-tournament", "gauntlet", where=tmp_path / "gauntlet").status == 0
    assert len(read_pgn(tmp_path / "gauntlet" / "games.pgn")) == 4


def test_an_sprt_ends_the_match(tmp_path: Path) -> None:
    sprt = ["-sprt", "elo0=0", "elo1=50", "alpha=0.05", "beta=0.05"]
    words = ["-games", "2", "-rounds", "5000", "-repeat", *TC, *KEPT, *sprt, "-concurrency", "2"]
    finished = run_match(*STRONG, *WEAK, *words, where=tmp_path)
    assert (finished.status, finished.err) == (0, "")
    assert finished.lines[-1] == "Finished match: the SPRT is decided"
    assert any(line.startswith("SPRT: llr ") and line.endswith("H1 was accepted") for line in finished.lines)
    assert 2 < len([record for record in kept(tmp_path) if record.finished]) < 1000
    again = run_match(*STRONG, *WEAK, *words, "-resume", where=tmp_path)
    assert again.status == 0 and "Started game" not in again.out and "the SPRT is decided" in again.out


# What is kept.


def test_pgn_and_results_tell_the_same(tmp_path: Path) -> None:
    words = [*TC, *KEPT, "-games", "4", "-repeat", "-epdout", "games.epd", "-event", 'An "event"', "-site", "Here"]
    assert run_match(*STRONG, *WEAK, *words, where=tmp_path).status == 0
    games, records = read_pgn(tmp_path / "games.pgn"), kept(tmp_path)
    assert len(games) == len(records) == 4
    for game, record in zip(games, records, strict=True):
        assert [node.move.uci() for node in game.mainline()] == [ply.move for ply in record.plies]
        assert (game.headers["Event"], game.headers["Site"]) == (r"An \"event\"", "Here")
        assert (game.headers["White"], game.headers["Black"]) == record.names
        assert game.headers["TimeControl"] == "30"
        for node, ply in zip(game.mainline(), record.plies, strict=True):
            evaluation = node.eval()
            assert evaluation is not None and evaluation.pov(not node.turn()).score() == ply.score
            assert node.eval_depth() == ply.depth == (7 if ply.score == 50 else 1)
            assert ply.seconds is not None and ply.nodes == 100
    assert [game.headers["Round"] for game in games] == ["1", "1", "2", "2"]
    positions = (tmp_path / "games.epd").read_text().splitlines()
    assert positions == [game.end().board().epd() for game in games]


def test_what_is_in_the_pgn_before_stays(tmp_path: Path) -> None:
    old = '[Event "old"]\n\n1. e4 *\n\n'
    (tmp_path / "games.pgn").write_text(old)
    assert run_match(*A, *B, *TC, *KEPT, where=tmp_path).status == 0
    assert (tmp_path / "games.pgn").read_text().startswith(old)
    assert len(read_pgn(tmp_path / "games.pgn")) == 2


def test_the_same_seed_gives_the_same_match(tmp_path: Path) -> None:
    words = [*engine("A", chess=True), *engine("B", chess=True), *TC, *KEPT, "-games", "6", "-repeat"]
    words += ["-random-plies", "6", "-maxmoves", "8", "-variant", "fischerandom", "-srand", "3"]
    seen = []
    for name, concurrency in (("one", "1"), ("two", "2")):
        where = tmp_path / name
        where.mkdir()
        assert run_match(*words, "-concurrency", concurrency, where=where).status == 0
        games = read_pgn(where / "games.pgn")
        records = sorted(kept(where), key=lambda record: record.number)
        seen.append((outline(games), [[ply.move for ply in record.plies] for record in records]))
    assert seen[0] == seen[1]
    starts = [row[-1] for row in seen[0][0]]
    assert len(set(starts)) == 3, "each opening twice"


@pytest.mark.parametrize(
    ("words", "score", "ending"),
    [
        (["-draw", "movenumber=2", "movecount=1", "score=5"], "0", Termination.DRAW_ADJUDICATED),
        (["-resign", "movecount=2", "score=300"], "-400", Termination.RESIGNED),
        (["-maxmoves", "3"], "0", Termination.MAXMOVES),
    ],
)
def test_adjudication(words: list[str], score: str, ending: Termination, tmp_path: Path) -> None:
    finished = run_match(*engine("A", f"score={score}"), *B, *TC, *KEPT, *words, where=tmp_path)
    assert finished.status == 0
    (record,) = kept(tmp_path)
    assert record.ending is ending
    (game,) = read_pgn(tmp_path / "games.pgn")
    assert game.headers["Termination"] == "adjudication"


@pytest.mark.clock
def test_what_is_told_of_the_time(tmp_path: Path) -> None:
    words = ["-each", "tc=3/10+1", "timemargin=50", "-maxmoves", "4", "-debug"]
    finished = run_match(*A, *B, *words, where=tmp_path)
    first = next(line for line in finished.lines if line.startswith(">A: go "))
    assert first == ">A: go wtime 10000 btime 10000 winc 1000 binc 1000 movestogo 3"
    told = [line for line in finished.lines if line.startswith(">A: go ")]
    assert [int(line.split()[-1]) for line in told] == [3, 2, 1, 3]
    fixed = run_match(*A, "st=0.5", *B, "nodes=100", "depth=2", "-maxmoves", "1", "-debug", where=tmp_path)
    assert ">A: go movetime 500" in fixed.lines
    assert ">B: go depth 2 nodes 100" in fixed.lines


@pytest.mark.clock
def test_the_engine_itself(tmp_path: Path) -> None:
    words = [
        "-each",
        "tc=0.5+0.02",
        "timemargin=2000",  # a busy machine may stall
        "-games",
        "2",
        "-repeat",
        "-random-plies",
        "4",
        "-maxmoves",
        "12",
        "-concurrency",
        "2",
    ]
    finished = run_match(*COMPUTER, "name=One", *COMPUTER, "option.Hash=4", *words, *KEPT, where=tmp_path)
    assert (finished.status, finished.err) == (0, "")
    records = kept(tmp_path)
    assert len(records) == 2 and not any(record.ending.fault for record in records)
    games = read_pgn(tmp_path / "games.pgn")
    assert all(node.eval() is not None for game in games for node in list(game.mainline())[4:])


@pytest.mark.clock
@pytest.mark.slow
@pytest.mark.skipif(not STOCKFISH, reason="there is no Stockfish")
def test_against_stockfish(tmp_path: Path) -> None:
    words = ["-each", "tc=2+0.02", "-games", "4", "-repeat", "-random-plies", "6", "-concurrency", "2", *KEPT]
    finished = run_match(
        *COMPUTER, "name=Oddsfish", "-engine", f"cmd={STOCKFISH}", *words, where=tmp_path, patience=300
    )
    assert (finished.status, finished.err) == (0, "")
    records = kept(tmp_path)
    assert len(records) == 4 and not any(record.ending.fault for record in records)
    assert [game.headers["Result"] for game in read_pgn(tmp_path / "games.pgn")] == [each.result for each in records]


def test_help_and_version(tmp_path: Path) -> None:
    assert run_match("-help", where=tmp_path).out.startswith("Usage:")
    assert run_match("-version", where=tmp_path).out.startswith("Oddsfish match runner ")
