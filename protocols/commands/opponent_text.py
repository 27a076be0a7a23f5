"""The output of `oddsfish opponent`: a table of fits, a verdict, and options to play with; figures for programs."""

from __future__ import annotations

import shlex
import textwrap
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ...learning.opponent import CHANCE, Fit, akaike, chance, luck, uniform
from ...learning.replies import Judged, Judging
from ...matches.views.terminal import can_show

FORMAT = "oddsfish opponent 1"
NAMED = 12  # players that are listed; the others are counted
WIDTH = 80  # columns
SURE = 0.0001  # smaller probabilities are not shown exactly


@dataclass(frozen=True)
class Fitted:
    """The results. players: the number of moves by each player. games: the number of games with these moves."""

    players: Counter[str]
    games: int
    judging: Judging
    judged: Judged
    fits: list[Fit]

    @cached_property
    def even(self) -> float:
        return uniform(self.judged.decisions)

    @cached_property
    def best(self) -> Fit:
        """The most likely fit; among equals the one with the least depth."""
        return max(self.fits, key=lambda found: (found.log_likelihood, -found.depth))

    @property
    def helps(self) -> bool:
        """Whether the best is better than uniform by more than chance, corrected for the number of fits."""
        return luck(self.best, self.even) * len(self.fits) < CHANCE

    @property
    def options(self) -> dict[str, str]:
        best = self.best
        fitted = {"Opponent": "uniform"}
        if self.helps and best.whole is not None:
            fitted = {"Opponent": best.name, best.option: str(best.whole)}
            if best.depth:
                fitted["OpponentDepth"] = str(best.depth)
        return {"Search": "Expectimax", **fitted, **self.judging.options}


def text(fitted: Fitted) -> list[str]:
    options = fitted.options.items()
    commands = [f"setoption name {name} value {value}" for name, value in options]
    words = " ".join(shlex.quote(f"option.{name}={value}") for name, value in options)  # as a match takes them
    return [*heading(fitted), "", *table(fitted), "", *verdict(fitted), "", *commands, "", words]


def heading(fitted: Fitted) -> list[str]:
    """Lines about the players of the moves, and about the moves that were left out."""
    judged, players = fitted.judged, fitted.players
    repeated = len(judged.decisions) - len({decision.identity for decision in judged.decisions})
    found = ", ".join(f"{printed(name)} ({count:,})" for name, count in players.most_common(NAMED))
    others = f" and {len(players) - NAMED:,} others" if len(players) > NAMED else ""
    said = [f"Moves of {found}{others}."]
    said.append(
        f"{len(judged.decisions):,} choices in {fitted.games:,} games, {repeated:,} of them like an earlier one."
    )
    if judged.forced:
        said.append(f"Left out: {judged.forced:,} where only one move was legal.")
    if judged.over:
        said.append(f"Left out: {judged.over:,} behind the end by the rules, such as a repetition.")
    return [line for one in said for line in textwrap.wrap(one, WIDTH)]


def printed(name: str) -> str:
    """A name as standard output can show it, in a line."""
    return name if name.isprintable() and can_show(name) else ascii(name)


def table(fitted: Fitted) -> list[str]:
    """A line for uniform, and one for each model at each depth."""
    even, moves = fitted.even, len(fitted.judged.decisions)
    rows = [
        ("model", "depth", "fitted", "95 %", "log-lik.", "a move", "AIC", "chance"),
        ("uniform", "-", "-", "-", f"{even:.1f}", f"{even / moves:.3f}", "0.0", ""),
    ]
    for found in fitted.fits:
        total = found.log_likelihood
        low, high = found.interval
        likely = chance(found, fitted.best)
        rows.append(
            (
                found.name,
                str(found.depth or "-"),
                count_text(found.whole) if found.informs else "-",
                f"{count_text(low)} - {count_text(high)}" if found.informs else "-",
                f"{total:.1f}",
                f"{total / moves:.3f}",
                f"{akaike(found, even):.1f}",
                "best" if found is fitted.best else f"<{SURE:.4f}" if likely < SURE else f"{likely:.4f}",
            )
        )
    return [
        f"{model:7} {depth:>5} {value:>9} {interval:>20} {total:>9} {mean:>7} {aic:>9} {likely:>7}".rstrip()
        for model, depth, value, interval, total, mean, aic, likely in rows
    ]


def called(found: Fit) -> str:
    return f"{found.name} at depth {found.depth}" if found.depth else f"{found.name} at {found.whole}"


def count_text(value: int | None) -> str:
    return "infinite" if value is None else f"{value:,}"


def verdict(fitted: Fitted) -> list[str]:
    if not fitted.helps:
        return ["No model is better than uniform by more than chance: any move is as likely."]
    best = fitted.best
    said = [f"Best: {called(best)}."]
    if best.whole == 0:
        said.append("Every move was one of the best at that depth.")
    others = [other for other in fitted.fits if other is not best]
    alike = [called(other) for other in others if chance(other, best) > CHANCE]
    if alike:
        said.append(f"Not told apart from it: {', '.join(alike)}.")
    elif others:
        said.append("Every other one is worse by more than chance.")
    return textwrap.wrap(" ".join(said), WIDTH)


def figures(file: str, fitted: Fitted) -> Mapping[str, Any]:
    """All figures for programs. Values are not rounded; infinite values are null."""
    judged, even = fitted.judged, fitted.even
    return {
        "format": FORMAT,
        "file": file,
        "players": dict(fitted.players.most_common()),
        "games": fitted.games,
        "choices": len(judged.decisions),
        "left out": {"forced": judged.forced, "over": judged.over},
        "options": dict(fitted.judging.options),
        "uniform": {"log-likelihood": even},
        "fits": [
            {
                "model": found.name,
                "depth": found.depth,
                found.option: found.value,
                "95 %": [found.low, found.high],
                "informs": found.informs,
                "log-likelihood": found.log_likelihood,
                "AIC": akaike(found, even),
                "chance": chance(found, fitted.best),
            }
            for found in fitted.fits
        ],
        "best": fitted.options,
    }
