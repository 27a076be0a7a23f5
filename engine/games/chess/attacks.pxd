"""What each piece attacks from each square: tables filled once at import, sliding pieces by magic multiplication."""

from ...bits cimport u64

cdef struct Magic:
    u64 mask      # the squares whose occupation matters: the piece's lines less their last squares
    u64 factor
    const u64* attacks
    int shift

cdef struct Tables:
    Magic rook[64]
    Magic bishop[64]
    u64 rook_lines[64]      # attacks on the empty board
    u64 bishop_lines[64]
    u64 diagonal[64]        # the whole line through the square that runs as a1-h8 does
    u64 antidiagonal[64]    # and as a8-h1 does
    u64 knight[64]
    u64 king[64]
    u64 pawn[2][64]         # by colour, then square
    u64 between[64][64]     # strictly between two squares on one line; 0 where they share none
    u64 line[64][64]        # the whole line through two squares, edge to edge; 0 where they share none

cdef Tables TABLES

cdef enum:
    WHITE = 0
    BLACK = 1


cdef inline u64 rook_attacks(int square, u64 occupied) noexcept nogil:
    cdef const Magic* magic = &TABLES.rook[square]
    return magic.attacks[((occupied & magic.mask) * magic.factor) >> magic.shift]


cdef inline u64 bishop_attacks(int square, u64 occupied) noexcept nogil:
    cdef const Magic* magic = &TABLES.bishop[square]
    return magic.attacks[((occupied & magic.mask) * magic.factor) >> magic.shift]
