"""Whole matches by their command line: what is refused before the first game, what is said, what is kept.

Scripts written for cutechess-cli and fastchess find what they look for, in those runners' words and forms.
"""

from __future__ import annotations

import io
import os
import re
import shlex
import shutil
import signal
import stat
import sys
from collections import Counter
from itertools import pairwise
from pathlib import Path

import chess
import pytest
from chess_books import write_book
from engine_process import COMMAND
from match_games import kept, match_here
from match_process import Finished, MatchProcess, engine, fake, outline, read_pgn, run_match
from oddsfish.engine.support.system import usable_processors
from oddsfish.matches.game.loop import unplayed
from oddsfish.matches.pairing import count_games
from oddsfish.matches.record import SLIGHT, Record, Termination
from oddsfish.matches.score.standings import Standings
from oddsfish.matches.settings import Engine, Fixture, Match, Opening
from oddsfish.matches.views.view import View

A, B = engine("A"), engine("B")
STRONG, WEAK = engine("Strong", "line=strong", "score=50", "depth=7"), engine("Weak", "line=weak")
TC = ["-each", "tc=30"]
KEPT = ["-pgnout", "games.pgn"]
RANDOM = ["-engine", "proto=random"]
COMPUTER = ["-engine", f"cmd={sys.executable}", f"args={shlex.join(COMMAND[1:])}"]
STOCKFISH = shutil.which("stockfish") or (found if Path(found := "/usr/games/stockfish").exists() else "")
COMMENT = re.compile(r"(\S+) \{([+-]?[0-9.]+|[+-]M[0-9]+)/(\d+) (\d+\.\d+)s[,}]")


def check_refused(finished: Finished, where: Path, *says: str) -> None:
    """One line on stderr, and nothing written."""
    assert finished.status == 2
    assert finished.out == ""
    assert re.fullmatch(r"oddsfish: match: [^\n]+\n", finished.err), finished.err
    for text in says:
        assert text in finished.err, finished.err
    assert not list(where.glob("games*"))


# What is wrong with an engine is said before the first game.

UNFIT = [
    (["cmd=no-such-engine"], "there is no program no-such-engine"),
    (["cmd=./text"], "./text is not executable"),
    (["cmd=./script"], "./script"),
    (["cmd=."], "."),
    (["cmd=false"], "crashed (exit status 1)"),
    (["cmd=cat", "startup=0.3"], "no uciok within 0.3 s"),
    (["cmd=yes"], "floods its output"),
    ([f"cmd={sys.executable}", "dir=nowhere"], "there is no directory nowhere"),
    ([*engine("")[1:-1], "option.Nonsense=1"], "has no option Nonsense"),
    ([*engine("")[1:-1], "option.Hash=0"], "0 is not between 1 and 1024"),
    ([*engine("")[1:-1], "option.Hash=many"], "'many' is no number"),
    ([*engine("")[1:-1], "option.Style=z"], "'z' is none of a, b c"),
    ([*engine("")[1:-1], "option.Contempt=perhaps"], "'perhaps' is neither true nor false"),
    ([*engine("")[1:-1], "option.Ponder=true"], "is set by the runner"),
    ([*engine("", "remark=info string ERROR: no network")[1:-1]], "Bad's engine reports an error: no network\n"),
    ([*engine("", "no-960")[1:-1]], "Bad's engine has no option UCI_Chess960"),
]


@pytest.mark.parametrize(("words", "says"), UNFIT, ids=[says for _, says in UNFIT])
def test_what_is_no_engine_for_the_match(words: list[str], says: str, tmp_path: Path) -> None:
    (tmp_path / "text").write_text("hello")
    (tmp_path / "script").write_text("hello")
    (tmp_path / "script").chmod(stat.S_IRWXU)
    variant = ["-variant", "fischerandom"] if "960" in says else []
    finished = match_here(*A, "-engine", *words, "name=Bad", *TC, *KEPT, *variant, where=tmp_path)
    check_refused(finished, tmp_path, "oddsfish: match: Bad", says)


def test_options_that_the_engine_has(tmp_path: Path) -> None:
    options = ["option.hash=32", "option.STYLE=B c", "option.Contempt=True", "option.File=", "option.Clear Hash="]
    finished = match_here(*engine("A", "told=told"), *options, *B, *TC, where=tmp_path)
    assert (finished.status, finished.err) == (0, "")
    told = {line.strip() for line in (tmp_path / "told").read_text().splitlines()}
    assert told >= {
        f"setoption name {said}"
        for said in ("Hash value 32", "Style value b c", "Contempt value true", "File value", "Clear Hash")
    }


