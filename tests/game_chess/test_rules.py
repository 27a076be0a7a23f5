"""The rules of chess against python-chess: random games played in both, which must agree after every move."""

import random
from collections import Counter
from collections.abc import Callable

import chess
import pytest
from oddsfish.engine.games.chess.position import ChessPosition
from oddsfish.engine.options import Options
from oddsfish.engine.position import Win

Choice = Callable[[chess.Board, random.Random], chess.Move]

# Few pieces, so that games end in every way there is, with clocks near 50 and 75 moves; and pawns that pass each other
# before kings and rooks, so that en passant meets pins.
ENDGAMES = (
    "8/1p1p1p2/8/K1P1P1Pr/1Rp1p1pk/8/1P1P1P2/8 w - - 0 1",
    "8/2p1p3/8/K2P3r/R2p3k/8/2P1P3/8 b - - 0 1",
    "8/8/4k3/8/2p5/8/1P1K4/8 w - - 0 1",
    "8/3k4/8/8/8/3K4/5R2/8 w - - 90 80",
    "8/8/8/3k4/8/8/1QK5/8 b - - 130 99",
    "4k3/8/8/8/8/8/8/4K2R w K - 140 100",
    "8/p6k/8/8/8/8/P6K/8 w - - 20 60",
    "8/5k2/8/2b5/8/4N3/1K6/8 w - - 0 70",
)


def library_order() -> Options:
    options = Options()
    options.set("MoveOrder", "python-chess")
    return options


def termination(board: chess.Board) -> str | None:
    outcome = board.outcome()
    return outcome.termination.name.lower() if outcome else None


def ending(board: chess.Board) -> Win | float | None:
    """How a search sees the end of a game: it draws at the third occurrence and at a clock of 100."""
    if board.is_checkmate():
        return Win(1 if board.turn == chess.WHITE else 0)
    drawn = board.is_stalemate() or board.is_insufficient_material() or board.is_repetition(3)
    return 0.0 if drawn or board.is_fifty_moves() else None


def compare(board: chess.Board, position: ChessPosition, ordered: bool) -> None:
    legal = [move.uci() for move in board.legal_moves]
    names = [position.notation(move) for move in position.moves()]
    fen = board.fen()
    assert (names if ordered else sorted(names)) == (legal if ordered else sorted(legal)), fen
    assert position.count_sequences(1) == len(legal), fen
    assert position.fen() == fen
    assert position.player() == (0 if board.turn == chess.WHITE else 1), fen
    assert position.checking() == [chess.square_name(square) for square in board.checkers()], fen
    assert position.outcome() == termination(board), fen
    assert position.ending() == ending(board), fen
    assert position.zobrist == ChessPosition(fen, position.chess960).zobrist, fen


def anything(board: chess.Board, rng: random.Random) -> chess.Move:
    return rng.choice(list(board.legal_moves))


def back_and_forth(board: chess.Board, rng: random.Random) -> chess.Move:
    """Mostly undo what was just done, so that positions repeat."""
    if len(board.move_stack) >= 2 and rng.random() < 0.8:
        last = board.move_stack[-2]
        reverse = chess.Move(last.to_square, last.from_square)
        if board.is_legal(reverse) and not board.is_castling(reverse):
            return reverse
    return anything(board, rng)


def follow(board: chess.Board, rng: random.Random, choose: Choice) -> int:
    """Play a game to its end in both programs, then take it back in ours; return how many positions it had."""
    position = ChessPosition(board.fen(), board.chess960)
    ordered = rng.random() < 0.5
    if ordered:
        position.configure(library_order())
    compare(board, position, ordered)
    before = []
    while not board.is_game_over():
        before.append((position.fen(), position.zobrist))
        move = choose(board, rng)
        position.play(position.parse(move.uci()))
        board.push(move)
        compare(board, position, ordered)
    for fen, key in reversed(before):
        position.undo()
        assert position.fen() == fen
        assert position.zobrist == key == ChessPosition(fen, position.chess960).zobrist
    return len(before) + 1


