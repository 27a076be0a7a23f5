"""Legal moves, playing them, and counting them.

Everything is written once for both colours: `us` is passed to inline functions as a constant, so the compiler makes
one version for White and one for Black, without branches on the colour. Only legal moves are ever generated. Pinned
pieces keep to the line of their pin. In check, all pieces but the king must capture the checker or step between.
"""

from libc.stdint cimport int32_t

from ...support.atomic cimport raised
from ...bits cimport bit, lowest, mix, popcount, take
from ...position cimport MAX_MOVES
from .attacks cimport BLACK, FILE_A, TABLES, WHITE, ahead, ahead_7, ahead_9, bishop_attacks, rook_attacks

cdef enum:
    MOST_BOUND = 3      # the most pieces that a single move can immobilise

cdef struct Keys:
    u64 piece[2][6][64]
    u64 rights[16]
    u64 en_passant[64]
    u64 turn

cdef Keys KEYS


cdef void fill_keys() noexcept nogil:
    cdef u64 state = 20260101
    cdef u64* key = <u64*> &KEYS
    cdef size_t i
    for i in range(sizeof(Keys) // sizeof(u64)):
        key[i] = mix(&state)
    for i in range(16, 64):  # only the file matters
        KEYS.en_passant[i] = KEYS.en_passant[8 + (i & 7)]
    KEYS.rights[0] = KEYS.en_passant[0] = 0  # no right, no square


fill_keys()


cdef int king_to(int right) noexcept nogil:
    return (2 if right & 1 else 6) + (56 if right & 2 else 0)


cdef int rook_to(int right) noexcept nogil:
    return (3 if right & 1 else 5) + (56 if right & 2 else 0)


cdef inline int back(int square, int steps, int us) noexcept nogil:
    return square - steps if us == WHITE else square + steps


cdef inline u64 third_rank(int us) noexcept nogil:
    return <u64> 0xFF << 16 if us == WHITE else <u64> 0xFF << 40


cdef inline u64 last_rank(int us) noexcept nogil:
    return <u64> 0xFF << 56 if us == WHITE else <u64> 0xFF


# Attacks on the king.

cdef u64 checkers(const Board* board, int colour) noexcept nogil:
    """The pieces that give check to the king of this colour."""
    return attackers(
        board, lowest(board.kinds[KING] & board.colours[colour]), colour, board.colours[WHITE] | board.colours[BLACK]
    )


cdef inline u64 sliders_on_lines(const Board* board, int square) noexcept nogil:
    """The sliders that would attack a square on an empty board."""
    return (TABLES.bishop_lines[square] & (board.kinds[BISHOP] | board.kinds[QUEEN])) | (
        TABLES.rook_lines[square] & (board.kinds[ROOK] | board.kinds[QUEEN])
    )


cdef inline u64 find_pins(const Board* board, int king, int us, u64* pinned) noexcept nogil:
    """The pieces that give check; `pinned` becomes our pieces that stand alone between our king and a slider."""
    cdef u64 enemy = board.colours[us ^ 1]
    cdef u64 occupied = enemy | board.colours[us]
    cdef u64 found = enemy & (
        (TABLES.pawn[us][king] & board.kinds[PAWN]) | (TABLES.knight[king] & board.kinds[KNIGHT])
    )
    cdef u64 sliders = enemy & sliders_on_lines(board, king)
    cdef u64 between
    cdef int slider
    pinned[0] = 0
    while sliders:
        slider = take(&sliders)
        between = TABLES.between[king][slider] & occupied
        if between == 0:
            found |= bit(slider)
        elif between & (between - 1) == 0:
            pinned[0] |= between & board.colours[us]
    return found


cdef inline bint en_passant_legal(const Board* board, int start, int king, int us) noexcept nogil:
    """Whether the pawn on `start` may capture en passant. Two pawns leave their squares, so pins do not decide it."""
    cdef u64 captured = bit(back(board.en_passant, 8, us))
    cdef u64 occupied = (
        (board.colours[WHITE] | board.colours[BLACK]) ^ bit(start) ^ captured ^ bit(board.en_passant)
    )
    return attackers(board, king, us, occupied) & ~captured == 0


cdef bint en_passant_possible(const Board* board) noexcept nogil:
    """Whether any pawn of the side to move may legally capture on the en passant square."""
    cdef int us = board.turn
    cdef u64 pawns = TABLES.pawn[us ^ 1][board.en_passant] & board.kinds[PAWN] & board.colours[us]
    cdef int king = lowest(board.kinds[KING] & board.colours[us])
    while pawns:
        if en_passant_legal(board, take(&pawns), king, us):
            return True
    return False


cdef inline bint castling_legal(const Setup* setup, const Board* board, int right, int us) noexcept nogil:
    """Whether a side that still has this right and is not in check may castle now (also in Chess960)."""
    cdef u64 occupied = board.colours[WHITE] | board.colours[BLACK]
    cdef u64 king = board.kinds[KING] & board.colours[us]
    cdef u64 crossed
    if setup.empty[right] & occupied:
        return False
    crossed = setup.crossed[right] & ~king
    while crossed:
        if attackers(board, take(&crossed), us, occupied ^ king):
            return False
    # The rook may have shielded the king's last square: test that once more with both pieces in their new places.
    occupied = (occupied & ~king & ~bit(setup.rook_from[right])) | bit(rook_to(right)) | bit(king_to(right))
    return attackers(board, king_to(right), us, occupied) == 0


# Move lists. Captures and promotions to a queen come first, then quiet moves; each in the order of the squares.

cdef struct Lists:
    Move* noisy
    Move* quiet


cdef inline void add_all(Lists* lists, const Board* board, int start, int piece, u64 targets, u64 enemy) noexcept nogil:
    cdef Move base = start | piece << KIND
    cdef u64 captures = targets & enemy
    cdef int target
    targets ^= captures
    while captures:
        target = take(&captures)
        lists.noisy[0] = base | target << TO | (kind_at(board, target) + 1) << VICTIM
        lists.noisy += 1
    while targets:
        lists.quiet[0] = base | take(&targets) << TO
        lists.quiet += 1


cdef inline void add_sliders(
    Lists* lists, const Board* board, const int piece, u64 wanted, u64 pinned, int king, const int us
) noexcept nogil:
    """The moves of all our bishops, rooks or queens; a pinned one keeps to the line of its pin."""
    cdef u64 occupied = board.colours[WHITE] | board.colours[BLACK]
    cdef u64 pieces = board.kinds[piece] & board.colours[us]
    cdef u64 targets
    cdef int start
    while pieces:
        start = take(&pieces)
        targets = slider_attacks(piece, start, occupied) & wanted
        if bit(start) & pinned:
            targets &= TABLES.line[king][start]
        add_all(lists, board, start, piece, targets, board.colours[us ^ 1])


cdef inline void add_promotions(Lists* lists, Move move) noexcept nogil:
    lists.noisy[0] = move | PROMOTE_QUEEN << FLAG
    lists.noisy += 1
    lists.quiet[0] = move | PROMOTE_ROOK << FLAG
    lists.quiet[1] = move | PROMOTE_BISHOP << FLAG
    lists.quiet[2] = move | PROMOTE_KNIGHT << FLAG
    lists.quiet += 3


cdef inline void add_pawn_captures(
    Lists* lists, const Board* board, u64 targets, int distance, int us
) noexcept nogil:
    cdef int target
    cdef Move move
    while targets:
        target = take(&targets)
        move = back(target, distance, us) | target << TO | (kind_at(board, target) + 1) << VICTIM
        if bit(target) & last_rank(us):
            add_promotions(lists, move)
        else:
            lists.noisy[0] = move
            lists.noisy += 1


cdef inline int generate_for(
    const Setup* setup, const Board* board, Move* moves, int* found, const bint noisy, const int us
) noexcept nogil:
    """Write the legal moves, or only the `noisy` ones: captures and promotions, only to a queen. Return their number.

    found: becomes the number of noisy moves, which come first in every list.
    """
    cdef Move[MAX_MOVES] quiet
    cdef Lists lists
    cdef u64 own = board.colours[us]
    cdef u64 enemy = board.colours[us ^ 1]
    cdef u64 occupied = own | enemy
    cdef int king = lowest(board.kinds[KING] & own)
    cdef u64 pinned, pieces, targets
    cdef u64 checks = find_pins(board, king, us, &pinned)
    cdef u64 allowed = ~own
    cdef u64 wanted
    cdef int start, target, side, i, n
    lists.noisy = moves
    lists.quiet = quiet

    # 1. The king.
    pieces = TABLES.king[king] & (enemy if noisy else ~own)
    targets = 0
    while pieces:
        target = take(&pieces)
        if attackers(board, target, us, occupied ^ bit(king)) == 0:
            targets |= bit(target)
    add_all(&lists, board, king, KING, targets, enemy)

    if checks & (checks - 1) == 0:  # under a double check only the king may move
        if checks:
            allowed = checks | TABLES.between[king][lowest(checks)]
        wanted = allowed & enemy if noisy else allowed

        # 2. Pawns, all at once; a pinned one keeps to the line of its pin.
        pieces = board.kinds[PAWN] & own
        add_pawn_captures(
            &lists, board, ahead_7(pieces & (~pinned | TABLES.antidiagonal[king]), us) & enemy & allowed, 7, us
        )
        add_pawn_captures(
            &lists, board, ahead_9(pieces & (~pinned | TABLES.diagonal[king]), us) & enemy & allowed, 9, us
        )
        pieces &= ~pinned | FILE_A << (king & 7)
        targets = ahead(pieces, us) & ~occupied
        pieces = 0 if noisy else ahead(targets & third_rank(us), us) & ~occupied & allowed
        targets &= allowed & last_rank(us) if noisy else allowed
        while targets:
            target = take(&targets)
            if bit(target) & last_rank(us):
                add_promotions(&lists, back(target, 8, us) | target << TO)
            else:
                lists.quiet[0] = back(target, 8, us) | target << TO
                lists.quiet += 1
        while pieces:
            target = take(&pieces)
            lists.quiet[0] = back(target, 16, us) | target << TO | DOUBLE_STEP << FLAG
            lists.quiet += 1
        if board.en_passant:
            pieces = TABLES.pawn[us ^ 1][board.en_passant] & board.kinds[PAWN] & own
            while pieces:
                start = take(&pieces)
                if en_passant_legal(board, start, king, us):
                    lists.noisy[0] = start | board.en_passant << TO | EN_PASSANT << FLAG | (PAWN + 1) << VICTIM
                    lists.noisy += 1

        # 3. Pieces; a pinned knight never moves.
        pieces = board.kinds[KNIGHT] & own & ~pinned
        while pieces:
            start = take(&pieces)
            add_all(&lists, board, start, KNIGHT, TABLES.knight[start] & wanted, enemy)
        add_sliders(&lists, board, BISHOP, wanted, pinned, king, us)
        add_sliders(&lists, board, ROOK, wanted, pinned, king, us)
        add_sliders(&lists, board, QUEEN, wanted, pinned, king, us)

        # 4. Castling.
        if checks == 0 and not noisy:
            for side in range(2 * us, 2 * us + 2):
                if board.rights & (1 << side) and castling_legal(setup, board, side, us):
                    lists.quiet[0] = king | setup.rook_from[side] << TO | CASTLE << FLAG | KING << KIND
                    lists.quiet += 1

    found[0] = <int> (lists.noisy - moves)
    if noisy:
        return found[0]
    n = <int> (lists.quiet - quiet)
    for i in range(n):
        lists.noisy[i] = quiet[i]
    return found[0] + n


cdef int generate(const Setup* setup, const Board* board, Move* moves) noexcept nogil:
    """Write every legal move; return how many."""
    cdef int noisy
    return generate_noisy_first(setup, board, moves, &noisy)


cdef int generate_noisy_first(const Setup* setup, const Board* board, Move* moves, int* noisy) noexcept nogil:
    """The same; `noisy` becomes the number of captures and promotions, only to a queen. They come first."""
    if board.turn == WHITE:
        return generate_for(setup, board, moves, noisy, False, WHITE)
    return generate_for(setup, board, moves, noisy, False, BLACK)


cdef int generate_noisy(const Setup* setup, const Board* board, Move* moves) noexcept nogil:
    """Write every legal capture and promotion, only to a queen; return how many."""
    cdef int found
    if board.turn == WHITE:
        return generate_for(setup, board, moves, &found, True, WHITE)
    return generate_for(setup, board, moves, &found, True, BLACK)


cdef inline int count_promotions(u64 targets, int us) noexcept nogil:
    return popcount(targets) + 3 * popcount(targets & last_rank(us))


cdef inline int count_for(const Setup* setup, const Board* board, u64 checks, u64 pinned, const int us) noexcept nogil:
    """The number of moves that generate_for writes."""
    cdef u64 own = board.colours[us]
    cdef u64 enemy = board.colours[us ^ 1]
    cdef u64 occupied = own | enemy
    cdef int king = lowest(board.kinds[KING] & own)
    cdef u64 pieces, targets
    cdef u64 allowed = ~own
    cdef int start, side, n = 0

    pieces = TABLES.king[king] & ~own
    while pieces:
        n += attackers(board, take(&pieces), us, occupied ^ bit(king)) == 0
    if checks:
        if checks & (checks - 1):
            return n
        allowed = checks | TABLES.between[king][lowest(checks)]

    pieces = board.kinds[PAWN] & own
    n += count_promotions(ahead_7(pieces & (~pinned | TABLES.antidiagonal[king]), us) & enemy & allowed, us)
    n += count_promotions(ahead_9(pieces & (~pinned | TABLES.diagonal[king]), us) & enemy & allowed, us)
    targets = ahead(pieces & (~pinned | FILE_A << (king & 7)), us) & ~occupied
    n += popcount(ahead(targets & third_rank(us), us) & ~occupied & allowed)
    n += count_promotions(targets & allowed, us)
    if board.en_passant:
        pieces = TABLES.pawn[us ^ 1][board.en_passant] & board.kinds[PAWN] & own
        while pieces:
            n += en_passant_legal(board, take(&pieces), king, us)

    pieces = board.kinds[KNIGHT] & own & ~pinned
    while pieces:
        n += popcount(TABLES.knight[take(&pieces)] & allowed)
    pieces = (board.kinds[BISHOP] | board.kinds[QUEEN]) & own & ~pinned
    while pieces:
        n += popcount(bishop_attacks(take(&pieces), occupied) & allowed)
    pieces = (board.kinds[ROOK] | board.kinds[QUEEN]) & own & ~pinned
    while pieces:
        n += popcount(rook_attacks(take(&pieces), occupied) & allowed)
    pieces = (board.kinds[BISHOP] | board.kinds[ROOK] | board.kinds[QUEEN]) & own & pinned
    while pieces:  # a pinned piece moves only along the line of its pin, if its kind can
        start = take(&pieces)
        targets = slider_attacks(kind_at(board, start), start, occupied)
        n += popcount(targets & allowed & TABLES.line[king][start])

    if checks == 0 and board.rights & (3 << 2 * us):
        for side in range(2 * us, 2 * us + 2):
            if board.rights & (1 << side):
                n += castling_legal(setup, board, side, us)
    return n


# A separate function between count and count_for. Without it, GCC 12 inlines all of count into standing. The leaves of
# plain searches call standing, and these searches lose 5 to 7 % of their speed.
cdef inline int count_all(const Setup* setup, const Board* board, const int us) noexcept nogil:
    cdef u64 pinned
    cdef u64 checks = find_pins(board, lowest(board.kinds[KING] & board.colours[us]), us, &pinned)
    return count_for(setup, board, checks, pinned, us)


cdef int count(const Setup* setup, const Board* board) noexcept nogil:
    """The number of legal moves. No list is written."""
    if board.turn == WHITE:
        return count_all(setup, board, WHITE)
    return count_all(setup, board, BLACK)


cdef inline Standing standing_for(const Setup* setup, const Board* board, const int us) noexcept nogil:
    cdef u64 pinned
    cdef u64 checks = find_pins(board, lowest(board.kinds[KING] & board.colours[us]), us, &pinned)
    if checks == 0 and ahead(board.kinds[PAWN] & board.colours[us] & ~pinned, us) & ~(
        board.colours[WHITE] | board.colours[BLACK]
    ):
        return PLAYING  # nearly always some free pawn can step ahead: no need to look any further
    if count(setup, board):
        return PLAYING
    return CHECKMATE if checks else STALEMATE


cdef Standing standing(const Setup* setup, const Board* board) noexcept nogil:
    """Whether the side to move has a legal move; cheap, for the leaves of a search."""
    if board.turn == WHITE:
        return standing_for(setup, board, WHITE)
    return standing_for(setup, board, BLACK)


cdef u64 discoverers(const Board* board, int king, int us) noexcept nogil:
    """Our pieces that stand alone between a slider of ours and the other side's king."""
    cdef u64 own = board.colours[us]
    cdef u64 occupied = own | board.colours[us ^ 1]
    cdef u64 sliders = own & sliders_on_lines(board, king)
    cdef u64 found = 0
    cdef u64 between
    while sliders:
        between = TABLES.between[king][take(&sliders)] & occupied
        if between & (between - 1) == 0:
            found |= between & own
    return found


cdef inline Move* add_to(Move* moves, const Board* board, int start, int piece, u64 targets) noexcept nogil:
    """Write the moves of one piece, not a pawn, to these squares; return the end of the list."""
    cdef u64 enemy = board.colours[board.turn ^ 1]
    cdef int target
    while targets:
        target = take(&targets)
        moves[0] = start | target << TO | piece << KIND
        if bit(target) & enemy:
            moves[0] |= (kind_at(board, target) + 1) << VICTIM
        moves += 1
    return moves


cdef inline Move* add_pawn_checks(
    Move* moves, const Board* board, u64 targets, int distance, int special, u64 checks, u64 hidden,
    int their_king, int us
) noexcept nogil:
    """Write the pawn moves to `targets`, `distance` squares ahead, that check or promote; return the list's end."""
    cdef int start, target
    cdef Move move
    while targets:
        target = take(&targets)
        start = back(target, distance, us)
        move = start | target << TO | special << FLAG
        if bit(target) & board.colours[us ^ 1]:
            move |= (kind_at(board, target) + 1) << VICTIM
        if bit(target) & last_rank(us):
            moves[0] = move | PROMOTE_QUEEN << FLAG
            moves[1] = move | PROMOTE_KNIGHT << FLAG
            moves += 2
        elif bit(target) & checks or (bit(start) & hidden and not TABLES.line[their_king][start] & bit(target)):
            moves[0] = move
            moves += 1
    return moves


cdef inline int generate_mating_for(const Setup* setup, const Board* board, Move* moves, const int us) noexcept nogil:
    cdef u64[6] squares
    cdef Move* end = moves
    cdef u64 own = board.colours[us]
    cdef u64 enemy = board.colours[us ^ 1]
    cdef u64 occupied = own | enemy
    cdef int king = lowest(board.kinds[KING] & own)
    cdef int their_king = lowest(board.kinds[KING] & enemy)
    cdef u64 hidden = discoverers(board, their_king, us)
    cdef u64 pinned, pieces, targets
    cdef u64 checks = find_pins(board, king, us, &pinned)
    cdef u64 allowed = ~own
    cdef int start, side
    find_check_squares(board, us, squares)

    # 1. The king: it can only discover a check.
    if bit(king) & hidden:
        pieces = TABLES.king[king] & ~own & ~TABLES.line[their_king][king]
        targets = 0
        while pieces:
            start = take(&pieces)
            if attackers(board, start, us, occupied ^ bit(king)) == 0:
                targets |= bit(start)
        end = add_to(end, board, king, KING, targets)
    if checks:
        if checks & (checks - 1):
            return <int> (end - moves)
        allowed = checks | TABLES.between[king][lowest(checks)]

    # 2. Pieces: to squares from which they check, or off the line of a check that they hide.
    pieces = board.kinds[KNIGHT] & own & ~pinned
    while pieces:
        start = take(&pieces)
        targets = TABLES.knight[start] & allowed
        if not bit(start) & hidden:
            targets &= squares[KNIGHT]
        end = add_to(end, board, start, KNIGHT, targets)
    pieces = (board.kinds[BISHOP] | board.kinds[ROOK] | board.kinds[QUEEN]) & own
    while pieces:
        start = take(&pieces)
        side = kind_at(board, start)
        targets = squares[side]
        if bit(start) & hidden:
            targets |= ~TABLES.line[their_king][start]
        targets &= allowed
        if bit(start) & pinned:
            targets &= TABLES.line[king][start]
        if targets == 0:
            continue
        targets &= slider_attacks(side, start, occupied)
        end = add_to(end, board, start, side, targets)

    # 3. Pawns.
    pieces = board.kinds[PAWN] & own
    targets = ahead_7(pieces & (~pinned | TABLES.antidiagonal[king]), us) & enemy & allowed
    end = add_pawn_checks(end, board, targets, 7, PLAIN, squares[PAWN], hidden, their_king, us)
    targets = ahead_9(pieces & (~pinned | TABLES.diagonal[king]), us) & enemy & allowed
    end = add_pawn_checks(end, board, targets, 9, PLAIN, squares[PAWN], hidden, their_king, us)
    targets = ahead(pieces & (~pinned | FILE_A << (king & 7)), us) & ~occupied
    pieces = ahead(targets & third_rank(us), us) & ~occupied & allowed
    end = add_pawn_checks(end, board, targets & allowed, 8, PLAIN, squares[PAWN], hidden, their_king, us)
    end = add_pawn_checks(end, board, pieces, 16, DOUBLE_STEP, squares[PAWN], hidden, their_king, us)
    if board.en_passant:
        pieces = TABLES.pawn[us ^ 1][board.en_passant] & board.kinds[PAWN] & own
        while pieces:
            start = take(&pieces)
            if en_passant_legal(board, start, king, us):
                end[0] = start | board.en_passant << TO | EN_PASSANT << FLAG | (PAWN + 1) << VICTIM
                end += 1

    # 4. Castling, if the rook then stands on a line with their king, or if our king or rook hid a check.
    if checks == 0 and board.rights & (3 << 2 * us):
        for side in range(2 * us, 2 * us + 2):
            if (
                board.rights & (1 << side)
                and (
                    TABLES.rook_lines[rook_to(side)] & bit(their_king)
                    or hidden & (bit(king) | bit(setup.rook_from[side]))
                )
                and castling_legal(setup, board, side, us)
            ):
                end[0] = king | setup.rook_from[side] << TO | CASTLE << FLAG | KING << KIND
                end += 1
    return <int> (end - moves)


cdef int generate_mating(const Setup* setup, const Board* board, Move* moves) noexcept nogil:
    """Write every legal move that may mate: all checks, and few other moves; return how many.

    Pawns promote only to a queen or a knight: if a rook or a bishop mates, so does a queen.
    """
    if board.turn == WHITE:
        return generate_mating_for(setup, board, moves, WHITE)
    return generate_mating_for(setup, board, moves, BLACK)


cdef bint is_checkmate(const Setup* setup, const Board* board) noexcept nogil:
    """Whether the side to move is mated; quick if its king can step away."""
    cdef int us = board.turn
    cdef u64 occupied = board.colours[WHITE] | board.colours[BLACK]
    cdef int king = lowest(board.kinds[KING] & board.colours[us])
    cdef u64 pieces = TABLES.king[king] & ~board.colours[us]
    while pieces:
        if attackers(board, take(&pieces), us, occupied ^ bit(king)) == 0:
            return False
    return standing(setup, board) == CHECKMATE


cdef bint never_stalemate(const Board* board) noexcept nogil:
    """Whether no move of the side to move can stalemate the other side; False: not sure.

    A move immobilises at most three pieces: it captures one or blocks it, and it may pin two.
    """
    cdef int us = board.turn ^ 1
    cdef u64 own = board.colours[us]
    cdef u64 occupied = own | board.colours[us ^ 1]
    cdef u64 pinned, pieces
    cdef int free
    find_pins(board, lowest(board.kinds[KING] & own), us, &pinned)
    free = popcount(ahead(board.kinds[PAWN] & own & ~pinned, us) & ~occupied)
    pieces = board.kinds[KNIGHT] & own & ~pinned
    while pieces and free <= MOST_BOUND:
        free += TABLES.knight[take(&pieces)] & ~own != 0
    pieces = (board.kinds[BISHOP] | board.kinds[QUEEN]) & own & ~pinned
    while pieces and free <= MOST_BOUND:
        free += bishop_attacks(take(&pieces), occupied) & ~own != 0
    pieces = board.kinds[ROOK] & own & ~pinned
    while pieces and free <= MOST_BOUND:
        free += rook_attacks(take(&pieces), occupied) & ~own != 0
    return free > MOST_BOUND


cdef bint quiet_check(const Setup* setup, const Board* board, const u64* checks) noexcept nogil:
    """Whether a quiet move of the side to move may give check, or promote; False is sure.

    checks: as `find_check_squares` writes them. The position must have no piece that could discover a check.
    """
    cdef int us = board.turn
    cdef u64 own = board.colours[us]
    cdef u64 empty = ~(own | board.colours[us ^ 1])
    cdef u64 steps = ahead(board.kinds[PAWN] & own, us) & empty
    cdef u64 pieces
    cdef int start, piece, right
    if (board.kinds[PAWN] & own & ahead(last_rank(us), us ^ 1)) or (
        (steps | ahead(steps & third_rank(us), us) & empty) & checks[PAWN]
    ):
        return True
    pieces = board.kinds[KNIGHT] & own
    while pieces:
        if TABLES.knight[take(&pieces)] & empty & checks[KNIGHT]:
            return True
    pieces = (board.kinds[BISHOP] | board.kinds[ROOK] | board.kinds[QUEEN]) & own
    while pieces:
        start = take(&pieces)
        piece = kind_at(board, start)
        if slider_attacks(piece, start, ~empty) & empty & checks[piece]:
            return True
    for right in range(2 * us, 2 * us + 2):
        if board.rights & (1 << right) and TABLES.rook_lines[rook_to(right)] & board.kinds[KING] & ~own:
            return True
    return False


cdef void move_piece(const Setup* setup, Board* board, int us, int piece, int start, int target) noexcept nogil:
    """Take a piece off `start`, and put it on `target`; -1 stands for no square."""
    if start >= 0:
        board.kinds[piece] ^= bit(start)
        board.colours[us] ^= bit(start)
        board.key ^= KEYS.piece[us][piece][start]
        board.sum -= setup.square_values[(us * 6 + piece) * 64 + start]
    if target >= 0:
        board.kinds[piece] ^= bit(target)
        board.colours[us] ^= bit(target)
        board.key ^= KEYS.piece[us][piece][target]
        board.sum += setup.square_values[(us * 6 + piece) * 64 + target]


cdef void castle(const Setup* setup, Board* after, int us, int king, int rook) noexcept nogil:
    """Castle. Both pieces leave the board first: in Chess960, either may stand where the other goes."""
    cdef int right = 2 * us + (rook < king)
    move_piece(setup, after, us, KING, king, -1)
    move_piece(setup, after, us, ROOK, rook, rook_to(right))
    move_piece(setup, after, us, KING, -1, king_to(right))


cdef void finish_pawn_move(const Setup* setup, Board* after, int us, int target, int special) noexcept nogil:
    """Complete a promotion or a double step after the pawn has moved."""
    cdef int square
    if special >= PROMOTE_KNIGHT:
        move_piece(setup, after, us, PAWN, target, -1)
        move_piece(setup, after, us, special - PROMOTED, -1, target)
    elif special == DOUBLE_STEP:
        square = back(target, 8, us)
        if TABLES.pawn[us][square] & after.kinds[PAWN] & after.colours[us ^ 1]:
            after.en_passant = square
            # Only a square on which a capture is legal counts, in FEN and in repetitions.
            if en_passant_possible(after):
                after.key ^= KEYS.en_passant[square]
            else:
                after.en_passant = 0


cdef inline void play_for(
    const Setup* setup, const Board* board, Board* after, Move move, const bint full, const int us
) noexcept nogil:
    """Play a legal move. Without `full`, key, sum and clock are not updated: perft needs none of them."""
    cdef int start = from_square(move)
    cdef int target = to_square(move)
    cdef int special = flag(move)
    cdef int piece = kind(move)
    cdef int taken = victim(move)
    cdef int square
    cdef u64 both = bit(start) | bit(target)
    cdef u64 key = board.key ^ KEYS.turn
    cdef int32_t sum = board.sum
    # Everything below is read from `board`: to load again what has just been copied would stall.
    after[0] = board[0]
    after.turn = us ^ 1
    after.en_passant = 0
    after.rights = board.rights & setup.kept[start] & setup.kept[target]
    if full:
        after.clock = 0 if taken or piece == PAWN else board.clock + 1
        if board.en_passant:
            key ^= KEYS.en_passant[board.en_passant]
        if after.rights != board.rights:
            key ^= KEYS.rights[board.rights] ^ KEYS.rights[after.rights]
    if special == CASTLE:
        after.key = key
        castle(setup, after, us, start, target)
        return
    after.colours[us] = board.colours[us] ^ both
    after.kinds[piece] = board.kinds[piece] ^ both
    if taken:
        square = back(target, 8, us) if special == EN_PASSANT else target
        after.colours[us ^ 1] = board.colours[us ^ 1] ^ bit(square)
        after.kinds[taken - 1] ^= bit(square)  # may be the kind that has moved
        if full:
            key ^= KEYS.piece[us ^ 1][taken - 1][square]
            sum -= setup.square_values[((us ^ 1) * 6 + taken - 1) * 64 + square]
    if full:
        after.key = key ^ KEYS.piece[us][piece][start] ^ KEYS.piece[us][piece][target]
        after.sum = (
            sum + setup.square_values[(us * 6 + piece) * 64 + target]
            - setup.square_values[(us * 6 + piece) * 64 + start]
        )
    if special != PLAIN:
        finish_pawn_move(setup, after, us, target, special)


cdef void play(const Setup* setup, const Board* board, Board* after, Move move) noexcept nogil:
    """Write the position after a legal move into `after`, except for what `count_repeats` sets."""
    if board.turn == WHITE:
        play_for(setup, board, after, move, True, WHITE)
    else:
        play_for(setup, board, after, move, True, BLACK)


cdef void make_null_move(const Board* board, Board* after) noexcept nogil:
    """Write the position after a null move into `after`. Repetitions count only from there on."""
    after[0] = board[0]
    after.turn = board.turn ^ 1
    after.en_passant = 0
    after.key = board.key ^ KEYS.turn ^ KEYS.en_passant[board.en_passant]
    after.clock = 0
    after.repeats = after.any_repeat = 0


cdef u64 key_after(const Board* board, Move move) noexcept nogil:
    """The key after most moves: it ignores the effects of castling, promotion, en passant and lost rights."""
    cdef int us = board.turn
    cdef int taken = victim(move)
    cdef const u64* moved = KEYS.piece[us][kind(move)]
    cdef u64 key = board.key ^ KEYS.turn ^ KEYS.en_passant[board.en_passant]
    key ^= moved[from_square(move)] ^ moved[to_square(move)]
    if taken:
        key ^= KEYS.piece[us ^ 1][taken - 1][to_square(move)]
    return key


cdef u64 zobrist(const Board* board) noexcept nogil:
    """Compute the key from scratch."""
    cdef u64 key = KEYS.rights[board.rights] ^ KEYS.en_passant[board.en_passant]
    cdef u64 pieces
    cdef int colour, kind
    for colour in range(2):
        for kind in range(6):
            pieces = board.kinds[kind] & board.colours[colour]
            while pieces:
                key ^= KEYS.piece[colour][kind][take(&pieces)]
    return key ^ KEYS.turn if board.turn == BLACK else key


cdef u64 perft_for(
    const Setup* setup, const Board* board, int depth, const bint* halted, const int us
) noexcept nogil:
    cdef Move[MAX_MOVES] moves
    cdef Board after
    cdef u64 nodes = 0
    cdef int i, n, noisy
    if raised(halted):
        return 0
    n = generate_for(setup, board, moves, &noisy, False, us)
    for i in range(n):
        play_for(setup, board, &after, moves[i], False, us)
        if depth == 2:
            nodes += count_all(setup, &after, us ^ 1)
        elif us == WHITE:
            nodes += perft_for(setup, &after, depth - 1, halted, BLACK)
        else:
            nodes += perft_for(setup, &after, depth - 1, halted, WHITE)
    return nodes


cdef u64 perft(const Setup* setup, const Board* board, int depth, const bint* halted) noexcept nogil:
    """The number of legal sequences of `depth` plies; the last ply is counted, not played ("bulk counting").

    halted: once this is set, the count ends early and returns a meaningless number.
    """
    if depth == 0:
        return 1
    if depth == 1:
        return count(setup, board)
    if board.turn == WHITE:
        return perft_for(setup, board, depth, halted, WHITE)
    return perft_for(setup, board, depth, halted, BLACK)
