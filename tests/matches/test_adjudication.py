"""What ends a game before its rules do: agreed scores, a move limit, a cycle of one player's moves, endgame tables."""

from __future__ import annotations

import random
import re
import shutil
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import chess
import pytest
from chess_books import TABLES
from match_games import kept, match_here
from match_process import engine, read_pgn
from oddsfish.matches.game.adjudication import Adjudicator
from oddsfish.matches.game.arbiter import Verdict
from oddsfish.matches.game.chess_arbiter import ChessArbiter
from oddsfish.matches.record import Ply, Termination
from oddsfish.matches.settings import Adjudication, Draw, Opening, Resign

# The oracle looks at the whole game anew after each ply.


def deemed(ply: Ply) -> int | None:
    """The value that a player reports for its position, in centipawns; a mate is beyond all. None without a depth."""
    if not ply.depth:
        return None
    return ply.score if ply.mate is None else 10**6 if ply.mate > 0 else -(10**6)


def oracle(rules: Adjudication, boards: Sequence[chess.Board], moves: Sequence[str], plies: Sequence[Ply]) -> set[str]:
    """The endings by which a game may be ended after its last ply."""
    found = set[str]()
    values = [deemed(ply) for ply in plies]
    if (draw := rules.draw) is not None:
        tail = 2 * draw.movecount
        quiet = len(plies) >= tail and all(value is not None and abs(value) <= draw.score for value in values[-tail:])
        # Only the first of these plies may have been a capture or a pawn's move.
        if quiet and len(moves) >= 2 * draw.movenumber and all(board.halfmove_clock for board in boards[1 - tail :]):
            found.add("draw")
    if (resign := rules.resign) is not None:
        first = len(moves) - len(plies)  # plies of the opening
        by_seat: list[list[int | None]] = [[], []]
        for number, value in enumerate(values, first):
            by_seat[number % 2].append(value)
        count = resign.movecount
        lost = [
            len(own) >= count and all(v is not None and v <= -resign.score for v in own[-count:]) for own in by_seat
        ]
        won = [len(own) >= count and all(v is not None and v >= resign.score for v in own[-count:]) for own in by_seat]
        found |= {f"loss of {seat}" for seat in (0, 1) if lost[seat] and (won[1 - seat] or not resign.twosided)}
    if rules.maxmoves and len(moves) >= 2 * rules.maxmoves:
        found.add("maxmoves")
    own = [move for number, move in enumerate(moves) if number % 2 != len(moves) % 2]
    if rules.draw_cycle and any(
        len(own) >= 2 * length and all(own[-1 - i] == own[-1 - i - length] for i in range(length))
        for length in range(2, 8)
    ):
        found.add("cycle")
    return found


def random_rules(rng: random.Random) -> Adjudication:
    return Adjudication(
        draw=rng.choice([None, Draw(rng.randrange(12), rng.randrange(1, 5), rng.randrange(0, 30))]),
        resign=rng.choice([None, Resign(rng.randrange(1, 5), rng.randrange(100, 400), rng.random() < 0.5)]),
        maxmoves=rng.choice([0, rng.randrange(1, 30)]),
        draw_cycle=rng.random() < 0.5,
    )


def random_ply(rng: random.Random, tendency: int) -> Ply:
    """A ply with a score near a tendency; now and then with a mate, or without a score."""
    kind = rng.random()
    if kind < 0.03:
        return Ply("", "")
    if kind < 0.05:
        return Ply("", "", score=0, depth=0)
    if kind < 0.12:
        return Ply("", "", mate=rng.choice([-9, -1, 1, 12]), depth=5)
    return Ply("", "", score=tendency + rng.randrange(-25, 26), depth=rng.randrange(1, 9))


@pytest.mark.parametrize("seed", range(10))
def test_adjudication_against_a_slow_judge(seed: int) -> None:
    for number in range(30):
        check_game(random.Random(30 * seed + number))


