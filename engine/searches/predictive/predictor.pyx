"""The predictors of models: a network of dense layers, or a forest of regression trees.

Each maps its inputs to one number. The constructors check all numbers and indices, so that a hostile file does no harm.
Afterwards, a predictor never changes, and any number of threads may run it at once.
"""

cimport cython

from libc.math cimport isfinite
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy

from ...support.text import shorten

cdef enum:
    AT_ONCE = 4     # inputs whose weights are added in one go, so that each output is loaded and stored less often


cdef class Predictor:
    """The base class of the predictors."""

    def predict(self, values):
        """The prediction for these inputs. ValueError if their number is wrong, or if one is not finite."""
        cdef double[MAX_WIDTH] inputs
        cdef int i
        values = list(values)
        if len(values) != self.inputs:
            raise ValueError(f"there are {len(values)} numbers where {self.inputs} are asked for")
        for i in range(self.inputs):
            inputs[i] = finite(values[i], "an input")
        return self.run(inputs)

    cdef double run(self, const double* inputs) noexcept nogil:
        return 0.0


@cython.final
cdef class Network(Predictor):
    """Dense layers with max(0, x) between them, for standardised inputs.

    means, scales: of each input, which becomes (x - mean) / scale. layers: for each the weights, a row for each of its
    inputs, and the biases, one for each output. The last layer has one output. offset, factor: the output is multiplied
    by the factor, and then the offset is added.

    ValueError, with the reason, if one of these is wrong; TypeError if one is no number or no list.
    """

    def __cinit__(self, means, scales, layers, offset, factor):
        cdef int i, n
        cdef size_t room, k
        means, scales, layers = listed(means, "means"), listed(scales, "scales"), listed(layers, "layers")
        if not 1 <= len(layers) <= MAX_LAYERS:
            raise ValueError(f"a network has 1 to {MAX_LAYERS} layers, not {len(layers)}")
        self.inputs = self.widths[0] = between(len(means), 1, MAX_WIDTH, "the number of inputs")
        if len(scales) != self.inputs:
            raise ValueError(f"there are {len(scales)} scales for {self.inputs} inputs")
        pairs = []
        room = 2 * self.inputs
        for number, layer in enumerate(layers, 1):
            if len(listed(layer, f"layer {number}")) != 2:
                raise ValueError(f"layer {number} is no pair of weights and biases")
            rows = [listed(row, f"the weights of layer {number}") for row in listed(layer[0], f"layer {number}")]
            biases = listed(layer[1], f"the biases of layer {number}")
            n = between(len(biases), 1, MAX_WIDTH, f"the number of outputs of layer {number}")
            if len(rows) != self.widths[number - 1] or any(len(row) != n for row in rows):
                raise ValueError(f"the weights of layer {number} are not {self.widths[number - 1]} rows of {n}")
            self.widths[number] = n
            pairs.append((rows, biases))
            room += (self.widths[number - 1] + 1) * n
        if n != 1:
            raise ValueError(f"the last layer has 1 output, not {n}")
        self.depth = len(layers)
        self.numbers = <double*> malloc(room * sizeof(double))
        if self.numbers == NULL:
            raise MemoryError("no memory for a network")
        self.means = self.numbers
        self.scales = self.means + self.inputs
        self.weights = self.scales + self.inputs
        for i in range(self.inputs):
            self.means[i] = finite(means[i], "a mean")
            self.scales[i] = finite(scales[i], "a scale")
            if self.scales[i] <= 0:
                raise ValueError(f"a scale is a number above 0, not {self.scales[i]!r}")
        k = 0
        for rows, _ in pairs:
            for row in rows:
                for weight in row:
                    self.weights[k] = finite(weight, "a weight")
                    k += 1
        self.biases = self.weights + k
        k = 0
        for _, biases in pairs:
            for bias in biases:
                self.biases[k] = finite(bias, "a bias")
                k += 1
        self.offset = finite(offset, "the offset")
        self.factor = finite(factor, "the factor")

    def __dealloc__(self):
        free(self.numbers)

    cdef double run(self, const double* inputs) noexcept nogil:
        cdef double[MAX_WIDTH] one
        cdef double[MAX_WIDTH] other
        cdef double* given = one
        cdef double* made = other
        cdef const double* weights = self.weights
        cdef const double* biases = self.biases
        cdef int layer, i, n, m
        for i in range(self.inputs):
            given[i] = (inputs[i] - self.means[i]) / self.scales[i]
        for layer in range(self.depth):
            n, m = self.widths[layer], self.widths[layer + 1]
            memcpy(made, biases, m * sizeof(double))
            add_layer(weights, given, made, n, m)
            if layer + 1 < self.depth:
                for i in range(m):
                    made[i] = made[i] if made[i] > 0.0 else 0.0
            weights += n * m
            biases += m
            given, made = made, given
        return given[0] * self.factor + self.offset


