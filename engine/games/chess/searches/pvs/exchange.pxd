"""Static exchange evaluation: what the captures on one square come to, if each side takes with the least piece."""

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
    PAWN_VALUE = 100
    KNIGHT_VALUE = 310
    BISHOP_VALUE = 330
    ROOK_VALUE = 500
    QUEEN_VALUE = 950


cdef inline int piece_value(int piece) noexcept nogil:
    """What a piece is worth in exchanges, in centipawns; a king, and no piece (-1): nothing."""
    if piece == PAWN:
        return PAWN_VALUE
    if piece == KNIGHT:
        return KNIGHT_VALUE
    if piece == BISHOP:
        return BISHOP_VALUE
    if piece == ROOK:
        return ROOK_VALUE
    if piece == QUEEN:
        return QUEEN_VALUE
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
    cdef u64 occupied, attackers, own, pieces, diagonal, straight
    cdef bint won = True
    if special == CASTLE:
        return least <= 0
    balance = piece_value(taken - 1) - least
    if special >= PROMOTE_KNIGHT:
        piece = special - PROMOTED
        balance += piece_value(piece) - PAWN_VALUE
    if balance < 0:
        return False
    balance -= piece_value(piece)
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
            pieces = own & board.kinds[attacker]
            if pieces:
                break
        if attacker == KING:  # it may take only what nobody defends
            return won if attackers & board.colours[us ^ 1] else not won
        won = not won
        balance = -balance - 1 - piece_value(attacker)
        if balance >= 0:
            return won
        occupied ^= bit(lowest(pieces))
        if attacker == PAWN or attacker == BISHOP or attacker == QUEEN:
            attackers |= bishop_attacks(target, occupied) & diagonal
        if attacker == ROOK or attacker == QUEEN:
            attackers |= rook_attacks(target, occupied) & straight
