"""Openings: the contents of a file, the order of its openings, and random moves."""

import contextlib
import gzip
import random
import sys
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from match_games import match_here
from oddsfish.matches.files.compressed import zstd_module
from oddsfish.matches.files.text_file import read_text
from oddsfish.matches.openings.book import OpeningBook, read_openings
from oddsfish.matches.openings.movetext import LANDMARK, find_games, read_tags
from oddsfish.matches.settings import Opening, Openings
from oddsfish.matches.variants import position

Rules = tuple[tuple[str, str], ...]
SLIP: Rules = (("Slip", "true"),)

EPD = """\
# comments and blank lines are passed over

rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6
rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - id "Sicilian"; fmvn 2; bm Nf3;
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
4k3/8/8/8/8/8/4P3/4K3 b - - 12 34
"""
PGN = """\
[Event "one [and] a {brace}"]
[Opening "Open Game"]

1. e4 {a comment; with (all) [Event "of it"]} e5 ; to the end of the line 1-0
2. Nf3! $1 (2. f4 exf4 (2... d5) 3. Nf3) 2... Nc6 3. Bb5 a6 4. O-O 1/2-1/2

[Event "two"]
[FEN "4k2r/8/8/8/8/8/4P3/4K3 b k - 0 1"]
[SetUp "1"]

1... O-O 2. e4 *
1. d4 d5 0-1
"""


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str | bytes], str]:
    """Write a file of openings; return its name."""

    def write_file(text: str | bytes) -> str:
        path = tmp_path / "book"
        path.write_bytes(text.encode() if isinstance(text, str) else text)
        return str(path)

    return write_file


def read(
    file: str,
    kind: str = "epd",
    order: str = "sequential",
    *,
    variant: str = "standard",
    rules: Rules = (),
    count: int = 100,
    seed: int = 1,
    random_plies: int = 0,
    plies: int = 1024,
    start: int = 1,
) -> OpeningBook:
    return read_openings(Openings(file, kind, order, plies, start), variant, rules, count, seed, random_plies)


def by_lot(variant: str, plies: int, count: int = 20, seed: int = 1, rules: Rules = ()) -> list[Opening]:
    return list(read_openings(None, variant, rules, count, seed, plies))


Write = Callable[[str | bytes], str]


@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_epd(write: Write, mark: str) -> None:
    book = read(write(mark + EPD), count=4)
    assert list(book) == [
        Opening("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1"),
        Opening("rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", (), "Sicilian"),
        Opening(),
        Opening("4k3/8/8/8/8/8/4P3/4K3 b - - 12 34"),
    ]
    assert not book.warnings


