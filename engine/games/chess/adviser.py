"""The adviser of chess: an opening book, and endgame tables."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from math import inf

from ...control.adviser import NOTHING, Advice, Adviser

TYPE_CHECKING = False  # to type checkers it is true; the module typing is slow to import
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from random import Random

    from ...limits import Limits
    from ...options import Value
    from .book import PolyglotBook
    from .position import ChessPosition
    from .tables import Tables


class ChessAdviser(Adviser["ChessPosition"]):
    """The book and the tables that `OwnBook`, `BookFile` and `SyzygyPath` ask for. They are loaded when needed."""

    def __init__(self) -> None:
        self.book: PolyglotBook | None = None  # the one in use
        self.book_path = ""
        self.bad = False  # whether its fault has been reported
        self.bookless = False  # whether OwnBook is set without a BookFile
        self.tables: Tables | None = None
        self.tables_path = ""  # of the tables in use, or of those with a fault
        self.faults: list[str] = []  # not reported yet

    def prepare(self, options: Mapping[str, Value]) -> None:
        path = str(options["BookFile"]) if options["OwnBook"] else ""
        bookless = bool(options["OwnBook"]) and not path
        if bookless and not self.bookless:  # no error: GUIs set OwnBook for every engine
            self.faults.append("OwnBook needs a BookFile: there is no book to play from")
        self.bookless = bookless
        if path != self.book_path:
            self.book_path, self.book, self.bad = path, None, False
            if path:
                from .book import PolyglotBook

                self.book = PolyglotBook(path)
                with suppress(ImportError, OSError, ValueError):  # the first look into the book reports it
                    self.book.check()  # here, while no clock is running
                    import chess.polyglot  # noqa: F401
        path = str(options["SyzygyPath"])
        if path != self.tables_path:
            self.tables_path, self.tables = path, None
            if path:
                from .tables import Tables

                try:
                    self.tables = Tables(path)
                except ValueError as fault:
                    self.faults.append(f"error: {fault}; SyzygyPath is not used")

    def advise(
        self,
        position: ChessPosition,
        limits: Limits,
        options: Mapping[str, Value],
        random: Random,
        until: float = inf,
    ) -> Advice:
        self.prepare(options)
        if self.book is None and self.tables is None and not self.faults:
            return NOTHING
        legal = position.moves()
        moves = [move for move in legal if not limits.moves or move in limits.moves]
        advice = NOTHING
        # The search itself has to prove a mate, even if other moves win, and to refuse illegal root moves.
        if limits.mate is None and set(limits.moves) <= set(legal):
            analysed = limits.infinite or bool(options["UCI_AnalyseMode"])
            if self.book is not None and not (analysed or limits.ponder):
                advice = self.by_book(self.book, position, moves, random)
            if self.tables is not None and not advice.final:
                advice = self.by_tables(self.tables, position, moves, analysed, until)
        faults, self.faults = self.faults, []
        return replace(advice, remarks=(*faults, *advice.remarks))

    def by_book(self, book: PolyglotBook, position: ChessPosition, moves: Sequence[int], random: Random) -> Advice:
        """A move of the book, drawn at random by the weights."""
        from .library import to_board

        try:
            weights = book.moves(to_board(position))
        except (ImportError, OSError, ValueError) as fault:
            if not self.bad:
                self.faults.append(f"error: {fault}; BookFile is not used")
            self.bad = True
            return NOTHING
        self.bad = False
        known = [move for move in moves if position.notation(move) in weights]
        if not known:
            return NOTHING
        (chosen,) = random.choices(known, [weights[position.notation(move)] for move in known])
        return Advice(frozenset([chosen]), final=True, remarks=("book move",))

    def by_tables(
        self, tables: Tables, position: ChessPosition, moves: Sequence[int], free: bool, until: float
    ) -> Advice:
        """The moves that keep the result."""
        from .ranking import rank
        from .tables import DamagedTable

        try:
            return rank(tables, position, moves, free=free, until=until)
        except DamagedTable as fault:
            self.tables = None
            self.faults.append(f"error: {fault}; SyzygyPath is not used")
            return NOTHING
