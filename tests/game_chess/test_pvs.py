"""PVS: lines that can be played, mates that are mates, limits that hold, and techniques that can be left out."""

from __future__ import annotations

import gc
import itertools
import random
import threading
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

import chess
import pytest
from oddsfish.engine import ChessPosition, Connect4Position, Limits, Result, Session, analyse
from oddsfish.engine.control.deepening import Deepening
from oddsfish.engine.games.chess.searches.pvs.table import TranspositionTable
from oddsfish.engine.games.chess.searches.pvs.techniques import TECHNIQUES
from oddsfish.engine.options import Options, Value
from oddsfish.engine.results import Info
from oddsfish.engine.searches.factory import create
from oddsfish.engine.searches.search import RootMove, Search
from oddsfish.engine.searches.table import Table

ROOT = Path(__file__).parents[2]
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
MATES = {
    "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1": 1,
    "7k/8/8/8/8/8/1R6/R5K1 w - - 0 1": 3,
    "1k6/8/1K6/8/8/8/8/2R5 w - - 0 1": 3,
    "k7/8/1K6/8/8/8/8/7R b - - 0 1": -2,
}


def random_boards(seed: int, count: int, plies: int = 120) -> Iterator[chess.Board]:
    """Positions of random games that are not over, with the moves that led there."""
    chooser = random.Random(seed)
    while count:
        board = chess.Board()
        for _ in range(chooser.randrange(plies)):
            moves = list(board.legal_moves)
            if not moves or board.is_game_over():
                break
            board.push(chooser.choice(moves))
        if not board.is_game_over(claim_draw=True):
            count -= 1
            yield board


def mirrored(fen: str) -> str:
    return chess.Board(fen).mirror().fen()


def check_lines(board: chess.Board, result: Result[chess.Move], shown: int) -> None:
    """Each shown line can be played, does not go on after the end of the game, and mates as its score says."""
    for line in result.lines[:shown]:
        after = board.copy()
        for move in line.pv:
            assert not after.is_game_over()
            assert after.is_legal(move), f"{board.fen()}: {line}"
            after.push(move)
        if line.depth and line.score.plies is not None:
            assert len(line.pv) <= abs(line.score.plies)
            assert line.score.bound or len(line.pv) == abs(line.score.plies)
            if len(line.pv) == abs(line.score.plies):
                assert after.is_checkmate()


@pytest.mark.parametrize("seed", range(3))
def test_whatever_is_asked_its_lines_can_be_played(seed: int) -> None:
    chooser = random.Random(seed)
    for board in random_boards(seed, 25):
        shown = chooser.choice((1, 1, 3, 256))
        options: dict[str, Value] = {"MultiPV": shown, "Hash": 1, "Without": chooser.choice(("", *TECHNIQUES))}
        moves = chooser.choice(((), (), tuple(chooser.sample(list(board.legal_moves), 1))))
        if chooser.random() < 0.5:
            limits = Limits(nodes=chooser.randrange(1, 20_000), moves=moves)
        else:
            limits = Limits(depth=chooser.randrange(1, 8), moves=moves)
        result = analyse(board, "PVS", limits, options)
        check_lines(board, result, shown)
        assert limits.nodes is None or result.nodes <= limits.nodes
        assert {line.move for line in result.lines} == set(moves or board.legal_moves)
        if limits.depth is not None:  # otherwise some lines may have values of an earlier depth
            values = [line.score.value for line in result.lines[:shown]]
            assert values == sorted(values, reverse=True)
            assert all(line.score.bound == "" and line.depth == result.depth for line in result.lines[:shown])


