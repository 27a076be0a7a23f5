"""The experiments that compare searches: the same seed gives the same tables, on any number of jobs, stopped or not."""

from __future__ import annotations

import asyncio
import csv
import gc
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest
from common.games import Conditions, play_between
from common.players import Side
from common.published_ties import PublishedTies
from common.results import wilson
from common.table import Table
from oddsfish.engine import Connect4Position, plain
from oddsfish.engine.games.chess.human import weights
from oddsfish.learning.positions.generation import generate
from oddsfish.learning.positions.generation_settings import GenerationSettings
from script_process import ROOT, SCRIPTS, run, run_here
from trained import MODEL

PEOPLE = ROOT / "tests" / "people_games.tsv"  # games of our searches, in the format of people's games
TINY: dict[str, list[object]] = {
    "connect4_optimal": ["--positions", 3, "--depth", 2],
    "choices": ["--positions", 3, "--games", 2],
    "branching": ["--games", 2, "--most", 4, "--positions", 2],
    "drawn_opponent": ["--games", 5],
    "predictors": ["--games", 2, "--most", 2, "--forest", MODEL, "--network", MODEL],
    "speeds": ["--positions", 2, "--deepest", 3],
    "people": [PEOPLE, "--moves", 8, "--offset", "fit"],
    "people_inputs": [PEOPLE, "--games", 8, "--epochs", 1],
    "humanlike": ["--starts", 1, "--table", PEOPLE],
    "bets": ["--games", 1, "--nodes", 3000, "--check", 300],
    "connect4_errors": ["--games", 2],
    "study": ["--part", "cost", "--games", 1],
}
STUDIED = [  # part, Maia, Risk, rating of the model
    *(("confirmatory", maia, risk, maia) for maia in (1100, 1300, 1500, 1700, 1900) for risk in (0, 100)),
    *(("turning", 1500, 100, elo) for elo in (800, 1100, 1300, 1700, 1900, 2300)),
]
TIMES = ("ms", "s a", "nodes a second")  # in the names of columns that depend on the machine


def tables(folder: Path) -> dict[str, list[list[str]]]:
    """All that an experiment has written as CSV, times aside."""
    found = {}
    for path in sorted(folder.glob("*.csv")):
        with path.open(newline="") as file:
            head, *rows = csv.reader(file)
        kept = [place for place, column in enumerate(head) if not any(word in column for word in TIMES)]
        found[path.name] = [[row[place] for place in kept] for row in (head, *rows)]
    return found


