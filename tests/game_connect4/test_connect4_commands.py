"""The commands of Connect-4, as somebody types them or pipes games into them."""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys

import pytest
from connect4_games import played, random_games
from engine_process import here
from oddsfish.engine import Connect4Position
from oddsfish.engine.games.connect4.annotation import annotate
from oddsfish.engine.games.connect4.commands.solve import add_solver_arguments
from oddsfish.engine.games.connect4.searches.solver.solver import Solver
from places import COMMAND

OVER = "1212121"
DRAWN = "651571711647275143456752146343223234367265"  # a full board
SECONDS = 60.0


def run(*words: str, given: str | bytes = "") -> tuple[int, str, str]:
    """Run the command line with these words; the exit status, stdout and stderr."""
    return here(*words, given=given.encode() if isinstance(given, str) else given)


@pytest.mark.parametrize("words", [["solve"], ["connect4", "solve"], ["solve", "-t", "2"], ["solve", "--hash", "1"]])
def test_each_line_comes_back_with_its_score(words: list[str]) -> None:
    games = list(random_games(21, 20, 200))
    solver = Solver(1)
    expected = [f"{columns} {solver.solve(played(columns))}" for columns in games]
    status, out, err = run(*words, given="\n".join(games))
    assert (status, out.splitlines(), err) == (0, expected, "")


def test_games_may_be_arguments() -> None:
    said = f"4455 18\n44444326 {Solver(1).solve(played('44444326'))}\n"
    assert run("solve", "4455", "44444326", given="ignored\n") == (0, said, "")
    fault = "oddsfish: solve: argument 2: move 4: a column is 1 to 7 or a to g, not '8'\n"
    assert run("solve", "4455", "4458") == (1, "4455 18\n", fault)
    assert run("solve", os.fsdecode(b"44\xff"))[0] == 1


def test_letters_are_columns_too() -> None:
    games = list(random_games(22, 22, 20))
    letters = ["".join("abcdefg"[int(column) - 1] for column in columns) for columns in games]
    scores = [line.split()[1] for line in run("solve", given="\n".join(games))[1].splitlines()]
    assert run("solve", given="\n".join(letters))[1].splitlines() == [
        f"{text} {score}" for text, score in zip(letters, scores, strict=True)
    ]


@pytest.mark.parametrize("weak", [False, True])
def test_every_column_has_a_score(weak: bool) -> None:
    games = list(random_games(23, 24, 50))
    status, out, _ = run("solve", "-a", *(["-w"] if weak else []), given="\n".join(games))
    assert status == 0
    for columns, line in zip(games, out.splitlines(), strict=True):
        text, *found = line.split()
        scores = Solver(1).scores(played(columns))
        assert text == columns
        for score, said in zip(scores, map(int, found), strict=True):
            if score is None:
                assert said == -1000
            else:
                assert said == ((score > 0) - (score < 0) if weak else score)


def test_weak_scores_say_who_wins() -> None:
    games = list(random_games(24, 20, 100))
    scores = [Solver(1).solve(played(columns)) for columns in games]
    out = run("solve", "-w", given="\n".join(games))[1].splitlines()
    assert [int(line.split()[1]) for line in out] == [(score > 0) - (score < 0) for score in scores]


def test_bad_lines_are_told_by_their_numbers_and_the_rest_goes_on() -> None:
    good = next(random_games(25, 30, 1))
    lines = [good, "8", good, OVER, "11111111", "x", "4455 18", "\x00", good]
    status, out, err = run("solve", given="\n".join(lines).encode() + b"\n\xff\xfe\n" + good.encode())
    assert status == 1
    assert [line.split()[0] for line in out.splitlines()] == [good] * 4
    told = err.splitlines()
    assert [line.split(":")[2].strip() for line in told] == [f"line {n}" for n in (2, 4, 5, 6, 7, 8, 10)]
    assert "the game is over" in told[1]
    assert "column 1 is full" in told[2]


@pytest.mark.parametrize(
    ("words", "answer"), [([], "0"), (["-w"], "0"), (["-t", "2"], "0"), (["-a"], " ".join(["-1000"] * 7))]
)
def test_a_drawn_board_is_scored(words: list[str], answer: str) -> None:
    """As by Pascal Pons's solver, which takes drawn boards, but no won ones."""
    games = ["4455", DRAWN, "44444326", DRAWN]
    status, out, err = run("solve", *words, given="\n".join(games))
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert [line.split()[0] for line in lines] == games
    assert lines[1] == lines[3] == f"{DRAWN} {answer}"
    assert lines[0::2] == run("solve", *words, "4455", "44444326")[1].splitlines()
    assert "move 43: the game is over" in run("solve", DRAWN + "1")[2]


