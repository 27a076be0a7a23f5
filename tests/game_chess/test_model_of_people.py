"""The model of people: its inputs and its weights of moves, against plain Python; its files; Expectimax against it."""

from __future__ import annotations

import time
from array import array
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from math import fsum
from pathlib import Path
from random import Random
from typing import NamedTuple

import chess
import pytest
from engine_process import EngineProcess
from oddsfish.engine import ChessPosition, Limits, Session, analyse, plain
from oddsfish.engine.games.chess.human import reference, weights
from oddsfish.engine.games.chess.human.model import HumanModel
from oddsfish.engine.games.chess.human.reference import MOVE_GROUPS, POSITION_GROUPS, Context, Input
from oddsfish.engine.games.chess.human.seen import SeenInputs, ShallowSearch
from oddsfish.engine.games.chess.human.sizes import MOST_HIDDEN, MOST_SCALE, MOST_TOWER, OF_MOVE, OF_POSITION
from oddsfish.engine.games.chess.human.weights import Weights
from oddsfish.engine.games.chess.library import from_board
from oddsfish.engine.options import Options, Value

ELOS = (800, 1500, 2400, 1601, 1333)
ROOM = 100  # numbers in a row, more than any row needs
QUICK = (0, 1, 6, 7, 14, 16, 20)  # seeds of games whose positions the reference judges quickly
EMPTY = 0xFFFF  # fills up a row


class Played(NamedTuple):
    """Moves from a position. The tests use the board after each move, from number `begin` on; 0 is the position."""

    fen: str
    moves: str = ""
    chess960: bool = False
    begin: int = 0


PLAYED = {
    "back and forth": Played(chess.STARTING_FEN, "g1f3 g8f6 f3g1", begin=3),
    "a repeat, the second time": Played(
        "8/8/8/5k2/8/8/1K5p/8 b - - 9 90", "f5e5 b2c2 e5f5 c2b2 f5e5 b2c2 e5f5", begin=6
    ),
    "castling": Played("r3k2r/p6p/8/8/8/8/P6P/R3K2R w KQkq - 0 1", "e1g1 e8c8"),
    "one right, and Black to move": Played("r3k2r/8/8/8/8/8/8/R3K2R b Kq - 3 9", "e8c8"),
    "the king stays": Played("1r4k1/8/8/8/8/8/P7/6KR w K - 0 1", "g1h1 b8b2", True),
    "king and rook change places": Played("1r5k/8/8/8/8/8/P7/5KR1 w K - 0 1", "f1g1 b8b2", True),
    "the rook goes where the king was": Played("2k5/1r6/8/8/8/8/8/5K1R w K - 0 1", "f1h1 b7b1 g1h2", True),
    "the king goes where the rook was": Played("rk6/8/8/8/8/8/7P/R2K4 b a - 0 1", "b8a8 d1c2 c8b7", True),
    "the inner of two rooks": Played("1k6/p7/8/8/8/8/8/4KR1R w F - 0 1", "e1f1", True),
    "en passant": Played("4k3/3p4/8/2P1P3/6p1/8/7P/4K3 b - - 0 1", "d7d5 e5d6 e8d8 h2h4 g4h3"),
    "en passant, named by the FEN": Played("8/8/8/k2pP2R/8/8/8/4K3 w - d6 0 2"),
    "promotions": Played("1n2k3/P7/8/8/8/8/6pp/4K2R b - - 0 1", "g2h1n a7b8q e8d7", begin=1),
    "mate and stalemate": Played("7k/8/6K1/8/8/8/5Q2/8 w - - 0 1"),
    "mate by a minor piece": Played("6bk/6pp/8/6N1/8/8/8/K5R1 w - - 0 1"),
    "a discovered check": Played("4k3/8/3p4/8/4N3/8/8/4RK2 w - - 0 1"),
    "a double check": Played("4k3/8/8/b7/1n6/8/2PP4/2R1K3 b - - 0 1", "b4c2"),
    "all moves lose": Played("7k/8/8/8/8/5q2/8/6K1 w - - 0 1", "g1h2"),
    "the clock": Played("8/8/4k3/8/8/3R4/3K3p/8 w - - 98 90", "d2c2", begin=0),
    "two gains of a knight": Played("r3k2q/8/8/3N4/8/8/6P1/4K3 w - - 0 1"),
    "a king may not take": Played("4k3/4p3/8/6B1/8/8/4R3/4K3 w - - 0 1"),
    "a rook and a king take": Played("4k3/4r3/8/8/8/8/4R3/4K3 w - - 0 1", "e2e7 e8e7", begin=1),
    "a bishop for a knight": Played("4k3/3p4/4n3/8/2B5/8/8/4K3 w - - 0 1"),
    "a bishop takes": Played("4kb2/8/3n4/8/5B2/8/8/4K3 w - - 0 1", "f4d6 f8d6", begin=1),
    "minor pieces and a few pawns": Played("2n1kb2/pp4pp/2n2b2/8/8/8/PP4PP/2NBKNB1 w - - 0 1"),
    "without rooks and queens": Played("1nb1kbn1/pppppppp/8/8/8/8/PPPPPPPP/1NB1KBN1 w - - 0 1"),
    "without queens and two rooks": Played("rnb1kbn1/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBN1 w - - 0 1"),
    "through one another": Played("3rk3/3r4/8/3p4/8/8/3RK3/3Q4 w - - 0 1"),
}


