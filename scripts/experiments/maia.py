"""A player that imitates people: a Maia network, without any search, as a UCI engine.

The Maia networks (McIlroy-Young and others, "Aligning Superhuman AI with Human Behavior: Chess as a Model System", KDD
2020; https://github.com/CSSLab/maia-chess) were trained to move as Lichess players of one rating do. This program reads
such a file, which does not come with Oddsfish, and plays each move as often as the network expects people to play it.
With --temperature 0 it plays the most likely move, as Maia does on Lichess. It needs PyTorch.

With a seed, the seed and the game so far decide the move: the same game goes on in the same way, in any process, and
another opening or another seed has other draws. Without a seed, the draws cannot be repeated.

    python scripts/experiments/maia.py maia-1500.pb.gz --seed 1
    oddsfish match -engine cmd=oddsfish \
        -engine cmd=python arg=scripts/experiments/maia.py arg=maia-1500.pb.gz -each st=1

The facts about files and networks are from the sources of Lc0 (https://github.com/LeelaChessZero/lc0, version of April
2026) and of Maia; no code is. proto/net.proto: messages and field numbers. src/utils/weights_adapter.cc: weights are
whole numbers of 16 bits, from a minimum to a maximum. src/neural/network_legacy.cc: what is called the standard
deviation is the variance, to which 1e-5 is added. src/neural/backends/blas/se_unit.cc: factors come before offsets.
src/neural/encoder.cc: the 112 planes, how a missing history is filled (Lc0's default, `fen_only`), and the order of
moves. src/chess/types.h: castling is the king's move onto its rook. src/chess/position.cc: what a repetition is. Maia's
lc0_az_policy_map.py: the order of the 73 planes of moves. Maia's tfprocess.py: the layers; and that the count of
reversible moves is not divided by 99, because its weights are.
"""

from __future__ import annotations

import argparse
import gzip
import math
import struct
import sys
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass
from pathlib import Path
from random import Random, SystemRandom
from types import SimpleNamespace
from typing import Any, BinaryIO

import chess
from oddsfish.engine.support.regular_file import status_of
from oddsfish.engine.support.text import printable, whole_number
from oddsfish.learning.libraries import Library, NDArray, np
from oddsfish.matches.cli.match_command import EXIT_INTERRUPTED, EXIT_USAGE, explain

torch: Any = Library("torch", 'a Maia network needs PyTorch: pip install ".[train]" in the source folder')

LARGEST = 32  # megabytes, for a packed and for an unpacked file; a Maia network has 1.3 and 1.7
MOST_FIELDS = 10_000  # of one message; a Maia network has 30
MAGIC = 0x1C0
EPSILON = 1e-5  # of batch normalisation

INPUTS = 112
HISTORY = 8  # positions, with 13 planes each
CLOCK = 109  # the plane with the count of reversible plies
KERNEL = 3
MOVE_PLANES = 73  # 56 for moves of a queen, 8 for those of a knight, 9 for promotions to other pieces than a knight
BATCH = 256

PARTS = 30  # bits of a probability that a draw uses
NO_SEED = -1
LARGEST_SEED = 2**31 - 1
HOTTEST = 100  # the highest temperature: all legal moves are about equally likely
LONGEST_LINE = 1 << 20  # bytes

COMPASS = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))  # files, ranks; clockwise from north
LEAPS = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))  # clockwise too
PLANES = {
    **{(x * steps, y * steps): 7 * way + steps - 1 for way, (x, y) in enumerate(COMPASS) for steps in range(1, 8)},
    **{leap: 56 + way for way, leap in enumerate(LEAPS)},
}
PROMOTIONS = {chess.ROOK: 0, chess.BISHOP: 1, chess.QUEEN: 2}  # a promotion to a knight is encoded like other moves


# The file.


