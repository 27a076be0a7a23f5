"""The table, and memoised minimax: what was searched before is a look-up, and never another value.

`tests/conformance` checks that a table changes no value, also on positions whose history matters.
"""

from __future__ import annotations

import tracemalloc
from random import Random
from typing import Any

import pytest
from conformance.games import EXAMPLES, TicTacToe
from engine_process import EngineProcess
from oddsfish.engine import (
    ChessPosition,
    Connect4Position,
    HiloPosition,
    Limits,
    Position,
    PythonPosition,
    Result,
    Session,
    analyse,
)
from oddsfish.engine.options import Options, Value, options_of
from oddsfish.engine.searches.factory import create
from oddsfish.engine.searches.table import Table

MIDDLEGAME = "r1bqkbnr/ppp2ppp/2np4/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4"
MATE_IN_2 = "6k1/5ppp/8/8/8/8/1r3PPP/3R2K1 w - - 0 1"
CHESS960 = ("1r2k1r1/8/8/8/8/8/8/1R2K1RR w Gg - 0 1", "1r2k1r1/8/8/8/8/8/8/1R2K1RR w Hg - 0 1")
TANGLED = "path-dependent positions"
GAMES = 16  # random sequences of commands

# Every option that changes a value, and some that must not.
CHOICES: dict[str, tuple[str, ...]] = {
    "Evaluation": ("Auto", "Material", "Simplified", "SEF"),
    "PieceSquare": ("correct", "published"),
    "EndgameKing": ("true", "false"),
    "Mobility": ("written", "published"),
    "Incremental": ("true", "false"),
    "MateValue": ("100000", "20000"),
    "MateDistance": ("true", "false"),
    "Quiescence": ("true", "false"),
    "MultiPV": ("1", "256"),
    "MoveOrder": ("Auto", "generated"),
    "Table": ("true", "false"),
    "Deepening": ("true", "false"),
    "TiePolicy": ("first", "random"),
    "Search": ("Minimax", "AlphaBeta", "Minimax"),
}


def session(position: Position[Any], **options: Value) -> Session[Any]:
    made = Session(position, options_of(position))
    for name, value in {"Search": "Minimax", "Memoise": True, "Hash": 4, "MultiPV": 256, **options}.items():
        made.set_option(name, str(value))
    return made


def told(result: Result[str]) -> list[tuple[str, Any]]:
    return [(line.move, line.score) for line in result.lines]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_it_changes_no_value_and_a_repeat_is_quick(example: Any) -> None:
    plain = session(example.make(), Memoise=False).search(Limits(depth=example.depth))
    memoised = session(example.make())
    first, second = (memoised.search(Limits(depth=example.depth)) for _ in range(2))
    assert told(first) == told(second) == told(plain)
    assert (first.depth, second.depth) == (plain.depth, plain.depth)
    if not example.make().chance and example.make().value_key() is not None and not first.counts[TANGLED]:
        assert second.nodes == 1 + len(second.lines)


@pytest.mark.parametrize(("depth", "deepening"), [(1, False), (3, False), (3, True)])
def test_a_repeat_costs_the_root_and_a_look_up_for_each_move_until_clear_hash(depth: int, deepening: bool) -> None:
    played = session(ChessPosition(MIDDLEGAME), Deepening=deepening, Hash=64)
    first = played.search(Limits(depth=depth))
    moves = len(first.lines)
    again = played.search(Limits(depth=depth))
    assert (again.nodes, told(again), again.depth) == (1 + moves, told(first), depth)
    played.set_option("Clear Hash", "")
    assert played.search(Limits(depth=depth)).nodes == first.nodes
    assert played.search(Limits(depth=depth)).nodes == 1 + moves
    played.new_game()
    assert played.search(Limits(depth=depth)).nodes == first.nodes


