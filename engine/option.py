"""One option: its kind, its range, and the value that a text means."""

from __future__ import annotations

from .support.text import nearest, shorten, whole_number

TYPE_CHECKING = False  # to type checkers it is true; the module typing is slow to import
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

Value = int | bool | str


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

    def check_number(self, value: object) -> int:
        """A value of a spin that no text has given; ValueError if it is none that the option may have."""
        if not isinstance(value, int) or not self.low <= value <= self.high:
            raise ValueError(f"{self.name} is a number from {self.low} to {self.high}, not {shorten(repr(value))}")
        return value

    def implied(self, value: Value) -> Mapping[str, str]:
        """Values of other options that follow from one of this, where nobody sets them."""
        return {}

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


class FileOption(Option):
    """The path of something, or nothing: what cannot be used is refused when the option is set.

    take: the path as the value keeps it; ValueError if what is there cannot be used.
    """

    __slots__ = ("take",)

    def __init__(self, name: str, meaning: str, readers: str, take: Callable[[str], str]) -> None:
        super().__init__(name, "string", "", meaning, readers)
        self.take = take

    def read(self, text: str) -> Value:
        path = super().read(text)
        return self.take(path) if isinstance(path, str) and path else path


def union(options: Iterable[Option]) -> tuple[Option, ...]:
    """One option of each name, with the choices of all its namesakes; each game checks what it is given."""
    found: dict[str, Option] = {}
    for option in options:
        known = found.setdefault(option.name, option)
        if known is not option and option.kind == "combo":
            choices = tuple(dict.fromkeys((*known.choices, *option.choices)))
            found[option.name] = Option(
                known.name, known.kind, known.default, known.meaning, known.readers, choices=choices
            )
    return tuple(found.values())
