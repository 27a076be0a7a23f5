"""The nodes of the tournament search: principal variation search (Marsland and Campbell, 1982) down to quiescence.

Scores are centipawns from the view of the side to move. They are fail-soft: a score inside the window (alpha, beta) is
the result of the search, a score outside it is a bound. `depth` is the number of plies that are left, `ply` the number
of plies since the root.
"""

from cpython.bytearray cimport PyByteArray_AS_STRING
from libc.math cimport log
from libc.stdint cimport int16_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy

from .....support.atomic cimport raised, store_word
from .....bits cimport popcount, u64
from .....evaluation cimport static_value
from .....position cimport MAX_PLY, Move
from ...attacks cimport BLACK, WHITE
from ...board cimport (
    BISHOP,
    CASTLE,
    CLAIMED_CLOCK,
    CLAIMED_REPEATS,
    KING,
    KNIGHT,
    PAWN,
    PROMOTE_QUEEN,
    QUEEN,
    ROOK,
    Board,
    attacked,
    attacks_king,
    checkers,
    count,
    count_repeats,
    find_check_squares,
    flag,
    generate_noisy_first,
    generate_noisy,
    insufficient_material,
    play,
    make_null_move,
    victim,
)
from ...position cimport ChessPosition
from .exchange cimport exchange_reaches, piece_value
from .history cimport (
    CORRECTION_GRAIN,
    CORRECTION_WEIGHT,
    MOST_CORRECTING,
    MOST_CORRECTION,
    MOVED,
    STRUCTURE_BITS,
    Histories,
    bonus_of,
    capture_history,
    learn,
    quiet_history,
)
from .picker cimport LOSING, Picker, begin_picking, gives_check, is_quiet, pick, row_of
from .table cimport EXACT, LOWER, NOTHING, UPPER, Known, TranspositionTable, prefetch, probe, stored_move, table_key
from .tunables cimport *

cdef enum:
    LATEST = 64             # depths and numbers of moves that reductions tell apart
    LOGARITHM_GRAIN = 256
    MOST_TRIED = 64         # moves of a node whose histories are corrected
    BETWEEN = 1024          # nodes of a thread that does not read the clock between two reports of its own

cdef int[LATEST] LOGARITHMS     # in parts of LOGARITHM_GRAIN


cdef int fill_logarithms() except -1:
    cdef int i
    for i in range(1, LATEST):
        LOGARITHMS[i] = <int> (LOGARITHM_GRAIN * log(i))
    return 0


fill_logarithms()


cdef int reduction_of(int depth, int number) noexcept nogil:
    """The reduction of the move of that number, before anything is known of the move, in parts of PLY.

    Later moves are reduced more, the more so the deeper (A. Heinz and others; the form: Senpai, 2014).
    """
    cdef int product = LOGARITHMS[min(depth, LATEST - 1)] * LOGARITHMS[min(number, LATEST - 1)]
    return REDUCTION_BASE + REDUCTION_FACTOR * product // (LOGARITHM_GRAIN * LOGARITHM_GRAIN)


cdef class SearchThread:
    """The position, histories and root moves of one thread. Threads share only the table."""

    def __cinit__(
        self, ChessPosition position, list moves, TranspositionTable table, int number, int without, int draw,
        u64 value_key
    ):
        """draw: its value for White, in centipawns. value_key: differs wherever values of positions differ."""
        cdef int i
        self.position = position
        self.table = table
        self.number = number
        self.without = without
        self.scale = position.scale
        self.draws[WHITE] = draw
        self.draws[BLACK] = -draw
        self.learned = table.histories_of(number, value_key)
        self.histories = <Histories*> PyByteArray_AS_STRING(self.learned)
        self.frames = self.stack + BEHIND
        for i in range(MAX_PLY + BEHIND + 2):
            self.stack[i].row = MOVED
            self.stack[i].evaluation = UNKNOWN
        self.count = len(moves)
        self.lines = <RootLine*> calloc(max(1, self.count), sizeof(RootLine))
        if self.lines == NULL:
            raise MemoryError
        for i in range(self.count):
            self.lines[i].move = moves[i]
            self.lines[i].number = i

    def __dealloc__(self):
        free(self.lines)

    cdef void poll(self) noexcept nogil:
        """Report the number of nodes."""
        store_word(self.counted, self.nodes)
        self.next_poll = self.nodes + BETWEEN

    cdef void begin_root_move(self, int place) noexcept nogil:
        """This root move is searched next."""

    cdef void miss_window(self, int place, int depth) noexcept nogil:
        """The score of this root move lies outside the aspiration window, which is widened next."""


