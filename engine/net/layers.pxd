"""Net: a network that all positions share. Layers: the sums that one position keeps."""

from libc.stdint cimport int16_t, int64_t

from ..bits cimport u64

cdef enum:
    MOST_WORDS = 16     # of 64 bits, for the inputs of a position

# Only layers.pyx includes kernel.h: each module that cimports this would get a copy of its code.
cdef class Net:
    cdef void* numbers              # struct plain_net
    cdef readonly object network    # as it was read
    cdef int16_t* memory            # the rows, then the weights
    cdef int64_t scale              # hundredths in an output of 1
    cdef int64_t parts              # of an output of 1
    cdef int lay_out(self, network) except -1
    cdef int see(self, inputs) except -1

cdef class Layers:
    cdef readonly Net net
    cdef readonly double scale      # hundredths in a unit of its values
    cdef void* kept                 # struct layers
    cdef double value(self, const u64* inputs, int turn, double decisive) noexcept nogil