def random_weights(seed: int = 1, hidden: int = 16, tower: int = 16, least: int = 500, most: int = 2500) -> Weights:
    """Random weights with which every input matters, and few moves are so unlikely that they get the weight 1.

    least, most: the limits of the scales.
    """
    random = Random(seed)
    counts = dict(zip(weights.ARRAYS, weights.sizes(hidden, tower), strict=True))

    def numbers(name: str, least: int, most: int) -> array[int]:
        return array(weights.ARRAYS[name], [random.randint(least, most) for _ in range(counts[name])])

    return Weights(
        hidden=hidden,
        tower=tower,
        about="drawn at random",
        version="0",
        position=numbers("position", -128, 127),
        moves=numbers("moves", -128, 127),
        position_scales=numbers("position_scales", least, most),
        move_scales=numbers("move_scales", least, most),
        biases=numbers("biases", -200, 400),
        out=numbers("out", -300, 300),
        mid=numbers("mid", -150, 150),
        mid_biases=numbers("mid_biases", -100, 100),
    )


WEIGHTS = random_weights()


def wander(board: chess.Board, plies: int, random: Random) -> chess.Board:
    """Play random moves, often rare ones or moves back; return the board."""
    for _ in range(plies):
        if board.is_game_over():
            break
        moves = list(board.legal_moves)
        rare = [move for move in moves if move.promotion or board.is_castling(move) or board.is_en_passant(move)]
        if len(board.move_stack) > 1:
            own = board.move_stack[-2]
            rare += [move for move in moves if (move.from_square, move.to_square) == (own.to_square, own.from_square)]
        board.push(random.choice(rare if rare and random.random() < 0.4 else moves))
    return board


def scattered(random: Random) -> chess.Board:
    """A few pieces anywhere."""
    while True:
        board = chess.Board(None)
        squares = random.sample(chess.SQUARES, random.randint(4, 9))
        for square, letter in zip(
            squares, ["K", "k", *random.sample("Pp", 2), *random.choices("PPppNBRQnbrq", k=5)], strict=False
        ):
            if letter not in "Pp" or chess.square_rank(square) not in (0, 7):
                board.set_piece_at(square, chess.Piece.from_symbol(letter))
        board.turn = random.random() < 0.5
        board.halfmove_clock = random.choice((0, 0, 0, 7, 98))
        if board.is_valid():
            return board


