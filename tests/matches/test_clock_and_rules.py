"""Clocks, adjudication and the rules of chess: what a game is ended by, checked against slow or foreign judges."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import chess
import pytest
from oddsfish.matches.game.adjudication import Adjudicator
from oddsfish.matches.game.chess_arbiter import ChessArbiter
from oddsfish.matches.game.clock import Clock
from oddsfish.matches.record import Ply, Termination
from oddsfish.matches.settings import Draw, Opening, Resign, Rules, TimeControl


def test_a_clock_for_the_whole_game() -> None:
    clock = Clock(TimeControl(base=10.0, increment=0.5))
    assert (clock.left, clock.togo, clock.deadline) == (10.0, 0, 10.0)
    assert clock.charge(4.0) and clock.left == pytest.approx(6.5)
    assert clock.charge(6.5) and clock.left == pytest.approx(0.5)
    assert not clock.charge(0.51) and clock.left == 0.0


def test_a_clock_with_periods() -> None:
    clock = Clock(TimeControl(base=10.0, increment=1.0, moves=3))
    seen = []
    for _ in range(7):
        assert clock.charge(3.0)
        seen.append((clock.togo, clock.left))
    assert seen == [(2, 8.0), (1, 6.0), (3, 14.0), (2, 12.0), (1, 10.0), (3, 18.0), (2, 16.0)]


def test_a_clock_for_each_move() -> None:
    clock = Clock(TimeControl(per_move=2.0))
    for _ in range(3):
        assert clock.deadline == 2.0 and clock.charge(2.0)
    assert clock.left is None
    assert not clock.charge(2.01)


def test_no_clock() -> None:
    clock = Clock(TimeControl())
    assert clock.deadline is None and clock.left is None
    assert clock.charge(1e9)


@pytest.mark.parametrize("control", [TimeControl(base=1.0, increment=0.25), TimeControl(per_move=1.0)])
def test_a_margin_is_beyond_the_time_and_no_part_of_it(control: TimeControl) -> None:
    clock = Clock(control, margin=0.5)
    assert clock.deadline == 1.5
    assert clock.charge(1.4)
    assert clock.left == (None if control.base is None else 0.25)  # nothing owed: just the increment
    assert not clock.charge(1.6)


@pytest.mark.parametrize("seed", range(50))
def test_a_clock_against_plain_arithmetic(seed: int) -> None:
    rng = random.Random(seed)
    control = TimeControl(rng.uniform(0.1, 5.0), rng.choice([0.0, rng.random()]), rng.choice([0, rng.randrange(1, 6)]))
    margin = rng.choice([0.0, rng.random()])
    clock = Clock(control, margin)
    assert control.base is not None
    left, fallen = control.base, False
    for move in range(1, 60):
        seconds = rng.expovariate(2.0)
        fallen = seconds > left + margin
        left = max(0.0, left - seconds) + control.increment
        if control.moves and move % control.moves == 0:
            left += control.base
        assert clock.charge(seconds) is not fallen
        if fallen:
            break
        assert clock.left == pytest.approx(left)
        assert clock.togo == (control.moves - move % control.moves if control.moves else 0)


# Adjudication. The oracle looks at the whole game anew after each ply.


def deemed(ply: Ply) -> int | None:
    """What a player thinks of its position, in centipawns; a mate is beyond all."""
    if not ply.depth:
        return None
    return ply.score if ply.mate is None else 10**6 if ply.mate > 0 else -(10**6)


def oracle(rules: Rules, boards: Sequence[chess.Board], moves: Sequence[str], plies: Sequence[Ply]) -> set[str]:
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


def random_rules(rng: random.Random) -> Rules:
    return Rules(
        draw=rng.choice([None, Draw(rng.randrange(12), rng.randrange(1, 5), rng.randrange(0, 30))]),
        resign=rng.choice([None, Resign(rng.randrange(1, 5), rng.randrange(100, 400), rng.random() < 0.5)]),
        maxmoves=rng.choice([0, rng.randrange(1, 30)]),
        draw_cycle=rng.random() < 0.5,
    )


def random_ply(rng: random.Random, tendency: int) -> Ply:
    """A score about a tendency; now and then a mate, or none."""
    kind = rng.random()
    if kind < 0.03:
        return Ply("", "")
    if kind < 0.05:
        return Ply("", "", score=0, depth=0)
    if kind < 0.12:
        return Ply("", "", mate=rng.choice([-9, -1, 1, 12]), depth=5)
    return Ply("", "", score=tendency + rng.randrange(-25, 26), depth=rng.randrange(1, 9))


@pytest.mark.parametrize("seed", range(400))
def test_adjudication_against_a_slow_judge(seed: int) -> None:
    rng = random.Random(seed)
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
            Termination.RESIGNED: f"loss of {0 if verdict.result == '0-1' else 1}",
        }[verdict.ending]
        assert name in expected
        assert verdict.result == "1/2-1/2" or verdict.ending is Termination.RESIGNED
        return


def test_one_move_too_few_is_no_draw() -> None:
    for movenumber, movecount, ends_after in ((0, 3, 6), (5, 2, 10), (2, 4, 8)):
        arbiter = ChessArbiter(Opening(), chess960=False)
        judge = Adjudicator(Rules(draw=Draw(movenumber, movecount, 10)))
        for number in range(1, 20):
            arbiter.play(("g1f3", "g8f6", "b1c3", "b8c6", "f3g1", "f6g8", "c3b1", "c6b8")[(number - 1) % 8])
            verdict = judge.judge(arbiter, 1 - arbiter.turn, Ply("", "", score=-10, depth=1))
            assert (verdict is not None) == (number >= ends_after)
            if verdict:
                break


# Chess, against python-chess.


def expected_ending(board: chess.Board) -> Termination | None:
    """By python-chess's own judgement, which looks through the whole game."""
    outcome = board.outcome(claim_draw=False)
    if outcome is not None and outcome.termination is chess.Termination.CHECKMATE:
        return Termination.CHECKMATE
    if outcome is not None and outcome.termination is chess.Termination.STALEMATE:
        return Termination.STALEMATE
    if outcome is not None and outcome.termination is chess.Termination.INSUFFICIENT_MATERIAL:
        return Termination.MATERIAL
    if board.is_repetition(3):
        return Termination.REPETITION
    if board.is_fifty_moves():
        return Termination.FIFTY
    return None


