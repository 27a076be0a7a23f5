"""Learning networks: samples, their order, whole numbers, the command line; training itself where PyTorch is (slow)."""

from __future__ import annotations

import io
import json
import re
import signal
import subprocess
import sys
import time
from contextlib import suppress
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
from oddsfish.engine.net.choice import shipped_path
from oddsfish.engine.net.inputs import Inputs, inputs_of
from oddsfish.engine.options import options_for
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
from oddsfish.learning.selfplay import LONGEST
from oddsfish.protocols.errors import UsageError
from oddsfish.protocols.learn import learn_command as command
from oddsfish.protocols.learn import report, rounds, steps

COMMAND = (sys.executable, "-m", "oddsfish", "learn")
QUIET = lambda done, total: None  # noqa: E731
CHESS_NETWORK = shipped_path(games.find("chess"))


def learn(*words: object, timeout: float = 100) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*COMMAND, *map(str, words)], capture_output=True, text=True, timeout=timeout, check=False)


@pytest.fixture(scope="module")
def chess_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("chess") / "a.positions"
    generate(GenerationSettings(seed=1, nodes=60), path, 300)
    return path


@pytest.fixture(scope="module")
def connect4_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("connect4") / "a.positions"
    generate(GenerationSettings(seed=1, nodes=200, name="connect4"), path, 300)
    return path


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
    assert len(trained) == kept > 0 < len(tested)  # of one game in twenty, the first among them
    wanted: dict[tuple[frozenset[int], int], set[tuple[int, float]]] = {}
    with Reader(chess_file) as reader:
        for record in reader.records():
            board = chess.Board(record.fen)
            wanted.setdefault((numbers(board), int(not board.turn)), set()).add((record.score, record.result * 2))
    for found in (trained, tested):
        assert len({(active(each), int(each["turn"])) for each in found}) == len(found)  # each once
    found = np.concatenate((trained, tested))
    assert {(active(each), int(each["turn"])) for each in found} == set(wanted)
    for each in found:
        assert (int(each["score"]), float(each["result"])) in wanted[active(each), int(each["turn"])]


def test_the_engine_lists_the_same_inputs(chess_file: Path) -> None:
    with Reader(chess_file) as reader:
        for record in reader.records():
            assert numbers(chess.Board(record.fen)) == set(record.position().active_inputs())