def replay(played: Played) -> Iterator[chess.Board]:
    board = chess.Board(played.fen, chess960=played.chess960)
    for number, move in enumerate(("", *played.moves.split())):
        if move:
            board.push_uci(move)
        if number >= played.begin:
            yield board.copy()


def wandering(games: Iterable[int], endings: int) -> Iterator[chess.Board]:
    """Boards with their history: of games with these seeds, of Chess960 if the seed is odd; and of so many endings."""
    for seed in games:
        random = Random(seed)
        start = chess.Board.from_chess960_pos(random.randrange(960)) if seed % 2 else chess.Board()
        yield wander(start, random.randrange(70), random)
    random = Random(endings)
    for _ in range(endings):
        yield wander(scattered(random), random.randrange(8), random)


class Known(NamedTuple):
    """What the reference sees of a board."""

    board: chess.Board
    context: Context


@lru_cache(1)
def known() -> list[Known]:
    """The boards of all tests as the reference sees them: only once, as that takes long."""
    boards = [board for played in PLAYED.values() for board in replay(played)]
    return [Known(board, reference.see(board)) for board in (*boards, *wandering(QUICK, 33)) if any(board.legal_moves)]


def by_move(board: chess.Board, model: HumanModel) -> dict[str, int]:
    """The weight that a model gives to each move, by the text of the move."""
    position = from_board(board)
    return dict(zip(map(position.notation, position.moves()), model.weights(position), strict=True))


def by_reference(each: Known, elo: int, of: Weights) -> dict[str, int]:
    return {move.uci(): weight for move, weight in reference.weigh(each.board, elo, of, each.context).items()}


def named(row: bytes, groups: dict[str, int]) -> frozenset[Input]:
    """The inputs whose numbers are in a row."""
    names = [(group, number) for group, count in groups.items() for number in range(count)]
    numbers = [number for number in memoryview(row).cast("H") if number != EMPTY]
    assert len(numbers) == len(set(numbers))
    return frozenset(names[number] for number in numbers)


def compiled_sight(board: chess.Board, searching: bool = True) -> tuple[frozenset[Input], dict[str, frozenset[Input]]]:
    """The inputs of a board, and of each of its moves, by SeenInputs."""
    position = from_board(board)
    of_position, of_moves = SeenInputs(position, searching).rows(position, ROOM, ROOM)
    rows = [of_moves[begin : begin + 2 * ROOM] for begin in range(0, len(of_moves), 2 * ROOM)]
    moves = {position.notation(move): named(row, MOVE_GROUPS) for move, row in zip(position.moves(), rows, strict=True)}
    return named(of_position, POSITION_GROUPS), moves


def check_sight(each: Known) -> None:
    of_position, of_moves = compiled_sight(each.board)
    told = each.board.root().fen(), [move.uci() for move in each.board.move_stack]
    assert of_position == each.context.position, told
    assert of_moves == {move.uci(): found for move, found in each.context.moves.items()}, told


def missing(groups: dict[str, int], met: Iterable[Iterable[Input]]) -> set[Input]:
    """The inputs of small groups that were never on; and the groups that were never on, with their sizes."""
    found = {one for each in met for one in each}
    missed = {(group, number) for group, count in groups.items() if count < 18 for number in range(count)} - found
    return missed | {(group, count) for group, count in groups.items() if group not in {name for name, _ in found}}


def test_every_group_of_inputs_is_met() -> None:
    """Otherwise the tests below would not compare all groups."""
    assert sum(POSITION_GROUPS.values()) == OF_POSITION
    assert sum(MOVE_GROUPS.values()) == OF_MOVE
    assert missing(POSITION_GROUPS, (each.context.position for each in known())) == set()
    of_moves = (inputs for each in known() for inputs in each.context.moves.values())
    assert missing(MOVE_GROUPS, of_moves) == {("near from", 0), ("near king", 0)}  # where a piece of theirs stands


