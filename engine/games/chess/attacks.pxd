"""The squares that each piece attacks from each square: tables, filled at import. Sliders use magic bitboards."""

from ...bits cimport lowest, u64

cdef extern from *:
    """
    #define oddsfish_file_a 0x0101010101010101ULL
    #define oddsfish_file_h 0x8080808080808080ULL
    """
    const u64 FILE_A "oddsfish_file_a"
    const u64 FILE_H "oddsfish_file_h"

cdef struct Magic:
    u64 mask      # the squares whose occupation matters: the piece's lines without their last squares
    u64 factor
    const u64* attacks
    int shift

cdef struct Tables:
    Magic rook[64]
    Magic bishop[64]
    u64 rook_lines[64]      # attacks on the empty board
    u64 bishop_lines[64]
    u64 diagonal[64]        # the whole line through the square, parallel to a1-h8
    u64 antidiagonal[64]    # and parallel to a8-h1
    u64 knight[64]
    u64 king[64]
    u64 pawn[2][64]         # by colour, then square
    u64 between[64][64]     # strictly between two squares on one line; 0 if they share none
    u64 line[64][64]        # the whole line through two squares, edge to edge; 0 if they share none

cdef Tables TABLES

cdef enum:
    WHITE = 0
    BLACK = 1


# Directions, as a side sees the board. 7 squares ahead lies on an antidiagonal, 9 on a diagonal, for both.

cdef inline u64 ahead(u64 pieces, int us) noexcept nogil:
    return pieces << 8 if us == WHITE else pieces >> 8


cdef inline u64 ahead_7(u64 pieces, int us) noexcept nogil:
    return (pieces << 7) & ~FILE_H if us == WHITE else (pieces >> 7) & ~FILE_A


cdef inline u64 ahead_9(u64 pieces, int us) noexcept nogil:
    return (pieces << 9) & ~FILE_A if us == WHITE else (pieces >> 9) & ~FILE_H


cdef inline u64 pawn_attacks(u64 pawns, int us) noexcept nogil:
    return ahead_7(pawns, us) | ahead_9(pawns, us)


cdef inline u64 rook_attacks(int square, u64 occupied) noexcept nogil:
    cdef const Magic* magic = &TABLES.rook[square]
    return magic.attacks[((occupied & magic.mask) * magic.factor) >> magic.shift]


cdef inline u64 bishop_attacks(int square, u64 occupied) noexcept nogil:
    cdef const Magic* magic = &TABLES.bishop[square]
    return magic.attacks[((occupied & magic.mask) * magic.factor) >> magic.shift]


cdef inline u64 attacked_by_knights(u64 knights) noexcept nogil:
    cdef u64 squares = 0
    while knights:
        squares |= TABLES.knight[lowest(knights)]
        knights &= knights - 1
    return squares


cdef inline u64 attacked_by_bishops(u64 bishops, u64 occupied) noexcept nogil:
    """The squares that these bishops or queens attack along diagonals."""
    cdef u64 squares = 0
    while bishops:
        squares |= bishop_attacks(lowest(bishops), occupied)
        bishops &= bishops - 1
    return squares


cdef inline u64 attacked_by_rooks(u64 rooks, u64 occupied) noexcept nogil:
    """The squares that these rooks or queens attack along ranks and files."""
    cdef u64 squares = 0
    while rooks:
        squares |= rook_attacks(lowest(rooks), occupied)
        rooks &= rooks - 1
    return squares
