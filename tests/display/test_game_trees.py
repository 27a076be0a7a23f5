"""Trees that are written down: read, written, and searched step by step by the searches of plain_trees.py."""

from __future__ import annotations

from importlib.util import module_from_spec, spec_from_file_location
from math import inf, isnan
from pathlib import Path
from random import Random
from types import ModuleType

import pytest
from game_trees import EVERY, TreeGame, exact, text, texts_for
from hypothesis import given
from hypothesis import strategies as st
from oddsfish import HiloPosition, tree
from oddsfish.engine import plain, plain_trees
from oddsfish.engine.game_tree import javascript, random_tree, trace
from oddsfish.engine.game_tree.examples import EXAMPLES
from oddsfish.engine.game_tree.trace import Step
from oddsfish.engine.game_tree.tree import GameTree

every = pytest.mark.parametrize("search", trace.names())
AIMA = "max(min(3 12 8) min(2 4 6) min(14 5 2))"


def entered(steps: list[Step]) -> list[tuple[str, int]]:
    """The calls in their order: the function, and the number of the node."""
    found: list[tuple[str, int]] = []
    depth = 0
    for step in steps:
        if len(step.stack) > depth:
            found.append((step.frame.function, step.frame.node))
        depth = len(step.stack) - (step.returned is not None)
    return found


def visits(steps: list[Step]) -> int:
    return sum(function != "probe" for function, _ in entered(steps))


@every
def test_a_search_finds_the_value(search: str) -> None:
    """The value is that of an oracle with fractions: pruning does not change it."""
    for written in texts_for(search, 1, 300):
        root = tree.parse(written)
        steps = tree.trace(root, search, most=99)
        returned = steps[-1].returned
        assert isinstance(returned, float)
        sign = -1 if search == "negamax" and root.kind == "min" else 1
        assert sign * returned == pytest.approx(float(exact(root, search)), rel=1e-9, abs=1e-9), (
            written
        )  # weights of softmax are rounded


@pytest.mark.parametrize(
    ("search", "oracle"), [("minimax", plain.Minimax), ("alphabeta_soft", plain.AlphaBeta), ("negamax", plain.Minimax)]
)
def test_it_is_the_search_of_games(search: str, oracle: type[plain.Minimax]) -> None:
    """With the same nodes as plain.py."""
    for written in texts_for("negamax", 2, 200):
        root = tree.parse(written)
        slow = oracle()
        slow.value(TreeGame(root), 99, 0, -inf, inf)
        assert visits(tree.trace(root, search)) == slow.nodes


def test_pruning_saves_nodes() -> None:
    """Fail-soft never searches more than fail-hard, nor Star1 more than no pruning; each saves somewhere."""
    sums = dict.fromkeys(trace.names(), 0)
    for written in texts_for("star2", 3, 300):
        root = tree.parse(written)
        count = {search: visits(tree.trace(root, search)) for search in ("expectiminimax", "star1", "star2")}
        assert count["star1"] <= count["expectiminimax"]
        for search, nodes in count.items():
            sums[search] += nodes
    for written in texts_for("minimax", 3, 300):
        root = tree.parse(written)
        count = {search: visits(tree.trace(root, search)) for search in ("minimax", "alphabeta_soft", "alphabeta_hard")}
        assert count["alphabeta_soft"] <= count["alphabeta_hard"] <= count["minimax"]
        for search, nodes in count.items():
            sums[search] += nodes
    assert sums["star1"] < sums["expectiminimax"] > sums["star2"]
    assert sums["alphabeta_soft"] <= sums["alphabeta_hard"] < sums["minimax"]


def test_branch_limit_searches_the_moves_that_look_best() -> None:
    for written in texts_for("branch_limit", 4, 200):
        root = tree.parse(written)
        seen = {node for _, node in entered(tree.trace(root, "branch_limit", most=2))}
        numbers = {id(node): number for number, node in enumerate(root)}
        for node in root:
            if numbers[id(node)] in seen and node.children:
                sign = 1 if node.kind == "max" else -1
                looks = sorted((sign * child.value for child in node.children), reverse=True)
                for child in node.children:
                    if numbers[id(child)] in seen:
                        assert sign * child.value >= looks[:2][-1]


def test_a_step_says_what_is_known() -> None:
    steps = tree.trace(tree.parse(AIMA), "alphabeta_soft")
    assert (steps[0].alpha, steps[0].beta, steps[0].best, steps[0].stack) == (-inf, inf, None, [0])
    last = steps[-1]
    assert (last.returned, last.best, last.alpha, last.stack) == (3.0, 3.0, 3.0, [0])
    code = trace.code("alphabeta_soft").split("\n")
    assert code[last.line].strip() == "return best" and code[0].startswith("def alphabeta_soft(")
    assert entered(steps) == [("alphabeta_soft", node) for node in (0, 1, 2, 3, 4, 5, 6, 9, 10, 11, 12)]


