"""PGN: read back by python-chess without an error, every tag, move and comment as it was recorded."""

from __future__ import annotations

import random
import re

import chess
import chess.engine
import pytest
from match_process import parse_pgn
from oddsfish.matches.files.pgn import pgn
from oddsfish.matches.game.chess_arbiter import ChessArbiter
from oddsfish.matches.record import Ply, Record, Termination
from oddsfish.matches.settings import Engine, Match, Opening, TimeControl

TERMINATIONS = {
    "normal",
    "adjudication",
    "time forfeit",
    "illegal move",
    "abandoned",
    "stalled connection",
    "unterminated",
}
TIME = TimeControl(base=60.0, increment=0.5)
SEVEN = ["Event", "Site", "Date", "Round", "White", "Black", "Result"]


def make_match(names: tuple[str, str] = ("A", "B"), event: str = "?", site: str = "?") -> Match:
    return Match(tuple(Engine(name, "none", time=TIME) for name in names), repeat=2, event=event, site=site)


def random_game(
    seed: int, start: str = "", chess960: bool = False, ending: Termination = Termination.STALEMATE
) -> Record:
    """Some moves by lot, with all that engines may say of them; the first are of the opening."""
    rng = random.Random(seed)
    arbiter = ChessArbiter(Opening(start), chess960)
    plies = []
    for number in range(rng.randrange(60)):
        if not arbiter.choices():
            break
        move, text = arbiter.play(rng.choice(arbiter.choices()))
        if number < 4:
            plies.append(Ply(move, text))
            continue
        mate = rng.choice([-12, -1, 1, 30]) if rng.random() < 0.2 else None
        score = None if mate is not None or rng.random() < 0.1 else rng.randrange(-2000, 2000)
        depth = rng.choice([None, 0, 1, 25]) if score is not None or mate is not None else None
        seconds, clock = round(rng.uniform(0.0, 200.0), 4), round(rng.uniform(0.0, 20000.0), 4)
        plies.append(Ply(move, text, seconds, rng.choice([None, clock]), score, mate, depth, rng.randrange(10**9)))
    result = rng.choice(["1-0", "0-1", "1/2-1/2"]) if ending is not Termination.UNFINISHED else "*"
    return Record(
        number=seed + 1,
        pair=seed // 2 + 1,
        leg=seed % 2 + 1,
        seats=(0, 1),
        names=("A", "B"),
        variant="fischerandom" if chess960 else "standard",
        start=start,
        plies=tuple(plies),
        result=result,
        ending=ending,
        reason="So it ended",
        began=1.7e9,
        seconds=100.5,
    )


def read_one(text: str) -> chess.pgn.Game:
    assert text.endswith("\n\n")
    (game,) = parse_pgn(text)
    return game


def check_moves(game: chess.pgn.Game, record: Record, minimal: bool) -> None:
    nodes = list(game.mainline())
    assert [node.move.uci() for node in nodes] == [ply.move for ply in record.plies]
    for node, ply in zip(nodes, record.plies, strict=True):
        if minimal:
            assert node.comment == ""
        else:
            check_comment(node, ply)


def check_comment(node: chess.pgn.ChildNode, ply: Ply) -> None:
    """What was recorded, in the library's own view."""
    turn = not node.turn()  # who moved
    evaluation, clock, spent = node.eval(), node.clock(), node.emt()
    if ply.seconds is None:
        assert (evaluation, clock, spent) == (None, None, None)
        assert node.comment.startswith("book")
        return
    assert spent == pytest.approx(ply.seconds, abs=0.001)
    assert clock == (None if ply.clock is None else pytest.approx(ply.clock, abs=0.001))
    if ply.mate is not None:
        assert evaluation is not None and evaluation.pov(turn) == chess.engine.Mate(ply.mate)
    elif ply.score is not None:
        assert evaluation is not None and evaluation.pov(turn) == chess.engine.Cp(ply.score)
    else:
        assert evaluation is None
    if evaluation is not None and ply.depth:
        assert node.eval_depth() == ply.depth
    said = re.match(r"(?:([+-]?[0-9.]+|[+-]M[0-9]+)/([0-9]+) )?([0-9.]+)s", node.comment)
    assert said is not None and float(said[3]) == pytest.approx(ply.seconds, abs=0.001)
    if ply.score is not None:
        assert float(said[1]) == ply.score / 100
    if ply.mate is not None:
        moves = (int(said[1].lstrip("+-M")) + 1) // 2
        assert (moves if said[1][0] == "+" else -moves) == ply.mate


