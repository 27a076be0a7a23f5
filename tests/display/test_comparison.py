"""Searches side by side: the table and the plot, from Python and from the command line."""

from __future__ import annotations

from pathlib import Path

import pytest
from conformance.games import EXAMPLES
from engine_process import here
from oddsfish import ChessPosition, Connect4Position, compare, tree


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_it_has_the_nodes_of_the_trees(example) -> None:  # type: ignore[no-untyped-def]
    found = compare(example.make(), 2, nodes=200_000)
    assert found.branching == len(example.make().moves())
    for row in found.rows:
        if row.search not in tree.SEARCHES or row.nodes is None:
            continue
        assert [*row.by_depth] == [tree.count(example.make(), row.search, depth) for depth in (1, 2)]
        if row.cuts is not None:
            root = tree.build(example.make(), row.search, 2)
            assert row.value == pytest.approx(root.value) and root.size == row.nodes
            assert row.cuts == sum(bool(node.pruned) for node in root)
    shares = {row.search: row.share for row in found.rows}
    assert shares["Minimax"] in (1.0, None)
    assert shares["AlphaBeta"] is None or shares["AlphaBeta"] <= 1


def test_pruning_changes_no_value() -> None:
    found = compare(Connect4Position(weights=(3, 1, 1)), 2)
    rows = {row.search: row for row in found.rows}
    assert len({f"{row.value:.9g}" for name, row in rows.items() if "BranchLimit" not in name}) == 1
    plain, star1, star2 = (rows[name].nodes for name in ("Expectimax", "Expectimax, Star1", "Expectimax, Star2"))
    assert plain is not None and star1 is not None and star2 is not None
    assert star1 < plain > star2


def test_what_needs_too_many_nodes_is_said() -> None:
    found = compare(ChessPosition(), 4, nodes=10_000)
    minimax, alphabeta, *_ = found.rows
    assert (minimax.move, minimax.nodes, minimax.by_depth) == (None, None, (21, 421, 9323))
    assert alphabeta.share is None and "too many" in found.lines()[1]


@pytest.mark.parametrize(
    ("depth", "nodes", "said"), [(0, 1, "a depth is 1 to"), (10**6, 1, "a depth is 1 to"), (1, 0, "at least 1 node")]
)
def test_what_makes_no_sense_is_refused(depth: int, nodes: int, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        compare(ChessPosition(), depth, nodes=nodes)


def test_a_game_that_is_over_is_refused() -> None:
    with pytest.raises(ValueError, match="the game is over"):
        compare(ChessPosition("7k/6Q1/5K2/8/8/8/8/8 b - - 0 1"))


def test_it_is_printed_and_plotted(tmp_path: Path) -> None:
    path = tmp_path / "nodes.svg"
    status, out, err = here("compare", "connect4", "--slip", "--depth", "2", "--plot", str(path))
    assert status == 0 and "written to" in err
    lines = out.splitlines()
    assert (
        lines[0].split() == ["search", "move", "value", "nodes", "share", "cuts", "time"]
        and len(lines) == 10
        and "values to Red" in lines[-1]
    )
    assert path.read_bytes().startswith(b"<?xml")
    for words, said in (
        (("--plot", "x.txt"), "ends in .svg"),
        (("--depth", "0"), "less than 1"),
        (("--plot", str(path)), "--force"),
    ):
        status, out, err = here("compare", "chess", *words)
        assert (status, out) == (2, "") and said in err and err.count("\n") == 1


def test_a_notebook_shows_a_table() -> None:
    shown = compare(ChessPosition(), 1)._repr_html_()
    assert shown.count("<tr>") == 6 and "AlphaBeta, strict cut" in shown
