"""The terms of an evaluation of chess, for tuning its weights."""

from libc.stdint cimport int16_t

from .evaluations.tapered cimport FULL_SCALE, MOST_PHASE, WEIGHTS, Tapered
from .position cimport ChessPosition


def explain(Tapered evaluation not None, ChessPosition position not None, counts):
    """Write how often each weight counts in a position, White's minus Black's; return middlegame, endgame and rest.

    With m and e the sums of counts times weights for the middlegame and for the endgame, the evaluation in centipawns
    from White's view is m * middlegame + e * endgame + rest, up to rounding.

    counts: room for one number for each weight, in the order of the file. ValueError if it has another size; TypeError
    if it is no writable buffer of 16-bit numbers.
    """
    cdef int16_t[::1] room
    cdef int phase = 0
    cdef int scale = 0
    cdef double rest
    try:
        room = counts
    except (BufferError, ValueError) as fault:
        raise TypeError(f"counts is no writable buffer of 16-bit numbers: {fault}") from None
    if room is None:
        raise TypeError("counts is no writable buffer of 16-bit numbers but None")
    if room.shape[0] != WEIGHTS:
        raise ValueError(f"there are {WEIGHTS} weights, and room for {room.shape[0]}")
    rest = evaluation.explain(position.board, &room[0], &phase, &scale)
    return phase / <double> MOST_PHASE, (MOST_PHASE - phase) * scale / <double> (MOST_PHASE * FULL_SCALE), rest
