from libc.stdint cimport int16_t, int64_t

from .seen cimport SeenInputs

cdef class PeopleNetwork:
    cdef readonly int hidden        # see weights.py
    cdef readonly int tower
    cdef int of_position            # columns of a row, with padding
    cdef int of_move
    cdef int16_t* memory            # that of all arrays below
    cdef int16_t* position          # rows, by input
    cdef int16_t* moves
    cdef int16_t* biases
    cdef int16_t* out
    cdef int16_t* mid
    cdef int16_t* mid_biases

    cdef int combine(self, object numbers, object scales, int inputs, int width, int columns, int16_t* rows,
                     int elo) except -1
    cdef void score(self, SeenInputs seen, int n, int64_t* scores) noexcept nogil