@pytest.mark.parametrize(("mark", "ends"), [("", "\n"), ("\ufeff", "\r\n"), ("", "\r")])
def test_pgn(write: Write, ends: str, mark: str) -> None:
    book = read(write(mark + PGN.replace("\n", ends)), "pgn", count=3)
    assert list(book) == [
        Opening("", ("e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "e1g1"), "Open Game"),
        Opening("4k2r/8/8/8/8/8/4P3/4K3 b k - 0 1", ("e8g8", "e2e4")),
        Opening("", ("d2d4", "d7d5")),
    ]


def test_plies_cut_games_and_not_positions(write: Write) -> None:
    assert [opening.moves for opening in read(write(PGN), "pgn", count=3, plies=1)] == [("e2e4",), ("e8g8",), ("d2d4",)]
    assert read(write("1. e4 e5 Qxe8 nonsense"), "pgn", plies=2, count=1)[0].moves == ("e2e4", "e7e5")
    assert read(write(EPD), plies=0, count=4)[2] == Opening()


SIGNS = ("+-", "-+", "+/-", "-/+", "+=", "=+", "+/=", "=/+", "=", "±", "∓", "⩲", "⩱", "∞", "!", "??", "$146", "D", "+")
ENDGAME = "8/8/4k3/8/8/3QK3/8/7r w - - {} 90"


def played(seed: int, plies: int, fen: str = chess.STARTING_FEN) -> chess.Board:
    """A random game, to its end by the rules or until it has `plies` plies."""
    rng = random.Random(seed)
    board = chess.Board(fen)
    while not over(board) and len(board.move_stack) < plies:
        board.push(rng.choice(list(board.legal_moves)))
    return board


def over(board: chess.Board) -> bool:
    drawn = board.is_repetition(3) or board.halfmove_clock >= 100
    return drawn or board.is_game_over()


def sans(board: chess.Board) -> list[str]:
    root = board.root()
    return [root.san_and_push(move) for move in board.move_stack]


def texts(board: chess.Board) -> tuple[str, ...]:
    return tuple(move.uci() for move in board.move_stack)


@pytest.mark.parametrize("seed", range(30))
def test_annotation_signs_are_passed_over_and_a_game_ends_before_its_first_wrong_move(write: Write, seed: int) -> None:
    rng = random.Random(seed)
    board = played(seed, 60)
    moves, legal = sans(board), len(board.move_stack) - 1
    if seed % 2:
        legal = rng.randrange(1, len(moves))
        moves[legal] = rng.choice(["Kd9", "e9", "O-O-O-O", "Qa1xh8x", "--", "?-", "[x", '"', "0-1-", "§"])
    words = [move + rng.choice(["", "", " ", "  "]) + rng.choice(["", *SIGNS]) for move in moves]
    rows = [f"{ply // 2 + 1}{'.' if ply % 2 == 0 else '...'} {word}" for ply, word in enumerate(words)]
    book = read(write(rng.choice(" \n").join([*rows, "*"])), "pgn", plies=len(words) - 1)
    assert book[0].moves == texts(board)[:legal] and len(book.warnings) == (legal < len(words) - 1)


@pytest.mark.parametrize(
    ("text", "plies", "reason"),
    [
        ("1. e4 e5 2. Ke3 *", 2, "'Ke3' is no legal move there"),
        ("1. Nc3 d5 2. d4 d6 3. Nd2 *", 3, "'d6' is no legal move there"),
        ("1. d4 d5 2. Nf3 Nf6 3. Nd2 *", 4, "'Nd2' could be more than one move"),
        ("1. e4 -- 2. e5", 1, "'--' is no move"),
        ("1. e4 ⌓ e5", 1, "'\\u2313' is no move"),
        ("1. e4 N f6", 1, "'N' is no legal move there"),
        ("1. e4 (1. d4 d5 *", 1, "a variation has no end"),
        ("1. e4 ) e5", 1, "a variation ends that has not begun"),
        ("1. f3 e5 2. g4 Qh4# 0-1", 3, "its next ply ends it: checkmate"),
        ("1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4 *", 7, "before 'e4' the game is already over: threefold"),
        (f'[FEN "{chess.STARTING_FEN}"]\n\n1. e4 e4 *', 1, "'e4' is no legal move there"),
        ('[FEN "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"]\n\n1. Ra8# *', 0, "its next ply ends it: checkmate"),
    ],
)
def test_a_game_is_taken_as_far_as_it_makes_sense(write: Write, text: str, plies: int, reason: str) -> None:
    file = write(f'1. d4 d5 *\n\n{text}\n\n[Event "x"]\n\n1. c4 *')
    book = read(file, "pgn")
    assert [len(opening.moves) for opening in list(book)[:3]] == [2, plies, 1]
    (warning,) = book.warnings
    taken = f"{plies} ply" if plies == 1 else f"{plies} plies"
    assert warning.startswith(f"{file}:3: game 2 is taken for {taken}: {reason}")


@pytest.mark.parametrize("seed", range(20))
def test_a_game_ends_before_the_ply_that_ends_it_by_the_rules(write: Write, seed: int) -> None:
    """Mate, stalemate, no material, a repetition or fifty moves, whichever comes first."""
    board = played(seed, 200, ENDGAME.format(seed))
    assert over(board)
    file = write(f'[FEN "{board.root().fen()}"]\n\n{" ".join(sans(board))} *')
    book = read(file, "pgn")
    assert book[0].moves == texts(board)[:-1]
    (warning,) = book.warnings
    assert warning.startswith(f"{file}:1: game 1 is taken for ") and "its next ply ends it: " in warning
    whole = read(file, "pgn", plies=len(board.move_stack) - 1)
    assert whole[0] == book[0] and not whole.warnings


def test_of_many_games_that_are_cut_short_the_first_are_named(write: Write) -> None:
    file = write("1. e4 e5 2. Ke3 *\n1. d4 *\n" * 9)
    warnings = read(file, "pgn").warnings
    assert [warning.split(" is ")[0] for warning in warnings[:-1]] == [f"{file}:{n}: game {n}" for n in (1, 3, 5, 7, 9)]
    assert warnings[-1] == f"{file}: 4 more games are cut short"
    assert read(file, "pgn", count=11).warnings[-1] == f"{file}: 1 more game is cut short"
    assert len(read(file, "pgn", count=9).warnings) == 5
    assert len(read(file, "pgn", count=1).warnings) == 1 and not read(file, "pgn", count=9, plies=2).warnings


def test_a_match_tells_its_warnings_before_the_first_game(tmp_path: Path) -> None:
    (tmp_path / "book.pgn").write_text("1. e4 e5 2. Ke3 *\n")
    players = ["-engine", "proto=random", "name=A", "-engine", "proto=random", "name=B"]
    files = ["-openings", "file=book.pgn", "plies=9", "-pgnout", "games.pgn"]
    finished = match_here(*players, "-each", "tc=inf", "-maxmoves", "2", *files, where=tmp_path)
    assert (finished.status, finished.err) == (0, "")
    warning = "Warning: book.pgn:1: game 1 is taken for 2 plies: 'Ke3' is no legal move there"
    assert [line for line in finished.lines if "Warning" in line] == [warning] == finished.lines[:1]
    assert "1. e4 {book} e5 {book} 2. " in (tmp_path / "games.pgn").read_text()


def test_openings_come_in_turn(write: Write) -> None:
    names = [f'4k3/8/8/8/8/8/4P3/4K3 w - - id "{number}";\n' for number in range(5)]
    book = read(write("".join(names)), count=12, start=4)
    assert "".join(opening.name for opening in book) == "340123401234"
    assert len(book) == 12
    with pytest.raises(IndexError):
        book[12]
    with pytest.raises(IndexError):
        book[-1]


def test_only_what_is_needed_is_checked(write: Write) -> None:
    file = write("4k3/8/8/8/8/8/4P3/4K3 w - -\nnonsense\n")
    assert len(read(file, count=1)) == 1
    with pytest.raises(ValueError, match=":2: "):
        read(file, count=2)


def test_a_random_order_is_a_permutation_of_the_file(write: Write) -> None:
    file = write("".join(f'4k3/8/8/8/8/8/4P3/4K3 w - - id "{number}";\n' for number in range(50)))

    def order(seed: int, count: int = 100, start: int = 1) -> list[str]:
        return [opening.name for opening in read(file, "epd", "random", seed=seed, count=count, start=start)]

    assert sorted(order(1)[:50], key=int) == [str(number) for number in range(50)]
    assert order(1)[50:] == order(1)[:50] != order(2)[:50]
    assert order(1, 10) == order(1)[:10]
    assert order(1, 40, 11) == order(1)[10:50]
    assert order(1)[:8] == ["2", "44", "5", "33", "36", "14", "1", "34"]  # on every machine


def test_a_million_rounds_have_openings_at_once(write: Write) -> None:
    book = read(write(EPD), count=10**6, random_plies=4)
    assert len(book[999_999].moves) == 4
    assert book[999_999] == read(write(EPD), count=10**6, random_plies=4)[999_999]


def test_chess960(write: Write) -> None:
    """Castling rights may be written in either way; the king castles by taking its rook."""
    for rights in ("HFhf", "KQkq"):
        fen = f"bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w {rights} - 0 1"
        book = read(write(fen), variant="fischerandom", count=1)
        assert book[0].fen == "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1"
        with pytest.raises(ValueError, match=r":1: castling rights of Chess960; -variant fischerandom plays them"):
            read(write(fen), count=1)
    game = '[FEN "4k3/8/8/8/8/8/4P3/1R3K1R w HB - 0 1"]\n\n1. e4 Kd8 2. O-O *'
    assert read(write(game), "pgn", variant="fischerandom", count=1)[0].moves == ("e2e4", "e8d8", "f1h1")


def test_chess960_without_a_file_begins_anywhere() -> None:
    openings = by_lot("fischerandom", 2, 60)
    assert openings == by_lot("fischerandom", 2, 60) != by_lot("fischerandom", 2, 60, seed=2)
    assert len({opening.fen for opening in openings}) > 50
    for opening in openings:
        assert chess.Board(opening.fen or chess.STARTING_FEN, chess960=True).chess960_pos() is not None


@pytest.mark.parametrize(
    ("variant", "rules", "line", "fen"),
    [
        ("connect4", (), "7/7/7/7/3r3/3y3 r 2", "7/7/7/7/3r3/3y3 r 2"),
        ("connect4", SLIP, "7/7/7/7/7/7 r 1", ""),
        (
            "cfour",
            (),
            "7/7/7/7/7/3P3[PPPPPPPPPPPPPPPPPPPPppppppppppppppppppppp] b - - 0 1",
            "7/7/7/7/7/3P3[PPPPPPPPPPPPPPPPPPPPppppppppppppppppppppp] b - - 0 1",
        ),
        ("hilo", (), "5 1 4", "5 1 4"),
    ],
)
def test_other_games(write: Write, variant: str, rules: Rules, line: str, fen: str) -> None:
    assert read(write(f"# {variant}\n{line}\n"), variant=variant, rules=rules, count=1)[0] == Opening(fen)
    assert by_lot(variant, 0, 3) == [Opening()] * 3


def test_moves_by_lot_are_legal_and_never_end_a_game() -> None:
    openings = by_lot("standard", 40, 30)
    assert openings == by_lot("standard", 40, 30) != by_lot("standard", 40, 30, seed=2)
    assert len(set(openings)) == 30
    for opening in openings:
        board = chess.Board()
        for move in opening.moves:
            assert not board.is_game_over()
            board.push_uci(move)
        assert len(opening.moves) == 40
        assert not board.is_game_over()


def test_moves_by_lot_are_the_same_everywhere() -> None:
    assert by_lot("standard", 6, 1)[0].moves == ("e2e4", "b7b5", "h2h3", "g8f6", "d2d3", "c8a6")
    assert by_lot("connect4", 6, 1, rules=SLIP)[0].moves == ("e", "a>b", "g", "f>g", "d", "c")


@pytest.mark.parametrize(
    ("variant", "rules"),
    [("cfour", ()), ("connect4", ()), ("connect4", SLIP), ("connect4", (("Rules", "fullboard"),))],
)
def test_moves_by_lot_of_connect4(variant: str, rules: Rules) -> None:
    openings = by_lot(variant, 20, 30, rules=rules)
    for opening in openings:
        assert position(variant, rules, moves=opening.moves).ending() is None
        assert len(opening.moves) == 20
    slipped = any(">" in move for opening in openings for move in opening.moves)
    assert slipped == (rules == SLIP)


def test_a_move_that_ends_the_game_is_drawn_again(write: Write) -> None:
    """One of White's moves mates."""
    file = write("6k1/5ppp/8/8/8/8/8/R5K1 w - -")
    for opening in read(file, random_plies=1, count=50):
        assert opening.moves[0] != "a1a8"


def test_moves_by_lot_follow_those_of_the_file(write: Write) -> None:
    for opening in read(write("1. e4 e5 *"), "pgn", random_plies=3, count=10):
        assert opening.moves[:2] == ("e2e4", "e7e5")
        assert len(opening.moves) == 5


COMPRESS = {".gz": gzip.compress, ".zst": zstd_module().compress}


@pytest.mark.parametrize("suffix", COMPRESS)
def test_compressed_openings_are_those_of_the_plain_file(suffix: str, tmp_path: Path) -> None:
    """Compressed in one piece or in several. A file that is cut short anywhere is refused with a one-line error."""
    for text, kind in ((EPD, "epd"), (PGN, "pgn")):
        plain, name = tmp_path / f"book.{kind}", tmp_path / f"book.{kind}{suffix}"
        plain.write_text(text)
        half = len(text) // 2
        whole = COMPRESS[suffix](text.encode())
        expected = list(read_openings(Openings(str(plain), kind), "standard", (), 3, 1, 0))
        for data in (whole, COMPRESS[suffix](text[:half].encode()) + COMPRESS[suffix](text[half:].encode())):
            name.write_bytes(data)
            assert list(read_openings(Openings(str(name), kind), "standard", (), 3, 1, 0)) == expected
        other = "pgn" if kind == "epd" else "epd"
        with pytest.raises(ValueError, match=rf"read as format={other}$"):
            read_openings(Openings(str(name), other), "standard", (), 3, 1, 0)
        for size in range(4, len(whole)):
            name.write_bytes(whole[:size])
            with pytest.raises(ValueError, match=rf"^the openings cannot be read: .* is no whole {'gzip|zstd'} file: "):
                read_openings(Openings(str(name), kind), "standard", (), 3, 1, 0)


@pytest.mark.parametrize("suffix", COMPRESS)
def test_what_unpacks_to_more_than_a_file_may_have_takes_no_memory(suffix: str, tmp_path: Path) -> None:
    name = tmp_path / f"bomb{suffix}"
    name.write_bytes(COMPRESS[suffix](b"\n" * 200_000_000))
    tracemalloc.start()
    with pytest.raises(ValueError, match=r"has more than 1000000 bytes$"):
        read_text(str(name), "the openings", 1_000_000)
    assert tracemalloc.get_traced_memory()[1] < 20_000_000
    tracemalloc.stop()


def test_without_a_library_for_zstd_it_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name = tmp_path / "book.zst"
    name.write_bytes(COMPRESS[".zst"](b"x"))
    for module in ("compression", "backports"):
        monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(ValueError, match=r"is compressed by zstd: pip install backports.zstd$"):
        read_text(str(name), "the openings")


MATED = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"


@pytest.mark.parametrize(
    ("text", "kind", "reason"),
    [
        ("", "epd", "has no position in it"),
        ("\n{nothing}\n", "pgn", "has no game in it"),
        (b"PK\x03\x04\0\0", "epd", "is no text; is it compressed?"),
        (b"\xff\xfe garbage", "pgn", ":1: '\\ufffd\\ufffd' is no move"),
        ("8/8/8/8/8/8/8/8 w - -", "epd", ":1: White has 0 kings, not one"),
        ("\n\n4k3/8/8/8/8/8/8/4K3/8 w - -", "epd", ":3: the board has eight ranks, not 9"),
        ("4k3/8/8/8/8/8/4r3/4K3 b - -\n", "epd", ":1: an illegal position: opposite check"),
        ("4k3/4p3/8/8/8/8/8/4K3 w - - 0 1 2", "epd", ":1: after the position come operations"),
        ('4k3/4p3/8/8/8/8/8/4K3 w - - id "x', "epd", ":1: after the position come operations"),
        ("4k3/4p3/8/8/8/8/8/4K3 w - - 0 x", "epd", ":1: the full-move number is a number"),
        (f"4k3/8/8/8/8/8/8/4K3 w - - c0 {'x' * 9000};", "epd", ":1: a line of 9030 characters is no position"),
        (MATED, "epd", ":1: the game is already over there: checkmate"),
        ("4k3/8/8/8/8/8/4P3/4K3 b - - 100 90", "epd", "over there: fifty moves"),
        (PGN, "epd", ":1: "),
        ('[Event "x"]\n\n1. e4 *\n\n[Event "y"]\n\n1. e5 *', "pgn", ":5: 'e5' is no legal move there"),
        ('[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n\n1. d4 *', "pgn", ":1: 'd4' is no legal move there"),
        ('[Fen "8/8"]\n\n*', "pgn", ":1: its FEN: "),
        ("123456789\n*", "pgn", ":1: the game has no moves"),
        ("1. e4 {and so on", "pgn", "a comment has no end"),
        ('[Variant "Atomic"]\n\n1. e4 *', "pgn", ":1: the game is 'Atomic', not chess"),
        (f'[FEN "{MATED}"]\n\n*', "pgn", "over there: checkmate"),
    ],
)
def test_what_is_no_opening_is_refused(write: Write, text: str | bytes, kind: str, reason: str) -> None:
    with pytest.raises(ValueError, match=r"book") as caught:
        read(write(text), kind)
    assert reason in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1


@pytest.mark.parametrize(
    ("variant", "text", "reason"),
    [
        ("connect4", "7/7/7/7/7 r 1", ":1: the board has 6 rows, not 5"),
        ("connect4", "7/7/7/7/yyy4/rrrr3 y 4", ":1: the game is already over there: by the rules of the game"),
        ("cfour", "7/7/7/7/7/7 r 1", ":1: "),
        ("hilo", "5 1 0", ":1: the game is already over there"),
    ],
)
def test_what_is_no_opening_of_another_game_is_refused(write: Write, variant: str, text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=r"book") as caught:
        read(write(text), variant=variant)
    assert reason in str(caught.value)


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    for name, reason in ((str(tmp_path), "is a directory"), (str(tmp_path / "x"), "does not exist")):
        with pytest.raises(ValueError, match=reason):
            read(name)
    with pytest.raises(ValueError, match="is no file"):
        read("/dev/null")
    with pytest.raises(ValueError, match="cannot be read"):
        read("x" * 5000)


def test_a_format_or_a_start_that_does_not_suit_the_file(tmp_path: Path) -> None:
    (tmp_path / "book.epd").write_text(EPD)
    with pytest.raises(ValueError, match="it was read as format=pgn"):
        read(str(tmp_path / "book.epd"), "pgn")
    with pytest.raises(ValueError, match="take format=epd"):
        read(str(tmp_path / "book.epd"), "pgn", variant="cfour")
    with pytest.raises(ValueError, match="has 4 openings; start=5 is none of them"):
        read(str(tmp_path / "book.epd"), start=5)


@pytest.mark.parametrize(
    ("variant", "text", "plies", "reason"),
    [
        ("connect4", "7/7/7/7/7/7 r 1", 42, "plies"),
        (
            "standard",
            "8/8/8/8/8/8/1r4k1/K7 w - -",
            1,
            "opening 1, '8/8/8/8/8/8/1r4k1/K7 w - - 0 1': every line of 1 plies",
        ),
        ("hilo", "5 1 4", 1, "hilo has no random moves"),
    ],
)
def test_moves_by_lot_that_cannot_be_are_refused_before_the_match(
    write: Write, variant: str, text: str, plies: int, reason: str
) -> None:
    with pytest.raises(ValueError) as caught:
        read(write(text), variant=variant, random_plies=plies)
    assert reason in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1


def try_to_read(file: str, kind: str, variant: str) -> None:
    try:
        list(read(file, kind, variant=variant, count=5, random_plies=0))
    except ValueError as error:
        assert len(str(error).splitlines()) == 1
        assert len(str(error)) < 600


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=300), st.sampled_from(["epd", "pgn"]), st.sampled_from(["standard", "fischerandom"]))
def test_any_bytes_are_read_or_refused(
    tmp_path_factory: pytest.TempPathFactory, data: bytes, kind: str, variant: str
) -> None:
    path = tmp_path_factory.mktemp("fuzz") / "book"
    path.write_bytes(data)
    try_to_read(str(path), kind, variant)


