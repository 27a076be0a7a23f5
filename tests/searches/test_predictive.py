"""The predictive search against the plain one, whose model is a few lines of Python; and files that are no models."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
from conformance.games import EXAMPLES, Example, TicTacToe
from engine_process import EngineProcess
from oddsfish.engine import ChessPosition, Connect4Position, Limits, Position, analyse, plain
from oddsfish.engine.options import options_of
from oddsfish.engine.searches.predictive.model import FORMAT, checksum, load
from oddsfish.engine.searches.predictive.predictor import Forest, Network
from oddsfish.engine.session import Session
from trained import MODEL, TRAINED

SEF = ("material", "pawn_structure", "center_control_val", "mobility_val", "king_safety_val", "phase", "num_pieces",
       "num_moves", "opponent_pieces", "evaluation")  # fmt: skip
EVERY = 256
Content = dict[str, Any]
examples = pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)


def network(features: Sequence[str], hidden: Sequence[int], seed: int, **fields: Any) -> Content:
    """A model drawn at random."""
    random = Random(seed)
    sizes = [len(features), *hidden, 1]
    layers = [
        {
            "weights": [[random.gauss(0, (2 / n) ** 0.5) for _ in range(m)] for _ in range(n)],
            "biases": [random.gauss(0, 0.3) for _ in range(m)],
        }
        for n, m in pairwise(sizes)
    ]
    means = [random.gauss(0, 2) for _ in features]
    scales = [random.uniform(0.5, 20) for _ in features]
    kind = {"kind": "network", "means": means, "scales": scales, "layers": layers, "offset": 1.5, "factor": 4.0}
    return content(features, **kind, **fields)


def forest(features: Sequence[str], trees: int, seed: int, **fields: Any) -> Content:
    random = Random(seed)
    return content(features, kind="forest", trees=[tree(len(features), random) for _ in range(trees)], **fields)


def tree(inputs: int, random: Random) -> Content:
    nodes: list[list[Any]] = []

    def grow(depth: int) -> int:
        place = len(nodes)
        nodes.append([-1, 0.0, -1, -1, random.gauss(0, 5)])
        if depth and random.random() < 0.9:
            nodes[place] = [random.randrange(inputs), random.gauss(0, 20), grow(depth - 1), grow(depth - 1), 0.0]
        return place

    grow(5)
    return dict(
        zip(("feature", "threshold", "left", "right", "value"), map(list, zip(*nodes, strict=True)), strict=True)
    )


def content(features: Sequence[str], **fields: Any) -> Content:
    return {"format": FORMAT, "game": None, "options": {}, "features": list(features), "target": "H_4", **fields}


def save(model: Content, folder: Path, name: str = "model.json") -> str:
    path = folder / name
    path.write_text(json.dumps({**model, "checksum": checksum(model)}))
    return str(path)


def wanted(position: Position[Any], path: str) -> dict[str, float]:
    """The value of each move by the plain search, for the side to move at the root.

    In `tests/learning`, scikit-learn is the oracle of a model's predictions.
    """
    model = load(path)

    def ask(game: Any) -> float:
        known = game.features()
        return model.predictor.predict([known[name] for name in model.features])

    sign = 1 if position.player() == 0 else -1
    return {position.notation(move): sign * value for move, value in plain.Predictive(ask).root(position)}


def check(position: Position[Any], model: Content, folder: Path, **options: Any) -> None:
    settings = {"Model": save(model, folder), "MultiPV": EVERY, **options}
    prepared = position.clone()
    prepared.configure({**options_of(position), **options})
    values = wanted(prepared, settings["Model"])
    for depth, deepening in ((1, True), (5, True), (5, False)):
        result = analyse(position, "Predictive", Limits(depth=depth), {**settings, "Deepening": deepening})
        found = {line.move: line.score.value for line in result.lines}
        assert found == pytest.approx(values, rel=1e-9, abs=1e-9)
        best = max(values.values())
        assert result.move == next(move for move, value in values.items() if value == pytest.approx(best, rel=1e-9))
        assert result.depth == 1 and all(line.depth == 1 and len(line.pv) == 1 for line in result.lines)


# The search.


@examples
@pytest.mark.parametrize("kind", ["network", "forest"])
def test_values_are_those_of_the_plain_search(example: Example, kind: str, tmp_path: Path) -> None:
    make = network(["H_0"], [7, 5], 1) if kind == "network" else forest(["H_0"], 5, 2)
    check(example.make(), make, tmp_path)


@pytest.mark.parametrize(("mobility", "chess960"), [("written", True), ("published", False)])
def test_all_columns_of_chess_in_both_colours(mobility: str, chess960: bool, tmp_path: Path) -> None:
    """Along a game, so that both sides are to move. The model has its features in another order than the position."""
    random = Random(mobility)
    start = "bqnb1rkr/pppppppp/8/8/8/8/PPPPPPPP/BQNB1RKR w HFhf - 0 1"
    position = ChessPosition(start, True) if chess960 else ChessPosition()
    names = list(SEF)
    random.shuffle(names)
    models = (network(names, [9, 100, 3], 1, game="chess"), forest(names[:4], 6, 1, game="chess"))
    for ply in range(60):
        if position.ending() is not None:
            break
        if ply % 7 in (0, 1):
            for model in models:
                check(position, model, tmp_path, Evaluation="SEF", Mobility=mobility)
        position.play(random.choice(position.moves()))


def test_features_are_those_of_the_side_to_move() -> None:
    """A position and its mirror image have the same features for the side to move.

    SEF counts for the side that was to move when it was configured. Still, a child is seen by its own mover.
    """
    for fen, mirrored, move in (
        ("4k3/8/8/8/3P4/8/4PP2/4K2R w K - 0 1", "4k2r/4pp2/8/3p4/8/8/8/4K3 b k - 0 1", "e1d1"),
        ("r3k3/pp6/8/8/8/8/5PPP/4K3 b q - 0 1", "4k3/5ppp/8/8/8/8/PP6/R3K3 w Q - 0 1", "e8f8"),
    ):
        seen = []
        for position in map(ChessPosition, (fen, mirrored)):
            options = {**options_of(position), "Evaluation": "SEF"}
            position.configure(options)
            features = position.features()
            assert tuple(features) == position.feature_names == ("H_0", *SEF)
            a, b, c, d, e = list(features.values())[1:6]
            assert features["H_0"] == features["evaluation"] == a + b + c + d + e
            sign = 1 if position.player() == 0 else -1
            assert features["H_0"] == sign * position.value()
            assert features["num_moves"] == len(position.moves())
            seen.append(features)
        assert seen[0] == seen[1]
        position = ChessPosition(fen)
        position.configure(options)  # type: ignore[possibly-undefined]
        position.play(move)
        known = position.features()
        position.configure(options)
        assert position.features() == known
    assert ChessPosition().features() == {"H_0": 0.0}


def test_an_end_now_or_within_reach_is_worth_what_it_is(tmp_path: Path) -> None:
    for fen, value in (("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", -100000), ("7k/8/6QK/8/8/8/8/8 b - - 0 1", 0)):
        result = analyse(ChessPosition(fen), "Predictive", Limits(depth=3), TRAINED)
        assert (result.move, result.score.value) == (None, value)
    mate = analyse("6k1/5ppp/8/8/8/8/1r3PPP/3R2K1 w - - 0 1", "Predictive", Limits(depth=1), TRAINED)
    assert (mate.move, mate.score.plies) == ("d1d8", 1)
    settings: dict[str, Any] = {"Model": save(network(["H_0"], [3], 1), tmp_path), "MultiPV": EVERY}
    stalemate = analyse("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "Predictive", Limits(depth=1), settings)
    assert {line.move: line.score.value for line in stalemate.lines}["f1f7"] == 0.0


@pytest.mark.parametrize("method", ["value", "ending", "player"])
def test_what_a_game_in_plain_python_raises_at_a_child_is_raised(method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    right = getattr(TicTacToe, method)

    def fail(game: TicTacToe) -> Any:
        if game.order:
            raise KeyError(method)
        return right(game)

    monkeypatch.setattr(TicTacToe, method, fail)
    with pytest.raises(KeyError, match=method):
        analyse(TicTacToe(), "Predictive", Limits(depth=1), TRAINED)


def test_a_prediction_that_no_number_can_hold_is_refused(tmp_path: Path) -> None:
    class Huge(TicTacToe):
        def value(self) -> float:
            return 1e308

    model = network(["H_0"], [], 1)
    model["layers"] = [{"weights": [[1e300]], "biases": [0.0]}]
    with pytest.raises(ValueError, match="predicts more than a number can hold"):
        analyse(Huge(), "Predictive", Limits(depth=1), {"Model": save(model, tmp_path)})


# Files that are no models, or are for something else.


def refused(path: str, position: Position[Any] | None = None) -> str:
    with pytest.raises(ValueError) as refusal:
        analyse(position or ChessPosition(), "Predictive", Limits(depth=1), {"Model": path})
    said = str(refusal.value)
    assert "\n" not in said and len(said) < 300
    return said


def test_without_a_model_there_is_no_search() -> None:
    session = Session(ChessPosition())
    session.set_option("Search", "Predictive")
    with pytest.raises(ValueError, match="needs a trained model"):
        session.search(Limits(depth=1))
    session.set_option("Model", str(MODEL))
    assert session.search(Limits(depth=1)).move is not None


def test_a_client_is_told_in_one_line_and_the_engine_lives() -> None:
    with EngineProcess() as engine:
        engine.send("setoption name Search value Predictive")
        for value, said in (("", "needs a trained model"), (__file__, "is no model")):
            engine.send(f"setoption name Model value {value}")
            first, *more = engine.go("go depth 3")
            assert first.startswith("info string error") and said in first
            assert [line.split()[0] for line in more] == ["bestmove"]
        engine.send(f"setoption name Model value {MODEL}")
        assert not any("error" in line for line in engine.go("go movetime 100"))
        engine.send("go infinite")
        assert not any(line.startswith("bestmove") for line in engine.settle())
        engine.ask("stop", "bestmove ")


def test_a_path_that_leads_to_no_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fifo")
    (tmp_path / "empty").write_bytes(b"")
    for path in (tmp_path / "none", tmp_path, "/dev/zero", tmp_path / "fifo", tmp_path / "empty", "\0", "x" * 9999):
        refused(str(path))
    with (tmp_path / "large").open("wb") as file:
        file.truncate(100 << 20)
    assert "MB" in refused(str(tmp_path / "large"))


def test_a_model_of_something_else_is_refused(tmp_path: Path) -> None:
    assert "for connect4, not for chess" in refused(save(network(["H_0"], [], 1, game="connect4"), tmp_path))
    assert "the feature H_9" in refused(save(network(["H_0", "H_9"], [], 1), tmp_path))
    columns = save(network(SEF, [5], 1, game="chess", options={"Evaluation": "SEF"}), tmp_path)
    assert "set Evaluation to SEF" in refused(columns)
    assert "not for connect4" in refused(columns, Connect4Position())
    assert "for chess, not for TicTacToe" in refused(columns, TicTacToe())
    assert analyse(ChessPosition(), "Predictive", Limits(depth=1), {"Model": columns, "Evaluation": "SEF"}).move


def test_a_file_that_has_changed_is_read_again(tmp_path: Path) -> None:
    path = save(forest(["H_0"], 1, 1), tmp_path)
    first = load(path)
    assert load(path) is first
    save(forest(["H_0"], 2, 2), tmp_path)
    assert load(path) is not first


HOSTILE: dict[str, Any] = {
    "format": ("oddsfish model 2", None),
    "game": (5, {}),
    "options": (None, {"Evaluation": 1}, "x"),
    "features": (None, [], "H_0", ["H_0", "H_0"], [1], ["H_0"] * 600),
    "target": (None,),
    "kind": ("pickle", ["network"]),
    "means": ([], [0.0, 0.0], ["0"], [True], [10**400], "00"),
    "scales": ([0.0], [-1.0], [1.0, 1.0], [[]]),
    "layers": (None, [], [[]], [{}], [{"weights": [[1.0]], "biases": []}], [{"weights": [], "biases": [0.0]}],
               [{"weights": [[1.0, 2.0]], "biases": [0.0]}], [{"weights": [[1.0, 2.0]], "biases": [0.0, 0.0]}],
               [{"weights": [[True]], "biases": [0.0]}],
               [{"weights": [[0.0] * 600], "biases": [0.0] * 600}], [{"weights": [[1.0]], "biases": [0.0]}] * 17),
    "offset": (None, 10**400),
    "factor": (True, {}),
}  # fmt: skip
CYCLE = {"feature": [0, 0], "threshold": [0.0, 0.0], "left": [1, 0], "right": [1, 0], "value": [0.0, 0.0]}
LEAF = {"feature": [-1], "threshold": [0.0], "left": [-1], "right": [-1], "value": [0.0]}
SPLIT = {"feature": [0, -1, -1], "threshold": [0.0] * 3, "left": [1, -1, -1], "right": [2, -1, -1], "value": [0.0] * 3}
TREES: tuple[Any, ...] = (
    None, [], [0], [CYCLE], [{**LEAF, "left": [0]}], [{**LEAF, "feature": []}], [{**SPLIT, "left": [0, -1, -1]}],
    [{**SPLIT, "right": [3, -1, -1]}], [{**SPLIT, "right": [2**70, -1, -1]}], [{**SPLIT, "left": [-1, -1, -1]}],
    [{**SPLIT, "feature": [1, -1, -1]}], [{**SPLIT, "feature": [-2, -1, -1]}], [{**SPLIT, "feature": [False, -1, -1]}],
    [{**SPLIT, "threshold": [10**400, 0.0, 0.0]}], [{**SPLIT, "value": [None, 0.0, 0.0]}],
    [{name: [] for name in LEAF}], [LEAF, CYCLE],
)  # fmt: skip


def test_hostile_content_is_refused(tmp_path: Path) -> None:
    sound = network(["H_0"], [], 1)
    for name, values in HOSTILE.items():
        for value in values:
            refused(save({**sound, name: value}, tmp_path))
    for trees in TREES:
        refused(save({**forest(["H_0"], 1, 1), "trees": trees}, tmp_path))
    for name in sound:
        if name != "game":
            refused(save({other: value for other, value in sound.items() if other != name}, tmp_path))


def texts(random: Random, whole: bytes) -> Iterator[bytes]:
    """A file that is cut short or has changed bytes, and other texts that are no JSON or no object."""
    for _ in range(60):
        yield whole[: random.randrange(len(whole))]
        changed = bytearray(whole)
        changed[random.randrange(len(whole))] ^= 1 << random.randrange(8)
        yield bytes(changed)
        place = random.randrange(len(whole))
        yield whole[:place] + random.randbytes(3) + whole[place + 1 :]
    yield from (b"[" * 100_000, b"9" * 10_000, b"null", b"{}", b"\xff\xfe", b'{"format": NaN}')


@pytest.mark.parametrize("kind", ["network", "forest"])
def test_a_damaged_file_is_refused_and_never_believed(kind: str, tmp_path: Path) -> None:
    model = network(["H_0"], [4], 3) if kind == "network" else forest(["H_0"], 2, 3)
    path = Path(save(model, tmp_path))
    whole = path.read_bytes()
    known = analyse(ChessPosition(), "Predictive", Limits(depth=1), {"Model": str(path)}).lines
    for number, text in enumerate(texts(Random(kind), whole)):
        other = tmp_path / f"{number}.json"
        other.write_bytes(text)
        with suppress(ValueError):  # of a number, the last digit may mean nothing
            assert analyse(ChessPosition(), "Predictive", Limits(depth=1), {"Model": str(other)}).lines == known


class Liar(int):
    """A number whose comparisons are all true, so that it seems to fit into any range."""

    def __le__(self, other: object) -> bool:
        return True

    __ge__ = __lt__ = __gt__ = __le__


def test_what_a_predictor_is_made_of_is_checked() -> None:
    """From Python, too, with numbers that JSON does not have."""
    for number in (float("nan"), float("inf"), 10**400, "1", None, True, [1.0]):
        for made in (
            lambda bad: Network([bad], [1.0], [([[1.0]], [0.0])], 0.0, 1.0),
            lambda bad: Network([0.0], [bad], [([[1.0]], [0.0])], 0.0, 1.0),
            lambda bad: Network([0.0], [1.0], [([[bad]], [0.0])], 0.0, 1.0),
            lambda bad: Network([0.0], [1.0], [([[1.0]], [bad])], 0.0, 1.0),
            lambda bad: Network([0.0], [1.0], [([[1.0]], [0.0])], bad, 1.0),
            lambda bad: Forest(1, [[[-1], [0.0], [-1], [-1], [bad]]]),
            lambda bad: Forest(1, [[[-1], [bad], [-1], [-1], [0.0]]]),
        ):
            with pytest.raises((ValueError, TypeError)):
                made(number)
    for whole in (Liar(5000), Liar(-9), 10**30):
        first: Any = [[whole], [0.0], [-1], [-1], [0.0]]
        second: Any = [[0, -1, -1], [0.0] * 3, [whole, -1, -1], [2, -1, -1], [0.0] * 3]
        for tree in (first, second):
            with pytest.raises(ValueError):
                Forest(1, [tree])
        with pytest.raises(ValueError):
            Forest(whole, [[[-1], [0.0], [-1], [-1], [0.0]]])
    simple = Network([0.0], [1.0], [([[2.0]], [1.0])], 0.0, 1.0)
    assert (simple.inputs, simple.predict([3])) == (1, 7.0)
    for values in ([], [1.0, 2.0], [float("nan")], ["1"], None, 5):
        with pytest.raises((ValueError, TypeError)):
            simple.predict(values)  # type: ignore[arg-type]
