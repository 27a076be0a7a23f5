"""Picker: the moves of a node one by one, the most promising first.

The order:
1. the table's move;
2. captures that lose no more by exchanges than their histories allow, the most valuable victim first;
3. killer moves and the counter-move;
4. quiet moves, by their histories, by checks and by attacks of pieces of less value;
5. the other captures.

Each part is sorted when it is reached, and only up to the move behind the one that is returned.
"""

from libc.stdint cimport int16_t, int64_t

from .....bits cimport u64
from .....position cimport Move
from ...attacks cimport attacked_by_bishops, attacked_by_knights, attacked_by_rooks, pawn_attacks
from ...board cimport (
    BISHOP,
    KING,
    KNIGHT,
    PAWN,
    PROMOTE_QUEEN,
    QUEEN,
    ROOK,
    Board,
    attacks_king,
    find_check_squares,
    flag,
    from_square,
    key_after,
    kind,
    to_square,
    victim,
)
from .exchange cimport exchange_reaches, piece_value
from .history cimport MOVED, Histories, capture_history, quiet_history
from .table cimport TranspositionTable, prefetch, stored_move, table_key
from .tunables cimport (
    BEHIND_WEIGHT,
    CHECK_SCORE,
    ESCAPE_SCORE,
    FURTHER_WEIGHT,
    GOOD_HISTORY,
    STEP_INTO_SCORE,
    VICTIM_WEIGHT,
)

cdef enum:
    MOST_LEGAL = 256        # moves that a position has at most, and some
    KILLERS = 2
cdef enum Stage:
    HASH, CAPTURES, WINNING, REFUTATIONS, QUIETS, LOSING

cdef struct Picker:
    Move[MOST_LEGAL] moves
    int64_t[MOST_LEGAL] ranks   # once their stage has begun
    Move[3] refutations     # killers and the counter-move; 0 for none
    const int16_t* after    # histories of continuations: of the last move,
    const int16_t* behind   # of our last one
    const int16_t* further  # and of the one before
    u64 threats             # the squares that the opponent attacks
    u64[6] lesser           # for each kind of piece, those that it attacks with a piece of less value
    u64[6] check_squares    # from where each kind of piece would give check; both are found for quiet moves
    bint checks_found
    int n
    int noisy               # the first so many are captures and promotions
    int known               # the low bits of the table's move, or 0
    int next
    int losing              # captures put off, at the beginning of the list
    int refutation
    int stage


cdef inline bint is_quiet(Move move) noexcept nogil:
    return victim(move) == 0 and flag(move) != PROMOTE_QUEEN


