"""Options that change no value, on chess positions met in random games, history and all.

Results are compared with those of a search that leaves nothing out: Minimax or Expectimax at one depth, without a
table. `test_searches.py` compares these with the plain searches.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from oddsfish.engine import ChessPosition, Limits, Result, analyse
from oddsfish.engine.options import Value
from oddsfish.engine.searches.search import tied

from .rows import Row, check_all, covering_rows, draw_row, shards

SLOW_POSITIONS = 40_000
SHARD = 100  # positions of one test
MOST_SEQUENCES = 30_000  # for a search that leaves nothing out
MOST_DEPTH = 5
QUIESCENT_DEPTH = 2
MOST_NODES = 300_000
BACK = 0.5  # how often a player moves back, if he can, so that positions are repeated
ALL = 256

STARTS = (
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 b - - 0 10",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "6k1/5ppp/8/8/8/8/1r3PPP/3R2K1 w - - 0 1",
    "7k/8/5K2/6Q1/8/8/8/8 b - - 3 60",
    "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1",
    "8/8/8/8/1p6/kp6/8/1K1R4 b - - 0 1",
    "8/5k2/8/3r4/8/2K5/4R3/8 w - - 92 90",
    "k7/2p5/8/8/8/8/5P2/K7 w - - 0 50",
    "8/8/3k4/8/8/8/3BK3/8 b - - 94 130",
)

CHOICES: dict[str, tuple[Value, ...]] = {
    "Search": ("Minimax", "AlphaBeta", "Expectimax"),
    "Opponent": ("Auto", "uniform", "optimal", "softmax", "blunder"),
    "OpponentTemperature": (0, 50, 2000),
    "OpponentDepth": (1, 2),
    "OpponentBlunder": (0, 150, 1000),
    "Table": (True, False),
    "Hash": (1, 2),
    "Deepening": (True, False),
    "MultiPV": (1, 2, 3, ALL),
    "TiePolicy": ("first", "random"),
    "Seed": (0, 7),
    "Quiescence": (False, True),
    "MateDistance": (True, False),
    "MateValue": (100000, 20000),
    "Evaluation": ("Auto", "Material", "Simplified"),
    "PieceSquare": ("correct", "published"),
    "EndgameKing": (True, False),
    "MoveOrder": ("Auto", "generated", "python-chess"),
    "Fail": ("soft", "hard"),
    "Cut": ("non-strict", "strict"),
    "RootWindow": ("infinite", "mate"),
    "Star": ("Auto", "off", "Star1", "Star2"),
    "Threads": (1, 4),
}
ROWS = covering_rows(CHOICES, Random(8))
# Options of the question, not of the search. With another order of generation another move is the first among ties.
SETTLED_BEFORE = (
    *("Quiescence", "MateDistance", "MateValue", "Evaluation", "PieceSquare", "EndgameKing", "MoveOrder"),
    *("Opponent", "OpponentTemperature", "OpponentDepth", "OpponentBlunder"),
)


def make_position(seed: int) -> tuple[ChessPosition, int]:
    """A position of a game played at random, often back and forth, and how deep to search it."""
    random = Random(seed)
    position = ChessPosition(random.choice(STARTS))
    texts: list[str] = []
    for _ in range(random.choice((0, 1, 4, 8, 16, 40))):
        moves = position.moves()
        back = [move for move in moves if len(texts) > 1 and position.notation(move) == texts[-2][2:4] + texts[-2][:2]]
        move = back[0] if back and random.random() < BACK else random.choice(moves)
        texts.append(position.notation(move))
        position.play(move)
        if position.ending() is not None:
            position.undo()
            break
    depth = 1
    while depth < MOST_DEPTH and position.count_sequences(depth + 1) <= MOST_SEQUENCES:
        depth += 1
    return position, random.randint(max(1, depth - 1), depth)


def draw_rows(seed: int) -> Iterator[Row]:
    """The next three of all rows, which come in turn, and a random one."""
    yield from (ROWS[(3 * seed + number) % len(ROWS)] for number in range(3))
    yield draw_row(CHOICES, Random(f"row {seed}"))


def ask(position: ChessPosition, row: Row, limits: Limits) -> Result[str]:
    settings = dict(row)
    return analyse(position, str(settings.pop("Search")), limits, settings)


def ask_plainly(position: ChessPosition, row: Row, depth: int) -> Result[str]:
    """The answer of a search that leaves nothing out to the question of a row."""
    search = "Expectimax" if row["Search"] == "Expectimax" and row["Opponent"] != "optimal" else "Minimax"
    about = {name: row[name] for name in SETTLED_BEFORE}
    limits = Limits(depth=depth, nodes=MOST_NODES if row["Quiescence"] else None)  # quiescence may take for ever
    return ask(position, {"Search": search, "Deepening": False, "MultiPV": ALL, "Star": "off", **about}, limits)


def check_lines(result: Result[str], truth: Result[str], row: Row, depth: int) -> None:
    """The best lines are those of the truth; the claims of the others are true."""
    exact = {line.move: line.score for line in truth.lines}
    assert {line.move for line in result.lines} == set(exact)
    assert (result.move, result.score, result.pv) == (result.lines[0].move, result.lines[0].score, result.lines[0].pv)
    assert result.score == exact[str(result.move)]
    assert result.score == truth.score or (row["TiePolicy"] == "random" and tied(result.score.value, truth.score.value))
    for line in result.lines:
        assert (line.score.bound == "unknown") == (line.depth == 0)
        plies = line.score.plies
        assert plies is None or 0 < abs(plies) <= (ALL if row["Quiescence"] else line.depth)
    if row["RootWindow"] == "mate" and not row["MateDistance"] and truth.score.centi == row["MateValue"]:
        return  # a win found may end the search
    for line in result.lines:
        if line.score.bound:
            assert line.score.bound == "upper" and exact[line.move].value <= line.score.value
        else:
            assert line.score == exact[line.move]
    shown = [line.move for line in result.lines[: int(row["MultiPV"])]]
    wanted = [line.move for line in truth.lines]
    if row["TiePolicy"] == "random":
        wanted.remove(shown[0])
        wanted.insert(0, shown[0])
    assert shown == wanted[: len(shown)]
    assert not any(line.score.bound for line in result.lines[: int(row["MultiPV"])])
    assert result.depth == depth or (row["Deepening"] and result.depth < depth)


def check_position(seed: int) -> list[Row]:
    """Search the position of this number in several ways; the rows of options."""
    position, depth = make_position(seed)
    checked = []
    for row in draw_rows(seed):
        deep = min(depth, QUIESCENT_DEPTH) if row["Quiescence"] else depth
        about = f"seed {seed}: {position.fen()} depth {deep} with {row}"
        truth = ask_plainly(position, row, deep)
        if truth.depth < deep:
            continue
        try:
            check_lines(ask(position, row, Limits(depth=deep)), truth, row, deep)
        except AssertionError as fault:
            raise AssertionError(about) from fault
        checked.append(row)
    return checked


@shards(SLOW_POSITIONS // SHARD)
def test_positions(shard: int) -> None:
    check_all(check_position, range(shard * SHARD, (shard + 1) * SHARD), CHOICES)
