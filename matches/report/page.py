"""The report of a match: one HTML file that loads nothing, with tables, charts and every game on a board.

Tables come from sections.py; charts and boards are drawn by report.js from numbers that are embedded as JSON.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Mapping, Sequence
from html import escape
from importlib import resources
from pathlib import Path
from types import MappingProxyType

from ...engine.display import colours
from ...engine.support.regular_file import replacing
from ..record import Record
from ..score.standings import standings_of
from ..variants import USUAL, Rules
from . import sections
from .games import game_plies, game_summary, games_section
from .replay import Replay
from .sections import Chart


def write_report(
    path: Path, title: str, names: Sequence[str], records: Sequence[Record], facts: Mapping[str, str], rules: Rules = ()
) -> None:
    """Write the report of a match to a file, whole or not at all. If the file is a link, its target is written.

    names: of the players, in the order of their seats. records: all of one kind of game, in any order; unfinished ones
    are shown but not counted. facts: the lines at the top, each a label and its text, such as the time control.
    rules: of the variant, if they differ from the usual ones.

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
    return document(title, parts, names, games, kind, charts)


def document(
    title: str,
    parts: Sequence[str],
    names: Sequence[str],
    games: Sequence[Record],
    kind: Replay,
    charts: Sequence[Chart] = (),
    more: Mapping[int, Mapping[str, Sequence[object]]] = MappingProxyType({}),
) -> str:
    """The page: the parts above the games, and the games on a board.

    more: further data on the plies of a game, by its number: `chances` (of player 0, in percent, before the first ply
    and after each), `marks` and `notes` of each ply.
    """
    script = asset("report.js")
    plies = "\n".join(embed({**game_plies(record, kind), **more.get(record.number, {})}) for record in games)
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
{"".join(part for part in (*parts, games_section(games, kind)) if part)}
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
    """The content security policy: nothing is loaded, only our script runs. Styles are in the page and in drawings."""
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return (
        f"default-src 'none'; script-src 'sha256-{digest}'; style-src 'unsafe-inline'; "
        "base-uri 'none'; form-action 'none'"
    )


def embed(data: object) -> str:
    """JSON that may stand inside <script>, whatever the players are called."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
