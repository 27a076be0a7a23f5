"""The content of the server: its files, the available games and searches, and the symbols of boards."""

from __future__ import annotations

from dataclasses import asdict
from functools import cache
from hashlib import blake2b
from importlib import resources
from typing import Any

from ...engine import games, searches
from ...engine.display import colours
from ...engine.display.diagram import diagram_of
from ...engine.display.diagram_svg import UNIT, drawings
from ...engine.display.editor import page as editor
from ...engine.display.one_file import asset
from ...engine.display.tree import SEARCHES
from ...engine.game import Game
from ...engine.option import Option, Value
from ...engine.options import options_for
from ...matches.variants import LIBRARY
from . import message, search_settings, static, trees

SENT = (".html", ".css", ".js")
COLOURS, BASE = "colours.css", "base.css"
PAGE = "page.html"
FILES = "/file/"


@cache
def assets() -> dict[str, bytes]:
    found = {file.name: file.read_bytes() for file in resources.files(static).iterdir() if file.name.endswith(SENT)}
    shared = {COLOURS: colours.css(), BASE: asset(BASE), **editor.files()}
    return found | {name: text.encode() for name, text in shared.items()}


@cache
def edition() -> str:
    """A checksum of all files. Addresses contain it, so that browsers can cache the files."""
    whole = b"".join(name.encode() + data for name, data in sorted(assets().items()))
    return blake2b(whole, digest_size=8).hexdigest()


@cache
def page() -> bytes:
    """The page of every view. It loads the files of this edition, all at once."""
    scripts = sorted(name for name in assets() if name.endswith(".js"))
    preload = "".join(f'<link rel="modulepreload" href="{FILES}{name}">\n' for name in scripts)
    text = assets()[PAGE].decode().replace("</head>", f"{preload}</head>")
    return text.replace(FILES, f"{FILES}{edition()}/").encode()


@cache
def of_packages() -> tuple[dict[str, Game], list[str]]:
    """The games of other packages that a page can draw, by name, and why each of the others is left out."""
    found, faults = {}, []
    for name in games.packaged():
        try:
            game = games.find(name)
            if diagram_of(search_settings.first_position(game, options_for(game))) is None:
                raise ValueError("it has no diagram")
            game_offered(game, ())
        except Exception as failure:  # noqa: BLE001 - whatever the game raises
            faults.append(f"the game {name} is left out: {str(failure) or type(failure).__name__}")
        else:
            found[name] = game
    return found, faults


def offered_games() -> dict[str, Game]:
    """The games of the page by name: those that ship, and those of other packages."""
    return {**games.shipped(), **of_packages()[0]}


@cache
def offer(workers: int, match: bool, given: tuple[tuple[str, str], ...]) -> dict[str, Any]:
    """The offer to a page: games with rules, searches, options and tours; workers; whether a match is shown; bounds.

    given: options that are set for every search, with their values.
    """
    return {
        "workers": workers,
        "cores": search_settings.CORES,
        "match": match,
        "games": [game_offered(game, given) for game in offered_games().values()],
        "trees": list(SEARCHES),
        "most": {"bytes": message.LARGEST, "depth": trees.DEEPEST, "lines": search_settings.BOUNDS["MultiPV"]},
    }


def game_offered(game: Game, given: tuple[tuple[str, str], ...]) -> dict[str, Any]:
    options = options_for(game)
    search_settings.set_given(game, options, dict(given))
    position = search_settings.first_position(game, options)
    faults = {name: search_settings.unready(game, name, dict(given)) for name in searches.names()}
    suited = [name for name, fault in faults.items() if not fault]
    drawn = diagram_of(position)
    position.configure(options)
    return {
        "name": game.name,
        "title": game.title,
        "seats": list(game.seats),
        "people": game.people,
        "par": game.par,
        "pgn": game.judge == LIBRARY,
        "moves": game.words.moves,
        "beginnings": bool(game.beginnings()),
        "fen": game.fen_meaning,
        "unit": "" if game.score_unit == Game.score_unit else game.score_unit,
        "marks": list(game.known_marks),
        "won": position.decisive * position.scale / 100,
        "explained": list(game.words.explained),
        "ladder": [[rating, dict(options)] for rating, options in game.ladder],
        "editor": [option_offered(option, option.default) for option in game.editor] if game.side_letters else None,
        "rules": [option_offered(rule, rule.default) for rule in game.rules],
        "searches": suited,
        "lacking": {name: search_settings.explained(name, fault) for name, fault in faults.items() if fault},
        "strongest": searches.strongest(position),
        "options": [
            {
                **option_offered(option, options[option.name]),
                "readers": [name for name in suited if search_settings.reads(name, option, options.table)],
            }
            for option in search_settings.allowed(game, options)
        ],
        "tours": [asdict(tour) for tour in game.tours()],
        "symbols": {} if drawn is None else {key: symbol.name for key, symbol in drawn.symbols.items()},
    }


def option_offered(option: Option, value: Value) -> dict[str, Any]:
    return {
        "name": option.name,
        "kind": option.kind,
        "default": value,
        "meaning": option.meaning,
        "low": option.low,
        "high": search_settings.most(option),
        "choices": list(option.choices),
    }


@cache
def symbols(game: str) -> dict[str, bytes]:
    known = offered_games().get(game)
    drawn = None if known is None else diagram_of(search_settings.first_position(known, options_for(known)))
    if drawn is None:
        return {}
    return {
        key: (
            f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
            f'viewBox="0 0 {UNIT} {UNIT}">{shape}</svg>'
        ).encode()
        for key, shape in drawings(drawn).items()
    }
