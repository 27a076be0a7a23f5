"""The page of the tree editor as a file, and sheets of exercises: what the commands write."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from engine_process import here
from game_trees import exact, texts_for
from oddsfish import tree
from oddsfish.engine.display.editor import sheet
from oddsfish.engine.game_tree import trace
from oddsfish.engine.game_tree.known import known

SVG = "{http://www.w3.org/2000/svg}"


def test_what_is_known_in_the_end_is_true() -> None:
    """Each value is exact or a correct bound; nodes that are never reached have none."""
    for search in ("minimax", "alphabeta_soft", "alphabeta_hard", "expectiminimax", "star1", "star2"):
        for text in texts_for(search, 11, 150):
            root = tree.parse(text)
            steps = tree.trace(root, search)
            reached = {step.frame.node for step in steps if step.frame.function == search}
            for number, (node, found) in enumerate(zip(root, known(root, steps), strict=True)):
                assert (found.value is not None) == (number in reached)
                if found.value is None:
                    continue
                value, slack = float(exact(node, search)), 1e-9
                if found.bound == "≥":
                    assert value >= found.value - slack
                elif found.bound == "≤":
                    assert value <= found.value + slack
                else:
                    assert found.value == pytest.approx(value, rel=1e-9, abs=1e-9)
                assert not found.why or any(mark in found.why for mark in ("<=", ">="))


@pytest.mark.parametrize("name", sheet.TASKS)
def test_the_solutions_of_a_sheet_are_right(name: str) -> None:
    found = sheet.exercises(12, 5, [name])
    assert len({str(exercise.root) for exercise in found}) == 12
    for exercise in found:
        search = exercise.task.search
        best = max(exact(child, search) for child in exercise.root.children)
        looks = sheet.looks(exercise)
        children = [
            number for number, node in enumerate(exercise.root) if any(node is each for each in exercise.root.children)
        ]
        chosen = looks.index("chosen")
        assert looks.count("chosen") == 1 and chosen in children
        assert exact(exercise.root.children[children.index(chosen)], search) == best
        nodes = {step.frame.node for step in trace.trace(exercise.root, search)}
        assert [look == "cut" for look in looks] == [number not in nodes for number in range(exercise.root.size)]
        asked, solved = sheet.texts(exercise, False), sheet.texts(exercise, True)
        for node, before, after in zip(exercise.root, asked, solved, strict=True):
            assert (before == "") == (node.kind != "leaf")
            assert before in ("", after)
        assert bool(sheet.reasons(exercise)) == ("cut" in looks)


def test_a_sheet_is_that_of_its_seed(tmp_path: Path) -> None:
    written: list[str] = []
    for seed in ("1", "1", "2"):
        for suffix in ("html", "tex"):
            path = tmp_path / f"{len(written)}.{suffix}"
            status, out, err = here("tree-editor", "--sheet", "4", "--seed", seed, "-o", str(path))
            assert (status, out) == (0, "") and "written to" in err
            written.append(path.read_text(encoding="utf-8"))
    html, latex, *rest = written
    assert rest[:2] == [html, latex] and html not in rest[2:] and latex not in rest[2:]
    drawings = re.findall(r"<svg.*?</svg>", html, re.DOTALL)
    assert len(drawings) == 8
    for asked, solved in zip(drawings[:4], drawings[4:], strict=True):
        blank, full = (ElementTree.fromstring(each) for each in (asked, solved))
        assert blank.get("width") == full.get("width")  # so that the width does not reveal the solution
        assert len(list(blank.iter(f"{SVG}text"))) == len(list(full.iter(f"{SVG}text")))
    assert latex.count("\\begin{forest}") == 8 == latex.count("\\end{forest}")
    assert latex.count("{") == latex.count("}") and latex.rstrip().endswith("\\end{document}")


def test_the_editor_is_one_file(tmp_path: Path) -> None:
    path = tmp_path / "editor.html"
    assert here("tree-editor", "max(1 min(2 3))", "-o", str(path))[0] == 0
    page = path.read_text(encoding="utf-8")
    assert '"max(1 min(2 3))"' in page and "default-src 'none'" in page
    assert not re.search(r"(src|href)=[\"']?(https?:)?/", page) and "import {" not in page
    status, _, err = here("tree-editor", "-o", str(path))
    assert status == 2 and err.count("\n") == 1 and "--force" in err


def test_a_position_is_written_for_the_editor(tmp_path: Path) -> None:
    path = tmp_path / "hilo.html"
    options = ("--depth", "1", "--search", "Expectimax", "--fen", "5 1 1")
    assert here("tree", "hilo", *options, "--editor", "-o", str(path))[0] == 0
    assert '\\"low\\" chance(' in path.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("max(1 2", "-o", "x.html"), "is missing in the tree: the text ends"),
        (("-o", "x.pdf"), "the file ends in .html"),
        (("-o", "x.tex"), "the editor is a page"),
        ((), "-o/--output"),
        (("--sheet", "0", "-o", "x.html"), "0 is less than 1"),
        (("--sheet", "2", "--tasks", "cut", "-o", "x.html"), "no task is called 'cut': choose from values, cuts"),
        (("max(1 2)", "--sheet", "2", "-o", "x.html"), "leave out TREE or --sheet"),
        (("-o", "nowhere/x.html"), "nowhere"),
    ],
)
def test_what_makes_no_sense_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    status, out, err = here("tree-editor", *words)
    assert (status, out) == (2, "") and err.count("\n") == 1 and said in err
    assert list(tmp_path.iterdir()) == []
