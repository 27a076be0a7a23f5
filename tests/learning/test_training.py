"""Training: the engine's inference against scikit-learn's, the grid against its search, and what is refused."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from oddsfish.engine import Limits, analyse
from oddsfish.engine.searches.predictive.model import load
from oddsfish.learning import model_file, table, training
from oddsfish.protocols.commands.predictor import main
from oddsfish.protocols.errors import UsageError
from sklearn.model_selection import GridSearchCV, ParameterGrid, train_test_split

CLOSE = 1e-4
COLUMNS = ("first", "second", "third")


def write(path: Path, count: int = 200, names: tuple[str, ...] = COLUMNS, seed: int = 0) -> Path:
    """A table of a function with some noise."""
    random = Random(seed)
    lines = [",".join([*names, "H_4"])]
    for _ in range(count):
        values = [random.gauss(0, 10) for _ in names]
        target = sum(abs(value) for value in values) + values[0] + random.gauss(0, 1)
        lines.append(",".join(map(repr, [*values, target])))
    path.write_text("\n".join(lines) + "\n")
    return path


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small grids, which are searched quickly."""
    forest = {"n_estimators": [2, 3], "max_depth": [2, None]}
    network = {"hidden_layer_sizes": [(4,), (5, 5)], "early_stopping": [False]}
    monkeypatch.setattr(training, "GRIDS", {"forest": forest, "network": network})


@pytest.mark.parametrize(
    ("kind", "parameters"),
    [
        ("forest", {"n_estimators": 20, "max_depth": None}),
        ("forest", {"n_estimators": 5, "max_depth": 2, "min_samples_leaf": 4}),
        ("network", {"hidden_layer_sizes": (100,) * 4, "max_iter": 5}),
        ("network", {"hidden_layer_sizes": (7,), "max_iter": 20}),
    ],
)
def test_the_engine_says_what_the_library_says(kind: str, parameters: dict[str, Any], tmp_path: Path) -> None:
    """On the rows that it has learned, on others, and far from all of them."""
    rows = np.array(table.read(write(tmp_path / "table.csv", 400)).rows)
    made = training.fit(training.estimator(kind, parameters, 1, 1), rows[:, :-1], rows[:, -1])
    shape = training.trees(made) if kind == "forest" else training.layers(made)
    content = {"game": None, "options": {}, "features": list(COLUMNS), "target": "H_4", "kind": kind, **shape}
    model_file.write(tmp_path / "model.json", content, force=False)
    predictor = load(str(tmp_path / "model.json")).predictor
    asked = np.concatenate([rows[:, :-1], np.random.default_rng(2).normal(0, 100, (200, len(COLUMNS)))])
    wanted = made.predict(asked)
    found = [predictor.predict(row) for row in asked.tolist()]
    assert np.abs(np.array(found) - wanted).max() < CLOSE


@pytest.mark.usefixtures("short")
@pytest.mark.parametrize("kind", ["forest", "network"])
def test_the_grid_is_that_of_the_library(kind: str, tmp_path: Path) -> None:
    data = table.read(write(tmp_path / "table.csv", 120))
    rows = np.array(data.rows)
    seen: list[tuple[int, int]] = []
    report = lambda done, total: seen.append((done, total))  # noqa: E731
    trained = training.train(data, kind, tmp_path / "fits", report=report)["training"]
    total = 5 * len(list(ParameterGrid(training.GRIDS[kind])))
    assert seen == [(done, total) for done in range(total + 1)]
    inputs, _, targets, _ = train_test_split(rows[:, :-1], rows[:, -1], test_size=0.2, random_state=42)
    prefix = "" if kind == "forest" else "regressor__mlpregressor__"
    grid = {prefix + name: values for name, values in training.GRIDS[kind].items()}
    theirs = GridSearchCV(training.estimator(kind, {}, 42, 1), grid, cv=5, scoring="neg_mean_squared_error")
    training.fit(theirs, inputs, targets)
    assert trained["parameters"] == {name.removeprefix(prefix): value for name, value in theirs.best_params_.items()}
    assert trained["errors"]["train MSE"] == pytest.approx(float(np.mean((theirs.predict(inputs) - targets) ** 2)))


