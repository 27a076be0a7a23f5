"""The rules of chess against python-chess: random games played in both, which must agree after every move."""

import random
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


def test_random_games() -> None:
    play_games(seed=1, positions=15_000)


def test_games_that_repeat_positions() -> None:
    play_games(seed=2, positions=4_000, choose=back_and_forth)


@pytest.mark.slow
def test_many_random_games() -> None:
    play_games(seed=3, positions=400_000)


@pytest.mark.slow
def test_many_games_that_repeat_positions() -> None:
    play_games(seed=4, positions=50_000, choose=back_and_forth)


@pytest.mark.parametrize("number", range(0, 960, 10))
def test_chess960_starts(number: int) -> None:
    board = chess.Board.from_chess960_pos(number)
    compare(board, ChessPosition(board.fen(), True), ordered=False)


def after(text: str, position: ChessPosition) -> str:
    position.play(position.parse(text))
    return position.fen().split()[0]


@pytest.mark.parametrize("chess960", [False, True])
@pytest.mark.parametrize("text", ["e1g1", "e1h1"])
def test_both_ways_of_writing_castling_are_read(text: str, chess960: bool) -> None:
    position = ChessPosition("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", chess960)
    move = position.parse(text)
    assert position.notation(move) == ("e1h1" if chess960 else "e1g1")
    assert after(text, position) == "r3k2r/8/8/8/8/8/8/R4RK1"


@pytest.mark.parametrize("chess960", [False, True])
@pytest.mark.parametrize("text", ["e8c8", "e8a8"])
def test_both_ways_of_writing_long_castling_are_read(text: str, chess960: bool) -> None:
    position = ChessPosition("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", chess960)
    assert position.notation(position.parse(text)) == ("e8a8" if chess960 else "e8c8")
    assert after(text, position) == "2kr3r/8/8/8/8/8/8/R3K2R"


def test_a_step_of_the_king_is_no_castling() -> None:
    fen = "4k3/8/8/8/8/8/8/5K1R w K - 0 1"
    assert after("f1g1", ChessPosition(fen, True)) == "4k3/8/8/8/8/8/8/6KR"
    assert after("f1h1", ChessPosition(fen, True)) == "4k3/8/8/8/8/8/8/5RK1"


@pytest.mark.parametrize(
    "text", ["e2e5", "e7e5", "e1g1", "e1h1", "e2e4q", "e2", "", "0000", "e2e4 ", "E2E4", "Nf3", "é2e4"]
)
def test_what_is_no_legal_move_is_refused(text: str) -> None:
    position = ChessPosition()
    with pytest.raises(ValueError, match=r"^illegal move: "):
        position.parse(text)
    assert position.fen() == chess.STARTING_FEN


def test_a_promotion_names_its_man() -> None:
    position = ChessPosition("7k/P7/8/8/8/8/8/K7 w - - 0 1")
    with pytest.raises(ValueError, match="illegal move: a7a8"):
        position.parse("a7a8")
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


# Keys.


@pytest.mark.parametrize("file", range(8))
def test_the_key_knows_the_en_passant_file(file: int) -> None:
    ours = file + 1 if file < 7 else file - 1
    pieces = {chess.square(file, 4): "p", chess.square(ours, 4): "P", chess.E8: "k", chess.E1: "K"}
    board = chess.Board(None)
    board.set_piece_map({square: chess.Piece.from_symbol(letter) for square, letter in pieces.items()})
    without = ChessPosition(board.fen())
    board.ep_square = chess.square(file, 5)
    possible = ChessPosition(board.fen())
    assert possible.fen().split()[3] == chess.square_name(board.ep_square)
    assert possible.zobrist != without.zobrist


def test_keys_differ_where_positions_do() -> None:
    fields = [
        f"r3k2r/8/8/8/8/8/8/R3K2R {turn} {rights} - 0 1" for turn in "wb" for rights in ("KQkq", "KQ", "Kkq", "-")
    ]
    assert len({ChessPosition(fen).zobrist for fen in fields}) == len(fields)


def test_transpositions_have_one_key() -> None:
    keys = set()
    for line in ("e2e3 e7e6 d2d3", "d2d3 e7e6 e2e3"):
        position = ChessPosition()
        for text in line.split():
            position.play(position.parse(text))
        keys.add(position.zobrist)
    assert keys == {ChessPosition("rnbqkbnr/pppp1ppp/4p3/8/8/3PP3/PPP2PPP/RNBQKBNR b KQkq - 0 2").zobrist}


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
