"""Pages write anything and close at any moment: the server stays, tells nobody of it, and ends their searches."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import pytest
from page_server import Talk, place, serving
from page_visitors import Messages, visit

VISITORS = 4
VIEWERS = 100
SETTLED = 10.0  # seconds in which all searches have ended
IDLE = 0.1  # of a core


def used(process: int) -> float:
    """Seconds of a processor that a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100


def settle(process: int, left: str) -> None:
    """Wait until a process is idle. left: the message if it does not become idle in time."""
    until = time.monotonic() + SETTLED
    while True:
        before = used(process)
        time.sleep(1.0)
        if used(process) - before < IDLE:
            return
        assert time.monotonic() < until, left


@pytest.mark.parametrize("count", [400, pytest.param(200_000, marks=pytest.mark.slow)])
def test_whatever_pages_write_the_server_stays_and_searches_no_longer(tmp_path: Path, count: int) -> None:
    """Those who only look on cost nothing."""
    with serving(tmp_path) as server, ExitStack() as stack:
        bystander = Talk(stack.enter_context(server.connect()))
        assert bystander.ask("position", place=place("chess"))["position"]["player"] == 0
        with ThreadPoolExecutor(VISITORS) as visitors:
            work = [visitors.submit(visit, server, Messages(seed), count // VISITORS) for seed in range(VISITORS)]
            assert sum(done.result() for done in work) >= count // VISITORS * VISITORS
        assert bystander.ask("position", place=place("chess"))["position"]["player"] == 0
        settle(server.process.pid, "a search is left")
        number = bystander.send("search", place=place("chess"), options={"Search": "AlphaBeta"}, limits={"depth": 3})
        assert bystander.until(number)[-1]["move"] == "b1c3"
        for _ in range(VIEWERS):
            viewer = Talk(stack.enter_context(server.connect()))
            assert viewer.ask("position", place=place("chess"))["position"]["moves"]
        settle(server.process.pid, "viewers cost something")
