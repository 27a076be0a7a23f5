"""Material Advantage: the pieces of White less those of Black."""

from .evaluation cimport Evaluation

PAWNS = (1, 3, 3, 5, 9, 20)     # pawn, knight, bishop, rook, queen, king; the values of both kings cancel


cdef class Material(Evaluation):
    """Pawns 1, knights and bishops 3, rooks 5, queens 9."""

    def __cinit__(self):
        cdef int kind, square
        self.scale = 100.0
        for kind in range(6):
            for square in range(64):
                self.square_values[0][kind][square] = PAWNS[kind]
                self.square_values[1][kind][square] = -PAWNS[kind]