def test_inputs_are_those_of_the_reference() -> None:
    for each in known():
        check_sight(each)


@pytest.mark.parametrize("elo", ELOS)
def test_weights_are_those_of_the_reference(elo: int) -> None:
    model = HumanModel(elo, WEIGHTS)
    unlikely = moves = 0
    for each in known():
        found = by_move(each.board, model)
        assert found == by_reference(each, elo, WEIGHTS), each.board.fen()
        assert max(found.values()) == 2**30
        unlikely += list(found.values()).count(1)
        moves += len(found)
    assert unlikely < moves / 8  # otherwise little would have been compared


@pytest.mark.parametrize(("hidden", "tower"), [(MOST_HIDDEN, MOST_TOWER), (32, 16), (16, 32)])
def test_models_of_every_size_and_of_the_largest_numbers(hidden: int, tower: int) -> None:
    largest = random_weights(2, hidden, tower, MOST_SCALE, MOST_SCALE)
    word = array("h", [2**15 - 1])
    for of in (
        random_weights(3, hidden, tower),
        largest,
        replace(largest, out=word * hidden, biases=word * hidden, mid=word * tower**2, mid_biases=word * tower),
    ):
        for elo in (800, 2400):
            for each in known()[::30]:
                assert by_move(each.board, HumanModel(elo, of)) == by_reference(each, elo, of)


def turned(text: str) -> str:
    """A move on the mirrored board."""
    move = chess.Move.from_uci(text)
    start, target = chess.square_mirror(move.from_square), chess.square_mirror(move.to_square)
    return chess.Move(start, target, move.promotion).uci()


def test_colours_do_not_matter() -> None:
    """Boards have no history here, as mirrored boards have none.

    Boards with two queens of one side are left out: which of them takes first in an exchange depends on their squares.
    """
    model = HumanModel(1500, WEIGHTS)
    seen = 0
    for each in known():
        board = each.board.copy(stack=False)
        if any(len(board.pieces(chess.QUEEN, colour)) > 1 for colour in chess.COLORS):
            continue
        mirrored = {turned(move): weight for move, weight in by_move(board, model).items()}
        assert by_move(board.mirror(), model) == mirrored, board.fen()
        seen += 1
    assert seen > 50


def test_the_order_of_moves_does_not_matter() -> None:
    model = HumanModel(1500, WEIGHTS)
    for each in known():
        position = from_board(each.board)
        position.configure({**Options(), "MoveOrder": "python-chess"})
        moves = map(position.notation, position.moves())
        assert dict(zip(moves, model.weights(position), strict=True)) == by_move(each.board, model), each.board.fen()


def test_probabilities_add_up_to_one() -> None:
    model = HumanModel(1500, WEIGHTS)
    for each in known():
        found = model.weights(from_board(each.board))
        assert all(1 <= weight <= 2**30 for weight in found)
        assert fsum(weight / sum(found) for weight in found) == pytest.approx(1, abs=1e-12)


def test_a_position_stays_as_it_was() -> None:
    """The weights of a position do not depend on the positions that the model has seen before."""
    model = HumanModel(1700, WEIGHTS)
    random = Random(5)
    for each in known()[::4]:
        position = from_board(each.board)
        before, text, key = model.weights(position), position.fen(), position.zobrist
        for _ in range(3):
            if moves := list(position.moves()):
                position.play(random.choice(moves))
                model.weights(position)
        while position.fen() != text:
            position.undo()
        assert model.weights(position) == before
        assert (position.fen(), position.zobrist) == (text, key)
        assert HumanModel(1700, WEIGHTS).weights(position.clone()) == before


def test_the_moves_that_have_led_here_count() -> None:
    board = chess.Board()
    for move in ("e2e4", "d7d5", "e4d5"):
        board.push_uci(move)
    model = HumanModel(1500, WEIGHTS)
    assert by_move(board, model) != by_move(board.copy(stack=False), model)