class Message:
    """A message in protobuf's wire format, from any source. ValueError if a field is not of the requested kind."""

    def __init__(self, data: memoryview, name: str) -> None:
        self.name = name
        self.fields: dict[int, list[int | memoryview]] = {}
        for count, (number, value) in enumerate(fields_of(data)):
            if count == MOST_FIELDS:
                raise ValueError(f"more than {MOST_FIELDS} fields in {name}")
            self.fields.setdefault(number, []).append(value)

    def one(self, number: int, name: str) -> int | memoryview | None:
        values = self.fields.get(number, [])
        if len(values) > 1:
            raise ValueError(f"{name} more than once in {self.name}")
        return values[0] if values else None

    def whole(self, number: int, name: str) -> int:
        """A whole number; 0 if it is not there."""
        value = self.one(number, name)
        if isinstance(value, memoryview):
            raise ValueError(f"{name} in {self.name} is no whole number")
        return value or 0

    def raw(self, number: int, name: str, size: int | None = None) -> memoryview | None:
        """Bytes; None if they are not there."""
        value = self.one(number, name)
        if isinstance(value, int) or (value is not None and size is not None and len(value) != size):
            raise ValueError(f"{name} in {self.name} is of another kind")
        return value

    def real(self, number: int, name: str) -> float:
        """A finite number; 0 if it is not there."""
        value = self.raw(number, name, 4)
        found = 0.0 if value is None else float(struct.unpack("<f", value)[0])
        if not math.isfinite(found):
            raise ValueError(f"{name} in {self.name} is not finite")
        return found

    def message(self, number: int, name: str) -> Message:
        """A message in this one; one without fields if it is not there."""
        return Message(self.raw(number, name) or memoryview(b""), name)

    def messages(self, number: int, name: str) -> list[Message]:
        found = []
        for count, value in enumerate(self.fields.get(number, []), 1):
            if isinstance(value, int):
                raise ValueError(f"{name} in {self.name} is of another kind")
            found.append(Message(value, f"{name} {count}"))
        return found


def fields_of(data: memoryview) -> Iterator[tuple[int, int | memoryview]]:
    """The numbers and values of the fields, in their order. A value is a whole number or bytes."""
    place = 0
    while place < len(data):
        key, place = varint(data, place)
        number, kind = key >> 3, key & 7
        if number == 0:
            raise ValueError("a field without a number")
        if kind == 0:
            whole, place = varint(data, place)
            yield number, whole
            continue
        if kind == 2:
            size, place = varint(data, place)
        elif kind in (1, 5):
            size = 8 if kind == 1 else 4
        else:
            raise ValueError(f"a field of the unknown kind {kind}")
        if size > len(data) - place:
            raise ValueError("a field goes beyond the end")
        yield number, data[place : place + size]
        place += size


def varint(data: memoryview, place: int) -> tuple[int, int]:
    """A whole number of variable length, and the place behind it."""
    value = 0
    for count, byte in enumerate(data[place : place + 10]):
        value |= (byte & 127) << (7 * count)
        if byte < 128:
            return value, place + count + 1
    raise ValueError("a number goes beyond the end")


@dataclass(frozen=True)
class Convolution:
    """A convolution of 3 by 3, with any normalisation merged into it: weights by outputs and inputs, and biases."""

    weights: NDArray[np.float32]
    biases: NDArray[np.float32]


@dataclass(frozen=True)
class Block:
    """Two convolutions, then a factor and an offset for each filter from the means of all (squeeze and excitation)."""

    first: Convolution
    second: Convolution
    squeeze: NDArray[np.float32]  # by outputs and inputs
    squeeze_biases: NDArray[np.float32]
    excite: NDArray[np.float32]  # factors of all filters, then offsets
    excite_biases: NDArray[np.float32]


@dataclass(frozen=True)
class Weights:
    """The parts of a network that predict moves."""

    first: Convolution
    blocks: tuple[Block, ...]
    policy: Convolution
    moves: Convolution


def read(path: Path) -> Weights:
    """The weights in a file; ValueError, in one line, if it is no network of this kind; OSError if it is not there."""
    try:
        status_of(path, LARGEST)
        return weights_of(Message(memoryview(unpacked(path)), "the file"))
    except ValueError as fault:
        raise ValueError(f"{printable(str(path), 150)}: {fault}") from None


def unpacked(path: Path) -> bytes:
    try:
        with gzip.open(path) as file:
            data = file.read((LARGEST << 20) + 1)
    except (gzip.BadGzipFile, EOFError, zlib.error) as fault:
        raise ValueError(f"no whole gzip file ({fault})") from None
    if len(data) > LARGEST << 20:
        raise ValueError(f"unpacked, it has more than {LARGEST} MB")
    return data


