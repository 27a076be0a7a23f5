"""The solver as a search: values, bounds, lines and limits, against what Solver says of the same positions."""

from __future__ import annotations

import random
import threading
import time
from typing import Any

import pytest
from connect4_games import mirrored, played, random_games
from oddsfish.engine import ChessPosition, Connect4Position, Limits, Line, Result, Score, Session, analyse
from oddsfish.engine.control.deepening import Deepening
from oddsfish.engine.games.connect4.searches.solver.solver import Solver
from oddsfish.engine.options import Options, Value
from oddsfish.engine.results import Info
from oddsfish.engine.searches import settled
from oddsfish.engine.searches.factory import create
from oddsfish.engine.searches.table import Table

SOON = 10.0  # seconds; only to show that it ends


def score_of(columns: str, score: Score) -> int:
    """P. Pons' score, of an exact value or of a bound."""
    if score.plies is None:
        assert score.centi == 0
        return 0
    discs = (len(columns) + abs(score.plies) + 1) // 2  # of the player who makes the last move
    return 22 - discs if score.plies > 0 else discs - 22


def check_line(columns: str, line: Line[Any], score: int) -> None:
    """The line reaches the end of the game after as many plies as its score says, and the score is right."""
    position = played(columns)
    for move in line.pv:
        assert position.ending() is None
        position.play(position.parse(move))
    assert position.ending() is not None
    assert len(line.pv) == (abs(line.score.plies) if line.score.plies is not None else 42 - len(columns))
    assert score_of(columns, line.score) == score


@pytest.mark.parametrize("threads", [1, 2])
def test_every_column_has_its_exact_value_and_a_line_to_the_end(threads: int) -> None:
    solver = Solver(1)
    for columns in random_games(11, 18, 40):
        for each in (columns, mirrored(columns)):
            position = played(each)
            options: dict[str, Value] = {"MultiPV": 7, "Hash": 1, "Threads": threads}
            result = analyse(position, "Solver", Limits(depth=42), options)
            scores = solver.scores(position)
            assert len(result.lines) == len(position.moves())
            values = []
            for line in result.lines:
                score = scores["abcdefg".index(str(line.move))]
                assert score is not None
                assert not line.score.bound
                check_line(each, line, score)
                values.append(score)
            assert values == sorted(values, reverse=True)


@pytest.mark.parametrize("weak", [False, True])
def test_what_is_told_on_the_way_is_true_and_gets_no_worse(weak: bool) -> None:
    solver = Solver(1)
    for columns in random_games(12, 14, 40):
        position = played(columns)
        scores = solver.scores(position)
        told: list[Line[str]] = []

        def note(info: Info, told: list[Line[str]] = told) -> None:
            if info.line is not None:
                told.append(info.line)

        options = Options()
        options.set("Weak", str(weak).lower())
        options.set("Search", "Solver")
        result = Session(position, options).search(Limits(depth=42), note)
        least = -42
        for line in told:
            score = scores["abcdefg".index(line.move)]
            assert score is not None
            said = score_of(columns, line.score)
            assert (
                said <= score if line.score.bound == "lower" else said >= score if line.score.bound else said == score
            )
            if line.score.bound == "lower":
                assert said >= least
                least = said
        best = max(score for score in scores if score is not None)
        if not weak:
            assert score_of(columns, result.score) == best
            assert not result.score.bound
            check_line(columns, result.lines[0], best)
        else:
            said = score_of(columns, result.score)
            assert (said > 0) - (said < 0) == (best > 0) - (best < 0)
            assert result.score.bound in ("", "lower" if best > 0 else "upper" if best < 0 else "")


@pytest.mark.parametrize("depth", [1, 2, 3, 6, 9])
def test_a_depth_knows_every_end_within_it_and_no_other(depth: int) -> None:
    for columns in random_games(13, 20, 50):
        seen = analyse(played(columns), "AlphaBeta", Limits(depth=depth), {"MultiPV": 7})
        found = analyse(played(columns), "Solver", Limits(depth=depth), {"MultiPV": 7})
        known = {line.move: line.score.plies for line in seen.lines if line.score.plies is not None}
        exact = {line.move: line.score.plies for line in found.lines if not line.score.bound}
        over = len(columns) + depth >= 42
        assert {move: plies for move, plies in exact.items() if plies is not None} == known
        assert over or None not in exact.values()


def test_limits_are_kept_and_the_move_is_legal() -> None:
    for columns in ("", "4", "44", "12"):
        position = played(columns)
        result = analyse(position, "Solver", Limits(nodes=20_000), {"SolverBook": False})
        assert result.nodes <= 20_100
        assert result.score.bound == "lower"
        assert position.parse(str(result.move)) in position.moves()
    began = time.monotonic()
    result = analyse(played(""), "Solver", Limits(movetime=100), {"SolverBook": False})
    assert result.move == "d"
    assert time.monotonic() - began < SOON