cdef inline bint uses(SearchThread t, Technique technique) noexcept nogil:
    return not t.without >> technique & 1


cdef inline bint may_go_on(SearchThread t) noexcept nogil:
    if t.nodes >= t.next_poll:
        t.poll()
    return not raised(t.halted)


cdef u64 key_of(const Board* board) noexcept nogil:
    """The key of a position in the table."""
    return table_key(board.key, board.clock)


cdef void make(SearchThread t, Move move) noexcept nogil:
    """Play a move, and ask memory for the entry of the table behind it."""
    cdef Board* board = t.position.board + 1
    play(&t.position.setup, board - 1, board, move)
    prefetch(t.table, key_of(board))
    count_repeats(board, board - t.position.boards)
    t.position.board = board
    t.nodes += 1


cdef inline void make_null(SearchThread t) noexcept nogil:
    make_null_move(t.position.board, t.position.board + 1)
    t.position.board += 1
    prefetch(t.table, key_of(t.position.board))
    t.nodes += 1


cdef inline void unmake(SearchThread t) noexcept nogil:
    t.position.board -= 1


cdef inline bint is_draw(SearchThread t, const Board* board, int ply) noexcept nogil:
    """Whether the game is drawn: by the 50-move clock, for lack of pieces, or by repetition.

    One repetition of a position since the root is enough: what could be repeated once could be repeated again.
    """
    if board.repeats and (board.repeats >= CLAIMED_REPEATS or board.since < ply):
        return True
    if board.clock >= CLAIMED_CLOCK:
        return checkers(board, board.turn) == 0 or count(&t.position.setup, board) > 0
    return insufficient_material(board)


cdef bint is_drawn(SearchThread t, int ply) noexcept nogil:
    """The same for the current position."""
    return is_draw(t, t.position.board, ply)


cdef int evaluate(SearchThread t) noexcept nogil:
    """The static evaluation, limited to scores that are no mates."""
    cdef int score = <int> (static_value(t.position) * t.scale)
    if t.position.board.turn == BLACK:
        score = -score
    return max(1 - WON, min(WON - 1, score))


cdef inline int structure_of(u64 one, u64 other, u64 third) noexcept nogil:
    """A hash of the squares of three kinds of pieces."""
    cdef u64 mixed = one * <u64> 0x9E3779B97F4A7C15
    mixed ^= other * <u64> 0xC2B2AE3D27D4EB4F
    mixed ^= third * <u64> 0x165667B19E3779F9
    mixed ^= mixed >> 32
    return <int> ((mixed * <u64> 0xD6E8FEB86659FD93) >> (64 - STRUCTURE_BITS))


cdef inline int16_t* pawn_correction(SearchThread t, const Board* board) noexcept nogil:
    cdef u64 pawns = board.kinds[PAWN]
    cdef int structure = structure_of(pawns & board.colours[WHITE], pawns & board.colours[BLACK], 0)
    return &t.histories.pawn_correction[board.turn][structure]


