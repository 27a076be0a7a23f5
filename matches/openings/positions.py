"""A file of positions, one in each line: EPD or FEN for python-chess, the game's own FEN elsewhere."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..cli.words import quote
from ..settings import Opening
from ..variants import by_library
from .setups import check_going, plain_name, setup

WORD = re.compile(r'"[^"]*"|;|[^";\s]+')
OPCODE = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
CLOCKS = ("hmvc", "fmvn")  # operations for the last two fields of a FEN
LONGEST = 4096  # characters of a line


class Positions:
    """The lines of a file that hold a position. Blank ones, and those that begin with #, hold none."""

    def __init__(self, text: str, variant: str, rules: Sequence[tuple[str, str]]) -> None:
        self.variant = variant
        self.rules = rules
        stripped = ((number, line.strip()) for number, line in enumerate(text.split("\n"), 1))
        self.lines = [(number, line) for number, line in stripped if line and not line.startswith("#")]

    def __len__(self) -> int:
        return len(self.lines)

    def line(self, index: int) -> int:
        return self.lines[index][0]

    def read(self, index: int) -> tuple[Opening, str]:
        """The opening of a line, and "", since nothing can end it too early; ValueError if there is none."""
        text = self.lines[index][1]
        if len(text) > LONGEST:
            raise ValueError(f"a line of {len(text)} characters is no position")
        fen, name = split_epd(text) if by_library(self.variant) else (text, "")
        start = setup(self.variant, self.rules, fen)
        check_going(start)
        return Opening(start.fen(), (), plain_name(name)), ""


def split_epd(text: str) -> tuple[str, str]:
    """The FEN of a line, and its name (id); ValueError if it is neither EPD nor FEN."""
    fields = text.split()
    if len(fields) < 4:
        raise ValueError(f"a position has at least four fields, not {quote(text)}")
    rest = text.split(None, 4)[4:]
    counters = ["0", "1"]
    if len(fields) >= 6 and fields[4].isdigit():
        counters = [fields[4], fields[5].removesuffix(";")]
        rest = text.split(None, 6)[6:]
    operations = read_operations(rest[0]) if rest else {}
    counters = [operations.get(name, counter) for name, counter in zip(CLOCKS, counters, strict=True)]
    return " ".join((*fields[:4], *counters)), operations.get("id", "")


def read_operations(text: str) -> dict[str, str]:
    """The operations of EPD, each an opcode and its operands up to a semicolon; ValueError if they are malformed."""
    operations: dict[str, str] = {}
    words: list[str] = []
    for word in WORD.findall(text):
        if word != ";":
            words.append(word)
        elif words:
            operations[words[0]] = " ".join(words[1:]).strip('"')
            words = []
    if words or '"' in WORD.sub("", text) or not all(map(OPCODE.fullmatch, operations)):
        raise ValueError(f'after the position come operations such as id "a name";, not {quote(text)}')
    return operations
