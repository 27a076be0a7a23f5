"""Tapered: equal for both colours and wings, a sum of weights times counts, and near 0 where nobody can win."""

from __future__ import annotations

import json
import random
from array import array
from collections.abc import Iterator
from pathlib import Path

import chess
import chess.syzygy
import pytest
from oddsfish.engine import ChessPosition, Limits, Session
from oddsfish.engine.games.chess.evaluations import Tapered
from oddsfish.engine.games.chess.evaluations.weights import LAYOUT, SHIPPED, read, write
from oddsfish.engine.games.chess.explain import explain
from oddsfish.engine.options import Options

NUMBER = sum(number for number, _ in LAYOUT.values())


def boards(seed: int, count: int) -> Iterator[chess.Board]:
    """Boards of random games, without castling and en passant, which a mirror does not keep."""
    chooser = random.Random(seed)
    for _ in range(count):
        board = chess.Board()
        for _ in range(chooser.randrange(150)):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(chooser.choice(moves))
        board.castling_rights = chess.BB_EMPTY
        board.ep_square = None
        if board.is_valid() or board.status() == chess.STATUS_VALID:
            yield board


def value(fen: str) -> float:
    position = ChessPosition(fen)
    options = Options()
    options.set("Evaluation", "Tapered")
    position.configure(options)
    found: float = position.value()
    return found


def test_mirrored_positions_are_worth_the_same() -> None:
    for board in boards(0, 100):
        worth = value(board.fen())
        assert value(board.mirror().fen()) == -worth
        assert value(board.transform(chess.flip_horizontal).fen()) == worth


def test_it_is_weights_times_counts() -> None:
    weights = read()
    for board in boards(9, 60):
        counts = array("h", bytes(2 * NUMBER))
        middlegame, endgame, rest = explain(Tapered(), ChessPosition(board.fen()), counts)
        told = sum(
            number * (middlegame * weight[0] + endgame * weight[1])
            for number, weight in zip(counts, weights, strict=True)
        )
        assert value(board.fen()) == pytest.approx(told + rest, abs=2)


def test_every_weight_counts_somewhere() -> None:
    """At least one weight of each part of the layout counts in some position."""
    met: set[int] = set()
    for board in boards(4, 150):
        counts = array("h", bytes(2 * NUMBER))
        explain(Tapered(), ChessPosition(board.fen()), counts)
        met.update(place for place, number in enumerate(counts) if number)
    place = 0
    for name, (number, _) in LAYOUT.items():
        assert met.intersection(range(place, place + number)), name
        place += number


def test_room_of_another_size_is_refused() -> None:
    for size in (0, NUMBER - 1, NUMBER + 1):
        with pytest.raises(ValueError, match=f"there are {NUMBER} weights, and room for {size}"):
            explain(Tapered(), ChessPosition(), array("h", bytes(2 * size)))


@pytest.mark.parametrize("room", [b"12", memoryview(b"12"), array("i", [1]), None, 7, [0] * NUMBER])
def test_what_is_no_room_is_refused(room: object) -> None:
    with pytest.raises(TypeError):
        explain(Tapered(), ChessPosition(), room)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "fen",
    [
        "4k3/8/8/8/8/8/8/B3K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/N3K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/NN2K3 w - - 0 1",
        "k7/8/8/8/P7/8/8/2B1K3 w - - 0 1",  # the bishop does not command a8
    ],
)
def test_what_cannot_be_won_is_worth_little(fen: str) -> None:
    assert abs(value(fen)) < 60
    assert value(chess.Board(fen).mirror().fen()) == -value(fen)


def test_what_can_be_won_is_worth_much() -> None:
    assert value("k7/8/8/8/P7/8/8/4KB2 w - - 0 1") > 200  # the bishop commands a8
    assert value("4k3/8/8/8/8/8/8/R3K3 w - - 0 1") > 400


def test_weights_are_written_as_they_are_read(tmp_path: Path) -> None:
    file = tmp_path / "weights.json"
    write(read(), file)
    assert read(file) == read()
    assert file.read_text() == SHIPPED.read_text()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda found: found.pop("space"), "do not fit: space"),
        (lambda found: found.update(more=[]), "do not fit: more"),
        (lambda found: found["pawns"].pop(), "pawns has 32 pairs of numbers"),
        (lambda found: found["tempo"].__setitem__(0, [1]), "tempo has 1 pairs"),
        (lambda found: found["tempo"].__setitem__(0, [1, 2.5]), "tempo has 1 pairs"),
        (lambda found: found["tempo"].__setitem__(0, [1, True]), "tempo has 1 pairs"),
        (lambda found: found["tempo"].__setitem__(0, [8001, 0]), "tempo has 1 pairs"),
        (lambda found: found.update(format="weights 9"), "is no file of weights"),
    ],
)
def test_weights_that_do_not_fit_are_refused(tmp_path: Path, change: object, message: str) -> None:
    found = json.loads(SHIPPED.read_text())
    assert callable(change)
    change(found)
    file = tmp_path / "weights.json"
    file.write_text(json.dumps(found))
    with pytest.raises(ValueError, match=message):
        Tapered(file)