@pytest.mark.parametrize("count", [500, pytest.param(50_000, marks=pytest.mark.slow)])
def test_mutated_files_are_read_or_refused(write: Write, count: int) -> None:
    rng = random.Random(count)
    for _ in range(count):
        kind, text = rng.choice((("epd", EPD), ("pgn", PGN)))
        for _ in range(rng.randrange(1, 5)):
            begin = rng.randrange(len(text))
            end = begin + rng.choice((0, 1, 1, 5))
            text = (
                text[:begin]
                + rng.choice(("", text[begin:end] * 2, rng.choice('(){}[];"\\%\n 1-0*$éK\u2028')))
                + text[end:]
            )
        try_to_read(write(text), kind, rng.choice(("standard", "fischerandom")))


HOSTILE = [  # a beginning, and the text that is repeated after it
    *[("1. e4 ", part) for part in ("{", "{ ", "{}", "(", "()", ")", ";\n", "\n%", "!", "+-", "-")],
    *[("1. e4 ", part) for part in ("\t ", "N ", "e.p.", "1.", "$1 ", "1-0 ", "O-")],
    *[
        ("", part)
        for part in ("{", "a ", "[A", '[A "x"', '[A "x"]\n', '[A "x', "][", '"] ', '[A "]', '\\"[A "', "\u2028")
    ],
    *[('[Event "x"]\n\n1. e4 e5 ', part) for part in ("{", "(", "[", '"')],
    *[("[A ", " "), ("[", "A"), ('[A "', "x"), ('[A "', "\\"), ('[A "', '\\"'), ('[A "x"]', " ")],
    *[('[FEN "', part) for part in ("8/", " ")],
    *[("", part) for part in ("1. e4 {\n", "1. e4 e5 *\n")],
]