cdef inline int16_t* piece_correction(SearchThread t, const Board* board, int colour) noexcept nogil:
    cdef u64 own = board.colours[colour]
    cdef u64 minor = (board.kinds[KNIGHT] & own) ^ turned(board.kinds[BISHOP] & own)
    cdef u64 major = (board.kinds[ROOK] & own) ^ turned(board.kinds[QUEEN] & own)
    cdef int structure = structure_of(minor, major, board.kinds[KING] & own)
    return &t.histories.piece_correction[board.turn][colour][structure]


cdef inline u64 turned(u64 squares) noexcept nogil:
    """Rotate the bits, so that two kinds of pieces in one word seldom look like two others."""
    return squares << 21 | squares >> 43


cdef int corrected(SearchThread t, const Board* board, int evaluation) noexcept nogil:
    """Add the mean error of the evaluation in searches of similar positions (Caissa, 2023).

    An evaluation of 0 stays: it is that of an ending that nobody can win.
    """
    cdef int pieces
    if evaluation == 0 or not uses(t, CORRECTION):
        return evaluation
    pieces = piece_correction(t, board, WHITE)[0] + piece_correction(t, board, BLACK)[0]
    evaluation += (
        PAWN_CORRECTION * pawn_correction(t, board)[0] + PIECE_CORRECTION * pieces
    ) // (100 * CORRECTION_GRAIN)
    return max(1 - WON, min(WON - 1, evaluation))


cdef inline void correct(int16_t* entry, int error) noexcept nogil:
    cdef int most = MOST_CORRECTION * CORRECTION_GRAIN
    entry[0] = <int16_t> max(-most, min(most, entry[0] + error))


cdef void learn_correction(SearchThread t, const Board* board, int depth, int error) noexcept nogil:
    """error: the score of a search minus the corrected evaluation."""
    error = max(-4 * MOST_CORRECTION, min(4 * MOST_CORRECTION, error))
    error = error * CORRECTION_GRAIN * min(depth + 1, MOST_CORRECTING) // CORRECTION_WEIGHT
    correct(pawn_correction(t, board), error)
    correct(piece_correction(t, board, WHITE), error)
    correct(piece_correction(t, board, BLACK), error)


cdef inline bint has_pieces(const Board* board) noexcept nogil:
    """Whether the side to move has more than pawns. Without, zugzwang is likely."""
    return (board.kinds[PAWN] | board.kinds[KING] | ~board.colours[board.turn]) != ~<u64> 0


cdef inline bint has_many(const Board* board) noexcept nogil:
    return popcount(board.colours[WHITE] | board.colours[BLACK]) >= DELTA_PIECES


cdef inline int from_root(int score, int ply) noexcept nogil:
    """Convert a score of the table: there, the distance of a mate counts from the node itself."""
    return score - ply if score >= WON else score + ply if score <= -WON else score


cdef inline int from_node(int score, int ply) noexcept nogil:
    return score + ply if score >= WON else score - ply if score <= -WON else score


cdef inline bint look_up(SearchThread t, const Board* board, Known* known) noexcept nogil:
    """Whether the table has a score that can be used; if not, its bound is NOTHING.

    A mate is not used if the 50-move clock could run out before it.
    """
    if not probe(t.table, key_of(board), known):
        known.move = known.score = known.depth = 0
        known.evaluation = UNKNOWN
    elif (
        -WON < known.score < WON
        or MATE - (known.score if known.score > 0 else -known.score) <= CLAIMED_CLOCK - board.clock
    ):
        return True
    known.bound = NOTHING
    return False


cdef inline void extend_pv(SearchThread t, int ply, Move move) noexcept nogil:
    cdef int n = t.pv_length[ply + 1]
    t.pv[ply][0] = move
    memcpy(&t.pv[ply][1], &t.pv[ply + 1][0], n * sizeof(Move))
    t.pv_length[ply] = n + 1


cdef void find_threats(SearchThread t, const Board* board, Frame* frame) noexcept nogil:
    frame.threats = attacked(board, board.turn ^ 1) if uses(t, THREATS) else 0