@pytest.mark.parametrize(
    ("variant", "protocol", "option", "says"),
    [
        ("standard", "uci", "Without=nullmove", "did you mean null-move?"),
        ("standard", "uci", "SyzygyPath=/no/tables", "/no/tables"),
        ("connect4", "ugi", "Search=Predictive", "needs a trained model"),
    ],
)
def test_what_an_engine_calls_an_error(variant: str, protocol: str, option: str, says: str, tmp_path: Path) -> None:
    bad = [*COMPUTER, "name=Bad", f"option.{option}", f"proto={protocol}", "tc=30"]
    finished = match_here(*bad, *RANDOM, "-variant", variant, *KEPT, where=tmp_path)
    check_refused(finished, tmp_path, "oddsfish: match: Bad's engine reports an error: ", says)


def test_what_another_engine_calls_an_error_is_heard_with_debug_and_a_remark_is_none(tmp_path: Path) -> None:
    bad = engine("Bad", "remark=info string error no network")
    finished = run_match(*A, *bad, *TC, *KEPT, "-debug", where=tmp_path)
    assert (finished.status, finished.err) == (2, "oddsfish: match: Bad's engine reports an error: no network\n")
    words = [*A, *engine("B", "remark=info string errors: none"), *TC]
    assert match_here(*words, where=tmp_path).status == 0


def test_a_move_of_a_book_has_no_score(tmp_path: Path) -> None:
    book = write_book(tmp_path / "book.bin", [(chess.STARTING_FEN, "a2a4", 1)])
    own = [*COMPUTER, "name=Own", f"option.BookFile={book}", "option.OwnBook=true"]
    finished = match_here(*own, *B, "-each", "depth=1", "-maxmoves", "1", *KEPT, where=tmp_path)
    assert finished.status == 0
    (record,) = kept(tmp_path)
    first, second = record.plies
    assert (first.move, first.score, first.depth) == ("a2a4", None, 0)
    assert second.score is not None
    assert re.search(r"a4 \{\d", (tmp_path / "games.pgn").read_text()) is not None
    assert re.search(r"a4 \{\S+/", (tmp_path / "games.pgn").read_text()) is None


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ([*A, *B, *TC, *KEPT, "-openings", "file=bad.epd", "format=epd"], "bad.epd"),
        ([*A, *TC, *KEPT], "two engines"),
        ([*A, *B, *TC, "-pgnout", "games.none/games.pgn"], "games.none"),
        ([*A, *B, *TC, "-pgnout", "."], "."),
    ],
)
def test_what_cannot_be_played_or_kept(words: list[str], says: str, tmp_path: Path) -> None:
    (tmp_path / "bad.epd").write_text("nonsense\n")
    check_refused(match_here(*words, where=tmp_path), tmp_path, says)


def test_a_match_that_was_kept_is_not_overwritten_and_nothing_else_is_gone_on_with(tmp_path: Path) -> None:
    assert match_here(*A, *B, *TC, *KEPT, where=tmp_path).status == 0
    (tmp_path / "games.txt").write_text("not ours")
    before = {path: path.read_bytes() for path in tmp_path.glob("games*")}
    others = {
        "holds a match": [*A, *B, *KEPT],
        "is of another match: seed was": [*A, *B, *KEPT, "-resume", "-srand", "77"],
        "is of another match: engines": [*A, *engine("C"), *KEPT, "-resume"],
        "is no result file of a match": [*A, *B, "-results", "games.txt", "-resume"],
    }
    for says, words in others.items():
        finished = match_here(*words, *TC, where=tmp_path)
        assert finished.status == 2 and says in finished.err and finished.err.count("\n") == 1
        assert {path: path.read_bytes() for path in tmp_path.glob("games*")} == before


# What is said.


def test_lines_as_cute_chess_writes_them(tmp_path: Path) -> None:
    words = [*STRONG, *WEAK, *TC, "-games", "3", "-srand", "9"]
    finished = match_here(*words, where=tmp_path)
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


