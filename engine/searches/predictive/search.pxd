from ...position cimport MAX_FEATURES
from ..search cimport Search
from .predictor cimport Predictor

cdef class Predictive(Search):
    cdef object options
    cdef Predictor predictor
    cdef int[MAX_FEATURES] places   # of the features that the model takes, among those of the position
    cdef bint overflown             # a prediction was larger than a number can be