cdef inline void prepare_picker(
    SearchThread t, Picker* picker, const Board* board, Frame* frame, int known
) noexcept nogil:
    """Prepare the picker for all moves of a node."""
    cdef int noisy
    cdef int n = generate_noisy_first(&t.position.setup, board, picker.moves, &noisy)
    cdef Histories* histories = t.histories
    begin_picking(picker, n, noisy, known)
    find_threats(t, board, frame)
    picker.threats = frame.threats
    picker.refutations[0] = frame.killers[0]
    picker.refutations[1] = frame.killers[1]
    picker.refutations[2] = histories.counter[(frame - 1).row] if uses(t, COUNTER_MOVES) else 0
    if uses(t, CONTINUATION):
        picker.after = histories.continuation[(frame - 1).row]
        picker.behind = histories.continuation[(frame - 2).row]
        picker.further = histories.continuation[(frame - 4).row]
    else:
        picker.after = picker.behind = picker.further = histories.continuation[MOVED]


cdef void learn_continuation(SearchThread t, Frame* frame, int row, int bonus) noexcept nogil:
    if uses(t, CONTINUATION):
        if (frame - 1).row != MOVED:
            learn(&t.histories.continuation[(frame - 1).row][row], bonus)
        if (frame - 2).row != MOVED:
            learn(&t.histories.continuation[(frame - 2).row][row], bonus)
        if (frame - 4).row != MOVED:
            learn(&t.histories.continuation[(frame - 4).row][row], bonus)


cdef void learn_quiet(SearchThread t, Frame* frame, Move move, int us, int bonus) noexcept nogil:
    learn(quiet_history(t.histories, move, us, frame.threats), bonus)
    learn_continuation(t, frame, row_of(move, us), bonus)


cdef inline void learn_capture(SearchThread t, Move move, int bonus) noexcept nogil:
    learn(capture_history(t.histories, move), bonus)


