"""The tree editor as one HTML file that loads nothing, and as files for the page of a server."""

from __future__ import annotations

import inspect
import json
import re
from dataclasses import asdict
from functools import cache
from importlib import resources

from ... import plain_trees
from ...game_tree import chances, javascript, latex, random_tree, sentences, trace
from ...game_tree.examples import EXAMPLES
from .. import colours, one_file, tree_drawing
from ..tree import CHANCE, LEAF, MAXIMIZE, MINIMIZE
from ..tree_html import DRAWING

SEARCHES, STYLE = "searches.js", "tree_editor.css"
OWN = ("tree_text.js", "tree_steps.js", "tree_nodes.js", "tree_quiz.js", "tree_editor.js", STYLE)
SHARED = ("element.js", DRAWING)
ORDER = (*SHARED, "tree_text.js", SEARCHES, "tree_steps.js", "tree_nodes.js", "tree_quiz.js", "tree_editor.js")
# One import or export a line: the style of our own files.
IMPORT = re.compile(r'^import (\{.*\}) from "\./(.*)";$', re.MULTILINE)
EXPORT = re.compile("^export ", re.MULTILINE)
EXPORTED = re.compile(r"^export (?:async )?(?:function|class|const|let) (\w+)", re.MULTILINE)
LISTED = re.compile(r"^export \{(.*)\};$", re.MULTILINE)
BEGIN = 'new modules["tree_editor.js"].TreeEditor(document.getElementById("editor"), FIRST).start();'


@cache
def files() -> dict[str, str]:
    """Every file that the editor is made of, by name."""
    own = {name: resources.files(__package__ or "").joinpath(name).read_text(encoding="utf-8") for name in OWN}
    return {**own, **{name: one_file.asset(name) for name in SHARED}, SEARCHES: searches()}


def searches() -> str:
    """Return everything that is made from Python, such as the searches, as a module of JavaScript."""
    names = trace.names()
    arguments = {name: [*inspect.signature(getattr(plain_trees, name)).parameters] for name in names}
    code = {name: trace.code(name).split("\n") for name in names}
    shapes = {"leaf": LEAF, "max": MAXIMIZE, "min": MINIMIZE, "chance": CHANCE}
    look = {
        "letter": tree_drawing.LETTER,
        "row": tree_drawing.ROW,
        "body": tree_drawing.BODY,
        "pad": tree_drawing.PAD,
        "ink": tree_drawing.INK,
        "accent": colours.light("c0"),
        "fills": {name: tree_drawing.FILLS[kind] for name, kind in shapes.items()},
        "corners": {name: tree_drawing.CORNERS[kind] for name, kind in shapes.items() if kind != CHANCE},
    }
    made = [javascript.functions(module) for module in (chances, sentences, random_tree, latex)]
    return "\n".join(
        [
            "// Made from plain_trees.py and engine/game_tree: change them, and not this.",
            'import {empty, number_text, probability_text, range, shown, sorted, zip} from "./tree_text.js";',
            "let step = null;",
            "export function setStep(called) { step = called; }",
            *made,
            javascript.functions(plain_trees, steps=True),
            "export {forest, outcomes, perfect, promising, random_tree, refusal, why_cut, why_value};",
            f"export const SEARCHES = {{{', '.join(names)}}};",
            f"export const ARGUMENTS = {json.dumps(arguments)};",
            f"export const CODE = {json.dumps(code)};",
            f"export const EXAMPLES = {json.dumps([asdict(example) for example in EXAMPLES])};",
            f"export const LOOK = {json.dumps(look)};",
            "",
        ]
    )


def bundle() -> str:
    """All scripts as one: each module is a function that returns what it exports."""
    parts = ["const modules = {};"]
    for name in ORDER:
        body = IMPORT.sub(r'const \1 = modules["\2"];', files()[name])
        exported = EXPORTED.findall(body) + re.findall(r"\w+", " ".join(LISTED.findall(body)))
        body = EXPORT.sub("", LISTED.sub("", body))
        parts.append(f"modules[{json.dumps(name)}] = (() => {{\n{body}return {{{', '.join(exported)}}};\n}})();")
    return "\n".join(parts)


def page(text: str = "") -> str:
    """Return the whole page. text: the tree that is shown first if the address has none; "" for an example."""
    first = json.dumps(text).replace("<", "\\u003c")
    code = f"const FIRST = {first};\n{bundle()}\n{BEGIN}\n"
    body = '<div id="editor"></div>\n<p id="live" class="unseen" role="log" aria-live="polite"></p>'
    return one_file.page("Tree editor", body, code, files()[STYLE])
