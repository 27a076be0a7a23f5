"""A chess position as bitboards, and its moves.

Bit layout: bit 8 * rank + file, so a1 = 0, h1 = 7, a8 = 56, h8 = 63.

A move, from its lowest bit:  from 6 | to 6 | flag 4 | kind 3 | victim 3.
`to` of a castling move is the rook's square; `victim` is one more than the captured kind, 0 when nothing is captured.
`from_square`, `to_square`, `flag`, `kind` and `victim` read them.
"""

from libc.stdint cimport int16_t, int32_t, uint8_t, uint16_t

from ...bits cimport bit, lowest, popcount, u64
from ...position cimport Move
from .attacks cimport (
    TABLES,
    WHITE,
    attacked_by_bishops,
    attacked_by_knights,
    attacked_by_rooks,
    bishop_attacks,
    pawn_attacks,
    rook_attacks,
)

cdef enum:  # kinds of pieces
    PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING

cdef enum:  # flags of a move: what is special about it
    PLAIN, DOUBLE_STEP, EN_PASSANT, CASTLE, PROMOTE_KNIGHT, PROMOTE_BISHOP, PROMOTE_ROOK, PROMOTE_QUEEN

cdef enum:
    TO = 6          # how far each field of a move is shifted
    FLAG = 12
    KIND = 16
    VICTIM = 19
    PROMOTED = 3    # flag - PROMOTED is the kind that a pawn turns into

cdef struct Board:
    u64 kinds[6]
    u64 colours[2]
    u64 key             # Zobrist: pieces, turn, castling rights, en passant file
    int32_t sum         # the incremental part of the evaluation, from White's view
    int16_t clock       # plies since the last capture or pawn move
    uint8_t turn
    uint8_t rights      # castling: bit 0 White's king side, 1 White's queen side, 2 and 3 Black's
    uint8_t en_passant  # the square behind a pawn that just made a double step, 0 for none
    uint8_t repeats     # how often this position stood on the board before
    uint8_t any_repeat     # whether any position since the last irreversible move, this one included, is a repeat
    uint16_t since      # plies since the last occurrence of this position, if it is a repeat
    uint8_t padding[38]  # to two cache lines: a copy that straddles lines stalls the loads that follow

cdef struct Setup:
    # What does not change in a game: where castling starts, and the value of each piece on each square.
    const int32_t* square_values      # [colour][kind][square]: added to Board.sum
    uint8_t kept[64]          # the rights that remain after a move from or to this square
    uint8_t rook_from[4]      # by the bit of the right
    u64 empty[4]              # squares that must be empty
    u64 crossed[4]            # squares, from the king's own to its last, that must not be attacked

cdef enum:
    CYCLE = 4               # the fewest plies that lead back to the same position
    CLAIMED_REPEATS = 2     # earlier occurrences of a position that make a threefold repetition
    CLAIMED_CLOCK = 100     # plies without a capture or pawn move after which a draw can be claimed

cdef enum Standing:
    PLAYING, CHECKMATE, STALEMATE

cdef int king_to(int right) noexcept nogil
cdef int rook_to(int right) noexcept nogil

cdef int generate(const Setup* setup, const Board* board, Move* moves) noexcept nogil
cdef int generate_noisy_first(const Setup* setup, const Board* board, Move* moves, int* noisy) noexcept nogil
cdef int generate_noisy(const Setup* setup, const Board* board, Move* moves) noexcept nogil
cdef int generate_mating(const Setup* setup, const Board* board, Move* moves) noexcept nogil
cdef bint is_checkmate(const Setup* setup, const Board* board) noexcept nogil
cdef u64 discoverers(const Board* board, int king, int us) noexcept nogil
cdef bint never_stalemate(const Board* board) noexcept nogil
cdef bint quiet_check(const Setup* setup, const Board* board, const u64* checks) noexcept nogil
cdef int count(const Setup* setup, const Board* board) noexcept nogil
cdef Standing standing(const Setup* setup, const Board* board) noexcept nogil
cdef void play(const Setup* setup, const Board* board, Board* after, Move move) noexcept nogil
cdef void make_null_move(const Board* board, Board* after) noexcept nogil
cdef u64 perft(const Setup* setup, const Board* board, int depth, const bint* halted) noexcept nogil
cdef u64 checkers(const Board* board, int colour) noexcept nogil
cdef bint en_passant_possible(const Board* board) noexcept nogil
cdef u64 key_after(const Board* board, Move move) noexcept nogil
cdef u64 zobrist(const Board* board) noexcept nogil


cdef inline int from_square(Move move) noexcept nogil:
    return <int> (move & 63)


cdef inline int to_square(Move move) noexcept nogil:
    return <int> ((move >> TO) & 63)


cdef inline int flag(Move move) noexcept nogil:
    return <int> ((move >> FLAG) & 15)


cdef inline int kind(Move move) noexcept nogil:
    return <int> ((move >> KIND) & 7)


cdef inline int victim(Move move) noexcept nogil:
    return <int> ((move >> VICTIM) & 7)


