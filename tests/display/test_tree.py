"""The tree of a search: as the search walks it, and as a picture."""

from __future__ import annotations

import os
import re
import subprocess
from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from conformance.games import EXAMPLES, TicTacToe
from engine_process import COMMAND
from hypothesis import given
from hypothesis import strategies as st
from oddsfish.engine import ChessPosition, Connect4Position, HiloPosition, Limits, Position, analyse
from oddsfish.engine.display import dot, tree, tree_drawing, tree_html, tree_text
from oddsfish.engine.display.diagram_text import Style
from oddsfish.engine.display.tree import CHANCE, LEAF, MAXIMIZE, MINIMIZE, Node
from oddsfish.engine.display.tree_layout import APART, Shape, middles
from oddsfish.protocols.commands import tree as tree_command
from oddsfish.protocols.errors import UsageError, failure_text

MIDDLE = "7/7/3y3/2ry3/2rr3/1yrry2 y 6"
MAKERS: dict[str, Callable[[], Position[Any]]] = {
    **{example.name: example.make for example in EXAMPLES},
    "connect4 slipping": lambda: Connect4Position(weights=(3, 1, 1)),
    "connect4 full board, slipping": lambda: Connect4Position(MIDDLE, "fullboard", (3, 1, 1)),
}
LARGEST = 4000  # nodes: what plain Python builds in a moment

positions = pytest.mark.parametrize("name", MAKERS)


def depths(name: str, search: str, options: dict[str, Any]) -> list[int]:
    return [depth for depth in (1, 2, 3) if tree.count(MAKERS[name](), search, depth, options, LARGEST) is not None]


@positions
@pytest.mark.parametrize(
    ("search", "opponent"),
    [
        *(("Minimax", "Auto"), ("AlphaBeta", "Auto")),
        *(("Expectimax", opponent) for opponent in ("Auto", "uniform", "optimal", "softmax", "blunder")),
    ],
)
def test_it_is_what_the_search_walks(name: str, search: str, opponent: str) -> None:
    options: dict[str, Any] = {"Opponent": opponent, "OpponentDepth": 2}
    for depth in depths(name, search, options):
        position = MAKERS[name]()
        root = tree.build(position, search, depth, options)
        result = analyse(position, search, Limits(depth=depth), dict(tree.textbook(position, options)))
        sign = 1 if position.player() == 0 else -1
        assert root.value == pytest.approx(sign * result.score.value, rel=1e-12)
        assert root.size == result.nodes == tree.count(position, search, depth, options)
        found = {child.move: child.value for child in root.children}
        assert found[str(result.move)] == pytest.approx(root.value, rel=1e-12)  # or a tie
        if search != "AlphaBeta":
            wanted = {line.move: sign * line.score.value for line in result.lines}
            assert found == pytest.approx(wanted, rel=1e-12, abs=1e-12)


@positions
def test_what_alpha_beta_cuts_is_marked(name: str) -> None:
    def compare(cut: Node, full: Node) -> None:
        for field in ("kind", "depth", "move", "probability"):
            assert getattr(cut, field) == getattr(full, field)
        bounded = {"": cut.value == full.value, "lower": cut.value <= full.value, "upper": cut.value >= full.value}
        assert bounded[cut.bound]
        moves = [child.move for child in full.children]
        assert [*(child.move for child in cut.children), *cut.pruned] == moves
        for pair in zip(cut.children, full.children, strict=False):
            compare(*pair)

    for depth in depths(name, "Minimax", {}):
        position = MAKERS[name]()
        compare(tree.build(position, "AlphaBeta", depth), tree.build(position, "Minimax", depth))


@positions
def test_kinds_depths_and_probabilities(name: str) -> None:
    position = MAKERS[name]()
    before = position.moves()
    for node in tree.build(position, "Minimax", depths(name, "Minimax", {})[-1]):
        assert (node.kind == LEAF) == (not node.children)
        assert not node.pruned and not node.bound
        if node.kind == CHANCE:
            assert sum(child.probability or 0.0 for child in node.children) == pytest.approx(1)
            mean = sum((child.probability or 0.0) * child.value for child in node.children)
            assert node.value == pytest.approx(mean)
        elif node.kind in (MAXIMIZE, MINIMIZE):
            choose = max if node.kind == MAXIMIZE else min
            assert node.value == choose(child.value for child in node.children)
            assert all(child.probability is None for child in node.children)
        for child in node.children:
            assert child.depth == node.depth + (child.kind != CHANCE)
    assert position.moves() == before


