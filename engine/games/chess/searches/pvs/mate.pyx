"""Mate in a number of moves, proved or refuted by a full-width search: all moves of the attacker, and all replies.

Only moves that cannot matter are left out: the attacker's last move must give check. A draw that can be claimed ends
the game, unless the same move mates.

The fastest mate comes nearer with each move, so its line never returns to a position. A position can be a third
occurrence only if it stood on the board twice at the root. So a result for a position is true however the position is
reached, except for the 50-move clock. The table is used only where this clock cannot run out before the mate. An entry
tells within how many moves of the attacker a mate is proved (in place of the score; 0: none is proved), and within how
many it is refuted (in place of the evaluation). Either side may be to move.
"""

from libc.stdint cimport int64_t
from libc.string cimport memset

from .....support.atomic cimport raised
from .....bits cimport bit, lowest, mix, u64
from .....position cimport Move
from ...attacks cimport TABLES
from ...board cimport (
    CLAIMED_CLOCK,
    DOUBLE_STEP,
    KING,
    Board,
    attacks_king,
    checkers,
    count,
    discoverers,
    find_check_squares,
    flag,
    from_square,
    generate,
    generate_mating,
    insufficient_material,
    is_checkmate,
    play,
    to_square,
    victim,
)
from .picker cimport MOST_LEGAL, bring_best, ranked
from .table cimport EXACT, Known, probe, stored_move
from .thread cimport SearchThread

cdef enum:
    # The order of moves. Each counts more than all after it together:
    FIRST = 1 << 30             # the table's move and killers,
    CHECK = 1 << 28             # checks,
    REPLY = 1 << 20             # checks with fewer replies, by so much for each reply,
    TAKE = 1 << 16              # captures, by the captured piece,
    MOST_COUNTED = TAKE - 1     # moves that were good elsewhere, by how often


cdef void begin_mate_search(SearchThread t, MateSearch* s) noexcept nogil:
    """Forget what was learned at other roots. The entries of the table stay true."""
    cdef const Board* board = t.position.board
    cdef ptrdiff_t behind = min(<ptrdiff_t> board.clock, board - t.position.boards, <ptrdiff_t> MOST_DRAWN - 1)
    cdef ptrdiff_t distance
    cdef u64 state = 0
    memset(s, 0, sizeof(MateSearch))
    s.salt = mix(&state)
    for distance in range(behind + 1):
        if (board - distance).repeats:
            s.drawn[s.drawn_count] = (board - distance).key
            s.drawn_count += 1
            state ^= (board - distance).key
            s.salt ^= mix(&state)


cdef inline bint step(SearchThread t, Move move) noexcept nogil:
    """Play a move, unless the search has to stop."""
    cdef Board* board = t.position.board
    if t.nodes >= t.next_poll:
        t.poll()
    if raised(t.halted):
        return False
    play(&t.position.setup, board, board + 1, move)
    t.position.board = board + 1
    t.nodes += 1
    return True


cdef inline bint is_drawn(const MateSearch* s, const Board* board) noexcept nogil:
    """Whether a position is drawn, unless it is mate."""
    cdef int i
    if board.clock >= CLAIMED_CLOCK:
        return True
    for i in range(s.drawn_count):
        if s.drawn[i] == board.key:
            return True
    return insufficient_material(board)


cdef bint mates(SearchThread t, MateSearch* s, Move move, int moves) noexcept nogil:
    """Whether this move mates within so many moves, itself included. False if stopped."""
    cdef bint found
    if not step(t, move):
        return False
    if moves == 1:
        found = is_checkmate(&t.position.setup, t.position.board)
    else:
        found = is_lost(t, s, moves - 1)
    t.position.board -= 1
    return found


cdef Move mate_at_once(SearchThread t, MateSearch* s) noexcept nogil:
    """A move that mates, or 0."""
    cdef Move[MOST_LEGAL] legal
    cdef int n = generate_mating(&t.position.setup, t.position.board, legal)
    cdef int i
    for i in range(n):
        if mates(t, s, legal[i], 1):
            return legal[i]
    return 0


