"""Static exchange evaluation: the result of captures on one square, each by the least valuable piece."""

from .....bits cimport bit, lowest, u64
from .....position cimport Move
from ...attacks cimport BLACK, WHITE, bishop_attacks, rook_attacks
from ...board cimport (
    BISHOP,
    CASTLE,
    EN_PASSANT,
    KING,
    PAWN,
    PROMOTED,
    PROMOTE_KNIGHT,
    QUEEN,
    ROOK,
    Board,
    attackers,
    flag,
    from_square,
    kind,
    to_square,
    victim,
)

cdef extern from *:
    """
    static const int oddsfish_piece_values[] = {0, 100, 310, 330, 500, 950, 0};
    """
    const int* VALUES "oddsfish_piece_values"   # centipawns, of no piece and then by kind


cdef inline int piece_value(int piece) noexcept nogil:
    """The value of a piece in exchanges, in centipawns; 0 for a king and for no piece (-1)."""
    return VALUES[piece + 1]


cdef inline bint exchange_reaches(const Board* board, Move move, int least) noexcept nogil:
    """Whether a move wins at least so many centipawns after all captures on its square. Pins are ignored."""
    cdef int start = from_square(move)
    cdef int target = to_square(move)
    cdef int special = flag(move)
    cdef int piece = kind(move)
    cdef int taken = victim(move)
    cdef int us = board.turn
    cdef int balance, attacker
    cdef u64 occupied, takers, own, pieces, diagonal, straight
    cdef bint won = True
    if special == CASTLE:
        return least <= 0
    balance = piece_value(taken - 1) - least
    if special >= PROMOTE_KNIGHT:
        piece = special - PROMOTED
        balance += piece_value(piece) - piece_value(PAWN)
    if balance < 0:
        return False
    balance -= piece_value(piece)
    if balance >= 0:  # always true for a legal move of a king
        return True
    occupied = (board.colours[0] | board.colours[1]) ^ bit(start) | bit(target)
    if special == EN_PASSANT:
        occupied ^= bit(target - 8 if us == WHITE else target + 8)
    diagonal = board.kinds[BISHOP] | board.kinds[QUEEN]
    straight = board.kinds[ROOK] | board.kinds[QUEEN]
    takers = attackers(board, target, WHITE, occupied) | attackers(board, target, BLACK, occupied)
    # `won`: whether the side that moved first reaches `least` if the captures end here.
    while True:
        us ^= 1
        takers &= occupied
        own = takers & board.colours[us]
        if own == 0:
            return won
        for attacker in range(6):
            pieces = own & board.kinds[attacker]
            if pieces:
                break
        if attacker == KING:  # it can take only undefended pieces
            return won if takers & board.colours[us ^ 1] else not won
        won = not won
        balance = -balance - 1 - piece_value(attacker)
        if balance >= 0:
            return won
        occupied ^= bit(lowest(pieces))
        if attacker == PAWN or attacker == BISHOP or attacker == QUEEN:
            takers |= bishop_attacks(target, occupied) & diagonal
        if attacker == ROOK or attacker == QUEEN:
            takers |= rook_attacks(target, occupied) & straight