def test_the_opponent_of_expectimax_is_chance() -> None:
    root = tree.build(ChessPosition(), "Expectimax", 2)
    assert (root.kind, {child.kind for child in root.children}) == (MAXIMIZE, {CHANCE})
    assert all(leaf.probability == 1 / 20 for child in root.children for leaf in child.children)


@pytest.mark.parametrize(("depth", "nodes"), [(1, 27), (2, 521)])
def test_expectiminimax_has_the_published_nodes(depth: int, nodes: int) -> None:
    position = Connect4Position(rules="fullboard", weights=(3, 1, 1))
    assert tree.build(position, "Expectimax", depth).size == nodes


@pytest.mark.parametrize(("depth", "column", "nodes"), [(1, 0, 8), (2, 4, 47), (3, 3, 224)])
def test_alpha_beta_has_the_published_nodes(depth: int, column: int, nodes: int) -> None:
    """With the potential term alone, columns from left to right, after a disc of the other side."""
    position = Connect4Position(f"7/7/7/7/7/{column or ''}y{6 - column} r 1", "fullboard")
    options = {"Evaluation": "OpenWindows", "MoveOrder": "left-to-right"}
    assert tree.build(position, "AlphaBeta", depth, options).size == nodes


def test_a_finished_game_and_depth_0_are_one_leaf() -> None:
    for position in (TicTacToe("03142"), HiloPosition(5, -1.0, 4)):
        for depth in (0, 2):
            root = tree.build(position, "Minimax", depth)
            assert (root.kind, root.size, root.best) == (LEAF, 1, None)
            assert tree.count(position, "Minimax", depth) == 1


def test_what_makes_no_sense_is_refused() -> None:
    """And `check` can end a walk by an exception."""
    for search, depth in (("Random", 1), ("Greedy", 1), ("Minimax", -1)):
        with pytest.raises(ValueError, match=r"has no tree to draw|a depth is 0 or more"):
            tree.build(ChessPosition(), search, depth)
    with pytest.raises(ValueError, match="no such option"):
        tree.build(ChessPosition(), options={"Colour": "red"})
    for above in (["e2e5"], ["e2e4", "e7e5", "g1f3"]):
        with pytest.raises(ValueError, match=r"illegal|deep"):
            tree.build(ChessPosition(), depth=2, above=above)

    def check() -> None:
        raise InterruptedError

    with pytest.raises(InterruptedError):
        tree.build(ChessPosition(), check=check)


def test_a_count_stops_at_the_limit() -> None:
    assert tree.count(ChessPosition(), "Minimax", 30, most=10_000) is None
    assert tree.count(ChessPosition(), "Minimax", 2, most=421) == 421
    assert tree.count(ChessPosition(), "Minimax", 2, most=420) is None
    assert tree.count(HiloPosition(5, 1.0, 1), "Minimax", 1000) == 29


def test_a_part_of_a_tree_is_what_it_is_in_the_whole() -> None:
    """Each part is searched again from its own place with its own window, and written down one level deep."""
    for name, make in MAKERS.items():
        position = make()
        depth = 2 if position.chance or name == "chess" else 3
        whole = tree.build(position, "AlphaBeta", depth)

        def compare(node: tree.Node, above: tuple[str, ...]) -> None:
            window = (node.low, node.high)
            again = tree.build(position, "AlphaBeta", depth, levels=1, above=above, window=window)  # noqa: B023
            assert (again.value, again.bound, again.pruned) == (node.value, node.bound, node.pruned)
            assert [flat(child) for child in again.children] == [flat(child) for child in node.children]

        def flat(node: tree.Node) -> tuple[object, ...]:
            deeper = [flat(child) for child in node.children] if node.kind == CHANCE else []
            return node.move, node.kind, node.value, node.bound, node.low, node.high, deeper

        compare(whole, ())
        for child in whole.children[:3]:
            for below in child.children[:2] if child.kind == CHANCE else [child]:
                if below.kind != LEAF:
                    compare(below, (below.move,))


# The picture.