def weights_of(net: Message) -> Weights:
    magic = net.raw(1, "the magic number", 4)
    if magic is None or int.from_bytes(magic, "little") != MAGIC:
        raise ValueError("not a network of Lc0: the magic number is wrong")
    form = net.message(4, "the format")
    network = form.message(2, "the network's format")
    for name, found, wanted in (
        ("encoding of weights", form.whole(1, "the encoding"), 1),  # LINEAR16
        ("input", network.whole(1, "the input"), 1),  # INPUT_CLASSICAL_112_PLANE
        ("structure", network.whole(3, "the structure"), 4),  # NETWORK_SE_WITH_HEADFORMAT
        ("policy", network.whole(4, "the policy"), 2),  # POLICY_CONVOLUTION
        ("activation", network.whole(7, "the activation"), 0),  # ReLU
    ):
        if found != wanted:
            raise ValueError(f"a network of another kind than Maia's: {name} {found}, not {wanted}")
    weights = net.message(10, "the weights")
    first = normalised(weights.message(1, "the first convolution"), INPUTS)
    filters = len(first.biases)
    blocks = tuple(block_of(block, filters) for block in weights.messages(2, "block"))
    policy = normalised(weights.message(11, "the policy's convolution"), filters)
    last = weights.message(3, "the moves' convolution")
    biases = layer(last, 2, "biases")
    if len(biases) < MOVE_PLANES:
        raise ValueError(f"{len(biases)} planes of moves, not {MOVE_PLANES} or more")
    if any(number in last.fields for number in (3, 4, 5, 6)):
        raise ValueError("the moves' convolution is normalised")
    moves = kernels(last, len(biases), len(policy.biases))
    return Weights(first, blocks, policy, Convolution(single(moves), single(biases)))


def block_of(block: Message, filters: int) -> Block:
    first = normalised(block.message(1, f"the first convolution of {block.name}"), filters, filters)
    second = normalised(block.message(2, f"the second convolution of {block.name}"), filters, filters)
    unit = block.message(3, f"squeeze and excitation of {block.name}")
    squeeze_biases = layer(unit, 2, "b1")
    hidden = len(squeeze_biases)
    squeeze = layer(unit, 1, "w1", hidden * filters).reshape(hidden, filters)
    excite = layer(unit, 3, "w2", 2 * filters * hidden).reshape(2 * filters, hidden)
    return Block(
        first,
        second,
        single(squeeze),
        single(squeeze_biases),
        single(excite),
        single(layer(unit, 4, "b2", 2 * filters)),
    )


def normalised(block: Message, inputs: int, outputs: int | None = None) -> Convolution:
    """A convolution and the batch normalisation after it, merged into one."""
    means = layer(block, 3, "means", outputs)
    count = len(means)
    variances = layer(block, 4, "variances", count)
    if variances.min() < 0:
        raise ValueError(f"a variance below 0 in {block.name}")
    biases = layer(block, 2, "biases", count) if 2 in block.fields else np.zeros(count)
    factors = layer(block, 5, "factors", count) if 5 in block.fields else np.ones(count)
    offsets = layer(block, 6, "offsets", count) if 6 in block.fields else np.zeros(count)
    factors = factors / np.sqrt(variances + EPSILON)
    weights = kernels(block, count, inputs) * factors[:, None, None, None]
    return Convolution(single(weights), single((biases - means) * factors + offsets))


def kernels(block: Message, outputs: int, inputs: int) -> NDArray[np.float64]:
    shape = (outputs, inputs, KERNEL, KERNEL)
    return layer(block, 1, "weights", math.prod(shape)).reshape(shape)