def test_it_lasts_through_a_game() -> None:
    """Positions that were two plies ahead are in the table when they come."""
    position = ChessPosition(MIDDLEGAME)
    played = session(position, Hash=64)
    before = played.search(Limits(depth=4))
    position.play(before.pv[0])
    position.play(position.moves()[0])
    later = position.clone()
    played.set_position(later)
    known = played.search(Limits(depth=2))
    assert told(known) == told(session(later.clone(), Memoise=False).search(Limits(depth=2)))
    assert known.nodes == 1 + len(known.lines)


def test_nothing_is_kept_where_the_path_decides_and_its_share_is_told() -> None:
    """Knights have gone back and forth: any move of a knight may do so again, a pawn's never leads back."""
    position = ChessPosition()
    for move in ("g1f3", "g8f6", "f3g1", "f6g8"):
        position.play(move)
    played = session(position)
    assert played.search(Limits(depth=2)).counts[TANGLED] == 4
    fresh = session(ChessPosition()).search(Limits(depth=4))
    assert fresh.counts[TANGLED] == 0
    assert fresh.counts["expanded positions"] > 0
    deep = session(ChessPosition("8/8/8/4k3/8/8/4K3/7R w - - 20 80")).search(Limits(depth=5)).counts
    share = 1000 * deep[TANGLED] / deep["expanded positions"]
    assert 0 < deep["path-dependent per mille"] == pytest.approx(share, abs=0.5)
    with EngineProcess() as engine:
        engine.send("setoption name Search value Minimax", "setoption name Memoise value true", "position startpos")
        lines = engine.go("go depth 3")
        assert "info string path-dependent positions 0" in lines
        assert any(line.startswith("info string expanded positions ") for line in lines)
        engine.go("go depth 3")
        assert engine.go("go depth 3")[-3] == "info string path-dependent positions 0"


def random_position(random: Random) -> ChessPosition:
    position = ChessPosition(random.choice((MIDDLEGAME, MATE_IN_2, "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1")))
    texts: list[str] = []
    for _ in range(random.choice((0, 1, 2, 4, 6))):
        moves = [position.notation(move) for move in position.moves()]
        back = [move for move in moves if len(texts) > 1 and move == texts[-2][2:4] + texts[-2][:2]]
        texts.append(back[0] if back and random.random() < 0.6 else random.choice(moves))
        position.play(texts[-1])
        if position.ending() is not None:
            return random_position(random)
    return position


@pytest.mark.parametrize("seed", range(GAMES))
def test_any_sequence_of_options_positions_and_searches_changes_no_value(seed: int) -> None:
    random = Random(seed)
    played = session(random_position(random))
    for _ in range(30):
        command = random.choice(("option", "option", "position", "go", "go"))
        if command == "option":
            name = random.choice(list(CHOICES))
            played.set_option(name, random.choice(CHOICES[name]))
        elif command == "position":
            played.set_position(random_position(random))
        else:
            limits = Limits(depth=random.choice((1, 2, 2, 3)))
            if played.options["Quiescence"]:
                limits = Limits(depth=1)
            settings = Options()
            for name, value in played.options.items():
                settings.set(name, str(value))
            settings.set("Memoise", "false")
            fresh = Session(played.position.clone(), settings)
            fresh.random.setstate(played.random.getstate())
            wanted, found = fresh.search(limits), played.search(limits)
            assert (found.move, found.score, found.depth) == (wanted.move, wanted.score, wanted.depth)
            if played.options["Search"] == "Minimax":
                assert told(found) == told(wanted)


def test_rules_of_other_games_and_rooks_that_castle_are_kept_apart() -> None:
    """One table, one key, two answers."""
    pairs: list[tuple[Position[Any], Position[Any]]] = [
        (ChessPosition(CHESS960[0], True), ChessPosition(CHESS960[1], True)),
        (Connect4Position("7/7/7/7/7/7 r 1"), Connect4Position("7/7/7/7/7/7 r 1", "fullboard")),
        (Connect4Position(weights=(3, 1, 1)), Connect4Position(weights=(1, 1, 1))),
        (HiloPosition(5), Connect4Position()),
    ]
    for one, other in pairs:
        played = session(one)
        for position in (one, other, one):
            played.set_position(position)
            result = played.search(Limits(depth=3))
            assert told(result) == told(session(position.clone(), Memoise=False).search(Limits(depth=3)))