@pytest.mark.parametrize("text", ["", "{", "[]", "7", "\x00", "[" * 100_000])
def test_what_is_no_file_of_weights_is_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "weights.json"
    file.write_text(text)
    with pytest.raises(ValueError, match="is no file of weights"):
        read(file)


def other_weights(path: Path) -> str:
    """Write a file of weights that give the side to move two pawns more; return its path."""
    weights = [(middlegame + 200, endgame + 200) for middlegame, endgame in read()[-1:]]
    write([*read()[:-1], *weights], path)
    return str(path)


def test_weights_are_those_of_the_file_when_it_was_named(tmp_path: Path) -> None:
    session = Session(ChessPosition())
    session.set_option("Evaluation", "Tapered")
    shipped = session.search(Limits(depth=1)).score.centi
    file = tmp_path / "weights.json"
    session.set_option("Weights", other_weights(file))
    file.unlink()
    assert session.search(Limits(depth=1)).score.centi == shipped - 200  # at the leaves the other side is to move
    session.set_option("Weights", "<empty>")
    assert session.search(Limits(depth=1)).score.centi == shipped


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("none", None, "cannot be read: No such file"),
        ("empty", "", "is no file of weights: it is not JSON"),
        ("cut", SHIPPED.read_text()[:2000], "is no file of weights: it is not JSON"),
        ("other", "[1, 2]", "is no file of weights: it does not begin with the format"),
        ("", None, "a directory, not a regular file"),
        ("null", "/dev/null", "a device, not a regular file"),
        ("zero", "/dev/zero", "a device, not a regular file"),
    ],
)
def test_a_bad_file_of_weights_changes_nothing(tmp_path: Path, name: str, content: str | None, reason: str) -> None:
    session = Session(ChessPosition())
    session.set_option("Evaluation", "Tapered")
    session.set_option("Weights", other_weights(tmp_path / "weights.json"))
    before = session.search(Limits(depth=1)).score
    file = tmp_path / name
    if content is not None and content.startswith("/dev"):
        file.symlink_to(content)
    elif content is not None:
        file.write_text(content)
    with pytest.raises(ValueError, match=reason):
        session.set_option("Weights", str(file))
    assert session.search(Limits(depth=1)).score == before


def tables() -> chess.syzygy.Tablebase:
    return chess.syzygy.open_tablebase(str(Path(__file__).parents[1] / "syzygy"))


def placed(chooser: random.Random, *pieces: str) -> chess.Board:
    """A legal position of kings and these pieces, pawns on ranks 2 to 7."""
    while True:
        board = chess.Board(None)
        board.turn = chooser.random() < 0.5
        for symbol, square in zip(("K", "k", *pieces), chooser.sample(chess.SQUARES, 2 + len(pieces)), strict=True):
            board.set_piece_at(square, chess.Piece.from_symbol(symbol))
        if board.is_valid():
            return board


@pytest.mark.parametrize("pawn", "Pp")
def test_king_and_pawn_against_king_is_won_where_it_is(pawn: str) -> None:
    chooser = random.Random(5)
    with tables() as known:
        for _ in range(1500):
            board = placed(chooser, pawn)
            wdl = known.probe_wdl(board)
            if board.is_game_over() or abs(wdl) == 1:
                continue
            found = value(board.fen()) if board.turn else -value(board.fen())
            assert (wdl > 0) - (wdl < 0) == (found > 0) - (found < 0), board.fen()


@pytest.mark.parametrize(
    "fen",
    [
        "k7/8/P7/K7/8/8/8/8 w - - 0 1",
        "1k6/8/P7/PK6/P7/8/8/8 w - - 0 1",
        "8/8/8/p7/p7/3k4/8/1K6 b - - 0 1",
        "7k/8/6BP/6K1/7P/8/8/8 w - - 0 1",
        "8/8/8/8/2b5/pk6/8/K7 b - - 0 1",
    ],
)
def test_rook_pawns_that_cannot_win_are_worth_nothing(fen: str) -> None:
    assert value(fen) == 0
    assert value(chess.Board(fen).mirror().fen()) == 0


@pytest.mark.parametrize("fen", ["6k1/8/5B1P/6K1/8/8/8/8 w - - 0 1", "8/8/8/1k6/p7/p7/3K4/8 b - - 0 1"])
def test_rook_pawns_that_win_are_worth_something(fen: str) -> None:
    assert value(fen) != 0


def test_weights_of_one_session_are_not_those_of_another(tmp_path: Path) -> None:
    file = tmp_path / "weights.json"
    first, second = Session(ChessPosition()), Session(ChessPosition())
    for session in (first, second):
        session.set_option("Evaluation", "Tapered")
    first.set_option("Weights", other_weights(file))
    before = first.search(Limits(depth=1)).score
    file.write_text(SHIPPED.read_text())
    second.set_option("Weights", str(file))
    assert second.search(Limits(depth=1)).score != before
    first.set_option("Clear Hash", "")
    assert first.search(Limits(depth=1)).score == before