@pytest.mark.parametrize("count", [25, pytest.param(400, marks=pytest.mark.slow)])
def test_a_mate_that_is_shown_is_one(count: int) -> None:
    """AlphaBeta, which leaves nothing out, finds the mate, too, at the same depth; it may find a shorter one."""
    found = 0
    chooser = random.Random(7)
    while found < count:
        board = chess.Board(None)
        men = "Kk" + "".join(chooser.sample("QRBNPPqrbnpp", 4))
        for square, letter in zip(chooser.sample(chess.SQUARES, len(men)), men, strict=True):
            board.set_piece_at(square, chess.Piece.from_symbol(letter))
        board.turn = chooser.random() < 0.5
        if not board.is_valid() or board.is_game_over():
            continue
        result = analyse(board, "PVS", Limits(nodes=chooser.choice((300, 3000))))
        plies = result.score.plies
        if plies is not None and 0 < abs(plies) <= 5:
            found += 1
            truth = analyse(board, "AlphaBeta", Limits(depth=abs(plies)), {"Table": True}).score
            assert truth.plies is not None
            assert truth.plies * plies > 0
            assert abs(truth.plies) <= abs(plies)


@pytest.mark.parametrize("without", ["", "null-move threats", " ".join(TECHNIQUES)])
def test_mates_are_found(without: str) -> None:
    for fen, plies in MATES.items():
        result = analyse(mirrored(fen) if without else fen, "PVS", Limits(depth=12), {"Without": without})
        assert (result.score.plies, len(result.pv)) == (plies, abs(plies)), fen


def test_the_same_search_has_the_same_nodes_but_for_a_technique_left_out() -> None:
    fens = (KIWIPETE, "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 4 8")

    def nodes(without: str) -> list[int]:
        return [analyse(fen, "PVS", Limits(depth=9), {"Without": without}).nodes for fen in fens]

    whole = nodes("")
    assert nodes("") == whole
    for technique in TECHNIQUES:
        assert nodes(technique) != whole, technique


def test_what_is_no_technique_is_refused_when_it_is_set() -> None:
    session = Session(ChessPosition())
    session.set_option("Without", "Null-move,  singular")
    with pytest.raises(ValueError, match="'nullmove' is none; did you mean null-move"):
        session.set_option("Without", "nullmove")
    assert session.options["Without"] == "null-move singular"


def test_more_threads_than_there_may_be_are_refused() -> None:
    search = create("PVS", ChessPosition())
    for threads in (0, 513, 2**40, "2"):
        with pytest.raises(ValueError, match="Threads is a number from 1 to 512"):
            search.configure({**Options(), "Threads": threads})


def test_another_game_is_refused() -> None:
    with pytest.raises(ValueError, match="PVS cannot search connect4: it knows chess alone"):
        analyse("7/7/7/7/7/7 r 1", "PVS", Limits(depth=1))
    search = create("PVS", ChessPosition())
    search.begin(ChessPosition())
    with pytest.raises(ValueError, match="PVS cannot search a Connect4Position: it knows chess alone"):
        search.begin(Connect4Position())
    with pytest.raises(ValueError, match="comes first"):
        search.deepen(4)


def test_several_threads_play_legally_and_come_home() -> None:
    before, threads = threading.active_count(), 5
    for board in random_boards(threads, 12):
        result = analyse(board, "PVS", Limits(movetime=30), {"Threads": threads, "Hash": 1})
        check_lines(board, result, 1)
    assert threading.active_count() <= before + threads + 1  # workers wait for the next


def test_a_search_on_several_threads_is_stopped_at_once() -> None:
    session = Session(ChessPosition(KIWIPETE))
    session.set_option("Search", "PVS")
    session.set_option("Threads", "3")
    told: list[Result[str]] = []
    for pause in (0.0, 0.01, 0.1):
        session.go(Limits(infinite=True), lambda info: None, told.append, lambda failure: None)
        time.sleep(pause)
        session.stop()
        session.wait()
    assert [result.move is not None for result in told] == [True] * 3


def test_what_a_search_has_found_helps_the_next_one_until_it_is_forgotten() -> None:
    fens = (chess.STARTING_FEN, KIWIPETE, "2rq1rk1/pb1nbppp/1p2pn2/8/2BP4/2N1BN2/PP2QPPP/R2R2K1 w - - 0 14")
    once = twice = 0
    for fen in fens:
        session = Session(ChessPosition(fen))
        session.set_option("Search", "PVS")
        first = session.search(Limits(depth=9)).nodes
        once += first
        twice += session.search(Limits(depth=9)).nodes
        session.set_option("Clear Hash", "")
        assert session.search(Limits(depth=9)).nodes == first
        session.new_game()
        assert session.search(Limits(depth=9)).nodes == first
    assert twice < 0.75 * once  # for a single position it may be different


