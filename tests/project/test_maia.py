"""The player that imitates people, on networks that these tests write: its files, its inputs and its answers."""

from __future__ import annotations

import gzip
import re
import struct
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import chess
import numpy as np
import pytest
from numpy.typing import NDArray
from script_process import SCRIPTS, load

maia = load(SCRIPTS["maia"])

FILTERS, HIDDEN, BLOCKS, PLANES = 8, 3, 2, 80
Array = NDArray[np.float64]
Parts = dict[str, Any]  # of a network: arrays, and dictionaries of them
SPECIAL = (
    "r3k2r/pppq1ppp/2npbn2/4p3/4P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 4 10",
    "r3k2r/pppq1ppp/2npbn2/4p3/4P3/2NPBN2/PPPQ1PPP/R3K2R b KQkq - 4 10",
    "1n1q1b2/P1P2P1P/4k3/8/8/8/4K3/8 w - - 0 40",
    "8/4k3/8/8/8/4K3/p1p2p1p/1N1Q1B2 b - - 0 40",
    "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
    "rnbqkbnr/pppp1ppp/8/8/3PpP2/8/PPP1P1PP/RNBQKBNR b KQkq d3 0 3",
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 70 90",
    "7k/8/1N6/8/3N4/8/6N1/K7 w - - 12 60",
)


# A file as the format has it.


def varint(number: int) -> bytes:
    data = b""
    while number > 127:
        data += bytes([number & 127 | 128])
        number >>= 7
    return data + bytes([number])


def field(number: int, value: float | bytes) -> bytes:
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    if isinstance(value, float):
        return varint(number << 3 | 5) + struct.pack("<f", value)
    return varint(number << 3 | 2) + varint(len(value)) + value


class Writer:
    """Random layers, as bytes of the file and as arrays."""

    def __init__(self, seed: int) -> None:
        self.random = np.random.default_rng(seed)

    def layer(self, low: float, high: float, *shape: int) -> tuple[bytes, Array]:
        low, high = float(np.float32(low)), float(np.float32(high))
        steps = self.random.integers(0, 1 << 16, shape)
        data = field(1, low) + field(2, high) + field(3, steps.astype("<u2").tobytes())
        return data, low + (high - low) * steps / 65535

    def layers(self, numbered: dict[str, tuple[int, float, float, tuple[int, ...]]]) -> tuple[bytes, Parts]:
        data, parts = b"", {}
        for name, (number, low, high, shape) in numbered.items():
            written, parts[name] = self.layer(low, high, *shape)
            data += field(number, written)
        return data, parts

    def normalised(self, outputs: int, inputs: int) -> tuple[bytes, Parts]:
        return self.layers(
            {
                "weights": (1, -0.3, 0.3, (outputs, inputs, 3, 3)),
                "means": (3, -0.5, 0.5, (outputs,)),
                "variances": (4, 0.1, 2.0, (outputs,)),
                "factors": (5, 0.5, 1.5, (outputs,)),
                "offsets": (6, -0.5, 0.5, (outputs,)),
            }
        )

    def block(self) -> tuple[bytes, Parts]:
        first, second = self.normalised(FILTERS, FILTERS), self.normalised(FILTERS, FILTERS)
        unit = self.layers(
            {
                "w1": (1, -1.0, 1.0, (HIDDEN, FILTERS)),
                "b1": (2, -0.5, 0.5, (HIDDEN,)),
                "w2": (3, -1.0, 1.0, (2 * FILTERS, HIDDEN)),
                "b2": (4, -0.5, 0.5, (2 * FILTERS,)),
            }
        )
        data = field(1, first[0]) + field(2, second[0]) + field(3, unit[0])
        return data, {"first": first[1], "second": second[1], "unit": unit[1]}

    def network(self) -> tuple[bytes, Parts]:
        first, policy = self.normalised(FILTERS, 112), self.normalised(6, FILTERS)
        blocks = [self.block() for _ in range(BLOCKS)]
        moves = self.layers({"weights": (1, -0.6, 0.6, (PLANES, 6, 3, 3)), "biases": (2, -0.5, 0.5, (PLANES,))})
        weights = field(1, first[0]) + b"".join(field(2, data) for data, _ in blocks)
        weights += field(3, moves[0]) + field(11, policy[0]) + field(6, b"\x08\x01")  # a value head is passed over
        parts = {"first": first[1], "blocks": [block for _, block in blocks], "policy": policy[1], "moves": moves[1]}
        return whole(weights), parts