def test_the_start_has_its_values_at_once() -> None:
    result = analyse(played(""), "Solver", Limits(depth=42), {"MultiPV": 7})
    assert [line.score.plies for line in result.lines] == [41, None, None, -42, -42, -40, -40]
    assert [line.move for line in result.lines[:1]] == ["d"]
    assert all(line.score.bound == "" for line in result.lines)
    assert result.nodes < 20_000


@pytest.mark.parametrize("threads", [1, 2])
def test_a_stop_is_heard(threads: int) -> None:
    session = Session(played(""), Options())
    session.set_option("Search", "Solver")
    session.set_option("SolverBook", "false")
    session.set_option("Threads", str(threads))
    results: list[Result[str]] = []
    session.go(Limits(infinite=True), lambda info: None, results.append, lambda failure: None)
    time.sleep(0.05)
    assert not results
    session.stop()
    session.wait()
    assert results[0].move == "d"


@pytest.mark.parametrize("weak", [False, True])
@pytest.mark.parametrize("mate", [1, 2, 3, 5, 8, 11])
def test_a_win_within_so_many_moves_is_proved_or_refuted(mate: int, weak: bool) -> None:
    solver = Solver(1)
    for columns in random_games(14, 20, 30):
        score = solver.solve(played(columns))
        moves = 22 - score - len(columns) // 2 if score > 0 else 99
        result = analyse(played(columns), "Solver", Limits(mate=mate), {"Weak": weak})
        assert result.mate == ("found" if moves <= mate else "refuted")
        if moves <= mate:
            assert result.score.plies == 2 * moves - 1


def test_only_the_asked_moves_are_searched() -> None:
    for columns in random_games(15, 22, 30):
        position = played(columns)
        names = [position.notation(move) for move in position.moves()]
        chosen = tuple(random.Random(columns).sample(names, min(2, len(names))))
        scores = Solver(1).scores(position)
        result = analyse(position, "Solver", Limits(depth=42, moves=chosen))
        best = max(score for name in chosen if (score := scores["abcdefg".index(name)]) is not None)
        assert score_of(columns, result.score) == best
        assert {line.move for line in result.lines} == set(chosen)


def test_ties_are_drawn_from_all_that_are_as_good() -> None:
    position = played("4444441")
    best = {position.notation(column) for column in Solver(16).best_moves(position)}
    drawn = set()
    for seed in range(25):
        options: dict[str, Value] = {"TiePolicy": "random", "Seed": seed, "Hash": 1}
        drawn.add(analyse(played("4444441"), "Solver", Limits(depth=8), options).move)
    assert drawn >= best


def test_it_is_what_classic_connect4_is_searched_by_and_no_other_game() -> None:
    others = (Connect4Position(rules="fullboard"), Connect4Position(weights=(2, 1, 1)), ChessPosition())
    names = [settled(Options(), position)["Search"] for position in (Connect4Position(), *others)]
    assert names == ["Solver", "AlphaBeta", "Expectimax", "PVS"]
    for position in others:
        with pytest.raises(ValueError, match="Solver cannot search"):
            analyse(position, "Solver", Limits(depth=1))
    search = create("Solver", Connect4Position())
    search.configure(Options())
    with pytest.raises(TypeError, match="SolverTable"):
        search.begin(Connect4Position(), Table(1))


def test_a_game_that_is_over_has_no_move() -> None:
    result = analyse(played("1212121"), "Solver", Limits(depth=3))
    assert result.move is None
    assert result.score.plies == 0
    search = create("Solver", played("1212121"))
    search.configure(Options())
    search.begin(played("1212121"), None)
    assert not search.prove(3)


def test_the_table_and_the_search_may_be_asked_at_any_time() -> None:
    """From many threads at once: each call is answered, or refused because a search is running."""
    solver = Solver(1, 2)
    games = list(random_games(16, 20, 50))
    scores = [Solver(1).solve(played(columns)) for columns in games]
    answers: list[tuple[int, int]] = []

    def ask() -> None:
        for columns, score in zip(games, scores, strict=True):
            try:
                answers.append((solver.solve(played(columns)), score))
                solver.clear()
            except ValueError as busy:
                assert "a search is running" in str(busy)

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(SOON)
        assert not thread.is_alive()
    assert answers
    assert all(found == score for found, score in answers)


@pytest.mark.parametrize("depth", [2, 4, 6])
def test_what_is_decided_is_the_only_best_move(depth: int) -> None:
    decided = 0
    for columns in random_games(17, 18, 100):
        position = played(columns)
        search = create("Solver", position)
        result = Deepening(search, position, Limits(depth=depth), Options()).run()
        if search.decided:
            decided += 1
            assert Solver(1).best_moves(position) == (position.parse(str(result.move)),)
    assert decided