def test_ties_are_not_broken_at_random() -> None:
    """Wherever the search is halted: a move that failed high may have only a bound."""
    for nodes in range(1, 6000, 290):
        plain, random_ties = (
            analyse(KIWIPETE, "PVS", Limits(nodes=nodes), {"TiePolicy": policy}) for policy in ("first", "random")
        )
        assert (plain.pv, plain.score) == (random_ties.pv, random_ties.score)


def test_a_table_of_its_own() -> None:
    search = create("PVS", ChessPosition())
    assert search.table_class(Options()) is TranspositionTable
    table = TranspositionTable(1)
    search.begin(ChessPosition(KIWIPETE), table)
    assert table.fullness() == 0
    search.deepen(8)
    assert 0 < table.fullness() <= 1000
    table.clear()
    assert table.fullness() == 0
    other = create("AlphaBeta", ChessPosition())
    with pytest.raises(TypeError, match="TranspositionTable"):
        other.begin(ChessPosition(), table)
    with pytest.raises(TypeError, match="Table"):
        search.begin(ChessPosition(), Table(1))
    for size in (0, -1, 2**25):
        with pytest.raises(ValueError, match="a table has 1 to"):
            TranspositionTable(size)


def test_a_score_outside_the_window_is_told_as_the_bound_that_it_is() -> None:
    position = ChessPosition(KIWIPETE)
    search = create("PVS", position)
    search.begin(position)
    told: list[tuple[int, bool, bool, int]] = []

    def note(line: RootMove, number: int, bounded: bool) -> None:
        assert search.follow(line.moves)
        told.append((number, bounded, line.exact, line.depth))

    for depth in range(1, 15):
        told.clear()
        assert search.deepen(depth, report=note)
        assert all(not exact and found == depth and number == 1 for number, bounded, exact, found in told if bounded)
        if any(bounded for _, bounded, _, _ in told):
            break
    else:
        pytest.fail("no score has left its window")
    assert search.lines[0].exact  # the line that is kept is exact


def test_what_was_found_by_another_evaluation_is_not_known() -> None:
    def nodes(*options: tuple[str, str]) -> int:
        """The nodes of the last search. options: set in this order; an empty name stands for an earlier search."""
        session = Session(ChessPosition(KIWIPETE))
        session.set_option("Search", "PVS")
        for name, value in options:
            if name:
                session.set_option(name, value)
            else:
                session.search(Limits(depth=6))
        return session.search(Limits(depth=6)).nodes

    simple, published, searched = ("Evaluation", "Simplified"), ("PieceSquare", "published"), ("", "")
    assert nodes(searched, simple) == nodes(simple)
    assert nodes(simple, searched, published) == nodes(simple, published)
    assert nodes(searched, ("Seed", "1")) < nodes()  # the table helps if its values mean the same