def check_game(arbiter: ChessArbiter, board: chess.Board, rng: random.Random, plies: int) -> Termination | None:
    """Play by lot on both boards; how it ended."""
    for _ in range(plies):
        verdict = arbiter.verdict()
        assert (verdict.ending if verdict else None) == expected_ending(board)
        assert arbiter.turn == (0 if board.turn else 1)
        assert arbiter.fen() == board.fen()
        assert arbiter.pieces == len(board.piece_map())
        if verdict is not None:
            assert arbiter.choices() == []
            winner = {"1-0": chess.WHITE, "0-1": chess.BLACK, "1/2-1/2": None}[verdict.result]
            assert winner == (None if verdict.ending is not Termination.CHECKMATE else not board.turn)
            return verdict.ending
        assert set(arbiter.choices()) == {move.uci() for move in board.legal_moves}
        moves = list(board.legal_moves)
        quiet = [move for move in moves if not board.is_zeroing(move)]
        move = rng.choice(quiet if quiet and rng.random() < 0.8 else moves)
        text = board.san(move)
        assert arbiter.play(move.uci()) == (move.uci(), text)
        board.push(move)
        assert arbiter.irreversible == (board.halfmove_clock == 0)
    return None


def positions() -> Iterator[str]:
    yield chess.STARTING_FEN
    yield "8/8/4k3/8/8/3RK3/8/8 w - - 0 1"
    yield "8/8/4k3/8/8/3BK3/8/7n w - - 60 90"
    yield "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
    yield "4k3/P7/8/3pP3/8/8/7p/4K3 w - d6 0 10"
    yield "7k/5Q2/8/8/8/8/8/K7 b - - 99 120"


@pytest.mark.slow
def test_endings_against_python_chess() -> None:
    rng = random.Random(4)
    endings = set()
    for fen in positions():
        for _ in range(15):
            arbiter = ChessArbiter(Opening(fen), chess960=False)
            endings.add(check_game(arbiter, chess.Board(fen), rng, 250))
    kinds = {
        Termination.CHECKMATE,
        Termination.STALEMATE,
        Termination.MATERIAL,
        Termination.REPETITION,
        Termination.FIFTY,
    }
    assert kinds <= endings, "the games are to end in all ways"


def test_chess960_against_python_chess() -> None:
    rng = random.Random(5)
    for _ in range(60):
        board = chess.Board.from_chess960_pos(rng.randrange(960))
        for square in chess.SquareSet(board.occupied & ~board.kings & ~board.rooks & ~board.pawns):
            if rng.random() < 0.7:
                board.remove_piece_at(square)  # so that there is castling
        arbiter = ChessArbiter(Opening(board.fen()), chess960=True)
        check_game(arbiter, board, rng, 100)


@pytest.mark.parametrize("chess960", [False, True])
def test_castling_may_be_written_either_way(chess960: bool) -> None:
    for move in ("e1g1", "e1h1"):
        arbiter = ChessArbiter(Opening("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"), chess960)
        played, text = arbiter.play(move)
        assert text == "O-O"
        assert played in (("e1h1", "e1g1") if chess960 else ("e1g1",))
        assert arbiter.fen() == "4k3/8/8/8/8/8/8/R4RK1 b - - 1 1"


@pytest.mark.parametrize("move", ["0000", "e2e5", "e7e5", "", "e2", "e2e4q", "(none)", "P@e4", "O-O", "Nf3", "ééé"])
def test_what_is_no_move(move: str) -> None:
    arbiter = ChessArbiter(Opening(), chess960=False)
    with pytest.raises(ValueError):
        arbiter.play(move)
    assert arbiter.fen() == chess.STARTING_FEN and arbiter.moves == []


def test_a_promotion_must_say_to_what() -> None:
    arbiter = ChessArbiter(Opening("4k3/P7/8/8/8/8/8/4K3 w - - 0 1"), chess960=False)
    with pytest.raises(ValueError):
        arbiter.play("a7a8")
    assert arbiter.play("a7a8n") == ("a7a8n", "a8=N")
