"""The sections of a report as HTML: tables, and places for the charts, whose numbers are handed to report.js.

The cells of a table are HTML; every text of the match goes through `escape`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from itertools import pairwise
from statistics import fmean
from typing import Any

from ..record import Record, Termination
from ..score.effort import Effort, Mean
from ..score.figures import figure as elo_figure
from ..score.figures import rating_text
from ..score.standings import POINTS, Standings
from ..score.statistics import Counts, mean_interval
from .replay import Replay

MOST_CURVES = 8  # curves of players in a chart; more cannot be told apart
# The edges between the bars of the histogram: a bar is for values above one edge, up to the next.
UTILITY_EDGES = (0.0, 1.0, 1.5, 2.0, 3.0, 5.0, 10.0, 20.0)
PAIR_POINTS = ("0", "½", "1", "1½", "2")

Chart = dict[str, Any]  # kind, title, axes and series, as report.js draws them
Series = Iterable[tuple[str, Sequence[Any]]]  # names; for each the points of a line, or the heights of the bars
Means = Sequence[tuple[str, Mapping[int, Mean]]]  # of each player, by a number


# --- Numbers and tables ---


def plain(number: float) -> str:
    """A number with no more decimals than it needs."""
    return f"{number:g}"


def seconds_text(seconds: float) -> str:
    return f"{seconds * 1000:.0f} ms" if seconds < 1 else f"{seconds:.2f} s" if seconds < 60 else f"{seconds:.0f} s"


def count_text(count: float) -> str:
    """Three or four digits and a unit: 812, 9.4k, 1.23M."""
    for size, unit in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if count >= size:
            scaled = count / size
            form = ".2g" if scaled < 10 else ".3g" if scaled < 100 else ".0f"
            return f"{scaled:{form}}{unit}"
    return f"{count:.0f}"


def plural(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def section(heading: str, *parts: str) -> str:
    name = heading.lower().replace(" ", "-")
    start = f'<section id="{name}" aria-labelledby="{name}-h">\n<h2 id="{name}-h">{escape(heading)}</h2>\n'
    return start + "".join(parts) + "</section>\n"


def columns(*sections: str) -> str:
    kept = [text for text in sections if text]
    return f'<div class="columns">\n{"".join(kept)}</div>\n' if len(kept) > 1 else "".join(kept)


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


def name_span(name: str) -> str:
    return f'<span class="name">{escape(name)}</span>'


def fault_badge(text: str) -> str:
    return f'<span class="badge fault">⚠ {escape(text)}</span>'


def figure(charts: list[Chart], kind: str, title: str, x: str, y: str, series: Series, **more: object) -> str:
    """The place of a chart that report.js draws; more: how it is to be drawn."""
    numbers = "points" if kind == "lines" else "values"
    found = [{"name": name, numbers: drawn} for name, drawn in series]
    charts.append({"kind": kind, "title": title, "x": x, "y": y, **more, "series": found})
    return f'<figure class="chart" data-chart="{len(charts) - 1}"><figcaption>{escape(title)}</figcaption></figure>\n'


# --- The sections of the page ---


def header(title: str, standings: Standings, kind: Replay, facts: Mapping[str, str]) -> str:
    counts = f"<span>{plural(standings.games, 'game')} finished</span>"
    if standings.unfinished:
        counts += f'<span class="badge open">{standings.unfinished} unfinished</span>'
    faults = sum(standings.faults.values())
    badge = fault_badge(f"{plural(faults, 'game')} lost by a fault") if faults else "<span>no faults</span>"
    result = f'<p class="result">{result_line(standings, kind)}</p>\n<p class="counts">{counts}{badge}</p>\n'
    return heading(title, result, facts)


def heading(title: str, result: str, facts: Mapping[str, str]) -> str:
    """The top of a page. result: HTML below the title. facts: a label and its text."""
    lines = "".join(f"<div><dt>{escape(label)}</dt><dd>{escape(text)}</dd></div>" for label, text in facts.items())
    return (
        f"<header>\n<h1>{escape(title)}</h1>\n{result}"
        f"{f'<dl class=facts>{lines}</dl>' if lines else ''}\n"
        "<noscript><p>Charts and boards need JavaScript, of which none is loaded from elsewhere.</p></noscript>\n"
        "</header>\n"
    )


def result_line(standings: Standings, kind: Replay) -> str:
    names = standings.names
    if not standings.games:
        return "No game was finished."
    if kind.for_one:
        means = [
            f"{name_span(name)} <b>{fmean(values):.3f}</b>"
            for seat, name in enumerate(names)
            if (values := standings.utility(seat))
        ]
        return "Mean utility: " + ' <span class="quiet">·</span> '.join(means)
    if len(names) == 2:
        points = f"<b>{plain(standings.of(0).points)} – {plain(standings.of(1).points)}</b>"
        return f"{name_span(names[0])} {points} {name_span(names[1])}"
    first = standings.ranked()[0]
    total = standings.of(first)
    return f"First: {name_span(names[first])}, <b>{plain(total.points)}</b> of {total.games}"


def counts_text(counts: Counts) -> str:
    if not counts.games:
        return '<span class="quiet">–</span>'
    results = f'<small title="won, drawn, lost">+{counts.wins} ={counts.draws} −{counts.losses}</small>'
    return f"{plain(counts.points)}/{counts.games} {results}"


def standings_section(standings: Standings) -> str:
    names = standings.names
    order, ratings = standings.ranked(), standings.ratings()
    many = len(names) > 2  # the Elo of two stands at the top
    elo = ["Elo", "±"] if many else []
    rows = []
    for place, seat in enumerate(order, start=1):
        own = standings.of(seat)
        share = f"{100 * own.points / own.games:.1f} %" if own.games else "–"
        against = [
            "<span class=self></span>" if other == seat else counts_text(standings.between(seat, other))
            for other in order
        ]
        rated = [escape(rating_text(ratings[seat])), elo_figure(ratings[seat].error, 0)] if many else []
        counts = [plain(own.points), str(own.games), share, *rated, str(own.wins), str(own.draws), str(own.losses)]
        rows.append([f"{place}. {name_span(names[seat])}", *counts, *against])
    headings = [
        "Player",
        "Points",
        "Games",
        "Share",
        *elo,
        "Won",
        "Drawn",
        "Lost",
        *(f"vs {names[seat]}" for seat in order),
    ]
    return section("Cross table", table(headings, rows, "Cross table"))


def score_curve_section(names: Sequence[str], games: Sequence[Record], charts: list[Chart]) -> str:
    """One curve is enough for two players, and for one against the rest."""
    played = in_order(games)
    if not played:
        return ""
    gauntlet = all(0 in record.seats for record in played)
    shown = [0] if gauntlet else list(range(len(names)))[:MOST_CURVES]
    rest = names[1] if len(names) == 2 else "the rest"
    title = f"{names[0]} against {rest}: wins less losses" if gauntlet else "Wins less losses"
    curves = score_curves(played, shown)
    series = [(names[seat], curves[seat]) for seat in shown]
    drawn = figure(charts, "lines", title, "games finished", "wins − losses", series, baseline=0, whole=True)
    return section("Score over time", drawn)


def score_curves(played: Iterable[Record], players: Iterable[int]) -> dict[int, list[tuple[int, int]]]:
    """For each of the players, after each game it finished: how many games were over, and its wins less its losses.

    played: as by `in_order`.
    """
    curves: dict[int, list[tuple[int, int]]] = {player: [(0, 0)] for player in players}
    for number, record in enumerate(played, start=1):
        lead = POINTS[record.result] - 1
        for player, gain in zip(record.seats, (lead, -lead), strict=True):
            if player in curves:
                curves[player].append((number, curves[player][-1][1] + gain))
    return curves


def in_order(records: Iterable[Record]) -> list[Record]:
    """The games of two players that have a result, in the order of their ends."""
    games = [record for record in records if record.finished and len(record.seats) == 2 and record.result in POINTS]
    return sorted(games, key=lambda record: (record.began + record.seconds if record.began else 0.0, record.number))


def utility_section(standings: Standings, par: float, charts: list[Chart]) -> str:
    names = standings.names
    values = [standings.utility(seat) for seat in range(len(names))]
    played = sorted((seat for seat, own in enumerate(values) if own), key=lambda seat: -fmean(values[seat]))
    if not played:
        return ""
    rows = [[name_span(names[seat]), *utility_cells(standings, par, seat)] for seat in played]
    headings = ["Player", "Games", "Mean utility", "95 % interval", "Lost", f"Less {names[0]}'s, same decks"]
    title = "How often a game was worth so much"
    series = [(names[seat], histogram(own)) for seat, own in enumerate(values) if own]
    drawn = figure(charts, "bars", title, "utility", "% of games", series, categories=utility_bars())
    return section("Utility", table(headings, rows, "Utility"), drawn)


def utility_cells(standings: Standings, par: float, seat: int) -> list[str]:
    values = standings.utility(seat)
    share = f"{100 * sum(value < par for value in values) / len(values):.1f} %"
    difference, margin = mean_interval(standings.difference(seat, 0)) if seat else (None, None)
    paired = "–"
    if difference is not None:
        paired = f"{difference:+.3f}".replace("-", "−") + ("" if margin is None else f" ± {margin:.3f}")
    mean, error = fmean(values), mean_interval(values)[1]
    interval = "–" if error is None else f"{mean - error:.3f} to {mean + error:.3f}".replace("-", "−")
    faults = sum(count for (loser, _), count in standings.faults.items() if loser == seat)
    badge = " " + fault_badge(plural(faults, "fault")) if faults else ""
    return [str(len(values)), f"{mean:.3f}".replace("-", "−"), interval, share + badge, paired]


def utility_bars() -> list[str]:
    middle = [f"{plain(low)}–{plain(high)}" for low, high in pairwise(UTILITY_EDGES[1:])]
    return ["lost", f"≤ {plain(UTILITY_EDGES[1])}", *middle, f"> {plain(UTILITY_EDGES[-1])}"]


def histogram(values: Sequence[float]) -> list[float]:
    """For each bar, the percentage of the utilities in it."""
    counts = Counter(sum(value > edge for edge in UTILITY_EDGES) for value in values)
    return [round(100 * counts[bar] / len(values), 2) for bar in range(len(UTILITY_EDGES) + 1)]


def endings_section(standings: Standings) -> str:
    found = standings.ranked_endings()
    if standings.unfinished:
        found.append((Termination.UNFINISHED, standings.unfinished))
    if not found:
        return ""
    most = max(count for _, count in found)
    faulty = any(ending.fault for ending, _ in found)
    rows = []
    for ending, count in found:
        label = escape(ending.value)
        if ending.fault:
            label = fault_badge(ending.value)
        elif ending is Termination.UNFINISHED:
            label = f'<span class="badge open">{label}</span>'
        bar = f'<meter min="0" max="{most}" value="{count}" aria-hidden="true"></meter>'
        share = 100 * count / (standings.games + standings.unfinished)
        by = "".join(
            f'<span class="by">{name_span(name)} {lost}</span>'
            for seat, name in enumerate(standings.names)
            if (lost := standings.faults[seat, ending])
        )
        rows.append([label, str(count), f"{share:.1f} % {bar}", *[by] * faulty])
    headings = ["Ending", "Games", "Share", *["Lost by"] * faulty]
    return section("How games ended", table(headings, rows, "How games ended"))


def pairs_section(standings: Standings, charts: list[Chart]) -> str:
    names = standings.names
    found = {places: counts.pairs for places, counts in sorted(standings.counts.items()) if any(counts.pairs)}
    if not found:
        return ""
    rows = []
    for (seat, other), counts in found.items():
        mean = sum(i * n for i, n in enumerate(counts)) / 2 / sum(counts)
        cells = [*map(str, counts), str(sum(counts)), f"{mean:.3f}"]
        rows.append([f"{name_span(names[seat])} <small>against</small> {name_span(names[other])}", *cells])
    headings = ["Player", *PAIR_POINTS, "Pairs", "Mean"]
    note = "<p>Two games from the same opening, colours reversed, are a pair: so many pairs made so many points.</p>\n"
    parts = [note, table(headings, rows, "Opening pairs")]
    if len(found) == 1:
        ((seat, _), counts) = next(iter(found.items()))
        title, series = f"Points of {names[seat]} in a pair", [(names[seat], counts)]
        parts.append(figure(charts, "bars", title, "points", "pairs", series, height=150, categories=PAIR_POINTS))
    return section("Opening pairs", *parts)


def effort_sections(standings: Standings, charts: list[Chart]) -> str:
    """Time and depth by player, over the moves of a game, and by what was on the board."""
    efforts = zip(standings.names, standings.efforts, strict=True)
    thinkers = [(name, effort) for name, effort in efforts if effort.seconds.count]
    if not thinkers:
        return ""
    rows = [[name_span(name), *effort_cells(effort)] for name, effort in thinkers]
    headings = ["Player", "Moves", "Mean time", "Slowest", "Mean depth", "Mean nodes", "Nodes/s"]
    time = [(name, effort.time_by_move) for name, effort in thinkers]
    depth = [(name, effort.depth_by_move) for name, effort in thinkers]
    drawn = [
        curves(charts, "Mean time by move", "move of the player", "s", time),
        curves(charts, "Mean depth by move", "move of the player", "plies", depth),
    ]
    both = f'<div class="charts">\n{"".join(drawn)}</div>\n'
    pieces = [(name, effort.by_pieces) for name, effort in thinkers]
    choices = [(name, effort.by_choices) for name, effort in thinkers]
    return section("Time and depth", table(headings, rows, "Time and depth"), both) + columns(
        by_section(charts, "pieces", "pieces on the board", pieces),
        by_section(charts, "legal moves", "legal moves", choices),
    )


def by_section(charts: list[Chart], noun: str, label: str, means: Means) -> str:
    """Mean time and count of moves, by a number, such as that of pieces; "" if this number is always the same."""
    counts: Counter[int] = Counter()
    for _, own in means:
        counts.update({key: mean.count for key, mean in own.items()})
    if len(counts) < 2:
        return ""
    keys = range(min(counts), max(counts) + 1)
    series, categories = [("all players", [counts[key] for key in keys])], [*map(str, keys)]
    return section(
        f"By number of {noun}",
        curves(charts, f"Mean time by number of {noun}", label, "s", means),
        figure(charts, "bars", f"Moves by number of {noun}", label, "moves", series, categories=categories),
        by_table(label, means),
    )


def curves(charts: list[Chart], title: str, x: str, y: str, means: Means) -> str:
    """A curve for each player; none if there are no numbers."""
    series = [(name, points(own)) for name, own in means[:MOST_CURVES]]
    return figure(charts, "lines", title, x, y, series, low=0) if any(drawn for _, drawn in series) else ""


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
    return [[key, float(f"{means[key].value:.4g}"), means[key].count] for key in sorted(means)]


def by_table(label: str, means: Means) -> str:
    rows = []
    for key in sorted({key for _, own in means for key in own}):
        cells = []
        for _, own in means:
            mean = own.get(key)
            cells += [str(mean.count), seconds_text(mean.value)] if mean else ["0", "–"]
        rows.append([str(key), *cells])
    headings = [label, *(text for name, _ in means for text in (f"{name}: moves", "mean time"))]
    return f"<details><summary>As a table</summary>{table(headings, rows, f'By {label}')}</details>\n"