def test_what_scripts_look_for(tmp_path: Path) -> None:
    """The regular expressions of cutechess-cli's users first, then of fastchess's; workers count blanks and colons."""
    words = ["-maxmoves", "3", "-rounds", "2", "-games", "2", "-repeat", "-sprt", "elo0=-1.5", "elo1=5"]
    finished = match_here(*A, *B, *TC, *words, where=tmp_path)
    assert (finished.status, finished.err) == (0, "")
    ends = [line.split() for line in finished.lines if line.startswith("Finished game")]
    assert [(int(words[2]), words[6]) for words in ends] == [(number, "1/2-1/2") for number in range(1, 5)]
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
    # The model is in the line after the one that scripts read.
    (place,) = (number for number, line in enumerate(finished.lines) if line.startswith("SPRT: llr"))
    assert not re.search("normalized|logistic|bayesian", finished.lines[place])
    assert finished.lines[place + 1] == "SPRT model: normalized, elo0 -1.5, elo1 5"


@pytest.mark.parametrize(
    ("fault", "words", "told"),
    [
        (["crash@2"], "White disconnects", "Bad lost 1 by crash"),
        (["wrong@1", "says=e1e8"], "White makes an illegal move", "Bad lost 1 by illegal move"),
        pytest.param(["wait-for-stop@1"], "White loses on time", "Bad lost 1 by time", marks=pytest.mark.clock),
    ],
)
def test_faults_have_their_words(fault: list[str], words: str, told: str, tmp_path: Path) -> None:
    finished = match_here(*engine("Bad", *fault), *B, "-each", "st=0.3", "-recover", where=tmp_path)
    (said,) = (line for line in finished.lines if line.startswith("Finished game"))
    assert said.startswith(f"Finished game 1 (Bad vs B): 0-1 {{{words}")
    assert told in finished.lines and "Hint" not in finished.out


def test_who_is_nameless_is_called_what_it_calls_itself_and_a_table_comes_now_and_then(tmp_path: Path) -> None:
    nameless = ["-engine", f"cmd={sys.executable}", f"args={fake('name=Deep Thing')}"]
    finished = match_here(*nameless, *nameless, *TC, "-games", "4", "-ratinginterval", "2", where=tmp_path)
    assert finished.lines[0].startswith("Deep Thing vs Deep Thing 2: 4 games")
    assert sum(line.startswith("Elo difference: ") for line in finished.lines) == 2 + 1


def test_three_players(tmp_path: Path) -> None:
    finished = match_here(*A, *B, *engine("C"), *TC, *KEPT, "-games", "2", "-repeat", where=tmp_path)
    assert finished.status == 0
    assert len(read_pgn(tmp_path / "games.pgn")) == 6
    assert any(line.startswith("Rank Name") for line in finished.lines)


def test_rounds_that_repeat_say_how_many_games_they_make(tmp_path: Path) -> None:
    hint = "-rounds 3 -repeat plays 3 games, 1 in each round. Fastchess would play 6: for that add -games 2"
    for words, said, games in (([], [hint], 3), (["-games", "2"], [], 6)):
        finished = match_here(*RANDOM, *RANDOM, "-maxmoves", "1", "-rounds", "3", "-repeat", *words, where=tmp_path)
        assert [line for line in finished.lines if line.startswith("-rounds")] == said
        assert finished.out.count("Started game") == games


def test_an_sprt_ends_the_match(tmp_path: Path) -> None:
    sprt = ["-sprt", "elo0=0", "elo1=50", "alpha=0.05", "beta=0.05"]
    words = [*STRONG, *WEAK, "-games", "2", "-rounds", "5000", "-repeat", *TC, *KEPT, *sprt]
    finished = match_here(*words, where=tmp_path)
    assert (finished.status, finished.err) == (0, "")
    assert finished.lines[-1] == "Finished match: the SPRT is decided"
    assert any(line.startswith("SPRT: llr ") and line.endswith("H1 was accepted") for line in finished.lines)
    assert 2 < len([record for record in kept(tmp_path) if record.finished]) < 1000
    again = match_here(*words, "-resume", where=tmp_path)
    assert again.status == 0 and "Started game" not in again.out and "the SPRT is decided" in again.out


def test_help_and_version(tmp_path: Path) -> None:
    assert match_here("-help", where=tmp_path).out.startswith("Usage:")
    assert match_here("-version", where=tmp_path).out.startswith("Oddsfish match runner ")


# Who is slightly late.


def late_loss(number: int, late: float | None, loser: int = 0) -> Record:
    match = Match((Engine("Slow"), Engine("B")))
    fields = vars(unplayed(Fixture(number, number, 1, (0, 1), match.engines, Opening(), "")))
    return Record(**fields | {"result": "0-1", "ending": Termination.TIME, "reason": "", "loser": loser, "late": late})