@pytest.mark.parametrize(
    "fen",
    [
        "rnbqkbnr/qqqqqqqq/8/8/8/8/QQQQQQQQ/RNBQKBNR w KQkq - 0 1",
        "1nqqqqqk/qqqqqqqq/8/8/8/8/QQQQQQQQ/KQQQQQN1 b - - 0 1",
        "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",  # 218 moves
        "k7/8/8/8/8/8/8/K7 w - - 0 1",
        "4k3/8/8/8/8/8/4P3/4K3 b - - 9999 9999",
    ],
)
def test_as_many_pieces_and_moves_as_there_can_be(fen: str, tmp_path: Path) -> None:
    """And as few. Inputs that need a search are left out: with so many queens it would take for ever.

    A search that uses the model still ends in time.
    """
    board = chess.Board(fen)
    of_position, of_moves = compiled_sight(board, searching=False)
    assert of_position == frozenset(reference.see_position(board))
    assert of_moves == {move.uci(): frozenset(reference.see_move(board, move)) for move in board.legal_moves}
    weights.write(WEIGHTS, tmp_path / "a.people")
    options: dict[str, Value] = {"Opponent": "human", "OpponentFile": str(tmp_path / "a.people")}
    began = time.monotonic()
    result = analyse(board, "Expectimax", Limits(movetime=50), options)
    assert result.move is not None and result.move in board.legal_moves
    assert time.monotonic() - began < 5


def test_without_moves_there_are_no_weights() -> None:
    for fen in ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"):
        assert HumanModel(1500, WEIGHTS).weights(ChessPosition(fen)) == []
        assert reference.weigh(chess.Board(fen), 1500, WEIGHTS) == {}


@pytest.mark.parametrize("kind", [HumanModel, SeenInputs, ShallowSearch])
def test_none_is_made_without_what_it_needs(kind: type[object]) -> None:
    """Its methods rely on these arguments."""
    with pytest.raises(TypeError, match="argument"):
        kind.__new__(kind)


def test_the_reference_refuses_boards_that_chess_does_not_know() -> None:
    with pytest.raises(ValueError, match="each side needs a king"):
        reference.see(chess.Board("8/8/8/8/8/8/4P3/4K3 w - - 0 1"))
    with pytest.raises(ValueError, match="there is no piece on e4"):
        reference.danger(chess.Board(), chess.E4)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_weights_of_many_games_are_those_of_the_reference(seed: int) -> None:
    for board in wandering(range(100 * seed, 100 * seed + 20), 60 + seed):
        if not any(board.legal_moves):
            continue
        each = Known(board, reference.see(board))
        check_sight(each)
        for elo in ELOS:
            assert by_move(board, HumanModel(elo, WEIGHTS)) == by_reference(each, elo, WEIGHTS), board.fen()


# Files.


def damaged(data: bytes) -> Iterator[bytes]:
    """Damaged files of a model, and other files."""
    yield b""
    yield from (data[:end] for end in (*range(1, 400, 7), *range(400, len(data), 9973), len(data) - 1))
    yield from (data + more for more in (b"\0", b"\n", bytes(1000), data))
    yield data[1:]
    yield data.replace(b"OFPEOPLE 1", b"OFPEOPLE 2", 1)
    yield data.replace(b'{"', b'{"hidden": 16, "', 1)
    yield data.replace(b'"hidden": 16', b'"hidden": 16.0', 1)
    yield data.replace(b'"hidden": 16', b'"hidden": true', 1)
    yield data.replace(b'"hidden": 16', b'"hidden": -16', 1)
    yield data.replace(b'"hidden": 16', b'"hidden": 1' + 5000 * b"0", 1)
    yield data.replace(b'"version": "0"', b'"version": 0', 1)
    yield data.replace(b'"about"', b'"above"', 1)
    yield b"OFPEOPLE 1\n" + 20_000 * b"[" + b"\n"
    yield b"OFPEOPLE 1\nnull\n"
    yield b"# not a model of people\n" * 1000
    yield (Path(reference.__file__).parents[1] / "network.bin").read_bytes()
    yield bytes((2 << 20) + 1)