def play_games(seed: int, positions: int, choose: Choice = anything) -> None:
    """Games from the usual start, from the starts of Chess960 and from endgames, until there were so many positions."""
    rng = random.Random(seed)
    seen = 0
    while seen < positions:
        for board in (
            chess.Board(),
            chess.Board.from_chess960_pos(rng.randrange(960)),
            chess.Board(rng.choice(ENDGAMES)),
        ):
            seen += follow(board, rng, choose)


@pytest.mark.parametrize("positions", [4_000, pytest.param(400_000, marks=pytest.mark.slow)])
def test_random_games(positions: int) -> None:
    play_games(positions, positions)


@pytest.mark.parametrize("positions", [1_500, pytest.param(50_000, marks=pytest.mark.slow)])
def test_games_that_repeat_positions(positions: int) -> None:
    play_games(positions, positions, back_and_forth)


def after(text: str, position: ChessPosition) -> str:
    position.play(position.parse(text))
    return position.fen().split()[0]


@pytest.mark.parametrize("chess960", [False, True])
def test_both_ways_of_writing_castling_are_read(chess960: bool) -> None:
    for turn, texts, placement in (
        ("w", ("e1g1", "e1h1"), "r3k2r/8/8/8/8/8/8/R4RK1"),
        ("b", ("e8c8", "e8a8"), "2kr3r/8/8/8/8/8/8/R3K2R"),
    ):
        for text in texts:
            position = ChessPosition(f"r3k2r/8/8/8/8/8/8/R3K2R {turn} KQkq - 0 1", chess960)
            assert position.notation(position.parse(text)) == texts[chess960]
            assert after(text, position) == placement


def test_a_step_of_the_king_is_no_castling() -> None:
    fen = "4k3/8/8/8/8/8/8/5K1R w K - 0 1"
    assert after("f1g1", ChessPosition(fen, True)) == "4k3/8/8/8/8/8/8/6KR"
    assert after("f1h1", ChessPosition(fen, True)) == "4k3/8/8/8/8/8/8/5RK1"


def test_what_is_no_legal_move_is_refused() -> None:
    position = ChessPosition("7k/P7/8/8/8/8/8/K7 w - - 0 1")
    for text in ("a7a8", "e7e5", "a7a8k", "a1b1q", "a7", "", "0000", "a1b1 ", "A1B1", "Kb1", "é2e4"):
        with pytest.raises(ValueError, match=r"^illegal move: "):
            position.parse(text)
    assert after("a7a8n", position) == "N6k/8/8/8/8/8/8/K7"


def test_a_clone_goes_its_own_way() -> None:
    position = ChessPosition()
    for text in ("g1f3", "g8f6", "f3g1"):
        position.play(position.parse(text))
    twin = position.clone()
    for text in ("f6g8", "g1f3", "g8f6", "f3g1", "f6g8"):
        twin.play(twin.parse(text))
    assert twin.ending() == 0.0  # it has the history too: this is the third time
    assert position.fen() == "rnbqkb1r/pppppppp/5n2/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 3 2"
    position.play(position.parse("d7d5"))
    assert twin.fen() == "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 8 5"


def test_nothing_to_take_back() -> None:
    position = ChessPosition()
    position.play(position.parse("e2e4"))
    position.undo()
    with pytest.raises(IndexError, match="no move to take back"):
        position.undo()
    assert position.fen() == chess.STARTING_FEN


# Draws that depend on the moves before: when positions count as different, and clocks larger than in any game.


def occurrences(fen: str, *moves: str) -> int:
    """How often, by python-chess and by us, the last position stood on the board: 1, 2, or 3 for more."""
    board = chess.Board(fen)
    position = ChessPosition(fen)
    for text in moves:
        board.push_uci(text)
        position.play(text)
    theirs = max(count for count in (1, 2, 3) if board.is_repetition(count))
    assert (position.ending() == 0.0) == (theirs == 3)
    return theirs


def test_what_makes_a_position_another() -> None:
    rook = ("h1g1", "e8d8", "g1h1", "d8e8")
    assert occurrences("4k3/8/8/8/8/8/8/4K2R w - - 0 1", *2 * rook) == 3
    assert occurrences("4k3/8/8/8/8/8/8/4K2R w K - 0 1", *2 * rook) == 2  # the first time it could still castle
    kings = ("e1d1", "g8f8", "d1e1", "f8g8")
    assert occurrences("4r1k1/3p4/8/4P3/8/8/8/4K3 b - - 0 1", "d7d5", *2 * kings) == 3  # a pin forbids en passant


