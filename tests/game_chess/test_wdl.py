"""Chances by scores: a model that is symmetric, monotone, and sure of what is certain; and how it is fitted."""

from __future__ import annotations

import os
from pathlib import Path

import chess
import pytest
from oddsfish.engine import ChessPosition, games
from oddsfish.engine.games.chess.wdl_model import LEAST, MOST, WdlModel, material_of, shipped
from oddsfish.engine.results import Score
from oddsfish.learning.positions.generation import generate
from oddsfish.learning.positions.generation_settings import GenerationSettings
from outcomes import fit, held_out, read
from script_process import run_here

MATED = "R6k/6pp/8/8/8/8/8/K7 b - - 0 1"
STALEMATE = "7k/5Q2/8/8/8/8/8/K7 b - - 0 1"
SCORES = [*range(-3000, 3001, 25), -100_000, -32_000, 32_000, 100_000]


def test_the_model_makes_sense_at_every_score() -> None:
    for material in range(LEAST - 3, MOST + 4):
        last = (0, 0, 1000)
        for score in sorted(SCORES):
            won, drawn, lost = shipped().wdl(score, material)
            assert won + drawn + lost == 1000
            assert min(won, drawn, lost) >= 0
            assert shipped().wdl(-score, material) == (lost, drawn, won)
            assert won >= last[0] and lost <= last[2]
            last = (won, drawn, lost)
        assert last == (1000, 0, 0)
        assert shipped().wdl(300, material)[0] > 500


def test_the_model_is_the_one_that_is_meant() -> None:
    model = WdlModel((100.0,), (50.0,))
    assert model.wdl(0, MOST) == (119, 762, 119)
    assert model.wdl(100, MOST) == (500, 482, 18)


@pytest.mark.parametrize(
    ("fen", "material"),
    [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 78),
        ("7k/8/8/8/8/8/1R6/R5K1 w - - 0 1", 10),
        ("8/5pk1/4p1p1/3bP2p/1p1P3P/1P2KBP1/5P2/8 w - - 6 45", 17),
    ],
)
def test_material_is_that_of_both_sides(fen: str, material: int) -> None:
    assert material_of(ChessPosition(fen)) == material


@pytest.mark.parametrize(
    ("fen", "score", "expected"),
    [
        (chess.STARTING_FEN, Score(99_995.0, 99_995, 5), (1000, 0, 0)),
        (chess.STARTING_FEN, Score(-99_994.0, -99_994, -6), (0, 0, 1000)),
        (chess.STARTING_FEN, Score(99_995.0, 99_995, None, "lower"), (1000, 0, 0)),
        (MATED, Score(-100_000.0, -100_000, 0), (0, 0, 1000)),
        (STALEMATE, Score(0.0, 0, None), (0, 1000, 0)),
    ],
)
def test_what_is_certain(fen: str, score: Score, expected: tuple[int, int, int]) -> None:
    position = ChessPosition(fen)
    game = games.of(position)
    assert game is not None
    assert game.wdl(position, score) == expected


def test_the_command(tmp_path: Path) -> None:
    positions, output = tmp_path / "some.positions", tmp_path / "wdl.json"
    generate(GenerationSettings(9, 200, {}), positions, 6000)
    run_here("fit_wdl", positions, output, "--seed", 2)
    first = output.read_text()
    before, fifo = positions.read_bytes(), tmp_path / "fifo"
    os.mkfifo(fifo)
    assert '"source": "scripts/fit/fit_wdl.py --seed 2' in first
    for words, message in (
        ([positions, output], "is there already; --force replaces it"),
        ([tmp_path / "none", tmp_path / "new.json"], "No such file"),
        ([output, tmp_path / "new.json"], "fit_wdl: "),
        ([positions, positions, "--force"], "would be read and written"),
        ([positions, fifo, "--force"], "is a FIFO"),
    ):
        said = run_here("fit_wdl", *words, status=2)
        assert message in said and said.count("\n") == 1, said
    run_here("fit_wdl", positions, output, "--seed", 2, "--force")
    assert output.read_text() == first
    assert positions.read_bytes() == before


def test_the_positions_of_one_game_have_no_model(tmp_path: Path) -> None:
    positions = tmp_path / "few.positions"
    generate(GenerationSettings(3, 100, {}), positions, 1)
    with pytest.raises(ValueError, match=r"the outcomes of \d+ positions have no model: too few\?"):
        outcomes = read(positions)
        fit(outcomes, ~held_out(outcomes, 2))


@pytest.mark.parametrize("b", [(), (0.0,), (-1.0,), (50.0, -60.0)])
def test_a_model_that_divides_by_nothing_is_refused(b: tuple[float, ...]) -> None:
    with pytest.raises(ValueError, match="b must be above 0"):
        WdlModel(a=(100.0,), b=b)
