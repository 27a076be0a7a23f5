"""The path of a file, together with the contents of the file."""

from __future__ import annotations

import os

from .text import shorten

TYPE_CHECKING = False  # to type checkers it is true; the module typing is slow to import
if TYPE_CHECKING:
    from typing import Any

    from typing_extensions import Self


class HeldPath(str):
    """The path of a file, with its contents at the time of creation. ValueError if the file cannot be used.

    A copy in another process or on another machine has the same contents, even if the path leads to another file there.
    Each kind of file has a subclass, which defines `what` and `load`.
    """

    __slots__ = ("held",)
    what = ""  # the kind of file, for error messages
    held: Any

    @staticmethod
    def load(path: str) -> Any:
        """Return the contents of a file. ValueError if it is not of this kind, OSError if it cannot be read."""
        raise NotImplementedError

    def __new__(cls, path: str, held: Any = None) -> Self:
        """held: the contents of the file, if they are known. A path of this class is returned as it is."""
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