def whole(weights: bytes, form: bytes = b"\x08\x01\x10\x02\x18\x04\x20\x02\x28\x02", magic: int = 0x1C0) -> bytes:
    data = b"\x0d" + magic.to_bytes(4, "little") + field(2, b"a licence") + field(3, field(2, 21))
    return data + field(4, field(1, 1) + field(2, form)) + field(10, weights)


DATA, PARTS = Writer(1).network()


def write(folder: Path, data: bytes, packed: bool = True) -> Path:
    path = folder / "maia-1.pb.gz"
    path.write_bytes(gzip.compress(data, 1) if packed else data)
    return path


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("maia"), DATA)


# The same in another way: the inputs and the answers of a network.


def games(seed: int, count: int) -> Iterator[chess.Board]:
    """Positions of random games, some of which go back and forth, from the start and from special positions."""
    random = Random(seed)
    for number in range(count):
        board = chess.Board(random.choice(SPECIAL)) if number % 2 else chess.Board()
        for _ in range(random.randrange(60)):
            moves = list(board.legal_moves)
            if not moves:
                break
            back = [
                move
                for move in moves
                if len(board.move_stack) > 1
                and (move.from_square, move.to_square)
                == (board.move_stack[-2].to_square, board.move_stack[-2].from_square)
            ]
            board.push(random.choice(back if back and random.random() < 0.5 else moves))
            if random.random() < 0.3:
                yield board.copy()
        yield board


def square_of(square: int, us: chess.Color) -> tuple[int, int]:
    rank, file = divmod(square, 8)
    return (rank if us == chess.WHITE else 7 - rank), file


def planes_of(board: chess.Board) -> Array:
    """The planes, square by square, with what python-chess calls a repetition."""
    us = board.turn
    planes = np.zeros((112, 8, 8))
    past, filling = board.copy(), False
    for number in range(8):
        for square, piece in past.piece_map().items():
            plane = 13 * number + "PNBRQK".index(piece.symbol().upper()) + 6 * (piece.color != us)
            planes[(plane, *square_of(square, us))] = 1
        planes[13 * number + 12] = not filling and past.is_repetition(2)
        if past.move_stack:
            past.pop()
            continue
        if past.fen() == chess.STARTING_FEN:
            break
        filling = True
        if past.ep_square is not None:
            step = 8 if past.turn == chess.WHITE else -8
            past.set_piece_at(past.ep_square + step, past.remove_piece_at(past.ep_square - step))
            past.ep_square = None
    rights = board.castling_xfen()
    for number, letter in enumerate("QKqk" if us == chess.WHITE else "qkQK"):
        planes[104 + number] = letter in rights
    planes[108] = us == chess.BLACK
    planes[109] = board.halfmove_clock
    planes[111] = 1
    return planes


def move_names() -> list[str | None]:
    """The move of each place of the answer, for White; None if there is no such move."""
    compass = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
    leaps = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))
    ways = [(x * steps, y * steps, "") for x, y in compass for steps in range(1, 8)] + [(x, y, "") for x, y in leaps]
    ways += [(x, 1, letter) for x in (-1, 0, 1) for letter in "rbq"]
    names: list[str | None] = []
    for x, y, letter in ways:
        for square in chess.SQUARES:
            file, rank = chess.square_file(square) + x, chess.square_rank(square) + y
            there = 0 <= file < 8 and 0 <= rank < 8 and (not letter or rank == 7)
            names.append(chess.square_name(square) + chess.square_name(8 * rank + file) + letter if there else None)
    return names


NAMES = move_names()
PLACES = {name: place for place, name in enumerate(NAMES) if name}


