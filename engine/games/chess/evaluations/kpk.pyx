"""King and pawn against king: which positions are won, by retrograde analysis (K. Thompson, ICCA Journal 9/3, 1986).

All positions are seen with a white pawn on the files a to d. A position with White to move is won if White has a move
to a won one, or a safe promotion. One with Black to move is won if all moves lead to won ones. When no more won
positions are found, all others are draws.
"""

from libc.stdint cimport uint8_t

from ....bits cimport bit, take, u64
from ..attacks cimport TABLES, WHITE

cdef enum:
    PAWN_SQUARES = 24       # 4 files, ranks 2 to 7

cdef uint8_t[PAWN_SQUARES][2][64][64] WON  # pawn, turn, white king, black king
cdef bint PREPARED = False


cdef inline int number_of(int pawn) noexcept nogil:
    return 4 * ((pawn >> 3) - 1) + (pawn & 7)


cdef bint white_wins(int king, int enemy, int pawn) noexcept nogil:
    """Whether White, to move, has a move to a known win, or a safe promotion."""
    cdef u64 around = TABLES.king[enemy]
    cdef u64 moves = TABLES.king[king] & ~around & ~bit(pawn)
    cdef int ahead = pawn + 8
    cdef int square
    while moves:
        square = take(&moves)
        if WON[number_of(pawn)][1][square][enemy]:
            return True
    if ahead == king or ahead == enemy:
        return False
    if ahead >= 56:  # it becomes a queen, or a rook if a queen would stalemate
        return not bit(ahead) & around or bit(ahead) & TABLES.king[king] != 0
    if WON[number_of(ahead)][1][king][enemy]:
        return True
    return ahead < 24 and ahead + 8 != king and ahead + 8 != enemy and WON[number_of(ahead + 8)][1][king][enemy]


cdef bint black_loses(int king, int enemy, int pawn) noexcept nogil:
    """Whether all moves of Black, to move, lead to known wins."""
    cdef u64 moves = TABLES.king[enemy] & ~TABLES.king[king] & ~TABLES.pawn[WHITE][pawn]
    cdef int square
    if moves == 0:
        return TABLES.pawn[WHITE][pawn] & bit(enemy) != 0  # else it is stalemate
    if moves & bit(pawn):
        return False
    while moves:
        square = take(&moves)
        if not WON[number_of(pawn)][0][king][square]:
            return False
    return True


cdef inline bint is_new(int turn, int king, int enemy, int pawn) noexcept nogil:
    """Whether this position is possible, and not yet known to be won."""
    return (
        king != enemy
        and pawn != king
        and pawn != enemy
        and not bit(enemy) & TABLES.king[king]
        and (turn == 1 or not bit(enemy) & TABLES.pawn[WHITE][pawn])
        and not WON[number_of(pawn)][turn][king][enemy]
    )


cdef void prepare_kpk() noexcept nogil:
    """Fill the table, once."""
    global PREPARED
    cdef bint changed
    cdef int number, pawn, turn, king, enemy
    for number in range(0 if PREPARED else PAWN_SQUARES):
        pawn = 8 * (6 - number // 4) + number % 4  # from the highest rank down: a pawn never moves back
        changed = True
        while changed:
            changed = False
            for turn in range(2):
                for king in range(64):
                    for enemy in range(64):
                        if is_new(turn, king, enemy, pawn) and (
                            white_wins(king, enemy, pawn) if turn == 0 else black_loses(king, enemy, pawn)
                        ):
                            WON[number_of(pawn)][turn][king][enemy] = True
                            changed = True
    PREPARED = True


cdef bint kpk_is_won(int us, int turn, int king, int pawn, int enemy) noexcept nogil:
    """Whether `us`, the side with the pawn, wins. turn: the side to move. Squares are those of the board."""
    cdef int turned = 0 if us == WHITE else 56
    if pawn & 7 > 3:
        turned ^= 7
    return WON[number_of(pawn ^ turned)][turn != us][king ^ turned][enemy ^ turned]