def test_dot_has_kind_depth_utility_board_and_move() -> None:
    root = tree.build(HiloPosition(5, 1.0, 1), "Minimax", 1, board=lambda position: position.fen())
    text = dot.write(root)
    assert r'n [label="Maximize\ndepth 0\nutility 0.630769\n\n5 1 1", shape=house' in text
    assert r'n_1 [label="Chance\ndepth 0\nutility 0.630769", shape=ellipse' in text
    assert r'n_1_8_move [label="high 9\np 0.0769"' in text
    assert r'n_1_8 [label="Leaf\ndepth 1\nutility 1.4\n\n9 1.4 0", shape=box' in text
    assert "n -> n_1_move [minlen=4, penwidth=2.5]" in text  # high is better
    assert "n -> n_0_move [minlen=4, penwidth=1]" in text
    assert text == dot.write(tree.build(HiloPosition(5, 1.0, 1), "Minimax", 1, board=lambda position: position.fen()))


def test_cuts_are_drawn() -> None:
    root = tree.build(ChessPosition(), "AlphaBeta", 2)
    text = dot.write(root)
    assert text.count("style=dashed") == sum(1 for node in root if node.pruned) > 0
    assert re.search(r'_cut \[label="cut:\\n\w+ \w+ \w+\\n', text)
    assert "utility ≤" in text


def test_any_text_can_be_in_a_label() -> None:
    assert dot.quote('a"b\\c\nd') == '"a\\"b\\\\c\\nd"'


def test_depths_can_be_the_layers_that_remain() -> None:
    """As in Connect-4 on a full board with slips: the root has depth K, a leaf 0, and layers of chance nodes count."""
    root = tree.build(Connect4Position(rules="fullboard", weights=(3, 1, 1)), "Expectimax", 1)
    assert root.height == 2
    found = re.findall(r'label="(Leaf|Maximize|Chance)\\ndepth (\d)', dot.write(root, layers=True))
    assert set(found) == {("Maximize", "2"), ("Chance", "1"), ("Leaf", "0")}


def test_a_page_of_a_tree_has_every_node_and_hides_no_text() -> None:
    position = ChessPosition()
    root = tree.build(position, "AlphaBeta", 2, board=tree_drawing.board)
    root.children[0].move = "<b>"
    drawn = tree_drawing.pieces(root)
    text = tree_html.page(root, drawn, "<i>", tree_drawing.definitions(position))
    assert text.count("<details") - 1 + text.count('<div class="leaf') == root.size
    assert "<b>" not in text and "<i>" not in text

    def moves(piece: tree_drawing.Piece) -> Counter[str]:
        return sum(map(moves, piece.below), Counter([piece.move]))

    assert {**moves(drawn), "": 1} == Counter(node.move for node in root)


@positions
@pytest.mark.parametrize("style", [Style(), Style(unicode=False)])
def test_every_node_is_a_row_of_text(name: str, style: Style) -> None:
    root = tree.build(MAKERS[name](), "AlphaBeta", 1 if MAKERS[name]().chance else 2)
    cuts = sum(1 for node in root if node.pruned)
    said = tree_text.text(root, style)
    assert len(said) == root.size + cuts + 1
    assert sum("cut: " in row for row in said) == cuts
    assert style.unicode or all(row.isascii() for row in said)
    for child in root.children:
        assert any(row.lstrip("├└─│|`- ").startswith(child.move) for row in said)


# Drawings.


@positions
def test_a_drawing_shows_every_node_that_is_not_folded(name: str) -> None:
    """Each node but the root has a line: a thick one if it was chosen, a dashed one if it was cut."""
    position = MAKERS[name]()
    root = tree.build(position, "AlphaBeta", 1 if position.chance else 2, board=tree_drawing.board)
    picture = ElementTree.fromstring(tree_drawing.picture(root, position, "<&>"))
    space = "{http://www.w3.org/2000/svg}"
    assert picture.findtext(f"{space}title") == "<&>"

    def shown(node: Node, chosen: bool = False) -> Counter[str]:
        """The numbers of visible nodes and edges of each kind."""
        below = [(child, child is node.best) for child in node.children]
        first = below[: tree_drawing.FAN - 1]
        if len(below) <= tree_drawing.FAN:
            first = below
        elif not any(best for _, best in first) and node.best is not None:
            first[-1] = (node.best, True)
        counts = Counter({"nodes": 1, "thick": chosen, "dashed": bool(node.pruned)})
        counts["nodes"] += (len(first) < len(below)) + bool(node.pruned)
        return sum((shown(child, best) for child, best in first), counts)

    wanted = shown(root)
    edges, nodes = picture.findall(f"{space}path"), picture.findall(f"{space}g")
    assert len(nodes) == wanted["nodes"] == len(edges) + 1
    assert sum(edge.get("stroke-width") is not None for edge in edges) == wanted["thick"]
    assert sum(edge.get("stroke-dasharray") is not None for edge in edges) == wanted["dashed"]
    left, _, width, _ = map(float, str(picture.get("viewBox")).split())
    places = [
        float(found[1]) for node in nodes if (found := re.match(r"translate\((\S+) ", str(node.get("transform"))))
    ]
    assert len(places) == len(nodes) and all(left < place < left + width for place in places)


