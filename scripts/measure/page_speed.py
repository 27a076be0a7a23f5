"""How fast is the page in the browser? It measures the start of the server, the board, the tree editor, updates, and
idle viewers.

    python scripts/measure/page_speed.py --browser /usr/bin/chromium

The start is compared with the import of the libraries of the server, in turn; figures are medians. The board and the
tree editor are measured in a browser, which needs playwright. Without --browser, these two are left out.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

from oddsfish import tree
from oddsfish.engine.game_tree import random_tree
from websockets import Origin
from websockets.sync.client import ClientConnection, connect

BARE = "import starlette, uvicorn"
VIEWERS = 100
QUIET = 2.0  # seconds until the viewers have been served
DRAWN = """
new MutationObserver((changes, observer) => {
  if (!window.drawn && document.querySelectorAll(".cell").length) {
    requestAnimationFrame(() => { window.drawn = performance.now(); });
    observer.disconnect();
  }
}).observe(document, {childList: true, subtree: true});
"""


WHEN = """
new Promise((resolve) => {
  const look = () => window.drawn ? resolve(window.drawn) : requestAnimationFrame(look);
  look();
})
"""


NODES = 1000
STEPS = """
async () => {
  const buttons = [...document.querySelectorAll("button")];
  const worst = {};
  const time = async (name) => {
    const began = performance.now();
    buttons.find((button) => button.textContent === name).click();
    document.querySelector(".drawing").getBoundingClientRect(); // which computes the layout
    worst[name] = Math.max(worst[name] ?? 0, performance.now() - began);
    await new Promise((resolve) => setTimeout(resolve, 0));
  };
  for (let count = 0; count < 300; count += 1) await time("Step");
  for (let count = 0; count < 100; count += 1) await time("Back");
  for (let count = 0; count < 50; count += 1) await time("Next cut");
  for (const name of ["End", "Start", "End", "Start"]) await time(name);
  return worst;
}
"""


@dataclass(frozen=True)
class Server:
    """A running server of the page. host: with its port."""

    process: subprocess.Popen[str]
    host: str
    token: str

    @contextmanager
    def connect(self) -> Iterator[ClientConnection]:
        """A connection that the server has accepted."""
        with connect(f"ws://{self.host}/socket", origin=Origin(f"http://{self.host}")) as connection:
            connection.send(json.dumps({"token": self.token}))
            connection.recv()
            yield connection

    def answer(self) -> None:
        """Ask for the page, as a browser does."""
        client = http.client.HTTPConnection(self.host)
        client.request("GET", "/")
        if client.getresponse().status != http.HTTPStatus.OK:
            raise SystemExit("the page is not answered")
        client.close()

    @property
    def seconds(self) -> float:
        """The seconds of processor time that it has used."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    @property
    def megabytes(self) -> float:
        found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii"))
        return int(found[1]) / 1024 if found else 0.0


@contextmanager
def serving(state: str) -> Iterator[Server]:
    process = subprocess.Popen(
        [str(Path(sys.executable).parent / "oddsfish"), "page", "--no-open", "--port", "0"],
        stdout=subprocess.PIPE,
        text=True,
        env={"XDG_STATE_HOME": state, "PATH": "/usr/bin:/bin"},
    )
    try:
        assert process.stdout is not None
        found = re.search(r"http://([^/]+)/#token=(\w+)", process.stdout.readline())
        if found is None:
            raise SystemExit("oddsfish page did not start")
        yield Server(process, found[1], found[2])
    finally:
        process.send_signal(signal.SIGINT)
        process.wait()


def start(pairs: int, state: str) -> str:
    """The time from the start until the page is answered."""
    bare, ours = [], []
    for number in range(pairs + 1):
        began = time.perf_counter()
        subprocess.run([sys.executable, "-c", BARE], check=True)
        middle = time.perf_counter()
        with serving(state) as server:
            server.answer()
            ended = time.perf_counter()
        if number:  # the first fills caches
            bare.append(middle - began)
            ours.append(ended - middle)
    ratio = statistics.median(our / one for our, one in zip(ours, bare, strict=True))
    return f"{1000 * statistics.median(ours):.0f} ms, {ratio:.2f} times `{BARE}`"