def name_of(board: chess.Board, move: chess.Move) -> str:
    """A move as the network names it."""
    if board.is_kingside_castling(move) or board.is_queenside_castling(move):
        return "e1h1" if board.is_kingside_castling(move) else "e1a1"
    text = move.uci().removesuffix("n")
    return text if board.turn == chess.WHITE else text.translate(str.maketrans("12345678", "87654321"))


def convolved(flow: Array, weights: Array) -> Array:
    padded = np.pad(flow, ((0, 0), (1, 1), (1, 1)))
    found = np.zeros((len(weights), 8, 8))
    for rank in range(8):
        for file in range(8):
            found[:, rank, file] = (weights * padded[None, :, rank : rank + 3, file : file + 3]).sum((1, 2, 3))
    return found


def step(flow: Array, parts: Parts) -> Array:
    flow = convolved(flow, parts["weights"]) - parts["means"][:, None, None]
    flow = flow / np.sqrt(parts["variances"] + 1e-5)[:, None, None]
    found: Array = flow * parts["factors"][:, None, None] + parts["offsets"][:, None, None]
    return found


def answer_of(board: chess.Board, parts: Parts) -> dict[chess.Move, float]:
    flow = np.maximum(step(planes_of(board), parts["first"]), 0)
    for block in parts["blocks"]:
        inner = step(np.maximum(step(flow, block["first"]), 0), block["second"])
        unit = block["unit"]
        hidden = np.maximum(unit["w1"] @ inner.mean((1, 2)) + unit["b1"], 0)
        excited = unit["w2"] @ hidden + unit["b2"]
        factors = 1 / (1 + np.exp(-excited[:FILTERS]))
        flow = np.maximum(flow + inner * factors[:, None, None] + excited[FILTERS:, None, None], 0)
    flow = convolved(np.maximum(step(flow, parts["policy"]), 0), parts["moves"]["weights"])
    flat = (flow + parts["moves"]["biases"][:, None, None]).ravel()
    powers = {move: np.exp(flat[PLACES[name_of(board, move)]]) for move in board.legal_moves}
    return {move: power / sum(powers.values()) for move, power in powers.items()}


# The file.


def test_a_network_is_read(file: Path) -> None:
    read = maia.read(file)
    assert len(read.blocks) == BLOCKS
    for found, parts in (
        (read.first, PARTS["first"]),
        (read.policy, PARTS["policy"]),
        *((block.second, wanted["second"]) for block, wanted in zip(read.blocks, PARTS["blocks"], strict=True)),
    ):
        factors = parts["factors"] / np.sqrt(parts["variances"] + 1e-5)
        np.testing.assert_allclose(found.weights, parts["weights"] * factors[:, None, None, None], rtol=1e-6, atol=1e-9)
        np.testing.assert_allclose(found.biases, parts["offsets"] - parts["means"] * factors, rtol=1e-5, atol=1e-7)
    for block, wanted in zip(read.blocks, PARTS["blocks"], strict=True):
        np.testing.assert_allclose(block.excite, wanted["unit"]["w2"], rtol=1e-6, atol=1e-9)
    np.testing.assert_allclose(read.moves.biases, PARTS["moves"]["biases"], rtol=1e-6, atol=1e-9)


def complaint(path: Path) -> str:
    """The error for a file that is refused: one line, which names it; "" if it is read."""
    try:
        maia.read(path)
    except ValueError as fault:
        text = str(fault)
        assert re.fullmatch(r"[ -~]+", text) and text.startswith(f"{path}: ") and len(text) < 400
        return text
    return ""


def test_a_file_that_is_cut_is_refused(tmp_path: Path) -> None:
    packed = gzip.compress(DATA, 1)
    for size in range(0, len(packed), 997):
        assert complaint(write(tmp_path, packed[:size], packed=False))
    for size in range(0, len(DATA), 997):
        assert complaint(write(tmp_path, DATA[:size]))


