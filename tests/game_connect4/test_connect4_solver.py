"""The solver of Connect-4 against independent searches, on positions of random games."""

from __future__ import annotations

import random
import re
import signal
import time

import pytest
from connect4_games import CELLS, START_SCORES, mirrored, played, random_games
from oddsfish.engine import ChessPosition, Connect4Position, Info, Limits, analyse, plain
from oddsfish.engine.games.connect4.searches.solver.solver import Solver
from oddsfish.engine.options import Value

PATIENCE = 10.0  # seconds


def score_by_search(columns: str) -> int:
    """The score of the solver, by the distance to the win that AlphaBeta finds."""
    plies = analyse(played(columns), "AlphaBeta", Limits(depth=CELLS), {"Table": True}).score.plies
    if plies is None:
        return 0
    discs = (len(columns) + abs(plies) + 1) // 2  # of the player who makes the last move
    return 22 - discs if plies > 0 else discs - 22


def test_every_score_is_that_of_a_search() -> None:
    solver = Solver(1)
    for columns in random_games(1, 24, 200):
        score = score_by_search(columns)
        assert solver.solve(played(columns)) == score, columns
        assert solver.solve(played(mirrored(columns))) == score, columns
        assert Solver(1).solve(played(columns)) == score, columns


def test_a_table_large_or_small_or_cleared_changes_no_score() -> None:
    small, large = Solver(1), Solver(64)
    games = list(random_games(2, 14, 150))
    scores = [large.solve(played(columns)) for columns in games]
    assert [small.solve(played(columns)) for columns in games] == scores
    large.clear()
    assert [large.solve(played(columns)) for columns in reversed(games)] == scores[::-1]


def test_a_position_is_worth_its_best_move() -> None:
    solver = Solver(16)
    for columns in random_games(3, 16, 200):
        position = played(columns)
        scores = solver.scores(position)
        legal = position.moves()
        assert [column for column, score in enumerate(scores) if score is not None] == sorted(legal)
        best = max(score for score in scores if score is not None)
        assert best == solver.solve(position), columns
        assert solver.best_moves(position) == tuple(column for column in range(7) if scores[column] == best)


OPPONENTS: dict[str, tuple[dict[str, Value], plain.Weigh]] = {  # the options, and the same in plain Python
    "uniform": ({}, plain.uniform()),
    "softmax": ({"OpponentTemperature": 150, "OpponentDepth": 2}, plain.softmax(150, 2)),
    "blunder": ({"OpponentBlunder": 300, "OpponentDepth": 2}, plain.blunder(0.3, 2)),
}
REMARK = r"(\w), one of (\d) moves of equal value: after it, [\w ()]+ lose ([\d.]+) % expected score"


@pytest.mark.parametrize("name", OPPONENTS)
def test_of_equal_moves_it_plays_the_one_after_which_the_opponent_gives_away_most(name: str) -> None:
    settings, weigh = OPPONENTS[name]
    solver = Solver(1)
    changed = 0
    for columns in random_games(4, 13, 80):
        position = played(columns)
        scores = {column: score for column, score in enumerate(solver.scores(position)) if score is not None}
        equal = [column for column in position.moves() if scores[column] == max(scores.values())]
        given = [points_given_away(solver, position, column, weigh) for column in equal]
        remarks: list[str] = []

        def listen(info: Info, remarks: list[str] = remarks) -> None:
            remarks.append(info.remark)

        result = analyse(position, "Solver", Limits(depth=CELLS), {"Opponent": name, **settings}, report=listen)
        usual = analyse(position, "Solver", Limits(depth=CELLS))
        assert result.score == usual.score, columns
        said = [remark for remark in remarks if remark]
        if max(given) - min(given) < 1e-9:
            assert not said and result.move == usual.move, columns
            continue
        (remark,) = said
        found = re.fullmatch(REMARK, remark)
        assert found is not None, remark
        assert result.move == result.pv[0] == found[1] and int(found[2]) == len(equal)
        assert given[equal.index(position.parse(found[1]))] == pytest.approx(max(given)), columns
        assert float(found[3]) == pytest.approx(100 * max(given), abs=0.06)
        changed += result.move != usual.move
    assert changed


def points_given_away(solver: Solver, position: Connect4Position, move: int, weigh: plain.Weigh) -> float:
    """The expected share of a won game that the reply to a move gives away: by the scores of all replies."""
    position.play(move)
    found = 0.0
    if position.ending() is None:
        replies = list(position.moves())
        scores = solver.scores(position)
        results = [((score := scores[reply] or 0) > 0) - (score < 0) for reply in replies]
        weights = weigh(position, replies)
        lost = [weight * (max(results) - result) / 2 for weight, result in zip(weights, results, strict=True)]
        found = sum(lost) / sum(weights)
    position.undo()
    return found


