"""The site of the docs: it is built without a warning, its links lead somewhere, it loads nothing from elsewhere."""

from __future__ import annotations

import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

ROOT = Path(__file__).resolve().parents[2]
LOADED = {"script": "src", "img": "src", "link": "href", "iframe": "src", "source": "src"}


class Page(HTMLParser):
    """The files that a page loads, its links, and its anchors."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.loaded: set[str] = set()
        self.links: set[str] = set()
        self.anchors: set[str] = set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attributes}
        self.anchors.add(found.get("id", ""))
        if tag == "a" and "href" in found:
            self.links.add(found["href"])
        elif tag in LOADED and LOADED[tag] in found and found.get("rel") != "canonical":
            self.loaded.add(found[LOADED[tag]])


def test_the_site(tmp_path: Path) -> None:
    built = subprocess.run(
        [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-n", "-b", "html", ROOT / "docs", tmp_path],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert (built.returncode, built.stderr) == (0, "")
    pages = {path.resolve(): Page(path) for path in tmp_path.rglob("*.html")}
    assert len(pages) >= 20
    for path, page in pages.items():
        for address in page.loaded | page.links:
            parts = urlsplit(address)
            if parts.scheme or parts.netloc:
                assert address in page.links and parts.scheme in ("https", "http", "mailto"), f"{path}: {address}"
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            assert target.is_file(), f"{path}: {address}"
            if parts.fragment and target in pages:
                assert unquote(parts.fragment) in pages[target].anchors, f"{path}: {address}"
    for style in tmp_path.rglob("*.css"):
        assert "url(http" not in style.read_text(encoding="utf-8")
