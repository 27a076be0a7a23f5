"""The settings of a page's searches: those given when the server was started, and those that a page may set.

A page sets numbers, switches and choices, each within bounds. It sets no texts, and so no paths.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence

from ...engine import games, searches
from ...engine.game import Game
from ...engine.opponents.options import ELO, WITHOUT_PEOPLE
from ...engine.option import Option
from ...engine.options import Options, options_for
from ...engine.position import Position
from ...engine.registry import catalogue
from ...engine.registry.common_options import own
from ...engine.session import Session
from ..commands.arguments import set_by

CONDITION = re.compile(", (?:with|in) ")
BUT, THOSE = "all but ", "those that read "  # see `reads`
KINDS = ("check", "spin", "combo")
CORES = os.cpu_count() or 1
OPPONENT = "Opponent"  # the names of options about the opponent begin with it
# The highest values on a page of options that could use up the machine.
BOUNDS = {"Hash": 256, "Threads": CORES, "MultiPV": 256, "OpponentDepth": 6}


def given(texts: Sequence[str]) -> Mapping[str, str]:
    """The options for all searches, from NAME=VALUE on the command line. ValueError if a page cannot use one."""
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
    for algorithm in searches.shipped().values():
        if any(option.kind == "string" and option.name in values for option in algorithm.options):
            faults = [unready(game, algorithm.name, values) for game in games.shipped().values()]
            if all(faults):
                raise ValueError(faults[0])  # with the given file, the search can begin in no game
    return values


def first_position(game: Game, options: Options) -> Position:
    beginnings = game.beginnings()
    return game.begin(beginnings[0][0], options) if beginnings else game.start(None, options)


def unready(game: Game, search: str, given: Mapping[str, str]) -> str:
    """Why a search cannot begin in a game with the given options (wrong game, missing file); "" if it can."""
    options = options_for(game)
    set_given(game, options, given)
    options.set("Search", search)
    try:
        Session(first_position(game, options), options).check()
    except ValueError as fault:
        return str(fault)
    return ""


def set_given(game: Game, options: Options, given: Mapping[str, str]) -> None:
    """Set the given options of every search that this game has, but no Evaluation of another game."""
    read, usual = catalogue.offered(game), options["Evaluation"]
    for name, value in given.items():
        if name in read:
            options.set(name, value)
    if "Evaluation" in given and "EvalFile" not in given:
        try:
            first_position(game, options).configure(options)
        except ValueError:
            options.restore("Evaluation", usual)


def explained(search: str, fault: str) -> str:
    """A fault of a search, and how to set its file if it has one: a page cannot do that."""
    files = [option.name for option in searches.find(search).options if option.kind == "string"]
    return f"{fault} (here: `oddsfish page --set {files[0]}=FILE`)" if files else fault


def allowed(game: Game, options: Options) -> Iterator[Option]:
    """The options of searches that this game has and a page may set. Its rules come with the position instead."""
    rules = {rule.name for rule in game.rules}
    read, known = catalogue.offered(game), {option.name: option for option in own(game)}
    alone = len(game.seats) == 1
    for option in options.table.values():
        name = option.name
        if name in rules or name not in read or (alone and name.startswith(OPPONENT)):
            continue
        if name == ELO.name and not game.people:
            continue
        if option.kind in KINDS and option.readers != "none":
            alike = WITHOUT_PEOPLE if name == WITHOUT_PEOPLE.name and not game.people else option
            yield known.get(name, alike)  # with the choices of this game alone


def reads(search: str, option: Option, options: Mapping[str, Option]) -> bool:
    """Whether a search reads an option, if only under a condition. options: all, by their names in lower case.

    `readers` has clauses with semicolons between them: `all`, `none`, `all but` some names, some names, or `those that
    read` another option. A condition may follow (`, with ...` or `, in ...`).
    """
    for clause in option.readers.split("; "):
        who = CONDITION.split(clause)[0]
        if who.startswith(THOSE):
            found = reads(search, options[who.removeprefix(THOSE).lower()], options)
        elif who.startswith(BUT):
            found = search not in who.removeprefix(BUT).split(", ")
        else:
            found = who == "all" or search in who.split(", ")
        if found:
            return True
    return False


def most(option: Option) -> int:
    return min(option.high, BOUNDS.get(option.name, option.high))


def set_all(game: Game, options: Options, given: Mapping[str, str], values: Mapping[str, str]) -> None:
    """Set the given options, then those of a page, by name. ValueError if one is not allowed or out of range."""
    set_given(game, options, given)
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
