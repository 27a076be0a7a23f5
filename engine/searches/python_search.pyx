"""Searches written in plain Python, with one method that chooses a move."""

from math import isfinite

from ..position cimport MAX_PLY, copy_of
from .search cimport RootMove, Search

from ..support.worker import HERE
from ..limits import Limits
from ..support.text import shorten


cdef class PythonSearch(Search):
    """A search as a plain Python class. Derive from it and override `choose`.

    `choose` is called once for each requested move. The search raises any exception that `choose` raises. A protocol
    prints such an exception in one line, and plays a legal move.
    """

    deepest = 1         # `choose` is called once, and may search to any depth
    tells_ties = False

    cdef object reporting   # the function that is called with a line while `choose` runs
    cdef object room        # plies for which the stack of the caller has room

    def choose(self, position, limits, halted):
        """Return the move to play, which is one of `position.moves()`.

        position: a copy, which may be changed freely.
        limits: the requested Limits.
        halted: `halted()` returns whether `choose` has to return now: after `stop`, or once the time or the nodes are
            used up. Any move that it returns then is played.
        """
        raise NotImplementedError(f"{type(self).__name__} lacks choose: a PythonSearch has one")

    def report(self, values, depth=1, nodes=0):
        """Report the values of moves from within `choose`, as an Info for each of the best moves.

        values: the values of moves, a mapping of moves to numbers
            from player 0's view.
        depth: the number of plies searched.
        nodes: the number of positions visited so far.

        ValueError if a move is not legal, if a value is not a finite number, if the depth is out of range, and outside
        `choose`.
        """
        cdef RootMove line
        cdef list known = []
        if self.reporting is None:
            raise ValueError("report is for the middle of choose")
        if not 1 <= depth <= MAX_PLY:
            raise ValueError(f"a depth is 1 to {MAX_PLY}, not {depth}")
        left = dict(values)
        for line in self.root:
            move = self.position.unpack(line.move)
            if move in left:
                value = float(left.pop(move))
                if not isfinite(value):
                    raise ValueError(f"a value is a finite number, not {value!r}")
                self.seldepth = depth
                self.keep(line, value, True, depth, nodes)
                known.append(line)
        if left:
            raise ValueError(f"{shorten(repr(next(iter(left))))} is no legal move")
        self.nodes = max(self.nodes, nodes)
        self.rank(known, self.root, 1 if self.position.turn() == 0 else -1, len(known))
        HERE.plies, plies = self.room, HERE.plies
        try:
            for number, line in enumerate(self.root[:len(known)], 1):
                self.reporting(line, number, True)
        finally:
            HERE.plies = plies

    def table_class(self, options):
        return None

    def _is_halted(self):
        self.poll()
        return bool(self.halted)

    def _iterate(self, int depth, int multipv, bint all_ties, bint stoppable, object report, object room):
        cdef RootMove line
        self.begin_iteration(True)
        self.reporting, self.room = report or (lambda line, number, bounded: None), room
        try:
            move = self.choose(copy_of(self.position), self.limits or Limits(depth=depth), self._is_halted)
        finally:
            self.reporting = None
        self.signals.check()
        for number, line in enumerate(self.root):
            if self.position.unpack(line.move) == move:
                self.root.insert(0, self.root.pop(number))
                return True
        raise ValueError(f"{type(self).__name__}.choose() returned {shorten(repr(move))}, which is no legal move")
