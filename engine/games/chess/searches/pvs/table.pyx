"""The transposition table of the tournament search: buckets of one cache line, aged from search to search."""

from libc.stdint cimport uint16_t

from .....support.atomic cimport load_word, store_word
from .....bits cimport u64
from .....searches.table cimport TableMemory
from .history cimport Histories

cdef enum:
    LINE = 64               # bytes
    SAMPLE = 250            # buckets
    PLIES_OF_AGE = 4        # an entry counts as shallower by so much for each search since it was written
    MOST_DEPTH = 255        # of an entry
    DEEPER = 3              # plies; a bound does not replace an entry of its position that is deeper by more


cdef class TranspositionTable(TableMemory):
    """Results for positions, and the histories of each thread. Both remain after a search."""

    def __cinit__(self, megabytes):
        self.buckets = self.size // LINE - 1
        self.slots = <Slot*> self.allocate(self.buckets * LINE, LINE)
        self.histories = []

    def clear(self):
        """Forget everything."""
        self.claim("clearing a table")
        self.zero(self.slots, self.buckets * LINE)
        self.age = 0
        self.histories = []

    def begin_search(self):
        """From now on, all entries that were written before count as one search older."""
        self.claim("a second search on one table")
        self.age = (self.age + 1) % AGES

    def fullness(self):
        """The share of slots that the current search has written, in thousandths, estimated from a sample."""
        cdef u64 n = SLOTS * min(<u64> SAMPLE, self.buckets)
        cdef u64 i, data, used = 0
        for i in range(n):
            data = load_word(&self.slots[i].data)
            used += data != 0 and <int> (data >> 58) == self.age
        return 1000 * used // n

    cdef bytearray histories_of(self, int number, u64 value_key):
        """The histories of a thread. They are new if positions have other values than in the search before."""
        if value_key != self.value_key:
            self.value_key = value_key
            self.histories = []
        while len(self.histories) <= number:
            self.histories.append(bytearray(sizeof(Histories)))
        return self.histories[number]

    cdef void store(self, u64 key, int move, int score, int evaluation, int depth, int bound) noexcept nogil:
        """Write an entry. It replaces that of the same position, else the shallowest and oldest one of the bucket."""
        cdef Slot* slot = bucket_of(self, key)
        cdef Slot* place = slot
        cdef int i, rank
        cdef int least = 1 << 20
        cdef u64 data
        key ^= self.salt
        for i in range(SLOTS):
            data = load_word(&slot[i].data)
            if load_word(&slot[i].check) ^ data == key or data == 0:
                place = slot + i
                break
            rank = <int> (data >> 48 & 0xFF) - PLIES_OF_AGE * ((self.age - <int> (data >> 58) + AGES) % AGES)
            if rank < least:
                least = rank
                place = slot + i
        data = load_word(&place.data)
        if data and load_word(&place.check) ^ data == key:
            if move == 0:
                move = <uint16_t> data
            if bound != EXACT and <int> (data >> 58) == self.age and <int> (data >> 48 & 0xFF) > depth + DEEPER:
                return
        data = (
            <u64> <uint16_t> move
            | <u64> <uint16_t> score << 16
            | <u64> <uint16_t> evaluation << 32
            | <u64> min(depth, MOST_DEPTH) << 48
            | <u64> bound << 56
            | <u64> self.age << 58
        )
        store_word(&place.check, key ^ data)
        store_word(&place.data, data)
