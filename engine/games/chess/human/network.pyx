"""The network of a model of people for one rating: it scores moves, in whole numbers (see weights.py)."""

from libc.stdint cimport int16_t, int32_t, int64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from .inputs cimport OF_MOVE, OF_POSITION, PROSPECT, REGRET_1
from .seen cimport SeenInputs

from ....opponents.options import ELO as RATING
from . import sizes
from .weights import Weights

cdef enum:
    POINT = 8           # bits behind the point
    ONE = 1 << POINT
    CEILING = 4 * ONE   # the largest value of a hidden number
    SCALE_BITS = 20     # bits behind the point of the scales
    MIDDLE = 1600       # the rating at which the second part counts nothing
    SPREAD = 400
    MOST_WIDTH = 208    # columns of a row at most: hidden, tower and one, padded
    FILL = 16

assert (OF_POSITION, OF_MOVE) == (sizes.OF_POSITION, sizes.OF_MOVE)
assert (MIDDLE, SPREAD, CEILING) == (sizes.MIDDLE, sizes.SPREAD, sizes.CEILING * ONE)
assert (PROSPECT, REGRET_1) == (sizes.SEARCHED_OF_POSITION, sizes.SEARCHED_OF_MOVE)


cdef class PeopleNetwork:
    """The network of these Weights, for players of a rating."""

    def __cinit__(self, weights, int elo):
        cdef size_t room
        cdef int width
        cdef int16_t* target
        cdef bytes part
        if type(weights) is not Weights:  # a subclass might check less
            raise TypeError(f"a model of people has Weights, not {type(weights).__name__}")
        RATING.check_number(elo)
        weights.check()  # once more: the arrays may have been changed
        self.hidden, self.tower = weights.hidden, weights.tower
        self.of_position = filled(self.hidden + self.tower)
        self.of_move = filled(self.hidden + self.tower + 1)
        room = (
            <size_t> OF_POSITION * self.of_position
            + <size_t> OF_MOVE * self.of_move
            + 2 * self.hidden
            + self.tower * (self.tower + 1)
        )
        self.memory = <int16_t*> calloc(room, sizeof(int16_t))
        if self.memory == NULL:
            raise MemoryError("no memory for a model of people")
        self.position = self.memory
        self.moves = self.position + OF_POSITION * self.of_position
        self.biases = self.moves + OF_MOVE * self.of_move
        self.out = self.biases + self.hidden
        self.mid = self.out + self.hidden
        self.mid_biases = self.mid + self.tower * self.tower
        width = self.hidden + self.tower
        scales = weights.position_scales, weights.move_scales
        self.combine(weights.position, scales[0], OF_POSITION, width, self.of_position, self.position, elo)
        self.combine(weights.moves, scales[1], OF_MOVE, width + 1, self.of_move, self.moves, elo)
        target = self.biases  # the four arrays are adjacent
        for numbers in (weights.biases, weights.out, weights.mid, weights.mid_biases):
            part = numbers.tobytes()
            memcpy(target, <const char*> part, len(part))
            target += len(numbers)

    def __dealloc__(self):
        free(self.memory)

    cdef int combine(self, object numbers, object scales, int inputs, int width, int columns, int16_t* rows,
                     int elo) except -1:
        """Write the rows for a rating: one part, plus (elo - MIDDLE) / SPREAD times the other, rounded to nearest."""
        cdef bytes of_rows = numbers.tobytes()
        cdef bytes of_columns = scales.tobytes()
        cdef const signed char* row = <const signed char*> <const char*> of_rows
        cdef const int32_t* scale = <const int32_t*> <const char*> of_columns
        cdef int64_t total, parts = <int64_t> SPREAD << (SCALE_BITS - POINT)
        cdef int column
        for _ in range(inputs):
            for column in range(width):
                total = (
                    <int64_t> SPREAD * row[column] * scale[column]
                    + <int64_t> (elo - MIDDLE) * row[width + column] * scale[width + column]
                )
                rows[column] = <int16_t> floor_div(2 * total + parts, 2 * parts)
            row += 2 * width
            rows += columns
        return 0

    cdef void score(self, SeenInputs seen, int n, int64_t* scores) noexcept nogil:
        """Write the scores of the n moves in `seen`, with 16 bits behind the point."""
        cdef int32_t[MOST_WIDTH] of_position
        cdef int32_t[MOST_WIDTH] of_move
        cdef int64_t[MOST_WIDTH] towards
        cdef int hidden = self.hidden
        cdef int tower = self.tower
        cdef int i, j, k
        cdef int64_t total
        memset(of_position, 0, self.of_position * sizeof(int32_t))
        for i in range(hidden):
            of_position[i] = self.biases[i]
        for i in range(seen.count):
            add_row(of_position, self.position + seen.found[i] * self.of_position, self.of_position)
        for j in range(tower):
            total = 0
            for k in range(tower):
                total += <int64_t> active(of_position[hidden + k]) * self.mid[k * tower + j]
            towards[j] = (total >> POINT) + self.mid_biases[j]
        for i in range(n):
            memset(of_move, 0, self.of_move * sizeof(int32_t))
            for k in range(seen.counts[i]):
                add_row(of_move, self.moves + seen.found_of[i][k] * self.of_move, self.of_move)
            total = <int64_t> of_move[hidden] * ONE
            for j in range(hidden):
                total += active(of_position[j] + of_move[j]) * self.out[j]
            for j in range(tower):
                total += of_move[hidden + 1 + j] * towards[j]
            scores[i] = total


cdef inline int filled(int width):
    return (width + FILL - 1) // FILL * FILL


cdef inline int64_t floor_div(int64_t number, int64_t parts) noexcept nogil:
    """The quotient, rounded down; C rounds towards zero."""
    return number // parts - (number % parts < 0)


cdef inline int32_t active(int32_t number) noexcept nogil:
    return min(max(number, 0), CEILING)


cdef inline void add_row(int32_t* sums, const int16_t* row, int columns) noexcept nogil:
    cdef int i
    for i in range(columns):
        sums[i] += row[i]
