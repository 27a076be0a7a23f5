"""The grader: right solutions of every style get all points, wrong ones lose some and are told why."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from pathlib import Path
from random import Random
from urllib.parse import parse_qs, urlsplit

import chess
import pytest
from game_trees import exact, text
from oddsfish import ChessPosition, HiloPosition, Limits, analyse, tree
from oddsfish.classroom import assignments, many, report
from oddsfish.classroom.assignment import Mistake
from oddsfish.classroom.games import TreeGame
from submissions import SEED, folder, grade, patched, wrong

NAMES = assignments.names()
FAULTS = [(name, fault) for name in NAMES for fault in assignments.find(name).mistakes]
VARIANTS = {
    "negamax with a generator": (
        "connect4",
        "def minimax(",
        """
def minimax(game, state, depth):
    def best(state, depth, sign):
        end = game.utility(state)
        if end is not None:
            return sign * end
        if depth <= 0:
            return sign * game.evaluation(state)
        return max(
            own(best(game.result(state, move), depth - 1, 1 - 2 * game.player(game.result(state, move))), state, move)
            for move in iter(game.moves(state))
        )

    def own(value, state, move):
        here, there = game.player(state), game.player(game.result(state, move))
        return value if here == there else -value

    return (1 - 2 * game.player(state)) * best(state, depth, 1 - 2 * game.player(state))
""",
    ),
    "fail-hard, with fractions and recursion by sides": (
        "connect4",
        "def alphabeta(",
        """
def alphabeta(game, state, depth, alpha, beta):
    end = game.utility(state)
    if end is None and depth == 0:
        end = game.evaluation(state)
    if end is not None:
        return end
    for move in game.moves(state):
        if game.player(state) == 0:
            alpha = max(alpha, alphabeta(game, game.result(state, move), depth - 1, alpha, beta))
        else:
            beta = min(beta, alphabeta(game, game.result(state, move), depth - 1, alpha, beta))
        if not alpha < beta:
            break
    return alpha if game.player(state) == 0 else beta
""",
    ),
    "the last of equal moves": (
        "branch_limit",
        "def choose(",
        """
def choose(game, state, depth, most, ahead):
    kept = promising(game, state, depth, most, ahead)
    values = [limited(game, game.result(state, move), depth - 1, most, ahead) for move in kept]
    best = max(values) if game.player(state) == 0 else min(values)
    return [move for move, value in zip(kept, values) if value == best][-1]
""",
    ),
    "fractions, and a memo": (
        "hilo",
        "def value(",
        """
from fractions import Fraction
from functools import lru_cache

@lru_cache(None)
def value(state):
    card, utility, draws = state
    if draws == 0:
        return utility
    return max(
        sum(Fraction(probability) * Fraction(value(after)) for probability, after in chances(state, each))
        for each in ("high", "low")
    )
""",
    ),
    "probabilities that are added up in another order": (
        "random_opponent",
        "def against_random(",
        """
def against_random(game, state, depth, us):
    end = game.utility(state)
    if end is not None:
        return end
    if not depth:
        return game.evaluation(state)
    moves = list(game.moves(state))
    values = {move: against_random(game, game.result(state, move), depth - 1, us) for move in moves}
    if game.player(state) == us:
        return (max, min)[us](values.values())
    return sum(value / len(values) for value in reversed(list(values.values())))
""",
    ),
}


def replaced(name: str, begin: str, new: str) -> str:
    """The correct solution with one function replaced. begin: the start of its text."""
    text = patched(name)
    start = text.index(begin)
    end = re.compile(r"^def ", re.MULTILINE).search(text, start + 1)
    return text[:start] + new.strip("\n") + "\n\n\n" + (text[end.start() :] if end else "")


@pytest.mark.parametrize("name", NAMES)
def test_the_correct_solution_has_all_points(name: str, tmp_path: Path) -> None:
    found = grade(tmp_path, name, patched(name))
    assert wrong(found) == {} and found.points == found.out_of == 100


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_correct_variant_loses_nothing(variant: str, tmp_path: Path) -> None:
    name, begin, new = VARIANTS[variant]
    for cases in (1, 2, 3):
        assert wrong(grade(tmp_path, name, replaced(name, begin, new), cases)) == {}


@pytest.mark.parametrize("name", NAMES)
def test_another_seed_needs_another_solution(name: str, tmp_path: Path) -> None:
    found = grade(tmp_path, name, patched(name, seed=SEED + 1))
    assert found.points < found.out_of


@pytest.mark.parametrize("name", NAMES)
def test_what_is_not_written_has_no_points(name: str, tmp_path: Path) -> None:
    found = grade(tmp_path, name, assignments.find(name).template(SEED))
    assert found.points == 0 and all("it is not written yet" in check.wrong for check in found.checks)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "fault"), FAULTS, ids=[f"{name}: {fault.said[:40]}" for name, fault in FAULTS])
def test_a_known_fault_is_named(name: str, fault: Mistake, tmp_path: Path) -> None:
    found = grade(tmp_path, name, patched(name, *fault.changes))
    assert found.points < found.out_of
    assert fault.said in {check.mistake for check in found.checks}


# The faults of the systems that Oddsfish contains (docs/experiments.md), as a student would hand them in.
OF_THE_SYSTEMS = {
    "infinite mate": (
        "random_opponent",
        "def utility(",
        """