def test_flipped_bits_are_survived(tmp_path: Path) -> None:
    """Most files with a flipped bit in a number are read. In a packed file, the checksum finds the bit."""
    random = Random(5)
    refused = 0
    for number in range(300):
        data = bytearray(DATA)
        data[random.randrange(100 if number % 2 else len(data))] ^= 1 << random.randrange(8)
        refused += bool(complaint(write(tmp_path, bytes(data))))
    assert 30 < refused < 270
    packed = gzip.compress(DATA, 1)
    for _ in range(100):
        data = bytearray(packed)
        data[random.randrange(10, len(data))] ^= 1 << random.randrange(8)
        assert complaint(write(tmp_path, bytes(data), packed=False))


def replaced(old: bytes, new: bytes) -> bytes:
    assert DATA.count(old) == 1
    return DATA.replace(old, new)


FORM = b"\x08\x01\x10\x02\x18\x04\x20\x02\x28\x02"
FILES = {
    "nothing": (b"", "the magic number"),
    "a text": (b"A text, which is no network.", "a field|a number"),
    "random bytes": (Random(3).randbytes(5000), "."),
    "another magic number": (whole(b"", magic=0x1C1), "the magic number"),
    "no weights": (whole(b""), "0 bytes of means"),
    "other planes": (replaced(FORM, b"\x08\x02" + FORM[2:]), "input 2, not 1"),
    "another structure": (replaced(FORM, FORM.replace(b"\x18\x04", b"\x18\x03")), "structure 3, not 4"),
    "another policy": (replaced(FORM, FORM.replace(b"\x20\x02", b"\x20\x01")), "policy 1, not 2"),
    "another activation": (whole(b"", form=FORM + b"\x38\x01"), "activation 1, not 0"),
    "many fields": (DATA + b"\x78\x00" * 20_000, "more than 10000 fields"),
    "twice": (DATA + field(10, b""), "more than once"),
    "an endless number": (b"\xff" * 100, "a number goes beyond"),
    "a group": (b"\x0b", "unknown kind 3"),
    "no number": (b"\x00\x00", "without a number"),
    "more than there is": (b"\x52\xff\xff\xff\xff\xff\xff\xff\xff\x7f", "beyond the end"),
    "a kind that is not meant": (replaced(field(3, field(2, 21)), field(4, 21)), "more than once|another kind"),
    "large": (bytes(33 << 20), "more than 32 MB"),
}


@pytest.mark.parametrize("name", FILES)
def test_what_is_no_network_is_refused(name: str, tmp_path: Path) -> None:
    data, wanted = FILES[name]
    assert re.search(wanted, complaint(write(tmp_path, data)))


@pytest.mark.parametrize(
    ("low", "wanted"), [(float("nan"), "not finite"), (float("inf"), "not finite"), (-9.0, "below 0")]
)
def test_weights_that_make_no_sense_are_refused(low: float, wanted: str, tmp_path: Path) -> None:
    """The least variance of the first convolution is changed."""
    written = struct.pack("<f", 0.1)
    place = DATA.index(written)
    data = DATA[:place] + struct.pack("<f", low) + DATA[place + 4 :]
    assert wanted in complaint(write(tmp_path, data))


def test_a_file_that_is_none_is_refused(tmp_path: Path) -> None:
    assert "a directory, not a regular file" in complaint(tmp_path)
    assert "no whole gzip file" in complaint(write(tmp_path, DATA, packed=False))
    with pytest.raises(OSError):
        maia.read(tmp_path / "nowhere")
    path = tmp_path / "large"
    with path.open("wb") as file:
        file.truncate(200 << 30)
    assert "more than 32 MB" in complaint(path)


# Its inputs, and the moves that its answers mean.


def test_planes_are_those_of_a_slow_encoder() -> None:
    boards = [*games(1, 60), *map(chess.Board, SPECIAL)]
    for board, planes in zip(boards, maia.encode(boards), strict=True):
        np.testing.assert_array_equal(planes, planes_of(board), board.fen())
    assert sum(planes_of(board)[12:104:13].any() for board in boards) > 20  # repetitions were among them