def test_a_node_may_stand_in_two_places() -> None:
    shared = tree.parse("min(3 5)")
    steps = tree.trace(GameTree("max", children=(shared, shared)))
    assert [node for _, node in entered(steps)] == [0, 1, 2, 3, 4, 5, 6]


@every
def test_steps_are_lines_of_the_code(search: str) -> None:
    """Each step is a statement of its function; the stack begins at the root, and grows and shrinks by one."""
    code = trace.code(search).split("\n")
    begins = {line.split("(")[0][4:]: number for number, line in enumerate(code) if line.startswith("def ")}
    for written in texts_for(search, 5, 20):
        root = tree.parse(written)
        depth = 1
        for step in tree.trace(root, search):
            line = code[begins[step.frame.function] + step.line].strip()
            assert line and (step.returned is not None) == line.startswith("return")
            assert step.stack[0] == 0 and abs(len(step.stack) - depth) <= 1
            depth = len(step.stack)


@given(st.randoms(use_true_random=False))
def test_a_tree_is_read_as_it_was_written(random: Random) -> None:
    written = text(random, random.randint(0, 4), EVERY, judged=random.random() < 0.5)
    once = tree.write(tree.parse(written))
    assert tree.write(tree.parse(once)) == once
    for one, other in zip(tree.parse(written), tree.parse(once), strict=True):
        for field in ("kind", "name", "value", "probability", "parameter"):
            before, after = getattr(one, field), getattr(other, field)
            assert before == after or (isnan(before) and isnan(after))


@given(st.text(alphabet='max(min)chance[]:/="\n ,0123456789.e+-é', max_size=60) | st.text(max_size=20))
def test_any_other_text_gets_one_line(written: str) -> None:
    try:
        root = tree.parse(written)
    except ValueError as fault:
        assert "\n" not in str(fault) and len(str(fault)) < 160
    else:
        assert tree.write(tree.parse(tree.write(root))) == tree.write(root)


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("", "a number or one of max, min, chance, softmax, blunder is missing in the tree: the text ends"),
        ("max(1 2", "')' is missing in the tree: the text ends"),
        ("max(1 2) 3", "nothing may follow the tree, but character 10 is '3'"),
        ("max()", "a max node has at least one node below it"),
        ("chance(1/2:3 1/3:4)", "the probabilities of a chance node sum to 1, not to 0.833333333333"),
        ("chance(0:3 1:4)", "more than 0, and at most 1"),
        ("chance(1/0:3)", "denominator 0"),
        ("chance(3 4)", "':' after a probability is missing in the tree: character 10 is '4'"),
        ("softmax(1 2)", "'[' is missing in the tree: character 8 is '('"),
        ("softmax[0](1 2)", "the temperature of a softmax node is a number above 0"),
        ("blunder[2](1 2)", "the rate of a blunder node is a number from 0 to 1"),
        ("max(1e10 2)", "a number in a tree is at most 1,000,000,000"),
        ("max(nan 2)", "character 5 is 'nan'"),
        ("max(1 2) bounds 3 1", "the first bound is the smaller one"),
        ("max(1 2) bounds 0 1", "a leaf of 2 is outside the bounds 0 and 1"),
        (f'max("{"x" * 61}" 1)', "a name has at most 60 characters"),
        ("max(" * 62 + "1" + ")" * 62, "a tree has at most 60 levels below its root"),
        ("1" * 100_001, "a tree has at most 100,000 characters"),
    ],
)
def test_what_is_no_tree_is_refused(written: str, said: str) -> None:
    with pytest.raises(ValueError, match=r"^[^\n]+$") as fault:
        tree.parse(written)
    assert said in str(fault.value)


@pytest.mark.parametrize(
    ("written", "search", "said"),
    [
        ("max(1 chance(1:2))", "minimax", "minimax knows no chance nodes"),
        ("max(max(1 2))", "negamax", "negamax needs sides that take turns"),
        ("max(min(1 2))", "branch_limit", "branch_limit needs a value at each node"),
        ("max(1 2)", "Minimax", "no search of trees is called Minimax"),
        ("max(1 2)", "probe", "no search of trees is called probe"),
    ],
)
def test_a_search_that_does_not_suit_says_so(written: str, search: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        tree.trace(tree.parse(written), search)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.title)
def test_an_example_can_be_searched(example) -> None:  # type: ignore[no-untyped-def]
    root = tree.parse(example.text)
    steps = tree.trace(root, example.search)
    assert tree.write(root) == example.text
    cuts = "cut" in example.title or "searched" in example.note
    assert (visits(steps) < root.size) == (cuts or example.search == "alphabeta_soft")


