"""The path of a file that keeps what the file held."""

from __future__ import annotations

import os

from .text import shorten

TYPE_CHECKING = False  # to type checkers it is true; the module typing is slow to import
if TYPE_CHECKING:
    from typing import Any

    from typing_extensions import Self


class HeldPath(str):
    """The path of a file, with what was in it when this was made; ValueError if it cannot be used.

    A copy, in another process or on another machine, holds the same, whatever lies there under this path. Each kind of
    file has a class of its own, with `what` it is and how to `load` it.
    """

    __slots__ = ("held",)
    what = ""  # for an error message
    held: Any

    @staticmethod
    def load(path: str) -> Any:
        """What a file holds; ValueError if it is none of these, OSError if it cannot be read."""
        raise NotImplementedError

    def __new__(cls, path: str, held: Any = None) -> Self:
        """held: what the file held, if that is known. A path that holds something already stays as it is."""
        if isinstance(path, cls):
            return path
        made = super().__new__(cls, path)
        try:
            made.held = cls.load(path) if held is None else held
        except OSError as error:
            reason = os.strerror(error.errno or 0)
            raise ValueError(f"the {cls.what} {shorten(path)!r} cannot be read: {reason}") from None
        return made

    def __reduce__(self) -> tuple[type[Self], tuple[str, Any]]:
        return type(self), (str(self), self.held)
