cdef enum:
    MAX_WIDTH = 512         # inputs, or outputs, of a layer
    MAX_LAYERS = 16
    MAX_NODES = 5000000     # of all trees of a forest

cdef struct Node:
    double threshold
    double value            # of a leaf
    int feature             # -1: a leaf
    int left                # the next node if the feature is at most the threshold, else
    int right

cdef class Predictor:
    cdef readonly int inputs
    cdef double run(self, const double* inputs) noexcept nogil

cdef class Network(Predictor):
    cdef int depth                      # layers of weights
    cdef int[MAX_LAYERS + 1] widths     # the number of inputs of each, and of outputs of the last
    cdef double* numbers                # the memory of the arrays that follow
    cdef double* means
    cdef double* scales
    cdef double* weights                # layer by layer, for each input its weights to all outputs
    cdef double* biases
    cdef double offset
    cdef double factor

cdef class Forest(Predictor):
    cdef int trees
    cdef int* roots
    cdef Node* nodes