def shapes(depth: int = 6) -> st.SearchStrategy[Shape]:
    """Trees of nodes of any width."""
    widths = st.integers(1, 200).map(float)
    if depth == 0:
        return widths.map(Shape)
    none: list[Shape] = []
    below = st.one_of(st.just(none), st.lists(st.deferred(lambda: shapes(depth - 1)), max_size=5))
    return st.builds(Shape, widths, below)


@given(shapes())
def test_a_layout_is_that_of_reingold_and_tilford(shape: Shape) -> None:
    """Nothing overlaps, parents are above the middle of their children, and a mirrored tree is drawn mirrored."""
    found = iter(middles(shape))
    levels: list[list[tuple[float, float]]] = []

    def walk(node: Shape, depth: int) -> float:
        middle = next(found)
        if depth == len(levels):
            levels.append([])
        levels[depth].append((middle - node.width / 2, middle + node.width / 2))
        below = [walk(child, depth + 1) for child in node.children]
        if below:
            assert middle == pytest.approx((below[0] + below[-1]) / 2, abs=1e-6)
        return middle

    def mirrored(node: Shape) -> Shape:
        return Shape(node.width, [mirrored(child) for child in reversed(node.children)])

    def ends(node: Shape) -> list[tuple[float, float]]:
        return sorted(zip(middles(node), widths(node), strict=True))

    def widths(node: Shape) -> list[float]:
        return [node.width, *(width for child in node.children for width in widths(child))]

    walk(shape, 0)
    for level in levels:
        for (_, end), (begin, _) in pairwise(level):
            assert begin - end >= APART - 1e-6
    turned = sorted((-middle, width) for middle, width in ends(mirrored(shape)))
    for (one, _), (other, _) in zip(ends(shape), turned, strict=True):
        assert one == pytest.approx(other, abs=1e-6)


# The command.

Draw = Callable[..., tuple[str, list[str]]]


@pytest.fixture
def draw(capsys: pytest.CaptureFixture[str]) -> Draw:
    """`oddsfish tree` with some arguments: its output, and its lines on stderr with the complaint, if any."""

    def draw(*words: str, wrong: bool = False) -> tuple[str, list[str]]:
        complaint = []
        try:
            tree_command.main([*words])
        except UsageError as fault:
            complaint = [failure_text(fault)]
        assert bool(complaint) == wrong, complaint
        written = capsys.readouterr()
        return written.out, [*written.err.splitlines(), *complaint]

    return draw


@pytest.mark.parametrize(
    ("arguments", "nodes", "board"),
    [
        (["connect4", "--depth", "1"], 8, r"· · · · · · ·\n● · · · · · ·"),
        (["connect4", "--slip", "--depth", "1"], 27, "p 0.6"),
        (["connect4", "--fen", MIDDLE, "--rules", "fullboard", "--depth", "1"], 8, "○"),
        (["hilo", "--fen", "5 1 1", "--depth", "1"], 29, r"|  5 |\n+----+\nUtility 1, 1 draw left"),
        (["chess", "--search", "Expectimax", "--depth", "2", "--evaluation", "Material"], 421, "p 0.05"),
        (["chess", "--search", "alphabeta", "--depth", "1", "--set", "MateDistance=false"], 21, "R N B Q K B N R"),
    ],
)
def test_the_command_writes_dot(draw: Draw, arguments: list[str], nodes: int, board: str) -> None:
    text, said = draw(*arguments, "--dot")
    assert re.fullmatch(rf"\w+ at depth \d: {nodes} nodes", said[0]) and len(said) == 1
    assert text.startswith("digraph tree {") and text.endswith("}\n")
    assert board in text
    assert len(re.findall(r"^  \w+ \[label=\"(?:Leaf|Max|Min|Chance)", text, re.MULTILINE)) == nodes