@pytest.mark.parametrize("ending", ["\n", "\r\n", ""])
def test_a_byte_order_mark_is_passed_over(ending: str) -> None:
    assert run("solve", given=f"\ufeff4455{ending}") == (0, "4455 18\n", "")
    status, out, err = run("solve", given="4455\n\ufeff4455\n")
    assert (status, out) == (1, "4455 18\n")
    assert err.startswith("oddsfish: solve: line 2: ")
    assert run("solve", given="\ufeff") == (0, "", "")


def test_lines_of_noise_are_all_told() -> None:
    chooser = random.Random(1)
    noise = [
        bytes(chooser.randrange(256) for _ in range(chooser.randrange(80))).replace(b"\n", b"") for _ in range(300)
    ]
    status, out, err = run("solve", "-w", given=b"9" + b"\n9".join(noise))
    assert status == 1
    assert not out
    assert len(err.splitlines()) == len(noise)


def test_a_line_without_end_is_no_game() -> None:
    status, out, err = run("solve", given=b"4" * 200_000)
    assert (status, out) == (1, "")
    assert "line 1: move 7: column 4 is full" in err and "line 2: " in err  # the line is cut in pieces


def test_an_answer_comes_before_the_next_line_is_typed() -> None:
    games = list(random_games(26, 28, 5))
    command = [sys.executable, "-c", COMMAND, "solve"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for columns in games:
            process.stdin.write(f"{columns}\n")
            process.stdin.flush()
            assert process.stdout.readline() == f"{columns} {Solver(1).solve(played(columns))}\n"
        process.stdin.close()
        assert process.wait(SECONDS) == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["solve", "-t", "0"], "a solver has 1 to 512 threads, not 0"),
        (["solve", "--hash", "0"], "a table has 1 to"),
        (["solve", "--hash", "99999999"], "a table has 1 to"),
        (["solve", "--nonsense"], "unrecognized arguments"),
        (["annotate"], "the following arguments are required: MOVES"),
        (["annotate", "448x"], "move 3: a column is 1 to 7 or a to g, not '8'"),
        (["annotate", OVER + "3"], "move 8: the game is over"),
    ],
)
def test_what_makes_no_sense_gets_one_line(words: list[str], said: str) -> None:
    status, out, err = run(*words)
    assert (status, out) == (2, "")
    assert said in err
    assert len(err.splitlines()) == 1


def test_both_commands_explain_themselves() -> None:
    usage = run("--help")[1]
    for name in ("solve", "annotate"):
        assert f"oddsfish connect4 {name} ..." in usage
        assert run("connect4", name, "--help")[1].startswith(f"usage: oddsfish connect4 {name}")


def test_a_start_of_other_rules_is_refused_before_anything_is_solved() -> None:
    with pytest.raises(ValueError, match="classic Connect-4"):
        annotate("44", Solver(1), Connect4Position(rules="fullboard"))


def test_an_annotated_game_names_its_blunders() -> None:
    solver = Solver(16)
    found = []
    for columns in random_games(27, 24, 30):
        start = played(columns[:16])
        for number, move in enumerate(annotate(columns[16:], solver, start), 17):
            before = solver.solve(played(columns[: number - 1]))
            after = played(columns[:number])
            assert move.before == before
            assert move.after == (-solver.solve(after) if after.ending() is None else before)
            assert move.player == (number - 1) % 2
            assert (move.column in move.best) == (move.after == before)
            blunder = (before > 0) - (before < 0) != (move.after > 0) - (move.after < 0)
            assert (move.verdict == "blunder") == blunder
            assert (move.verdict == "slow") == (before > move.after > 0)
            found.append(move.verdict)
    assert set(found) == {"", "blunder", "slow", "hasty"}


@pytest.mark.slow
def test_a_game_is_annotated_move_by_move() -> None:
    status, out, err = run("connect4", "annotate", next(random_games(28, 36, 1)), "--hash", "512")
    assert (status, err) == (0, "")
    assert out.splitlines()[0].split() == ["side", "move", "before", "after", "best"]


def test_a_solver_is_the_same_from_python() -> None:
    parser = argparse.ArgumentParser()
    add_solver_arguments(parser)
    asked, made = parser.parse_args([]), Solver()
    assert (asked.hash, asked.threads) == (made.hash, made.threads)
