"""The values of everything that can be set, validated in one place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from .catalogue import EVERY
from .option import Option, Value, nearest, shorten, whole_number

__all__ = ["Option", "Options", "Value", "nearest", "shorten", "whole_number"]


class Options(Mapping[str, Value]):
    """The values of all options. Of those that a dialect does not offer, nobody can set anything but the default."""

    def __init__(self, offered: tuple[Option, ...] = EVERY) -> None:
        self.table = {option.name.lower(): option for option in offered}
        self.values_by_name = {option.name: option.default for option in EVERY}
        self.values_by_name.update((option.name, option.default) for option in offered)

    def __getitem__(self, name: str) -> Value:
        return self.values_by_name[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.values_by_name)

    def __len__(self) -> int:
        return len(self.values_by_name)

    def set(self, name: str, text: str) -> Option:
        """Set an option, named in any case, to what a text means; ValueError, and nothing changed, if to nothing."""
        option = self.table.get(name.lower())
        if option is None:
            names = (known.name for known in self.table.values())
            raise ValueError(f"no such option: {shorten(name)}{nearest(name, names)}")
        if option.kind != "button":
            self.values_by_name[option.name] = option.read(text)
        return option