cdef void note_cut(
    SearchThread t, Frame* frame, Move best, const Move* quiets, int quiet_count, const Move* captures,
    int capture_count, int us, int bonus
) noexcept nogil:
    """A move caused a cutoff: from now on it is tried earlier, and the moves tried before it later."""
    cdef int i
    if is_quiet(best):
        if uses(t, KILLER_MOVES) and frame.killers[0] != best:
            frame.killers[1] = frame.killers[0]
            frame.killers[0] = best
        t.histories.counter[(frame - 1).row] = best
        learn_quiet(t, frame, best, us, bonus)
        for i in range(quiet_count):
            if quiets[i] != best:
                learn_quiet(t, frame, quiets[i], us, -bonus * QUIET_MALUS // 100)
    else:
        learn_capture(t, best, bonus)
    for i in range(capture_count):
        if captures[i] != best:
            learn_capture(t, captures[i], -bonus * CAPTURE_MALUS // 100)


cdef int search(SearchThread t, int alpha, int beta, int depth, int ply, bint cut_node) noexcept nogil:
    """The score of a node that is not the root."""
    cdef Picker picker
    cdef Move[MOST_TRIED] quiets, captures
    cdef Frame* frame = t.frames + ply
    cdef const Board* board = t.position.board
    cdef bint pv_node = beta - alpha > 1
    cdef Known known
    cdef bint in_check, improving, quiet, skip_quiets, solid, doubly, unexpected
    cdef int us = board.turn
    cdef int first_alpha = alpha
    cdef int best = -INFINITE
    cdef Move best_move = 0
    cdef Move move, excluded
    cdef int score, table_score, history
    cdef int raw = UNKNOWN
    cdef int evaluation, number, quiet_count, capture_count, row, extension, reduction, new_depth, bound
    cdef int older, verified, reduced_depth, least, singular_beta, singular

    # 1. No depth is left: quiescence.
    if depth <= 0:
        return quiesce(t, alpha, beta, ply, 0)
    if not may_go_on(t):
        return 0
    t.pv_length[ply] = 0
    if ply > t.seldepth:
        t.seldepth = ply
    excluded = frame.excluded

    # 2. A draw, or a line that is as long as there is room for.
    if is_draw(t, board, ply):
        return t.draws[us]
    if ply >= MAX_PLY:
        return evaluate(t)

    # 3. Mate distance pruning: no score is better than the nearest possible mate.
    alpha = max(alpha, ply - MATE)
    beta = min(beta, MATE - ply - 1)
    if alpha >= beta:
        return alpha

    # 4. The transposition table.
    look_up(t, board, &known)
    table_score = from_root(known.score, ply)
    if (
        not pv_node
        and excluded == 0
        and known.depth >= depth
        and known.bound & (LOWER if table_score >= beta else UPPER)
    ):
        return table_score

    # 5. The static evaluation. A score of the table is better than it.
    in_check = checkers(board, us) != 0
    evaluation = UNKNOWN
    improving = False
    if in_check:
        frame.evaluation = UNKNOWN
    else:
        raw = known.evaluation if known.evaluation != UNKNOWN else evaluate(t)
        if excluded == 0:
            frame.evaluation = corrected(t, board, raw)
        evaluation = frame.evaluation
        older = (frame - 2).evaluation if (frame - 2).evaluation != UNKNOWN else (frame - 4).evaluation
        improving = older == UNKNOWN or evaluation > older
        if known.bound & (LOWER if table_score > evaluation else UPPER):
            evaluation = table_score
    frame.doubled = (frame - 1).doubled
    clear_below(frame)
    solid = has_pieces(board)

    if not pv_node and not in_check and excluded == 0:
        # 6. Razoring: so far below alpha that only captures could help.
        if (
            depth <= RAZORING_DEPTH
            and uses(t, RAZORING)
            and alpha < WON  # else no mate would be found that is nearer than a known one
            and evaluation + RAZORING_MARGIN * depth <= alpha
        ):
            score = quiesce(t, alpha, beta, ply, 0)
            if score <= alpha or raised(t.halted):
                return score

        # 7. Reverse futility pruning: so far above beta that a quiet position will stay there.
        if (
            depth <= REVERSE_FUTILITY_DEPTH
            and uses(t, REVERSE_FUTILITY)
            and evaluation - REVERSE_FUTILITY_MARGIN * (depth - improving) >= beta
            and evaluation < WON
        ):
            return evaluation

        # 8. Null move: a side that reaches beta without a move cuts (Beal, 1989). Deep cuts are verified: zugzwang.
        if (
            depth >= NULL_DEPTH
            and uses(t, NULL_MOVE)
            and evaluation >= beta
            and frame.evaluation >= beta
            and cut_node
            and ply >= t.least_null
            and solid
            and beta > -WON
            and not (known.bound & UPPER and table_score < beta)
        ):
            reduction = (
                NULL_REDUCTION
                + depth // NULL_DEPTH_SHARE
                + min(NULL_MOST_BY_EVALUATION, (evaluation - beta) // NULL_EVALUATION_SHARE)
            )
            frame.row = MOVED
            frame.quiet = False
            make_null(t)
            score = -search(t, -beta, 1 - beta, depth - reduction, ply + 1, False)
            unmake(t)
            if raised(t.halted):
                return 0
            if score >= beta:
                if score >= WON:
                    score = beta
                if depth < VERIFICATION_DEPTH or t.least_null:
                    return score
                t.least_null = ply + 3 * (depth - reduction) // 4
                verified = search(t, beta - 1, beta, depth - reduction, ply, False)
                t.least_null = 0
                if raised(t.halted):
                    return 0
                if verified >= beta:
                    return score

    # 9. Internal iterative reduction (Schröder, 2020): less depth where the table knows no move.
    if (
        (pv_node or cut_node)
        and known.move == 0
        and excluded == 0
        and depth >= (INTERNAL_DEPTH if pv_node else INTERNAL_CUT_DEPTH)
        and uses(t, INTERNAL_REDUCTION)
    ):
        depth -= 1

    # 10. The moves, one after another.
    prepare_picker(t, &picker, board, frame, known.move)
    number = quiet_count = capture_count = 0
    skip_quiets = False
    while True:
        move = pick(&picker, t.histories, board, t.table, skip_quiets)
        if move == 0:
            break
        if move == excluded:
            continue
        number += 1
        quiet = is_quiet(move)
        history = 0
        if quiet:
            history = quiet_history(t.histories, move, us, frame.threats)[0]
            row = row_of(move, us)
            history += picker.after[row] + picker.behind[row]
        reduction = reduction_of(depth, number)

        # 11. Pruning near the leaves: once a move is not mated, moves that will hardly matter are skipped.
        if best > -WON and solid:
            reduced_depth = max(0, depth - 1 - reduction // PLY)
            if quiet:
                if (
                    depth <= LATE_DEPTH
                    and uses(t, LATE_MOVE_PRUNING)
                    and number > (LATE_BASE + LATE_FACTOR * depth * depth // 100) // (1 if improving else 2) + 1
                ):
                    skip_quiets = True  # late move pruning
                    continue
                if (
                    not in_check
                    and reduced_depth <= FUTILITY_DEPTH
                    and uses(t, FUTILITY)
                    and alpha < WON
                    and evaluation + FUTILITY_BASE + FUTILITY_MARGIN * reduced_depth
                    <= alpha - history // FUTILITY_HISTORY
                    and not gives_check(&picker, board, move)
                ):
                    continue  # futility pruning, but not of checks: they may justify a sacrifice
                if (
                    reduced_depth <= HISTORY_DEPTH
                    and uses(t, HISTORY_PRUNING)
                    and history < -HISTORY_MARGIN * (reduced_depth + 1)
                ):
                    continue
                if (
                    reduced_depth <= EXCHANGE_DEPTH
                    and uses(t, EXCHANGE_PRUNING)
                    and not exchange_reaches(board, move, -EXCHANGE_QUIET * reduced_depth * reduced_depth)
                ):
                    continue
            elif picker.stage == LOSING and depth <= EXCHANGE_DEPTH and uses(t, EXCHANGE_PRUNING):
                least = -EXCHANGE_NOISY * depth * depth - capture_history(t.histories, move)[0] // EXCHANGE_HISTORY
                if not exchange_reaches(board, move, least):
                    continue

        # 12. Extensions.
        extension = 0
        if (
            depth >= SINGULAR_DEPTH
            and ply < MOST_EXTENDING * t.root_depth
            and stored_move(move) == known.move
            and excluded == 0
            and uses(t, SINGULAR)
            and known.bound & LOWER
            and known.depth >= depth - SINGULAR_TABLE_DEPTH
            and -WON < table_score < WON
        ):
            # Singular extension (Anantharaman, Campbell and Hsu, 1990): all other moves are clearly worse.
            singular_beta = table_score - SINGULAR_MARGIN * depth // 16
            frame.excluded = move
            singular = search(t, singular_beta - 1, singular_beta, (depth - 1) // 2, ply, cut_node)
            frame.excluded = 0
            if raised(t.halted):
                return 0
            if singular < singular_beta:
                doubly = singular < singular_beta - DOUBLE_MARGIN and (frame - 1).doubled < MOST_DOUBLED
                extension = 2 if doubly else 1
            elif singular_beta >= beta:
                return singular_beta  # multi-cut (Björnsson and Marsland, 1998): a second move would cut, too
            elif table_score >= beta:
                extension = -1
        new_depth = depth - 1 + extension
        if quiet:
            if quiet_count < MOST_TRIED:
                quiets[quiet_count] = move
                quiet_count += 1
        elif capture_count < MOST_TRIED:
            captures[capture_count] = move
            capture_count += 1
        note_move(frame, move, us)
        frame.doubled = (frame - 1).doubled + (extension == 2)
        make(t, move)

        # 13. Late move reductions: a null window at less depth. A move that is better than alpha is searched in full.
        if depth >= REDUCTION_DEPTH and number > 1 + pv_node and uses(t, LATE_MOVE_REDUCTIONS):
            if quiet:
                if cut_node:
                    reduction += CUT_NODE_REDUCTION
                if (frame + 1).cut_offs > MOST_CUT_OFFS and uses(t, CHILD_CUT_OFFS):
                    reduction += CUT_OFFS_REDUCTION
                if known.move == 0:
                    reduction += UNKNOWN_REDUCTION
                if move == frame.killers[0] or move == frame.killers[1]:
                    reduction -= KILLER_REDUCTION
                reduction -= history * HISTORY_REDUCTION // HISTORY_UNIT
            else:
                reduction = reduction * CAPTURE_REDUCTION // 100
            if not improving:
                reduction += WORSE_REDUCTION
            if pv_node:
                reduction -= PV_REDUCTION
            if in_check:
                reduction -= CHECK_REDUCTION
            else:
                reduction -= DOUBT_REDUCTION * min(MOST_DOUBT, max(raw - frame.evaluation, frame.evaluation - raw))
            if checkers(t.position.board, us ^ 1):
                reduction -= CHECKING_REDUCTION
            reduction = max(0, min(reduction // PLY, new_depth - 1))
            score = -search(t, -alpha - 1, -alpha, new_depth - reduction, ply + 1, True)
            if score > alpha and reduction:
                score = -search(t, -alpha - 1, -alpha, new_depth, ply + 1, not cut_node)
        elif number > 1 or not pv_node:
            score = -search(t, -alpha - 1, -alpha, new_depth, ply + 1, not cut_node)
        if pv_node and (number == 1 or score > alpha):
            score = -search(t, -beta, -alpha, new_depth, ply + 1, False)
        unmake(t)
        if raised(t.halted):
            return 0

        # 14. The best so far.
        if score > best:
            best = score
            if score > alpha:
                best_move = move
                if pv_node:
                    extend_pv(t, ply, move)
                if score >= beta:
                    frame.cut_offs += 1
                    unexpected = not in_check and frame.evaluation <= first_alpha
                    note_cut(
                        t, frame, move, quiets, quiet_count, captures, capture_count, us,
                        bonus_of(depth + unexpected + (score > beta + BONUS_MARGIN)),
                    )
                    break
                alpha = score

    # 15. No legal move: mate or stalemate.
    if number == 0:
        if excluded:
            return alpha
        return ply - MATE if in_check else t.draws[us]

    # 16. No move was better than alpha: the quiet move that led here was a good answer to those before it.
    if best <= first_alpha and depth >= ANSWER_DEPTH and excluded == 0 and (frame - 1).quiet:
        learn_continuation(t, frame - 1, (frame - 1).row, bonus_of(depth - 1) * ANSWER_BONUS // 100)

    # 17. Store the result, and the error of the evaluation.
    if excluded == 0:
        bound = LOWER if best >= beta else EXACT if best > first_alpha else UPPER
        t.table.store(key_of(board), stored_move(best_move), from_node(best, ply), raw, depth, bound)
        if (
            not in_check
            and uses(t, CORRECTION)
            and (best_move == 0 or is_quiet(best_move))
            and -WON < best < WON
            and not (bound == LOWER and best <= frame.evaluation)
            and not (bound == UPPER and best >= frame.evaluation)
        ):
            learn_correction(t, board, depth, best - frame.evaluation)
    return best


cdef int generate_checks(SearchThread t, const Board* board, Move* moves) noexcept nogil:
    """Write captures and promotions, and behind them quiet moves that give check directly; return how many."""
    cdef u64[6] checks
    cdef int noisy, i, n
    find_check_squares(board, board.turn, checks)
    n = generate_noisy_first(&t.position.setup, board, moves, &noisy)
    for i in range(noisy, n):
        if attacks_king(moves[i], checks) and flag(moves[i]) < CASTLE:
            moves[noisy] = moves[i]
            noisy += 1
    return noisy


cdef int quiesce(SearchThread t, int alpha, int beta, int ply, int behind) noexcept nogil:
    """The score after captures, promotions and checks. `behind`: plies since the depth was used up."""
    cdef Picker picker
    cdef Frame* frame = t.frames + ply
    cdef const Board* board = t.position.board
    cdef bint pv_node = beta - alpha > 1
    cdef Known known
    cdef bint found, in_check
    cdef int us = board.turn
    cdef int first_alpha = alpha
    cdef int best, score, n
    cdef int raw = UNKNOWN
    cdef int evaluation = UNKNOWN
    cdef int futile = 0
    cdef int number = 0
    cdef Move best_move = 0
    cdef Move move
    if not may_go_on(t):
        return 0
    t.pv_length[ply] = 0
    if ply > t.seldepth:
        t.seldepth = ply
    if is_draw(t, board, ply):
        return t.draws[us]
    if ply >= MAX_PLY:
        return evaluate(t)
    in_check = checkers(board, us) != 0

    # 1. The transposition table.
    found = look_up(t, board, &known)
    score = from_root(known.score, ply)
    if not pv_node and known.bound & (LOWER if score >= beta else UPPER):
        return score

    # 2. Stand pat: no side has to capture.
    if in_check:
        best = ply - MATE
        frame.evaluation = UNKNOWN
    else:
        raw = known.evaluation if known.evaluation != UNKNOWN else evaluate(t)
        best = evaluation = frame.evaluation = corrected(t, board, raw)
        # But no mate of the table on the principal variation: the line would end here, before the mate.
        if known.bound & (LOWER if score > best else UPPER) and (not pv_node or -WON < score < WON):
            best = score
        if best >= beta:
            if not found:
                t.table.store(key_of(board), 0, from_node(best, ply), raw, 0, LOWER)
            return best
        alpha = max(alpha, best)
        # With few pieces left, a capture may gain more than a piece: it may turn a loss into a draw.
        futile = evaluation + (DELTA_MARGIN if uses(t, DELTA) and has_many(board) else INFINITE)
    (frame + 1).killers[0] = (frame + 1).killers[1] = 0

    # 3. Captures that are not put off. In the first plies, quiet checks too. In check all moves, until EVASIONS of them
    # are tried and one is not mated.
    if in_check:
        prepare_picker(t, &picker, board, frame, known.move)
    else:
        if behind < MOST_CHECKS_BEHIND and uses(t, QUIET_CHECKS):
            n = generate_checks(t, board, picker.moves)
        else:
            n = generate_noisy(&t.position.setup, board, picker.moves)
        begin_picking(&picker, n, n, known.move)
    while True:
        move = pick(&picker, t.histories, board, t.table, not in_check or (number >= EVASIONS and best > -WON))
        if move == 0:
            break
        if picker.stage == LOSING and (not in_check or best > -WON):
            break
        number += 1
        if not in_check and not is_quiet(move) and flag(move) != PROMOTE_QUEEN:
            score = futile + piece_value(victim(move) - 1)
            if score <= alpha < WON:  # delta pruning: even with the piece, alpha is not reached
                best = max(best, score)
                continue
        note_move(frame, move, us)
        make(t, move)
        score = -quiesce(t, -beta, -alpha, ply + 1, behind + 1)
        unmake(t)
        if raised(t.halted):
            return 0
        if score > best:
            best = score
            if score > alpha:
                best_move = move
                if pv_node:
                    extend_pv(t, ply, move)
                if score >= beta:
                    break
                alpha = score
    if in_check and number == 0:
        return ply - MATE
    t.table.store(
        key_of(board), stored_move(best_move), from_node(best, ply), raw, 0,
        LOWER if best >= beta else EXACT if best > first_alpha and pv_node else UPPER
    )
    return best
