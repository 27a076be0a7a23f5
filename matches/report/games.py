"""The games of a match in its report: the list, the board on which one is replayed, and the data of every ply."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ..record import Ply, Record
from ..score.effort import movers
from . import sections
from .replay import Replay
from .sections import count_text


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
<figure class="chart" id="chances"><figcaption></figcaption></figure>
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
    """The data of a game that the page reads when it is chosen: lists by ply, None if nothing is known of any ply."""
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
