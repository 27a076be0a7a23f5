"""A network at work: whole numbers throughout, so that every machine computes the same.

Its hidden layer is a sum of one row for each active input, from the view of either player, and so it can follow the
moves (NNUE: Yu Nasu, Efficiently Updatable Neural-Network-based Evaluation Functions for Computer Shogi, 2018). Here it
follows sets of inputs: a position lists its inputs when it is evaluated, and the sum is made from the nearest of a few
that are kept. Nothing has to be known of moves, and nothing is done for positions that nobody evaluates.
"""

from libc.stdint cimport uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from .net import limits

cdef extern from "<stdlib.h>" nogil:
    void* aligned_alloc(size_t alignment, size_t size)

cdef extern from "kernels.h" nogil:
    enum:
        KEPT
        KINDS
        BUCKETS_HERE "MOST_BUCKETS"
        HIDDEN_HERE "MOST_HIDDEN"
        INPUTS_HERE "MOST_INPUTS"
        ONE_HERE "ONE"
    struct net:
        int words, hidden, buckets, active
        const int16_t* rows
        const int16_t* weights
        int64_t* biases
    struct layers:
        int16_t* sums
    ctypedef int64_t (*value_of)(const net*, layers*, const uint64_t*, int) noexcept nogil
    const char** KIND_NAMES
    bint can_use(int kind)
    value_of value_for(int kind)

cdef enum:
    CACHE_LINE = 64

cdef int64_t LARGEST = limits.LARGEST_VALUE
cdef int64_t PARTS = limits.ONE * limits.ONE * limits.UNIT   # of an output of 1
cdef value_of value_here

# One fact in two languages.
assert BUCKETS_HERE == limits.MOST_BUCKETS
assert HIDDEN_HERE == limits.MOST_HIDDEN
assert INPUTS_HERE == 64 * MOST_WORDS == limits.MOST_INPUTS
assert ONE_HERE == limits.ONE


def kinds():
    """The kinds of processors that there is code for and that this one can run, the best last."""
    return tuple([KIND_NAMES[kind].decode() for kind in range(KINDS) if can_use(kind)])


def use_kind(name):
    """Have networks computed as on this kind of processor, to the same values; ValueError if it cannot be here."""
    global value_here
    if name not in kinds():
        raise ValueError(f"this processor knows {', '.join(kinds())}, not {name!r}")
    for kind in range(KINDS):
        if KIND_NAMES[kind].decode() == name:
            value_here = value_for(kind)


use_kind([*kinds()].pop())


cdef int16_t* room(size_t numbers) except NULL:
    cdef size_t size = (2 * numbers + CACHE_LINE - 1) // CACHE_LINE * CACHE_LINE
    cdef int16_t* found = <int16_t*> aligned_alloc(CACHE_LINE, size)
    if found == NULL:
        raise MemoryError
    memset(found, 0, size)
    return found


cdef class Net:
    """The numbers of a Network, laid out for speed. It never changes, so that one will do for all."""

    def __cinit__(self, network):
        cdef int hidden = network.hidden
        cdef int inputs = network.inputs.count
        cdef int buckets = network.buckets
        cdef const int16_t[::1] rows = network.rows
        cdef const int16_t[::1] weights = network.weights
        cdef const int16_t[::1] biases = network.biases
        cdef size_t row = 2 * sizeof(int16_t) * hidden
        cdef int16_t* place
        cdef net* numbers = <net*> calloc(1, sizeof(net))
        cdef int i, other
        if numbers == NULL:
            raise MemoryError
        self.numbers = numbers
        # The rows of both views side by side; behind them that of no inputs at all, then the weights of the output.
        self.memory = place = room(2 * hidden * (inputs + 1 + buckets))
        for i, other in enumerate(network.inputs.mirror):
            memcpy(place, &rows[hidden * i], row // 2)
            memcpy(place + hidden, &rows[hidden * other], row // 2)
            place += 2 * hidden
        memcpy(place, &biases[0], row // 2)
        memcpy(place + hidden, &biases[0], row // 2)
        place += 2 * hidden
        memcpy(place, &weights[0], row * buckets)
        numbers.rows = self.memory
        numbers.weights = place
        for i in range(buckets):
            numbers.biases[i] = <int64_t> network.offsets[i] * ONE_HERE
        numbers.hidden = hidden
        numbers.words = (inputs + 63) // 64
        numbers.buckets = buckets
        numbers.active = network.inputs.active
        self.scale = network.scale
        self.network = network

    def __dealloc__(self):
        free(self.numbers)
        free(self.memory)

    @property
    def identity(self):
        """What its values hang on."""
        return ("Net", self.network.checksum)


cdef class Layers:
    """The hidden layers of a position and of some before it. Each clone of a position has its own.

    scale: hundredths in a unit of the values of the position.
    """

    def __cinit__(self, Net net not None, double scale):
        cdef size_t width = 2 * net.network.hidden
        cdef const int16_t* empty = net.memory + width * <size_t> net.network.inputs.count
        cdef layers* kept = <layers*> calloc(1, sizeof(layers))
        cdef int i
        if kept == NULL:
            raise MemoryError
        self.net = net
        self.scale = scale
        self.numbers = {name: number for number, name in enumerate(net.network.inputs.names)}
        self.kept = kept
        kept.sums = room(KEPT * width)
        for i in range(KEPT):
            memcpy(kept.sums + i * width, empty, width * sizeof(int16_t))

    def __dealloc__(self):
        if self.kept != NULL:
            free((<layers*> self.kept).sums)
            free(self.kept)

    cdef double value(self, const u64* inputs, int turn) noexcept nogil:
        """What a set of inputs is worth, from player 0's view."""
        cdef int64_t found = value_here(<net*> self.net.numbers, <layers*> self.kept, <const uint64_t*> inputs, turn)
        found = found * self.net.scale // PARTS
        found = -LARGEST if found < -LARGEST else LARGEST if found > LARGEST else found
        return <double> (-found if turn else found) / self.scale
