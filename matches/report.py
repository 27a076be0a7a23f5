"""The report of a match: one HTML file that loads nothing, with tables, charts and every game on a board.

Tables are written here, charts and boards are drawn by report.js from numbers that this file embeds as JSON.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from importlib import resources
from itertools import pairwise
from pathlib import Path
from typing import Any

from .record import Ending, Ply, Record
from .replay import HILO, Replay, replay
from .summary import (
    Effort,
    Mean,
    Tally,
    Utility,
    cross,
    efforts,
    endings,
    leads,
    mover,
    outcome,
    pentanomial,
    sides,
    total,
    utilities,
)

MOST_CURVES = 8  # of the players' points; beyond, nobody tells them apart
UTILITY_EDGES = (
    0.0,
    1.0,
    1.5,
    2.0,
    3.0,
    5.0,
    10.0,
    20.0,
)  # between the bars of the histogram: above one, up to the next

Chart = dict[str, Any]


def write_report(
    path: Path, title: str, names: Sequence[str], records: Sequence[Record], facts: Mapping[str, str]
) -> None:
    """Write the report of a match to a file, whole or not at all.

    names: of the players, in the order of their seats. records: all of one kind of game, in any order; those that are
    unfinished are shown and not counted. facts: what stands at the top, a label and its text, such as the time control.

    ValueError: a game that cannot be replayed.
    """
    part = path.with_name(path.name + ".part")
    part.write_text(page(title, names, records, facts), encoding="utf-8", newline="\n")
    os.replace(part, path)  # noqa: PTH105


def page(title: str, names: Sequence[str], records: Sequence[Record], facts: Mapping[str, str]) -> str:
    games = sorted(records, key=lambda record: record.number)
    kind = replay(games[0].variant if games else "standard")
    counted = [record for record in games if record.finished]
    charts: list[Chart] = []
    parts = [header(title, names, games, counted, kind, facts)]
    if kind is HILO:
        parts.append(utility_section(names, counted, charts))
    else:
        parts += [standings_section(names, counted), lead_section(names, counted, charts)]
    parts += [endings_section(names, games), pairs_section(names, counted)]
    parts += effort_sections(names, counted, charts)
    parts.append(games_section(games, kind))
    script = asset("report.js")
    data = {
        "kind": kind.kind,
        "colours": kind.colours,
        "geometry": kind.geometry(),
        "names": list(names),
        "charts": charts,
        "games": [game_summary(record) for record in games],
    }
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy(script)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{escape(title)}</title>
<style>
{asset("report.css")}</style>
</head>
<body>
{"".join(part for part in parts if part)}
<script type="application/json" id="data">{embed(data)}</script>
<script type="application/json" id="plies">
{plies_lines(games, kind)}
</script>
<script>{script}</script>
</body>
</html>
"""


def asset(name: str) -> str:
    return resources.files(__package__ or "").joinpath(name).read_text(encoding="utf-8")


def policy(script: str) -> str:
    """Nothing is loaded, and no script runs but ours. Styles stand in the page and in the drawings of pieces."""
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return (
        f"default-src 'none'; script-src 'sha256-{digest}'; style-src 'unsafe-inline'; "
        "base-uri 'none'; form-action 'none'"
    )


