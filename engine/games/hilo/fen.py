"""The text of a HiLo position: `5 1 4`, the card that is up, the utility so far, how many draws are left."""

from __future__ import annotations

import re

from ...support.text import shorten, whole_number

CARDS = 13
MOST_DRAWS = 64
LOST = -1.0  # the utility after a wrong guess
LARGEST = 1e100  # far more than any game reaches; with larger ones, sums could overflow
NUMBER = re.compile(r"-1(\.0*)?|[0-9]+(\.[0-9]*)?(e[+-]?[0-9]+)?", re.ASCII)


def read(text: str) -> tuple[int, float, int]:
    """The card, the utility and the draws left; ValueError with the reason if they make no position."""
    fields = text.split()
    if len(fields) != 3:
        raise ValueError(
            f"{shorten(text)!r} is no position of HiLo: it has a card, a utility and the draws left, as 5 1 4 has"
        )
    if not NUMBER.fullmatch(fields[1]):
        raise ValueError(f"a utility is a number above 0, or -1, not {shorten(fields[1])!r}")
    return check(read_number("a card", fields[0]), float(fields[1]), read_number("the draws left", fields[2]))


def read_number(what: str, text: str) -> int:
    number = whole_number(text)
    if number is None:
        raise ValueError(f"{what}: a number, not {shorten(text)!r}")
    return number


def check(card: int, utility: float, draws: int) -> tuple[int, float, int]:
    """The same values; ValueError if they make no position."""
    if not 1 <= card <= CARDS:
        raise ValueError(f"a card is 1 to {CARDS}, not {card}")
    if utility != LOST and not 0 < utility <= LARGEST:
        raise ValueError(f"a utility is above 0 and at most {LARGEST:g}, or -1 for a lost game, not {utility:g}")
    if not 0 <= draws <= MOST_DRAWS:
        raise ValueError(f"the draws left are 0 to {MOST_DRAWS}, not {draws}")
    return card, utility, draws


def write(card: int, utility: float, draws: int) -> str:
    return f"{card} {repr(utility).removesuffix('.0')} {draws}"
