"""Predictive search: it looks one ply ahead, and a trained model predicts the value of each position there.

The model has learned from positions in which a deeper search chose a move, from the view of the side to move. So it
sees each child from the view of the side to move there, and its prediction is converted to the view of player 0.
"""

from libc.math cimport isfinite
from libc.string cimport memset

from ...position cimport MAX_FEATURES, Ending, Move, Position
from ..search cimport Search, enter, settle
from .predictor cimport Predictor

from .model import load


cdef class Predictive(Search):
    """Prefers the move with the best prediction. It uses no table, as no position is met twice."""

    deepest = 1

    cdef object options
    cdef Predictor predictor
    cdef int[MAX_FEATURES] places   # of the features of the model, among those of the position
    cdef bint overflown             # whether a prediction was not finite

    def configure(self, options):
        Search.configure(self, options)
        self.options = {name: options[name] for name in options}

    cdef int start_at(self, Position position, object table, object chosen) except -1:
        """Begin without a table. ValueError also if there is no model, or if it does not suit the game and its options.

        This is done here and not in `begin`, so that no other thread searches before there is a predictor.
        """
        cdef double[MAX_FEATURES] features
        cdef int place
        cdef list known
        model = load(self.options["Model"])
        Search.start_at(self, position, None, chosen)
        position, self.position = self.position, None  # None until the set-up has succeeded
        model.check(position, self.options)
        known = [str(name) for name in position.feature_names][:position.describe(features)]
        position.check()
        missing = [name for name in model.features if name not in known]
        if missing or len(model.features) > MAX_FEATURES or model.predictor.inputs != len(model.features):
            raise ValueError(f"{type(position).__name__} does not describe what the model wants: {', '.join(missing)}")
        for place, name in enumerate(model.features):
            self.places[place] = known.index(name)
        self.predictor = model.predictor
        self.position = position
        return 0

    cdef double walk_root(self, Move move, int depth, double low, double high) except? 0:
        cdef double value
        self.overflown = False
        value = Search.walk_root(self, move, depth, low, high)
        if self.overflown:
            raise ValueError("the model predicts more than a number can hold: it has learned nothing of the kind")
        return value

    cdef double value(self, int depth, int ply, double low, double high) noexcept nogil:
        """The value of a child of the root: exact if the game is over, else the prediction, at any depth and window."""
        cdef double[MAX_FEATURES] features
        cdef double[MAX_FEATURES] inputs
        cdef double value = 0.0
        cdef Ending ending
        cdef int i
        if not enter(self, ply):
            return 0.0
        ending = self.position.over(&value)
        if ending != Ending.ONGOING:
            return settle(self, ending, value, ply)
        self.forced = False
        self.horizon = True
        if ply > self.seldepth:
            self.seldepth = ply
        memset(features, 0, sizeof(features))
        self.position.describe(features)
        for i in range(self.predictor.inputs):
            inputs[i] = features[self.places[i]]
        value = self.predictor.run(inputs)
        if not isfinite(value):
            self.overflown = self.halted = True
            return 0.0
        return value if self.position.turn() == 0 else -value
