"""The facts at the top of a report: how a match was played, and its statistics."""

from __future__ import annotations

from ..score.figures import elo_text, percent, within
from ..score.standings import Standings
from ..score.statistics import Counts, estimate
from ..settings import Match
from ..variants import has_many_starts
from ..views.view import sprt_lines


def title(match: Match) -> str:
    return match.event if match.event != "?" else " vs ".join(match.names)


def facts(match: Match, seed: int, standings: Standings) -> dict[str, str]:
    controls = {limits(match, place) for place in range(len(match.engines))}
    found = {"Game": " ".join([match.variant, *(f"{name}={value}" for name, value in match.variant_options)])}
    if len(controls) == 1:
        found["Time control"] = controls.pop()
    else:
        found |= {f"Time control of {engine.name}": limits(match, i) for i, engine in enumerate(match.engines)}
    if len(match.engines) > 2:
        found["Tournament"] = match.tournament
    if standings.seatings and standings.seatings.outcome:
        label, text = standings.seatings.outcome.split(": ", 1)
        found[label] = text
    usual = "start positions at random" if has_many_starts(match.variant) else "the start position"
    found["Openings"] = match.openings.file if match.openings else usual
    if match.random_plies:
        found["Openings"] += f", {match.random_plies} random plies"
    found["Seed"] = str(seed)
    counts = standings.between(0, 1) if len(match.engines) == 2 else Counts()
    if counts.games:
        found |= strength(match, counts)
    return found


def strength(match: Match, counts: Counts) -> dict[str, str]:
    """The strength of the first of two players, by their match."""
    said = estimate(counts)
    found = {
        "Elo": f"{elo_text(said, sign='±')}, superior with likelihood {percent(said.los)}",
        "Normalized Elo": within(said.nelo, said.nelo_error, sign="±"),
    }
    if any(counts.pairs):
        found["Ptnml(0-2)"] = f"{', '.join(map(str, counts.pairs))}; even pairs: {percent(counts.even_pairs_ratio)}"
    if match.sprt:
        found |= dict(line.split(": ", 1) for line in sprt_lines(match.sprt, counts))
    return found


def limits(match: Match, place: int) -> str:
    engine = match.engines[place]
    parts = [str(engine.time)] if str(engine.time) != "-" else []
    parts += [f"depth {engine.depth}"] if engine.depth else []
    parts += [f"{engine.nodes} nodes"] if engine.nodes else []
    return ", ".join(parts) or "none"