@pytest.mark.parametrize("script", TINY)
def test_the_same_seed_has_the_same_tables(script: str, tmp_path: Path) -> None:
    """First with one job; then with two, from half of its journal, whose last line was cut short.

    Another seed is other work, and gives other tables.
    """
    if script == "people_inputs":
        pytest.importorskip("torch")
    whole, half = tmp_path / "whole", tmp_path / "half"
    said = run_here(script, *TINY[script], "--seed", 7, "-o", whole)
    assert " left" in said or " of " in said
    lines = (whole / "journal.jsonl").read_bytes().splitlines(keepends=True)
    half.mkdir()
    (half / "journal.jsonl").write_bytes(b"".join(lines[: len(lines) // 2]) + lines[-1][:-9])
    run(script, *TINY[script], "--seed", 7, "--jobs", 2, "-o", half)
    assert tables(whole) == tables(half) != {}
    assert (half / "journal.jsonl").read_bytes().count(b"\n") == len(lines)
    shown = (whole / "tables.md").read_text()
    assert shown.count("| --- |") == shown.count("\n\n| ") >= 1
    refused = run_here(script, *TINY[script], "--seed", 8, "-o", whole, status=2)
    assert refused == f"{script}: {whole}/journal.jsonl is of other work: seed was 7, not 8; name another folder\n"
    if script == "drawn_opponent":
        run_here(script, *TINY[script], "--seed", 8, "-o", tmp_path / "other")
        assert tables(tmp_path / "other") != tables(whole)


def test_plots_are_drawn(tmp_path: Path) -> None:
    run_here("branching", "--part", 2, "--games", 1, "--most", 1, "--plots", "-o", tmp_path)
    for plot in ("results", "times", "moves"):
        assert (tmp_path / f"{plot}.png").read_bytes().startswith(b"\x89PNG")
        assert "</svg>" in (tmp_path / f"{plot}.svg").read_text()


@pytest.mark.slow
def test_networks_of_more_positions_are_trained_and_play(tmp_path: Path) -> None:
    """All are trained on equally many samples. When it is run again, nothing is left to do."""
    pytest.importorskip("torch")
    generate(GenerationSettings(seed=1, nodes=20), tmp_path / "a.positions", 4000)
    words = [tmp_path / "a.positions", "--sizes", "500,2000", "--hidden", 32, "--samples", 20_000]
    words += ["--games", 4, "--nodes", 100, "-o", tmp_path]
    run_here("data_curve", *words)
    _, small, large = tables(tmp_path)["data_curve.csv"]
    assert (small[0], small[-1], large[0], large[-1]) == ("500", "4", "2,000", "4")
    for row in (small, large):
        assert float(row[2]) == round(20_000 / float(row[1]))
        assert float(row[4]) > 0
    journal = (tmp_path / "journal.jsonl").read_bytes()
    run_here("data_curve", *words)
    assert (tmp_path / "journal.jsonl").read_bytes() == journal
    words[2] = "9000"
    assert "has 4," in run_here("data_curve", *words, status=2)


def test_the_study_says_what_risk_gains_against_each_opponent(tmp_path: Path) -> None:
    """From a journal in which all games are done: 2 of 4 points without risk, and 3 of 4 with it."""
    settings = {"nodes": [50_000, 10_000], "model": weights.read(weights.SHIPPED).checksum[:16]}
    lines: list[object] = [{"format": "oddsfish experiment 1", "experiment": "study", "seed": 1, **settings}]
    for part, maia, risk, elo in STUDIED:
        how = f"Risk {risk} at {elo}" if risk else "Risk 0"
        for place in range(8):
            score = float(place % 4 < 2 + bool(risk))
            result = {"score": score, "plies": 80, "bets": 0, "answerable": 0, "refuted": 0, "given": 0.0}
            key = [part, f"{how} against Maia {maia} queen-both-rooks", place]
            lines.append({"key": key, "result": result})
    (tmp_path / "journal.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    parts = ("--part", "confirmatory", "--part", "turning")
    run_here("study", *parts, "--maia", "/no/folder", "--games", 8, "--plots", "-o", tmp_path)
    found = tables(tmp_path)
    confirmatory, turning = found["confirmatory_gains.csv"][1:], found["turning_gains.csv"][1:]
    assert [row[0] for row in confirmatory] == ["1100", "1300", "1500", "1700", "1900", "mean"]
    assert [row[0] for row in turning] == ["800", "1100", "1300", "1500", "1700", "1900", "2300"]
    errors = {float(row[2]) for row in (*confirmatory[:-1], *turning)}
    assert {round(float(row[1]), 1) for row in (*confirmatory, *turning)} == {190.8}  # 400 log10 3
    assert len(errors) == 1 and float(confirmatory[-1][2]) == pytest.approx(errors.pop() / 5**0.5)
    assert (tmp_path / "turning_gains.png").read_bytes().startswith(b"\x89PNG")


def test_stopped_by_a_person_it_says_so_and_goes_on(tmp_path: Path) -> None:
    command = [sys.executable, str(ROOT / "scripts" / "experiments" / "drawn_opponent.py")]
    command += ["--games", "100000", "-o", str(tmp_path)]
    journal = tmp_path / "journal.jsonl"
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline and not (journal.exists() and journal.read_bytes().count(b"\n") > 3):
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        try:
            said, _ = process.communicate(timeout=60)
        finally:
            process.kill()
    assert process.returncode == 130
    assert said.splitlines()[-1] == "drawn_opponent: stopped; the same command goes on"
    assert "Traceback" not in said
    begun = journal.read_bytes()
    done = begun.count(b"\n") - 1
    run_here("drawn_opponent", "--games", done, "-o", tmp_path)
    assert journal.read_bytes() == begun, "nothing was left to be done"


def test_interrupted_before_a_game_begins_nothing_else_is_said(
    monkeypatch: pytest.MonkeyPatch, recwarn: pytest.WarningsRecorder
) -> None:
    def interrupted(_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(asyncio, "run", interrupted)
    side = Side("Random", "Random", 1)
    with pytest.raises(KeyboardInterrupt):
        play_between(Conditions(1), side, side, 0)
    gc.collect()
    assert not recwarn.list


@pytest.mark.parametrize(
    ("script", "words", "reason"),
    [
        ("choices", ["--positions", 0], "0 is less than 1"),
        ("branching", ["--part", 3], "invalid choice: 3 (choose from 1, 2)"),
        ("predictors", ["--forest", "/no such file", "--network", MODEL], "/no such file"),
        ("speeds", ["-o", "/dev/null/folder"], "/dev/null/folder: Not a directory"),
        ("drawn_opponent", ["--jobs", "many"], "invalid number value: 'many'"),
        ("people", ["/no/table"], "/no/table: No such file or directory"),
        ("study", ["--part", "turning"], "this part needs --maia"),
        ("gauntlet", ["--only", "nobody"], "--only nobody is in no opponent's name: Stockfish 1350, "),
        ("tournament_speed", ["--engine", "/no/engine"], "/no/engine cannot be started: No such file or directory"),
    ],
)
def test_what_makes_no_sense_is_one_line(script: str, words: list[object], reason: str) -> None:
    said = run_here(script, *words, status=2)
    assert reason in said.splitlines()[-1]
    assert "Traceback" not in said


def test_without_matplotlib_nothing_is_begun(tmp_path: Path) -> None:
    (tmp_path / "matplotlib.py").write_text("raise ImportError")
    path = os.pathsep.join(filter(None, [str(tmp_path), os.environ.get("PYTHONPATH")]))
    said = run("speeds", "--plots", "-o", tmp_path / "speeds", status=2, PYTHONPATH=path)
    assert said.startswith("speeds: --plots needs matplotlib: pip install") and said.count("\n") == 1
    assert not (tmp_path / "speeds").exists()


@pytest.mark.parametrize("script", [name for name, path in SCRIPTS.items() if "__main__" in path.read_text()])
def test_each_has_help(script: str) -> None:
    assert run_here(script, "--help").lower().startswith("usage:")


def test_ties_from_bounds_have_worse_moves_among_them() -> None:
    """A move is looked at no further after the first reply that makes it no better than the best one."""
    worse = 0
    for seed in range(20):
        position, random = Connect4Position(), Random(seed)
        for _ in range(seed % 8):
            position.play(random.choice(position.moves()))
        lines = plain.Minimax().root(position, 2)
        best = (max if position.player() == 0 else min)(value for _, value in lines)
        ties = [move for move, value in lines if value == best]
        assert PublishedTies(strict=True).tied(position, 2) == ties
        found = PublishedTies(strict=False).tied(position, 2)
        assert {*ties} <= {*found}
        worse += len(found) - len(ties)
    assert worse > 0


def test_an_interval_of_a_share() -> None:
    """R. G. Newcombe (1998), table I: 81 of 263, 15 of 148, 0 of 20, 1 of 29."""
    for count, of, low, high in ((81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0, 0.1611)):
        assert wilson(count, of) == pytest.approx((low, high), abs=5e-5)
    assert wilson(1, 29) == pytest.approx((0.0061, 0.1718), abs=5e-5)


def test_a_table_shows_three_digits_and_keeps_all(tmp_path: Path) -> None:
    table = Table("name", "Title", ("word", "figure"), [("a", 1234.56), ("b", 0.012345), ("c", None), ("d", 12345)])
    assert str(table).splitlines() == [
        "Title",
        "word  figure",
        "a      1,235",
        "b     0.0123",
        "c          -",
        "d     12,345",
    ]
    table.write_csv(tmp_path)
    assert (tmp_path / "name.csv").read_text().splitlines()[1:3] == ["a,1234.56", "b,0.012345"]
    assert table.markdown().splitlines()[2:5] == ["| word | figure |", "| --- | ---: |", "| a | 1,235 |"]