cdef inline int kind_at(const Board* board, int square) noexcept nogil:
    """The kind of the piece on an occupied square, without a branch."""
    return <int> (
        ((board.kinds[KNIGHT] >> square) & 1)
        + 2 * ((board.kinds[BISHOP] >> square) & 1)
        + 3 * ((board.kinds[ROOK] >> square) & 1)
        + 4 * ((board.kinds[QUEEN] >> square) & 1)
        + 5 * ((board.kinds[KING] >> square) & 1)
    )


cdef inline int distance(int one, int other) noexcept nogil:
    """The number of king moves between two squares on an empty board."""
    cdef int files = (one & 7) - (other & 7)
    cdef int ranks = (one >> 3) - (other >> 3)
    files = files if files > 0 else -files
    ranks = ranks if ranks > 0 else -ranks
    return files if files > ranks else ranks


cdef inline u64 slider_attacks(int piece, int square, u64 occupied) noexcept nogil:
    """The squares that a bishop, a rook or a queen attacks."""
    if piece == BISHOP:
        return bishop_attacks(square, occupied)
    if piece == ROOK:
        return rook_attacks(square, occupied)
    return bishop_attacks(square, occupied) | rook_attacks(square, occupied)


cdef inline u64 attackers(const Board* board, int square, int us, u64 occupied) noexcept nogil:
    """The pieces of the other side that attack a square, if the squares `occupied` are occupied."""
    return board.colours[us ^ 1] & (
        (TABLES.pawn[us][square] & board.kinds[PAWN])
        | (TABLES.knight[square] & board.kinds[KNIGHT])
        | (TABLES.king[square] & board.kinds[KING])
        | (bishop_attacks(square, occupied) & (board.kinds[BISHOP] | board.kinds[QUEEN]))
        | (rook_attacks(square, occupied) & (board.kinds[ROOK] | board.kinds[QUEEN]))
    )


cdef inline u64 attacked(const Board* board, int us) noexcept nogil:
    """The squares that the pieces of one side attack."""
    cdef u64 occupied = board.colours[0] | board.colours[1]
    cdef u64 own = board.colours[us]
    cdef u64 squares = TABLES.king[lowest(own & board.kinds[KING])]
    squares |= pawn_attacks(own & board.kinds[PAWN], us)
    squares |= attacked_by_knights(own & board.kinds[KNIGHT])
    squares |= attacked_by_bishops(own & (board.kinds[BISHOP] | board.kinds[QUEEN]), occupied)
    return squares | attacked_by_rooks(own & (board.kinds[ROOK] | board.kinds[QUEEN]), occupied)


cdef inline void count_repeats(Board* board, ptrdiff_t behind) noexcept nogil:
    """Count the earlier occurrences of a position just played: one more than the latest of them had.

    behind: the number of known positions before it; they lie before it in memory.
    """
    cdef ptrdiff_t distance = CYCLE
    cdef ptrdiff_t furthest = min(<ptrdiff_t> board.clock, behind)
    board.repeats = 0
    board.any_repeat = (board - 1).any_repeat if board.clock else 0
    while distance <= furthest:
        if (board - distance).key == board.key:
            board.repeats = (board - distance).repeats + 1
            board.since = <uint16_t> distance
            board.any_repeat = 1
            return
        distance += 2


cdef inline void find_check_squares(const Board* board, int us, u64* squares) noexcept nogil:
    """Write the squares from which each kind of our pieces attacks the other side's king."""
    cdef int king = lowest(board.kinds[KING] & board.colours[us ^ 1])
    cdef u64 occupied = board.colours[0] | board.colours[1]
    squares[PAWN] = TABLES.pawn[us ^ 1][king]
    squares[KNIGHT] = TABLES.knight[king]
    squares[BISHOP] = bishop_attacks(king, occupied)
    squares[ROOK] = rook_attacks(king, occupied)
    squares[QUEEN] = squares[BISHOP] | squares[ROOK]
    squares[KING] = 0


cdef inline bint attacks_king(Move move, const u64* squares) noexcept nogil:
    """Whether the moving piece itself gives check. squares: as `find_check_squares` wrote them."""
    return bit(to_square(move)) & squares[kind(move)] != 0


cdef inline bint insufficient_material(const Board* board) noexcept nogil:
    """Whether no sequence of legal moves can mate: a lone minor piece, or bishops of one colour of squares only."""
    if board.kinds[PAWN] | board.kinds[ROOK] | board.kinds[QUEEN]:
        return False
    if board.kinds[KNIGHT]:
        return popcount(board.kinds[KNIGHT]) == 1 and board.kinds[BISHOP] == 0
    return board.kinds[BISHOP] & <u64> 0xAA55AA55AA55AA55 == 0 or board.kinds[BISHOP] & ~<u64> 0xAA55AA55AA55AA55 == 0


cdef inline int32_t gain(const Setup* setup, Move move, int us) noexcept nogil:
    """The change of the sum by a move that neither castles, nor captures en passant, nor promotes."""
    cdef int start = from_square(move)
    cdef int target = to_square(move)
    cdef int piece = kind(move)
    cdef int taken = victim(move)
    cdef const int32_t* values = setup.square_values + (us * 6 + piece) * 64
    cdef int32_t added = values[target] - values[start]
    if taken:
        added -= setup.square_values[((us ^ 1) * 6 + taken - 1) * 64 + target]
    return added
