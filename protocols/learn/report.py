"""The report of learning: a page with the results of each round, and a curve if matplotlib is installed."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from html import escape
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from ...engine import games
from ...engine.display import colours
from ...engine.support.regular_file import replacing
from .steps import limit_of

PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{title}</title><style>{css}
body {{ font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem;
  background: var(--page); color: var(--ink); }}
table {{ border-collapse: collapse; }} th, td {{ padding: .2rem .8rem .2rem 0; text-align: right; }}
th:first-child, td:first-child {{ text-align: left; }} td {{ white-space: nowrap; }} .wide {{ overflow-x: auto; }}
svg {{ max-width: 100%; height: auto; }} figure {{ margin: 1rem 0; }} a {{ color: inherit; }}
</style></head><body><main><h1>{title}</h1>{body}</main></body></html>
"""


CAPTION = (
    "Elo above what it began with (round 0), each with its 95 % interval against the best before it. "
    "Hollow: networks that were dropped."
)


def write_report(path: Path, settings: Mapping[str, Any], done: Sequence[Mapping[str, Any]]) -> None:
    """Write the report, in place of an earlier one. done: the entries of the journal."""
    title = f"Learning {settings['game']}"
    text = PAGE.format(title=escape(title), css=colours.css(), body=body(settings, done))
    with replacing(path) as part:
        part.write_text(text, encoding="utf-8", newline="\n")


def body(settings: Mapping[str, Any], done: Sequence[Mapping[str, Any]]) -> str:
    minutes = sum(entry["seconds"] for entry in done) / 60
    took = f"{minutes / 60:.1f} hours" if minutes >= 60 else f"{minutes:.0f} minutes"
    positions = sum(entry["positions"] for entry in done if entry["step"] == "games")
    kept = [entry["round"] for entry in done if entry["step"] == "test" and entry["kept"]]
    best = f"round-{kept[-1]}.net" if kept else "still what it began with"
    machines = sorted({entry["machine"] for entry in done})
    limit = limit_of(games.find(settings["game"]), settings["control"])
    texts = [
        f"<p>{positions:,} positions in {took} on {escape('; '.join(machines))}; "
        f"{settings['nodes']:,} nodes a move, {settings['plan']['hidden']} for each view.</p>",
        f"<p>The best: {best}. Tests: {escape(limit)}, {settings['pairs']:,} pairs of games at most.</p>",
        f'<div class="wide" tabindex="0" role="region" aria-label="Rounds">{table(done)}</div>',
        curve(done) if find_spec("matplotlib") is not None else "<p>pip install matplotlib draws a curve here.</p>",
    ]
    return "".join(texts)


def table(done: Sequence[Mapping[str, Any]]) -> str:
    heads = ("round", "Elo", "against", "kept", "games", "positions", "games by", "loss", "validation", "minutes")
    rows = []
    for number in sorted({entry["round"] for entry in done}):
        found = {entry["step"]: entry for entry in done if entry["round"] == number}
        made, trained, tested = (found.get(step, {}) for step in ("games", "training", "test"))
        minutes = sum(entry["seconds"] for entry in found.values()) / 60
        elo = difference(tested["elo"], tested["error"]) if tested else "-"
        kept = ("yes" if tested["kept"] else "no") if tested else "-"
        cells = (
            number,
            elo,
            tested.get("against", "-"),
            kept,
            tested.get("games", "-"),
            f"{made.get('positions', 0):,}",
            made.get("by") or "what it began with",
            loss_text(trained.get("loss")),
            loss_text(trained.get("tested")),
            f"{minutes:.0f}",
        )
        texts = [escape(str(cell)) for cell in cells]
        if tested:
            texts[1] = f'<a href="round-{number}.test/report.html">{texts[1]}</a>'
        rows.append(texts)
    head = "".join(f'<th scope="col">{name}</th>' for name in heads)
    lines = "".join(f"<tr>{''.join(f'<td>{text}</td>' for text in texts)}</tr>" for texts in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{lines}</tbody></table>"


def difference(elo: float, error: float) -> str:
    """The text of a difference in Elo. An error of 0 means that all games were won, or all lost: it has no number."""
    if not error:
        return "all won" if elo > 0 else "all lost"
    return f"{elo:+.0f} ± {error:.0f}"


def loss_text(loss: float | None) -> str:
    return "-" if loss is None else f"{loss:.5f}"


def curve(done: Sequence[Mapping[str, Any]]) -> str:
    """A curve of the Elo by rounds, as SVG in the colours of the page. Dropped networks are hollow, off the line."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    line_of = [(0, 0.0, 0.0)]  # round, Elo, error
    dropped = []
    for entry in done:
        if entry["step"] == "test":
            best = line_of[-1][1]
            found = (entry["round"], best + entry["elo"], entry["error"])
            line_of.append(found if entry["kept"] else (entry["round"], best, 0.0))
            if not entry["kept"]:
                dropped.append(found)
    line, ink = colours.light("c0"), colours.light("ink")
    with rc_context(
        {
            "text.color": ink,
            "axes.edgecolor": ink,
            "axes.labelcolor": ink,
            "xtick.color": ink,
            "ytick.color": ink,
            "grid.color": ink,
        }
    ):
        figure = Figure(figsize=(7, 3.5), layout="constrained", facecolor="none")
        axes = figure.subplots()
        axes.set_facecolor("none")
        for points, joined, filled in ((line_of, "-", line), (dropped, "", "none")):
            places, elos, errors = ([point[each] for point in points] for each in range(3))
            axes.errorbar(places, elos, errors, linestyle=joined, marker="o", mfc=filled, color=line, capsize=3)
        axes.set(xlabel="round", ylabel="Elo", xticks=[number for number, _, _ in line_of])
        axes.grid(alpha=0.3)
        out = io.StringIO()
        figure.savefig(out, format="svg")
    text = out.getvalue().replace(line, "var(--c0)").replace(ink, "var(--ink)")
    drawn = f'<div role="img" aria-label="Elo round by round">{text[text.index("<svg") :]}</div>'
    return f"<figure>{drawn}<figcaption>{CAPTION}</figcaption></figure>"