cdef inline bint gives_check(
    SearchThread t, const Board* board, Move move, const u64* squares, u64 hidden, int their_king
) noexcept nogil:
    cdef int target = to_square(move)
    if flag(move) > DOUBLE_STEP:
        play(&t.position.setup, board, t.position.board + 1, move)
        return checkers(t.position.board + 1, (t.position.board + 1).turn) != 0
    if attacks_king(move, squares):
        return True
    return bit(from_square(move)) & hidden and not bit(target) & TABLES.line[their_king][from_square(move)]


cdef Move winning_move(SearchThread t, MateSearch* s, int moves, int known) noexcept nogil:
    """A move that mates within so many moves, 2 or more; 0 if there is none, or if stopped. No move mates at once."""
    cdef Move[MOST_LEGAL] legal
    cdef int64_t[MOST_LEGAL] ranks
    cdef u64[6] squares
    cdef const Board* board = t.position.board
    cdef int us = board.turn
    cdef int their_king = lowest(board.kinds[KING] & board.colours[us ^ 1])
    cdef u64 hidden = discoverers(board, their_king, us)
    cdef int n = generate(&t.position.setup, board, legal)
    cdef int i, score
    cdef Move move
    find_check_squares(board, us, squares)
    for i in range(n):
        move = legal[i]
        score = s.mated[from_square(move)][to_square(move)]
        if stored_move(move) == known:
            score = FIRST
        elif gives_check(t, board, move, squares, hidden, their_king):
            play(&t.position.setup, board, t.position.board + 1, move)
            score += CHECK - REPLY * count(&t.position.setup, t.position.board + 1)
        else:
            score += TAKE * victim(move)
        ranks[i] = ranked(score, i)
    for i in range(n):
        bring_best(legal, ranks, i, n)
        move = legal[i]
        if mates(t, s, move, moves):
            if s.mated[from_square(move)][to_square(move)] < MOST_COUNTED:
                s.mated[from_square(move)][to_square(move)] += 1
            return move
        if raised(t.halted):
            return 0
    return 0


cdef bint is_won(SearchThread t, MateSearch* s, int moves) noexcept nogil:
    """Whether the side to move mates within so many moves. False if stopped."""
    cdef const Board* board = t.position.board
    cdef Known known
    cdef bint kept = board.clock + 2 * moves - 2 < CLAIMED_CLOCK    # the clock cannot run out before the mate
    cdef Move move
    if moves == 1:
        return mate_at_once(t, s) != 0
    known.move = 0
    known.score = known.evaluation = 0
    if kept and probe(t.table, board.key ^ s.salt, &known):
        if known.score and known.score <= moves:
            return True
        if known.evaluation >= moves:
            return False
    if known.evaluation == 0:
        move = mate_at_once(t, s)
        if raised(t.halted):
            return False
        if move:
            if kept:
                t.table.store(board.key ^ s.salt, stored_move(move), 1, 0, 2 * moves, EXACT)
            return True
    move = winning_move(t, s, moves, known.move)
    if raised(t.halted):
        return False
    if kept:
        if move:
            known.score = moves
        else:
            known.evaluation = moves
        t.table.store(board.key ^ s.salt, stored_move(move), known.score, known.evaluation, 2 * moves, EXACT)
    return move != 0


cdef int order_replies(
    SearchThread t, MateSearch* s, int moves, int known, Move* legal, int64_t* ranks
) noexcept nogil:
    """Write all replies and their ranks; return how many."""
    cdef const Board* board = t.position.board
    cdef int n = generate(&t.position.setup, board, legal)
    cdef int i, score
    cdef Move move
    for i in range(n):
        move = legal[i]
        if stored_move(move) == known:
            score = FIRST + 1
        elif move == s.killers[moves][0]:
            score = FIRST
        elif move == s.killers[moves][1]:
            score = FIRST - 1
        else:
            score = s.saved[from_square(move)][to_square(move)] + TAKE * victim(move)
        ranks[i] = ranked(score, i)
    return n


