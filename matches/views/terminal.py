"""Input and output for a person at a terminal or a pipe, line by line. Paragraphs are wrapped to the width."""

from __future__ import annotations

import io
import os
import shutil
import sys
import textwrap
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from ...engine.display.diagram_text import Style

WIDEST = 72  # columns of a paragraph
DRAWN = "●○·"  # characters of a board, for terminals that can show them


class Terminal:
    def __init__(self) -> None:
        for stream in (sys.stdin, sys.stdout):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="replace")  # a stray byte is a wrong move, not the end of the game
        live = self.live = sys.stdout.isatty()
        colour = live and not os.environ.get("NO_COLOR") and os.environ.get("TERM", "dumb") != "dumb"
        self.style = Style(can_show(DRAWN), colour)
        self.width = min(shutil.get_terminal_size().columns, WIDEST)

    def say(self, text: str) -> None:
        """Show a paragraph. A word that is too long, such as a path, stays whole."""
        print("\n".join(textwrap.wrap(text, self.width, break_long_words=False, break_on_hyphens=False)), flush=True)

    def show(self, lines: list[str]) -> None:
        """Show lines as they are."""
        print("\n".join(lines), flush=True)

    @contextmanager
    def busy(self, text: str) -> Iterator[None]:
        """Show a text while a task takes its time, if the terminal can erase the text afterwards."""
        if not self.live:
            yield
            return
        shown = text[: self.width - 1]
        print(shown, end="", flush=True)
        try:
            yield
        finally:
            print(f"\r{' ' * len(shown)}\r", end="", flush=True)

    def prompt(self, text: str) -> None:
        """Show a question, with a blank before the answer."""
        print(text, end=" ", flush=True)

    def ask(self, prompt: str) -> str:
        """Ask a question. Returns the answer without blanks around it; EOFError at the end of input."""
        if sys.stdin is None:
            raise EOFError
        if self.live and sys.stdin.isatty():
            with suppress(ImportError):
                import readline  # noqa: F401 -- lets a person edit a line, and go back to earlier ones
        return input(f"{prompt} ").strip()


def can_show(text: str) -> bool:
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