def test_a_file_comes_back(tmp_path: Path) -> None:
    path = tmp_path / "a.people"
    for of in (
        WEIGHTS,
        random_weights(2, MOST_HIDDEN, MOST_TOWER),
        replace(WEIGHTS, about='Zoë\n"s', version="\u2003"),
    ):
        weights.write(of, path)
        found = weights.read(path)
        for name in ("hidden", "tower", "about", "version", "checksum", *weights.ARRAYS):
            assert getattr(found, name) == getattr(of, name), name
        position = ChessPosition()
        assert HumanModel(1500, found).weights(position) == HumanModel(1500, of).weights(position)


def test_damage_is_refused_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "a.people"
    weights.write(WEIGHTS, path)
    data = path.read_bytes()
    for broken in damaged(data):
        path.write_bytes(broken)
        with pytest.raises(ValueError, match=r"^[^\n]+ is no model of people: [^\n]+$"):
            weights.read(path)
    random = Random(1)
    for place in (*range(300), *random.sample(range(300, len(data)), 60)):
        for bit in (0, 7, random.randrange(8)):
            spoilt = bytearray(data)
            spoilt[place] ^= 1 << bit
            try:
                found = weights.parse(bytes(spoilt))
            except ValueError as fault:
                assert "\n" not in str(fault)
                assert str(fault)
            else:
                assert found.checksum == WEIGHTS.checksum  # the change is in the texts about the model
                assert found.payload() == WEIGHTS.payload()
    for missing in (tmp_path / "none", tmp_path / "a.people" / "none"):
        with pytest.raises(OSError, match="none"):
            weights.read(missing)
    with pytest.raises(ValueError, match="a directory, not a regular file"):
        weights.read(tmp_path)


def test_weights_that_make_no_sense_are_refused() -> None:
    for changes in (
        {"hidden": 17},
        {"hidden": 0},
        {"hidden": 32},
        {"hidden": MOST_HIDDEN + 16},
        {"tower": MOST_TOWER + 16},
        {"tower": 0},
        {"moves": WEIGHTS.moves[1:]},
        {"out": WEIGHTS.out + WEIGHTS.out},
        {"move_scales": array("i", [MOST_SCALE + 1]) + WEIGHTS.move_scales[1:]},
        {"position_scales": array("i", [-1]) + WEIGHTS.position_scales[1:]},
    ):
        with pytest.raises(ValueError, match=r"^[^\n]+$"):
            replace(WEIGHTS, **changes)


def test_what_pretends_to_be_weights_is_refused() -> None:
    """Sizes are checked only once; a subclass might evade the check."""

    class Bytes(array):  # type: ignore[type-arg]
        def tobytes(self) -> bytes:
            return b""

    class Pretended(Weights):
        def check(self) -> None:
            pass

    with pytest.raises(ValueError, match="out is an array of kind 'h'"):
        replace(WEIGHTS, out=Bytes("h", WEIGHTS.out))
    fields = {name: getattr(WEIGHTS, name) for name in WEIGHTS.__dataclass_fields__ if name != "checksum"}
    with pytest.raises(TypeError, match="a model of people has Weights, not Pretended"):
        HumanModel(1500, Pretended(**{**fields, "out": array("h")}))


