"""Take pictures of every view of the page: narrow, usual and wide, light and dark. --docs takes those of the docs.

    python scripts/page_pictures.py FOLDER                  all of them, to look at
    python scripts/page_pictures.py --docs docs/pictures    one of each view, at most 60 KB each

Needs the extra `page`, playwright, Pillow and a Chromium. The searches end at a depth, so the pictures show the same
moves and values on every machine.
"""

from __future__ import annotations

import argparse
import io
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal
from urllib.parse import urlencode

from PIL import Image
from playwright.sync_api import Page, sync_playwright

WIDTHS = (400, 1280, 1920)  # CSS pixels
HEIGHT = 900
Scheme = Literal["light", "dark"]
SCHEMES: tuple[Scheme, ...] = ("light", "dark")
Look = tuple[int, int, Scheme]  # width, height
DOCS = 1100, 720  # CSS pixels of a picture in the docs
LARGEST = 60 * 1024  # bytes of a picture in the docs
TRAP = "r1bqkbnr/ppp2ppp/2np4/4p3/2B1P3/5N2/PPPPQPPP/RNB1K2R w KQkq - 0 4"
DIFFER = "r1bqkbnr/ppp2ppp/2np4/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4"
GAME = "e2e4~e7e5~g1f3~d7d6~d2d4~c8g4~d4e5~g4f3~d1f3~d6e5~f1c4~g8f6~f3b3~d8e7~b1c3~c7c6~c1g5~b7b5~c3b5~c6b5~c4b5~b8d7"


def compare(page: Page) -> None:
    for search in ("Minimax", "Expectimax"):
        page.get_by_role("region", name=search).get_by_label("It searches").select_option("depth 3")
    page.get_by_text("They differ").wait_for()


def reviewed(page: Page) -> None:
    page.get_by_text("Worst moves").wait_for(timeout=60_000)
    page.get_by_role("button", name=re.compile(r"[?]!?$")).first.click()


def unfolded(page: Page) -> None:
    page.get_by_role("button", name=re.compile("^Nc3 ")).first.click()


def cut(page: Page) -> None:
    page.get_by_role("button", name="Next cut").click()


Act = Callable[[Page], object]
VIEWS: dict[str, tuple[str, dict[str, str], Act]] = {
    "play": ("play", {"game": "chess", "moves": "e2e4~e7e5~g1f3~b8c6~f1b5"}, lambda page: None),
    "analyse": ("analyse", {"game": "chess", "fen": DIFFER, "searches": "Minimax~Expectimax"}, compare),
    "review": ("review", {"game": "chess", "moves": GAME}, reviewed),
    "tree": ("tree", {"game": "chess", "depth": "2"}, unfolded),
    "tree-editor": ("tree-editor", {}, cut),
    "tour": ("tour", {"game": "chess"}, lambda page: None),
    "edit": ("edit", {"game": "chess", "fen": TRAP}, lambda page: None),
    "connect4": ("play", {"game": "connect4", "Slip": "true", "moves": "d~d"}, lambda page: None),
    "hilo": ("play", {"game": "hilo", "moves": "5~high 9"}, lambda page: None),
    "tictactoe": ("analyse", {"game": "tictactoe", "moves": "b2~a1"}, lambda page: None),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="the folder for the pictures")
    parser.add_argument("--docs", action="store_true", help="one picture of each view, for the docs")
    parser.add_argument("--browser", default="/usr/bin/chromium", help="a Chromium")
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    looks: list[Look] = [(width, HEIGHT, scheme) for width in WIDTHS for scheme in SCHEMES]
    if arguments.docs:
        looks = [(*DOCS, SCHEMES[0])]
    with serving() as (address, token), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=arguments.browser, args=["--no-sandbox"])
        for width, height, scheme in looks:
            page = browser.new_page(viewport={"width": width, "height": height}, color_scheme=scheme)
            page.goto(f"{address}#token={token}")
            page.get_by_role("gridcell").first.wait_for()
            for name, (view, query, act) in VIEWS.items():
                page.goto(f"{address}{view}?{urlencode(query)}")
                page.get_by_role("gridcell").or_(page.get_by_label("The tree as text")).first.wait_for()
                act(page)
                page.wait_for_timeout(1500)  # until searches have ended, and pictures are loaded
                path = arguments.folder / (f"{name}.png" if arguments.docs else f"{name}-{width}-{scheme}.png")
                path.write_bytes(small(page.screenshot()) if arguments.docs else page.screenshot())
                print(path, path.stat().st_size, flush=True)
            page.close()  # its searches would delay those of the next page
        browser.close()


def small(picture: bytes) -> bytes:
    """The picture with fewer colours: the most that fit into LARGEST bytes."""
    for colours in (128, 64, 32, 16):
        out = io.BytesIO()
        Image.open(io.BytesIO(picture)).convert("RGB").quantize(colours).save(out, "PNG", optimize=True)
        if out.tell() <= LARGEST:
            return out.getvalue()
    raise SystemExit(f"a picture has more than {LARGEST} bytes in 16 colours")


@contextmanager
def serving() -> Iterator[tuple[str, str]]:
    """Start a server of the page; yield its address and its token."""
    with tempfile.TemporaryDirectory() as state:
        server = subprocess.Popen(
            [sys.executable, "-m", "oddsfish", "page", "--no-open", "--port", "0", "--set", "Seed=1"],
            stdout=subprocess.PIPE,
            text=True,
            env={"XDG_STATE_HOME": state, "PATH": "/usr/bin:/bin"},
        )
        try:
            assert server.stdout is not None
            found = re.search(r"(http://\S+/)#token=(\w+)", server.stdout.readline())
            if found is None:
                raise SystemExit("oddsfish page did not start")
            yield found[1], found[2]
        finally:
            server.send_signal(signal.SIGINT)
            server.wait()


if __name__ == "__main__":
    main()