@pytest.mark.parametrize("minimal", [False, True])
@pytest.mark.parametrize("seed", range(40))
def test_games_by_lot(seed: int, minimal: bool) -> None:
    record = random_game(seed)
    game = read_one(pgn(record, make_match(), minimal))
    check_moves(game, record, minimal)
    assert list(game.headers)[:7] == SEVEN
    headers = game.headers
    assert (headers["White"], headers["Black"], headers["Result"]) == ("A", "B", record.result)
    assert headers["Round"] == str(record.pair)
    if minimal:
        assert list(headers) == SEVEN
        return
    assert headers["Leg"] == str(record.leg)
    assert headers["GameNumber"] == str(record.number)
    assert headers["PlyCount"] == str(len(record.plies))
    assert headers["TimeControl"] == "60+0.5"
    assert headers["Termination"] == "normal"
    last = game.end()
    assert "So it ended" in last.comment


@pytest.mark.parametrize("seed", range(20))
def test_chess960(seed: int) -> None:
    rng = random.Random(seed)
    board = chess.Board.from_chess960_pos(rng.randrange(960))
    for square in chess.SquareSet(board.occupied & ~board.kings & ~board.rooks & ~board.pawns):
        if rng.random() < 0.8:
            board.remove_piece_at(square)
    record = random_game(seed, board.fen(), chess960=True)
    game = read_one(pgn(record, make_match()))
    assert game.headers["SetUp"] == "1" and game.headers["FEN"] == board.fen()
    assert game.headers["Variant"] == "fischerandom" and game.board().chess960
    check_moves(game, record, minimal=False)


@pytest.mark.parametrize("minimal", [False, True])
def test_a_position_in_which_black_begins(minimal: bool) -> None:
    fen = "r3k2r/pppq1ppp/2n5/8/8/2N5/PPPQ1PPP/R3K2R b KQkq - 3 17"
    record = random_game(9, fen)
    text = pgn(record, make_match(), minimal)
    assert "\n17... " in text
    game = read_one(text)
    assert game.headers["FEN"] == fen
    check_moves(game, record, minimal)


@pytest.mark.parametrize("ending", Termination)
def test_every_ending(ending: Termination) -> None:
    game = read_one(pgn(random_game(3, ending=ending), make_match()))
    assert game.headers["Termination"] == ending.termination
    assert game.headers["Termination"] in TERMINATIONS
    assert (game.headers["Result"] == "*") == (ending is Termination.UNFINISHED)


def test_a_game_without_moves() -> None:
    record = random_game(0, ending=Termination.NO_START)
    bare = Record(**{**vars(record), "plies": (), "result": "0-1", "reason": "White disconnects"})
    game = read_one(pgn(bare, make_match()))
    assert list(game.mainline()) == [] and game.headers["Result"] == "0-1"
    assert game.comment == "White disconnects"
    assert read_one(pgn(bare, make_match(), minimal=True)).comment == ""


NAMES = [
    '"',
    "\\",
    '\\"',
    'a "quoted" name',
    "C:\\engines\\x",
    "]",
    '"]',
    "[Event]",
    "%",
    "{}",
    "}",
    ";x",
    "Ünïcødé ♞",
    " ",
    "$1 (",
    "e4",
]


@pytest.mark.parametrize("name", NAMES)
def test_hostile_names(name: str) -> None:
    record = Record(**{**vars(random_game(5)), "names": (name, name + "2")})
    game = read_one(pgn(record, make_match((name, name + "2"), event=name, site=name)))
    escaped = name.replace("\\", "\\\\").replace('"', '\\"')  # by the standard; python-chess takes it as it stands
    assert (game.headers["White"], game.headers["Black"]) == (escaped, escaped + "2")
    assert (game.headers["Event"], game.headers["Site"]) == (escaped, escaped)
    check_moves(game, record, minimal=False)


@pytest.mark.parametrize(
    "reason", ["}", "{", 'makes an illegal move: "}{"', "x" * 300, "%clk [%clk 1:00:00] }", "é\x07"]
)
def test_hostile_reasons(reason: str) -> None:
    """A reason may have in it what an engine wrote."""
    record = Record(**{**vars(random_game(5, ending=Termination.ILLEGAL)), "reason": reason})
    game = read_one(pgn(record, make_match()))
    assert [node.move.uci() for node in game.mainline()] == [ply.move for ply in record.plies]
    assert game.headers["Result"] == record.result


def test_many_games_in_a_row() -> None:
    records = [random_game(seed) for seed in range(30)]
    games = parse_pgn("".join(pgn(record, make_match()) for record in records))
    assert len(games) == 30
    for game, record in zip(games, records, strict=True):
        check_moves(game, record, minimal=False)


def test_time_controls_of_two_kinds() -> None:
    controls = (TimeControl(base=40.0, moves=40), TimeControl(per_move=0.5))
    match = Match(tuple(Engine(name, "none", time=time) for name, time in zip("AB", controls, strict=True)))
    headers = read_one(pgn(random_game(2), match)).headers
    assert (headers["WhiteTimeControl"], headers["BlackTimeControl"]) == ("40/40", "0.5/move")
    assert headers["Round"] == "2" and "Leg" not in headers  # without pairs there are no legs