def test_the_engine_refuses_what_is_no_file_and_goes_on_with_what_it_had(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.people", tmp_path / "bad.people"
    weights.write(WEIGHTS, good)
    data = good.read_bytes()
    session = Session(ChessPosition("8/8/4k3/8/8/4P3/4K3/8 w - - 0 1"))
    for name, value in (("Search", "Expectimax"), ("Opponent", "human"), ("OpponentFile", str(good))):
        session.set_option(name, value)
    before = session.search(Limits(depth=2)).score
    with EngineProcess() as engine:
        engine.send("setoption name Search value Expectimax", "setoption name Opponent value human")
        engine.send(f"setoption name OpponentFile value {good}", "position fen 8/8/4k3/8/8/4P3/4K3/8 w - - 0 1")
        wanted = [line for line in engine.go("go depth 2") if " score " in line][-1].split(" score ")[1].split()[:2]
        for broken, reason in (
            (b"", "does not begin as one"),
            (data[:100], "header is not whole"),
            (data[:-1], "cut short"),
            (data + b"\0", "something follows it"),
            (data[:-1] + bytes([data[-1] ^ 1]), "checksum"),
            (data.replace(b"OFPEOPLE 1", b"OFPEOPLE 2"), "another version"),
        ):
            bad.write_bytes(broken)
            with pytest.raises(ValueError, match=reason):
                session.set_option("OpponentFile", str(bad))
            engine.send(f"setoption name OpponentFile value {bad}")
            (line,) = engine.settle()
            assert line.startswith("info string error: ") and reason in line
        for path in (tmp_path / "none", tmp_path):
            engine.send(f"setoption name OpponentFile value {path}")
            (line,) = engine.settle()
            assert line.startswith("info string error: ")
        good.unlink()  # the model is in memory
        lines = engine.go("go depth 2")
        assert [line for line in lines if " score " in line][-1].split(" score ")[1].split()[:2] == wanted
    assert session.options["OpponentFile"] == str(good)
    assert session.search(Limits(depth=2)).score == before


# Searches.


@pytest.mark.parametrize(
    ("fen", "moves", "depth"),
    [
        ("8/8/4k3/8/2p5/8/1P2K3/8 w - - 0 1", "b2b4", 3),  # en passant
        ("8/8/4k3/8/2p5/8/1P2K3/8 w - - 4 1", "e2e3 e6e5", 3),
        ("6k1/5p2/8/8/8/8/5P2/R5K1 w - - 0 1", "", 2),
        ("1k6/1P6/8/8/8/8/5p2/1K6 b - - 95 80", "", 3),
        ("4k3/8/8/3n4/8/8/4P3/R3K3 b Q - 0 1", "d5c3", 2),
    ],
)
def test_expectimax_against_people_is_that_of_plain_python(fen: str, moves: str, depth: int, tmp_path: Path) -> None:
    weights.write(WEIGHTS, tmp_path / "a.people")
    board = chess.Board(fen)
    for move in moves.split():
        board.push_uci(move)
    sign = 1 if board.turn else -1
    seen: dict[tuple[str, ...], dict[chess.Move, int]] = {}

    def weigh(game: plain.Game, found: list[chess.Move]) -> list[float]:
        assert isinstance(game, plain.ChessGame)
        path = tuple(move.uci() for move in game.board.move_stack)
        if path not in seen:
            seen[path] = dict(zip(found, human(game, found), strict=True))  # type: ignore[arg-type]
        return [seen[path][move] for move in found]

    human = reference.human(1500, WEIGHTS)
    for plies in range(1, depth + 1):
        oracle = plain.Expectimax(weigh=weigh)  # type: ignore[arg-type]
        wanted = {
            move.uci(): sign * value for move, value in oracle.root(plain.ChessGame(board, reference.simplified), plies)
        }
        for star, table in (("off", True), ("off", False), ("Star2", True), ("Star1", False), ("Auto", True)):
            options: dict[str, Value] = {
                "Evaluation": "Simplified",
                "Opponent": "human",
                "OpponentElo": 1500,
                "OpponentFile": str(tmp_path / "a.people"),
                "Star": star,
                "Table": table,
                "MultiPV": 256,
            }
            result = analyse(from_board(board), "Expectimax", Limits(depth=plies), options)
            found = {line.move: line.score.value for line in result.lines}
            assert found == pytest.approx(wanted, rel=1e-11, abs=1e-11), (star, table, plies)
