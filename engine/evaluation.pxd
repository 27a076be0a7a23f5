"""The static evaluation of a position."""

from .bits cimport u64
from .net.layers cimport MOST_WORDS, Layers
from .position cimport Position


cdef inline double static_value(Position position) noexcept nogil:
    """The value by the chosen evaluation, that of the game or of a network, for player 0."""
    cdef u64[MOST_WORDS] inputs
    cdef int turn
    if position.layers is None or position.knows_ending():
        return position.evaluate()
    position.list_inputs(inputs)
    turn = position.turn()
    if position.layers is None:  # a game in plain Python may have been configured anew by either call
        return position.evaluate()
    return (<Layers> position.layers).value(inputs, turn, position.decisive)
