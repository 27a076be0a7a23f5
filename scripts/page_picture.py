"""The picture in the README: the page, where two searches choose different moves.

    python scripts/page_picture.py --browser /usr/bin/chromium docs/page.png

Needs the extra `page`, playwright and a Chromium. Both searches look three plies ahead, so the picture shows the same
moves and values on every machine.
"""

from __future__ import annotations

import argparse
import re
import signal
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlencode

from playwright.sync_api import sync_playwright

FEN = "r1bqkbnr/ppp2ppp/2np4/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4"
SEARCHES = ("Minimax", "Expectimax")
WIDTH, HEIGHT = 1100, 720  # CSS pixels


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("picture", type=Path, help="the PNG to write")
    parser.add_argument("--browser", default="/usr/bin/chromium", help="a Chromium")
    arguments = parser.parse_args()
    server = subprocess.Popen(
        [sys.executable, "-m", "oddsfish", "page", "--no-open", "--port", "0"], stdout=subprocess.PIPE, text=True
    )
    try:
        assert server.stdout is not None
        found = re.search(r"http://\S+/#token=\w+", server.stdout.readline())
        if found is None:
            raise SystemExit("oddsfish page did not start")
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=arguments.browser, args=["--no-sandbox"])
            page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
            page.goto(found[0])
            page.get_by_role("gridcell").first.wait_for()
            wanted = urlencode({"game": "chess", "fen": FEN, "searches": "~".join(SEARCHES)})
            page.goto(f"{found[0].partition('#')[0]}analyse?{wanted}")
            for search in SEARCHES:
                panel = page.get_by_role("region", name=search)
                panel.get_by_label("It searches").select_option("depth 3")
            page.get_by_text("They differ").wait_for()
            page.wait_for_timeout(2000)  # until both have ended
            page.screenshot(path=arguments.picture)
            browser.close()
    finally:
        server.send_signal(signal.SIGINT)
        server.wait()


if __name__ == "__main__":
    main()