def layer(message: Message, number: int, name: str, size: int | None = None) -> NDArray[np.float64]:
    """The numbers of a layer. ValueError unless there are `size`; without a size, if there are none."""
    found = message.message(number, name)
    if found.whole(4, "the encoding") not in (0, 1):
        raise ValueError(f"{name} in {message.name} are encoded in another way")
    low, high = found.real(1, "the minimum"), found.real(2, "the maximum")
    data = found.raw(3, "the numbers") or memoryview(b"")
    if not data or len(data) % 2 or size not in (None, len(data) // 2):
        wanted = "some" if size is None else 2 * size
        raise ValueError(f"{len(data)} bytes of {name} in {message.name}, not {wanted}")
    share = np.frombuffer(data, "<u2").astype(np.float64) / 0xFFFF
    return low * (1 - share) + high * share


def single(numbers: NDArray[np.float64]) -> NDArray[np.float32]:
    with np.errstate(over="ignore"):
        found = np.ascontiguousarray(numbers, np.float32)
    if not np.isfinite(found).all():
        raise ValueError("a weight is not finite")
    return found


# What the network sees.


@dataclass(frozen=True)
class Past:
    """A position of a game: its pieces, its key, which repetitions share, and its count of reversible plies."""

    masks: list[int]
    key: tuple[object, ...]
    clock: int


def encode(boards: Sequence[chess.Board]) -> NDArray[np.float32]:
    """112 planes of 8 by 8 for each board with its moves. Ranks begin with the mover's first, files with a."""
    masks = np.zeros((len(boards), INPUTS), "<u8")
    for row, board in enumerate(boards):
        masks[row] = masks_of(board)
        if board.turn == chess.BLACK:
            masks[row].byteswap(inplace=True)
    bits = np.unpackbits(masks.view(np.uint8), axis=1, bitorder="little")
    planes = bits.reshape(len(boards), INPUTS, 8, 8).astype(np.float32)
    planes[:, CLOCK] = np.array([board.halfmove_clock for board in boards], np.float32)[:, None, None]
    return planes


def masks_of(board: chess.Board) -> list[int]:
    """The planes as bitboards, from White's view. The plane of the clock is left empty."""
    us, them = board.turn, not board.turn
    masks: list[int] = []
    for pieces, repeated in history(board):
        masks += [*pieces, chess.BB_ALL * repeated]
    masks += [0] * (13 * HISTORY - len(masks))
    for flag in (
        board.has_queenside_castling_rights(us),
        board.has_kingside_castling_rights(us),
        board.has_queenside_castling_rights(them),
        board.has_kingside_castling_rights(them),
        us == chess.BLACK,
    ):
        masks.append(chess.BB_ALL * flag)
    return [*masks, 0, 0, chess.BB_ALL]


def history(board: chess.Board) -> list[tuple[list[int], bool]]:
    """The pieces of up to 8 positions, the current one first, and whether each is a repetition.

    If a game did not begin at the start position, its first position fills the places before it. If that position
    follows a double step of a pawn, the pawn is back on its start square there.
    """
    past = board.copy()
    found: list[Past] = []
    reach = HISTORY - 1  # how far back something may matter
    while True:
        root = not past.move_stack
        found.append(Past(pieces_of(past, board.turn), key_of(past, root), past.halfmove_clock))
        if len(found) <= HISTORY:
            reach = max(reach, len(found) - 1 + past.halfmove_clock)
        if root or len(found) > reach:
            break
        past.pop()
    seen = [(each.masks, repeats(found, place)) for place, each in enumerate(found[:HISTORY])]
    if len(seen) < HISTORY and found[-1].key != key_of(chess.Board(), True):
        seen += [(stepped_back(past, board.turn), False)] * (HISTORY - len(seen))
    return seen


def pieces_of(board: chess.Board, us: chess.Color) -> list[int]:
    kinds = (board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings)
    return [kind & board.occupied_co[side] for side in (us, not us) for kind in kinds]


def key_of(board: chess.Board, root: bool) -> tuple[object, ...]:
    """What Lc0 compares. The en passant square counts if a pawn may capture there, and always in the first position."""
    passant = board.ep_square if root or board.has_pseudo_legal_en_passant() else None
    return (*pieces_of(board, chess.WHITE), board.turn, board.clean_castling_rights(), passant)


def repeats(found: Sequence[Past], place: int) -> bool:
    """Whether a position has occurred before, since the last capture or move of a pawn."""
    if found[place].clock < 4:
        return False
    for other in range(place + 4, len(found), 2):
        if found[other].key == found[place].key:
            return True
        if found[other].clock < 2:
            return False
    return False


def stepped_back(root: chess.Board, us: chess.Color) -> list[int]:
    masks = pieces_of(root, us)
    if root.ep_square is not None:
        forward = 8 if root.turn == chess.BLACK else -8  # of the pawn that has moved
        plane = 0 if root.turn != us else 6
        masks[plane] &= ~chess.BB_SQUARES[root.ep_square + forward]
        masks[plane] |= chess.BB_SQUARES[root.ep_square - forward]
    return masks


def index_of(board: chess.Board, move: chess.Move) -> int:
    """The index of a legal move in the network's answer, which has 73 planes of 64 start squares."""
    start, end = move.from_square, move.to_square
    if board.is_castling(move) and not board.occupied_co[board.turn] & chess.BB_SQUARES[end]:
        end = chess.square(7 if end > start else 0, chess.square_rank(start))
    if board.turn == chess.BLACK:
        start, end = chess.square_mirror(start), chess.square_mirror(end)
    files = chess.square_file(end) - chess.square_file(start)
    ranks = chess.square_rank(end) - chess.square_rank(start)
    minor = PROMOTIONS.get(move.promotion or chess.KNIGHT)
    plane = PLANES[files, ranks] if minor is None else 64 + 3 * (files + 1) + minor
    return 64 * plane + start


# The network.


class Maia:
    """A network that predicts moves of people, on the processor."""

    def __init__(self, weights: Weights) -> None:
        self.weights: Any = tensors_of(weights)

    def policy(self, boards: Sequence[chess.Board]) -> list[dict[chess.Move, float]]:
        """The probability of each legal move, for boards with the moves that led to them."""
        found = []
        for begin in range(0, len(boards), BATCH):
            part = boards[begin : begin + BATCH]
            answers = self.answers(encode(part)).reshape(len(part), -1)
            found += [probabilities(board, answer) for board, answer in zip(part, answers, strict=True)]
        return found

    def answers(self, planes: NDArray[np.float32]) -> NDArray[np.float32]:
        """A number for each move of each position, legal or not, by planes and squares."""
        linear = torch.nn.functional.linear
        with torch.inference_mode():
            flow = torch.relu(convolve(torch.from_numpy(planes), self.weights.first))
            for block in self.weights.blocks:
                inner = convolve(torch.relu(convolve(flow, block.first)), block.second)
                hidden = torch.relu(linear(inner.mean((2, 3)), block.squeeze, block.squeeze_biases))
                factors, offsets = linear(hidden, block.excite, block.excite_biases).chunk(2, 1)
                inner = torch.sigmoid(factors)[:, :, None, None] * inner + offsets[:, :, None, None]
                flow = torch.relu(flow + inner)
            answers = convolve(torch.relu(convolve(flow, self.weights.policy)), self.weights.moves)
        found: NDArray[np.float32] = answers[:, :MOVE_PLANES].numpy()
        return found


def tensors_of(part: Any) -> Any:
    """The same weights as arrays of PyTorch."""
    if isinstance(part, tuple):
        return tuple(map(tensors_of, part))
    if is_dataclass(part):
        return SimpleNamespace(**{field.name: tensors_of(getattr(part, field.name)) for field in fields(part)})
    return torch.from_numpy(part)


def convolve(flow: Any, by: Any) -> Any:
    return torch.nn.functional.conv2d(flow, by.weights, by.biases, padding=1)


def probabilities(board: chess.Board, answer: NDArray[np.float32]) -> dict[chess.Move, float]:
    """The softmax over legal moves."""
    moves = list(board.legal_moves)
    if not moves:
        return {}
    logits = answer[[index_of(board, move) for move in moves]].astype(np.float64)
    if not np.isfinite(logits).all():
        raise ValueError("the network's answers are not finite")
    shares = np.exp(logits - logits.max())
    return dict(zip(moves, (shares / shares.sum()).tolist(), strict=True))


def draw(policy: dict[chess.Move, float], temperature: float, random: Random) -> chess.Move:
    """Draw a move by its probability. A temperature below 1 makes likely moves likelier; 0 plays only the likeliest.

    Probabilities become whole numbers first, so that rounding errors of another machine change hardly any draw.
    """
    moves = sorted(policy, key=chess.Move.uci)
    likeliest = max(moves, key=policy.__getitem__)
    number = random.getrandbits(PARTS)
    if temperature == 0:
        return likeliest
    shares = {move: (policy[move] / policy[likeliest]) ** (1 / temperature) for move in moves}
    total = math.fsum(shares.values())
    parts = {move: round(share / total * 2**PARTS) for move, share in shares.items()}
    parts[likeliest] += 2**PARTS - sum(parts.values())
    for move in moves:
        number -= parts[move]
        if number < 0:
            return move
    raise AssertionError("parts do not add up")


# The engine.


class Engine:
    """An engine that answers lines of UCI."""

    def __init__(self, net: Maia, name: str, seed: int, temperature: float) -> None:
        self.net = net
        self.name = name
        self.seed = self.first_seed = seed
        self.temperature = temperature
        self.board: chess.Board | None = chess.Board()

    def answer(self, line: str) -> list[str]:
        """The answer to a line. ValueError if its option, position or move is wrong."""
        word, *words = line.split() or [""]
        if word == "uci":
            return [
                f"id name Maia {self.name}",
                "id author the authors of Maia (network) and of Oddsfish (program)",
                f"option name Seed type spin default {self.first_seed} min {NO_SEED} max {LARGEST_SEED}",
                "uciok",
            ]
        if word == "isready":
            return ["readyok"]
        if word == "ucinewgame":
            self.board = chess.Board()
        elif word == "setoption":
            self.set_option(words)
        elif word == "position":
            self.board = None  # a go without a position has no move
            self.board = board_of(words)
        elif word == "go":
            return [f"bestmove {self.move() or '(none)'}"]
        return []

    def set_option(self, words: list[str]) -> None:
        if len(words) != 4 or [words[0], words[1].lower(), words[2]] != ["name", "seed", "value"]:
            raise ValueError(f"no option that is known: {printable(' '.join(words))}")
        self.seed = seed_of(words[3])

    def move(self) -> str | None:
        """A move; None if there is none, or no position."""
        if self.board is None:
            return None
        (policy,) = self.net.policy([self.board])
        if not policy:
            return None
        if self.seed == NO_SEED:
            random: Random = SystemRandom()
        else:
            played = " ".join(move.uci() for move in self.board.move_stack)
            random = Random(f"{self.seed} {self.board.root().fen()} {played}")
        return draw(policy, self.temperature, random).uci()


def board_of(words: list[str]) -> chess.Board:
    """The board that the words behind `position` describe, with its moves."""
    given, moves = words, []
    if "moves" in words:
        place = words.index("moves")
        given, moves = words[:place], words[place + 1 :]
    if given == ["startpos"]:
        board = chess.Board()
    elif given[:1] == ["fen"]:
        board = chess.Board(" ".join(given[1:]))
    else:
        raise ValueError(f"no position: {printable(' '.join(words))}")
    if not board.is_valid():
        raise ValueError(f"no position that can be: {printable(board.fen(), 90)}")
    for text in moves:
        try:
            board.push_uci(text)
        except ValueError:
            raise ValueError(f"no legal move: {printable(text)}") from None
    return board


def seed_of(text: str) -> int:
    seed = whole_number(text)
    if seed is None or not NO_SEED <= seed <= LARGEST_SEED:
        raise ValueError(f"a seed is from {NO_SEED} to {LARGEST_SEED}, not {printable(text)}")
    return seed


def temperature_of(text: str) -> float:
    try:
        temperature = float(text)
    except ValueError:
        temperature = math.nan
    if not 0 <= temperature <= HOTTEST:
        raise ValueError(f"a temperature is from 0 to {HOTTEST}, not {printable(text)}")
    return temperature


def converse(engine: Engine, source: BinaryIO, sink: BinaryIO) -> None:
    """Answer lines until `quit`, or until there are no more. `go` has its answer at once, even `go infinite`."""
    while data := source.readline(LONGEST_LINE):
        line = data.decode(errors="replace").strip()
        if line == "quit":
            return
        try:
            answers = engine.answer(line)
        except ValueError as fault:
            print(f"maia: {explain(fault)}", file=sys.stderr, flush=True)
            answers = ["bestmove (none)"] if line.split()[0] == "go" else []
        if answers:
            sink.write("".join(f"{answer}\n" for answer in answers).encode())
            sink.flush()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path, metavar="FILE", help="a Maia network, such as maia-1500.pb.gz")
    parser.add_argument("--seed", default=str(NO_SEED), metavar="N", help="of the draws (default: none)")
    parser.add_argument(
        "--temperature",
        default="1",
        metavar="T",
        help="1: as often as people; 0: always the most likely move (default: %(default)s)",
    )
    arguments = parser.parse_args()
    try:
        seed, temperature = seed_of(arguments.seed), temperature_of(arguments.temperature)
        net = Maia(read(arguments.file))
        torch.set_num_threads(1)  # one position at a time gains little from more
        net.policy([chess.Board()])  # the first call is slow, and fails if the answers of the network are not finite
        name = arguments.file.name.removesuffix(".gz").removesuffix(".pb").removeprefix("maia-")
        converse(Engine(net, printable(name), seed, temperature), sys.stdin.buffer, sys.stdout.buffer)
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    except BrokenPipeError:  # nobody listens any more
        return 0
    except (ValueError, OSError, ImportError) as error:
        print(f"maia: {explain(error)}", file=sys.stderr)
        return EXIT_USAGE
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
