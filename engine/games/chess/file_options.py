"""Options that name files: what cannot be used is refused when it is set."""

from __future__ import annotations

from ...option import Option, Value


class BookOption(Option):
    """The path of an opening book, or nothing."""

    __slots__ = ()

    def read(self, text: str) -> Value:
        path = str(super().read(text))
        if path:
            from .book import check_book  # noqa: PLC0415 - not needed on the way to uciok

            check_book(path)
        return path


class TablesOption(Option):
    """The directories of endgame tables, or nothing."""

    __slots__ = ()

    def read(self, text: str) -> Value:
        path = str(super().read(text))
        if path:
            from .tables import Tables  # noqa: PLC0415 - as above

            Tables(path)
        return path
