"""The page in a real browser: every game by every way of pointing, every view, at every width, light and dark."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest
from oddsfish.engine import games
from oddsfish.engine.game import Game
from oddsfish.engine.options import options_for
from page_browser import NARROW, WAYS, WIDE, Look, Tab, Tabs
from page_games import GAMES, play_cards
from page_server import Server, serving
from trained import MODEL

pytestmark = pytest.mark.slow

LOOKS = [Look(width, scheme) for width in (NARROW, 1280, WIDE) for scheme in ("light", "dark")]
TOUCHED = {look: Look(look.width, look.scheme, touch=True) for look in LOOKS}
VIEWS = [
    (game.name, view)
    for game in games.shipped().values()
    for view in ("play", "analyse", "tree", "tour")
    if view != "tour" or game.tours()
]
ENOUGH = 12  # moves of a game between searches that may take a hundred
TURNS = 10  # of a random game, before a view is looked at


def look_of(way: str, look: Look) -> Look:
    return TOUCHED[look] if way == "touch" else look


@pytest.mark.parametrize("look", LOOKS, ids=str)
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game(tabs: Tabs, server: Server, game: str, way: str, look: Look) -> None:
    tab = tabs.open(server, look_of(way, look))
    GAMES[game].play(tab, WAYS[way])
    assert tab.overflow() == 0


@pytest.mark.parametrize("look", LOOKS, ids=str)
@pytest.mark.parametrize("way", ["mouse", "keyboard", "touch"])
def test_a_whole_game_of_cards(tabs: Tabs, server: Server, way: str, look: Look) -> None:
    tab = tabs.open(server, look_of(way, look))
    play_cards(tab, way)
    assert tab.overflow() == 0


@pytest.mark.parametrize("game", games.shipped())
def test_every_search_is_watched_against_itself(tabs: Tabs, tmp_path: Path, game: str) -> None:
    with serving(tmp_path, "--set", f"Model={MODEL}") as server:
        watch_all(tabs.open(server), game)


def watch_all(tab: Tab, game: str) -> None:
    tab.open("play", game)
    seats = [tab.page.get_by_role("combobox", name=seat, exact=True) for seat in games.find(game).seats]
    searches = [name for name in seats[0].get_by_role("option").all_inner_texts() if name != "a person"]
    assert len(searches) > 3
    for search in searches:
        tab.open("play", game)
        for label, value in (("A search thinks", "100"), ("Watched searches move", "0")):
            if tab.page.get_by_role("combobox", name=label, exact=True).count():
                tab.choose(label, value)
        for seat in seats:
            seat.select_option(search)
        tab.wait(lambda: len(tab.moves) >= ENOUGH or not tab.page.get_by_text("to move").count(), f"for {search}")
        assert tab.complaints == [], search


def played(game: Game, chooser: Random) -> list[str]:
    """What a game at random begins with, as an address has it."""
    moves = [beginning for beginning, _ in game.beginnings()[:1]]
    position = game.read(None, moves, options_for(game, {}))
    while len(moves) < TURNS and position.ending() is None:
        move = position.sample(chooser.choice(position.moves()), chooser)
        moves.append(position.notation(move))
        position.play(move)
    return moves


@pytest.mark.parametrize("look", LOOKS, ids=str)
@pytest.mark.parametrize(("game", "view"), VIEWS)
def test_every_view_late_in_a_game(tabs: Tabs, server: Server, game: str, view: str, look: Look) -> None:
    """Nothing that axe finds, nothing wider than the window, nothing that complains."""
    known = games.find(game)
    moves = played(known, Random(f"{game} {view} {look}")) if view != "tour" else []
    tab = tabs.open(server, look)
    tab.open(view, game, **({"moves": "~".join(moves)} if moves else {}))
    tab.page.wait_for_timeout(500)  # searches show what they find
    assert (tab.complaints, tab.violations(), tab.overflow()) == ([], [], 0)
    assert tab.page.get_by_role("heading", name=re.compile(".")).count() >= 1
