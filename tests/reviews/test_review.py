"""`oddsfish review` as a user sees it: its output, its files, and how it resumes."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path
from random import Random

import chess.pgn
import pytest
from engine_process import here
from oddsfish.engine import ChessPosition, Connect4Position, HiloPosition, Limits, analyse, games
from oddsfish.engine.opponents.words import describe_share
from oddsfish.engine.options import options_for
from oddsfish.engine.session import Session
from oddsfish.matches.files.games import read_games
from oddsfish.reviews.judgement import MARKS
from oddsfish.reviews.positions import search
from page_browser import chromium
from spoiling import spoil

TRAP = """[Event "?"]
[White "Ann"]
[Black "Bob"]
[Result "1-0"]

1. e4 e5 2. Nf3 {a comment} Nc6 3. Bc4 d6 4. Nxe5 $5 {a trap} (4. Nc3 Bg4 {quiet}) Nge7 5. Bxf7# 1-0

[Event "?"]
[White "Cy"]
[Black "Dee"]
[Result "*"]
[FEN "8/8/8/8/8/4k3/4p3/4K3 w - - 0 1"]
[SetUp "1"]

*

[Event "?"]
[White "Cy"]
[Black "Dee"]
[Result "1/2-1/2"]
[FEN "7k/8/6K1/8/8/8/8/R7 w - - 0 1"]
[SetUp "1"]