def test_planes_of_known_positions() -> None:
    start, passant = maia.encode([chess.Board(), chess.Board(SPECIAL[4])])
    assert not start[13:104].any() and start[104:108].all() and not start[108:111].any() and start[111].all()
    assert np.argwhere(start[3]).tolist() == [[0, 0], [0, 7]] and np.argwhere(start[11]).tolist() == [[7, 4]]
    now, before = np.argwhere(passant[6]).tolist(), np.argwhere(passant[13 + 6]).tolist()
    assert [place for place in now if place not in before] == [[4, 5]]  # the pawn has come from f7
    assert [place for place in before if place not in now] == [[6, 5]]
    board = chess.Board()
    for move in ("g1f3", "g8f6", "f3g1", "f6g8", "g1f3"):
        board.push_uci(move)
    (planes,) = maia.encode([board])
    assert [bool(plane.any()) for plane in planes[12:104:13]] == [True, True, *[False] * 6]
    assert planes[108].all() and (planes[109] == 5).all() and not planes[13 * 6 : 104].any()


def test_each_legal_move_has_an_answer_of_its_own() -> None:
    assert len(PLACES) == 1858
    kinds: Counter[str] = Counter()
    for board in [*games(2, 60), *map(chess.Board, SPECIAL)]:
        moves = list(board.legal_moves)
        places = [maia.index_of(board, move) for move in moves]
        assert len(set(places)) == len(places)
        assert [NAMES[place] for place in places] == [name_of(board, move) for move in moves], board.fen()
        for move in moves:
            side = "white" if board.turn == chess.WHITE else "black"
            kinds[f"{side} {move.promotion}"] += 1
            kinds[f"{side} O-O"] += board.is_kingside_castling(move)
            kinds[f"{side} O-O-O"] += board.is_queenside_castling(move)
            kinds[f"{side} e.p."] += board.is_en_passant(move)
    assert len(kinds) == 16 and min(kinds.values()) > 0
    board = chess.Board(SPECIAL[0], chess960=True)
    assert NAMES[maia.index_of(board, chess.Move.from_uci("e1h1"))] == "e1h1"


# What it answers.


@pytest.fixture(scope="module")
def net(file: Path) -> Any:
    pytest.importorskip("torch").set_num_threads(1)
    return maia.Maia(maia.read(file))


def test_policies_are_those_of_a_slow_network(net: Any) -> None:
    boards = [*games(3, 8), *map(chess.Board, SPECIAL)]
    for board, policy in zip(boards, net.policy(boards), strict=True):
        wanted = answer_of(board, PARTS)
        assert policy.keys() == wanted.keys()
        assert all(abs(policy[move] - wanted[move]) < 1e-5 for move in wanted)
        assert abs(sum(policy.values()) - 1) < 1e-9 or not wanted
    spread = [max(policy.values()) * len(policy) for policy in net.policy(boards) if policy]
    assert max(spread) > 3  # else all moves alike would pass, too


def test_batches_and_ends_of_games(net: Any) -> None:
    boards = [chess.Board() for _ in range(maia.BATCH + 1)]
    boards[-1] = chess.Board("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")
    found = net.policy(boards)
    assert len(found) == maia.BATCH + 1 and found[-1] == {} and net.policy([]) == []
    assert all(abs(found[0][move] - found[255][move]) < 1e-6 for move in found[0])