def check_game(rng: random.Random) -> None:
    rules = random_rules(rng)
    arbiter = ChessArbiter(Opening(), chess960=False)
    for _ in range(2 * rng.randrange(3)):
        arbiter.replay(rng.choice(arbiter.choices()))
    judge = Adjudicator(rules)
    boards: list[chess.Board] = []
    plies: list[Ply] = []
    tendency = rng.choice([0, 0, 300])  # White's
    while arbiter.choices() and len(plies) < 80:
        if rng.random() < 0.05:
            tendency = rng.choice([0, 300, -300])
        mover = arbiter.turn
        # Players that mostly shuffle: cycles, and few captures.
        back = arbiter.moves[-2][2:4] + arbiter.moves[-2][:2] if len(arbiter.moves) > 1 else ""
        choices = arbiter.choices()
        arbiter.play(back if back in choices and rng.random() < 0.7 else rng.choice(choices))
        plies.append(random_ply(rng, tendency if mover == 0 else -tendency))
        boards.append(arbiter.board.copy(stack=False))
        expected = oracle(rules, boards, arbiter.moves, plies)
        verdict = judge.judge(arbiter, mover, plies[-1])
        if verdict is None:
            assert not expected
            continue
        name = {
            Termination.DRAW_ADJUDICATED: "draw",
            Termination.MAXMOVES: "maxmoves",
            Termination.CYCLE: "cycle",
            Termination.RESIGN_ADJUDICATED: f"loss of {0 if verdict.result == '0-1' else 1}",
        }[verdict.ending]
        assert name in expected
        assert verdict.result == "1/2-1/2" or verdict.ending is Termination.RESIGN_ADJUDICATED
        return


# The draw by cycle, in legal games: one player's last moves are a cycle twice, without a threefold repetition.

# Round trips of a king, by the number of moves. It makes each move once.
TOURS = {
    2: "a1 b1",
    3: "a1 b1 a2",
    4: "a1 b1 b2 a2",
    5: "a1 b1 c2 b3 a2",
    6: "a1 b1 c1 c2 b2 a2",
    7: "a1 b1 c1 d2 c3 b3 a2",
    8: "a1 b1 c1 d1 d2 c2 b2 a2",
}
AWAY = ["a1", "a2", "b3", "c3", "b2", "a1"]  # the squares of the king before the round trip
START = "6k1/pppppppp/8/8/8/8/8/K7 w - - 0 1"
# The moves of the other side meanwhile, by which no position comes again.
OTHERS = [f"{file}{rank}{file}{rank - 1}" for file in "hgf" for rank in (7, 6, 5, 4)]
OTHERS += ["g8f8", "f8e8", "e8d8", "d8c8", "c8b8", "b8a8", "a7a6", "a6a5"]
# The same four moves twice: first by two pawns and a queen, then by a pawn, the queen and a new piece.
PROMOTION = "8/P6r/1P6/8/8/7k/8/K7 w - - 0 1"
PROMOTIONS = "a7a8q h7a7 b6a7 h3g4 a8b8 g4f5 b8b6 f5e4 a7a8{} e4d3 b6a7 d3c4 a8b8 c4d5 b8b6"


def verdicts(fen: str, moves: list[str], cycles: bool = True) -> list[Verdict | None]:
    """The verdict of the rule after each move of a legal game. No move ends it or repeats a position twice."""
    board = chess.Board(fen)
    arbiter = ChessArbiter(Opening(fen), chess960=False)
    judge = Adjudicator(Adjudication(draw_cycle=cycles))
    said = []
    for move in moves:
        mover = arbiter.turn
        board.push(board.parse_uci(move))
        arbiter.play(move)
        assert not board.is_repetition(3) and board.outcome() is None and arbiter.verdict() is None
        said.append(judge.judge(arbiter, mover, Ply(move, move)))
    return said