cdef inline int row_of(Move move, int us) noexcept nogil:
    """The place of a move in histories of continuations."""
    return us * (MOVED // 2) + kind(move) * 64 + to_square(move)


cdef inline int noisy_score(Histories* histories, Move move) noexcept nogil:
    cdef int captured = victim(move) - 1
    cdef int score = VICTIM_WEIGHT * piece_value(captured)
    if flag(move) == PROMOTE_QUEEN:
        score += VICTIM_WEIGHT * piece_value(QUEEN)
    return score + capture_history(histories, move)[0]


cdef inline int quiet_score(const Picker* picker, Histories* histories, Move move, int us) noexcept nogil:
    cdef int row = row_of(move, us)
    cdef int score = quiet_history(histories, move, us, picker.threats)[0]
    score += picker.after[row]
    if attacks_king(move, picker.check_squares):
        score += CHECK_SCORE
    if picker.lesser[kind(move)] >> from_square(move) & 1:
        score += ESCAPE_SCORE
    if picker.lesser[kind(move)] >> to_square(move) & 1:
        score -= STEP_INTO_SCORE
    return score + (BEHIND_WEIGHT * picker.behind[row] + FURTHER_WEIGHT * picker.further[row]) // 100


cdef inline int64_t ranked(int score, int place) noexcept nogil:
    """A number that is larger for a better score, and for an equal one at an earlier place.

    Its lowest bits tell the place, as MOST_LEGAL is a power of two.
    """
    return <int64_t> score * MOST_LEGAL + MOST_LEGAL - 1 - place


cdef inline void bring_best(Move* moves, int64_t* ranks, int first, int end) noexcept nogil:
    """Swap the best of the moves from `first` to `end`, exclusive, to the front.

    A compiler vectorises the search for the largest number, but not the search for its place. So the number tells it.
    """
    cdef int64_t best = ranks[first]
    cdef int i
    for i in range(first + 1, end):
        best = max(best, ranks[i])
    i = MOST_LEGAL - 1 - <int> (best & (MOST_LEGAL - 1))
    moves[first], moves[i] = moves[i], moves[first]
    ranks[i] = ranks[first] + first - i


cdef inline void begin_picking(Picker* picker, int n, int noisy, int known) noexcept nogil:
    """n moves lie in the list, the noisy ones first; `known`: the low bits of the table's move, or 0."""
    picker.n = n
    picker.noisy = noisy
    picker.known = known
    picker.next = picker.losing = picker.refutation = 0
    picker.stage = HASH
    picker.checks_found = False


cdef inline void find_checks(Picker* picker, const Board* board) noexcept nogil:
    """Find the squares from where pieces give check, once for a node."""
    if not picker.checks_found:
        find_check_squares(board, board.turn, picker.check_squares)
        picker.checks_found = True


cdef inline void find_lesser(Picker* picker, const Board* board) noexcept nogil:
    """For each kind of piece, the squares that the opponent attacks with a piece of less value."""
    cdef int them = board.turn ^ 1
    cdef u64 pieces = board.colours[them]
    cdef u64 occupied = pieces | board.colours[board.turn]
    cdef u64 squares = pawn_attacks(board.kinds[PAWN] & pieces, them)
    picker.lesser[PAWN] = picker.lesser[KING] = 0
    picker.lesser[KNIGHT] = picker.lesser[BISHOP] = squares
    squares |= attacked_by_knights(board.kinds[KNIGHT] & pieces)
    squares |= attacked_by_bishops(board.kinds[BISHOP] & pieces, occupied)
    picker.lesser[ROOK] = squares
    picker.lesser[QUEEN] = squares | attacked_by_rooks(board.kinds[ROOK] & pieces, occupied)


cdef inline bint gives_check(Picker* picker, const Board* board, Move move) noexcept nogil:
    """Whether a quiet move gives check directly."""
    find_checks(picker, board)
    return attacks_king(move, picker.check_squares)


cdef inline void take_out(Picker* picker, int i) noexcept nogil:
    """Remove a move from the list, and close the gap in its part of it."""
    if i < picker.noisy:
        picker.noisy -= 1
        picker.moves[i] = picker.moves[picker.noisy]
        i = picker.noisy
    picker.n -= 1
    picker.moves[i] = picker.moves[picker.n]


cdef inline void fetch_behind(const Board* board, Move move, TranspositionTable table) noexcept nogil:
    """Ask memory for the entry of the table behind a move: memory is slower than playing the move."""
    cdef int clock = 0 if victim(move) or kind(move) == PAWN else board.clock + 1
    prefetch(table, table_key(key_after(board, move), clock))


cdef inline void bring_next(Picker* picker, int end, const Board* board, TranspositionTable table) noexcept nogil:
    """Bring the best of the moves from the next one on to the front, before the move that is picked is searched."""
    if picker.next < end:
        bring_best(picker.moves, picker.ranks, picker.next, end)
        fetch_behind(board, picker.moves[picker.next], table)


cdef inline Move pick(
    Picker* picker, Histories* histories, const Board* board, TranspositionTable table, bint skip_quiets
) noexcept nogil:
    """The next move, or 0 after the last one. skip_quiets: return no more quiet moves."""
    cdef Move move
    cdef int i
    if picker.stage == HASH:
        picker.stage = CAPTURES
        if picker.known:
            for i in range(picker.n):
                move = picker.moves[i]
                if stored_move(move) == picker.known:
                    take_out(picker, i)
                    fetch_behind(board, move, table)
                    return move
    if picker.stage == CAPTURES:
        picker.stage = WINNING
        for i in range(picker.noisy):
            picker.ranks[i] = ranked(noisy_score(histories, picker.moves[i]), i)
        bring_next(picker, picker.noisy, board, table)
    if picker.stage == WINNING:
        while picker.next < picker.noisy:
            move = picker.moves[picker.next]
            picker.next += 1
            bring_next(picker, picker.noisy, board, table)
            if exchange_reaches(board, move, -capture_history(histories, move)[0] // GOOD_HISTORY):
                return move
            picker.moves[picker.losing] = move
            picker.losing += 1
        picker.stage = REFUTATIONS
    if picker.stage == REFUTATIONS:
        while picker.refutation < KILLERS + 1 and not skip_quiets:
            move = picker.refutations[picker.refutation]
            picker.refutation += 1
            for i in range(picker.noisy, picker.n if move else 0):
                if picker.moves[i] == move:
                    take_out(picker, i)
                    fetch_behind(board, move, table)
                    return move
        picker.stage = QUIETS
        picker.next = picker.noisy
        if not skip_quiets and picker.next < picker.n:
            find_checks(picker, board)
            find_lesser(picker, board)
        for i in range(picker.noisy, 0 if skip_quiets else picker.n):
            picker.ranks[i] = ranked(quiet_score(picker, histories, picker.moves[i], board.turn), i)
        bring_next(picker, 0 if skip_quiets else picker.n, board, table)
    if picker.stage == QUIETS:
        if picker.next < picker.n and not skip_quiets:
            move = picker.moves[picker.next]
            picker.next += 1
            bring_next(picker, picker.n, board, table)
            return move
        picker.stage = LOSING
        picker.next = 0
    if picker.next < picker.losing:
        move = picker.moves[picker.next]
        picker.next += 1
        return move
    return 0
