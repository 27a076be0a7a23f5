"""The inputs of a model of people: of a position, and of each of its moves.

All inputs are on or off: a number is one-hot encoded in bins. So a model adds up whole numbers, with the same sum on
every machine. Squares are seen from the side to move.
"""

from libc.stdint cimport uint16_t

from ....bits cimport bit, lowest, popcount, take, u64
from ....position cimport Move
from ..attacks cimport FILE_A, TABLES, WHITE
from ..board cimport (
    BISHOP,
    CASTLE,
    CHECKMATE,
    KING,
    KNIGHT,
    PAWN,
    PROMOTE_KNIGHT,
    PROMOTE_QUEEN,
    PROMOTED,
    QUEEN,
    ROOK,
    STALEMATE,
    Board,
    Standing,
    attackers,
    checkers,
    distance,
    flag,
    from_square,
    kind,
    kind_at,
    king_to,
    slider_attacks,
    standing,
    to_square,
    victim,
)
from ..position cimport ChessPosition
from ..searches.pvs.exchange cimport exchange_reaches

cdef extern from *:
    """
    static const int oddsfish_material[] = {1, 3, 3, 5, 9, 0};
    static const int oddsfish_exchanges[] = {-800, -400, -250, -50, 0, 50, 250, 400};
    """
    const int* MATERIAL "oddsfish_material"     # pawns, by kind
    const int* EXCHANGES "oddsfish_exchanges"   # centipawns, the edges between the places of EXCHANGE


cdef int find_last(const Board* now, const Board* before, int* start, int* target, int* taken) noexcept nogil:
    """Find the move between two successive positions. For castling it is that of the king, which may have stayed."""
    cdef int us = before.turn
    cdef u64 come = now.colours[us] & ~before.colours[us]
    cdef u64 left = before.colours[us] & ~now.colours[us]
    cdef u64 gone = before.colours[us ^ 1] & ~now.colours[us ^ 1]
    cdef u64 king = now.kinds[KING] & now.colours[us]
    if king != before.kinds[KING] & before.colours[us]:
        come = king
        left = before.kinds[KING] & before.colours[us]
    elif come and left and TABLES.between[lowest(left)][lowest(come)] & king and kind_at(before, lowest(left)) == ROOK:
        come = left = king  # a rook passes the king only by castling
    start[0] = lowest(left) if left else -1
    target[0] = lowest(come) if come else -1
    taken[0] = kind_at(before, lowest(gone)) if gone else -1
    return 0


cdef inline u64 lesser(const Board* board, int piece) noexcept nogil:
    """All pieces that are worth less than one of this kind."""
    cdef u64 found = 0
    if piece >= KNIGHT:
        found |= board.kinds[PAWN]
    if piece >= ROOK:
        found |= board.kinds[KNIGHT] | board.kinds[BISHOP]
    if piece >= QUEEN:
        found |= board.kinds[ROOK]
    if piece == KING:
        found |= board.kinds[QUEEN]
    return found


cdef inline int danger(const Board* board, int square, int us, int piece) noexcept nogil:
    """How a piece of ours is attacked: 0 not at all, 1 defended, 2 undefended, 3 by a lesser piece, 4 by a pawn."""
    cdef u64 occupied = board.colours[0] | board.colours[1]
    cdef u64 takers = attackers(board, square, us, occupied)
    if not takers:
        return 0
    if piece != PAWN and takers & board.kinds[PAWN]:
        return 4
    if takers & lesser(board, piece):
        return 3
    return 1 if attackers(board, square, us ^ 1, occupied) else 2


cdef inline int size_of(int piece) noexcept nogil:
    """1 for a pawn, 2 for a knight or bishop, 3 for a rook, 4 for a queen."""
    return piece + 1 if piece < BISHOP else piece


cdef int hanging_of(const Board* board, int us, u64 but) noexcept nogil:
    """The size of our best piece that a lesser piece attacks, or that is attacked and undefended; 0 for none.

    but: squares to leave out.
    """
    cdef u64 pieces
    cdef int piece
    for piece in range(QUEEN, PAWN - 1, -1):
        pieces = board.colours[us] & board.kinds[piece] & ~but
        while pieces:
            if danger(board, take(&pieces), us, piece) >= 2:
                return size_of(piece)
    return 0


