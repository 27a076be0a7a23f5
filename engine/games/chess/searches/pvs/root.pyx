"""The root of the tournament search: one iteration over its moves, in aspiration windows."""

from libc.string cimport memcpy

from .....support.atomic cimport raised
from .....bits cimport u64
from .....position cimport Move
from ...board cimport Board, checkers
from .history cimport quiet_history
from .picker cimport is_quiet
from .table cimport EXACT, LOWER, NOTHING, UPPER, stored_move
from .thread cimport (
    ASPIRATION,
    HISTORY_UNIT,
    INFINITE,
    LATE_MOVE_REDUCTIONS,
    PLY,
    UNKNOWN,
    WON,
    Frame,
    RootLine,
    SearchThread,
    begin_line,
    corrected,
    evaluate,
    find_threats,
    key_of,
    make,
    note_move,
    reduction_of,
    search,
)
from .tunables cimport *


cdef bint deepen(SearchThread t, int depth, int lines) noexcept nogil:
    """Search the root moves to a depth until the best `lines` of them have exact scores; whether it was finished.

    Even if it was not finished, a move that proved to be better than the former best one is in front.
    """
    cdef int place
    cdef bint finished
    cdef Frame* frame = t.frames
    cdef const Board* board = t.position.board
    begin_line(frame, UNKNOWN if checkers(board, board.turn) else corrected(t, board, evaluate(t)))
    find_threats(t, board, frame)
    t.sure_lines = 0
    t.root_depth = depth
    for place in range(t.count):
        t.lines[place].previous = t.lines[place].score
        t.lines[place].score = -INFINITE
        t.lines[place].bound = NOTHING
        t.lines[place].nodes = 0
    for place in range(min(lines, t.count)):
        finished = aspire(t, depth, place)
        if t.lines[place].bound != UPPER:
            sort_lines(t, 0, place + 1)  # a later search may have found more
        if not finished:
            return False
        t.sure_lines += 1
    return True


cdef bint aspire(SearchThread t, int depth, int first) noexcept nogil:
    """Find the best of the root moves from `first` on. The window around its former score is widened until it fits."""
    cdef int guess = t.lines[first].previous
    cdef int window = ASPIRATION_WINDOW
    cdef int alpha = -INFINITE
    cdef int beta = INFINITE
    cdef int reduced = 0
    cdef int score
    if depth >= ASPIRATION_DEPTH and -WON < guess < WON and not t.without >> ASPIRATION & 1:
        alpha = max(-INFINITE, guess - window)
        beta = min(INFINITE, guess + window)
    while True:
        score = search_root(t, alpha, beta, depth - reduced, first)
        sort_lines(t, first, t.count)
        if raised(t.halted):
            return False
        if score <= alpha and alpha > -INFINITE:
            t.miss_window(first, depth)
            beta = (alpha + beta) // 2
            alpha = max(-INFINITE, score - window)
            reduced = 0
        elif score >= beta and beta < INFINITE:
            t.miss_window(first, depth)
            beta = min(INFINITE, score + window)
            # Not down to depth 1: quiescence follows it, and that does not see stalemate.
            reduced += reduced < min(3, depth - 2) and score < WON
        else:
            return True
        window += window // 2
        if window > WIDEST_WINDOW:
            alpha = -INFINITE
            beta = INFINITE


cdef void keep_line(SearchThread t, RootLine* line, int score, int bound) noexcept nogil:
    """Write to a line what the search has just found of its root move."""
    line.score = line.proved = score
    line.bound = bound
    line.seldepth = t.seldepth
    line.moves[0] = line.move
    memcpy(&line.moves[1], &t.pv[1][0], t.pv_length[1] * sizeof(Move))
    line.length = t.pv_length[1] + 1


cdef int search_root(SearchThread t, int alpha, int beta, int depth, int first) noexcept nogil:
    """As `search`, for the root moves from the first on."""
    cdef Frame* frame = t.frames
    cdef RootLine* line
    cdef int us = t.position.board.turn
    cdef int best = -INFINITE
    cdef int first_alpha = alpha
    cdef int place, score, reduction, history
    cdef bint reduces = not t.without >> LATE_MOVE_REDUCTIONS & 1
    cdef Move best_move = 0
    cdef u64 before
    for place in range(first, t.count):
        line = &t.lines[place]
        line.score = -INFINITE
        if line.bound != LOWER:  # a lower bound stays true in the next window
            line.bound = NOTHING
    for place in range(first, t.count):
        line = &t.lines[place]
        t.begin_root_move(place)
        if raised(t.halted):
            return best
        before = t.nodes
        t.seldepth = 0
        note_move(frame, line.move, us)
        make(t, line.move)
        if place == first:
            score = -search(t, -beta, -alpha, depth - 1, 1, False)
        else:
            reduction = 0
            if depth >= REDUCTION_DEPTH and place > first + 1 and is_quiet(line.move) and reduces:
                reduction = reduction_of(depth, place - first + 1) - ROOT_REDUCTION
                history = quiet_history(t.histories, line.move, us, frame.threats)[0]
                reduction -= history * HISTORY_REDUCTION // HISTORY_UNIT
                reduction = max(0, min(reduction // PLY, depth - 2))
            score = -search(t, -alpha - 1, -alpha, depth - 1 - reduction, 1, True)
            if score > alpha and reduction:
                score = -search(t, -alpha - 1, -alpha, depth - 1, 1, True)
            if score > alpha:
                score = -search(t, -beta, -alpha, depth - 1, 1, False)
        t.position.board -= 1
        line.nodes += t.nodes - before
        if raised(t.halted):
            return best
        if place == first or score > alpha:
            keep_line(t, line, score, UPPER if score <= first_alpha else LOWER if score >= beta else EXACT)
        if score > best:
            best = score
            best_move = line.move
            if score > alpha:
                alpha = score
                if score >= beta:
                    break
    if first == 0:
        t.table.store(
            key_of(t.position.board), stored_move(best_move), best, UNKNOWN, depth,
            LOWER if best >= beta else EXACT if best > first_alpha else UPPER
        )
    return best


cdef void sort_lines(SearchThread t, int first, int end) noexcept nogil:
    """Sort lines by their scores, the best first. Lines without a score keep their order."""
    cdef RootLine line
    cdef int i, j
    for i in range(first + 1, end):
        if t.lines[i].score > t.lines[i - 1].score:
            line = t.lines[i]
            j = i
            while j > first and t.lines[j - 1].score < line.score:
                t.lines[j] = t.lines[j - 1]
                j -= 1
            t.lines[j] = line