cdef bint is_lost(SearchThread t, MateSearch* s, int moves) noexcept nogil:
    """Whether the side to move is mated within so many moves of the other side, 1 or more. False if stopped."""
    cdef Move[MOST_LEGAL] legal
    cdef int64_t[MOST_LEGAL] ranks
    cdef const Board* board = t.position.board
    cdef int i, n
    cdef bint saved
    cdef bint kept = moves > 1 and board.clock + 2 * moves - 1 < CLAIMED_CLOCK
    cdef Known known
    cdef Move move
    known.move = 0
    known.score = known.evaluation = 0
    if is_drawn(s, board):
        return is_checkmate(&t.position.setup, board)
    if kept and probe(t.table, board.key ^ s.salt, &known):
        if known.score and known.score <= moves:
            return True
        if known.evaluation >= moves:
            return False
    n = order_replies(t, s, moves, known.move, legal, ranks)
    if n == 0:
        return checkers(board, board.turn) != 0
    for i in range(n):
        bring_best(legal, ranks, i, n)
        move = legal[i]
        if not step(t, move):
            return False
        saved = is_drawn(s, t.position.board) or not is_won(t, s, moves)
        t.position.board -= 1
        if raised(t.halted):
            return False
        if saved:
            if s.killers[moves][0] != move:
                s.killers[moves][1] = s.killers[moves][0]
                s.killers[moves][0] = move
            if s.saved[from_square(move)][to_square(move)] < MOST_COUNTED:
                s.saved[from_square(move)][to_square(move)] += 1
            if kept:
                t.table.store(
                    board.key ^ s.salt, stored_move(move), known.score, moves, 2 * moves + 1, EXACT
                )
            return False
    if kept:
        t.table.store(board.key ^ s.salt, 0, moves, known.evaluation, 2 * moves + 1, EXACT)
    return True


cdef int winning_line(SearchThread t, MateSearch* s, int moves) noexcept nogil:
    """The place of a root move that mates within so many moves; -1 if none does, or if stopped. None mates sooner."""
    cdef Move[MOST_LEGAL] places
    cdef int64_t[MOST_LEGAL] ranks
    cdef const Board* board = t.position.board
    cdef Board* after = t.position.board + 1
    cdef int i, place, score
    for place in range(t.count):
        places[place] = place
        score = -place
        play(&t.position.setup, board, after, t.lines[place].move)
        if checkers(after, after.turn):
            score += CHECK - REPLY * count(&t.position.setup, after)
        ranks[place] = ranked(score, place)
    for i in range(t.count):
        bring_best(places, ranks, i, t.count)
        place = places[i]
        t.begin_root_move(place)
        if mates(t, s, t.lines[place].move, moves):
            return place
        if raised(t.halted):
            return -1
    return -1


cdef int main_line(SearchThread t, MateSearch* s, Move move, int moves, Move* line) noexcept nogil:
    """Write the line by which a move mates in exactly so many moves, with the longest defence; return its length.

    The move is known to mate, and no move mates sooner. If stopped, the line is shorter.
    """
    cdef Move[MOST_LEGAL] legal
    cdef int64_t[MOST_LEGAL] ranks
    cdef Board* root = t.position.board
    cdef int length = 0
    cdef int i, n
    while move:
        line[length] = move
        length += 1
        moves -= 1
        if moves == 0 or not step(t, move):
            break
        n = order_replies(t, s, moves, 0, legal, ranks)
        move = 0
        for i in range(n):
            bring_best(legal, ranks, i, n)
            if not step(t, legal[i]):
                break
            if moves == 1 or not is_won(t, s, moves - 1):
                move = legal[i]
                break
            t.position.board -= 1
        if move == 0 or raised(t.halted):
            break
        line[length] = move
        length += 1
        move = mate_at_once(t, s) if moves == 1 else winning_move(t, s, moves, 0)
    t.position.board = root
    return length