def test_another_game_is_recorded_by_its_inputs(connect4_file: Path, tmp_path: Path) -> None:
    game = games.find("connect4")
    kept = gather([connect4_file], game, tmp_path / "s.npy", 1, QUIET)
    found = samples.read(tmp_path / "s.npy", inputs_of(Connect4Position()))
    assert 200 < len(found) == kept
    for each in found:
        red, yellow = (sum(number // 64 == side for number in active(each)) for side in (0, 1))
        assert red - yellow == each["turn"]
        assert each["result"] in (0, 1, 2)
    assert any(abs(int(each["score"])) == 3000 for each in found)  # what is forced is learned, too


def test_equal_seeds_have_equal_orders(connect4_file: Path, tmp_path: Path) -> None:
    game = games.find("connect4")
    files = [tmp_path / name for name in "abc"]
    for file, seed in zip(files, (1, 1, 2), strict=True):
        gather([connect4_file], game, file, seed, QUIET)
    one, same, other = ([each.tobytes() for each in np.load(file)] for file in files)
    assert one == same != other and sorted(one) == sorted(other)


def test_what_is_too_much_for_memory_goes_by_parts(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Whatever the size of a part, the same samples come out, each once, and no part stays."""
    inputs = Inputs(40, 6, tuple(range(40)), tuple(map(str, range(40))))
    random = Random(1)
    made = samples.empty(3000, inputs)
    for each in made:
        chosen = random.sample(range(40), random.randrange(3))  # few, so that many come twice
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


@pytest.mark.parametrize("there", ["s.npy", "s.tested.npy"])
def test_a_file_that_is_no_samples_is_refused_in_one_line(there: str, connect4_file: Path, tmp_path: Path) -> None:
    inputs = inputs_of(Connect4Position())
    gather([connect4_file], games.find("connect4"), tmp_path / "s.npy", 1, QUIET)
    whole = (tmp_path / there).read_bytes()
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
        found = np.array(samples.read(tmp_path / there, inputs))
        found[name][3] = value
        with pytest.raises(ValueError, match="make no sense"):
            samples.check(found, inputs)


def test_one_run_at_a_time_writes_samples(connect4_file: Path, tmp_path: Path) -> None:
    game = games.find("connect4")
    with alone(tmp_path / "s.npy"), pytest.raises(ValueError, match="in use by another run"):
        gather([connect4_file], game, tmp_path / "s.npy", 1, QUIET)
    with alone(tmp_path / ("n" * 255)):  # a lock has room beside the longest name
        pass
    assert not list(tmp_path.iterdir())
    gather([connect4_file], game, tmp_path / "s.npy", 1, QUIET)
    assert {path.name for path in tmp_path.iterdir()} == {"s.npy", "s.tested.npy"}


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


class Hidden(PythonPosition[int]):
    """A number that the diagram does not show says which moves there are."""

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


class HiddenGame(Game):
    name = "hidden"

    def start(self, fen: str | None, options: Any) -> Hidden:
        return Hidden()


class Steps(PythonPosition[str]):
    """From 0, who brings the sum to 7 wins; moves are texts, and what is not legal is refused."""

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


class StepsGame(Game):
    name = "steps"

    def start(self, fen: str | None, options: Any) -> Steps:
        return Steps()


class Endless(Steps):
    def moves(self) -> list[str]:
        return ["add 0", "add 1"] if not self.played else ["add 0"]

    def ending(self) -> Win | None:
        return None


class EndlessGame(Game):
    name = "endless"

    def start(self, fen: str | None, options: Any) -> Endless:
        return Endless()


def played(game: Game, monkeypatch: pytest.MonkeyPatch, number: int) -> Any:
    """The block of a game by the best moves that a search finds."""
    monkeypatch.setattr(games, "find", lambda name: game)
    return recorded_game.play(GenerationSettings(seed=1, nodes=400, name=game.name), number)


def test_a_game_in_plain_python_is_played_by_the_moves_that_were_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever is to move on a sum that is no multiple of 4 less than 7 wins, if the best move is what is played."""
    game = StepsGame()
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


class RenamedGame(Game):
    name = "steps"

    def start(self, fen: str | None, options: Any) -> Renamed:
        return Renamed()


def test_positions_of_other_inputs_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Though their records are as large."""
    game = StepsGame()
    monkeypatch.setattr(games, "find", lambda name: game)
    generate(GenerationSettings(seed=1, nodes=50, name=game.name), tmp_path / "a.positions", 100)
    assert gather([tmp_path / "a.positions"], game, tmp_path / "s.npy", 1, QUIET)
    with pytest.raises(ValueError, match="another version of steps"):
        gather([tmp_path / "a.positions"], RenamedGame(), tmp_path / "s.npy", 1, QUIET)


def test_a_game_without_an_end_is_cut_off_as_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    block = played(EndlessGame(), monkeypatch, 3)
    assert (block.result, block.ending) == (0.5, GameEnd.DRAWN) and block.plies == LONGEST
    assert read(io.BytesIO(block.to_bytes(0)), 0, block.size_of_record) == block


def test_a_game_whose_positions_tell_too_little_is_refused() -> None:
    with pytest.raises(ValueError, match="the diagram of hidden does not tell its state"):
        inputs_for(HiddenGame())
    with pytest.raises(ValueError, match="a network cannot evaluate hilo"):
        inputs_for(games.find("hilo"))
    done = learn("hilo")
    assert done.returncode == 2 and done.stderr.count("\n") == 1 and "cannot evaluate hilo" in done.stderr


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
    made = weights.quantise(arrays, inputs, "chess", 400, "a test")  # Network would refuse it else
    assert max(made.weights) == 127 and max(made.biases) == 510


@pytest.mark.parametrize("name", ["chess", "connect4"])
def test_a_network_can_be_gone_on_with(name: str) -> None:
    """Its weights are the same when they are whole again; a wider layer says the same of every position."""
    game = games.find(name)
    position = game.start(None, options_for(game))
    inputs = inputs_of(position)
    random = np.random.default_rng(3)
    first = {
        each: found + random.normal(0, 0.05, found.shape)
        for each, found in weights.first_weights(inputs, 32, 2, 7).items()
    }
    known = weights.quantise(first, inputs, name, 400, "a test")
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


# The command line.


def test_the_steps_as_commands(tmp_path: Path) -> None:
    file = tmp_path / "c4.positions"
    done = learn("generate", "connect4", file, "--positions", 200, "--nodes", 100, "--jobs", 1)
    assert (done.returncode, "positions of" in done.stdout) == (0, True)
    again = learn("generate", "connect4", file, "--positions", 200, "--nodes", 100, "--jobs", 1)
    assert again.stdout == done.stdout
    counted = learn("statistics", file)
    assert counted.returncode == 0 and "How games ended" in counted.stdout
    shuffled = learn("shuffle", "connect4", file, tmp_path / "s.npy")
    assert shuffled.returncode == 0 and "samples" in shuffled.stdout
    with file.open("ab") as opened:
        opened.write(b"cut short")
    cut = learn("statistics", file)
    assert cut.returncode == 2 and cut.stdout == counted.stdout
    assert (
        cut.stderr.splitlines()[-1] == f"oddsfish: the last 9 bytes of {file} are no whole game; generate cuts them off"
    )


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("tictactoe", "x", "--seed", "-1"), "less than 0"),
        (("ches",), "did you mean chess?"),
        (("nogame",), "a game is one of"),
        (("generate", "chess"), "FILE"),
        (("generate", "chess", "x", "--option", "Depth=3"), "none of the options that count"),
        (("generate", "chess", "x", "--option", "Hash"), "NAME=VALUE"),
        (("generate", "chess", "x", "--nodes", "0"), "less than 1"),
        (("statistics", "none"), "No such file"),
        (("shuffle", "chess", "none", "out.npy"), "No such file"),
        (("quantise", "none", "out.net"), "No such file"),
        (("train", "chess", "none.npy", "out", "--from", "none.net"), "none.net"),
        (("mean", "none.net", "out.net"), "none.net"),
        (("mean", "none.net", "out.net", "--weights", "1,x"), "numbers with commas"),
        (("test", "none.net"), "No such file"),
        (("test", "none.net", "Material"), "No such file"),
        (("test", str(CHESS_NETWORK), "Materal"), "did you mean Material?"),
        (("test", str(CHESS_NETWORK), str(CHESS_NETWORK.parent)), "a directory"),
        (("test", str(CHESS_NETWORK), str(shipped_path(games.find("connect4")))), "of connect4, not of chess"),
        (("test", str(CHESS_NETWORK), "--tc", "inf"), "played with clocks"),
        (("chess", "--share", "101", "x"), "percentage"),
        (("chess", "x", "--hidden", "40"), "multiple of 32"),
        (("chess", "x", "--hidden", "300"), "from 32 to 256"),
        (("chess", "x", "--buckets", "9"), "from 1 to 8"),
        (("chess", "x", "--tc", "nonsense"), "tc= is"),
        (("chess", "x", "--tc", "inf"), "played with clocks"),
        (("chess", "x", "--from", "a.net"), "learn train --from"),
        (("chess", "x", "--from", "tapred"), "did you mean Tapered?"),
        (("tictactoe", "x", "--from", "Windows"), "nothing, Auto, Net"),
        (("tictactoe", "x", "--tc", "1+0.01"), "without a clock"),
        (("hilo", "x"), "begins by chance"),
        (("chess", "--tc", "1+0.01", "--hiden", "64"), "did you mean --hidden?"),
    ],
)
def test_mistakes_are_told_in_one_line(words: tuple[str, ...], reason: str, tmp_path: Path) -> None:
    done = subprocess.run([*COMMAND, *words], capture_output=True, text=True, timeout=100, check=False, cwd=tmp_path)
    assert done.returncode == 2 and reason in done.stderr
    assert done.stderr.startswith("oddsfish: ") and done.stderr.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_help_is_there() -> None:
    for words in (
        (),
        ("chess",),
        *((name,) for name in ("generate", "statistics", "shuffle", "train", "quantise", "mean", "test")),
    ):
        done = learn(*words, "--help")
        assert done.returncode == 0 and "oddsfish learn" in done.stdout and not done.stderr


def test_without_pytorch_it_is_said_what_is_missing(
    connect4_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = games.find("connect4")
    gather([connect4_file], game, tmp_path / "s.npy", 1, QUIET)
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(ImportError, match=r"oddsfish\[train\]"):
        steps.train(tmp_path / "s.npy", game, Plan(), tmp_path / "c")
    for missing in ("torch", "numpy"):  # before the first game
        monkeypatch.setitem(sys.modules, missing, None)
        with pytest.raises(UsageError, match=r"oddsfish\[train\]"):
            command.main(["chess", str(tmp_path / "folder")])
    assert not (tmp_path / "folder").exists()


def test_what_is_there_is_not_overwritten(tmp_path: Path) -> None:
    """A last name is soon forgotten, and hours of self-play are gone."""
    for name in ("a", "b"):
        assert learn("generate", "tictactoe", tmp_path / name, "--positions", 20, "--nodes", 20).returncode == 0
    shipped = Path(network.__file__).parents[1] / "games" / "connect4" / "network.bin"
    (tmp_path / "n.net").write_bytes(shipped.read_bytes())
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    one, other, net = (tmp_path / name for name in ("a", "b", "n.net"))
    forgotten: tuple[tuple[object, ...], ...] = (
        ("shuffle", "tictactoe", one, other),
        ("mean", net, one),
        ("quantise", one, net),
    )
    for words in forgotten:
        done = learn(*words)
        assert done.returncode == 2 and done.stderr == f"oddsfish: {words[-1]} is there already; --force replaces it\n"
    same: tuple[tuple[object, ...], ...] = (("shuffle", "tictactoe", other, other), ("mean", net, net, "--force"))
    for words in same:
        done = learn(*words)
        assert done.returncode == 2 and "would be read and written" in done.stderr and done.stderr.count("\n") == 1
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before
    assert learn("mean", net, tmp_path / "m.net").returncode == 0
    assert learn("mean", net, tmp_path / "m.net", "--force").returncode == 0
    assert learn("shuffle", "tictactoe", one, other, "--force").returncode == 0


def test_a_test_tells_nothing_of_another_one(tmp_path: Path) -> None:
    """A network of the same name is another one when its numbers are."""
    inputs = inputs_for(games.find("tictactoe"))
    first = weights.untrained("tictactoe", inputs, 32, 1, 400, 1)
    other = weights.untrained("tictactoe", inputs, 32, 1, 400, 2)
    path = tmp_path / "n.net"
    network.write(first, path)
    done = learn("test", path, "--pairs", 1)
    assert done.returncode == 0 and "Games | N: 2" in done.stdout
    again = learn("test", path, "--pairs", 1)
    assert again.returncode == 0 and again.stdout.splitlines()[-6:] == done.stdout.splitlines()[-6:]
    network.write(other, path)
    for words in (("test", path, "--pairs", 1), ("test", path, "--pairs", 1, "--folder", tmp_path / "n.test")):
        refused = learn(*words)
        assert refused.returncode == 2 and "Games |" not in refused.stdout and "--folder" in refused.stderr
    assert learn("test", path, "--pairs", 1, "--folder", tmp_path / "new").returncode == 0


def test_a_file_is_no_evaluation_by_its_name(tmp_path: Path) -> None:
    """Such as one that lies where the command is given."""
    path = tmp_path / "n.net"
    network.write(weights.untrained("tictactoe", inputs_for(games.find("tictactoe")), 32, 1, 400, 1), path)
    (tmp_path / "Auto").touch()
    words = [*COMMAND, "test", str(path), "--pairs", "1"]
    done = subprocess.run(words, capture_output=True, text=True, timeout=100, check=False, cwd=tmp_path)
    assert done.returncode == 0 and "old-Auto" in done.stdout


def test_a_test_that_is_stopped_tells_nothing(tmp_path: Path) -> None:
    """Or half of its games would say whether a network is kept."""
    words = [*COMMAND, "test", str(CHESS_NETWORK), "Material", "--pairs", "100", "--folder", str(tmp_path / "t")]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None and running.stderr is not None
        for line in running.stdout:
            if line.startswith("Finished game"):
                break
        for _ in range(2):
            running.send_signal(signal.SIGINT)
            time.sleep(0.3)
        said = running.stdout.read()
        assert running.wait(60) == 130
        assert "Finished match: stopped" in said and "LLR   |" not in said
        assert "the same command goes on" in running.stderr.read()


# Training.


@pytest.mark.slow
def test_training_goes_on_where_it_was_stopped(connect4_file: Path, tmp_path: Path) -> None:
    torch = pytest.importorskip("torch")
    torch.set_num_threads(1)
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
    short = replace(plan, rate=1e-9, last_rate=1e-9)  # which moves nothing
    training.Training(tmp_path / "s.npy", game.name, inputs, short, tmp_path / "c", beginning=known).run()
    assert checkpoint.network_of(tmp_path / "c", "a test") == known
    told: list[training.State] = []
    training.Training(tmp_path / "s.npy", game.name, inputs, plan, tmp_path / "b", told.append).run()
    assert [each.ended for each in told] == [True] and told[0].trained > 0 and told[0].tested
    with pytest.raises(ValueError, match="hidden is from 32 to 256, not 300"):  # before anything is done
        training.Training(tmp_path / "s.npy", game.name, inputs, replace(plan, hidden=300), tmp_path / "d").run()
    state = checkpoint.load(tmp_path / "b")
    wrong: dict[str, Any]
    for wrong in ({"tensors": {}}, {"optimiser": {}}, {"best": {}}, {"step": None}):
        torch.save({**state, **wrong}, tmp_path / "d")
        with pytest.raises(ValueError, match="no whole checkpoint"):
            training.Training(tmp_path / "s.npy", game.name, inputs, plan, tmp_path / "d").run()
    turned = np.load(tmp_path / "s.npy")
    turned["score"] *= -1
    np.save(tmp_path / "s.npy", turned)  # as many, of the same inputs
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
    for name in checkpoint.PARTS:
        torch.save({each: value for each, value in state.items() if each != name}, tmp_path / "d")
        with pytest.raises(ValueError, match="no checkpoint"):
            checkpoint.load(tmp_path / "d")
    (tmp_path / "a").write_bytes(b"no checkpoint")
    with pytest.raises(ValueError, match="no checkpoint"):
        training.Training(tmp_path / "s.npy", game.name, inputs, plan, tmp_path / "a").run()


@pytest.mark.slow
def test_what_is_learned_by_heart_is_not_kept(connect4_file: Path, tmp_path: Path) -> None:
    """Of few samples: it ends early, and is the network that knew best what was kept apart."""
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
    """Looking one ply ahead it never loses, whatever the other side plays, from either seat."""
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
    """Games lost, over all sequences of replies."""
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


def test_what_a_round_begins_with(tmp_path: Path) -> None:
    """By what the games of a round are played, and what the weights of results are, without playing any."""
    plan = Plan(hidden=32, buckets=1, share=0.25)
    settings = rounds.RoundSettings("chess", "nothing", 10, 2, 10, 0, plan, "1+0.01", 1)
    learning = rounds.Rounds(settings, tmp_path / "nothing", 1, None)
    assert learning.best() == "round-0.net"
    assert network.read(tmp_path / "nothing" / "round-0.net").about == "random weights"
    assert [learning.plan(number).share for number in (1, 2, 3, 9)] == [1, 0.5, pytest.approx(1 / 3), 0.25]
    with pytest.raises(ValueError, match="in use"):
        rounds.Rounds(settings, tmp_path / "nothing", 1, None)
    learning.close()
    usual = rounds.Rounds(rounds.RoundSettings("chess", "", 10, 2, 10, 0, plan, "1+0.01", 1), tmp_path / "a", 1, None)
    assert usual.best() is None and usual.evaluation_options(None) == {"Evaluation": "Tapered"}
    usual.close()


def test_a_journal_of_learning_says_what_each_step_was(tmp_path: Path) -> None:
    """Any line that `note` does not write is refused, in one line, and the journal stays as it is and is not in use."""
    settings = rounds.RoundSettings("connect4", "", 10, 2, 10, 0, Plan(hidden=32), "1+0.01", 1)
    learning = rounds.Rounds(settings, tmp_path, 1, None)
    learning.note(1, "games", 0.0, positions=3, games=1, by=None)
    learning.note(1, "training", 0.0, loss=0.5, tested=0.25)
    learning.note(1, "test", 0.0, elo=1.0, error=2.0, games=2, kept=True, against="Windows", lines=[])
    learning.close()
    journal = tmp_path / "journal.jsonl"
    whole = journal.read_text().splitlines()
    head = json.loads(whole[0])
    for other, reason in (
        ({**head, "plan": {**head["plan"], "more": None}}, "of training, more was None, not None"),
        ({**head, "beginning": "nothing"}, "--from was 'nothing', not ''"),
        ({**head, "control": "2+1"}, "--tc was '2+1'"),
    ):
        journal.write_text("\n".join([json.dumps(other), *whole[1:], ""]))
        with pytest.raises(ValueError, match=re.escape(reason)):
            rounds.Rounds(settings, tmp_path, 1, None)
    journal.write_text("\n".join([*whole, ""]))
    again = rounds.Rounds(settings, tmp_path, 1, None)
    assert again.done == learning.done
    again.close()
    for line in range(1, len(whole)):
        known = json.loads(whole[line])
        wrong = [{}, {**known, "more": 1}, {**known, "step": ["games"]}, {**known, "step": "dance"}]
        wrong += [{**known, name: {}} for name in known]
        wrong += [{**known, name: 10**400} for name in known if name != "kept"]
        wrong += [{name: value for name, value in known.items() if name != missing} for missing in known]
        for entry in wrong:
            text = "\n".join([*whole[:line], json.dumps(entry), *whole[line + 1 :], ""])
            journal.write_text(text)
            with pytest.raises(ValueError, match=rf"journal\.jsonl:{line + 1} is no step of learning$"):
                rounds.Rounds(settings, tmp_path, 1, None)
            assert journal.read_text() == text
    journal.write_text("\n".join([*whole, ""]))
    rounds.Rounds(settings, tmp_path, 1, None).close()


def test_the_curve_has_the_colours_of_the_page() -> None:
    """It is read in the dark too: no colour of its own."""
    pytest.importorskip("matplotlib")
    done = [{"round": 1, "step": "test", "elo": 40.0, "error": 9.0, "kept": True}]
    drawn = report.curve(done)
    assert "var(--ink)" in drawn and "var(--c0)" in drawn
    assert not re.search(r"(fill|stroke): ?#", drawn)


def test_statistics_of_a_network_tell_who_made_it(tmp_path: Path) -> None:
    inputs = inputs_for(games.find("tictactoe"))
    path = tmp_path / "n.net"
    network.write(weights.untrained("tictactoe", inputs, 32, 1, 400, 1), path)
    done = learn("statistics", path)
    known = network.read(path)
    assert done.returncode == 0 and not done.stderr
    for said in ("of tictactoe", "32 numbers", f"About: {known.about}", known.version, known.checksum):
        assert said in done.stdout
    path.write_bytes(path.read_bytes()[:-1])
    done = learn("statistics", path)
    assert done.returncode == 2 and "is no network" in done.stderr and done.stderr.count("\n") == 1


def test_the_curve_shows_what_was_dropped() -> None:
    """Beside the line, with the error of its own test."""
    pytest.importorskip("matplotlib")
    kept = {"round": 1, "step": "test", "elo": 40.0, "error": 9.0, "kept": True}
    dropped = {**kept, "round": 2, "elo": -30.0, "kept": False}
    points = [report.curve(done).count("<use") for done in ([kept, dropped], [kept, {**dropped, "kept": True}])]
    assert points[0] == points[1] + 3  # a point more in its round, and the ends of its error


def test_games_so_short_that_a_search_sees_their_ends_are_tested_one_ply_deep() -> None:
    """Or all networks would play alike."""
    assert [steps.depth_of(games.find(name)) for name in ("tictactoe", "connect4")] == [1, 4]


def test_the_report_tells_each_round() -> None:
    """A difference with its error; where every game was won there is none to tell."""
    done: list[dict[str, Any]] = [
        {"round": 1, "step": "games", "seconds": 60, "machine": "x", "version": "0", "positions": 1000, "by": None},
        {"round": 1, "step": "training", "seconds": 60, "machine": "x", "version": "0", "loss": 0.25, "tested": 0.5},
        {
            "round": 1,
            "step": "test",
            "seconds": 60,
            "machine": "x",
            "elo": 400.0,
            "error": 0.0,
            "games": 30,
            "kept": True,
            "against": "a",
        },
        {
            "round": 2,
            "step": "test",
            "seconds": 60,
            "machine": "x",
            "elo": -9.6,
            "error": 20.0,
            "games": 60,
            "kept": False,
            "against": "b",
        },
    ]
    text = report.table(done)
    assert "all won" in text and "-10 ± 20" in text and "<td>1,000</td>" in text
    assert "± 0<" not in text
    settings = {"game": "chess", "nodes": 600, "plan": {"hidden": 128}, "control": "1+0.01", "pairs": 15}
    assert "The best: round-1.net. Tests: 1+0.01, 15 pairs" in report.body(settings, done)
    assert "The best: still what it began with. Tests: depth 4" in report.body(
        {**settings, "game": "connect4"}, done[:2]
    )