def hints(records: list[Record], margin: float = 0.0, overhead: tuple[str, int] | None = None) -> list[str]:
    match = Match((Engine("Slow", margin=margin), Engine("B")), games=len(records))
    out, standings = io.StringIO(), Standings(("Slow", "B"), 1)
    view = View(match, count_games(match), out)
    if overhead:
        view.overheads[0] = overhead
    for record in records:
        standings.add(record)
        view.finished(record, standings)
        view.advise(record, standings)
    return [line for line in out.getvalue().splitlines() if line.startswith("Hint")]


def test_who_is_late_by_little_again_and_again_is_told_of_the_margin_once() -> None:
    expected = "Hint: Slow has lost 2 games on time by 3.0 ms or less; timemargin=50 would forgive that"
    assert hints([late_loss(1, 0.001), late_loss(2, 0.003), late_loss(3, 0.002), late_loss(4, SLIGHT)]) == [expected]
    assert hints([late_loss(1, 0.003), late_loss(2, 0.002)], margin=0.02) == [expected.replace("=50", "=70")]
    longer = f"{expected}; with 'option.Move Overhead=60' it would move sooner"
    assert hints([late_loss(1, 0.003), late_loss(2, 0.002)], overhead=("Move Overhead", 10)) == [longer]
    assert hints([late_loss(1, 0.001), late_loss(2, None), late_loss(3, SLIGHT + 0.001)]) == []
    assert hints([late_loss(1, 0.001), late_loss(2, 0.001, loser=1)]) == []


@pytest.mark.clock
def test_a_match_with_an_engine_that_is_late_by_little(tmp_path: Path) -> None:
    """It is ten milliseconds late in each game. It answers by itself, and the delay is recorded."""
    words = [*engine("Slow", "sleep=0.11"), "st=0.1", *B, "tc=30", "-games", "8", "-results", "r.jsonl"]
    finished = match_here(*words, where=tmp_path)
    assert finished.status == 0
    (hint,) = [line for line in finished.lines if line.startswith("Hint: ")]
    assert re.fullmatch(r"Hint: Slow has lost 2 games on time by \d+\.\d ms or less; timemargin=50 .*", hint)
    late = [record.late for record in kept(tmp_path, "r.jsonl") if record.late is not None]
    assert len(late) >= 2 and min(late) > 0


# What is kept.


def test_pgn_and_results_tell_the_same(tmp_path: Path) -> None:
    """Score, depth and time in braces of their own, our commands in others; a round is a number."""
    words = [*TC, *KEPT, "-games", "4", "-repeat", "-epdout", "games.epd", "-event", 'An "event"', "-site", "Here"]
    assert match_here(*STRONG, *WEAK, *words, where=tmp_path).status == 0
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
    assert [(game.headers["Round"], game.headers["Leg"]) for game in games] == [
        ("1", "1"),
        ("1", "2"),
        ("2", "1"),
        ("2", "2"),
    ]
    positions = (tmp_path / "games.epd").read_text().splitlines()
    assert positions == [game.end().board().epd() for game in games]
    text = (tmp_path / "games.pgn").read_text()
    moves = COMMENT.findall(text)
    assert {(score, depth) for _, score, depth, _ in moves} == {("+0.50", "7"), ("0.00", "1")}
    assert len(moves) == len(re.findall(r"\}\s\{\[%clk 0:00:", text)) == sum(len(record.plies) for record in records)


def test_scores_and_files_as_those_who_read_them_have_them(tmp_path: Path) -> None:
    """A mate is counted in plies; fastchess has `file=` before the name of a file."""
    files = ["-pgnout", "file=p.pgn", "-epdout", "file=e.epd", "-report", "file=r.html"]
    one, other = engine("A", "score=mate 2", "depth=9"), engine("B", "score=mate -2", "depth=9")
    assert match_here(*one, *other, *TC, *files, where=tmp_path).status == 0
    assert {path.name for path in tmp_path.iterdir()} == {"p.pgn", "p.pgn.results.jsonl", "e.epd", "r.html"}
    assert {score for _, score, *_ in COMMENT.findall((tmp_path / "p.pgn").read_text())} == {"+M3", "-M4"}


