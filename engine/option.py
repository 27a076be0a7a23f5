"""One option: its kind, its range, and the value that a text means."""

from __future__ import annotations

TYPE_CHECKING = False  # to type checkers it is true; the module typing is slow to import
if TYPE_CHECKING:
    from collections.abc import Iterable

Value = int | bool | str

LARGEST = 10**15  # nobody means a larger number
DIGITS = len(str(LARGEST))


class Option:
    """One option: kind is check, spin, combo, string or button; `readers` names the searches that use it.

    No dataclass: importing that module would be the dearest part of the way to `uciok`.
    """

    __slots__ = ("choices", "default", "high", "kind", "low", "meaning", "name", "readers")

    def __init__(
        self,
        name: str,
        kind: str,
        default: Value,
        meaning: str,
        readers: str,
        *,
        low: int = 0,
        high: int = 0,
        choices: tuple[str, ...] = (),
    ) -> None:
        self.name = name
        self.kind = kind
        self.default = default
        self.meaning = meaning
        self.readers = readers
        self.low = low
        self.high = high
        self.choices = choices

    def replaced(self, default: Value, choices: tuple[str, ...]) -> Option:
        """The same combo with another default and other choices."""
        return Option(self.name, self.kind, default, self.meaning, self.readers, choices=choices)

    def read(self, text: str) -> Value:
        """The value that a text means; ValueError with what would be right."""
        if not isinstance(text, str):
            raise TypeError(f"{self.name} is set by a text, not by {type(text).__name__}")
        if self.kind == "check":
            if text.lower() not in ("true", "false"):
                raise ValueError(f"{self.name} is true or false, not {shorten(text)!r}")
            return text.lower() == "true"
        if self.kind == "spin":
            number = whole_number(text)
            if number is None or not self.low <= number <= self.high:
                raise ValueError(f"{self.name} is a number from {self.low} to {self.high}, not {shorten(text)!r}")
            return number
        if self.kind == "combo":
            for choice in self.choices:
                if choice.lower() == text.lower():
                    return choice
            raise ValueError(
                f"{self.name} is one of {', '.join(self.choices)}, not {shorten(text)!r}{nearest(text, self.choices)}"
            )
        return "" if text == "<empty>" else text


def whole_number(text: str) -> int | None:
    """The number that a text means, with or without a sign; None if it means none. A huge one is cut to LARGEST."""
    digits = text[1:] if text[:1] in ("-", "+") else text
    if not (digits.isascii() and digits.isdigit()):
        return None
    digits = digits.lstrip("0") or "0"
    number = min(int(digits[:DIGITS]), LARGEST) if len(digits) <= DIGITS else LARGEST
    return -number if text.startswith("-") else number


def nearest(text: str, names: Iterable[str]) -> str:
    """Which of the names somebody may have meant, for the end of an error message; nothing if none is near."""
    from difflib import get_close_matches  # noqa: PLC0415 - of use only where something is wrong

    known = {name.lower(): name for name in names}
    found = get_close_matches(text.lower()[:60], known, n=1)
    return f"; did you mean {known[found[0]]}?" if found else ""


def shorten(text: str, length: int = 60) -> str:
    """At most so many characters of what somebody sent, for an error message."""
    return text if len(text) <= length else text[: length - 3] + "..."