def tour(squares: list[str]) -> list[str]:
    """A king goes from one square to the next, and the other side does something else; the king's is the last move."""
    own = [a + b for a, b in pairwise(squares)]
    return [move for pair in zip(own, OTHERS, strict=False) for move in pair][: 2 * len(own) - 1]


@pytest.mark.parametrize("length", TOURS)
def test_a_cycle_is_a_draw_after_its_second_round(length: int) -> None:
    """Of either side, whatever it did before."""
    fen, moves = START, tour([*(AWAY[:-1] if length % 2 else []), *TOURS[length].split() * 2, "a1"])
    if length > 4:
        fen, ranks = chess.Board(fen).mirror().fen(), str.maketrans("12345678", "87654321")
        moves = [move.translate(ranks) for move in moves]
    *before, last = verdicts(fen, moves)
    assert not any(before)
    side = "Black" if length > 4 else "White"
    cycle = Verdict("1/2-1/2", Termination.CYCLE, f"Draw by a cycle of {length} moves of {side}")
    assert last == (cycle if length < 8 else None)
    assert not any(verdicts(fen, moves, cycles=False))


def test_a_move_is_its_text_whatever_it_does_and_another_promotion_another_move() -> None:
    *before, last = verdicts(PROMOTION, PROMOTIONS.format("q").split())
    assert not any(before)
    assert last is not None and last.reason == "Draw by a cycle of 4 moves of White"
    assert not any(verdicts(PROMOTION, PROMOTIONS.format("r").split()))


def test_the_moves_of_an_opening_count() -> None:
    arbiter = ChessArbiter(Opening(START), chess960=False)
    *opening, last = tour(["a1", "b1", "a1", "b1", "a1"])
    for move in opening:
        arbiter.replay(move)
    arbiter.play(last)
    assert Adjudicator(Adjudication(draw_cycle=True)).judge(arbiter, 0, Ply(last, last)) is not None


# Whole matches.


@pytest.mark.parametrize(
    ("words", "player", "ending", "plies"),
    [
        (["-draw", "movenumber=2", "movecount=1", "score=5"], "score=0", Termination.DRAW_ADJUDICATED, 4),
        (["-resign", "movecount=2", "score=300"], "score=-400", Termination.RESIGN_ADJUDICATED, 3),
        (["-maxmoves", "3"], "score=0", Termination.MAXMOVES, 6),
        (["-draw-cycle", "-maxmoves", "5"], "line=cycle", Termination.CYCLE, 7),
    ],
)
def test_a_match_ends_by_it(words: list[str], player: str, ending: Termination, plies: int, tmp_path: Path) -> None:
    other = [player] if player.startswith("line") else []
    players = [*engine("A", player), *engine("B", *other), "-each", "tc=30", "-pgnout", "games.pgn"]
    assert match_here(*players, *words, where=tmp_path).status == 0
    (record,) = kept(tmp_path)
    assert (record.ending, len(record.plies)) == (ending, plies)
    (game,) = read_pgn(tmp_path / "games.pgn")
    assert game.headers["Termination"] == "adjudication"


# Endgame tables.

DICE = ["-engine", "proto=random", "name=A", "-engine", "proto=random", "name=B", "-each", "tc=inf", "-srand", "1"]
PAWN = "8/8/8/8/8/k7/7P/K7 w - -"


def judged(fen: str, move: str, tables: Path = TABLES) -> tuple[str, str] | None:
    """The verdict of the tables after a move: the result and the reason, or None."""
    arbiter = ChessArbiter(Opening(fen), chess960=False)
    mover = arbiter.turn
    arbiter.play(move)
    assert arbiter.verdict() is None
    verdict = Adjudicator(Adjudication(tables=str(tables))).judge(arbiter, mover, Ply(move, move))
    if verdict is None:
        return None
    assert verdict.ending is Termination.TABLES
    return verdict.result, verdict.reason


WHITE = ("1-0", "White wins by adjudication: SyzygyTB")
BLACK = ("0-1", "Black wins by adjudication: SyzygyTB")
DRAW = ("1/2-1/2", "Draw by adjudication: SyzygyTB")


