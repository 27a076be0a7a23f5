"""The report of a match: one HTML file that loads nothing, with tables, charts and every game on a board.

Tables come from sections.py; charts and boards are drawn by report.js from numbers that are embedded as JSON.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from html import escape
from importlib import resources
from pathlib import Path
from typing import Any

from ...engine.display import colours
from ...engine.support.regular_file import replacing
from ..record import Ply, Record
from ..score.effort import movers
from ..score.standings import standings_of
from ..variants import USUAL, Rules
from . import sections
from .replay import Replay
from .sections import Chart, count_text


def write_report(
    path: Path, title: str, names: Sequence[str], records: Sequence[Record], facts: Mapping[str, str], rules: Rules = ()
) -> None:
    """Write the report of a match to a file, whole or not at all; where the file is a link, to what it leads to.

    names: of the players, in the order of their seats. records: all of one kind of game, in any order; those that are
    unfinished are shown and not counted. facts: what stands at the top, a label and its text, such as the time control.
    rules: of the variant, if others than the usual ones.

    ValueError: a game that cannot be replayed. OSError, ValueError: a file that cannot be written.
    """
    text = page(title, names, records, facts, rules)
    with replacing(path) as part:
        part.write_bytes(text.encode("utf-8", "replace"))


def page(
    title: str, names: Sequence[str], records: Sequence[Record], facts: Mapping[str, str], rules: Rules = ()
) -> str:
    games = sorted(records, key=lambda record: record.number)
    kind = Replay(games[0].variant if games else USUAL, rules)
    standings = standings_of(names, games)
    charts: list[Chart] = []
    parts = [sections.header(title, standings, kind, facts)]
    if kind.for_one:
        parts.append(sections.utility_section(standings, kind.game.par, charts))
    else:
        parts += [sections.standings_section(standings), sections.score_curve_section(names, games, charts)]
    parts.append(sections.columns(sections.endings_section(standings), sections.pairs_section(standings, charts)))
    parts.append(sections.effort_sections(standings, charts))
    parts.append(games_section(games, kind))
    script = asset("report.js")
    plies = "\n".join(embed(game_plies(record, kind)) for record in games)
    data = {
        "board": kind.data(),
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
{colours.css()}{asset("report.css")}</style>
</head>
<body>
{"".join(part for part in parts if part)}
<script type="application/json" id="data">{embed(data)}</script>
<script type="application/json" id="plies">
{plies}
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


# --- The games ---


def games_section(games: Sequence[Record], kind: Replay) -> str:
    if not games:
        return ""
    layers = '<g id="marks"></g><g id="pieces"></g><g id="lines"></g>'
    drawing = kind.drawing()
    board = f'<svg id="board" role="img" {drawing}{layers}</svg>' if drawing else ""
    turns = kind.sample is not None and kind.sample.turns
    flip = '<button type="button" id="flip" aria-pressed="false">Flip</button>' if turns else ""
    return sections.section("Games", VIEWER.replace("BOARD", board).replace("FLIP", flip))


VIEWER = """<div class="games">
<div class="list">
<form id="filter" aria-label="Filter">
<label>Player <select id="by-player"></select></label>
<label>Result <select id="by-result"></select></label>
<label>Termination <select id="by-ending"></select></label>
<output id="shown" aria-live="polite"></output>
</form>
<div class="scroll rows" tabindex="0" role="region" aria-label="List of games">
<table id="list"><thead></thead><tbody></tbody></table>
</div>
</div>
<article id="viewer" aria-labelledby="game">
<h3 id="game" aria-live="polite"></h3>
<p id="end"></p>
<div class="replay">
<div class="stage">
BOARD
<p id="said" aria-live="polite"></p>
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
<div class="curves">
<figure class="chart" id="evaluation"><figcaption></figcaption></figure>
<figure class="chart" id="clock"><figcaption></figcaption></figure>
</div>
</div>
</article>
</div>
"""


def game_summary(record: Record) -> dict[str, Any]:
    return {
        "number": record.number,
        "pair": record.pair,
        "leg": record.leg,
        "seats": list(record.seats),
        "first": next((seat for seat in movers(record) if seat is not None), 0),
        "result": record.result,
        "ending": record.ending.value,
        "finished": record.finished,
        "fault": record.ending.fault,
        "loser": None if record.loser is None else record.seats[record.loser],
        "reason": record.reason,
        "utility": record.utility,
        "plies": len(record.plies),
        "seconds": round(record.seconds, 1),
    }


def game_plies(record: Record, kind: Replay) -> dict[str, Any]:
    """What the page reads of a game when it is chosen: what is known of each ply, None where nothing is of any."""
    try:
        base = kind.number(record)
        steps, said = kind.steps(record)
    except ValueError as error:
        raise ValueError(f"game {record.number} cannot be replayed: {error}") from error

    def each(of: Callable[[Ply], Any]) -> list[Any] | None:
        values = [of(ply) for ply in record.plies]
        return values if any(value is not None for value in values) else None

    return {
        "base": base,
        "texts": [ply.text for ply in record.plies],
        "movers": "".join("-" if seat is None else str(seat) for seat in movers(record)),
        "steps": " ".join(steps),
        "said": said if any(said) else None,
        "times": each(lambda ply: ply.seconds and round(ply.seconds, 3)),
        "clock": each(lambda ply: ply.clock and round(ply.clock, 2)),
        "scores": each(lambda ply: ply.score if ply.mate is None else f"#{ply.mate}"),
        "depth": each(lambda ply: ply.depth),
        "nodes": " ".join("" if ply.nodes is None else count_text(ply.nodes) for ply in record.plies).rstrip(),
    }
