"""Laws that hold for every search on any game: games made at random, against the plain searches in fractions.

Each game is searched by every search, with random options. No option may change a value, except as documented.
A game that fails is shrunk and shown. `check_seed(N)` does what a test does with the game of number N.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from random import Random

import pytest
from oddsfish.engine import Limits, Result, Win, analyse
from oddsfish.engine.control.deepening import Deepening
from oddsfish.engine.options import Options, Value
from oddsfish.engine.searches.factory import create
from oddsfish.engine.searches.table import Table

from .claims import Broken, Truth, check_result, demand, model_of
from .graphs import ExactGraph, Graph, GraphPosition, Label, Move, Outcome, State, make_graph, make_position
from .rows import Pair, Row, all_pairs, covering_rows, draw_row, pairs_of, shards
from .shrinking import shrink

SLOW_GAMES = 100_000
SHARD = 200  # games of one test
SHOWN = 10  # failures

# Every option that a search reads, and some that it must ignore. Table: none, a new one for each search, or one for all
# searches of a game. Moves: all root moves, or some. Nodes: without a limit, or too few.
CHOICES: dict[str, tuple[Value, ...]] = {
    "Table": ("off", "new", "kept"),
    "Hash": (1, 2),
    "Deepening": (True, False),
    "MultiPV": (1, 2, 3, 256),
    "TiePolicy": ("first", "random"),
    "Seed": (0, 7),
    "Quiescence": (False, True),
    "MateDistance": (True, False),
    "MateValue": (100000, 20000),
    "MoveOrder": ("Auto", "generated", "left-to-right"),
    "Fail": ("soft", "hard"),
    "Cut": ("non-strict", "strict"),
    "RootWindow": ("infinite", "mate"),
    "Opponent": ("Auto", "uniform", "optimal", "softmax", "blunder"),
    "OpponentTemperature": (0, 10**9),
    "OpponentDepth": (1, 2, 3),
    "OpponentBlunder": (0, 150, 1000),
    "Star": ("Auto", "off", "Star1", "Star2"),
    "Threads": (1, 4),
    "Moves": ("all", "some"),
    "Nodes": ("all", "few"),
}
DEFAULTS: Row = {
    "Table": "off",
    "Hash": 16,
    "Deepening": False,
    "MultiPV": 1,
    "TiePolicy": "first",
    "Seed": 0,
    "Quiescence": False,
    "MateDistance": True,
    "MateValue": 100000,
    "MoveOrder": "generated",
    "Fail": "soft",
    "Cut": "non-strict",
    "RootWindow": "infinite",
    "Opponent": "Auto",
    "OpponentTemperature": 100,
    "OpponentDepth": 1,
    "OpponentBlunder": 100,
    "Star": "off",
    "Threads": 1,
    "Moves": "all",
    "Nodes": "all",
}
OF_MODELS = ("Opponent", "OpponentTemperature", "OpponentDepth", "OpponentBlunder")
NO_OPTIONS = ("Moves", "Nodes")  # Table is one only in part
SEARCHES = ("Minimax", "AlphaBeta", "Expectimax", "Auto")
ROWS = {"Minimax": 1, "AlphaBeta": 3, "Expectimax": 3, "Auto": 1}  # rows of options for each game


@cache
def rows_of(search: str) -> list[Row]:
    """Few rows that hold every pair of option values, without a limit on nodes."""
    choices = {**CHOICES, "Nodes": ("all",)}
    return covering_rows(choices, Random(search))


def draw_rows(seed: int) -> Iterator[Row]:
    """The rows for the game of this number: for each search the next of its covering rows, and some random ones."""
    for search in SEARCHES:
        rows = rows_of(search)
        random = Random(f"{seed} {search}")
        for number in range(ROWS[search]):
            row = draw_row(CHOICES, random) if number else rows[seed % len(rows)]
            if number and random.random() < 0.6:
                row["Nodes"] = "all"
            yield {"Search": search, **row}


def fit(row: Row, graph: Graph) -> Row:
    """The row without RootWindow `mate` if the game is not `clear`: it is meant only for those that are."""
    return row if graph.clear else {**row, "RootWindow": "infinite"}


def run(position: GraphPosition, row: Row, limits: Limits, kept: Table) -> Result[str]:
    """One search: by `analyse` without a table or with a new one, or as by a session, which keeps its table."""
    settings = {name: value for name, value in row.items() if name not in NO_OPTIONS}
    settings["Table"] = row["Table"] != "off"
    if row["Table"] != "kept":
        search = str(settings.pop("Search"))
        return analyse(position, search, limits, settings)
    options = Options()
    for name, value in settings.items():
        options.set(name, str(value))
    position.configure(options)
    moves = tuple(position.parse(move) for move in limits.moves)
    search_object = create(str(row["Search"]), position)
    return Deepening(search_object, position, replace(limits, moves=moves), options, kept).run()


def check_graph(graph: Graph, rows: Sequence[Row]) -> None:
    """Search a game with one row of options after another; Broken says what is wrong."""
    position = make_position(graph)
    kept = Table(1)
    truths: dict[tuple[tuple[Value, ...], bool, bool, tuple[str, ...]], Truth] = {}
    for row in rows:
        random = Random(repr(sorted(row.items())))
        names = [position.notation(move) for move in position.moves()]
        chosen = tuple(sorted(random.sample(names, random.randint(1, len(names))))) if names else ()
        limits = Limits(
            depth=graph.depth,
            nodes=random.choice((1, 2, 5, 10, 20, 50, 100)) if row["Nodes"] == "few" else None,
            moves=chosen if row["Moves"] == "some" else (),
        )
        averages = row["Search"] == "Expectimax" or (row["Search"] == "Auto" and graph.chance)
        model = tuple(row[name] for name in OF_MODELS) if averages else ()
        about = model, bool(row["MateDistance"]), bool(row["Quiescence"]), limits.moves
        if about not in truths:
            truths[about] = Truth(ExactGraph(graph, limits.moves), model_of(row) if averages else None, *about[1:3])
        try:
            check_result(run(position, fit(row, graph), limits, kept), truths[about], fit(row, graph), limits)
        except Exception as fault:  # no game may raise any exception
            law = fault.law if isinstance(fault, Broken) else type(fault).__name__
            raise Broken(law, f"{fault}\n    with {row}") from fault
        demand(position.path == [0], "position", "analysed, it is not as it was")


def law_broken(graph: Graph, rows: Sequence[Row]) -> str:
    """The name of the law that fails; empty if none does."""
    try:
        check_graph(graph, rows)
    except Broken as fault:
        return fault.law
    return ""


def check_seed(seed: int, covered: set[tuple[str, Pair]] | None = None) -> str:
    """What is wrong with the game of this number, in a line; empty if nothing is."""
    graph = make_graph(seed)
    rows = list(draw_rows(seed))
    try:
        check_graph(graph, rows)
    except Broken as fault:
        return f"seed {seed}: {fault}"
    if covered is not None:
        for row in rows:
            if row["Nodes"] == "all":
                covered.update(
                    (str(row["Search"]), pair) for pair in pairs_of(fit(row, graph)) if "Search" not in dict(pair)
                )
    return ""


def explain(seed: int) -> str:
    """The smallest game and the fewest options that fail as the game of this number does."""
    graph = make_graph(seed)
    rows = list(draw_rows(seed))
    law = law_broken(graph, rows)
    for row in rows:
        if law_broken(graph, [row]) == law:
            rows = [row]
            break
    graph = shrink(graph, lambda smaller: law_broken(smaller, rows) == law)
    for name, value in DEFAULTS.items():
        simpler = [{**row, name: value} for row in rows]
        if law_broken(graph, simpler) == law:
            rows = simpler
    graph = shrink(graph, lambda smaller: law_broken(smaller, rows) == law)
    text = ""
    try:
        check_graph(graph, rows)
    except Broken as fault:
        text = str(fault).partition("\n")[0]
    unusual = [{name: value for name, value in row.items() if DEFAULTS.get(name) != value} for row in rows]
    return f"seed {seed}, shrunk:\n{graph}\nwith {unusual}\n{text}"


def check_seeds(seeds: Sequence[int]) -> None:
    covered: set[tuple[str, Pair]] = set()
    failures = []
    first = None
    for seed in seeds:
        failure = check_seed(seed, covered)
        if failure:
            failures.append(failure)
            first = seed if first is None else first
    if first is not None:
        head = f"{len(failures)} of {len(seeds)} games fail"
        pytest.fail("\n".join([head, explain(first), *failures[:SHOWN]]), pytrace=False)
    wanted = {(search, pair) for search in SEARCHES for pair in all_pairs({**CHOICES, "Nodes": ("all",)})}
    assert covered == wanted


def test_a_win_that_another_reply_may_spoil_is_not_forced() -> None:
    """The best reply loses a ply later than the other, which has a tiny chance to escape: so the win is not forced."""
    escape = Fraction(1, 10**9)
    first, second = Label("str", 4), Label("str", 5)
    spoil = (Outcome(first, 1 - escape, 3), Outcome(second, escape, 4))
    states = (
        State(0, 0.0, moves=(Move(first, 1),)),
        State(1, 0.0, moves=(Move(Label("str", 6), 2), Move(Label("str", 7), -1, spoil))),
        State(0, 0.0, moves=(Move(first, 3),)),
        State(0, 0.0, end=Win(0)),
        State(0, 0.0, end=0.0),
    )
    graph = Graph(states, depth=3, decisive=None, scale=1, chance=True)
    for search in ("Minimax", "AlphaBeta", "Expectimax"):
        check_graph(graph, [{"Search": search, **DEFAULTS}])


def plain_graph(
    depth: int,
    players: str,
    ways: Mapping[int, Sequence[int]],
    ends: Mapping[int, Win | float],
    keyed: int,
    guess: float = 0.0,
) -> Graph:
    """A game without chance: whose turn it is in each state, where its moves lead, how it ends.

    Only the state `keyed` has a key, and the value `guess` in place of 0.
    """
    states = [
        State(
            int(player),
            guess if number == keyed else 0.0,
            ends.get(number),
            tuple(Move(Label("str", place + 4), target) for place, target in enumerate(ways.get(number, ()))),
            Label("int", number) if number == keyed else None,
        )
        for number, player in enumerate(players)
    ]
    return Graph(tuple(states), depth, None, 1, False)


def test_the_edge_of_a_window_is_no_forced_win() -> None:
    """With fail-hard a value at the edge of the window says nothing of how the game ends. Two seeds, shrunk."""
    ways = {0: (1, 2), 1: (5, 4), 2: (3, 5), 3: (7, 6), 5: (6,), 6: (8, 9)}
    graph = plain_graph(4, "1001000000", ways, {4: 0.0, 7: 0.0, 8: Win(1), 9: 0.0}, keyed=6, guess=-1.0)
    deep = {0: (2, 1), 1: (3,), 2: (4, 3), 3: (5,), 4: (6,), 5: (7,), 6: (8, 7), 7: (10,), 8: (9,), 9: (11,)}
    other = plain_graph(6, "0010000000100", {**deep, 10: (12, 11)}, {11: Win(1), 12: 0.0}, keyed=10)
    rows: tuple[Row, ...] = (
        {"Table": "off"},
        {"Table": "new", "Deepening": True},
        {"Table": "new", "TiePolicy": "random"},
    )
    for row in rows:
        for game in (graph, other):
            check_graph(game, [{**DEFAULTS, "Search": "AlphaBeta", "Fail": "hard", **row}])


@shards(SLOW_GAMES // SHARD)
def test_random_games(shard: int) -> None:
    check_seeds(range(shard * SHARD, (shard + 1) * SHARD))
