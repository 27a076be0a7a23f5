"""Connect-4 and HiLo through the whole runner, by the real engine: its searches against chance and against each other.

Every game is played again by slow rules of our own.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from statistics import mean, stdev

import chess.pgn
import pytest
from match_games import kept, match_here, play_all
from oddsfish.matches.cli.parsing import parse
from oddsfish.matches.files.header import read_settings
from oddsfish.matches.openings.book import read_openings
from oddsfish.matches.pairing import count_openings, schedule
from oddsfish.matches.record import Record, Termination
from oddsfish.matches.settings import Engine, Fixture, Opening
from slow_games import DRAWS, FIRST_CARDS, SLIPPING, STRAIGHT, alike, replay_connect4, replay_hilo, value_key_of, worth

RESULTS = "results.jsonl"
MAIN = "from oddsfish.protocols.start import main; raise SystemExit(main())"
RANDOM = ["-engine", "proto=random"]
TAG = re.compile(r'\[(\w+) "(.*)"\]')
FULL_BOARD = "Rules=fullboard"
SLIP = "Slip=true"


def engine(*words: str) -> list[str]:
    return ["-engine", f"cmd={sys.executable}", f'args=-c "{MAIN}"', *words]


def run(*words: str, where: Path) -> list[Record]:
    """The games of a match, in their order."""
    finished = match_here(*words, "-results", RESULTS, where=where)
    assert (finished.status, finished.err) == (0, ""), finished
    return sorted(kept(where, RESULTS), key=lambda record: record.number)


def play(*words: str) -> list[Record]:
    """The games of a match that is played in this process, without files."""
    match, _ = parse(words)
    seed = match.seed or 0
    names = [engine.name or engine.protocol for engine in match.engines]
    engines = tuple(replace(engine, name=name) for engine, name in zip(match.engines, names, strict=True))
    match = replace(match, engines=engines)
    book = read_openings(
        match.openings, match.variant, match.variant_options, count_openings(match), seed, match.random_plies
    )
    return play_all(game for game in schedule(match, seed, book) if game)


def timeless(records: Sequence[Record]) -> list[Record]:
    """The records without all that comes from clocks."""
    return [
        replace(
            record, began=0.0, seconds=0.0, plies=tuple(replace(ply, seconds=None, clock=None) for ply in record.plies)
        )
        for record in records
    ]


@pytest.mark.parametrize(
    ("rules", "full_board", "weights"),
    [
        ([], False, STRAIGHT),
        ([SLIP], False, SLIPPING),
        ([FULL_BOARD, SLIP, "SlipStraight=1", "SlipRight=5"], True, (1, 1, 5)),
    ],
)
def test_connect4_against_chance(rules: list[str], full_board: bool, weights: tuple[int, int, int]) -> None:
    one = engine("depth=3", "option.Search=AlphaBeta")
    words = [*one, *RANDOM, "-variant", "connect4", *rules, "-games", "8", "-repeat", "-srand", "5"]
    records = play(*words)
    draws = [replay_connect4(record, full_board, weights) for record in records]
    assert all(alike(one, other) for one, other in zip(draws[::2], draws[1::2], strict=True))
    points = [record.result == ("1-0" if record.seats[0] == 0 else "0-1") for record in records]
    assert len(points) == 8 and sum(points) >= 6
    for record in records:
        assert record.names[record.seats.index(1)] == "random"
        for number, ply in enumerate(record.plies):
            thought = ply.score is not None or ply.mate is not None
            assert thought == (record.seats[number % 2] == 0)
            assert (ply.depth is not None and ply.depth <= 3 and (ply.nodes or 0) > 0) == thought


def test_alphabeta_plays_as_minimax_does() -> None:
    """They give every move the same value, so either of them plays the same game."""
    searches = [word for name in ("Minimax", "AlphaBeta") for word in engine(f"option.Search={name}", f"name={name}")]
    words = ["-each", "depth=4", "option.MoveOrder=left-to-right", "-variant", "connect4", "-games", "2", "-repeat"]
    one, other = play(*searches, *words)
    assert [ply.move for ply in one.plies] == [ply.move for ply in other.plies]
    assert [(ply.score, ply.mate) for ply in one.plies] == [(ply.score, ply.mate) for ply in other.plies]
    replay_connect4(one)


@pytest.mark.clock
@pytest.mark.parametrize("limit", ["tc=10/0.2+0.01", "st=0.05", "nodes=500"])
def test_cfour_over_uci(limit: str) -> None:
    players = [*engine("option.Search=AlphaBeta"), *engine("option.Search=Minimax")]
    words = [*players, "-each", limit, "timemargin=2000", "-variant", "cfour"]  # a busy machine may stall
    records = play(*words, "-games", "2", "-srand", "3", "-random-plies", "3")
    for record in records:
        replay_connect4(record)
        assert len([ply for ply in record.plies if ply.seconds is None]) == 3
        if limit.startswith("tc="):
            assert all(ply.clock is not None and 0 < ply.clock <= 1.2 for ply in record.plies[3:])


def test_hilo_gives_everybody_the_same_decks() -> None:
    players = [*engine("name=best", "depth=4"), *engine("name=greedy", "depth=1"), *RANDOM]
    records = play(*players, "-variant", "hilo", "-games", "15", "-srand", "2")
    decks: dict[int, list[list[int]]] = {}
    for number, record in enumerate(records):
        assert (record.pair, record.leg, record.seats) == (number // 3 + 1, number % 3 + 1, (number % 3,))
        decks.setdefault(record.pair, []).append(replay_hilo(record)[0])
    assert len(decks) == 15
    different = set()
    for cards in decks.values():
        *others, longest = sorted(cards, key=len)
        assert len(others) == 2 and all(longest[: len(each)] == each for each in others)
        different.add(tuple(longest))
    assert len(different) == 15


def test_hilo_for_one(tmp_path: Path) -> None:
    words = [*RANDOM, "-variant", "hilo", "-games", "30", "-rounds", "2", "-srand", "1"]
    finished = match_here(*words, "-results", RESULTS, where=tmp_path)
    records = kept(tmp_path, RESULTS)
    for record in records:
        replay_hilo(record)
    values = [record.utility or 0.0 for record in records]
    said = next(line for line in finished.lines if line.startswith("Utility of "))
    name = records[0].names[0]
    error = 1.96 * stdev(values) / len(values) ** 0.5
    found = re.fullmatch(rf"Utility of {name}: (\S+) \+/- (\S+) in 60 games, (\d+) lost", said)
    assert found and int(found[3]) == values.count(-1.0)
    assert float(found[1]) == pytest.approx(mean(values), abs=1e-4)
    assert float(found[2]) == pytest.approx(error, rel=0.03)


@pytest.mark.parametrize("games", [60, pytest.param(5000, marks=pytest.mark.slow)])
def test_expectimax_is_worth_what_exact_fractions_say(games: int) -> None:
    """Every guess is the best one (low if both are), every score is its value, and so is the mean, within chance."""
    best = Engine("best", sys.executable, ("-c", MAIN), protocol="ugi", depth=DRAWS)
    records = play_all(
        Fixture(number, number, 1, (0,), (best,), seed=f"9:{number}", opening=Opening(), variant="hilo")
        for number in range(games)
    )
    for record in records:
        _, decisions = replay_hilo(record)
        for ply, (card, utility, draws, guess) in zip(record.plies[1:], decisions, strict=True):
            ways = {way: value_key_of(card, utility, draws, way) for way in ("low", "high")}
            assert ply.score is not None
            assert abs(ply.score - 100 * ways[guess]) <= Fraction(1, 2) + Fraction(1, 10**6)
            assert guess == ("low" if ways["low"] >= ways["high"] else "high")
    values = [record.utility or 0.0 for record in records]
    expected = float(sum(worth(card, Fraction(1), DRAWS) for card in FIRST_CARDS) / len(FIRST_CARDS))
    assert abs(mean(values) - expected) < 3 * stdev(values) / len(values) ** 0.5


@pytest.mark.parametrize(
    ("variant", "more"),
    [
        (["connect4", SLIP], ["depth=1", "option.Evaluation=Fours"]),
        (["cfour", "-random-plies", "2"], ["depth=1", "option.Search=AlphaBeta"]),
        (["hilo"], ["depth=1", "option.Search=Random"]),
    ],
)
def test_the_seeds_of_a_match_and_its_engines_repeat_it_and_others_do_not(variant: list[str], more: list[str]) -> None:
    """Also with engines that break ties at random."""

    def moves(engine_seed: int, seed: int) -> list[list[str]]:
        lots = ["option.TiePolicy=random", f"option.Seed={engine_seed}"]
        words = [*engine(*more, *lots), *RANDOM, "-variant", *variant, "-games", "4", "-srand", str(seed)]
        return [[ply.move for ply in record.plies] for record in play(*words)]

    once, again, other_engine, other = moves(7, 4), moves(7, 4), moves(8, 4), moves(7, 5)
    assert once == again != other_engine
    assert all(one != two for one, two in zip(once, other, strict=True))


def test_each_game_of_a_match_begins_the_sequence_anew() -> None:
    """With the same start and the same two players, it is the same game."""
    one = engine("option.TiePolicy=random", "option.Seed=7", "depth=1", "option.Evaluation=Material")
    first, second = play(*one, "name=A", *one, "name=B", "-games", "2", "-maxmoves", "40", "-srand", "3")
    assert [ply.move for ply in first.plies] == [ply.move for ply in second.plies]


def test_a_seed_that_the_runner_drew_gives_the_same_again(tmp_path: Path) -> None:
    """So does a match that was interrupted and is resumed."""
    words = [*RANDOM, *RANDOM, "-variant", "connect4", SLIP, "-games", "6", "-repeat"]
    (tmp_path / "again").mkdir()
    records = timeless(run(*words, where=tmp_path))
    seed = str(read_settings(tmp_path / RESULTS).seed)
    assert timeless(run(*words, "-srand", seed, where=tmp_path / "again")) == records
    lines = (tmp_path / RESULTS).read_text().splitlines(keepends=True)
    (tmp_path / RESULTS).write_text("".join(lines[:3]) + lines[3][:100])
    assert timeless(run(*words, "-resume", where=tmp_path)) == records


@pytest.mark.parametrize(("variant", "form"), [(["connect4", FULL_BOARD, SLIP], []), (["cfour"], ["min"])])
def test_pgn(variant: list[str], form: list[str], tmp_path: Path) -> None:
    """Tags, numbered moves as protocols write them, comments in braces; python-chess finds every game in it."""
    one = engine("depth=2", "tc=5", "option.Search=AlphaBeta")
    words = [*one, *RANDOM, "-variant", *variant, "-games", "4", "-repeat", "-srand", "8"]
    records = run(*words, "-event", 'a "b" \\c', "-pgnout", "games.pgn", *form, where=tmp_path)
    text = (tmp_path / "games.pgn").read_text()
    assert max(map(len, text.splitlines())) <= 80
    games = re.findall(r"((?:\[.*\]\n)+)\n((?:.+\n)+)(?:\n|\Z)", text)
    assert "".join(f"{tags}\n{moves}\n" for tags, moves in games) == text and len(games) == 4
    with (tmp_path / "games.pgn").open() as file:
        for record, (tags, moves) in zip(records, games, strict=True):
            headers = chess.pgn.read_headers(file)
            assert headers is not None
            known = dict(TAG.findall(tags))
            assert dict(headers) == known
            assert (
                known.items()
                >= {
                    "Event": 'a \\"b\\" \\\\c',
                    "Round": str(record.pair),
                    "White": record.names[0],
                    "Black": record.names[1],
                    "Result": record.result,
                    "Variant": variant[0],
                }.items()
            )
            assert form or known["PlyCount"] == str(len(record.plies))
            bare = " ".join(re.sub(r"\{[^}]*\}", "", moves).split())
            numbered = [
                f"{number // 2 + 1}. {ply.move}" if number % 2 == 0 else ply.move
                for number, ply in enumerate(record.plies)
            ]
            assert bare == " ".join([*numbered, record.result])
            comments = re.findall(r"\{([^[}]*)\}", moves)  # those that are no commands
            assert len(comments) == (0 if form else len(record.plies))
            for ply, comment in zip(record.plies, comments, strict=False):
                assert (f"/{ply.depth} " in comment) == (ply.depth is not None)
            assert form or record.reason in comments[-1]


def test_positions_at_the_end_are_kept(tmp_path: Path) -> None:
    """The FEN fits the rules of the game. It could be an opening, except that the game is over."""
    for name, variant in (("full", ["connect4", FULL_BOARD, SLIP]), ("hilo", ["hilo"]), ("cfour", ["cfour"])):
        (tmp_path / name).mkdir()
        words = ["-variant", *variant, "-games", "3", "-srand", "8"]
        records = run(*RANDOM, *RANDOM, *words, "-epdout", "last.epd", where=tmp_path / name)
        fens = (tmp_path / name / "last.epd").read_text().splitlines()
        assert len(fens) == len(records)
        for record, fen in zip(records, fens, strict=True):
            if name == "full":
                board = fen.split()[0]
                assert (board.count("r"), board.count("y")) == (21, 21)
            elif name == "hilo":
                card, utility, left = fen.split()
                assert record.plies[-1].move.split()[1] == card
                assert float(utility) == pytest.approx(record.utility, rel=1e-6)
                assert int(left) == DRAWS + 1 - len(record.plies)
            else:
                assert fen.split("[")[0].upper().count("P") == len(record.plies)
        with pytest.raises(ValueError, match="already over"):
            play(*RANDOM, *RANDOM, *words, "-openings", f"file={tmp_path / name / 'last.epd'}")


def test_resignation_by_scores() -> None:
    """A player loses whose score was -500 or less, five windows, for two moves in succession."""
    words = ["-variant", "connect4", FULL_BOARD, "-games", "6", "-repeat", "-srand", "1", "-random-plies", "2"]
    records = play(*engine("depth=1"), *engine("depth=4"), *words, "-resign", "movecount=2", "score=500")
    resigned = [record for record in records if record.ending is Termination.RESIGN_ADJUDICATED]
    assert resigned
    for record in resigned:
        loser = 1 if record.result == "1-0" else 0
        assert record.reason == f"{('Red', 'Yellow')[1 - loser]} wins by adjudication"
        said = [ply.score or 0 for ply in record.plies[2:][loser::2]]
        assert max(said[-2:]) <= -500
        assert all(max(said[:earlier][-2:]) > -500 for earlier in range(2, len(said)))


def test_nobody_resigns_by_a_bound() -> None:
    """The solver reports only a bound: it loses in so many moves at the soonest, and perhaps never."""
    words = ["-variant", "connect4", "-games", "4", "-repeat", "-resign", "movecount=1", "score=100"]
    unaided = "option.SolverBook=false"
    seen = []
    for record in play(*engine("depth=2", unaided), *engine("depth=3", unaided), *words):
        mates = [ply.mate for ply in record.plies]
        if record.ending is Termination.RESIGN_ADJUDICATED:
            assert (mates[-1] or mates[-2] or 0) != 0
        assert all(mate is None or abs(mate) <= 2 for mate in mates)
        seen += mates
    assert None in seen


def test_openings_out_of_a_file(tmp_path: Path) -> None:
    fens = ["7/7/7/7/3y3/2yrr2 r 3", "7/7/7/7/7/3r3 y 1", "7/7/7/7/7/r5y r 2"]
    (tmp_path / "book.epd").write_text("\n".join(fens) + "\n")
    words = ["-variant", "connect4", SLIP, "-games", "6", "-repeat", "-srand", "1"]
    words += ["-openings", f"file={tmp_path / 'book.epd'}"]
    records = play(*engine("depth=2"), *engine("depth=2"), *words)
    assert [record.start for record in records] == [fen for fen in fens for _ in range(2)]
    for record in records:
        assert record.plies[0].pieces == sum(map(record.start.split()[0].count, "ry"))
    assert all(record.ending in (Termination.WON, Termination.DRAWN) for record in records)


def test_hands_of_hilo_out_of_a_file(tmp_path: Path) -> None:
    (tmp_path / "book.epd").write_text("5 1 4\n13 2.5 1\n")
    words = [*engine("depth=4"), *RANDOM, "-variant", "hilo", "-games", "4", "-srand", "1"]
    records = play(*words, "-openings", f"file={tmp_path / 'book.epd'}")
    assert [record.start for record in records] == [*["5 1 4"] * 2, *["13 2.5 1"] * 2] * 2
    for record in records:
        if record.start == "13 2.5 1" and record.seats == (0,):
            (ply,) = record.plies
            assert ply.move.startswith("low ") and record.utility == 2.5 and record.result == "1-0"
