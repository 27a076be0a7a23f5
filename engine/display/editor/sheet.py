"""A sheet of exercises with solutions, by seed: as HTML to print, and as LaTeX."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape

from ...game_tree.kinds import CHANCE, LEAF, MAX, MIN
from ...game_tree.known import Known, known
from ...game_tree.latex import PREAMBLE, escaped, forest
from ...game_tree.numbers import probability_text, shown
from ...game_tree.random_tree import random_tree
from ...game_tree.text import parse
from ...game_tree.trace import trace
from ...game_tree.tree import GameTree
from .. import one_file
from ..tree import CHANCE as DRAWN_CHANCE
from ..tree import LEAF as DRAWN_LEAF
from ..tree import MAXIMIZE, MINIMIZE
from ..tree_drawing import BODY, DASHED, INK, LETTER, PAD, ROW, THICK, Piece, line, outline, svg

DEPTH, WIDTH = 3, 3
MOST = 200  # exercises
SIZES = range(14, 26)  # nodes of a tree that fits on a page
DRAWN = {LEAF: DRAWN_LEAF, MAX: MAXIMIZE, MIN: MINIMIZE, CHANCE: DRAWN_CHANCE}
CSS = """
figure { margin: .8rem 0; overflow-x: auto; }
figure svg { width: 100%; max-width: 60rem; height: auto; }
.exercise { break-inside: avoid; margin-bottom: 1.5rem; }
.solutions { break-before: page; }
"""


@dataclass(frozen=True)
class Task:
    """A kind of exercise: the levels of its trees, the search, the question, and the answer at a node."""

    kinds: tuple[str, ...]
    search: str
    question: str
    answer: Callable[[Known], str]


def value_of(node: Known) -> str:
    return "" if node.value is None else f"{node.bound}{shown(node.value)}"


def window_of(node: Known) -> str:
    return "" if node.window is None else f"[{shown(node.window[0])}, {shown(node.window[1])}]"


TASKS = {
    "values": Task(
        (MAX, MIN), "minimax", "Write the minimax value into each node, and mark the best move of Max.", value_of
    ),
    "cuts": Task(
        (MAX, MIN),
        "alphabeta_soft",
        "Alpha-beta searches this tree from left to right. Cross out each node that it never reaches.",
        value_of,
    ),
    "windows": Task(
        (MAX, MIN),
        "alphabeta_soft",
        "Alpha-beta searches this tree from left to right. "
        "Write the window [alpha, beta] into each Max and Min node as the search first comes there.",
        window_of,
    ),
    "chance": Task(
        (MAX, CHANCE, MIN),
        "expectiminimax",
        "Ellipses are chance nodes. Write the value into each node, and mark the best move of Max.",
        value_of,
    ),
}


@dataclass(frozen=True)
class Exercise:
    task: Task
    root: GameTree
    known: Sequence[Known]


def exercises(count: int, seed: int, tasks: Sequence[str]) -> list[Exercise]:
    """Return the exercises of a sheet, with the tasks in turn. A seed always gives the same. ValueError."""
    if not 1 <= count <= MOST:
        raise ValueError(f"a sheet has 1 to {MOST} exercises, not {count}")
    if not tasks:
        raise ValueError("a sheet has at least one task")
    for name in tasks:
        if name not in TASKS:
            raise ValueError(f"no task is called {name!a}: choose from {', '.join(TASKS)}")
    found: list[Exercise] = []
    while len(found) < count:
        task = TASKS[tasks[len(found) % len(tasks)]]
        seed += 1
        root = parse(random_tree(seed * 1009, DEPTH, WIDTH, task.kinds, False))
        steps = trace(root, task.search)
        result = known(root, steps)
        cuts = any(node.value is None for node in result)
        if root.size in SIZES and (cuts or task.search != "alphabeta_soft"):
            found.append(Exercise(task, root, result))
    return found


def looks(exercise: Exercise) -> list[str]:
    """Return the looks of all edges for `forest`: the best move of Max at the root is chosen, and cut nodes are cut."""
    best = exercise.known[0].value
    numbers = {id(node): number for number, node in enumerate(exercise.root)}
    found = ["cut" if node.value is None else "" for node in exercise.known]
    equal = [numbers[id(child)] for child in exercise.root.children if exercise.known[numbers[id(child)]].value == best]
    for number in equal[:1]:
        found[number] = "chosen"
    return found


def texts(exercise: Exercise, solved: bool) -> list[str]:
    """Return the texts in all nodes: a leaf has its value, any other node the answer if `solved`, or nothing."""
    pairs = zip(exercise.root, exercise.known, strict=True)
    return [
        shown(node.value) if node.kind == LEAF else exercise.task.answer(result) if solved else ""
        for node, result in pairs
    ]


def drawn(exercise: Exercise, solved: bool) -> str:
    """Return the tree of an exercise as SVG."""
    written = texts(exercise, True)
    asked = texts(exercise, False)
    longest = max(3, *map(len, written))  # all shapes have the same width, which gives no answer away
    edges = {"cut": DASHED, "chosen": THICK, "": ""}
    styles = looks(exercise) if solved else [""] * exercise.root.size
    place = -1

    def piece(node: GameTree, chance: str) -> Piece:
        nonlocal place
        place += 1
        number = place
        width = LETTER * (longest if node.kind != LEAF else len(written[number])) + 2 * PAD
        top = ROW if chance else 0.0
        parts = [line(chance, ROW - 5)] if chance else []
        text = (written if solved else asked)[number]
        parts += [outline(DRAWN[node.kind], width, top), line(text, top + BODY / 2 + 4, INK)]
        made = Piece("".join(parts), width, top + BODY, edge=edges[styles[number]])
        for child in node.children:
            made.below.append(piece(child, probability_text(child.probability) if node.kind == CHANCE else ""))
        return made

    return svg(piece(exercise.root, ""), "A tree", "")


def reasons(exercise: Exercise) -> list[str]:
    """Why each cut is made."""
    return [node.why for node in exercise.known if node.why] if exercise.task.search == "alphabeta_soft" else []


def html(found: Sequence[Exercise], title: str) -> str:
    """The whole sheet as one HTML file, the solutions on pages of their own."""
    parts: list[str] = []
    for solved in (False, True):
        parts.append('<div class="solutions"><h2>Solutions</h2>' if solved else f"<div><p>Name: {'_' * 30}</p>")
        for number, exercise in enumerate(found, 1):
            said = "" if solved else escape(exercise.task.question)
            why = "".join(f"<li>{escape(reason)}</li>" for reason in reasons(exercise)) if solved else ""
            body = f"<figure>{drawn(exercise, solved)}</figure>" + (f"<ul>{why}</ul>" if why else "")
            parts.append(f'<div class="exercise"><p><strong>{number}.</strong> {said}</p>{body}</div>')
        parts.append("</div>")
    return one_file.page(title, "\n".join(parts), "", CSS)


def latex(found: Sequence[Exercise], title: str) -> str:
    """The whole sheet as a document of LaTeX."""
    head = ["\\documentclass{article}", "\\usepackage[T1]{fontenc}", "\\usepackage[margin=2cm]{geometry}"]
    head += ["\\usepackage{forest}"]
    head += ["\\usetikzlibrary{shapes.geometric}", PREAMBLE.partition("\n")[2], "\\begin{document}"]
    parts = [*head, f"\\section*{{{escaped(title)}}}", "Name: \\hrulefill"]
    for solved in (False, True):
        if solved:
            parts += ["\\newpage", "\\section*{Solutions}"]
        parts.append("\\begin{enumerate}")
        for exercise in found:
            styles = looks(exercise) if solved else [""] * exercise.root.size
            body = forest(exercise.root, texts(exercise, solved), styles).removeprefix(f"{PREAMBLE}\n")
            said = "" if solved else f" {escaped(exercise.task.question)}"
            parts += [f"\\item{said}\\par\\nopagebreak\\smallskip", f"{body}\\par\\bigskip"]
            parts += [f"{escaped(reason)}\\par" for reason in reasons(exercise) if solved]
        parts.append("\\end{enumerate}")
    return "\n".join([*parts, "\\end{document}", ""])