def test_the_command_draws_on_the_terminal(draw: Draw) -> None:
    text, said = draw("hilo", "--fen", "5 1 1", "--depth", "1")
    assert said == ["Minimax at depth 1: 29 nodes"]
    rows = text.splitlines()
    assert rows[0] == "▲ 0.630769" and rows[15] == "└─ high ● 0.630769 ←" and rows[-3] == "   └─ high 13 7.69% ■ 1.4"
    assert rows[-2:] == ["▲ the largest is taken, ● their mean, ■ a leaf", "Values to Player."]


@pytest.mark.parametrize(("evaluation", "unit"), [("Simplified", "centipawns"), ("Material", "pawns")])
def test_the_command_writes_files(draw: Draw, tmp_path: Path, evaluation: str, unit: str) -> None:
    """It also names the files that it has written, and the unit of values."""
    words = ("chess", "--depth", "1", "--evaluation", evaluation)
    assert draw(*words)[0].splitlines()[-1] == f"Values to White in {unit}."
    for suffix, begin in {"dot": "digraph", "html": "<!DOCTYPE html>", "svg": "<svg "}.items():
        path = tmp_path / f"tree.{suffix}"
        text, said = draw(*words, "-o", str(path))
        assert (text, said[1:]) == ("", [f"written to {path}"])
        assert path.read_text(encoding="utf-8").startswith(begin)
    title = f"<h1>Minimax, chess, depth 1, values to White in {unit}</h1>"
    assert title in (tmp_path / "tree.html").read_text(encoding="utf-8")


def test_a_file_is_written_whole_or_left_as_it_was(draw: Draw, tmp_path: Path) -> None:
    """A pipe is refused without waiting for a reader."""
    path = tmp_path / "tree.html"
    path.write_text("before")
    limit = subprocess.run(
        [
            "/bin/sh",
            "-c",
            'ulimit -f 0; exec "$@"',
            "sh",
            *COMMAND,
            "tree",
            "tictactoe",
            "--depth",
            "1",
            "--force",
            "-o",
            path,
        ],
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    assert limit.returncode == 2 and limit.stderr.splitlines()[1:] == [f"oddsfish: tree: {path}: File too large"]
    assert path.read_text() == "before" and list(tmp_path.iterdir()) == [path]
    os.mkfifo(tmp_path / "pipe.html")
    _, said = draw("tictactoe", "--depth", "1", "-o", str(tmp_path / "pipe.html"), wrong=True)
    assert said[1:] == [f"{tmp_path / 'pipe.html'} is a FIFO, not a regular file"]


def test_a_monster_is_announced_and_refused(draw: Draw, tmp_path: Path) -> None:
    path = tmp_path / "monster.dot"
    _, said = draw("chess", "--depth", "3", "-o", str(path), wrong=True)
    assert said[0] == "Minimax at depth 3: 9,323 nodes"
    assert said[1].startswith("that is more than 2,000 nodes") and len(said) == 2
    assert not path.exists()
    draw("chess", "--depth", "2", "--max-nodes", "420", "-o", str(path), wrong=True)
    draw("chess", "--depth", "2", "--max-nodes", "421", "-o", str(path))
    assert path.exists()
    _, said = draw("hilo", "--fen", "5 1 60", "--depth", "60", wrong=True)
    assert said[0].startswith("Minimax at depth 60: more than ")
    assert said[1:] == ["that is more than can be drawn: look less deep"]


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["poker"],
        ["chess", "--depth", "-1"],
        ["chess", "--search", "Greedy"],
        ["chess", "--fen", "8/8/8/8/8/8/8/8 w - - 0 1"],
        ["chess", "--rules", "classic"],
        ["chess", "--evaluation", "Windy"],
        ["chess", "--set", "Table"],
        ["chess", "-o", "tree.png"],
        ["hilo", "--fen", "5 1 4", "-o", "/nowhere/at/all.dot", "--depth", "1"],
    ],
)
def test_nonsense_gets_one_line(draw: Draw, arguments: list[str]) -> None:
    text, said = draw(*arguments, wrong=True)
    assert text == ""
    assert len(said) == 1 or (len(said) == 2 and "nodes" in said[0])


def test_help_is_complete(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        tree_command.main(["connect4", "--help"])
    text = capsys.readouterr().out
    assert all(word in text for word in ("--search", "--depth", "--fen", "--rules", "--slip", "--max-nodes", ".svg"))