def best(written: str, search: str) -> str:
    root = tree.parse(written)
    values = [tree.trace(child, search)[-1].returned for child in root.children]
    return root.children[values.index(max(values))].name  # type: ignore[type-var]


def test_the_notes_of_the_examples_are_true() -> None:
    texts = {example.title.partition(" (")[0]: example.text for example in EXAMPLES}
    assert best(texts["Order changes a decision at chance nodes"], "expectiminimax") == "a1"
    assert best(texts["The same order, other values"], "expectiminimax") == "a2"
    fallible = texts["Perfect or fallible opponent"]
    assert (best(fallible, "minimax"), best(fallible, "expectimax")) == ("safe", "bold")
    blunders = texts["An opponent that blunders"]
    assert best(blunders, "expectiminimax") == "safe"
    assert best(blunders.replace("0.2", "0.7"), "expectiminimax") == "bold"
    star = [texts[name] for name in ("A cut by Star1", "A cut by Star2")]
    count = {name: [visits(tree.trace(tree.parse(each), name)) for each in star] for name in ("star1", "star2")}
    assert count["star1"][0] == tree.parse(star[0]).size - 1 and count["star2"][1] < count["star1"][1]
    draw = tree.parse(texts["The last draw of a card game"])
    ours = tree.build(HiloPosition(5, 1, 1), "Expectimax", 1)
    for child in draw.children:
        wanted = next(each.value for each in ours.children if each.move == child.name)
        assert tree.trace(child, "expectimax")[-1].returned == pytest.approx(wanted, rel=1e-12)
    limited = tree.trace(tree.parse(texts["The best moves alone: BranchLimit"]), "branch_limit")
    assert limited[-1].returned == 6.0


def test_a_tree_of_a_search_can_be_written() -> None:
    root = tree.build(HiloPosition(5, 1, 2), "Expectimax", 2)
    written = tree.parse(tree.write(tree.written(root)))
    assert written.size == root.size
    assert tree.trace(written, "expectiminimax")[-1].returned == pytest.approx(root.value, rel=1e-12)


@given(st.integers(0, 2**40), st.integers(1, 4), st.integers(2, 5), st.lists(st.sampled_from(EVERY), min_size=1))
def test_a_random_tree_is_a_tree(seed: int, depth: int, width: int, kinds: list[str]) -> None:
    written = random_tree.random_tree(seed, depth, width, kinds, True)
    root = tree.parse(written)
    assert root.kind == kinds[0] and max(len(node.children) for node in root) <= width
    assert written == random_tree.random_tree(seed, depth, width, kinds, True)


@pytest.mark.parametrize(
    "body",
    [
        "sorted(a, reverse=True)",
        "max(a, default=0)",
        "max(a, key=len)",
        "a[-1]",
        "3 in [1, 2]",
        "a[1:]",
        "max(*a)",
        "a if a else (yield)",
        "{1: 2}",
        "a is None",
        "a ** 2",
        "f'{a:.2f}'",
    ],
)
def test_python_with_another_meaning_is_not_translated(body: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no JavaScript is known"):
        javascript.functions(module(tmp_path, f"def f(a):\n    return {body}\n"))


@pytest.mark.parametrize("head", ["def f(a=1):", "def f(*a):", "def f(a, *, b):", "def f(delete):"])
def test_odd_arguments_are_not_translated(head: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no JavaScript is known"):
        javascript.functions(module(tmp_path, f"{head}\n    return 1\n"))


def module(folder: Path, source: str) -> ModuleType:
    path = folder / "translated.py"
    path.write_text(source, encoding="utf-8")
    spec = spec_from_file_location("translated", path)
    assert spec is not None and spec.loader is not None
    made = module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


def test_other_python_is_not_translated() -> None:
    """It is refused, and not translated wrongly."""
    with pytest.raises(ValueError, match=r"no JavaScript is known for \w+ in line \d+"):
        javascript.functions(trace)
    assert "function minimax(node)" in javascript.functions(plain_trees)


def test_a_tree_cannot_be_made_wrong() -> None:
    with pytest.raises(ValueError, match="a node is one of"):
        GameTree("mox", 1.0)
    with pytest.raises(ValueError, match="a leaf has a value"):
        GameTree("leaf", 1.0, (GameTree("leaf", 1.0),))
    with pytest.raises(ValueError, match="no quotes"):
        GameTree("leaf", 1.0, name='"')