def test_without_an_opponent_or_time_the_choice_is_that_of_the_usual_search() -> None:
    """The comparison of equal moves takes nodes of its own, and stays within the limits."""
    for columns in random_games(5, 12, 20):
        position = played(columns)
        usual = analyse(position, "Solver", Limits(depth=CELLS))
        ignored: list[dict[str, Value]] = [{"Opponent": "optimal"}, {"Opponent": "uniform", "UCI_AnalyseMode": True}]
        for options in ignored:
            same = analyse(position, "Solver", Limits(depth=CELLS), options)
            assert (same.move, same.nodes) == (usual.move, usual.nodes)
        most = max(1, usual.nodes)
        short = analyse(position, "Solver", Limits(nodes=most), {"Opponent": "softmax"})
        assert short.nodes <= most + 1000
    with pytest.raises(ValueError, match="there is no model of people for connect4"):
        analyse(Connect4Position(), "Solver", Limits(depth=1), {"Opponent": "human"})


@pytest.mark.slow
def test_the_first_player_wins_in_the_middle() -> None:
    solver = Solver(512, book=False)
    assert solver.solve(Connect4Position()) == 1
    assert solver.scores(Connect4Position()) == START_SCORES
    assert solver.best_moves(Connect4Position()) == (3,)


def test_what_cannot_be_solved() -> None:
    solver = Solver(1)
    for position, reason in (
        (played("1212121"), "the game is over"),
        (Connect4Position(rules="fullboard"), "classic Connect-4"),
        (Connect4Position(weights=(2, 1, 1)), "classic Connect-4"),
    ):
        for call in (solver.solve, solver.scores, solver.best_moves):
            with pytest.raises(ValueError, match=reason):
                call(position)
    for other in (ChessPosition(), None, "4455"):
        with pytest.raises(TypeError):
            solver.solve(other)  # type: ignore[arg-type]


def test_a_table_or_threads_that_cannot_be() -> None:
    for hash, failure in ((0, ValueError), (2**24, MemoryError), (2**25, ValueError), (2**70, ValueError)):
        with pytest.raises(failure):
            Solver(hash)
    for wrong in ((2.5, 1), ("16", 1), (16, 1.5), (16, "two")):
        with pytest.raises(TypeError):
            Solver(*wrong)


def test_a_solver_is_whole_from_the_first_moment_and_stays_so() -> None:
    made = Solver.__new__(Solver)
    assert (made.hash, made.threads, made.best_moves(Connect4Position())) == (64, 1, (3,))
    made.__init__(1, 2)  # type: ignore[call-arg]
    assert (made.hash, made.threads, made.best_moves(Connect4Position())) == (64, 1, (3,))


@pytest.mark.parametrize(("threads", "raises"), [(1, True), (1, False), (3, True)])
def test_interrupts_at_any_moment_change_no_score_and_leave_nobody_at_work(threads: int, raises: bool) -> None:
    chooser = random.Random(threads)
    positions = [played(columns) for columns in random_games(6, 18, 200)]
    scores = Solver(16).solve_all(positions)
    solver = Solver(4, threads, book=False)
    heard = [0, 0]  # signals, and those that ended a call

    def interrupt(number: int, frame: object) -> None:
        heard[0] += 1
        if raises:
            raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        if raises:  # in the middle of a search that takes minutes
            began = time.monotonic()
            signal.setitimer(signal.ITIMER_REAL, 0.2)
            with pytest.raises(KeyboardInterrupt):
                solver.solve(Connect4Position())
            assert time.monotonic() - began < PATIENCE
        for _ in range(80):
            start = chooser.randrange(len(positions))
            some = slice(start, start + chooser.choice((1, 3, 60)))
            if chooser.random() < 0.3:
                solver.clear()
            answer = None
            try:
                signal.setitimer(signal.ITIMER_REAL, chooser.random() ** 3 * 0.05 + 1e-5)
                answer = solver.solve_all(positions[some])
                signal.setitimer(signal.ITIMER_REAL, 0)
            except KeyboardInterrupt:
                heard[1] += 1
            assert answer is None or answer == scores[some]
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert heard[0] > 5 and (heard[1] > 0) == raises
    used = time.process_time()
    time.sleep(0.2)
    assert time.process_time() - used < 0.1
