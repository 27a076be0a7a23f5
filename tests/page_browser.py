"""The page in a real browser: tabs, as people use them who see the page, or hear it from a screen reader."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol
from urllib.parse import urlencode

import pytest
from page_server import Server

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

PROGRAMS = ("chromium", "chromium-browser", "google-chrome", "chrome")
PATIENCE = 20_000  # milliseconds until something must be there
NARROW, WIDE = 400, 1600  # CSS pixels
LOST = re.compile(r"WebSocket connection to .* failed")  # the browser's own message while there is no server


@contextmanager
def chromium() -> Iterator[Browser]:
    """The system's browser. Where there is none, the tests are skipped with the reason; with CI=true they fail."""
    missing = pytest.fail if os.environ.get("CI") == "true" else pytest.skip
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        missing("playwright is not installed: pip install playwright")
    program = next(filter(None, map(shutil.which, PROGRAMS)), None)
    if program is None:
        missing("no browser on PATH: install chromium or chrome")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield browser
        browser.close()


@dataclass(frozen=True)
class Look:
    """The width of the window, the colour scheme, and whether the screen is touched."""

    width: int = 1280
    scheme: str = "light"
    touch: bool = False

    def __str__(self) -> str:
        return f"{self.width}-{self.scheme}" + ("-touch" if self.touch else "")


LOOKS = tuple(Look(width, scheme) for width in (NARROW, 1280, WIDE) for scheme in ("light", "dark"))


