"""Endgame tables in the format of R. de Man (Syzygy), probed by python-chess.

WDL tables give the result. DTZ tables give the plies to the next capture or pawn move on the way there. Both are from
the view of the side to move.
"""

from __future__ import annotations

import os
from pathlib import Path

from ...support.text import LONGEST_PATH, printable

TYPE_CHECKING = False  # to type checkers it is true; the module typing is slow to import
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    import chess
    import chess.syzygy

BLOCK, TRAILER = 64, 16  # bytes: a table consists of whole blocks, and a checksum behind them
# The most plies to the next capture or pawn move, plus those on the clock, of a sure win: a DTZ may be 1 too small.
SURE = 99


class DamagedTable(RuntimeError):
    """A table that looked whole when it was opened is not."""


class Tables:
    """All tables of some directories."""

    def __init__(self, path: str) -> None:
        """path: directories, separated as in PATH.

        ValueError, in one line, if one of them has no tables, if a table is damaged, or if python-chess is missing.
        """
        try:
            import chess.syzygy
        except ImportError:
            raise ValueError("tables are read by python-chess, which is missing: pip install chess") from None
        self.missing = chess.syzygy.MissingTableError
        self.library = chess.syzygy.Tablebase()
        directories = [part for part in path.split(os.pathsep) if part]
        for directory in directories or [path]:
            try:
                found = self.library.add_directory(directory)
            except (OSError, ValueError) as fault:
                reason = fault.strerror if isinstance(fault, OSError) else fault
                raise ValueError(f"tables cannot be read: {reason}: {printable(directory, LONGEST_PATH)}") from None
            if not found:
                raise ValueError(f"no tables are there, such as KQvK.rtbw: {printable(directory, LONGEST_PATH)}")
        if not self.library.wdl:
            raise ValueError(f"no WDL tables are there, such as KQvK.rtbw: {printable(path, LONGEST_PATH)}")
        check_whole(self.library.wdl.values(), chess.Board.tbw_magic)
        check_whole(self.library.dtz.values(), chess.Board.tbz_magic)
        self.pieces = max(table.num for table in self.library.wdl.values())

    def cover(self, board: chess.Board) -> bool:
        """Whether there may be a table: few pieces are left, and nobody may castle."""
        return board.occupied.bit_count() <= self.pieces and not board.castling_rights

    def wdl(self, board: chess.Board) -> int | None:
        """2 for a win, 1 for a win that the 50-move rule makes a draw, 0, -1, -2; None if there is no table.

        It is valid for a clock of 0. It may raise DamagedTable.
        """
        return self._probe(self.library.probe_wdl, board)

    def dtz(self, board: chess.Board) -> int | None:
        """Plies to the next capture or pawn move, negative for a loss; 100 more if the 50-move rule makes it a draw.

        0 for a draw, None if there is no table. It may raise DamagedTable.
        """
        return self._probe(self.library.probe_dtz, board)

    def _probe(self, probe: Callable[[chess.Board], int], board: chess.Board) -> int | None:
        try:
            return probe(board)
        except self.missing:
            return None
        except Exception as fault:  # with a damaged table, python-chess may raise anything
            raise DamagedTable(f"a table for {board.fen()} is damaged: {fault!r}") from fault

    def result(self, board: chess.Board) -> int | None:
        """The result of best play from a position that is not over: 1 won for the side to move, 0 drawn, -1 lost.

        None if unknown. A win by WDL is valid only for a clock of 0; DTZ tells whether enough time is left.
        """
        wdl = self.wdl(board) if self.cover(board) else None
        if wdl is None:
            return None
        if abs(wdl) < 2:
            return 0
        if board.halfmove_clock:
            dtz = self.dtz(board)
            if dtz is None or abs(dtz) + board.halfmove_clock > SURE:
                return None
        return 1 if wdl > 0 else -1


def check_whole(tables: Iterable[chess.syzygy.Table], magic: bytes | None) -> None:
    """ValueError, in one line, if one of these files cannot be read, is empty, cut short, or no such table."""
    for table in set(tables):
        where = printable(table.path, LONGEST_PATH)
        try:
            with Path(table.path).open("rb") as file:
                begins_well = file.read(4) == magic
                size = file.seek(0, os.SEEK_END)
        except OSError as failure:
            raise ValueError(f"a table cannot be read: {failure.strerror}: {where}") from None
        if not begins_well:
            raise ValueError(f"it is no table: {where}" if size else f"the table is empty: {where}")
        if size % BLOCK != TRAILER:
            raise ValueError(f"the table is cut short: {where}")