def test_answers_that_are_not_finite_are_refused(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    data = DATA.replace(struct.pack("<f", 0.6), struct.pack("<f", 3e38))  # the largest weight of the last convolution
    net = maia.Maia(maia.read(write(tmp_path, data)))
    with pytest.raises(ValueError, match="the network's answers are not finite"):
        net.policy([chess.Board()])


# Drawing.


def test_draws_are_as_likely_as_moves() -> None:
    moves = [chess.Move.from_uci(text) for text in ("e2e4", "d2d4", "a2a3")]
    policy = dict(zip(moves, (0.5, 0.3, 0.2), strict=True))
    for temperature, wanted in ((1, (0.5, 0.3, 0.2)), (0.5, (25 / 38, 9 / 38, 4 / 38)), (0, (1, 0, 0))):
        drawn = Counter(maia.draw(policy, temperature, Random(seed)) for seed in range(4000))
        assert all(abs(drawn[move] / 4000 - share) < 0.03 for move, share in zip(moves, wanted, strict=True))
    nearly = {move: share * (1 + 1e-13 * place) for place, (move, share) in enumerate(reversed(policy.items()))}
    for seed in range(4000):
        assert maia.draw(policy, 1, Random(seed)) == maia.draw(nearly, 1, Random(seed))
    far = dict(zip(moves, (1.0, 1e-300, 0.0), strict=True))
    assert {maia.draw(far, temperature, Random(1)) for temperature in (1e-3, 1, 2)} == {moves[0]}


# The engine.


def talk(file: Path, lines: str, *words: str, status: int = 0) -> tuple[list[str], list[str]]:
    done = subprocess.run(
        [sys.executable, SCRIPTS["maia"], file, *words],
        input=lines,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == status, done
    return done.stdout.splitlines(), done.stderr.splitlines()


def test_the_engine_plays_a_legal_move_for_each_go(file: Path) -> None:
    pytest.importorskip("torch")
    boards = list(games(4, 20))
    lines = ["uci", "isready", "ucinewgame", "setoption name Seed value 5"]
    for board in boards:
        moves = " ".join(move.uci() for move in board.move_stack)
        lines += [f"position fen {board.root().fen()} moves {moves}", "go wtime 1000 btime 1000"]
    said, complaints = talk(file, "\n".join([*lines, "stop", "position startpos", "go infinite"]))  # then it ends
    assert complaints == []
    assert said[0] == "id name Maia 1" and said[2].startswith("option name Seed type spin default -1 min -1 max ")
    assert said[3:5] == ["uciok", "readyok"]
    answers = [line.removeprefix("bestmove ") for line in said[5:]]
    assert len(answers) == len(boards) + 1
    for board, answer in zip([*boards, chess.Board()], answers, strict=True):
        assert answer in {move.uci() for move in board.legal_moves} or (
            answer == "(none)" and not any(board.legal_moves)
        )


def test_a_seed_and_a_game_decide_the_move(file: Path, net: Any) -> None:
    go = "position startpos moves e2e4\ngo\n"
    seeds = [f"setoption name Seed value {seed}\n{go}{go}" for seed in range(30)]
    said, _ = talk(file, "".join(seeds) + f"ucinewgame\n{go}quit\nuci\n", "--seed", "29")
    assert len(said) == 61 and said[:-1:2] == said[1::2] and said[-1] == said[-2]
    assert len(set(said)) > 3
    engine = maia.Engine(net, "", 29, 1.0)
    engine.answer("position startpos moves e2e4")
    assert engine.answer("go") == said[-1:]
    engine.answer("setoption name seed value -1")
    assert len({engine.answer("go")[0] for _ in range(60)}) > 3
    (policy,) = net.policy([engine.board])
    engine.temperature = 0
    assert engine.answer("go") == [f"bestmove {max(policy, key=policy.get)}"]


def test_lines_that_make_no_sense_are_survived(file: Path) -> None:
    pytest.importorskip("torch")
    lines = [
        "",
        "xyzzy",
        "position",
        "go",
        "position startpos moves e2e5",
        "go",
        "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
    ]
    lines += [
        "go",
        "setoption name Seed value x",
        "setoption",
        "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
        "go",
        "isready",
    ]
    said, complaints = talk(file, "\n".join(lines))
    assert said == ["bestmove (none)"] * 4 + ["readyok"]
    assert len(complaints) == 5 and all(line.startswith("maia: ") for line in complaints)


def test_the_command_complains_in_one_line(file: Path, tmp_path: Path) -> None:
    foreign = tmp_path / "foreign"
    foreign.write_text("A text.\n")
    for path, *words in (
        (foreign,),
        (tmp_path / "nowhere",),
        (file, "--seed", "-2"),
        (file, "--seed", "x"),
        (file, "--temperature", "-1"),
        (file, "--temperature", "nan"),
    ):
        said, complaints = talk(path, "uci\n", *words, status=2)
        assert said == [] and len(complaints) == 1 and complaints[0].startswith("maia: ")
    said, _ = talk(Path("--help"), "")
    assert said[0].startswith("usage: maia.py")
