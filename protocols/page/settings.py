"""What searches of a page go by: what who started the server has set, and what the page may set.

A page sets numbers, switches and choices, each within bounds; no text, and so no path.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence

from ...engine import games
from ...engine.game import Game
from ...engine.option import Option
from ...engine.options import Options
from ..arguments import set_by

KINDS = ("check", "spin", "combo")
CORES = os.cpu_count() or 1
# Where an option could take all that the machine has.
BOUNDS = {"Hash": 256, "Threads": CORES, "MultiPV": 256, "OpponentDepth": 6}


def given(texts: Sequence[str]) -> Mapping[str, str]:
    """What NAME=VALUE of the command line sets for every search; ValueError if a search does not go by it."""
    options, values = Options(), {}
    rules = {rule.name: game.title for game in games.shipped().values() for rule in game.rules}
    for text in texts:
        option, value = set_by(options, text)
        if option.name in rules:
            raise ValueError(f"{option.name} is a rule of {rules[option.name]}: choose it on the page")
        if option.name == "Search":
            raise ValueError("the search is chosen on the page")
        if option.readers == "none" or option.kind == "button":
            raise ValueError(f"--set {option.name} is of no use to a page")
        values[option.name] = value
    return values


def allowed(game: Game, options: Options) -> Iterator[Option]:
    """The options of searches that a page may set; the rules of the game come with the position."""
    rules = {rule.name for rule in game.rules}
    for option in options.table.values():
        if option.kind in KINDS and option.name not in rules and option.readers != "none":
            yield option


def most(option: Option) -> int:
    """The largest number that it may be set to."""
    return min(option.high, BOUNDS.get(option.name, option.high))


def set_all(game: Game, options: Options, given: Mapping[str, str], values: Mapping[str, str]) -> None:
    """Set what is given, then by name what a page asks for; ValueError if that is not allowed or out of range."""
    for name, value in given.items():
        options.set(name, value)
    if "Search" in values:
        options.set("Search", values["Search"])  # first: it may bring options of its own
    known = {option.name: option for option in allowed(game, options)}
    for name, value in values.items():
        option = known.get(name)
        if option is None:
            raise ValueError(f"a page cannot set {name!a}")
        options.set(name, value)
        if option.kind == "spin" and int(options[name]) > most(option):
            raise ValueError(f"{name} is at most {most(option)} on a page, not {options[name]}")
