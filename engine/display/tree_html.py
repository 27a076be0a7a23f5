"""A tree as one page that unfolds and zooms, and needs nothing else: for the browser, and to be handed on."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterator
from functools import cache
from html import escape
from importlib import resources

from . import colours
from .tree import Node
from .tree_drawing import Piece, number
from .tree_text import MEANINGS, UNICODE

SHOWN = 60  # nodes that are unfolded at first
DRAWING = "tree_drawing.js"
CSS = """
body { margin: 0 auto; padding: .8rem; background: var(--page); color: var(--ink);
  font: 1rem/1.45 system-ui, sans-serif; }
h1 { font-size: 1.2rem; margin: 0 0 .5rem; }
p { margin: .3rem 0; color: var(--quiet); }
nav { padding: .3rem 0; display: flex; gap: .4rem; flex-wrap: wrap; }
button { font: inherit; color: var(--ink); background: var(--card); border: 1px solid var(--quiet);
  border-radius: .3rem; padding: .2rem .7rem; }
:focus-visible { outline: 2px solid var(--accent); }
#drawing { height: 70vh; border: 1px solid var(--line); background: var(--card); touch-action: none; cursor: grab; }
#drawing > svg { width: 100%; height: 100%; display: block; }
#list { overflow-x: auto; }
#list details, .leaf, .cut { margin: .15rem 0 .15rem 1.2em; padding-left: .5em; border-left: 1px solid var(--line);
  white-space: nowrap; }
summary { cursor: pointer; }
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


@cache
def script() -> str:
    """What draws trees in a browser, as a module of JavaScript."""
    return resources.files(__package__ or "").joinpath(DRAWING).read_text(encoding="utf-8")


def page(root: Node, drawn: Piece, title: str, defined: str = "") -> str:
    """The whole page. drawn, defined: the pieces of the tree, and what their boards are made of."""
    code = f"const SHOWN = {SHOWN};\n{script()}{SCRIPT}"
    digest = base64.b64encode(hashlib.sha256(code.encode()).digest()).decode()
    policy = (
        f"default-src 'none'; script-src 'sha256-{digest}'; style-src 'unsafe-inline'; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )
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
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)}</title>
<style>{colours.css()}{CSS}</style>
</head>
<body>
<main>
<h1>{escape(title)}</h1>
<p>{root.size:,} nodes. {legend}. Thick line: the chosen move. Dashed line: pruned moves. Press a node to unfold it.
</p>
<nav aria-label="The tree">{"".join(f'<button id="{name}">{text}</button>' for name, text in buttons.items())}</nav>
<div id="drawing" tabindex="0" role="region" aria-label="{told}"></div>
<details id="list"><summary>As a list</summary>
{"".join(rows(root))}
</details>
</main>
<script type="application/json" id="pieces">{json.dumps(drawn.json()).replace("<", chr(92) + "u003c")}</script>
<script type="text/plain" id="symbols">{defined}</script>
<script type="module">{code}</script>
</body>
</html>
"""


def rows(node: Node, down: int = 0, chosen: bool = False) -> Iterator[str]:
    chance = "" if node.probability is None else f" ({100 * node.probability:.3g} %)"
    value = f"{UNICODE.bounds[node.bound]}{number(node.value)}"
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
