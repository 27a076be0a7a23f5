"""The values of everything that can be set, validated in one place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from types import MappingProxyType

from .catalogue import EVERY
from .option import Option, Value, nearest, shorten, whole_number

__all__ = ["Option", "Options", "Value", "nearest", "shorten", "whole_number"]


@cache
def by_name(offered: tuple[Option, ...]) -> Mapping[str, Option]:
    """The options under their names in lower case."""
    return MappingProxyType({option.name.lower(): option for option in offered})


@cache
def defaults(offered: tuple[Option, ...]) -> dict[str, Value]:
    """The value that every option has before anybody sets it."""
    return {option.name: option.default for option in (*EVERY, *offered)}


class Options(Mapping[str, Value]):
    """The values of all options. Of those that a dialect does not offer, nobody can set anything but the default."""

    def __init__(self, offered: tuple[Option, ...] = EVERY) -> None:
        self.table = by_name(offered)
        self._values = defaults(offered).copy()

    def __getitem__(self, name: str) -> Value:
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def set(self, name: str, text: str) -> Option:
        """Set an option, named in any case, to what a text means; ValueError, and nothing changed, if to nothing."""
        option = self.table.get(name.lower())
        if option is None:
            names = (known.name for known in self.table.values())
            raise ValueError(f"no such option: {shorten(name)}{nearest(name, names)}")
        if option.kind != "button":
            self._values[option.name] = option.read(text)
        return option
