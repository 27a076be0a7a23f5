"""Sixty-four bits at a time: counting, finding and taking set bits."""

from libc.stdint cimport uint64_t

ctypedef uint64_t u64

cdef extern from *:
    """
    #define oddsfish_popcount(x) __builtin_popcountll(x)
    #define oddsfish_lowest(x) __builtin_ctzll(x)
    #define oddsfish_golden_ratio 0x9E3779B97F4A7C15ULL
    #define oddsfish_multiply_high(x, y) ((uint64_t)(((unsigned __int128)(x) * (y)) >> 64))
    """
    int popcount "oddsfish_popcount"(u64 bits) noexcept nogil
    int lowest "oddsfish_lowest"(u64 bits) noexcept nogil  # index of the lowest set bit; undefined for 0
    const u64 GOLDEN_RATIO "oddsfish_golden_ratio"  # 2^64 divided by the golden ratio; odd
    u64 multiply_high "oddsfish_multiply_high"(u64 x, u64 y) noexcept nogil


cdef inline u64 bit(int index) noexcept nogil:
    return (<u64> 1) << index


cdef inline int take(u64* bits) noexcept nogil:
    """Clear the lowest set bit and return its index."""
    cdef int index = lowest(bits[0])
    bits[0] &= bits[0] - 1
    return index


cdef inline u64 spread(u64 number) noexcept nogil:
    """Return a key for a number. Different numbers have different keys, spread over the high bits (Knuth, 6.4)."""
    return number * GOLDEN_RATIO


cdef inline u64 mix(u64* state) noexcept nogil:
    """The next number of SplitMix64 (Steele, Lea and Flood, OOPSLA 2014): fixed keys from a fixed seed."""
    state[0] += GOLDEN_RATIO
    cdef u64 z = state[0]
    z = (z ^ (z >> 30)) * <u64> 0xBF58476D1CE4E5B9
    z = (z ^ (z >> 27)) * <u64> 0x94D049BB133111EB
    return z ^ (z >> 31)