def board(server: Server, browser: str, rounds: int) -> str:
    """The time from navigation until the board is drawn, in an open browser."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=browser, args=["--no-sandbox"])
        page = opened.new_page()
        page.add_init_script(DRAWN)
        page.goto(f"http://{server.host}/#token={server.token}")
        times = []
        for game in ("chess", "connect4") * rounds:
            page.goto(f"http://{server.host}/play?game={game}")
            page.get_by_role("gridcell").first.wait_for()
            times.append(page.evaluate(WHEN))
        opened.close()
    return f"{statistics.median(times):.0f} ms, at most {max(times):.0f}"


def steps(server: Server, browser: str) -> str:
    """How long the slowest step of the tree editor takes, by its button, on a tree of about a thousand nodes."""
    from playwright.sync_api import sync_playwright

    texts = (random_tree.random_tree(seed, 6, 4, ["max", "min"], False) for seed in count())
    text = next(text for text in texts if abs(tree.parse(text).size - NODES) < NODES / 20)
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=browser, args=["--no-sandbox"])
        page = opened.new_page()
        page.goto(f"http://{server.host}/#token={server.token}")
        page.goto(f"http://{server.host}/tree-editor")
        field = page.get_by_label("The tree as text")
        field.fill(text)
        field.blur()
        page.get_by_role("button", name=re.compile("^root, ")).wait_for()
        worst = page.evaluate(STEPS)
        opened.close()
    size = tree.parse(text).size
    return f"{size} nodes; " + ", ".join(f"{name} {worst[name]:.0f} ms" for name in worst)


def updates(server: Server, search: str, seconds: float) -> tuple[str, str]:
    """How late the updates of a search come, and how many come in a second."""
    delays: list[float] = []
    with server.connect() as connection:
        place: dict[str, Any] = {"game": "chess", "rules": {}, "fen": "", "moves": []}
        options = {"Search": search, "Threads": "1", "Hash": "16"}
        connection.send(json.dumps({"id": 1, "ask": "search", "place": place, "options": options, "limits": {}}))
        began = 0.0
        while not began or time.monotonic() - began < seconds:
            try:
                line = json.loads(connection.recv(timeout=1.0))
            except TimeoutError:
                continue
            if line.get("waiting") is False:
                began = time.monotonic()
            elif "lines" in line:
                delays.append(time.monotonic() - began - line["seconds"])
    late = f"{1000 * statistics.median(delays):.0f} ms, at most {1000 * max(delays):.0f}"
    return late, f"{len(delays) / seconds:.1f} a second"


def idle(server: Server, seconds: float) -> str:
    """The cost of viewers who only look at a position."""
    with ExitStack() as stack:
        for _ in range(VIEWERS):
            connection = stack.enter_context(server.connect())
            place = {"game": "chess", "rules": {}, "fen": "", "moves": []}
            connection.send(json.dumps({"id": 1, "ask": "position", "place": place}))
            connection.recv()
        time.sleep(QUIET)
        before = server.seconds
        time.sleep(seconds)
        used = server.seconds - before
        return f"{100 * used / seconds:.1f} % of a core, {server.megabytes:.0f} MB"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=11, help="how often each is started (default: %(default)s)")
    parser.add_argument("--seconds", type=float, default=10.0, help="of searching and of idling (default: %(default)s)")
    parser.add_argument("--browser", metavar="FILE", help="a Chromium to draw the board in")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as state:
        print(f"launch to the page answered: {start(arguments.pairs, state)}", flush=True)
        with serving(state) as server:
            if arguments.browser:
                print(f"navigation to the board drawn: {board(server, arguments.browser, 10)}", flush=True)
                print(f"slowest steps of the tree editor: {steps(server, arguments.browser)}", flush=True)
            for search in ("AlphaBeta", "PVS"):
                late, often = updates(server, search, arguments.seconds)
                print(f"updates of {search}: late by {late}; {often}", flush=True)
            print(f"{VIEWERS} idle viewers: {idle(server, arguments.seconds)}", flush=True)


if __name__ == "__main__":
    main()