class Tab:
    """A tab of a browser. It collects faults: errors, and requests to other servers."""

    def __init__(self, page: Page, server: Server) -> None:
        self.page = page
        self.server = server
        self.faults: list[str] = []
        self.excused: list[re.Pattern[str]] = []
        self.listened = 0  # characters of the live region that were waited for
        page.set_default_timeout(PATIENCE)
        page.on("console", lambda message: self.faults.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("request", lambda request: self.request(request.url))
        page.on("response", lambda answer: self.faults.append(answer.url) if answer.status >= 400 else None)

    def request(self, address: str) -> None:
        if not address.startswith((f"{self.server.address}/", "data:", "blob:")):
            self.faults.append(f"a request to elsewhere: {address}")

    def check(self) -> None:
        """Check that there are no faults but those that were excused."""
        left = [fault for fault in self.faults if not any(known.search(fault) for known in self.excused)]
        assert not left, left

    # What is where

    def open(self, view: str, game: str, **more: str) -> None:
        """Open a view of the page, and wait until its board is drawn."""
        self.page.goto(f"{self.server.address}/{view}?{urlencode({'game': game, **more})}")
        self.listened = 0
        self.cells.first.wait_for()

    @property
    def board(self) -> Locator:
        return self.page.get_by_role("grid", name="Board").first

    @property
    def cells(self) -> Locator:
        return self.board.get_by_role("gridcell")

    def cell(self, name: str) -> Locator:
        """A cell of the board. name: the beginning of its label, such as e4 or a row 1."""
        return self.board.get_by_role("gridcell", name=re.compile(rf"^{name}(,|$)"))

    def holds(self, name: str, what: str) -> None:
        """Wait until a cell holds this."""
        self.board.get_by_role("gridcell", name=re.compile(rf"^{name}, {what}(,|$)")).wait_for()

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def press(self, name: str) -> None:
        self.button(name).click()

    def choose(self, label: str, value: str) -> None:
        self.page.get_by_role("combobox", name=label, exact=True).select_option(value)

    @property
    def typed(self) -> Locator:
        return self.page.get_by_label(re.compile("^Type "))

    def type(self, text: str) -> None:
        self.typed.fill(text)
        self.typed.press("Enter")

    @property
    def moves(self) -> list[str]:
        """The list of moves, without numbers."""
        return self.page.get_by_role("list", name="Moves").get_by_role("button").all_inner_texts()

    def sees(self, text: str | re.Pattern[str]) -> None:
        """Wait until this text is on the page."""
        self.page.get_by_text(text).first.wait_for()

    @property
    def complaints(self) -> list[str]:
        """The complaints that the page shows."""
        return [text for text in self.page.get_by_role("alert").all_inner_texts() if text]

    def complains(self, text: str = "") -> None:
        """Wait for a complaint with this text; it must be the only one, in one line."""
        self.wait(lambda: any(text in said for said in self.complaints), f"for a complaint of {text!r}")
        assert len(self.complaints) == 1 and "\n" not in self.complaints[0]

    def hears(self, text: str) -> None:
        """Wait until the live region has this text, after the text that was waited for before."""
        self.wait(lambda: text in self.heard[self.listened :], f"to hear {text!r}")
        self.listened = self.heard.index(text, self.listened) + len(text)

    @property
    def heard(self) -> str:
        return self.page.get_by_role("log").inner_text()

    def wait(self, true: Callable[[], Any], what: str = "") -> None:
        """Wait until something is true; AssertionError if that takes too long."""
        for _ in range(PATIENCE // 50):
            if true():
                return
            self.page.wait_for_timeout(50)
        raise AssertionError(f"waited in vain {what}; heard: {self.heard}")

    # Accessibility and layout

    def violations(self) -> list[str]:
        """The violations of accessibility that axe finds in the page."""
        from axe_playwright_python.sync_playwright import Axe

        found: Mapping[str, Any] = Axe().run(self.page).response
        return [
            f"{one['id']}: {node['html'][:200]}: {node['failureSummary']}"
            for one in found["violations"]
            for node in one["nodes"]
        ]

    def overflow(self) -> int:
        """Pixels by which the page is wider than its window."""
        wider: int = self.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        return max(0, wider)


@dataclass
class Tabs:
    """Opens tabs, each in a context of its own unless told otherwise; checks all of them at the end."""

    browser: Browser
    opened: list[Tab] = field(default_factory=list)

    def open(self, server: Server, look: Look = Look(), beside: Tab | None = None) -> Tab:
        """A tab that has the token of the server; beside: a tab whose context it shares."""
        if beside is not None:
            context = beside.page.context
        else:
            scheme: Any = look.scheme
            kept: Any = [{"name": "token", "value": server.token}]
            context = self.browser.new_context(
                viewport={"width": look.width, "height": 900},
                color_scheme=scheme,
                has_touch=look.touch,
                storage_state={"cookies": [], "origins": [{"origin": server.address, "localStorage": kept}]},
            )
        tab = Tab(context.new_page(), server)
        self.opened.append(tab)
        return tab

    def check(self) -> None:
        for tab in self.opened:
            tab.check()

    def close(self) -> None:
        for tab in self.opened:
            tab.page.context.close()


# --- Ways to make a move ---


class Way(Protocol):
    """Makes a move at these cells of a board."""

    def __call__(self, tab: Tab, *cells: str) -> None: ...


def by_mouse(tab: Tab, *cells: str) -> None:
    for cell in cells:
        tab.cell(cell).click()


def by_dragging(tab: Tab, *cells: str) -> None:
    if len(cells) == 1:
        return by_mouse(tab, *cells)
    boxes = [tab.cell(cell).bounding_box() for cell in cells]
    mouse = tab.page.mouse
    for number, box in enumerate(boxes):
        assert box is not None
        mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=3)
        if number == 0:
            mouse.down()
    return mouse.up()


def by_touch(tab: Tab, *cells: str) -> None:
    for cell in cells:
        tab.cell(cell).tap()


def by_keyboard(tab: Tab, *cells: str) -> None:
    """Go to each cell by arrow keys, from the cell that had the focus last, and press Enter there."""
    tab.board.locator("[tabindex='0']").focus()
    for cell in cells:
        box = tab.cell(cell).bounding_box()
        assert box is not None
        for _ in range(20):
            here = tab.page.locator(":focus").bounding_box()
            assert here is not None
            across, down = round(box["x"] - here["x"]), round(box["y"] - here["y"])
            if not across and not down:
                break
            way = ("ArrowRight" if across > 0 else "ArrowLeft") if across else ("ArrowDown" if down > 0 else "ArrowUp")
            tab.page.keyboard.press(way)
        tab.page.keyboard.press("Enter")


WAYS: dict[str, Way] = {"mouse": by_mouse, "dragging": by_dragging, "touch": by_touch, "keyboard": by_keyboard}
