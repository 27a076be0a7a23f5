cdef enum:
    MAX_WIDTH = 512         # numbers that a layer takes or gives
    MAX_LAYERS = 16
    MAX_NODES = 5000000     # of all trees of a forest

cdef struct Node:
    double threshold
    double value            # of a leaf
    int feature             # -1: a leaf
    int left                # where the feature is at most the threshold
    int right

cdef class Predictor:
    cdef readonly int inputs
    cdef double run(self, const double* inputs) noexcept nogil

cdef class Network(Predictor):
    cdef int depth                      # layers of weights
    cdef int[MAX_LAYERS + 1] widths     # of what goes into each, and of what comes out of the last
    cdef double* numbers                # all that follows lies in it
    cdef double* means
    cdef double* scales
    cdef double* weights                # layer by layer, for each input all that it adds to the outputs
    cdef double* biases
    cdef double offset
    cdef double factor

cdef class Forest(Predictor):
    cdef int trees
    cdef int* roots
    cdef Node* nodes