def embed(data: object) -> str:
    """JSON that may stand inside <script>, whatever the players are called."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


# --- Numbers and tables ---


def plain(number: float) -> str:
    """With no more decimals than it needs."""
    return f"{number:g}"


def signed(number: float, digits: int = 3) -> str:
    return f"{number:+.{digits}f}".replace("-", "−")


def seconds_text(seconds: float) -> str:
    return f"{seconds * 1000:.0f} ms" if seconds < 1 else f"{seconds:.2f} s" if seconds < 60 else f"{seconds:.0f} s"


def count_text(count: float) -> str:
    """Three or four digits and a unit: 812, 9.4k, 1.23M."""
    for size, unit in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if count >= size:
            scaled = count / size
            return (
                f"{scaled:.0f}{unit}"
                if scaled >= 100
                else f"{scaled:.2g}{unit}"
                if scaled < 10
                else f"{scaled:.3g}{unit}"
            )
    return f"{count:.0f}"


def plural(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def section(heading: str, *parts: str, name: str = "", kind: str = "") -> str:
    name = name or heading.lower().replace(" ", "-")
    css = f' class="{kind}"' if kind else ""
    start = f'<section id="{name}"{css} aria-labelledby="{name}-h">\n<h2 id="{name}-h">{escape(heading)}</h2>\n'
    return start + "".join(parts) + "</section>\n"


def table(headings: Sequence[str], rows: Iterable[Sequence[str]], caption: str) -> str:
    """The cells are HTML, the headings and the caption text; the first cell of a row is its heading."""
    head = "".join(f'<th scope="col">{escape(heading)}</th>' for heading in headings)
    lines = [
        f'<tr><th scope="row">{first}</th>{"".join(f"<td>{cell}</td>" for cell in rest)}</tr>' for first, *rest in rows
    ]
    return (
        f'<div class="scroll" tabindex="0" role="region" aria-label="{escape(caption)}"><table>'
        f"<thead><tr>{head}</tr></thead><tbody>{''.join(lines)}</tbody></table></div>\n"
    )


def name_cell(names: Sequence[str], seat: int) -> str:
    return f'<span class="name">{escape(names[seat])}</span>'


def fault_badge(text: str) -> str:
    return f'<span class="badge fault">⚠ {escape(text)}</span>'


def figure(charts: list[Chart], chart: Chart) -> str:
    """The place of a chart that report.js draws."""
    charts.append(chart)
    return (
        f'<figure class="chart" data-chart="{len(charts) - 1}"><figcaption>{escape(chart["title"])}</figcaption>'
        "</figure>\n"
    )


# --- The sections of the page ---


def header(
    title: str,
    names: Sequence[str],
    games: Sequence[Record],
    counted: Sequence[Record],
    kind: Replay,
    facts: Mapping[str, str],
) -> str:
    counts = plural(len(counted), "game") + " finished"
    if len(games) > len(counted):
        counts += f', <span class="badge open">{len(games) - len(counted)} unfinished</span>'
    faults = sum(record.ending.fault for record in counted)
    badge = fault_badge(f"{plural(faults, 'game')} lost by a fault") if faults else "no faults"
    lines = "".join(f"<div><dt>{escape(label)}</dt><dd>{escape(text)}</dd></div>" for label, text in facts.items())
    return (
        f'<header>\n<h1>{escape(title)}</h1>\n<p class="result">{result_line(names, counted, kind)}</p>\n'
        f"<p>{counts}, {badge}.</p>\n{f'<dl class=facts>{lines}</dl>' if lines else ''}\n"
        "<noscript><p>Charts and boards need JavaScript, of which none is loaded from elsewhere.</p></noscript>\n"
        "</header>\n"
    )


def result_line(names: Sequence[str], counted: Sequence[Record], kind: Replay) -> str:
    """Who has won, in one line."""
    if not counted:
        return "No game was finished."
    if kind is HILO:
        found = utilities(counted, range(len(names)))
        means = [
            f"{name_cell(names, seat)} <b>{found[seat].mean.value:.3f}</b>"
            for seat in range(len(names))
            if found[seat].mean.count
        ]
        return "Mean utility: " + ", ".join(means)
    tallies = cross(counted)
    totals = [total(tallies, seat) for seat in range(len(names))]
    if len(names) == 2:
        points = f"<b>{plain(totals[0].points)} – {plain(totals[1].points)}</b>"
        return f"{name_cell(names, 0)} {points} {name_cell(names, 1)}"
    first = ranking(totals)[0]
    return f"First: {name_cell(names, first)}, <b>{plain(totals[first].points)}</b> of {totals[first].games}"


def ranking(totals: Sequence[Tally]) -> list[int]:
    """The seats, the best share of points first; those who have not played last."""
    shares = [tally.points / tally.games if tally.games else -1.0 for tally in totals]
    return sorted(range(len(totals)), key=lambda seat: (-shares[seat], -totals[seat].points, seat))


def tally_text(tally: Tally | None) -> str:
    if tally is None:
        return '<span class="quiet">–</span>'
    results = f'<small title="won, drawn, lost">+{tally.wins} ={tally.draws} −{tally.losses}</small>'
    return f"{plain(tally.points)}/{tally.games} {results}"


def standings_section(names: Sequence[str], counted: Sequence[Record]) -> str:
    tallies = cross(counted)
    totals = [total(tallies, seat) for seat in range(len(names))]
    order = ranking(totals)
    rows = []
    for place, seat in enumerate(order, start=1):
        own = totals[seat]
        share = f"{100 * own.points / own.games:.1f} %" if own.games else "–"
        against = ["<span class=self></span>" if o == seat else tally_text(tallies.get((seat, o))) for o in order]
        counts = [plain(own.points), str(own.games), share, str(own.wins), str(own.draws), str(own.losses)]
        rows.append([f"{place}. {name_cell(names, seat)}", *counts, *against])
    headings = ["Player", "Points", "Games", "Share", "Won", "Drawn", "Lost", *(f"vs {names[seat]}" for seat in order)]
    return section("Cross table", table(headings, rows, "Cross table"), kind="wide")


def lead_section(names: Sequence[str], counted: Sequence[Record], charts: list[Chart]) -> str:
    """One curve is enough for two players, and for one against the rest."""
    played = [tuple(seat for seat, _ in both) for record in counted if (both := outcome(record))]
    if not played:
        return ""
    gauntlet = all(0 in seats for seats in played)
    shown = [0] if gauntlet else list(range(len(names)))[:MOST_CURVES]
    rest = names[1] if len(names) == 2 else "the rest"
    title = f"{names[0]} against {rest}: wins less losses" if gauntlet else "Wins less losses"
    curves = leads(counted, shown)
    chart = {
        "kind": "lines",
        "title": title,
        "x": "games finished",
        "y": "wins − losses",
        "baseline": 0,
        "whole": True,
        "series": [{"name": names[seat], "points": curves[seat]} for seat in shown],
    }
    return section("Score over time", figure(charts, chart), kind="wide")


def utility_section(names: Sequence[str], counted: Sequence[Record], charts: list[Chart]) -> str:
    seats = range(len(names))
    found = utilities(counted, seats)
    played = [seat for seat in seats if found[seat].mean.count]
    if not played:
        return ""
    played.sort(key=lambda seat: -found[seat].mean.value)
    rows = [[name_cell(names, seat), *utility_cells(found[seat], counted, seat)] for seat in played]
    headings = ["Player", "Games", "Mean utility", "95 % interval", "Lost", f"Less {names[0]}'s, same decks"]
    chart = {
        "kind": "bars",
        "title": "How often a game was worth so much",
        "x": "utility",
        "y": "% of games",
        "categories": utility_bars(),
        "series": [
            {"name": names[seat], "values": histogram(found[seat].values)} for seat in seats if found[seat].mean.count
        ],
    }
    return section("Utility", table(headings, rows, "Utility"), figure(charts, chart), kind="wide")


def utility_cells(utility: Utility, counted: Sequence[Record], seat: int) -> list[str]:
    lost = sum(value < 0 for value in utility.values)
    share = f"{100 * lost / len(utility.values):.1f} %"
    difference = utility.difference
    paired = f"{signed(difference.value)}{margin(difference)}" if difference.count else "–"
    mean = utility.mean
    interval = "–"
    if (error := mean.error) is not None:
        interval = f"{mean.value - error:.3f} to {mean.value + error:.3f}".replace("-", "−")
    faults = sum(record.ending.fault and record.seats == (seat,) for record in counted)
    badge = " " + fault_badge(plural(faults, "fault")) if faults else ""
    return [str(mean.count), f"{mean.value:.3f}".replace("-", "−"), interval, share + badge, paired]


def margin(mean: Mean) -> str:
    return "" if mean.error is None else f" ± {mean.error:.3f}"


def utility_bars() -> list[str]:
    middle = [f"{plain(low)}–{plain(high)}" for low, high in pairwise(UTILITY_EDGES[1:])]
    return ["lost", f"≤ {plain(UTILITY_EDGES[1])}", *middle, f"> {plain(UTILITY_EDGES[-1])}"]


def histogram(values: Sequence[float]) -> list[float]:
    """For each bar how many per cent of the utilities lie in it."""
    counts = Counter(sum(value > edge for edge in UTILITY_EDGES) for value in values)
    return [round(100 * counts[bar] / len(values), 2) for bar in range(len(UTILITY_EDGES) + 1)]


def endings_section(names: Sequence[str], games: Sequence[Record]) -> str:
    found = endings(games)
    if not found:
        return ""
    most = found[0][1]
    rows = []
    for ending, count, losers in found:
        label = escape(ending.value)
        if ending.fault:
            label = fault_badge(ending.value)
        elif ending is Ending.UNFINISHED:
            label = f'<span class="badge open">{label}</span>'
        by = ", ".join(f"{name_cell(names, seat)} {losers[seat]}" for seat in sorted(losers)) if ending.fault else ""
        bar = f'<meter min="0" max="{most}" value="{count}" aria-hidden="true"></meter>'
        rows.append([label, str(count), f"{100 * count / len(games):.1f} %", bar, by])
    headings = ["Ending", "Games", "Share", "", "Lost by"]
    return section("How games ended", table(headings, rows, "How games ended"))


def pairs_section(names: Sequence[str], counted: Sequence[Record]) -> str:
    found = pentanomial(counted)
    if not found:
        return ""
    rows = []
    for (seat, other), counts in found.items():
        mean = sum(i * n for i, n in enumerate(counts)) / 2 / sum(counts)
        cells = [*map(str, counts), str(sum(counts)), f"{mean:.3f}"]
        rows.append([f"{name_cell(names, seat)} <small>against</small> {name_cell(names, other)}", *cells])
    headings = ["Player", "0", "½", "1", "1½", "2", "Pairs", "Mean"]
    note = "<p>Two games from the same opening, colours reversed, are a pair: so many pairs made so many points.</p>\n"
    return section("Opening pairs", note, table(headings, rows, "Opening pairs"))


def effort_sections(names: Sequence[str], counted: Sequence[Record], charts: list[Chart]) -> list[str]:
    """Time and depth by player, over the moves of a game, and by what was on the board."""
    found = efforts(counted, range(len(names)))
    thinkers = [seat for seat, effort in found.items() if effort.seconds.count]
    if not thinkers:
        return []
    rows = [[name_cell(names, seat), *effort_cells(found[seat])] for seat in thinkers]
    headings = ["Player", "Moves", "Mean time", "Slowest", "Mean depth", "Mean nodes", "Nodes/s"]

    def curve(title: str, x: str, y: str, pick: str, low: int) -> str:
        lines = [{"name": names[s], "points": points(getattr(found[s], pick))} for s in thinkers[:MOST_CURVES]]
        if not any(line["points"] for line in lines):
            return ""
        chart = {"kind": "lines", "title": title, "x": x, "y": y, "low": 0, "series": lines, "start": low}
        return figure(charts, chart)

    def columns(title: str, x: str, pick: str) -> str:
        counts: Counter[int] = Counter()
        for seat in thinkers:
            counts.update({key: mean.count for key, mean in getattr(found[seat], pick).items()})
        if not counts:
            return ""
        keys = range(min(counts), max(counts) + 1)
        series = [{"name": "all players", "values": [counts[key] for key in keys]}]
        return figure(
            charts,
            {"kind": "bars", "title": title, "x": x, "y": "moves", "categories": [*map(str, keys)], "series": series},
        )

    sections = [
        section(
            "Time and depth",
            table(headings, rows, "Time and depth"),
            '<div class="charts">',
            curve("Mean time by move", "move of the player", "s", "time_by_move", 1),
            curve("Mean depth by move", "move of the player", "plies", "depth_by_move", 1),
            "</div>",
            kind="wide",
        )
    ]
    for noun, label, pick in (
        ("pieces", "pieces on the board", "by_pieces"),
        ("legal moves", "legal moves", "by_choices"),
    ):
        drawn = curve(f"Mean time by number of {noun}", label, "s", pick, 0) + columns(
            f"Moves by number of {noun}", label, pick
        )
        if drawn:
            details = by_table(names, found, thinkers, label, pick)
            sections.append(section(f"By number of {noun}", drawn, details))
    return sections


def effort_cells(effort: Effort) -> list[str]:
    speed = effort.speed_nodes / effort.speed_seconds if effort.speed_seconds else 0
    return [
        f"{effort.seconds.count:,}",
        seconds_text(effort.seconds.value),
        seconds_text(effort.slowest),
        f"{effort.depth.value:.1f}" if effort.depth.count else "–",
        count_text(effort.nodes.value) if effort.nodes.count else "–",
        count_text(speed) if speed else "–",
    ]


def points(means: Mapping[int, Mean]) -> list[list[float]]:
    """Of a curve: where, the mean there, and of how many moves."""
    return [[key, float(f"{means[key].value:.4g}"), means[key].count] for key in sorted(means)]


def by_table(names: Sequence[str], found: Mapping[int, Effort], thinkers: Sequence[int], label: str, pick: str) -> str:
    """The numbers of the charts, for who would rather read them."""
    tables: list[Mapping[int, Mean]] = [getattr(found[seat], pick) for seat in thinkers]
    rows = []
    for key in sorted({key for means in tables for key in means}):
        cells = []
        for means in tables:
            mean = means.get(key)
            cells += [str(mean.count), seconds_text(mean.value)] if mean else ["0", "–"]
        rows.append([str(key), *cells])
    headings = [label, *(text for seat in thinkers for text in (f"{names[seat]}: moves", "mean time"))]
    return f"<details><summary>As a table</summary>{table(headings, rows, f'By {label}')}</details>\n"


# --- The games ---


def games_section(games: Sequence[Record], kind: Replay) -> str:
    if not games:
        return ""
    board = '<ol id="cards" class="cards"></ol>'
    if kind.drawing():
        layers = '<g id="marks"></g><g id="pieces"></g>'
        board = f'<svg id="board" class="{kind.kind}" role="img" {kind.drawing()}{layers}</svg>'
    flip = '<button type="button" id="flip" aria-pressed="false">Flip</button>' if kind.flips else ""
    return section("Games", VIEWER.replace("BOARD", board).replace("FLIP", flip), kind="wide")


VIEWER = """<div class="games">
<div class="list">
<form id="filter" aria-label="Filter">
<label>Player <select id="by-player"></select></label>
<label>Result <select id="by-result"></select></label>
<label>Ending <select id="by-ending"></select></label>
<output id="shown" aria-live="polite"></output>
</form>
<div class="scroll rows" tabindex="0" role="region" aria-label="List of games">
<table id="list"><thead></thead><tbody></tbody></table>
</div>
</div>
<article id="viewer" aria-labelledby="game" tabindex="-1">
<h3 id="game"></h3>
<p id="end"></p>
<div class="replay">
<div class="stage">
BOARD
<div class="buttons" role="group" aria-label="Step through the game">
<button type="button" id="first" aria-label="First position" title="First (Home)">⇤</button>
<button type="button" id="back" aria-label="Back" title="Back (←)">←</button>
<button type="button" id="forward" aria-label="Forward" title="Forward (→)">→</button>
<button type="button" id="last" aria-label="Last position" title="Last (End)">⇥</button>
FLIP
</div>
</div>
<div class="score">
<dl id="ply" aria-live="polite"></dl>
<ol id="moves" class="moves" aria-label="Moves"></ol>
</div>
</div>
<figure class="chart" id="evaluation"><figcaption></figcaption></figure>
<figure class="chart" id="clock"><figcaption></figcaption></figure>
</article>
</div>
"""


def game_summary(record: Record) -> dict[str, Any]:
    """What the list of games shows."""
    return {
        "number": record.number,
        "pair": record.pair,
        "leg": record.leg,
        "seats": list(sides(record)),
        "first": mover(record),
        "result": record.result,
        "ending": record.ending.value,
        "finished": record.finished,
        "fault": record.ending.fault,
        "loser": record.loser,
        "reason": record.reason,
        "utility": record.utility,
        "plies": len(record.plies),
        "seconds": round(record.seconds, 1),
    }


def plies_lines(games: Sequence[Record], kind: Replay) -> str:
    """A line of JSON for each game, which is read when the game is chosen."""
    return "\n".join(embed(game_plies(record, kind)) for record in games)


def game_plies(record: Record, kind: Replay) -> dict[str, Any]:
    try:
        return {
            "start": kind.start(record),
            "number": kind.number(record),
            "texts": [ply.text for ply in record.plies],
            "steps": " ".join(kind.steps(record)),
            "seconds": joined("" if ply.seconds is None else plain(round(ply.seconds, 3)) for ply in record.plies),
            "clock": joined("" if ply.clock is None else plain(round(ply.clock, 2)) for ply in record.plies),
            "scores": joined(map(score_text, record.plies)),
            "depth": joined("" if ply.depth is None else str(ply.depth) for ply in record.plies),
            "nodes": joined("" if ply.nodes is None else count_text(ply.nodes) for ply in record.plies),
        }
    except ValueError as error:
        raise ValueError(f"game {record.number} cannot be replayed: {error}") from error


def joined(texts: Iterable[str]) -> str:
    """One text for all plies, none if nothing is known of any."""
    text = ",".join(texts)
    return text if text.strip(",") else ""


def score_text(ply: Ply) -> str:
    """`34` in hundredths, `#5` a mate, from the mover's view."""
    if ply.mate is not None:
        return f"#{ply.mate}"
    return "" if ply.score is None else str(ply.score)
