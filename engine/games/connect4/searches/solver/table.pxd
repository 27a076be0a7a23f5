"""SolverTable: the bounds that the solver has proved, shared by its threads.

A slot is one word, read and written whole, so that threads need no lock. From its lowest bit:

    work 8 (the logarithm of the nodes) | lower bound 6 | upper bound 6 | tag 44

A position and its mirror image share a key. Keys are spread by a reversible function, and the bucket and the tag
together determine the key. So a slot is never taken for that of another position.
"""

from .....support.atomic cimport load_word, store_word
from .....bits cimport multiply_high, u64
from .....searches.table cimport TableMemory
from .grid cimport mirrored

cdef enum:
    TAG = 20            # how far this field is shifted
    UPPER = 14
    LOWER = 8
    ZERO = 32           # how a score of 0 is written
    KEY_BITS = 56

cdef struct Bucket:
    u64 dear            # the result that took the most work
    u64 latest

cdef extern from *:
    """
    #define oddsfish_solver_factor_1 0x9E3779B97F4A7C15ULL
    #define oddsfish_solver_factor_2 0xBF58476D1CE4E5B9ULL
    #define oddsfish_solver_leading_zeros(x) __builtin_clzll(x)
    #define oddsfish_solver_prefetch(address) __builtin_prefetch(address)
    """
    const u64 FACTOR_1 "oddsfish_solver_factor_1"
    const u64 FACTOR_2 "oddsfish_solver_factor_2"
    int leading_zeros "oddsfish_solver_leading_zeros"(u64 x) noexcept nogil     # undefined for 0
    void prefetch_bucket "oddsfish_solver_prefetch"(const void* address) noexcept nogil

cdef class SolverTable(TableMemory):
    cdef Bucket* places     # aligned to large pages
    cdef u64 count


cdef inline u64 key_of(u64 own, u64 occupied) noexcept nogil:
    """The key of a position and of its mirror image, spread over 56 bits. Every step of spreading is reversible."""
    cdef u64 key = own + occupied
    cdef u64 mirror = mirrored(key)
    if mirror < key:
        key = mirror
    key ^= key >> 28
    key = (key * FACTOR_1) & (((<u64> 1) << KEY_BITS) - 1)
    key ^= key >> 29
    key = (key * FACTOR_2) & (((<u64> 1) << KEY_BITS) - 1)
    return key ^ key >> 28


cdef inline Bucket* bucket_of(SolverTable table, u64 key) noexcept nogil:
    return table.places + multiply_high(key << (64 - KEY_BITS), table.count)


cdef inline u64 look_up(Bucket* bucket, u64 key) noexcept nogil:
    """The slot of a position, 0 if there is none."""
    cdef u64 tag = key << TAG
    cdef u64 slot = load_word(&bucket.dear)
    if (slot ^ tag) >> TAG == 0 and slot:
        return slot
    slot = load_word(&bucket.latest)
    return slot if (slot ^ tag) >> TAG == 0 else 0


cdef inline int lower_of(u64 slot) noexcept nogil:
    return <int> (slot >> LOWER & 0x3F) - ZERO


cdef inline int upper_of(u64 slot) noexcept nogil:
    return <int> (slot >> UPPER & 0x3F) - ZERO


cdef inline void keep(Bucket* bucket, u64 key, int lower, int upper, u64 nodes) noexcept nogil:
    """Store bounds in place of those of the same position, of a result that took less work, or of the latest."""
    cdef u64 tag = key << TAG
    cdef u64 dear = load_word(&bucket.dear)
    cdef u64 work = 63 - <u64> leading_zeros(nodes | 1)
    cdef u64 slot = tag | <u64> (upper + ZERO) << UPPER | <u64> (lower + ZERO) << LOWER | work
    if (dear ^ tag) >> TAG == 0:
        store_word(&bucket.dear, slot)
    elif (load_word(&bucket.latest) ^ tag) >> TAG == 0 or (dear & 0xFF) > work:
        store_word(&bucket.latest, slot)
    else:
        store_word(&bucket.latest, dear)
        store_word(&bucket.dear, slot)