1. Ra7 Kg8 2. Ra1 Kh8 3. Kf7 1/2-1/2
"""


@pytest.fixture
def pgn(tmp_path: Path) -> Path:
    path = tmp_path / "games.pgn"
    path.write_text(TRAP)
    return path


def review(*words: object) -> str:
    status, out, err = here("review", *map(str, words))
    assert status == 0 and "Traceback" not in err, err
    return out


def test_a_trap_is_judged_and_falling_into_it_is_a_blunder(pgn: Path) -> None:
    out = review(pgn, "--game", 1, "--nodes", 20_000, "--rating", 1100)
    assert re.search(r"^Ann +5 +[\d.]+ % +0 +[01] +[01] +0$", out, re.MULTILINE)
    assert re.search(r"^Bob +4 +[\d.]+ % +0 +0 +1 +0$", out, re.MULTILINE)
    people = "Of players of 1100, less than 1 % play it, and [0-9]+ % find "
    assert re.search(rf"^4[.] Nxe5[?]+ -[\d.]+, (?:better|only) \S+ [+][\d.]+[.] {people}", out, re.MULTILINE)
    assert re.search(r"^4[.]{3} Nge7[?][?] loses in 1, (better|only) dxe5 ", out, re.MULTILINE)


def test_what_is_written_is_read_back_with_all_that_was_there(pgn: Path, tmp_path: Path) -> None:
    target = tmp_path / "out.pgn"
    review(pgn, "--nodes", 5000, "--pgn", target)
    source, written = io.StringIO(TRAP), io.StringIO(target.read_text())
    first = chess.pgn.read_game(source)
    found = chess.pgn.read_game(written)
    assert first is not None and found is not None
    assert [node.move for node in found.mainline()] == [node.move for node in first.mainline()]
    before, after = [*first.mainline()], [*found.mainline()]
    for old, new in zip(before, after, strict=True):
        assert old.comment in new.comment and old.nags <= new.nags
        old_moves, new_moves = ([other.move for other in node.parent.variations] for node in (old, new))
        assert new_moves[: len(old_moves)] == old_moves
        assert (new.eval() is None) == new.board().is_checkmate()
    assert chess.pgn.NAG_BLUNDER in after[7].nags
    assert {chess.pgn.NAG_MISTAKE, chess.pgn.NAG_BLUNDER} & after[6].nags
    assert str(found) == str(chess.pgn.read_game(io.StringIO(str(found))))
    third = chess.pgn.read_game(written)
    assert third is not None and third.headers["FEN"].startswith("7k/8")


def test_a_review_goes_on_where_it_was_cut_and_is_the_same_on_two_processes(pgn: Path, tmp_path: Path) -> None:
    whole, cut = tmp_path / "whole", tmp_path / "cut"
    words = (pgn, "--nodes", 3000, "-o")
    said = review(*words, whole)
    lines = whole.read_bytes().splitlines(keepends=True)
    cut.write_bytes(b"".join(lines[:5]) + lines[5][:-7])
    assert review(*words, cut, "--jobs", 2) == said and cut.read_bytes() == whole.read_bytes()
    assert review(*words, whole) == said
    status, _, err = here("review", str(pgn), "--nodes", "4000", "-o", str(whole))
    assert status == 2 and "is of other work" in err and err.count("\n") == 1
    assert whole.read_bytes().splitlines(keepends=True) == lines


def test_a_review_that_somebody_has_changed_is_one_line(pgn: Path, tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    words = [
        str(pgn),
        "--nodes",
        "1000",
        "-o",
        str(kept),
        "--jobs",
        "1",
        "--json",
        str(tmp_path / "out.json"),
        "--force",
    ]
    assert here("review", *words)[0] == 0
    lines = kept.read_bytes().splitlines(keepends=True)
    for seed in range(150):
        chooser = Random(seed)
        place = chooser.randrange(1, len(lines))
        spoilt = json.dumps(spoil(json.loads(lines[place]), chooser)).encode() + b"\n"
        kept.write_bytes(b"".join([*lines[:place], spoilt, *lines[place + 1 :]]))
        status, _, err = here("review", *words)
        said = [line for line in err.splitlines() if line.startswith("oddsfish: ")]
        assert (status, len(said)) in ((0, 0), (2, 1)) and "Traceback" not in err, (seed, spoilt, err)


def test_figures_are_those_that_are_shown(pgn: Path, tmp_path: Path) -> None:
    target = tmp_path / "out.json"
    out = review(pgn, "--game", 1, "--nodes", 5000, "--json", target, "--rating", 1200)
    found = json.loads(target.read_text())
    (game,) = found["games"]
    place = found["ratings"].index(1200)
    shown = [move for move in game["moves"] if move["judgement"]]
    for move, line in zip(shown, out.split("\n\n")[1].splitlines(), strict=True):
        assert f" {move['text']}{MARKS[move['judgement']]} " in line
        assert f" {'only' if move['only'] else 'better'} {move['best_text']} " in line
        assert len(move["played"]) == len(move["found"]) == len(found["ratings"])
        assert f", and {describe_share(move['found'][place])} find " in line
    assert len(game["percents"]) == len(game["moves"]) + 1 == 10 and game["percents"][-1] == 100


def test_what_is_called_better_is_better(tmp_path: Path) -> None:
    """Also where the two searches of a move do not agree."""
    path = tmp_path / "ruy.pgn"
    path.write_text("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 *\n")
    review(path, "--nodes", 30_000, "--json", tmp_path / "ruy.json")
    (game,) = json.loads((tmp_path / "ruy.json").read_text())["games"]
    for move in game["moves"]:
        best = move["best"][0] == move["chosen"]
        assert best or move["before"]["value"] > move["after"]["value"], move


def test_a_page_shows_each_move_with_its_judgement(pgn: Path, tmp_path: Path) -> None:
    target = tmp_path / "out.html"
    out = review(pgn, "--nodes", 5000, "--html", target)
    text = target.read_text()
    assert "://" not in text.replace("http://www.w3.org/", "")  # it loads nothing
    said = re.search(r"^4[.]{3} Nge7[?][?] (.*)$", out, re.MULTILINE)
    assert said is not None
    faults: list[str] = []
    with chromium() as browser:
        page = browser.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.goto(target.as_uri())
        page.get_by_role("button", name="Nge7??").click()
        page.get_by_text(said[1]).wait_for()
        assert page.get_by_text("Winning chances of White").is_visible()
        assert page.get_by_role("row", name=re.compile("^Cy endgame 3 ")).count() == 1
        assert page.locator('#board [data-cell="12"][data-piece="black knight"]').count() == 1
    assert faults == []


def test_a_game_of_connect4_is_judged_by_its_exact_results(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    players = ("-engine", "proto=random", "name=A", "-engine", "proto=random", "name=B")
    match = ("match", *players, "-variant", "connect4", "-each", "tc=inf")
    assert here(*match, "-games", "1", "-random-plies", "10", "-srand", "4", "-pgnout", str(path))[0] == 0
    kept = path.with_name("games.pgn.results.jsonl")
    out = review(kept)
    judged = re.findall(r"^(\d+[.]+) \S+\?\? ", out, re.MULTILINE)
    (game,) = read_games(kept)
    position = Connect4Position()
    wrong = []
    for ply, (move, seat) in enumerate(zip(game.moves, game.seats, strict=True)):
        best = analyse(position, "Solver", Limits(depth=42)).score.result
        position.play(move)
        after = None if position.ending() is not None else analyse(position, "Solver", Limits(depth=42)).score.result
        if best is not None and after is not None and -after < best and seat is not None:
            wrong.append(f"{ply // 2 + 1}{'.' if ply % 2 == 0 else '...'}")
    assert judged == wrong != []


def test_luck_is_nobodys_mistake(tmp_path: Path) -> None:
    """A guess, or a disc that slips, is judged by what could be known in advance: by the exact mean."""
    path = tmp_path / "slips.jsonl"
    players = ("-engine", "proto=random", "name=A", "-engine", "proto=random", "name=B")
    rules = ("-variant", "connect4", "Slip=true", "SlipStraight=1")
    assert (
        here("match", *players, *rules, "-each", "tc=inf", "-games", "1", "-srand", "3", "-results", str(path))[0] == 0
    )
    target = tmp_path / "slips.json"
    review(path, "--depth", 2, "--json", target)
    (game,) = json.loads(target.read_text())["games"]
    slipped = [move for move in game["moves"] if move["move"] != move["chosen"]]
    assert slipped and all(move["move"].startswith(f"{move['chosen']}>") for move in slipped)
    for move in game["moves"]:
        assert move["chosen"] != move["best"][0] or (move["judgement"] == "" and move["accuracy"] == 100)

    guesses = tmp_path / "guesses.jsonl"
    alone = ("-engine", "proto=random", "-variant", "hilo", "-games", "8", "-srand", "2", "-each", "tc=inf")
    assert here("match", *alone, "-results", str(guesses))[0] == 0
    out = review(guesses, "--json", target, "--force")
    assert re.search(r"^random +all +\d+ ", out, re.MULTILINE)
    wrong = 0
    for game in json.loads(target.read_text())["games"]:
        position = HiloPosition(game["game"]["start"])
        for move in game["moves"]:
            found = analyse(position, "Expectimax", Limits(depth=64), {"MultiPV": 2})
            values = {line.move: line.score.value for line in found.lines}
            assert move["before"]["value"] == pytest.approx(max(values.values()))
            assert move["after"]["value"] == pytest.approx(values[move["chosen"]])
            loss = max(values.values()) - values[move["chosen"]]
            kinds = ("blunder", "mistake", "inaccuracy")
            judged = next((kind for least, kind in zip((0.3, 0.2, 0.1), kinds, strict=True) if loss >= least), "")
            assert move["judgement"] == judged
            wrong += bool(judged)
            position.play(move["move"])
    assert wrong


def test_phases_are_those_of_lichess_apart_from_the_mixed_ones() -> None:
    chess_game = games.find("chess")
    for fen, wanted in {
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 15": "opening",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 16": "middlegame",
        "r4rk1/pppq1ppp/2npbn2/4p3/4P3/2NPBN2/PPPQ1PPP/R4RK1 w - - 0 10": "middlegame",  # three on the back ranks
        "rn2kbnr/pppppppp/8/8/8/8/PPPPPPPP/RN2KBNR w KQkq - 0 8": "middlegame",  # ten pieces
        "r1b1k1n1/8/8/8/8/8/8/R1B1K1N1 w - - 0 8": "endgame",
        "8/8/4k3/3p4/3K4/8/4P3/8 w - - 0 1": "endgame",
    }.items():
        assert chess_game.phase(ChessPosition(fen)) == wanted


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("none.pgn",), "'none.pgn' does not exist"),
        (("games.pgn", "--game", "9"), "has no game 9"),
        (("games.pgn", "--nodes", "0"), "0 is less than 1"),
        (("games.pgn", "--rating", "100"), "100 is less than 800"),
        (("games.pgn", "--set", "Search=Solver"), "Solver"),
        (("games.pgn", "--pgn", "games.pgn"), "games.pgn"),
        (("noise.pgn",), "'noise.pgn' is no text"),
    ],
)
def test_mistakes_get_one_line(words: tuple[str, ...], said: str, pgn: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(pgn.parent)
    Path("noise.pgn").write_bytes(Random(1).randbytes(3000).replace(b"[", b" "))
    status, out, err = here("review", *words, "--jobs", "1")
    last = err.splitlines()[-1]
    assert status == 2 and out == "" and last.startswith("oddsfish: ") and said in last, err
    assert pgn.read_text() == TRAP


def test_a_game_that_goes_on_after_a_draw_is_written_in_every_way(tmp_path: Path) -> None:
    path = tmp_path / "drawn.pgn"
    path.write_text("1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4 e5 *\n")
    files = [word for kind in ("json", "html", "pgn") for word in (f"--{kind}", tmp_path / f"a.{kind}")]
    review(path, "--nodes", 1000, *files)
    assert len(json.loads((tmp_path / "a.json").read_text())["games"][0]["moves"]) == 10


def test_moves_that_are_compared_are_searched_equally_deep() -> None:
    """Wherever a limit ends a search, also between the two."""
    ended = set()
    for nodes in range(500, 30_000, 700):
        session = Session(ChessPosition(), options_for(games.find("chess"), {"MultiPV": "2"}))
        result, lines = search(session, Limits(nodes=nodes), None)
        assert len({line.depth for line in lines}) == 1
        assert result.lines[0].move == lines[0].move
        ended.add(len({line.depth for line in result.lines[:2]}))
    assert ended == {1, 2}


def test_an_opening_that_nobody_chose_is_not_counted(tmp_path: Path) -> None:
    results = tmp_path / "games.jsonl"
    players = ("-engine", "proto=random", "name=A", "-engine", "proto=random", "name=B", "-each", "tc=inf")
    words = ("-variant", "tictactoe", "-games", "1", "-random-plies", "4", "-srand", "4", "-results", str(results))
    assert here("match", *players, *words)[0] == 0
    review(results, "--json", tmp_path / "a.json")
    (game,) = json.loads((tmp_path / "a.json").read_text())["games"]
    assert [move["opening"] for move in game["moves"]][:5] == [True] * 4 + [False]
    table = review(results).splitlines()
    counted = sum(int(row.split()[1]) for row in table[1:3])
    assert counted == len(game["moves"]) - 4
    status, _, err = here("review", str(results), "--pgn", str(tmp_path / "a.pgn"))
    assert status == 2 and "only the review of a PGN" in err


def test_the_distance_to_mate_is_that_behind_the_move(tmp_path: Path) -> None:
    """As Lichess and python-chess count, whether the move was the best one or not."""
    path = tmp_path / "mate.pgn"
    path.write_text('[FEN "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1"]\n[SetUp "1"]\n\n1. Qg2 Kh7 2. Qg7# *\n')
    review(path, "--pgn", tmp_path / "out.pgn", "--nodes", 20_000)
    with (tmp_path / "out.pgn").open() as file:
        game = chess.pgn.read_game(file)
    assert game is not None
    for node in game.mainline():
        value = node.eval()
        if value is not None and not node.board().is_game_over():
            assert value.white().mate() == 1, node