@pytest.mark.parametrize(
    ("fen", "budgets"),
    [
        (KIWIPETE, range(2000, 40_000, 3900)),
        ("r1bqkbnr/pppppppp/8/n7/6P1/1P5B/P1PPPP1P/RNBQK1NR b KQkq - 2 3", range(500, 6000, 300)),
        ("8/8/k7/1R6/4q3/2P5/3rp3/4KQ2 w - - 0 1", (*range(30, 700, 18), *range(700, 6000, 600))),
        ("6QK/4Q3/8/8/8/8/6k1/8 b - - 0 1", (*range(30, 700, 18), *range(700, 6000, 600))),
        ("8/2K3Q1/3q4/3k1r2/q7/4P3/5pq1/1R3qq1 w - - 0 111", ()),
        ("N2R4/1k1K4/4n3/8/R7/8/2n5/6R1 b - - 0 133", ()),
    ],
)
def test_wherever_a_search_is_cut_short_what_it_claims_is_so(fen: str, budgets: Iterable[int]) -> None:
    """No loss is claimed without proof, no exact score before depth 1 is done. Lines are in order of depth, value."""
    known = analyse(fen, "PVS", Limits(depth=10)).score.plies
    first = analyse(fen, "PVS", Limits(depth=1)).nodes
    for nodes in (*range(1, first, max(1, first // 20)), *budgets):
        result = analyse(fen, "PVS", Limits(nodes=nodes))
        plies = result.score.plies
        assert plies is None or plies >= 0 or (known is not None and known >= plies and nodes >= first), nodes
        assert result.score.bound or nodes >= first, nodes
        lines = analyse(fen, "PVS", Limits(nodes=nodes), {"MultiPV": 5}).lines[:5]
        for one, other in itertools.pairwise(lines):
            assert one.depth >= other.depth, nodes
            if one.depth == other.depth and not (one.score.bound or other.score.bound):
                assert one.score.value >= other.score.value, nodes


def test_two_searches_on_one_table_keep_apart_what_positions_are_worth() -> None:
    table = TranspositionTable(1)
    found = []
    for others in ((), ("Material",)):
        table.clear()
        position = ChessPosition(KIWIPETE)
        search = create("PVS", position)
        search.begin(position, table)
        for evaluation in others:
            twin = ChessPosition(KIWIPETE)
            twin.configure({**Options(), "Evaluation": evaluation})
            other = create("PVS", twin)
            other.begin(twin, table)
            for depth in range(1, 6):
                other.deepen(depth)
        for depth in range(1, 6):
            search.deepen(depth)
        found.append((search.lines[0].value, search.nodes))
    assert found[0] == found[1]


@pytest.mark.parametrize(
    "fen",
    [
        "6b1/1k6/8/8/8/8/p7/K7 b - - 0 1",
        "8/8/4b3/8/8/p7/3k4/K7 w - - 0 1",
        "8/8/k7/3b4/8/p7/8/K7 w - - 0 1",
        "6k1/3B4/7K/8/8/8/7P/8 w - - 3 59",
    ],
)
def test_a_drawn_ending_stays_drawn_however_deep(fen: str) -> None:
    session = Session(ChessPosition(fen))
    assert {session.search(Limits(depth=depth)).score.centi for depth in range(7, 21)} == {0}  # smaller depths miss it


@pytest.mark.parametrize(
    ("fen", "stalemates"),
    [("K7/P7/8/8/7k/1q6/8/8 b - - 0 77", "h4g3"), ("8/5r2/8/8/8/1b6/8/K2k4 b - - 0 1", "d1c2")],
)
def test_a_move_that_stalemates_draws_in_every_line(fen: str, stalemates: str) -> None:
    for depth in range(2, 8):
        lines = analyse(fen, "PVS", Limits(depth=depth), {"MultiPV": 256}).lines
        assert [line.score.centi for line in lines if line.move == stalemates] == [0], depth


@pytest.mark.parametrize("pieces", ["8/k7/8/2K5/8/7R", "8/8/4k3/8/8/3QK3"])
def test_what_one_clock_has_found_is_not_believed_on_another(pieces: str) -> None:
    """Neither a mate for which there is no time any more, nor a draw where there is time enough.

    The table does not distinguish positions by their clocks.
    """
    fen = f"8/8/{pieces} w - - {{}} 90"
    session = Session(ChessPosition(fen.format(0)))
    mate = session.search(Limits(depth=24, nodes=3_000_000)).score.plies
    assert mate is not None
    late = 100 - mate + 1
    session.set_position(ChessPosition(fen.format(late)))
    for depth in range(1, 7):
        assert session.search(Limits(depth=depth)).score.plies is None
    session.set_position(ChessPosition(fen.format(96)))
    assert session.search(Limits(depth=10)).score.centi == 0
    session.set_position(ChessPosition(fen.format(0)))
    assert session.search(Limits(depth=1)).score.centi > 300


@pytest.mark.parametrize(
    ("search", "options", "limits"),
    [
        ("PVS", {}, Limits(movetime=50, nodes=20_000_000)),
        ("AlphaBeta", {"Quiescence": True}, Limits(movetime=50, nodes=20_000_000)),
        ("PVS", {"UCI_LimitStrength": True}, Limits(depth=3)),
    ],
)
def test_a_first_move_that_takes_for_ever_ends_all_the_same(
    search: str, options: dict[str, Value], limits: Limits
) -> None:
    """By a limit of time; or only by the few nodes of a weak player."""
    for fen in (
        "qqqqkqqq/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQKQQQ w - - 0 1",
        "1QqQqQq1/r6Q/Q6q/q6Q/B2q4/q6Q/k6K/1qQ1QqRb w - - 0 1",
    ):
        result = analyse(fen, search, limits, options)
        assert result.nodes < 20_000_000
        assert chess.Board(fen).is_legal(chess.Move.from_uci(str(result.move)))


def test_a_table_has_one_search_at_a_time() -> None:
    """Otherwise one search would store its values as if they were by the evaluation of the other."""
    table = TranspositionTable(1)
    first, second = create("PVS", ChessPosition()), create("PVS", ChessPosition())
    for search in (first, second):
        search.begin(ChessPosition(), table)
    walk = threading.Thread(target=first.deepen, args=(60,))
    walk.start()
    try:
        while not table.busy:
            time.sleep(0.001)
        with pytest.raises(ValueError, match="table"):
            second.deepen(1)
        assert table.busy
        with pytest.raises(ValueError, match="table"):
            table.clear()
    finally:
        while walk.is_alive():
            first.halt()
            walk.join(0.05)
    assert not table.busy


def test_techniques_have_the_same_order_in_python_and_in_the_search() -> None:
    """Otherwise `Without` would leave out a wrong one."""
    text = (ROOT / "engine" / "games" / "chess" / "searches" / "pvs" / "thread.pxd").read_text(encoding="utf-8")
    names = text.split("cdef enum Technique:")[1].split("\n\n")[0].split("\n")[1:]
    shown = [name.strip().lower().replace("_", "-").replace("killer-moves", "killers") for name in names]
    assert shown == list(TECHNIQUES)


def test_other_threads_go_on_while_a_large_table_is_made_and_cleared() -> None:
    moments: list[float] = []
    done = threading.Event()

    def count() -> None:
        while not done.wait(0.0005):
            moments.append(time.perf_counter())

    counting = threading.Thread(target=count)
    counting.start()
    try:
        for work in (lambda: TranspositionTable(256), TranspositionTable(256).clear):
            started = time.perf_counter()
            work()
            ended = time.perf_counter()
            meanwhile = sum(started < moment < ended for moment in moments)
            assert meanwhile >= 3
    finally:
        done.set()
        counting.join()


def test_a_search_that_is_over_leaves_nothing_to_the_collector() -> None:
    """A search holds a megabyte for each thread."""
    gc.collect()
    gc.disable()
    try:
        before = sum(isinstance(found, Search) for found in gc.get_objects())
        for _ in range(3):
            analyse(KIWIPETE, "PVS", Limits(depth=3))
        assert sum(isinstance(found, Search) for found in gc.get_objects()) == before
    finally:
        gc.enable()


def test_a_mate_that_leaves_the_window_is_told_as_one() -> None:
    """It is reported as a bound: a mate in at most so many plies."""
    for fen in ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", "7k/8/8/8/8/8/1R6/R5K1 w - - 0 1"):
        told: list[Info] = []
        position = ChessPosition(fen)
        deepening = Deepening(create("PVS", position), position, Limits(depth=12), Options(), report=told.append)
        deepening.search.report_from = 0.0
        deepening.run()
        scores = [info.line.score for info in told if info.line is not None]
        assert all((score.plies is None) == (abs(score.centi) < 50_000) for score in scores)
        assert any(score.plies == 3 and score.bound == "lower" for score in scores) or not fen.startswith("kbK5")
