"""The computation of a network, in whole numbers only, so that every machine computes the same values.

For each view, the hidden layer is the sum of one row for each active input. So it can be updated by moves (NNUE: Yu
Nasu, Efficiently Updatable Neural-Network-based Evaluation Functions for Computer Shogi, 2018). Here it is updated by
sets of inputs. A position lists its inputs when it is evaluated, and the sum is computed from the nearest of a few
sums that are kept. Moves need no code for this, and positions that are not evaluated cost nothing.
"""

cimport cython
from libc.math cimport fabs
from libc.stdint cimport int8_t, uint16_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from . import limits
from ..support.memory cimport aligned, free_aligned
from ..support.text import shorten

cdef extern from "kernel.h" nogil:
    enum:
        KEPT
        BUCKETS_HERE "MOST_BUCKETS"
        HIDDEN_HERE "MOST_HIDDEN"
        INPUTS_HERE "MOST_INPUTS"
        ANCHORS_HERE "MOST_ANCHORS"
        ONE_HERE "ONE"
    struct plain_net:
        int words, count, hidden, buckets, active
        const int16_t* rows
        const int16_t* empty
        const int16_t* weights
        int64_t* biases
        uint16_t (*number)[2][INPUTS_HERE]
        int anchored
        uint64_t (*anchors)[MOST_WORDS]
        int* first
        int* last
        int8_t (*anchor)[INPUTS_HERE]
    struct layers:
        int16_t* sums
    int64_t network_value(const plain_net*, layers*, const uint64_t*, int)

cdef enum:
    CACHE_LINE = 64

cdef int64_t LARGEST = limits.LARGEST_VALUE
cdef double LEAST_WIN = limits.LEAST_WIN
cdef double EVEN = limits.EVEN

# The same limits in Python and C.
assert BUCKETS_HERE == limits.MOST_BUCKETS
assert HIDDEN_HERE == limits.MOST_HIDDEN
assert INPUTS_HERE == 64 * MOST_WORDS == limits.MOST_INPUTS
assert ANCHORS_HERE == 2 * limits.MOST_INPUT_BUCKETS
assert ONE_HERE == limits.ONE


cdef int16_t* room(size_t numbers) except NULL:
    cdef size_t size = (2 * numbers + CACHE_LINE - 1) // CACHE_LINE * CACHE_LINE
    cdef int16_t* found = <int16_t*> aligned(CACHE_LINE, size)
    if found == NULL:
        raise MemoryError
    memset(found, 0, size)
    return found