cdef void add_layer(const double* weights, const double* given, double* made, int n, int m) noexcept nogil:
    """Add the weighted inputs to the outputs. Inputs that are 0, about half of them, are skipped."""
    cdef int[MAX_WIDTH] live
    cdef const double* a
    cdef const double* b
    cdef const double* c
    cdef const double* d
    cdef double p, q, r, s
    cdef int i, j
    cdef int k = 0
    for i in range(n):
        live[k] = i
        k += given[i] != 0.0
    i = 0
    while i + AT_ONCE <= k:
        a, p = weights + live[i] * m, given[live[i]]
        b, q = weights + live[i + 1] * m, given[live[i + 1]]
        c, r = weights + live[i + 2] * m, given[live[i + 2]]
        d, s = weights + live[i + 3] * m, given[live[i + 3]]
        for j in range(m):
            made[j] += (p * a[j] + q * b[j]) + (r * c[j] + s * d[j])
        i += AT_ONCE
    while i < k:
        a, p = weights + live[i] * m, given[live[i]]
        for j in range(m):
            made[j] += p * a[j]
        i += 1


@cython.final
cdef class Forest(Predictor):
    """The mean of regression trees.

    inputs: how many there are. trees: for each the lists feature, threshold, left, right and value, one entry for each
    node, the root first. If the input `feature`, rounded to single precision as scikit-learn does, is at most the
    threshold, `left` is the next node, else `right`. Successors come later in the lists than their node. A leaf has the
    feature -1, and -1 for both successors.

    ValueError, with the reason, if one of these is wrong; TypeError if one is no number or no list.
    """

    def __cinit__(self, inputs, trees):
        cdef int number, first, i, n
        cdef Node* node
        self.inputs = between(inputs, 1, MAX_WIDTH, "the number of inputs")
        parts = [listed(tree, "a tree") for tree in listed(trees, "trees")]
        parts = [[listed(part, "a part of a tree") for part in tree] for tree in parts]
        for tree in parts:
            if len(tree) != 5 or not tree[0] or any(len(part) != len(tree[0]) for part in tree):
                raise ValueError("a tree is five lists of the same length, one entry for each node")
        total = sum(len(tree[0]) for tree in parts)
        if not 1 <= total <= MAX_NODES:
            raise ValueError(f"a forest has 1 to {MAX_NODES} nodes, not {total}")
        self.trees = len(parts)
        self.roots = <int*> malloc(self.trees * sizeof(int))
        self.nodes = <Node*> malloc(<size_t> total * sizeof(Node))
        if self.roots == NULL or self.nodes == NULL:
            raise MemoryError("no memory for a forest")
        first = 0
        for number, (features, thresholds, lefts, rights, values) in enumerate(parts):
            self.roots[number] = first
            n = len(features)
            for i in range(n):
                node = &self.nodes[first + i]
                node.feature = between(features[i], -1, self.inputs - 1, "a feature")
                node.threshold = finite(thresholds[i], "a threshold")
                node.value = finite(values[i], "a value")
                if node.feature < 0:
                    node.left = node.right = between(lefts[i], -1, -1, "a successor of a leaf")
                    between(rights[i], -1, -1, "a successor of a leaf")
                else:  # successors come later, so that every path ends
                    node.left = first + between(lefts[i], i + 1, n - 1, f"the left of node {i}")
                    node.right = first + between(rights[i], i + 1, n - 1, f"the right of node {i}")
            first += n

    def __dealloc__(self):
        free(self.roots)
        free(self.nodes)

    cdef double run(self, const double* inputs) noexcept nogil:
        cdef double total = 0.0
        cdef const Node* node
        cdef int i
        for i in range(self.trees):
            node = &self.nodes[self.roots[i]]
            while node.feature >= 0:
                node = &self.nodes[node.left if <float> inputs[node.feature] <= node.threshold else node.right]
            total += node.value
        return total / self.trees


cdef list listed(object value, str what):
    if not isinstance(value, (list, tuple)):
        raise TypeError(f"{what} is no list but {type(value).__name__}")
    return list(value)


cdef double finite(object value, str what) except? -1:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise TypeError(f"{what} is a number, not {type(value).__name__}")
    try:
        number = float(value)
    except OverflowError:
        raise ValueError(f"{what} is larger than a number can be") from None
    if not isfinite(number):
        raise ValueError(f"{what} is a finite number, not {number}")
    return number


cdef int between(object value, int low, int high, str what) except? -1:
    cdef long long number
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"{what} is a whole number, not {type(value).__name__}")
    try:
        number = value  # compared as a C number: a subclass of int may compare wrongly
    except OverflowError:
        number = high + <long long> 1
    if not low <= number <= high:
        raise ValueError(f"{what} is {f'from {low} to {high}' if low < high else high}, not {shorten(repr(value))}")
    return <int> number
