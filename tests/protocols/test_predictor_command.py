"""The command line of predictors: what is refused loses nothing."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from engine_process import here

ROWS = "H_0,H_4\n" + "".join(f"{number},{number + 1}\n" for number in range(40))


def oddsfish(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.CompletedProcess(words, *here(*words))


def refused(*words: str) -> str:
    """The error, which is one line."""
    done = oddsfish(*words)
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    return line


@pytest.fixture
def made(tmp_path: Path) -> Path:
    """A data set with its journal."""
    path = tmp_path / "pairs.csv"
    done = oddsfish("predictor", "data", "tictactoe", str(path), "--rows", "40", "--depth", "2", "--opening", "1")
    assert done.returncode == 0, done.stderr
    return path


def test_a_model_never_takes_the_place_of_what_it_is_trained_on(made: Path) -> None:
    for path in (made, made.with_name(made.name + ".journal")):
        before = path.read_bytes()
        line = refused("predictor", "train", str(made), str(path), "--quick", "--force")
        assert "would be read and written" in line
        assert path.read_bytes() == before


def test_a_journal_says_what_the_rows_are_of(made: Path, tmp_path: Path) -> None:
    model = tmp_path / "model.json"
    for words in (["--game", "connect4"], ["--evaluation", "Material"], ["--set", "MateValue=20000"]):
        assert "leave out --game" in refused("predictor", "train", str(made), str(model), "--quick", *words)
    assert not model.exists()


def test_an_evaluation_of_another_game_is_refused(tmp_path: Path) -> None:
    rows, model = tmp_path / "rows.csv", tmp_path / "model.json"
    rows.write_text(ROWS)
    line = refused("predictor", "train", str(rows), str(model), "--game", "chess", "--evaluation", "Windows")
    assert "chess has no evaluation Windows" in line
    assert not model.exists()


def test_the_same_options_in_other_letters_go_on(made: Path, tmp_path: Path) -> None:
    path = tmp_path / "chess.csv"
    words = ("predictor", "data", "chess", str(path), "--depth", "1", "--opening", "2")
    assert oddsfish(*words, "--rows", "5", "--evaluation", "SEF").returncode == 0
    assert oddsfish(*words, "--rows", "10", "--evaluation", "sef", "--set", "mobility=Written").returncode == 0


def test_files_are_named_plainly(tmp_path: Path) -> None:
    missing = tmp_path / "no.csv"
    assert refused("predictor", "train", str(missing), str(tmp_path / "m.json")) == (
        f"oddsfish: predictor: {missing}: No such file or directory"
    )
    assert refused("predictor", "data", "chess", str(tmp_path / "no" / "z.csv")).endswith("No such file or directory")
    assert "needs a trained model" in refused("play", "chess", "--black", "Predictive")
    assert refused("tree", "chess", "--search", "BranchLimit") == (
        "oddsfish: tree: BranchLimit has no tree to draw: choose Minimax, AlphaBeta or Expectimax"
    )