def utility(fen):
    board = chess.Board(fen)
    if board.is_checkmate():
        return float("-inf") if board.turn else float("inf")
    return 0 if board.is_stalemate() or board.is_insufficient_material() else None
""",
        "a mate has an infinite value",
    ),
    "kings that can be captured": (
        "random_opponent",
        "def moves(",
        """
def moves(fen):
    return [str(move) for move in chess.Board(fen).generate_pseudo_legal_moves()]
""",
        "the king could be captured",
    ),
    "divided by 13 twice": (
        "hilo",
        "def expectation(",
        """
def expectation(state, guess):
    values = [probability * value(after) for probability, after in chances(state, guess)]
    return sum(values) / len(values)
""",
        "a probability counts twice",
    ),
    "ties taken from bounds": (
        "connect4",
        "def best_moves(",
        """
def best_moves(game, state, depth):
    us, low, high, best = game.player(state), float("-inf"), float("inf"), []
    for move in game.moves(state):
        value = alphabeta(game, game.result(state, move), depth - 1, low, high)
        if not best or (value > low if us == 0 else value < high):
            best = [move]
            low, high = (value, high) if us == 0 else (low, value)
        elif value == (low if us == 0 else high):
            best.append(move)
    return best
""",
        "ties are taken from bounds",
    ),
    "mate distance by the depth that remains, at draws too": (
        "memoised",
        "def searched(",
        """
def searched(fen, depth, points_now):
    if (key(fen), depth) in known:
        return known[key(fen), depth]
    board = chess.Board(fen)
    if board.is_game_over():
        winner = board.outcome().winner
        value = {None: 0, True: MATE, False: -MATE}[winner]
        value += -depth if winner is False else depth
    elif depth == 0:
        value = points_now
    else:
        values = [
            searched(result(fen, move.uci()), depth - 1, points_now + gain(fen, move.uci()))
            for move in board.legal_moves
        ]
        value = max(values) if board.turn else min(values)
    known[key(fen), depth] = value
    return value
