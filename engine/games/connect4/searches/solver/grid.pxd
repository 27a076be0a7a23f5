"""The solver's bit layout, and lines of four in it, for all directions and all columns at once.

A column is a byte, its lowest cell the lowest bit: bit 8 * column + row. The two highest bits of each byte stay empty,
so that no line of four runs over the edge. The mirror image has the bytes in reverse order:

     6 14 22 30 38 46 54     always empty
     5 13 21 29 37 45 53     the top row
     .  .  .  .  .  .  .
     0  8 16 24 32 40 48     the lowest row
"""

from .....bits cimport u64

cdef extern from *:
    """
    #define oddsfish_grid_bottom 0x01010101010101ULL
    #define oddsfish_grid_reverse(x) (__builtin_bswap64(x) >> 8)
    #define oddsfish_grid_playable(occupied) (((occupied) + oddsfish_grid_bottom) & oddsfish_grid_bottom * 0x3F)
    #define oddsfish_grid_gap(x, s) \
        (((x) << (s) & (x) << 2 * (s) & ((x) << 3 * (s) | (x) >> (s))) | \
         ((x) >> (s) & (x) >> 2 * (s) & ((x) << (s) | (x) >> 3 * (s))))
    #define oddsfish_grid_winning(x) \
        ((((x) << 1 & (x) << 2 & (x) << 3) | oddsfish_grid_gap(x, 8) | oddsfish_grid_gap(x, 7) | \
          oddsfish_grid_gap(x, 9)) & oddsfish_grid_bottom * 0x3F)
    #define oddsfish_grid_row(x, s) ((x) & (x) >> (s) & (x) >> 2 * (s) & (x) >> 3 * (s))
    #define oddsfish_grid_fours(x) \
        (oddsfish_grid_row(x, 1) | oddsfish_grid_row(x, 8) | oddsfish_grid_row(x, 7) | oddsfish_grid_row(x, 9))
    typedef uint64_t oddsfish_lanes __attribute__((vector_size(64)));
    typedef int64_t oddsfish_signed_lanes __attribute__((vector_size(64)));
    #define oddsfish_lane(lanes, i) ((lanes)[i])
    #define oddsfish_set_lane(lanes, i, word) ((lanes)[i] = (word))
    static inline int oddsfish_any_lane(oddsfish_lanes lanes) {
        uint64_t all = 0;
        for (int i = 0; i < 8; i++) all |= lanes[i];
        return all != 0;
    }
    #define oddsfish_lanes_equal(lanes, number) ((oddsfish_lanes) ((lanes) == (uint64_t) (number)))
    #define oddsfish_lanes_above(lanes, number) \
        ((oddsfish_lanes) ((oddsfish_signed_lanes) (lanes) > (int64_t) (number)))
    """
    const u64 BOTTOM "oddsfish_grid_bottom"     # the lowest cell of every column
    u64 mirrored "oddsfish_grid_reverse"(u64 cells) noexcept nogil
    u64 playable "oddsfish_grid_playable"(u64 occupied) noexcept nogil      # the lowest empty cell of every column
    u64 winning_cells "oddsfish_grid_winning"(u64 discs) noexcept nogil     # cells that complete a four, empty or not
    # Eight words at once, in vectors as wide as the processor has (an extension of GCC and Clang). Every operator works
    # on each of them. A single word stands for eight equal ones.
    ctypedef u64 Lanes "oddsfish_lanes"
    Lanes playable_lanes "oddsfish_grid_playable"(Lanes occupied) noexcept nogil
    Lanes winning_lanes "oddsfish_grid_winning"(Lanes discs) noexcept nogil
    Lanes fours "oddsfish_grid_fours"(Lanes discs) noexcept nogil           # the first cell of each line of four
    u64 lane "oddsfish_lane"(Lanes lanes, int i) noexcept nogil
    void set_lane "oddsfish_set_lane"(Lanes lanes, int i, u64 word) noexcept nogil
    bint any_lane "oddsfish_any_lane"(Lanes lanes) noexcept nogil   # whether a bit is set in one of them
    Lanes equal "oddsfish_lanes_equal"(Lanes lanes, u64 number) noexcept nogil      # all bits of a lane, or none
    Lanes above "oddsfish_lanes_above"(Lanes lanes, int number) noexcept nogil     # the same, as signed numbers

cdef enum:
    WIDTH = 7
    HEIGHT = 6
    ALL = 42                # cells
    BYTE = 8                # bits from one column to the next
    FULL = 0x3F             # a column
    LANES = 8

cdef inline u64 board() noexcept nogil:
    """Every cell."""
    return BOTTOM * FULL


cdef inline int win_now(int discs) noexcept nogil:
    """The score of a side that wins by the next disc, with so many discs on the board."""
    return (ALL + 1 - discs) // 2