@pytest.mark.parametrize("size", [200_000, pytest.param(2_000_000, marks=pytest.mark.slow)])
@pytest.mark.parametrize(("start", "part"), HOSTILE)
def test_reading_takes_time_in_proportion(write: Write, size: int, start: str, part: str) -> None:
    """With a new search for the end of each brace, this would take minutes; a hundred times as much, hours."""
    text = start + part * (size // len(part))
    for end in ("", '"]\n\n1. e4 *\n'):
        file = write(text + end)
        begun = time.perf_counter()
        with contextlib.suppress(ValueError):
            read(file, "pgn", count=1)
        assert time.perf_counter() - begun < 10


@pytest.mark.parametrize("part", ["x", '\\"'])
def test_a_long_tag_takes_little_memory(part: str) -> None:
    text = '[A "' + part * (500_000 // len(part))
    tracemalloc.start()
    try:
        find_games(text)
        read_tags(text)
        assert tracemalloc.get_traced_memory()[1] < 5_000_000
    finally:
        tracemalloc.stop()


def test_no_landmark_is_far_from_the_one_before() -> None:
    """No signal is handled between two of them."""
    for text in ("e4 " * 100_000, "[ " * 100_000, "\n%\n" * 100_000, ") " * 100_000):
        assert max(found.end() - found.start() for found in LANDMARK.finditer(text)) < 1000
        assert sum(found.end() - found.start() for found in LANDMARK.finditer(text)) == len(text)
