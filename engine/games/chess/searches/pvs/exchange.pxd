"""Static exchange evaluation: what the captures on one square come to, if each side takes with the least man."""

from .....bits cimport bit, lowest, u64
from .....position cimport Move
from ...attacks cimport TABLES, WHITE, bishop_attacks, rook_attacks
from ...board cimport (
    BISHOP,
    CASTLE,
    EN_PASSANT,
    KING,
    KNIGHT,
    PAWN,
    PROMOTED,
    PROMOTE_KNIGHT,
    QUEEN,
    ROOK,
    Board,
    flag,
    from_square,
    kind,
    to_square,
    victim,
)

cdef enum:      # centipawns
    PAWN_WORTH = 100
    KNIGHT_WORTH = 310
    BISHOP_WORTH = 330
    ROOK_WORTH = 500
    QUEEN_WORTH = 950


cdef inline int worth_of(int piece) noexcept nogil:
    """What a man is worth in exchanges, in centipawns; a king, and no man (-1): nothing."""
    if piece == PAWN:
        return PAWN_WORTH
    if piece == KNIGHT:
        return KNIGHT_WORTH
    if piece == BISHOP:
        return BISHOP_WORTH
    if piece == ROOK:
        return ROOK_WORTH
    if piece == QUEEN:
        return QUEEN_WORTH
    return 0


cdef inline bint exchange_reaches(const Board* board, Move move, int least) noexcept nogil:
    """Whether a move wins at least so many centipawns, once all captures on its square are done; pins are not seen."""
    cdef int start = from_square(move)
    cdef int target = to_square(move)
    cdef int special = flag(move)
    cdef int piece = kind(move)
    cdef int taken = victim(move)
    cdef int us = board.turn
    cdef int balance, attacker
    cdef u64 occupied, attackers, own, men, diagonal, straight
    cdef bint won = True
    if special == CASTLE:
        return least <= 0
    balance = worth_of(taken - 1) - least
    if special >= PROMOTE_KNIGHT:
        piece = special - PROMOTED
        balance += worth_of(piece) - PAWN_WORTH
    if balance < 0:
        return False
    balance -= worth_of(piece)
    if balance >= 0:  # so with every legal move of a king
        return True
    occupied = (board.colours[0] | board.colours[1]) ^ bit(start) | bit(target)
    if special == EN_PASSANT:
        occupied ^= bit(target - 8 if us == WHITE else target + 8)
    diagonal = board.kinds[BISHOP] | board.kinds[QUEEN]
    straight = board.kinds[ROOK] | board.kinds[QUEEN]
    attackers = (
        (TABLES.pawn[0][target] & board.kinds[PAWN] & board.colours[1])
        | (TABLES.pawn[1][target] & board.kinds[PAWN] & board.colours[0])
        | (TABLES.knight[target] & board.kinds[KNIGHT])
        | (TABLES.king[target] & board.kinds[KING])
        | (bishop_attacks(target, occupied) & diagonal)
        | (rook_attacks(target, occupied) & straight)
    ) & occupied
    # `won`: whether the side that has just moved reaches it, as it stands.
    while True:
        us ^= 1
        attackers &= occupied
        own = attackers & board.colours[us]
        if own == 0:
            return won
        for attacker in range(6):
            men = own & board.kinds[attacker]
            if men:
                break
        if attacker == KING:  # it may take only what nobody defends
            return won if attackers & board.colours[us ^ 1] else not won
        won = not won
        balance = -balance - 1 - worth_of(attacker)
        if balance >= 0:
            return won
        occupied ^= bit(lowest(men))
        if attacker == PAWN or attacker == BISHOP or attacker == QUEEN:
            attackers |= bishop_attacks(target, occupied) & diagonal
        if attacker == ROOK or attacker == QUEEN:
            attackers |= rook_attacks(target, occupied) & straight
