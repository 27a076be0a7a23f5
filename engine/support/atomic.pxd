"""Words that threads share without a lock. Each access is atomic, but without any order (C11's relaxed atomics)."""

from ..bits cimport u64

cdef extern from *:
    """
    #define oddsfish_load(place) __atomic_load_n((place), __ATOMIC_RELAXED)
    #define oddsfish_add(place, value) __atomic_fetch_add((place), (value), __ATOMIC_RELAXED)
    #define oddsfish_store(place, value) __atomic_store_n((place), (value), __ATOMIC_RELAXED)
    """
    u64 load_word "oddsfish_load"(const u64* place) noexcept nogil
    void store_word "oddsfish_store"(u64* place, u64 value) noexcept nogil
    u64 take_number "oddsfish_add"(u64* place, u64 count) noexcept nogil    # returns the value before the addition
    bint raised "oddsfish_load"(const bint* flag) noexcept nogil
    void put_flag "oddsfish_store"(bint* flag, bint value) noexcept nogil
