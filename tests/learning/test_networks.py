"""Learning networks: samples, their order, quantisation; the training itself needs PyTorch (slow)."""

from __future__ import annotations

import io
import json
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import chess
import numpy as np
import pytest
from oddsfish.engine import Connect4Position, Draw, Game, Limits, PythonPosition, Win, analyse, games
from oddsfish.engine.display.diagram import Diagram, Symbol
from oddsfish.engine.games.chess.inputs import INPUTS
from oddsfish.engine.games.chess.position import ChessPosition
from oddsfish.engine.net import network, reference
from oddsfish.engine.net.inputs import Inputs, inputs_of
from oddsfish.engine.net.network import Network
from oddsfish.engine.options import options_for
from oddsfish.engine.support import system
from oddsfish.learning.journal import alone
from oddsfish.learning.networks import checkpoint, samples, weights
from oddsfish.learning.networks.gathering import gather, inputs_for
from oddsfish.learning.networks.training import Plan
from oddsfish.learning.positions import recorded_game
from oddsfish.learning.positions.block import GameEnd, read
from oddsfish.learning.positions.generation import generate
from oddsfish.learning.positions.generation_settings import GenerationSettings
from oddsfish.learning.positions.packing import NONE
from oddsfish.learning.positions.reader import Reader
from oddsfish.learning.selfplay import LONGEST, walk

COMMAND = (sys.executable, "-m", "oddsfish", "learn")
QUIET = lambda done, total: None  # noqa: E731


def active(record: Any) -> frozenset[int]:
    return frozenset(int(number) for number in record["active"] if number != NONE)


def numbers(board: chess.Board) -> frozenset[int]:
    """The inputs of a position, by python-chess."""
    return frozenset(
        64 * (6 * (not piece.color) + piece.piece_type - 1) + square for square, piece in board.piece_map().items()
    )


# Samples.


def test_samples_of_chess_are_what_the_positions_say(chess_file: Path, tmp_path: Path) -> None:
    kept = gather([chess_file], games.find("chess"), tmp_path / "s.npy", 1, QUIET)
    trained, tested = (samples.read(path, INPUTS) for path in (tmp_path / "s.npy", tmp_path / "s.tested.npy"))
    assert len(trained) == kept > 0 < len(tested)  # one game in twenty is held out, among them the first one
    wanted: dict[tuple[frozenset[int], int], set[tuple[int, float]]] = {}
    with Reader(chess_file) as reader:
        for record in reader.records():
            board = chess.Board(record.fen)
            wanted.setdefault((numbers(board), int(not board.turn)), set()).add((record.score, record.result * 2))
            assert numbers(board) == set(record.position().active_inputs())  # the engine lists the same
    for found in (trained, tested):
        assert len({(active(each), int(each["turn"])) for each in found}) == len(found)  # each once
    found = np.concatenate((trained, tested))
    assert {(active(each), int(each["turn"])) for each in found} == set(wanted)
    for each in found:
        assert (int(each["score"]), float(each["result"])) in wanted[active(each), int(each["turn"])]