def test_the_same_seed_gives_the_same_match(tmp_path: Path) -> None:
    """However many games are played at a time, here or by workers."""
    words = [*RANDOM, *RANDOM, *KEPT, "-games", "6", "-repeat", "-random-plies", "6", "-maxmoves", "8"]
    words += ["-variant", "fischerandom", "-srand", "3"]
    seen = []
    for concurrency, play in (("1", match_here), ("2", run_match)):
        where = tmp_path / concurrency
        where.mkdir()
        assert play(*words, "-concurrency", concurrency, where=where).status == 0
        games = read_pgn(where / "games.pgn")
        records = sorted(kept(where), key=lambda record: record.number)
        seen.append((outline(games), [[ply.move for ply in record.plies] for record in records]))
    assert seen[0] == seen[1]
    starts = [row[-1] for row in seen[0][0]]
    assert len(set(starts)) == 3, "each opening twice"


def test_a_file_that_begins_anew_does_so_once(tmp_path: Path) -> None:
    """A match that goes on keeps what it has written."""
    for name in ("games.pgn", "games.epd"):
        (tmp_path / name).write_text("what was there before\n")
    words = [*A, *B, *TC, "-games", "1", *KEPT, "append=false", "-epdout", "games.epd", "append=false", "-rounds"]
    assert match_here(*words, "1", where=tmp_path).status == 0
    assert match_here(*words, "2", "-resume", where=tmp_path).status == 0
    assert len(read_pgn(tmp_path / "games.pgn")) == 2
    assert "before" not in (tmp_path / "games.pgn").read_text() + (tmp_path / "games.epd").read_text()
    assert len((tmp_path / "games.epd").read_text().splitlines()) == 2


@pytest.mark.parametrize(
    ("more", "first"), [([], 0), (["-noswap"], 0), (["-reverse"], 1), (["-noswap", "-reverse"], 1)]
)
def test_who_begins(more: list[str], first: int, tmp_path: Path) -> None:
    assert match_here(*RANDOM, *RANDOM, "-games", "4", "-maxmoves", "1", *KEPT, *more, where=tmp_path).status == 0
    seats = [record.seats for record in kept(tmp_path)]
    assert seats == [(place, 1 - place) for place in ([first] * 4 if "-noswap" in more else [first, 1 - first] * 2)]


@pytest.mark.clock
def test_games_that_wait_for_each_other(tmp_path: Path) -> None:
    words = [*RANDOM, *RANDOM, "-games", "3", "-maxmoves", "1", "-results", "r.jsonl", "-wait", "300"]
    assert run_match(*words, "-concurrency", "1", where=tmp_path).status == 0
    began = [record.began for record in kept(tmp_path, "r.jsonl")]
    assert all(later - sooner >= 0.3 for sooner, later in pairwise(began))


@pytest.mark.skipif(len(usable_processors() or ()) < 2, reason="there is but one processor to be kept on")
def test_games_on_processors_of_their_own(tmp_path: Path) -> None:
    """Both engines of a game share them, and nobody else has them."""
    ours = (usable_processors() or ())[:2]
    slow = [*engine("A", "sleep=0.5"), *engine("B", "sleep=0.5"), *TC, "-games", "2", "-concurrency", "2"]
    with MatchProcess(*slow, "-use-affinity", ",".join(map(str, ours)), where=tmp_path) as match:
        match.wait_for("Started game 2")
        match.wait_until(lambda: len(match.engines()) == 4, "four engines")
        seen = Counter(tuple(os.sched_getaffinity(number)) for number in match.engines())
        match.signal(signal.SIGTERM)
        assert match.finish().status == 143
    assert seen == {(ours[0],): 2, (ours[1],): 2}


# Clocks and engines that are real.


@pytest.mark.clock
def test_what_is_told_of_the_time(tmp_path: Path) -> None:
    timed = ["tc=3/10+1", "timemargin=50"]
    words = [*A, *timed, *B, *timed, *engine("C"), "st=0.5", "nodes=100", "depth=2", "-tournament", "gauntlet"]
    finished = run_match(*words, "-maxmoves", "4", "-debug", where=tmp_path)
    told = [line for line in finished.lines if line.startswith(">A: go ")]
    assert told[0] == ">A: go wtime 10000 btime 10000 winc 1000 binc 1000 movestogo 3"
    assert [int(line.split()[-1]) for line in told[:4]] == [3, 2, 1, 3]
    assert ">C: go depth 2 nodes 100 movetime 500" in finished.lines


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