def test_a_game_in_plain_python_says_what_its_values_depend_on_or_is_forgotten() -> None:
    class Weighted(TicTacToe):
        factor = 1.0

        def value(self) -> float:
            return self.factor * super().value()

    class Told(Weighted):
        def value_key(self) -> tuple[float]:
            return (self.factor,)

    for cls in (Weighted, Told):
        one, other = cls(), cls()
        other.factor = -2.0
        played = session(one)
        for position in (one, one, other, one):
            played.set_position(position)
            result = played.search(Limits(depth=2))
            assert told(result) == told(session(position.clone(), Memoise=False).search(Limits(depth=2)))
        assert (result.nodes == 10) == (cls is Told)  # type: ignore[possibly-undefined]


def test_only_who_memoises_uses_the_table() -> None:
    without = session(ChessPosition(MIDDLEGAME), Memoise=False, Search="AlphaBeta").search(Limits(depth=3))
    beside = session(ChessPosition(MIDDLEGAME), Search="AlphaBeta").search(Limits(depth=3))
    assert (beside.nodes, beside.counts) == (without.nodes, {})


@pytest.mark.parametrize("name", ["Simplified", "Material", "SEF"])
def test_from_scratch_it_is_worth_the_same(name: str) -> None:
    for fen in (MIDDLEGAME, MATE_IN_2.replace(" w ", " b ")):
        plain, scratch = (
            session(ChessPosition(fen), Memoise=False, Evaluation=name, Incremental=incremental).search(Limits(depth=2))
            for incremental in (True, False)
        )
        assert (told(plain), plain.nodes) == (told(scratch), scratch.nodes)


def test_what_is_configured_counts_from_the_next_beginning_on() -> None:
    """The table keeps nothing that was found under other options."""
    search, table = create("Minimax", ChessPosition()), Table(1)
    search.configure({**Options(), "Memoise": True})
    with pytest.raises(ValueError, match="`begin` with a position comes first"):
        search.remembers(3)
    search.begin(ChessPosition(), table)
    search.deepen(2)
    search.configure({**Options(), "Memoise": True, "Quiescence": True})
    with pytest.raises(ValueError, match="`begin` with a position comes first"):
        search.deepen(2)
    with pytest.raises(ValueError, match="`begin` with a position comes first"):
        search.remembers(2)


# The table itself.


def test_a_table_is_empty_until_it_is_used() -> None:
    for megabytes in (1, 2):
        table = Table(megabytes)
        assert table.fullness() == 0
        search = create("AlphaBeta", ChessPosition())
        search.begin(ChessPosition(), table)
        search.deepen(5)
        assert 0 < table.fullness() <= 1000
        table.clear()
        assert table.fullness() == 0


class Heap(PythonPosition[int]):
    """A game with a new position behind every move, each with a key that takes room."""

    def __init__(self) -> None:
        self.played: list[int] = []

    def moves(self) -> list[int]:
        return [0, 1]

    def play(self, move: int) -> None:
        self.played.append(move)

    def undo(self) -> None:
        self.played.pop()

    def ending(self) -> None:
        return None

    def repetition_key(self) -> tuple[int, ...]:
        return tuple(self.played)


def test_what_a_table_keeps_of_a_game_in_python_is_bounded_by_its_size() -> None:
    search = create("Minimax", Heap())
    tracemalloc.start()
    try:
        table = Table(1)
        search.begin(Heap(), table)
        search.deepen(16)  # 32,767 positions that have moves
        assert tracemalloc.get_traced_memory()[0] < 2 * 2**20
    finally:
        tracemalloc.stop()


def test_the_table_saves_work() -> None:
    fen = "8/8/4k3/8/2p5/2P1K3/8/8 w - - 0 60"
    without, kept = (analyse(fen, "Minimax", Limits(depth=6), {"Table": table}) for table in (False, True))
    assert kept.nodes * 3 < without.nodes
    assert kept.score == without.score
