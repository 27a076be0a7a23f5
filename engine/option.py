"""One option: its kind, its range, and the value that a text means."""

from __future__ import annotations

from .support.text import nearest, shorten, whole_number

TYPE_CHECKING = False  # to type checkers it is true; the module typing is slow to import
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

Value = int | bool | str


class Option:
    """One option. kind: check, spin, combo, string or button. readers: the searches that use it.

    It is no dataclass: importing that module would take the largest part of the time to `uciok`.
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

    def check_number(self, value: object) -> int:
        """Return the value of a spin that was not given as text; ValueError if it is out of range."""
        if not isinstance(value, int) or not self.low <= value <= self.high:
            raise ValueError(f"{self.name} is a number from {self.low} to {self.high}, not {shorten(repr(value))}")
        return value

    def implied(self, value: Value) -> Mapping[str, str]:
        """Return values that this one implies for other options, unless those are set."""
        return {}

    def read(self, text: str) -> Value:
        """Return the value that a text means; ValueError with the right values."""
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


class FileOption(Option):
    """An option for the path of a file; empty for none. A file that cannot be used is refused when the option is set.

    take: converts the path to the value; ValueError if the file cannot be used.
    """

    __slots__ = ("take",)

    def __init__(self, name: str, meaning: str, readers: str, take: Callable[[str], str]) -> None:
        super().__init__(name, "string", "", meaning, readers)
        self.take = take

    def read(self, text: str) -> Value:
        path = super().read(text)
        return self.take(path) if isinstance(path, str) and path else path


def union(options: Iterable[Option]) -> tuple[Option, ...]:
    """Merge options of the same name: one of each, with the choices of all. Each game checks its own values."""
    found: dict[str, Option] = {}
    for option in options:
        known = found.setdefault(option.name, option)
        if known is not option and option.kind == "combo":
            choices = tuple(dict.fromkeys((*known.choices, *option.choices)))
            found[option.name] = Option(
                known.name, known.kind, known.default, known.meaning, known.readers, choices=choices
            )
    return tuple(found.values())