def test_another_game_is_recorded_by_its_inputs(connect4_file: Path, tmp_path: Path) -> None:
    game = games.find("connect4")
    kept = gather([connect4_file], game, tmp_path / "s.npy", 1, QUIET)
    found = samples.read(tmp_path / "s.npy", inputs_of(Connect4Position()))
    assert 200 < len(found) == kept
    for each in found:
        red, yellow = (sum(number // 64 == side for number in active(each)) for side in (0, 1))
        assert red - yellow == each["turn"]
        assert each["result"] in (0, 1, 2)
    assert any(abs(int(each["score"])) == 3000 for each in found)  # forced ends are learned, too


def test_equal_seeds_have_equal_orders(connect4_file: Path, tmp_path: Path) -> None:
    game = games.find("connect4")
    files = [tmp_path / name for name in "abc"]
    for file, seed in zip(files, (1, 1, 2), strict=True):
        gather([connect4_file], game, file, seed, QUIET)
    one, same, other = ([each.tobytes() for each in np.load(file)] for file in files)
    assert one == same != other and sorted(one) == sorted(other)


def test_what_is_too_much_for_memory_goes_by_parts(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """With parts of any size, the result has the same samples, each once, and no file of a part stays."""
    inputs = Inputs(40, 6, tuple(range(40)), tuple(map(str, range(40))))
    random = Random(1)
    made = samples.empty(3000, inputs)
    for each in made:
        chosen = random.sample(range(40), random.randrange(3))  # few, so that many samples are equal
        each["active"][: len(chosen)] = sorted(chosen)
    wanted = {active(each) for each in made}
    for part in (10, 100, 10**6):
        monkeypatch.setattr(samples, "PART", part)
        kept = samples.shuffle(iter([made[:1000], made[1000:]]), inputs, len(made), tmp_path / "s.npy", 3)
        found = samples.read(tmp_path / "s.npy", inputs)
        assert len(found) == kept == len(wanted)
        assert {active(each) for each in found} == wanted
        assert [path.name for path in tmp_path.iterdir()] == ["s.npy"]


def test_other_files_are_refused(chess_file: Path, connect4_file: Path, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="has positions of chess, not of connect4"):
        gather([chess_file], games.find("connect4"), tmp_path / "s.npy", 1, QUIET)
    gather([connect4_file], games.find("connect4"), tmp_path / "s.npy", 1, QUIET)
    with pytest.raises(ValueError, match="samples of other inputs"):
        samples.read(tmp_path / "s.npy", INPUTS)
    (tmp_path / "none").write_bytes(b"nothing of ours")
    with pytest.raises(ValueError, match="no file of samples"):
        samples.read(tmp_path / "none", INPUTS)


def test_a_file_that_is_no_samples_is_refused_in_one_line(connect4_file: Path, tmp_path: Path) -> None:
    inputs = inputs_of(Connect4Position())
    gather([connect4_file], games.find("connect4"), tmp_path / "s.npy", 1, QUIET)
    whole = (tmp_path / "s.npy").read_bytes()
    random = Random(1)
    for _ in range(200):
        data = bytearray(whole[: random.choice((0, 5, 60, 200, len(whole)))])
        for _ in range(random.randrange(4)):
            if data:
                data[random.randrange(min(len(data), 128))] = random.choice(b"\0\xff(){}',9")
        (tmp_path / "b.npy").write_bytes(data)
        with suppress(ValueError):
            samples.check(samples.read(tmp_path / "b.npy", inputs), inputs)
    np.savez(tmp_path / "c.npz", np.zeros(3))
    with pytest.raises(ValueError, match="no file of samples"):
        samples.read(tmp_path / "c.npz", inputs)
    for name, value in (("turn", 2), ("result", 3), ("active", 5000)):
        found = np.array(samples.read(tmp_path / "s.npy", inputs))
        found[name][3] = value
        with pytest.raises(ValueError, match="make no sense"):
            samples.check(found, inputs)


def test_one_run_at_a_time_writes_samples(connect4_file: Path, tmp_path: Path) -> None:
    game = games.find("connect4")
    with alone(tmp_path / "s.npy"), pytest.raises(ValueError, match="in use by another run"):
        gather([connect4_file], game, tmp_path / "s.npy", 1, QUIET)
    with alone(tmp_path / ("n" * 255)):  # even the longest name can have a lock
        pass
    assert not list(tmp_path.iterdir())


def test_a_run_that_begins_while_another_ends_leaves_the_lock_of_a_third(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lock = system.lock
    with ExitStack() as third:

        def lock_late(file: int) -> None:
            monkeypatch.setattr(system, "lock", lock)
            lock(file)
            for beside in tmp_path.iterdir():
                beside.unlink()
            third.enter_context(alone(tmp_path / "s.npy"))

        monkeypatch.setattr(system, "lock", lock_late)
        for _ in range(2):
            with pytest.raises(ValueError, match="in use by another run"), alone(tmp_path / "s.npy"):
                pass
    assert not list(tmp_path.iterdir())


def test_what_is_there_stays_when_samples_cannot_be_written(connect4_file: Path, tmp_path: Path) -> None:
    game = games.find("connect4")
    (tmp_path / "s.npy").write_bytes(b"old")
    (tmp_path / "s.tested.npy").write_bytes(b"old, too")

    def stop(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        gather([connect4_file], game, tmp_path / "s.npy", 1, stop)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {
        "s.npy": b"old",
        "s.tested.npy": b"old, too",
    }


# What a network can know.


class Toy(Game):
    """A game with the given name and class of positions."""

    def __init__(self, name: str, positions: type[PythonPosition[Any]]) -> None:
        self.name = name
        self.kind = positions
        super().__init__()

    def start(self, fen: str | None, options: Any) -> PythonPosition[Any]:
        return self.kind()


class Hidden(PythonPosition[int]):
    """The legal moves depend on a number that the diagram does not show."""

    def __init__(self) -> None:
        self.played: list[int] = []

    def moves(self) -> list[int]:
        return [0, 1] if sum(self.played) % 3 else [0, 1, 2]

    def play(self, move: int) -> None:
        self.played.append(move)

    def undo(self) -> None:
        self.played.pop()

    def ending(self) -> Win | Draw | None:
        return Draw() if len(self.played) == 9 else None

    def diagram(self, last: str = "") -> Diagram:
        return Diagram(2, 1, ("a", ""), {"a": Symbol("a", "a", "a")})


class Steps(PythonPosition[str]):
    """The sum starts at 0, and the player who brings it to 7 wins. Moves are texts; illegal ones are refused."""

    def __init__(self) -> None:
        self.sum = 0
        self.played: list[str] = []

    def moves(self) -> list[str]:
        return [f"add {step}" for step in (3, 1, 2) if self.sum + step <= 7]

    def play(self, move: str) -> None:
        if move not in self.moves():
            raise ValueError(f"illegal: {move}")
        self.sum += int(move[-1])
        self.played.append(move)

    def undo(self) -> None:
        self.sum -= int(self.played.pop()[-1])

    def player(self) -> int:
        return len(self.played) % 2

    def ending(self) -> Win | None:
        return Win(1 - self.player()) if self.sum == 7 else None

    def diagram(self, last: str = "") -> Diagram:
        cells = ("x" if self.sum > cell else "" for cell in range(7))
        return Diagram(7, 1, tuple(cells), {"x": Symbol("x", "x", "x")})


class Endless(Steps):
    def moves(self) -> list[str]:
        return ["add 0", "add 1"] if not self.played else ["add 0"]

    def ending(self) -> Win | None:
        return None


def played(game: Game, monkeypatch: pytest.MonkeyPatch, number: int, nodes: int = 400) -> Any:
    """The block of a game that is played by the best moves of a search."""
    monkeypatch.setattr(games, "find", lambda name: game)
    return recorded_game.play(GenerationSettings(seed=1, nodes=nodes, name=game.name), number)


def test_a_game_in_plain_python_is_played_by_the_moves_that_were_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """With best play, the side to move wins exactly if 7 less the sum is no multiple of 4."""
    game = Toy("steps", Steps)
    inputs = inputs_for(game)
    for number in range(30):
        block = played(game, monkeypatch, number)
        kind = samples.kind_of(inputs)
        for each in np.frombuffer(block.packed, kind):
            total = sum(inputs.names[n].endswith(" x") for n in each["active"] if n != NONE)
            winner = each["turn"] if total % 4 != 3 else 1 - each["turn"]
            assert each["result"] == (2 if winner == 0 else 0)


class Renamed(Steps):
    def diagram(self, last: str = "") -> Diagram:
        cells = ("y" if self.sum > cell else "" for cell in range(7))
        return Diagram(7, 1, tuple(cells), {"y": Symbol("y", "y", "y")})


def test_positions_of_other_inputs_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even if their records have the same size."""
    game = Toy("steps", Steps)
    monkeypatch.setattr(games, "find", lambda name: game)
    generate(GenerationSettings(seed=1, nodes=50, name=game.name), tmp_path / "a.positions", 100)
    assert gather([tmp_path / "a.positions"], game, tmp_path / "s.npy", 1, QUIET)
    with pytest.raises(ValueError, match="another version of steps"):
        gather([tmp_path / "a.positions"], Toy("steps", Renamed), tmp_path / "s.npy", 1, QUIET)


def test_a_game_without_an_end_is_cut_off_as_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    block = played(Toy("endless", Endless), monkeypatch, 3, 20)
    assert (block.result, block.ending) == (0.5, GameEnd.DRAWN) and block.plies == LONGEST
    assert read(io.BytesIO(block.to_bytes(0)), 0, block.size_of_record) == block


def test_a_game_whose_positions_tell_too_little_is_refused() -> None:
    with pytest.raises(ValueError, match="the diagram of hidden does not tell its state"):
        inputs_for(Toy("hidden", Hidden))
    with pytest.raises(ValueError, match="a network cannot evaluate hilo"):
        inputs_for(games.find("hilo"))


# Whole numbers.


def test_whole_numbers_say_what_the_others_do() -> None:
    random = np.random.default_rng(5)
    inputs = inputs_of(ChessPosition())
    arrays = weights.first_weights(inputs, 64, 4, 7)
    arrays["weights"] += random.normal(0, 0.1, arrays["weights"].shape).astype("f4")
    arrays["offsets"] = random.normal(0, 0.3, 4).astype("f4")
    arrays["changes"] += random.normal(0, 0.1, arrays["changes"].shape).astype("f4")
    made = weights.quantise(arrays, inputs, "chess", 400, "a test")
    position = ChessPosition()
    chooser = Random(1)
    for _ in range(60):
        active_now, turn = position.active_inputs(), position.player()
        views = []
        for side in (turn, 1 - turn):
            of, seen = inputs.view(active_now, side == 1)
            rows = arrays["rows"][seen] + arrays["changes"][of, seen]
            views.append(np.clip(rows.sum(axis=0) + arrays["biases"], 0, 1) ** 2)
        bucket = min((len(active_now) - 1) * 4 // 32, 3)
        wanted = 400 * (np.concatenate(views) @ arrays["weights"][bucket] + arrays["offsets"][bucket])
        found = reference.value(made, active_now, turn) * (-1 if turn else 1)
        assert found == pytest.approx(wanted, abs=12)
        if position.ending() is not None:
            break
        position.play(chooser.choice(position.moves()))


def test_numbers_too_large_are_held_within_their_room() -> None:
    inputs = inputs_of(ChessPosition())
    arrays = weights.first_weights(inputs, 32, 1, 7)
    arrays = {name: found * 1000 + 5 for name, found in arrays.items()}
    made = weights.quantise(arrays, inputs, "chess", 400, "a test")  # Network refuses numbers that are not clipped
    assert max(made.weights) == 127 and max(made.biases) == 510


def drawn(inputs: Inputs, name: str) -> Network:
    """A small network of these inputs, whose weights are random."""
    random = np.random.default_rng(3)
    first = {
        each: found + random.normal(0, 0.05, found.shape)
        for each, found in weights.first_weights(inputs, 32, 2, 7).items()
    }
    return weights.quantise(first, inputs, name, 400, "a test")


@pytest.mark.parametrize("name", ["chess", "connect4"])
def test_a_network_can_be_gone_on_with(name: str) -> None:
    """Quantised again, its weights are unchanged; with a wider layer, every position has the same value."""
    game = games.find(name)
    position = game.start(None, options_for(game))
    inputs = inputs_of(position)
    known = drawn(inputs, name)
    same, wider = (
        weights.quantise(weights.taken_up(known, inputs, hidden, 2, 5), inputs, name, 400, "a test")
        for hidden in (32, 64)
    )
    assert same == known
    chooser = Random(2)
    for _ in range(40):
        inputs_now = position.active_inputs(), position.player()
        assert reference.value(wider, *inputs_now) == reference.value(known, *inputs_now)
        if position.ending() is not None:
            break
        position.play(chooser.choice(position.moves()))
    for hidden, buckets in ((16, 2), (32, 4)):
        with pytest.raises(ValueError, match="the network to begin with has 2 buckets, and 32"):
            weights.taken_up(known, inputs, hidden, buckets, 5)
    with pytest.raises(ValueError, match="other inputs"):
        weights.taken_up(known, Inputs(9, 9, tuple(range(9)), tuple("abcdefghi")), 32, 2, 5)


def test_a_network_can_be_gone_on_with_other_anchors() -> None:
    """With more anchors, every position has the same value; with fewer again, it is the original network."""
    position = games.find("chess").start(None, options_for(games.find("chess")))
    inputs = inputs_of(position)
    coarse = replace(inputs, anchors=[anchor % 2 if anchor >= 0 else -1 for anchor in inputs.anchors])
    known = drawn(coarse, "chess")
    finer = weights.quantise(weights.taken_up(known, inputs, 32, 2, 5), inputs, "chess", 400, "a test")
    assert weights.quantise(weights.taken_up(finer, coarse, 32, 2, 5), coarse, "chess", 400, "a test") == known
    for _ in walk(position, Random(2), 80):
        inputs_now = position.active_inputs(), position.player()
        assert reference.value(finer, *inputs_now) == reference.value(known, *inputs_now)


@pytest.mark.parametrize("name", ["chess", "connect4"])
def test_networks_are_averaged(name: str) -> None:
    game = games.find(name)
    position = game.start(None, options_for(game))
    inputs = inputs_of(position)
    random = np.random.default_rng(11)
    first = weights.first_weights(inputs, 32, 2, 7)

    def near(spread: float) -> network.Network:
        arrays = {each: found + random.normal(0, spread, found.shape) for each, found in first.items()}
        return weights.quantise(arrays, inputs, name, 400, "a test")

    one, other = near(0.02), near(0.02)
    assert weights.mean([one], [3], "a test") == one
    assert weights.mean([one, one, one], [0.2, 0.3, 0.5], "a test") == one
    assert weights.mean([one, other], [1, 1e-9], "a test") == one
    made = weights.mean([one, other], [1, 3], "a test")
    for rows in ("rows", "biases"):
        wanted = (np.array(getattr(one, rows)) + 3.0 * np.array(getattr(other, rows))) / 4
        assert np.abs(np.array(getattr(made, rows)) - wanted).max() <= 0.51
    behind = [np.array(each.weights) / each.unit for each in (one, other, made)]
    assert np.abs((behind[0] + 3 * behind[1]) / 4 - behind[2]).max() <= 0.51 / made.unit
    wider = weights.quantise(weights.first_weights(inputs, 64, 2, 7), inputs, name, 400, "a test")
    with pytest.raises(ValueError, match="networks of one game"):
        weights.mean([one, wider], [1, 1], "a test")
    for shares in ([1.0], [1, 0], [1, -1], [1, float("nan")], [1, float("inf")]):
        with pytest.raises(ValueError, match="one weight above 0 for each of 2"):
            weights.mean([one, other], shares, "a test")


# Training.


@pytest.fixture
def two_threads() -> Iterator[None]:
    torch = pytest.importorskip("torch")
    before = torch.get_num_threads()
    torch.set_num_threads(2)
    yield
    torch.set_num_threads(before)


def random_samples(count: int) -> Any:
    """Random samples of chess, with two kings each. They are valid as samples, if not as positions."""
    random = np.random.default_rng(count)
    found = samples.empty(count, INPUTS)
    for record in found:
        pieces = random.choice(INPUTS.count, random.integers(0, 30), replace=False)
        kings = 64 * np.array([5, 11]) + random.integers(0, 64, 2)
        wanted = np.unique(np.concatenate((pieces[pieces // 64 % 6 != 5], kings)))
        record["active"][: len(wanted)] = wanted
    found["score"] = random.integers(-900, 900, count)
    found["turn"] = random.integers(0, 2, count)
    return found


@pytest.mark.usefixtures("two_threads")
def test_threads_find_the_gradient_of_the_mean_loss_of_a_batch(tmp_path: Path) -> None:
    """It is the same as for the undivided batch, for any division into parts; so is the validation loss."""
    from oddsfish.learning.networks import training
    from oddsfish.learning.networks.model import TrainedNetwork
    from oddsfish.learning.networks.threads import Threads

    made = training.Training(tmp_path / "s.npy", "chess", INPUTS, Plan(hidden=32), tmp_path / "c")
    made.model = TrainedNetwork(INPUTS, 8, made.first())
    for count in (1, 1023, 3001):
        batch = random_samples(count)
        with Threads() as threads:
            parts = threads.map(len, batch)
            assert sum(parts) == count and len(parts) == max(1, min(2, count // 1024))
            loss, tested = made.learn(batch, 160.0, threads), made.test(batch, 160.0, threads)
        found = {name: tensor.grad.clone() for name, tensor in made.model.tensors.items()}
        for tensor in made.model.tensors.values():
            tensor.grad = None
        whole = made.loss(batch, 160.0) / count
        whole.backward()
        assert loss == pytest.approx(float(whole.detach()), rel=1e-5) and tested == pytest.approx(loss, rel=1e-5)
        for name, tensor in made.model.tensors.items():
            assert found[name].numpy() == pytest.approx(tensor.grad.numpy(), abs=1e-6)
            tensor.grad = None


@pytest.mark.usefixtures("two_threads")
def test_threads_end_with_a_fault_in_one_of_them() -> None:
    import torch
    from oddsfish.learning.networks.threads import Threads

    before = threading.active_count()
    batch = random_samples(5000)
    batch["turn"][-1] = 2
    with pytest.raises(ValueError, match="make no sense"), Threads() as threads:
        threads.map(lambda part: samples.check(part, INPUTS), batch)
    assert threading.active_count() == before and torch.get_num_threads() == 2


@pytest.mark.slow
def test_training_goes_on_where_it_was_stopped(connect4_file: Path, tmp_path: Path) -> None:
    torch = pytest.importorskip("torch")
    from oddsfish.learning.checkpoint import load
    from oddsfish.learning.networks import training

    game = games.find("connect4")
    inputs = inputs_for(game)
    gather([connect4_file], game, tmp_path / "s.npy", 1, QUIET)
    plan = Plan(hidden=32, buckets=2, epochs=1)

    def run(path: Path, stops: list[int]) -> network.Network:
        def report(state: training.State) -> None:
            if stops and state.step > stops[0]:
                stops.pop(0)
                raise KeyboardInterrupt

        while True:
            try:
                training.Training(tmp_path / "s.npy", game.name, inputs, plan, path, report).run()
                return checkpoint.network_of(path, "a test")
            except KeyboardInterrupt:
                pass

    assert run(tmp_path / "a", []) == run(tmp_path / "b", [50, 700, 1300])
    with pytest.raises(ValueError, match="is of other work"):
        training.Training(tmp_path / "s.npy", game.name, inputs, Plan(hidden=64), tmp_path / "a").run()
    known = checkpoint.network_of(tmp_path / "a", "a test")
    with pytest.raises(ValueError, match="is of other work"):
        training.Training(tmp_path / "s.npy", game.name, inputs, plan, tmp_path / "a", beginning=known).run()
    short = replace(plan, rate=1e-9, last_rate=1e-9)  # so small that no weight changes
    training.Training(tmp_path / "s.npy", game.name, inputs, short, tmp_path / "c", beginning=known).run()
    assert checkpoint.network_of(tmp_path / "c", "a test") == known
    told: list[training.State] = []
    training.Training(tmp_path / "s.npy", game.name, inputs, plan, tmp_path / "b", told.append).run()
    assert [each.ended for each in told] == [True] and told[0].trained > 0 and told[0].tested
    with pytest.raises(ValueError, match="hidden is from 32 to 256, not 300"):  # before anything is done
        training.Training(tmp_path / "s.npy", game.name, inputs, replace(plan, hidden=300), tmp_path / "d").run()
    state = load(tmp_path / "b", checkpoint.FORMAT)
    wrong: dict[str, Any]
    for wrong in ({"tensors": {}}, {"optimiser": {}}, {"best": {}}, {"step": None}):
        torch.save({**state, **wrong}, tmp_path / "d")
        with pytest.raises(ValueError, match="no whole checkpoint"):
            training.Training(tmp_path / "s.npy", game.name, inputs, plan, tmp_path / "d").run()
    for name in state:
        torch.save({each: value for each, value in state.items() if each != name}, tmp_path / "d")
        with pytest.raises(ValueError, match=r"no (whole )?checkpoint"):
            training.Training(tmp_path / "s.npy", game.name, inputs, plan, tmp_path / "d").run()
    turned = np.load(tmp_path / "s.npy")
    turned["score"] *= -1
    np.save(tmp_path / "s.npy", turned)  # as many samples, with the same inputs
    with pytest.raises(ValueError, match="is of other work"):
        training.Training(tmp_path / "s.npy", game.name, inputs, plan, tmp_path / "b").run()
    for wrong in (
        {"about": None},
        {"about": {**state["about"], "inputs": None}},
        {"about": {**state["about"], "plan": {"more": 1}}},
        {"best": {}},
        {"best": None, "tensors": {}},
        {"best": None, "tensors": {**state["tensors"], "offsets": torch.full((2,), float("nan"))}},
        {"best": None, "tensors": {**state["tensors"], "offsets": torch.full((2,), 1e12)}},
        {"best": None, "tensors": {**state["tensors"], "rows": torch.zeros(3)}},
    ):
        torch.save({**state, **wrong}, tmp_path / "d")
        with pytest.raises(ValueError, match=r"^[^\n]+$"):
            checkpoint.network_of(tmp_path / "d", "a test")
    (tmp_path / "a").write_bytes(b"no checkpoint")
    with pytest.raises(ValueError, match="no checkpoint"):
        training.Training(tmp_path / "s.npy", game.name, inputs, plan, tmp_path / "a").run()


def test_layers_have_the_gradient_that_pytorch_derives() -> None:
    """Also for positions without pieces, for rows that no position uses, and for sums that are clipped."""
    torch = pytest.importorskip("torch")
    from oddsfish.learning.networks.layers import evaluate

    random = np.random.default_rng(4)
    for _ in range(20):
        counts = random.integers(0, 6, 30).astype("i4")
        numbers = random.integers(0, 9, 2 * counts.sum()).astype("i4")
        buckets = random.integers(0, 3, 30)
        slope = torch.from_numpy(random.normal(size=30).astype("f4"))
        first = [random.normal(size=size).astype("f4") for size in ((12, 8), (8,), (3, 16), (3,))]
        found = []
        for how in (evaluate, derived):
            tensors = [torch.from_numpy(each.copy()).requires_grad_() for each in first]
            outputs = how(tensors, numbers, counts, buckets)
            outputs.backward(slope)
            found.append([outputs.detach().numpy(), *(each.grad.numpy() for each in tensors)])
        for one, other in zip(*found, strict=True):
            assert one == pytest.approx(other, abs=1e-5)


def derived(tensors: Any, numbers: Any, counts: Any, buckets: Any) -> Any:
    import torch

    rows, biases, weights, offsets = tensors
    both = np.tile(counts, 2)
    begins = torch.from_numpy(np.cumsum(both) - both)
    sums = torch.nn.functional.embedding_bag(torch.from_numpy(numbers).long(), rows, begins.long(), mode="sum")
    own, other = (sums + biases).clamp(0, 1).square().chunk(2)
    outputs = torch.cat((own, other), 1) @ weights.T + offsets
    return outputs[torch.arange(len(counts)), torch.from_numpy(buckets)]


@pytest.mark.slow
def test_what_is_learned_by_heart_is_not_kept(connect4_file: Path, tmp_path: Path) -> None:
    """With few samples it stops early, and keeps the network with the lowest validation loss."""
    pytest.importorskip("torch")
    from oddsfish.learning.networks import training

    game = games.find("connect4")
    inputs = inputs_for(game)
    gather([connect4_file], game, tmp_path / "s.npy", 1, QUIET)
    told: list[training.State] = []
    plan = Plan(hidden=32, buckets=2, epochs=2)
    made = training.Training(tmp_path / "s.npy", game.name, inputs, plan, tmp_path / "c", told.append)
    made.run()
    assert made.best is not None
    losses = [each.tested for each in told if each.tested is not None]
    assert told[-1].ended and told[-1].step < told[-1].steps
    assert told[-1].step - made.best.step >= training.LEAST_PATIENCE
    assert made.best.loss == min(losses)
    kept = checkpoint.network_of(tmp_path / "c", "")
    last = {name: each.detach().numpy() for name, each in made.model.tensors.items()}
    assert kept != weights.quantise(last, inputs, "connect4", plan.scale, "")


@pytest.mark.slow
def test_tictactoe_is_learned_from_nothing(tmp_path: Path) -> None:
    """A search of depth 1 with the network never loses, from either seat, whatever the other side plays."""
    pytest.importorskip("torch")
    folder = tmp_path / "ttt"
    words = [*COMMAND, "tictactoe", str(folder), "--from", "nothing", "--rounds", "2", "--positions", "20000"]
    words += ["--pairs", "10"]
    stopped = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    time.sleep(6)
    stopped.send_signal(signal.SIGKILL)
    stopped.wait()
    done = subprocess.run(words, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    entries = [json.loads(line) for line in (folder / "journal.jsonl").read_text().splitlines()[1:]]
    assert [(entry["round"], entry["step"]) for entry in entries] == [
        (number, step) for number in (1, 2) for step in ("games", "training", "test")
    ]
    assert "Learning tictactoe" in (folder / "report.html").read_text()
    game = games.find("tictactoe")
    for me in (0, 1):
        assert losses(game.start(None, options_for(game)), me, str(folder / "round-2.net"), {}) == 0


def losses(position: Any, me: int, file: str, known: dict[str, str]) -> int:
    """The number of lost games, over all sequences of the opponent's replies."""
    ending = position.ending()
    if ending is not None:
        return isinstance(ending, Win) and ending.player != me
    if position.player() == me:
        fen = position.fen()
        if fen not in known:
            options = {"Evaluation": "Net", "EvalFile": file}
            known[fen] = str(analyse(position, "AlphaBeta", Limits(depth=1), options).move)
        moves = [position.parse(known[fen])]
    else:
        moves = position.moves()
    lost = 0
    for move in moves:
        position.play(move)
        lost += losses(position, me, file, known)
        position.undo()
    return lost
