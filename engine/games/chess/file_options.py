"""Options that name files: what cannot be used is refused when it is set."""

from __future__ import annotations

from abc import ABC, abstractmethod

from ...option import Option, Value


class FileOption(Option, ABC):
    """The path of something, or nothing."""

    __slots__ = ()

    def read(self, text: str) -> Value:
        path = str(super().read(text))
        return self.check(path) if path else path

    @abstractmethod
    def check(self, path: str) -> str:
        """The path, if what is there can be used; else ValueError."""


class BookOption(FileOption):
    """An opening book."""

    __slots__ = ()

    def check(self, path: str) -> str:
        from .book import check_book

        check_book(path)
        return path


class TablesOption(FileOption):
    """The directories of endgame tables."""

    __slots__ = ()

    def check(self, path: str) -> str:
        from .tables import Tables

        Tables(path)
        return path


class WeightsOption(FileOption):
    """A file of weights for Tapered; as it was when the option was set, whatever becomes of the file."""

    __slots__ = ()

    def check(self, path: str) -> str:
        from .evaluations.tapered import WeightsPath

        return WeightsPath(path)