cdef int list_position_inputs(ChessPosition position, int moves, Context* context, uint16_t* found) noexcept nogil:
    """Write the inputs of a position with so many legal moves, without those of the search; return their number."""
    cdef int[7] phases = [6, 14, 22, 30, 40, 50, 58]
    cdef int[8] balances = [-8, -4, -2, 0, 1, 3, 5, 9]
    cdef int[5] choices = [2, 6, 16, 26, 38]
    cdef const Board* board = position.board
    cdef int us = board.turn
    cdef int flip = 0 if us == WHITE else 56
    cdef u64 pieces
    cdef int side, piece, square, start, taken, right
    cdef int n = 0
    cdef int material = 0
    cdef int balance = 0
    cdef ptrdiff_t behind = board - position.boards
    for side in range(2):
        for piece in range(6):
            pieces = board.colours[us ^ side] & board.kinds[piece]
            material += popcount(pieces) * MATERIAL[piece]
            balance += popcount(pieces) * MATERIAL[piece] * (1 - 2 * side)
            while pieces:
                square = take(&pieces) ^ flip
                found[n] = <uint16_t> (PIECES + (side * 6 + piece) * 64 + square)
                n += 1
    found[n] = <uint16_t> (PHASE + place(material, phases, 7))
    found[n + 1] = <uint16_t> (BALANCE + place(balance, balances, 8))
    found[n + 2] = <uint16_t> (CHOICES + place(moves, choices, 5))
    n += 3
    if checkers(board, us):
        found[n] = IN_CHECK
        n += 1
    context.us, context.flip = us, flip
    context.last_to = context.last_victim = context.own_from = context.own_to = -1
    if behind >= 1:
        find_last(board, board - 1, &start, &context.last_to, &context.last_victim)
        if context.last_to >= 0:
            found[n] = <uint16_t> (LAST_TO + (context.last_to ^ flip))
            found[n + 1] = <uint16_t> (LAST_KIND + 2 * kind_at(board, context.last_to) + (context.last_victim >= 0))
            n += 2
    if behind >= 2:
        find_last(board - 1, board - 2, &context.own_from, &context.own_to, &taken)
    for right in range(4):
        if board.rights >> right & 1:
            found[n] = <uint16_t> (RIGHTS + (right ^ (0 if us == WHITE else 2)))
            n += 1
    context.hanging = hanging_of(board, us, 0)
    found[n] = <uint16_t> (HANGING + context.hanging)
    n += 1
    for side in range(2):
        if not board.colours[us ^ 1 ^ side] & ~board.kinds[KING]:
            found[n] = <uint16_t> (LONE + side)
            n += 1
    return n


cdef inline int threats(const Board* board, int square, int us, int piece, int* count) noexcept nogil:
    """The size of the best piece that our piece threatens. `count` becomes the number of threatened pieces."""
    cdef u64 occupied = board.colours[0] | board.colours[1]
    cdef u64 hit
    cdef int best = 0
    cdef int target, other
    if piece == PAWN:
        hit = TABLES.pawn[us][square]
    elif piece == KNIGHT:
        hit = TABLES.knight[square]
    elif piece == KING:
        hit = TABLES.king[square]
    else:
        hit = slider_attacks(piece, square, occupied)
    hit &= board.colours[us ^ 1] & ~board.kinds[KING]
    count[0] = 0
    while hit:
        target = take(&hit)
        other = kind_at(board, target)
        # It is worth more than the attacker, or undefended.
        if size_of(other) > size_of(piece) or not attackers(board, target, us, occupied):
            count[0] += 1
            best = max(best, size_of(other))
    return best


cdef inline int exchange_of(const Board* board, Move move) noexcept nogil:
    """The place of the move's static exchange value in EXCHANGE."""
    cdef int i
    if exchange_reaches(board, move, 0):
        if not victim(move) and flag(move) < PROMOTE_KNIGHT:
            return 5
        for i in range(5, 8):
            if not exchange_reaches(board, move, EXCHANGES[i]):
                return i
        return 8
    for i in range(3, -1, -1):
        if exchange_reaches(board, move, EXCHANGES[i]):
            return i + 1
    return 0


cdef inline bint is_passed(const Board* board, int square, int us) noexcept nogil:
    """Whether our pawn is passed: no enemy pawn is ahead of it, on its file or beside it."""
    cdef int file = square & 7
    cdef u64 files = FILE_A << file
    cdef u64 ahead
    if file > 0:
        files |= FILE_A << (file - 1)
    if file < 7:
        files |= FILE_A << (file + 1)
    if us == WHITE:
        ahead = files << 8 * ((square >> 3) + 1) if square < 56 else 0
    else:
        ahead = files >> 8 * (8 - (square >> 3)) if square >= 8 else 0
    return not ahead & board.colours[us ^ 1] & board.kinds[PAWN]


cdef inline int rook_file(const Board* board, int square, int us) noexcept nogil:
    """0 for a file without pawns, 1 for one without ours, else 2."""
    cdef u64 pawns = board.kinds[PAWN] & FILE_A << (square & 7)
    return 0 if not pawns else 2 if pawns & board.colours[us] else 1


