"""A tree as one HTML page, which unfolds and zooms, and needs no other files."""

from __future__ import annotations

import json
from collections.abc import Iterator
from html import escape

from ..game_tree.numbers import shown
from . import one_file
from .tree import Node
from .tree_drawing import Piece
from .tree_text import MEANINGS, UNICODE

SHOWN = 60  # nodes that are unfolded at first
DRAWING = "tree_drawing.js"
CSS = """
#list { overflow-x: auto; }
#list details, .leaf, .cut { margin: .15rem 0 .15rem 1.2em; padding-left: .5em; border-left: 1px solid var(--line);
  white-space: nowrap; }
.best > summary, .best.leaf { font-weight: 700; border-left: 4px solid var(--accent); padding-left: .3em; }
.cut { color: var(--quiet); border-left-style: dashed; }
"""
SCRIPT = """
const root = JSON.parse(document.getElementById("pieces").textContent);
const prepare = (piece) => { piece.unfolds = piece.below.length > 0; piece.below.forEach(prepare); };
prepare(root);
const drawing = new TreeDrawing(document.getElementById("drawing"), (piece) => {
  if (!piece.unfolds) return;
  piece.open = !piece.open;
  drawing.draw();
});
const fold = (most) => {
  const close = (piece) => { piece.open = false; piece.below.forEach(close); };
  close(root);
  unfold(root, most);
  drawing.moved = false;
  drawing.draw();
};
const save = async (kind) => {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await drawing.picture(kind));
  link.download = `tree.${kind}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
};
const act = {
  in: () => drawing.zoom(1.25), out: () => drawing.zoom(0.8), fit: () => drawing.fit(0),
  fold: () => fold(SHOWN), unfold: () => fold(Infinity), svg: () => save("svg"), png: () => save("png"),
};
for (const button of document.querySelectorAll("button")) button.addEventListener("click", act[button.id]);
unfold(root, SHOWN);
drawing.begin(root, document.getElementById("symbols").textContent);
"""


def page(root: Node, drawn: Piece, title: str, defined: str = "") -> str:
    """Return the whole page. drawn: the pieces of the tree. defined: the definitions of their boards."""
    legend = "; ".join(f"{UNICODE.kinds[kind]} {meaning}" for kind, meaning in MEANINGS.items())
    told = "The tree, drawn: arrows move it, + and - zoom, 0 fits it"
    buttons = {
        "in": "Larger",
        "out": "Smaller",
        "fit": "Fit",
        "unfold": "Unfold all",
        "fold": "Fold",
        "svg": "Save SVG",
        "png": "Save PNG",
    }
    pressed = "".join(f'<button id="{name}">{text}</button>' for name, text in buttons.items())
    meaning = "Thick line: the chosen move. Dashed line: pruned moves. Press a node to unfold it."
    body = f"""<p class="quiet">{root.size:,} nodes. {legend}. {meaning}</p>
<nav class="row-of" aria-label="The tree">{pressed}</nav>
<div id="drawing" class="drawing" tabindex="0" role="region" aria-label="{told}"></div>
<details id="list"><summary>As a list</summary>
{"".join(rows(root))}
</details>
<script type="application/json" id="pieces">{json.dumps(drawn.json()).replace("<", chr(92) + "u003c")}</script>
<script type="text/plain" id="symbols">{defined}</script>"""
    return one_file.page(title, body, f"const SHOWN = {SHOWN};\n{one_file.asset(DRAWING)}{SCRIPT}", CSS)


def rows(node: Node, down: int = 0, chosen: bool = False) -> Iterator[str]:
    chance = "" if node.probability is None else f" ({100 * node.probability:.3g} %)"
    value = f"{UNICODE.bounds[node.bound]}{shown(node.value)}"
    said = escape(f"{node.move}{chance} {UNICODE.kinds[node.kind]} {value}, depth {node.depth}".strip())
    if not node.children and not node.pruned:
        yield f'<div class="leaf{" best" * chosen}">{said}</div>\n'
        return
    best = ' class="best"' if chosen else ""
    yield f"<details{best}{' open' * (down == 0)}><summary>{said}</summary>\n"
    taken = node.best
    for child in node.children:
        yield from rows(child, down + 1, child is taken)
    if node.pruned:
        yield f'<div class="cut">cut: {escape(" ".join(node.pruned))}</div>\n'
    yield "</details>\n"
