"""Opening books in Polyglot's format, read by python-chess.

A book is a file of entries of 16 bytes, sorted by the key of the position: key, move, weight, learn (big endian). A
move is 0ppp RRRF FFrr rfff: the piece promoted to (1 to 4: knight to queen), rank and file of the start, rank and file
of the end. The format has no signature. Other files are recognised by their size, their order, and impossible moves.
"""

from __future__ import annotations

from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from struct import Struct

from ...support.regular_file import require_regular
from ...support.text import LONGEST_PATH, printable

TYPE_CHECKING = False  # to type checkers it is true; the module typing is slow to import
if TYPE_CHECKING:
    import chess

ENTRY = Struct(">QHHI")
SAMPLES = 4096  # entries that are checked, spread over the whole file
QUEEN = 4
LAST_RANKS = (0, 7)


def check_book(path: str) -> None:
    """ValueError, in one line, if the file at this path is no readable book, or if python-chess is missing."""
    if find_spec("chess") is None:
        raise ValueError("a book is read by python-chess, which is missing: pip install chess")
    try:
        status = Path(path).stat()
        require_regular(status)
        if not status.st_size:
            raise ValueError("it is empty")
        if status.st_size % ENTRY.size:
            raise ValueError(f"it is cut short, or no Polyglot book: entries have {ENTRY.size} bytes each")
        _check_entries(path, status.st_size // ENTRY.size)
    except (OSError, ValueError) as fault:
        reason = fault.strerror if isinstance(fault, OSError) else fault
        raise ValueError(f"the book cannot be read: {reason}: {printable(path, LONGEST_PATH)}") from None


def _check_entries(path: str, count: int) -> None:
    """ValueError if the entries of the file are not those of a book."""
    latest = 0
    with Path(path).open("rb") as file:
        for number in range(0, count, max(1, count // SAMPLES)):
            file.seek(number * ENTRY.size)
            key, move, _, _ = ENTRY.unpack(file.read(ENTRY.size).ljust(ENTRY.size, b"\0"))
            promotion, rank = move >> 12, move >> 3 & 7
            if key < latest or promotion > QUEEN or (promotion and rank not in LAST_RANKS):
                raise ValueError("it is no Polyglot book")
            latest = key


class PolyglotBook:
    """A book in use. Its file is opened anew each time: to read from a map of a file cut short ends the process."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.checked: tuple[int, ...] = ()  # inode, size and time of the file when it was checked

    def moves(self, board: chess.Board) -> dict[str, int]:
        """The legal moves of the book with their weights, if above 0. May raise ValueError, OSError, ImportError."""
        self.check()
        import chess.polyglot

        legal = set(board.legal_moves)
        found: dict[str, int] = {}
        with chess.polyglot.open_reader(self.path) as reader:
            for entry in reader.find_all(board):
                if entry.move in legal:
                    found[board.uci(entry.move)] = found.get(board.uci(entry.move), 0) + entry.weight
        return found

    def check(self) -> None:
        """Call `check_book` if the file may have been replaced."""
        looks: tuple[int, ...] = ()
        with suppress(OSError):
            status = Path(self.path).stat()
            looks = (status.st_ino, status.st_size, status.st_mtime_ns)
        if looks != self.checked or not looks:
            self.checked = ()
            check_book(self.path)
            self.checked = looks
