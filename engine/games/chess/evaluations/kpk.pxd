"""King and pawn against king: which positions are won, by retrograde analysis."""

cdef void prepare_kpk() noexcept nogil
cdef bint kpk_is_won(int us, int turn, int king, int pawn, int enemy) noexcept nogil
