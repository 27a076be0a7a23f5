"""The book of solved openings: a file of all positions up to a number of discs, with their scores.

The file has a line that names its format; a byte with the largest number of discs; a checksum of all that follows
(BLAKE2b, 16 bytes); and an entry for each position, in increasing order. An entry has 8 bytes, the lowest first. The
lowest byte is the score plus 32, the others are the number of the position. That is the sum of two words in the
solver's layout: the discs of the side to move, and all discs. A position and its mirror image share the smaller number.
"""

import sys
from array import array
from functools import cache
from hashlib import blake2b
from pathlib import Path

cimport cython

from .. import solver
from .....bits cimport u64
from .board cimport Board, read
from .grid cimport ALL, mirrored

FORMAT = b"oddsfish connect4 book 1\n"
SHIPPED = Path(solver.__file__).with_name("book.bin")  # not beside this module, which may be in the folder of a level

cdef enum:
    CHECKSUM = 16
    ENTRY = 8           # bytes
    SCORE = 8           # bits
    ZERO = 32


@cython.final
cdef class SolverBook:
    """A book, from the bytes of its file. ValueError, with the reason, if they are no book or damaged."""

    def __cinit__(self, bytes data not None):
        cdef int start = len(FORMAT) + 1 + CHECKSUM
        cdef const u64[:] view
        cdef u64 i
        if not data.startswith(FORMAT):
            raise ValueError("no book of Connect-4")
        entries = data[start:]
        if len(data) < start or len(entries) % ENTRY or checksum(entries) != data[start - CHECKSUM : start]:
            raise ValueError("a book of Connect-4 that is not whole")
        self.plies = data[len(FORMAT)]
        words = array("Q", entries)
        if sys.byteorder == "big":
            words.byteswap()
        self.count = len(words)
        self.data = words
        if self.count:
            view = words
            self.entries = &view[0]
        for i in range(1, self.count):
            if self.entries[i - 1] >> SCORE >= self.entries[i] >> SCORE:
                raise ValueError("a book of Connect-4 that is not in order")

    def __len__(self):
        return self.count

    def score(self, position not None):
        """The score of a position; None if the book lacks it. ValueError and TypeError as for Solver."""
        cdef Board board
        read(position, &board)
        score = self.look_up(&board)
        return None if score == NOT_THERE else score

    cdef int look_up(self, const Board* board) noexcept nogil:
        cdef u64 low = 0
        cdef u64 high = self.count
        cdef u64 middle, number
        if board.discs > self.plies:
            return NOT_THERE
        number = number_of(board)
        while low < high:
            middle = (low + high) // 2
            if self.entries[middle] >> SCORE < number:
                low = middle + 1
            else:
                high = middle
        if low == self.count or self.entries[low] >> SCORE != number:
            return NOT_THERE
        return <int> (self.entries[low] & 0xFF) - ZERO


cdef u64 number_of(const Board* board) noexcept nogil:
    cdef u64 number = board.own + (board.own | board.other)
    return min(number, mirrored(number))


def number(position not None):
    """The number that a position shares with its mirror image. ValueError and TypeError as for Solver."""
    cdef Board board
    read(position, &board)
    return number_of(&board)


def to_bytes(scores, int plies):
    """The bytes of a book. scores: by the numbers of positions. plies: their largest number of discs."""
    if not 0 <= plies <= ALL:
        raise ValueError(f"positions have 0 to {ALL} discs, not {plies}")
    words = array("Q", sorted(each << SCORE | score + ZERO for each, score in scores.items()))
    if sys.byteorder == "big":
        words.byteswap()
    entries = words.tobytes()
    return FORMAT + bytes([plies]) + checksum(entries) + entries


def checksum(entries):
    return blake2b(entries, digest_size=CHECKSUM).digest()


def load(file):
    """The book in a file. OSError if it cannot be read; ValueError, with advice, if it is damaged."""
    try:
        return SolverBook(file.read_bytes())
    except ValueError as fault:
        raise ValueError(f"{file}: {fault}: install Oddsfish again, or solve without a book") from None


@cache
def shipped():
    """The book that comes with this package; None without one. ValueError, as above, if it is damaged."""
    return load(SHIPPED) if SHIPPED.is_file() else None