""",
        "a draw is no draw any more",
    ),
}


@pytest.mark.parametrize("fault", OF_THE_SYSTEMS)
def test_the_faults_of_the_systems_are_found_and_named(fault: str, tmp_path: Path) -> None:
    name, begin, new, said = OF_THE_SYSTEMS[fault]
    for cases in (1, 2) if name != "memoised" else (1,):  # memoised is slow
        found = grade(tmp_path, name, replaced(name, begin, new), cases)
        assert found.points < found.out_of
        assert any(said in check.mistake for check in found.checks), [check.wrong for check in found.checks]


def test_a_failure_is_shown_on_a_small_tree(tmp_path: Path) -> None:
    """With a link that leads to it in the tree editor."""
    found = grade(tmp_path, "connect4", patched("connect4", ("        if alpha >= beta:\n            break\n", "")))
    (check,) = wrong(found).values()
    assert check.title == "Alpha-beta, with its cuts" and check.mistake == "nothing is cut"
    asked = parse_qs(urlsplit(check.link).fragment)
    root = tree.parse(asked["tree"][0])
    assert root.size <= 7 and asked["search"] == ["alphabeta_soft"]
    assert f"on the tree {asked['tree'][0]}: it looks at the nodes [0, " in check.wrong


def test_the_link_leads_to_where_it_goes_wrong(tmp_path: Path) -> None:
    """Here moves are searched from right to left, so that already the first reply that is searched differs."""
    changed = (
        "for move in game.moves(state):\n        found = alphabeta",
        "for move in game.moves(state)[::-1]:\n        found = alphabeta",
    )
    found = grade(tmp_path, "connect4", patched("connect4", changed))
    (check,) = wrong(found).values()
    asked = parse_qs(urlsplit(check.link).fragment)
    steps = tree.trace(tree.parse(asked["tree"][0]), asked["search"][0])
    step = steps[int(asked["step"][0])]
    assert step.frame.node == 1 and step.stack[0] == 0  # the first reply, which should be searched first


def value_of(game: TreeGame, state: int) -> float:
    end = game.utility(state)
    if end is not None:
        return end
    values = [value_of(game, game.result(state, move)) for move in game.moves(state)]
    return max(values) if game.player(state) == 0 else min(values)


def test_the_game_of_a_tree_is_the_tree() -> None:
    random = Random(3)
    for _ in range(100):
        written = text(random, 4, ("max", "min"), judged=True)
        game, root = TreeGame(written), tree.parse(written)
        assert len(game.kinds) == root.size and game.asked == []
        assert value_of(game, 0) == float(exact(root, "minimax"))
        assert game.asked == [*range(root.size)]
        assert [float(each) for each in game.values] == [
            0.0 if each.value != each.value else each.value for each in root
        ]


# The correct solutions against the engine.


def test_hilo_is_that_of_the_engine() -> None:
    names: dict[str, object] = {}
    exec(assignments.find("hilo").solution, names)
    value: object = names["value"]
    assert callable(value)
    for card in range(1, 14):
        for utility, draws in ((1, 1), (2.5, 2), (7, 3)):
            found = analyse(HiloPosition(card, utility, draws), "Expectimax", Limits(depth=draws))
            assert value((card, utility, draws)) == pytest.approx(found.score.value, rel=1e-9)
    assert value((5, Fraction(1), 1)) == pytest.approx(41 / 65)


def test_memoised_minimax_is_that_of_the_engine() -> None:
    """With the engine's values of pieces and nothing else; the value of a mate one ply later is nearer to 0."""
    names: dict[str, object] = {}
    exec(patched("memoised", *[(f"{name} = ", f"{name} = 0 * ") for name in ("STEP", "RIM")]), names)
    values = {"p": 100, "n": 300, "b": 300, "r": 500, "q": 900, "k": 0}
    names.update(VALUES=values, MATE=100000, DELAY=1)
    minimax: object = names["minimax"]
    assert callable(minimax)
    for fen in (
        "7k/8/5K2/6Q1/8/8/8/8 w - - 0 1",
        "4k3/8/8/3pP3/8/8/8/N3K3 w - d6 0 1",
        "8/8/8/4k3/8/1r6/8/4K3 b - - 0 1",
    ):
        found = analyse(ChessPosition(fen), "Minimax", Limits(depth=3), {"Evaluation": "Material", "Quiescence": False})
        sign = 1 if chess.Board(fen).turn else -1
        assert minimax(fen, 3) == pytest.approx(100 * sign * found.score.value)


# Reports.


def test_gradescope_can_read_it(tmp_path: Path) -> None:
    found = many.grade_apart(folder(tmp_path / "mine", "hilo", patched("hilo")), None, 5, "")
    made = json.loads(json.dumps(report.gradescope(found), allow_nan=False))
    assert made["score"] == sum(test["score"] for test in made["tests"]) == 100
    assert {"name", "score", "max_score", "status", "output", "visibility"} <= made["tests"][0].keys()
    assert {test["status"] for test in made["tests"]} == {"passed"}


def test_no_cell_is_a_formula() -> None:
    check = {
        "title": "=1+1",
        "points": 1.5,
        "out_of": 2,
        "passed": 1,
        "cases": 2,
        "wrong": "w",
        "mistake": "@x",
        "link": "",
    }
    rows = [
        {
            "folder": name,
            "assignment": "hilo",
            "seed": 1,
            "points": 1.5,
            "out_of": 2,
            "checks": [check],
            "trouble": "+1\n-2",
            "note": "",
        }
        for name in ("=cmd|' /C calc'!A0", "-1", "@SUM(A1)", "\tx", "plain")
    ]
    written = report.table(rows)
    for line in written.splitlines():
        assert not any(cell.lstrip('"').startswith(("=", "+", "-", "@", "\t")) for cell in line.split(","))
    assert "'=1+1" in written and written.count("\n") == 6


def test_who_fails_what() -> None:
    def made(name: str, *fails: bool) -> dict[str, object]:
        checks = [
            {
                "title": f"check {number}",
                "points": 1.0 - failed,
                "out_of": 1,
                "wrong": "w" * failed,
                "mistake": "m" * failed,
            }
            for number, failed in enumerate(fails)
        ]
        return {"folder": f"a/{name}", "points": 1.0, "out_of": 2, "checks": checks, "trouble": "", "note": ""}

    lines = report.failures([made("ann", False, True), made("bo", True, True)])
    assert lines[1].split() == ["ann", "1", ".", "x"] and lines[2].split() == ["bo", "1", "x", "x"]
    assert "  2  check 1: 2 of 2 fail" in lines and lines[-1] == "ann, bo: m"
