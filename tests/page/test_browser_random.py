"""A user presses anything, faster than the server answers: there is no error, and the board is that of the address."""

from __future__ import annotations

import random
import re

import pytest
from page_browser import Tab, Tabs
from page_games import PERSON
from page_server import Server

# Use one of the elements that can be used; return its text. which: its place among them, as a share from 0 to 1.
ACT = """([which, other]) => {
    const left = /^(Load|Copy|Save)/;
    const all = [...document.querySelectorAll("#view button, #view select, #view input")].filter((element) =>
        !element.disabled && element.checkVisibility() && element.type !== "file" && !left.test(element.textContent));
    const kinds = Map.groupBy(all, (element) => element.localName + element.className.split(" ")[0]);
    const kind = [...kinds.values()][Math.floor(which * kinds.size)];
    const element = kind[Math.floor(other * kind.length)];
    if (element.localName === "select") element.selectedIndex = Math.floor(other * 1e6) % element.options.length;
    else if (element.type === "number") element.value = element.min;
    else if (element.type === "range") element.value = other * element.max;
    else element.click();
    element.dispatchEvent(new Event(element.type === "range" ? "input" : "change"));
    return element.ariaLabel ?? element.textContent.slice(0, 20);
}"""
# The contents of the board's cells, from either side; and the text of the tree editor, which has no board.
SHOWN = """() => [...document.querySelectorAll(".left > .board .cell, [aria-label='The tree as text']")]
    .map((shown) => shown.value ?? shown.ariaLabel.split(", ").slice(0, 2).join()).sort()"""
VIEWS = {
    "play": ("chess", "connect4", "hilo"),
    "analyse": ("chess", "tictactoe"),
    "tree": ("tictactoe",),
    "review": ("tictactoe",),
    "tour": ("connect4",),
}


def settle(tab: Tab) -> None:
    """Let nothing change the position any more. A position that is being edited has no address until it is valid."""
    if "/edit?" in tab.page.url:
        tab.press("Start position")
    for name in ("Red", "Yellow", "White", "Black", "Cross", "Nought", "Player"):
        seat = tab.page.get_by_role("combobox", name=name, exact=True)
        if seat.count():
            seat.select_option(PERSON)
    for root in tab.page.get_by_role("button", name=re.compile("^root ")).all():
        root.click()
    tab.page.wait_for_timeout(500)


@pytest.mark.parametrize("count", [25, pytest.param(1000, marks=pytest.mark.slow)])
@pytest.mark.parametrize(("view", "game"), [(view, game) for view, found in VIEWS.items() for game in found])
def test_whatever_is_pressed_the_board_is_that_of_the_address(
    tabs: Tabs, server: Server, view: str, game: str, count: int
) -> None:
    chooser = random.Random(f"{view} {game}")
    tab = tabs.open(server)
    tab.open(view, game)
    done = []
    for _ in range(count):
        done.append(tab.page.evaluate(ACT, [chooser.random(), chooser.random()]))
        if chooser.random() < 0.2:
            tab.page.wait_for_timeout(chooser.randrange(200))
    settle(tab)
    there, shown = tab.page.url, tab.page.evaluate(SHOWN)
    fresh = tabs.open(server)
    fresh.page.goto(there.replace("/play", "/analyse"))  # where no search makes a move
    fresh.page.locator(".board .cell:visible, [aria-label='The tree as text']:visible").first.wait_for()
    assert fresh.page.evaluate(SHOWN) == shown, (there, done)
    assert fresh.complaints == [], there