@pytest.mark.parametrize(
    ("fen", "move", "expected"),
    [
        ("8/8/8/8/8/2k5/5q2/K5Q1 w - - 0 1", "g1f2", WHITE),
        ("8/8/8/8/8/2K5/5Q2/k5q1 b - - 0 1", "g1f2", BLACK),
        ("8/P7/8/8/8/2k5/8/K7 w - - 30 1", "a7a8q", WHITE),
        ("8/P1k5/8/8/8/8/8/K7 w - - 30 1", "a1b1", DRAW),
        ("8/8/8/8/8/2k5/8/K6Q w - - 10 1", "h1h2", WHITE),
        ("8/8/8/8/8/2k5/8/K6Q w - - 90 1", "h1h2", None),  # the fifty-move rule may come first
        ("8/8/8/8/8/2k5/8/K6R w - - 10 1", "h1h2", None),  # unknown without a DTZ table
        ("8/8/8/8/8/1rk5/8/KR6 w - - 10 1", "b1b3", DRAW),  # the rook is taken next
        ("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "a1b1", None),
        ("4k3/8/8/8/4p3/8/4P3/4K3 w - - 0 1", "e1d1", None),  # too many pieces
    ],
)
def test_what_the_tables_say(fen: str, move: str, expected: tuple[str, str] | None) -> None:
    assert judged(fen, move) == expected


def test_without_dtz_a_win_waits_for_a_clock_of_0(tmp_path: Path) -> None:
    shutil.copy(TABLES / "KQvK.rtbw", tmp_path)
    assert judged("8/8/8/8/8/2k5/8/K6Q w - - 10 1", "h1h2", tmp_path) is None
    assert judged("8/8/8/8/8/2k5/5q2/K5Q1 w - - 10 1", "g1f2", tmp_path) == WHITE


def test_a_match_ends_by_tables(tmp_path: Path) -> None:
    (tmp_path / "won.epd").write_text(PAWN)
    words = ["-openings", "file=won.epd", "format=epd", "-tb", str(TABLES), "-pgnout", "games.pgn"]
    finished = match_here(*DICE, *words, where=tmp_path)
    assert (finished.status, finished.err) == (0, "")
    (record,) = kept(tmp_path)
    assert record.ending is Termination.TABLES
    assert f"{{{record.reason}}}" in finished.out
    (game,) = read_pgn(tmp_path / "games.pgn")
    assert (game.headers["Termination"], game.headers["Result"]) == ("adjudication", record.result)


def test_what_are_no_tables_and_damaged_ones(tmp_path: Path) -> None:
    """A match is refused without tables, and broken off if a table proves damaged."""
    (tmp_path / "file").write_text("nothing")
    (tmp_path / "empty").mkdir()
    for kind, damage in (("cut", b""), ("damaged", b"\xff" * 12)):
        shutil.copytree(TABLES, tmp_path / kind)
        (tmp_path / kind / "KPvK.rtbw").write_bytes(b"\x71\xe8\x23\x5d" + damage)
    tables = {"none": "No such file", "file": "Not a directory", "empty": "no tables", "cut": "cut short"}
    for kind, says in tables.items():
        finished = match_here(*DICE, "-pgnout", "games.pgn", "-tb", kind, where=tmp_path)
        assert (finished.status, finished.out) == (2, "")
        assert re.fullmatch(r"oddsfish: match: -tb: [^\n]+\n", finished.err) and says in finished.err
        assert not list(tmp_path.glob("games*"))
    (tmp_path / "won.epd").write_text(PAWN)
    finished = match_here(*DICE, "-openings", "file=won.epd", "format=epd", "-tb", "damaged", where=tmp_path)
    assert finished.status == 3
    assert re.fullmatch(r"oddsfish: match: broken off: [^\n]+ is damaged: [^\n]+\n", finished.err)
