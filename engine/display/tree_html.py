"""A tree as one page that folds and zooms, and needs nothing else: for the browser, and to be handed on."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator
from html import escape

from . import colours
from .tree import Node
from .tree_text import MEANINGS, UNICODE

OPENED = 1  # layers that are unfolded at first
CSS = """
body { margin: 0 auto; padding: .8rem; background: var(--page); color: var(--ink);
  font: 1rem/1.45 system-ui, sans-serif; }
h1 { font-size: 1.2rem; margin: 0 0 .5rem; }
p { margin: .3rem 0; color: var(--quiet); }
nav { position: sticky; top: 0; background: var(--page); padding: .3rem 0; display: flex; gap: .4rem; flex-wrap: wrap; }
button { font: inherit; color: var(--ink); background: var(--card); border: 1px solid var(--quiet);
  border-radius: .3rem; padding: .2rem .7rem; }
:focus-visible { outline: 2px solid var(--accent); }
#tree { overflow-x: auto; }
details, .leaf, .cut { margin: .15rem 0 .15rem 1.2em; padding-left: .5em; border-left: 1px solid var(--line);
  white-space: nowrap; }
summary { cursor: pointer; }
pre { margin: .2rem 0; display: inline-block; padding: .3rem .6rem; background: var(--card);
  border: 1px solid var(--line); white-space: pre; }
.best > summary, .best.leaf { font-weight: 700; border-left: 4px solid var(--accent); padding-left: .3em; }
.cut { color: var(--quiet); border-left-style: dashed; }
"""
SCRIPT = """
const tree = document.getElementById("tree");
let size = 1;
const act = {
  in: () => { size = Math.min(3, size * 1.25); },
  out: () => { size = Math.max(0.3, size / 1.25); },
  fold: () => { for (const node of tree.querySelectorAll("details")) node.open = node === tree.firstElementChild; },
  unfold: () => { for (const node of tree.querySelectorAll("details")) node.open = true; },
  boards: () => { for (const board of tree.querySelectorAll("pre")) board.hidden = !board.hidden; },
};
for (const button of document.querySelectorAll("button")) {
  button.addEventListener("click", () => { act[button.id](); tree.style.fontSize = `${size}rem`; });
}
"""


def page(root: Node, title: str, layers: bool = False) -> str:
    """The whole page; layers: as in `dot.write`."""
    digest = base64.b64encode(hashlib.sha256(SCRIPT.encode()).digest()).decode()
    policy = (
        f"default-src 'none'; script-src 'sha256-{digest}'; style-src 'unsafe-inline'; "
        "base-uri 'none'; form-action 'none'"
    )
    legend = "; ".join(f"{UNICODE.kinds[kind]} {meaning}" for kind, meaning in MEANINGS.items())
    buttons = {"in": "Larger", "out": "Smaller", "unfold": "Unfold all", "fold": "Fold", "boards": "Boards on or off"}
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
<p>{root.size:,} nodes. {legend}. Bold: the move that is chosen. Dashed: cut, never searched.</p>
<nav aria-label="The tree">{"".join(f'<button id="{name}">{text}</button>' for name, text in buttons.items())}</nav>
<div id="tree">
{"".join(rows(root, root.height if layers else None, 0))}
</div>
</main>
<script>{SCRIPT}</script>
</body>
</html>
"""


def rows(node: Node, layer: int | None, down: int, chosen: bool = False) -> Iterator[str]:
    chance = "" if node.probability is None else f" ({100 * node.probability:.3g} %)"
    depth = node.depth if layer is None else layer
    value = f"{UNICODE.bounds[node.bound]}{node.value + 0.0:.6g}"
    said = f"{node.move}{chance} {UNICODE.kinds[node.kind]} {value}, depth {depth}".strip()
    board = f"<br><pre>{escape(node.board)}</pre>" if node.board else ""
    best = ' class="best"' if chosen else ""
    if not node.children and not node.pruned:
        yield f'<div class="leaf{" best" * chosen}">{escape(said)}{board}</div>\n'
        return
    yield f"<details{best}{' open' * (down < OPENED)}><summary>{escape(said)}</summary>{board.removeprefix('<br>')}\n"
    taken = node.best
    for child in node.children:
        yield from rows(child, None if layer is None else layer - 1, down + 1, child is taken)
    if node.pruned:
        yield f'<div class="cut">cut: {escape(" ".join(node.pruned))}</div>\n'
    yield "</details>\n"