def test_a_clock_above_the_limit_ends_the_game_at_once() -> None:
    position = ChessPosition("6k1/5ppp/8/8/8/8/6P1/R5K1 w - - 9999 9999")
    assert position.outcome() == "seventyfive_moves"
    position.play("a1a2")
    position.play("g8f8")
    assert position.fen() == "5k2/5ppp/8/8/8/8/R5P1/6K1 w - - 9999 9999"  # the largest clocks that can be read again
    assert ChessPosition(position.fen()).outcome() == "seventyfive_moves"


@pytest.mark.parametrize("chess960", [False, True])
def test_pieces_anywhere(chess960: bool) -> None:
    """From two kings to more pieces than any game has, also in impossible checks, and with clocks near the limits."""
    rng = random.Random(5)
    seen: Counter[str | None] = Counter()
    while seen.total() < 1_500:
        letters = "Kk" + "".join(rng.choices("BbNnBbNnPpRrQq", k=rng.choice((0, 1, 2, 2, 3, 6, 18))))
        board = chess.Board(None, chess960=chess960)
        for square, letter in zip(rng.sample(chess.SQUARES, len(letters)), letters, strict=True):
            if letter not in "Pp" or 0 < chess.square_rank(square) < 7:
                board.set_piece_at(square, chess.Piece.from_symbol(letter))
        board.turn = rng.random() < 0.5
        board.halfmove_clock = rng.choice((0, 7, 99, 100, 149, 150))
        board.fullmove_number = rng.randrange(1, 300)
        if not board.was_into_check():
            compare(board, ChessPosition(board.fen(), chess960), ordered=False)
            seen[termination(board)] += 1
    assert set(seen) == {None, "insufficient_material", "seventyfive_moves", "stalemate", "checkmate"}


# Keys.


def test_the_key_knows_the_en_passant_file_and_it_makes_another_position() -> None:
    for file in range(8):
        beside = file + 1 if file < 7 else file - 1
        pieces = {chess.square(file, 6): "p", chess.square(beside, 4): "P", chess.E8: "k", chess.E1: "K"}
        board = chess.Board(None)
        board.set_piece_map({square: chess.Piece.from_symbol(letter) for square, letter in pieces.items()})
        board.turn = chess.BLACK
        step = chess.Move(chess.square(file, 6), chess.square(file, 4)).uci()
        position = ChessPosition(board.fen())
        position.play(step)
        assert position.fen().split()[3] == chess.square_name(chess.square(file, 5))
        assert position.zobrist != ChessPosition(position.fen().replace(position.fen().split()[3], "-")).zobrist
        there_and_back = ("e1f1", "e8f8", "f1e1", "f8e8") if file not in (4, 5) else ("e1d1", "e8d8", "d1e1", "d8e8")
        assert occurrences(board.fen(), step, *2 * there_and_back) == 2


def test_keys_differ_where_positions_do() -> None:
    fields = [
        f"r3k2r/8/8/8/8/8/8/R3K2R {turn} {rights} - 0 1" for turn in "wb" for rights in ("KQkq", "KQ", "Kkq", "-")
    ]
    assert len({ChessPosition(fen).zobrist for fen in fields}) == len(fields)


def test_more_moves_than_any_game_offers() -> None:
    fens = (
        "qqqqqqqk/qqqqqqqq/8/8/8/8/QQQQQQQQ/KQQQQQQQ w - - 0 1",
        "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",  # 218 moves, Nenad Petrovic 1964
        "k6Q/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/3Q3Q/Q3Q2K b - - 0 1",
        "5Q2/3Q3Q/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/k2K1Q1Q w - - 0 1",
    )
    for fen in fens:
        board = chess.Board(fen)
        position = ChessPosition(fen)
        compare(board, position, ordered=False)
        position.configure(library_order())
        compare(board, position, ordered=True)