@cython.final
cdef class Net:
    """The numbers of a Network, laid out for speed. They never change, even if the network does: all threads share one.

    ValueError if the network was changed so that its parts contradict each other.
    """

    def __cinit__(self, network):
        from .inputs import Inputs
        from .network import Network  # a caller with a network has imported these modules
        if type(network) is not Network or type(network.inputs) is not Inputs:
            raise TypeError(f"Net takes a Network, not {shorten(repr(network))}")
        network.check()     # its arrays may have been changed since it was made
        self.lay_out(network)

    cdef int lay_out(self, network) except -1:
        """Copy all numbers. ValueError if they changed since they were checked."""
        cdef int hidden = network.hidden
        cdef int buckets = network.buckets
        cdef const int16_t[::1] rows = network.rows
        cdef const int16_t[::1] weights = network.weights
        cdef const int16_t[::1] biases = network.biases
        cdef int16_t* place
        cdef plain_net* numbers = <plain_net*> calloc(1, sizeof(plain_net))
        cdef int i
        if numbers == NULL:
            raise MemoryError
        self.numbers = numbers
        self.see(network.inputs)
        if (
            rows.shape[0] != numbers.anchored // 2 * numbers.count * hidden
            or biases.shape[0] != hidden
            or weights.shape[0] != 2 * buckets * hidden
            or not 1 <= buckets <= BUCKETS_HERE
        ):
            raise ValueError("a network changed while it was read")
        self.memory = place = room(rows.shape[0] + biases.shape[0] + weights.shape[0])
        numbers.rows = place
        memcpy(place, &rows[0], sizeof(int16_t) * rows.shape[0])
        place += rows.shape[0]
        numbers.empty = place
        memcpy(place, &biases[0], sizeof(int16_t) * hidden)
        place += hidden
        numbers.weights = place
        memcpy(place, &weights[0], sizeof(int16_t) * weights.shape[0])
        for i in range(buckets):
            numbers.biases[i] = <int64_t> network.offsets[i] * ONE_HERE
        numbers.hidden = hidden
        numbers.buckets = buckets
        self.scale = network.scale
        self.parts = ONE_HERE * ONE_HERE * <int64_t> network.unit
        self.network = network
        return 0

    cdef int see(self, inputs) except -1:
        """Store how each view sees the inputs. ValueError if they changed since they were checked."""
        cdef plain_net* numbers = <plain_net*> self.numbers
        cdef int number, view, seen, anchor
        cdef list numbers_of_all = list(range(inputs.count))
        cdef list mirror = list(inputs.mirror)
        cdef list images = list(inputs.image or numbers_of_all)
        cdef list anchors = list(inputs.anchors or [-1] * len(numbers_of_all))
        numbers.count = len(numbers_of_all)
        numbers.words = (numbers.count + 63) // 64
        numbers.active = inputs.active
        numbers.anchored = 2 * (max(0, *anchors) // 2 + 1)
        if (
            not len(mirror) == len(images) == len(anchors) == numbers.count <= INPUTS_HERE
            or {*mirror, *images} - {*numbers_of_all}
            or numbers.anchored > ANCHORS_HERE
            or numbers.active < 1
        ):
            raise ValueError("the inputs of a network changed while they were read")
        numbers.first[0] = numbers.first[1] = numbers.words
        for number in range(numbers.count):
            for view in range(2):
                seen = mirror[number] if view else number
                anchor = anchors[seen]
                numbers.number[view][0][number] = seen
                numbers.number[view][1][number] = images[seen]
                if anchor >= 0:
                    numbers.anchors[view][number // 64] |= <uint64_t> 1 << number % 64
                    numbers.anchor[view][number] = anchor
                    numbers.first[view] = min(numbers.first[view], number // 64)
                    numbers.last[view] = number // 64 + 1
        return 0

    def __dealloc__(self):
        free(self.numbers)
        free_aligned(self.memory)

    @property
    def identity(self):
        """A tuple that is equal for networks with equal values."""
        return ("Net", self.network.checksum)


@cython.final
cdef class Layers:
    """The hidden layers of a position and of some former positions. Each copy of a position has its own.

    scale: hundredths in a unit of the values of the position. ValueError if it is no number above 0.
    """

    def __cinit__(self, Net net not None, double scale):
        if not 0 < scale < float("inf"):
            raise ValueError(f"the scale of a game is a number above 0, not {scale!r}")
        cdef const int16_t* empty = (<plain_net*> net.numbers).empty
        cdef size_t hidden = (<plain_net*> net.numbers).hidden
        cdef layers* kept = <layers*> calloc(1, sizeof(layers))
        cdef int i, sets
        if kept == NULL:
            raise MemoryError
        self.net = net
        self.scale = scale
        self.kept = kept
        sets = 2 * (KEPT + (<plain_net*> net.numbers).anchored)
        kept.sums = room(sets * hidden)
        for i in range(sets):
            memcpy(kept.sums + i * hidden, empty, sizeof(int16_t) * hidden)

    def __dealloc__(self):
        if self.kept != NULL:
            free_aligned((<layers*> self.kept).sums)
            free(self.kept)

    cdef double value(self, const u64* inputs, int turn, double decisive) noexcept nogil:
        """The value of a set of inputs for player 0. decisive: the value of a won game.

        If a win is worth little (1 in docs/own-game.md), the value is x / (|x| + EVEN) of half of it. So no estimate is
        as large as a win, and every machine computes the same.
        """
        cdef const plain_net* numbers = <plain_net*> self.net.numbers
        cdef double hundredths
        cdef int64_t found = network_value(numbers, <layers*> self.kept, <const uint64_t*> inputs, turn)
        found = found * self.net.scale // self.net.parts
        found = -LARGEST if found < -LARGEST else LARGEST if found > LARGEST else found
        hundredths = <double> (-found if turn else found)
        if decisive * self.scale < LEAST_WIN:
            return decisive / 2 * hundredths / (fabs(hundredths) + EVEN)
        return hundredths / self.scale
