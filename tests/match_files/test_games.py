"""Games are read from files as they were played; files of other kinds are refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import chess.pgn
import pytest
from oddsfish.matches.files.games import read_games
from oddsfish.matches.files.header import header
from oddsfish.matches.record import Ply, Record, Termination
from oddsfish.matches.settings import Engine, Match

PGN = """\
[White "Ann"]
[Black "Bob \\"B\\" O'Neil"]

1. e4 {book} e5 {book, as all do} 2. Nf3 {+0.31/3 0.016s} (2. f4 exf4) Nc6 $1 ; a comment {book}
3. Bb5 {bookish} *

[White "Bob \\"B\\" O'Neil"]
[Black "Ann"]
[Variant "Chess960"]
[SetUp "1"]
[FEN "4k3/8/8/8/8/8/8/1R2K2R w H - 0 1"]

1. O-O+ Ke7 1/2-1/2
"""
MATCH = Match((Engine("Ann"), Engine("Bob")), variant="tictactoe", games=2, repeat=2)
HEADER = json.dumps(header(MATCH, 1), separators=(",", ":"))


def write(path: Path, text: str | bytes) -> Path:
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def record(number: Any = 1, moves: tuple[str, ...] = ("b2", "a1"), **changed: object) -> str:
    plies = tuple(Ply(move, move, None if place == 0 else 0.1, seat=place % 2) for place, move in enumerate(moves))
    seats, names = ((0, 1), ("Ann", "Bob")) if number == 1 else ((1, 0), ("Bob", "Ann"))
    made = Record(number, 1, number, seats, names, "tictactoe", "", plies, "*", Termination.UNFINISHED, "")
    return json.dumps({**made.to_json(), **changed})


def test_a_pgn(tmp_path: Path) -> None:
    one, two = read_games(write(tmp_path / "games.pgn", "\ufeff" + PGN.replace("\n", "\r\n")))
    assert (one.number, one.names, one.variant, one.start) == (1, ("Ann", 'Bob "B" O\'Neil'), "standard", "")
    assert one.moves == ("e2e4", "e7e5", "g1f3", "b8c6", "f1b5")
    assert one.seats == (None, None, 0, 1, 0)
    assert (two.number, two.names[1], two.variant) == (2, "Ann", "fischerandom")
    assert two.start.startswith("4k3/8/8/8/8/8/8/1R2K2R w") and len(two.moves) == 2 and two.movers[1] == "Ann"


def test_a_pgn_of_python_chess(tmp_path: Path) -> None:
    """We read what its writer writes. A game may continue after a draw that nobody claimed."""
    board = chess.Board("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 3 20")
    for text in [*["a8b8", "a1b1", "b8a8", "b1a1"] * 3, "e8f7", "e1f2"]:
        board.push_uci(text)
    (game,) = read_games(write(tmp_path / "games.pgn", f"{chess.pgn.Game.from_board(board)}\n"))
    assert list(game.moves) == [move.uci() for move in board.move_stack]
    assert game.start == board.root().fen() and game.seats[:2] == (1, 0) and game.names == ("?", "?")


def test_a_result_file(tmp_path: Path) -> None:
    """A game that was broken off and played again counts once; the moves of the opening have no mover."""
    again = record(1, ("b2", "a1", "c3"), ending="drawn", result="1/2-1/2")
    lines = [HEADER, record(1), record(2), again]
    one, two = read_games(write(tmp_path / "match.jsonl", "\n".join(lines) + "\n"))
    assert (one.number, one.moves, one.seats) == (1, ("b2", "a1", "c3"), (None, 1, 0))
    assert (two.number, two.movers) == (2, [None, "Ann"])


def test_a_result_file_that_was_cut_short(tmp_path: Path) -> None:
    whole = "\n".join([HEADER, record(1), record(2)]) + "\n"
    for cut in range(1, len(record(2))):
        assert [game.number for game in read_games(write(tmp_path / "match.jsonl", whole[: -1 - cut]))] == [1]


@pytest.mark.parametrize("sign", ["+-", "=+", " ∓ ", " N", "+", " $16", " ep", "e.p."])
def test_signs_that_hide_no_move_are_passed_over(tmp_path: Path, sign: str) -> None:
    text = "1. e4 d5 2. exd5 c5 3. dxc6 Nxc6 *\n"
    (plain,) = read_games(write(tmp_path / "plain.pgn", text))
    for move in ("dxc6", "Nxc6"):
        (game,) = read_games(write(tmp_path / "games.pgn", text.replace(move, move + sign)))
        assert game == plain and len(game.moves) == 6


@pytest.mark.parametrize("sign", ["--", "∆", "Z0", "N a6 ", "+--", "[x]", "+-Nb9", "a8=Q", "(", ")"])
def test_what_may_hide_a_move_is_refused(tmp_path: Path, sign: str) -> None:
    with pytest.raises(ValueError, match=r"game 1, ply [23]: "):
        read_games(write(tmp_path / "games.pgn", f"1. e4 {sign} d5 2. exd5 *\n"))


def test_no_move_comes_after_a_mate(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="game 1, ply 5: 'a4' is no legal move there"):
        read_games(write(tmp_path / "games.pgn", "1. f3 e5 2. g4 Qh4# 3. a4 *\n"))


def test_tags_share_a_line_and_are_known_in_any_case(tmp_path: Path) -> None:
    text = '[WHITE "Ann"] [black "Bob"][Fen "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"] 1. e4 *\n'
    (game,) = read_games(write(tmp_path / "games.pgn", text))
    assert (game.names, game.start[:4], game.moves) == (("Ann", "Bob"), "4k3/", ("e2e4",))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "is empty"),
        (b"\x00\x01\x02", "is no text"),
        (bytes(range(128, 256)) * 10, "is neither a PGN nor the result file of a match"),
        ('[White "Ann"]\n\n*\n', "has no game with a move in it"),
        (PGN.replace("3. Bb5", "3. Bb6"), ":1: game 1, ply 5: 'Bb6' is no legal move there"),
        (PGN.replace("Ke7", "Ke8"), ":7: game 2, ply 2: 'Ke8' is no legal move there"),
        (PGN.replace("Chess960", "Atomic"), "game 2, ply 1: the game is 'Atomic', not chess"),
        (PGN.replace("4k3/", "4k2/"), "game 2, ply 1: its FEN"),
        (PGN.replace("Ke7", "{never ends"), "a comment has no end"),
        (PGN.replace("exf4)", "exf4"), "a variation has no end"),
        (HEADER[:20], "is no result file"),
        (HEADER + "\n", "has no game with a move in it"),
        (HEADER.replace("match 1", "match 2") + "\n", "is a result file of another version"),
        (HEADER.replace("tictactoe", "ludo") + "\n", "ludo"),
        (HEADER.replace('"variant_options":[],', "") + "\n", "has no whole settings of a match"),
        (f"{HEADER}\n[]\n", ":2 is no game"),
        (f"{HEADER}\n{record(variant='connect4')}\n", "game 1 is not one of tictactoe"),
        (f"{HEADER}\n{record(names=[1, 2])}\n", "malformed"),
        (f"{HEADER}\n{record(plies=[['b2', 'b2', 1.0, None, None, None, None, None, 0, 0, 7]])}\n", "malformed"),
        (f"{HEADER}\n{record(plies=[[5, 'b2', 1.0, None, None, None, None, None, 0, 0, 1]])}\n", "malformed"),
    ],
)
def test_what_is_no_file_of_games(text: str | bytes, said: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError) as fault:
        read_games(write(tmp_path / "games", text))
    assert said in str(fault.value) and "\n" not in str(fault.value) and "games" in str(fault.value)


def test_what_is_no_file(tmp_path: Path) -> None:
    for path, said in ((tmp_path, "is a directory"), (tmp_path / "none", "does not exist")):
        with pytest.raises(ValueError, match=said):
            read_games(path)
