"""The last ply of Expectimax in chess, which is asked of the game and not searched: never another value."""

from __future__ import annotations

from random import Random

import pytest
from oddsfish.engine import ChessPosition, Limits, analyse
from oddsfish.engine.options import Value

STARTS = (
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 b - - 0 10",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "3rk3/8/8/8/8/8/3PPPPP/3QK3 w - - 0 1",
    "7k/8/5K2/6Q1/8/8/8/6R1 w - - 0 60",
    "k7/8/1p6/pPp1p1p1/P1P1P1P1/8/8/K6Q w - - 90 100",
    "r1b1k2r/pp3ppp/2p5/8/8/2P5/PP3PPP/R1B1K2R w KQkq - 0 1",
    "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
)
CHESS960 = "bqnrkb1r/pppppppp/4n3/8/8/4N3/PPPPPPPP/BQNRKB1R w HDhd - 0 1"
SETTINGS: tuple[dict[str, Value], ...] = (
    {},
    {"EndgameKing": False, "PieceSquare": "published"},
    {"Evaluation": "Material", "MateDistance": False},
    {"Incremental": False},
    {"Evaluation": "SEF"},
    {"Opponent": "blunder", "OpponentBlunder": 300},
)
GAMES = 16


def positions(seed: int) -> list[ChessPosition]:
    """Of a game played at random, which takes what it can and at times goes back where it was."""
    random = Random(seed)
    chess960 = seed % 4 == 0
    position = ChessPosition(CHESS960 if chess960 else STARTS[seed % len(STARTS)], chess960)
    found: list[ChessPosition] = []
    texts: list[str] = []
    while position.ending() is None and len(texts) < 60:
        found.append(position.clone())
        moves = position.moves()
        back = [move for move in moves if len(texts) > 1 and position.notation(move) == texts[-2][2:4] + texts[-2][:2]]
        noisy = list(position.noisy()[0])
        move = random.choice(
            back if back and random.random() < 0.3 else noisy if random.random() < 0.3 and noisy else moves
        )
        texts.append(position.notation(move))
        position.play(move)
    return found


@pytest.mark.parametrize("seed", range(GAMES))
def test_it_changes_no_value(seed: int) -> None:
    for number, position in enumerate(positions(seed)):
        settings = SETTINGS[number % len(SETTINGS)]
        for depth in (2, 3):
            if position.count_sequences(depth) > 20_000:
                continue
            options: dict[str, Value] = {"MultiPV": 256, "Deepening": False, **settings}
            plain = analyse(position, "Expectimax", Limits(depth=depth), {**options, "Star": "off"})
            asked = analyse(position, "Expectimax", Limits(depth=depth), {**options, "Star": "Star2"})
            told = [[(line.move, line.score, line.pv, line.seldepth) for line in r.lines] for r in (plain, asked)]
            assert told[0] == told[1], f"{position.fen()} {depth} {settings}"


def test_it_is_known_in_most_middlegames() -> None:
    nodes = {"off": 0, "Star2": 0}
    for position in positions(1)[:12]:
        for star in nodes:
            nodes[star] += analyse(position, "Expectimax", Limits(depth=3), {"Star": star}).nodes
    assert nodes["Star2"] < nodes["off"] / 4


@pytest.mark.parametrize(("depth", "options"), [(3, {"Opponent": "optimal"}), (2, {"Quiescence": True})])
def test_an_optimal_opponent_and_quiescence_leave_nothing_to_ask(depth: int, options: dict[str, Value]) -> None:
    position = ChessPosition(STARTS[8])
    nodes = {
        star: analyse(position, "Expectimax", Limits(depth=depth), {"Star": star, **options}).nodes
        for star in ("off", "Star2")
    }
    assert nodes["off"] == nodes["Star2"]
