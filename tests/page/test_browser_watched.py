"""Views that are only watched, in a real browser: guided tours, and a match."""

from __future__ import annotations

from pathlib import Path

import pytest
from match_process import run_match
from oddsfish.engine import games
from oddsfish.matches.files.live_file import LiveFile
from page_browser import LOOKS, NARROW, Look, Tabs
from page_server import Server, serving

TOURS = [(game.name, tour) for game in games.shipped().values() for tour in game.tours()]
RESULTS = "results.jsonl"
PLAYERS = ["-engine", "proto=random", "name=Ann <b>", "-engine", "proto=random", "name=Bob"]


@pytest.mark.parametrize(("game", "number"), [(game, number) for number, (game, _) in enumerate(TOURS)])
def test_a_tour_is_taken_to_its_end_and_left_for_analysis(tabs: Tabs, server: Server, game: str, number: int) -> None:
    tour = TOURS[number][1]
    tab = tabs.open(server, Look(NARROW, "dark"))
    tab.open("tour", game, tour=tour.name)
    for place, step in enumerate(tour.steps, 1):
        tab.page.get_by_role("heading", level=1, name=step.title, exact=True).wait_for()
        tab.sees(f"Step {place} of {len(tour.steps)}")
        tables = tab.page.get_by_role("table")
        for index, look in enumerate(step.looks):
            assert tab.page.get_by_role("heading", level=2).nth(index).inner_text().startswith(look.search)
            moves = 1 if look.options.get("MultiPV") == "1" else 2  # at least, below the heads
            tables.nth(index).get_by_role("row").nth(moves).wait_for()
        assert tables.count() == len(step.looks)
        assert tab.complaints == [] and tab.overflow() == 0
        if place < len(tour.steps):
            tab.press("Next")
            tab.hears(tour.steps[place].title)
    assert tab.button("Next").is_disabled()
    tab.page.reload()
    tab.sees(f"Step {len(tour.steps)} of {len(tour.steps)}")
    tab.page.get_by_role("link", name="analyse", exact=True).click()
    tab.button("Another search").wait_for()
    tab.wait(lambda: len(tab.moves) == len(tour.steps[-1].moves), "for the moves")


@pytest.mark.parametrize("look", [LOOKS[1], *(pytest.param(look, marks=pytest.mark.slow) for look in LOOKS)], ids=str)
def test_a_match_is_watched_while_it_goes_on(tabs: Tabs, tmp_path: Path, look: Look) -> None:
    words = [*PLAYERS, "-variant", "connect4", "-rounds", "2", "-games", "2"]
    assert run_match(*words, "-results", RESULTS, where=tmp_path).status == 0
    path = tmp_path / RESULTS
    head, *games = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(head)
    with serving(tmp_path, "--match", str(path), view="match") as server:
        tab = tabs.open(server, look)
        tab.page.goto(f"{server.address}/match")
        tab.sees("0 of 4 games")
        for number, game in enumerate(games, 1):
            with path.open("ab") as file:
                file.write(game)
            tab.sees(f"{number} of 4 games")
            tab.page.get_by_role("link", name=f"Game {number}", exact=True).wait_for()
        tab.hears("Game 4: ")
        tab.sees("Ann <b>")
        players = [{"side": "Red", "name": "Ann", "figures": "7.5 s +0.20 d9", "thinks": True}]
        players.append({**players[0], "side": "Yellow", "name": "Bob", "thinks": False})
        live = {"number": 5, "ply": 1, "fen": "7/7/7/7/7/3r3 y 1", "move": "d", "moves": ["d"], "end": ""}
        LiveFile(path).write({**live, "seats": players})
        tab.sees("Game 5, ply 1: d")
        assert (tab.violations(), tab.overflow(), tab.complaints) == ([], 0, [])
        tab.page.get_by_role("link", name="Game 2", exact=True).click()
        tab.page.get_by_role("list", name="Moves").wait_for()
