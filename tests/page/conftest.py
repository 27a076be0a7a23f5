"""A server for all tests of a process, with a connection for each; a browser for those of a file, with their tabs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from page_browser import Tab, Tabs, chromium
from page_server import Server, Talk, serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("state")) as found:
        yield found


@pytest.fixture
def talk(server: Server) -> Iterator[Talk]:
    with server.connect() as connection:
        yield Talk(connection)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """It lives only as long as a file: while it runs, nothing else can run an event loop in this process."""
    with chromium() as found:
        yield found


@pytest.fixture
def tabs(browser: Browser) -> Iterator[Tabs]:
    """Each test opens its own tabs. At its end, nothing may have gone wrong in them."""
    opened = Tabs(browser)
    try:
        yield opened
        opened.check()
    finally:
        opened.close()


@pytest.fixture
def tab(tabs: Tabs, server: Server) -> Tab:
    return tabs.open(server)