cdef inline int king_room(const Board* board, int us) noexcept nogil:
    """How many squares our king can go to."""
    cdef int king = lowest(board.kinds[KING] & board.colours[us])
    cdef u64 occupied = (board.colours[0] | board.colours[1]) & ~bit(king)
    cdef u64 squares = TABLES.king[king] & ~board.colours[us]
    cdef int count = 0
    while squares:
        count += not attackers(board, take(&squares), us, occupied)
    return count


cdef int list_move_inputs(ChessPosition position, const Context* context, Move move, uint16_t* found) noexcept nogil:
    """Write the inputs of a move, without those of the search; return their number."""
    cdef const Board* board = position.board
    cdef const Board* after
    cdef int us = context.us
    cdef int flip = context.flip
    cdef int start = from_square(move)
    cdef int target = to_square(move)
    cdef int special = flag(move)
    cdef int piece = kind(move)
    cdef int taken = victim(move) - 1
    cdef int n, rise, count, size, left, exchange, moved
    cdef u64 checking
    cdef Standing now
    if special == CASTLE:
        target = king_to(2 * (start // 56) + (target < start))
    # Where it goes, and what it takes.
    found[0] = <uint16_t> (TO + piece * 64 + (target ^ flip))
    found[1] = <uint16_t> (FROM + piece * 64 + (start ^ flip))
    n = 2
    if taken >= 0:
        found[n] = <uint16_t> (TAKES + piece * 5 + min(taken, 4))
        n += 1
    if special >= PROMOTE_KNIGHT:
        found[n] = <uint16_t> (PROMOTES + (special != PROMOTE_QUEEN))
        n += 1
    if special == CASTLE:
        found[n] = <uint16_t> (CASTLES + (target & 7 == 2))
        n += 1
    rise = ((target ^ flip) >> 3) - ((start ^ flip) >> 3)
    found[n] = <uint16_t> (DIRECTION + piece * 3 + (0 if rise > 0 else 1 if rise == 0 else 2))
    found[n + 1] = <uint16_t> (STEP + distance(start, target))
    n += 2
    exchange = exchange_of(board, move)
    found[n] = <uint16_t> (EXCHANGE + exchange)
    found[n + 1] = <uint16_t> (NEAR_KING + distance(target, lowest(board.kinds[KING] & board.colours[us ^ 1])))
    n += 2
    # How it is related to the previous moves.
    if context.last_to >= 0:
        found[n] = <uint16_t> (NEAR_TO + distance(target, context.last_to))
        found[n + 1] = <uint16_t> (NEAR_FROM + distance(start, context.last_to))
        n += 2
        if target == context.last_to:
            found[n] = <uint16_t> (RETAKES + (context.last_victim < 0))
            n += 1
    if start == context.own_to:
        found[n] = <uint16_t> (GOES_BACK + (target != context.own_from))
        n += 1
    # The piece where it stands.
    found[n] = <uint16_t> (ATTACKED + danger(board, start, us, piece))
    n += 1
    if context.last_to >= 0 and attackers(board, start, us, board.colours[0] | board.colours[1]) & bit(context.last_to):
        found[n] = ALARMED
        n += 1
    # And where it goes.
    position.make(move)
    after = position.board
    moved = special - PROMOTED if special >= PROMOTE_KNIGHT else piece
    found[n] = <uint16_t> (TARGET + danger(after, target, us, moved))
    n += 1
    checking = checkers(after, us ^ 1)
    if checking:
        found[n] = <uint16_t> (CHECKS + 2 * (not checking & bit(target)) + (exchange < 5))
        n += 1
    now = standing(&position.setup, after)
    if now == CHECKMATE or now == STALEMATE:
        found[n] = <uint16_t> (ENDS + (now == STALEMATE))
        n += 1
    if after.repeats:
        found[n] = REPEATS
        n += 1
    size = threats(after, target, us, moved, &count)
    found[n] = <uint16_t> (THREATENS + size)
    n += 1
    if count > 1:
        found[n] = THREATENS + 5
        n += 1
    left = hanging_of(after, us, bit(target))
    found[n] = <uint16_t> (LEAVES + left)
    found[n + 1] = <uint16_t> (RELIEF + (0 if left < context.hanging else 1 if left == context.hanging else 2))
    n += 2
    found[n] = <uint16_t> (KING_ROOM + min(king_room(after, us ^ 1), 5))
    n += 1
    if moved == ROOK:
        found[n] = <uint16_t> (FILE + rook_file(after, target, us))
        n += 1
    if moved == PAWN and is_passed(after, target, us):
        found[n] = PASSED
        n += 1
    position.unmake()
    return n
