"""The options that an engine offers, and the meaning of the values that a user gives."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from chess.engine import MANAGED_OPTIONS, ConfigValue, Option

from ...engine.support.text import nearest, one_line, shorten, whole_number
from ..record import Termination
from .player import Fault

KEYWORDS = re.compile(r"\s*\b(name|type|default|min|max|var)\b\s*")
BY_PYTHON_CHESS = (*MANAGED_OPTIONS, "uci_analysemode")  # options that it sets by itself
MOST_ODD_LINES = 5  # quoted for one engine


def read_option(line: str) -> Option:
    """Read the text after `option`: name N type T default D min L max H var A var B, in any order.

    EngineError, as from python-chess, if the type is unknown or the default is no value of it.
    """
    parts: dict[str, str] = {}
    choices = []
    words = KEYWORDS.split(line)
    for word, value in zip(words[1::2], words[2::2], strict=False):
        if word == "var":
            choices.append(value)
        else:
            parts.setdefault(word, value)
    name, kind, default = (parts.get(word, "").strip() for word in ("name", "type", "default"))
    low, high = (whole_number(parts.get(word, "")) for word in ("min", "max"))
    return Option(name, kind, Option(name, kind, None, low, high, choices).parse(default), low, high, choices)


class OddOptions:
    """Option lines that cannot be read. Their options take any text: a user who sets one knows the engine."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def take(self, line: str) -> Option | None:
        """Remember such a line, given without the word `option`. Returns its option if users may set it."""
        self.lines.append(line)
        words = KEYWORDS.split(line)
        name = next((v.strip() for word, v in zip(words[1::2], words[2::2], strict=False) if word == "name"), "")
        return Option(name, "string", None, None, None, None) if name.lower() not in ("", *BY_PYTHON_CHESS) else None

    @property
    def warnings(self) -> list[str]:
        """One for each line; if there are many, only the first are quoted."""
        quoted = [f"cannot read its line {shorten(one_line(f'option {line}'))!a}" for line in self.lines]
        more = len(quoted) - MOST_ODD_LINES
        return quoted[:MOST_ODD_LINES] + ([f"cannot read {more} more of its option lines"] if more > 0 else [])


def value_of(option: Option, text: str) -> ConfigValue:
    """The value of a text for an option; ValueError if the option does not allow it."""
    if option.type == "check":
        if text.lower() not in ("true", "false"):
            raise ValueError(f"{text!r} is neither true nor false")
        return text.lower() == "true"
    if option.type == "combo":
        found = [choice for choice in option.var or [] if choice.lower() == text.lower()]
        if not found:
            raise ValueError(f"{text!r} is none of {', '.join(option.var or [])}")
        return found[0]
    if option.type == "spin":
        number = whole_number(text)
        if number is None:
            raise ValueError(f"{text!r} is no number")
        if (option.min is not None and number < option.min) or (option.max is not None and number > option.max):
            raise ValueError(f"{number} is not between {option.min} and {option.max}")
        return number
    if option.type == "button":
        return None
    return text


def settings_of(
    options: Mapping[str, Option], given: Iterable[tuple[str, str]]
) -> Iterator[tuple[Option, ConfigValue]]:
    """The given values by the engine's own options; Fault if it has no such option or does not allow the value."""
    for name, text in given:
        option = options.get(name)
        if option is None:
            raise Fault(Termination.NO_START, f"'s engine has no option {name}{nearest(name, options)}")
        try:
            yield option, value_of(option, text)
        except ValueError as error:
            raise Fault(Termination.NO_START, f"'s option {name}: {error}") from error
