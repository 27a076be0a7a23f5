from ....opponents.model cimport OpponentModel
from ..position cimport ChessPosition
from .network cimport PeopleNetwork
from .seen cimport SeenInputs

cdef class HumanModel(OpponentModel):
    cdef readonly int elo
    cdef object given           # Weights
    cdef PeopleNetwork network
    cdef SeenInputs seen
    cdef ChessPosition board    # `position`, by its real type
    cdef void weigh_seen(self, SeenInputs seen, int n, double* weights) noexcept nogil