@pytest.mark.usefixtures("short")
@pytest.mark.parametrize("kind", ["forest", "network"])
def test_a_grid_goes_on_where_it_has_ended(kind: str, tmp_path: Path) -> None:
    """From a file with half of the fits and a line that was cut short."""
    data, fits = table.read(write(tmp_path / "table.csv", 60)), tmp_path / "fits"
    whole = training.train(data, kind, fits)
    lines = fits.read_bytes().splitlines(keepends=True)
    fits.write_bytes(b"".join(lines[: len(lines) // 2]) + lines[-1][:-9])
    seen: list[int] = []
    assert training.train(data, kind, fits, report=lambda done, total: seen.append(done)) == whole
    assert seen[0] == len(lines) // 2 - 1
    with pytest.raises(ValueError, match="is of other work: seed"):
        training.train(data, kind, fits, seed=7)


def train(*words: object) -> None:
    main(["train", *map(str, words)])


def refused(*words: object) -> str:
    with pytest.raises(UsageError) as refusal:
        train(*words)
    assert "\n" not in str(refusal.value)
    return str(refusal.value)


@pytest.mark.usefixtures("short")
@pytest.mark.parametrize("kind", ["forest", "network"])
def test_the_same_seed_gives_the_same_model_on_one_thread_and_on_two(
    kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = write(tmp_path / "table.csv", 100)
    files = []
    for number, more in enumerate(([], ["--jobs", 2], ["--seed", 7])):
        files.append(tmp_path / f"{number}.json")
        train(rows, files[-1], "--kind", kind, "--game", "chess", "--evaluation", "SEF", *more)
    texts = [file.read_bytes() for file in files]
    assert texts[0] == texts[1] != texts[2]
    said = capsys.readouterr().out
    assert "test R2" in said and "published" in said
    assert sorted(path.name for path in tmp_path.iterdir()) == ["0.json", "1.json", "2.json", "table.csv"]


def test_a_data_set_and_its_model_from_beginning_to_end(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The game and the options are known from the journal; the search then plays by the model."""
    rows, model = tmp_path / "rows.csv", tmp_path / "model.json"
    words = [str(rows), "--evaluation", "SEF", "--columns", "--depth", "1", "--branch", "2", "--rows", "60"]
    main(["data", "chess", *words])
    train(rows, model, "--quick")
    found = load(str(model))
    assert (found.game, found.options["Evaluation"], found.target) == ("chess", "SEF", "best_value")
    start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    for options in ({"Evaluation": "SEF"}, {"Evaluation": "SEF", "MoveOrder": "generated"}):
        assert analyse(start, "Predictive", Limits(depth=1), {"Model": str(model), **options}).move
    with pytest.raises(ValueError, match="set Mobility to written"):
        analyse(
            start, "Predictive", Limits(depth=1), {"Model": str(model), "Evaluation": "SEF", "Mobility": "published"}
        )
    capsys.readouterr()


# What is refused, and that nothing is overwritten.

MALFORMED: dict[str, Callable[[str], str]] = {
    "is empty": lambda text: "",
    "no names of columns": lambda text: text.replace("first", "1st", 1),
    "are no names": lambda text: text.replace("second", "first", 1),
    "1 columns": lambda text: "H_4\n" + "1.0\n" * 50,
    "33 columns|40 columns": lambda text: ",".join(f"a{i}" for i in range(40)) + "\n",
    ":3 has 5 fields, not 4": lambda text: text.replace("\n", ",1.0\n", 3).replace(",1.0\n", "\n", 2),
    ":2 has a field that is no number": lambda text: text.replace("\n", "\nx", 1),
    ":2 has a number that is not finite": lambda text: text.replace("\n", "\n1e", 1).replace(
        "\n1e", "\n1e999,0,0,0\n1e", 1
    ),
    "is cut short": lambda text: text[:-9],
    "has 3 rows": lambda text: "".join(text.splitlines(keepends=True)[:4]),
    "not plain text": lambda text: text + "é",
    ":2 has 1 fields": lambda text: text.replace("\n", "\n\n", 1),
}


@pytest.mark.parametrize("message", MALFORMED)
def test_a_table_that_is_none(message: str, tmp_path: Path) -> None:
    rows, model = write(tmp_path / "rows.csv"), tmp_path / "model.json"
    model.write_text("precious")
    rows.write_text(MALFORMED[message](rows.read_text()), encoding="utf-8")
    said = refused(rows, model, "--force", "--quick", "--game", "chess")
    assert any(part in said for part in message.split("|"))
    assert model.read_text() == "precious"


def test_nothing_is_overwritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows, model = write(tmp_path / "rows.csv"), tmp_path / "model.json"
    model.write_text("precious")
    assert "--force replaces it" in refused(rows, model, "--quick", "--game", "chess")
    assert "not a regular file" in refused(rows, tmp_path, "--quick", "--game", "chess", "--force")
    assert "no folder" in refused(rows, tmp_path / "none" / "model.json", "--quick", "--game", "chess")
    assert "has no journal" in refused(rows, tmp_path / "new.json")
    assert "no column fourth" in refused(rows, tmp_path / "new.json", "--features", "fourth", "--game", "chess")
    assert "No such file" in refused(tmp_path / "none.csv", tmp_path / "new.json", "--game", "chess")
    assert model.read_text() == "precious"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["model.json", "rows.csv"]
    journal = json.dumps({"format": "oddsfish data 1", "game": 5, "options": {}})
    for text in ("", "x", "{}", json.dumps({"format": "oddsfish data 1"}), journal):
        (tmp_path / "rows.csv.journal").write_text(text)
        assert "journal" in refused(rows, tmp_path / "new.json", "--quick")
    (tmp_path / "rows.csv.journal").unlink()
    train(rows, model, "--quick", "--force", "--kind", "forest", "--features", "second", "--game", "chess")
    assert load(str(model)).features == ("second",)
    capsys.readouterr()


def test_without_the_library_one_line_says_what_to_install(tmp_path: Path) -> None:
    rows = write(tmp_path / "rows.csv")
    code = "import sys; sys.modules['sklearn'] = None; from oddsfish.protocols.start import main; sys.exit(main())"
    words = ["predictor", "train", str(rows), str(tmp_path / "model.json"), "--game", "chess"]
    done = subprocess.run([sys.executable, "-c", code, *words], capture_output=True, text=True, check=False)
    assert done.returncode == 2 and done.stdout == ""
    (line,) = [line for line in done.stderr.splitlines() if line.startswith("oddsfish:")]
    assert 'pip install ".[learn]"' in line and "Traceback" not in done.stderr


def test_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--help"])
    for words in (["data", "--help"], ["data", "chess", "--help"], ["train", "--help"]):
        with pytest.raises(SystemExit):
            main(words)
    said = capsys.readouterr().out
    assert "examples:" in said and "oddsfish predictor data chess pairs.csv --evaluation SEF" in said
    for words in ([], ["learn"], ["data", "chess"], ["train", "x", "y", "--kind", "z"]):
        with pytest.raises(UsageError, match=r"^.{1,300}$"):
            main(words)
