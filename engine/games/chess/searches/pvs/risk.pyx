"""Risk: among the moves that give up little, find the one after which a fallible opponent errs the most.

The loss of a move is exact, as with several principal variations. Its gain is the expected score over the replies: a
model of the opponent says how likely each reply is. All replies are searched to the same depth, and the mean is
compared with the mean of the best move. Scores of other searches are not used: most apparent gains would be their
oversights.

"Trappy Minimax" (Gordon and Reddy, 2006) looks at the scores of replies at smaller depths. Here, a model predicts them.
"""

from libc.math cimport exp

from .....opponents.model cimport OpponentModel
from .....position cimport MAX_MOVES, Move
from .....support.atomic cimport raised
from .root cimport keep_line
from .table cimport EXACT
from .thread cimport (
    INFINITE,
    UNKNOWN,
    WON,
    Frame,
    SearchThread,
    begin_line,
    is_drawn,
    make,
    note_move,
    search,
)

cdef double CHANCE_SCALE = 272.0   # centipawns, of winning chances among people: https://lichess.org/page/accuracy
cdef double MARGIN = 0.05   # of expected score that a move must gain: less was mostly noise (docs/study.md)
cdef double LEAST_LIKELY = 0.05     # rarer replies are not searched, but the best one always is


cdef inline bint is_spent(SearchThread t, const Budget* budget) noexcept nogil:
    """Whether the nodes of the first step are used up."""
    return t.nodes + budget.aside[0] > budget.last


cdef inline void enter(SearchThread t, Move move, int ply) noexcept nogil:
    """Play a move into a node of which nothing is known yet."""
    cdef Frame* frame = t.frames + ply
    note_move(frame, move, t.position.board.turn)
    begin_line(frame, UNKNOWN)
    make(t, move)


cdef int worth(SearchThread t, Move move, int alpha, int beta, int depth) noexcept nogil:
    """The score of a root move, as `search` bounds it."""
    cdef int score
    enter(t, move, 0)
    score = -search(t, -beta, -alpha, depth - 1, 1, beta - alpha == 1)
    t.position.board -= 1
    return score


cdef int choose(
    SearchThread t, OpponentModel model, int depth, int best, int risk, Budget budget, Candidate* found
) noexcept nogil:
    """Write candidates, the best move first. Return the number of the one to play, or -1 for none.

    depth, best: the depth and the score of the best move, which is the first line.

    Step 1 finds candidates, at nearly this depth. Step 2 finds the expected score after each, at depth 2, 3, ..., until
    the nodes are used up.
    """
    cdef double[MOST_CANDIDATES] expected
    cdef int ahead, i, n
    cdef int chosen = -1
    cdef Stakes stakes
    t.root_depth = depth
    t.seldepth = 0
    # Not at depth 1: quiescence follows it, and that does not see stalemate.
    n = find_candidates(t, max(2, depth - SHALLOWER), best, risk, found, &budget)
    if n < 2 or raised(t.halted):
        return -1
    stakes.offset = min(0, found[0].score)  # a fallible opponent does not win every won position
    stakes.draw = t.draws[t.position.board.turn]
    for i in range(n):
        if not ask(t, model, &found[i]):
            return -1
    t.next_poll = 0  # the nodes of the model count
    for ahead in range(2, depth + 1):
        t.root_depth = ahead
        for i in range(n):
            if not answer(t, &found[i], ahead - 1, &stakes, &expected[i]):
                return chosen
        for i in range(n):
            found[i].expected = expected[i]
        chosen = most_expected(found, n)
    return chosen


cdef int most_expected(const Candidate* found, int n) noexcept nogil:
    """The number of the candidate with the highest expected score; -1 if that is not MARGIN above the first one's.

    A candidate without replies draws at once. The opponent cannot err there.
    """
    cdef int i
    cdef int best = -1
    cdef double most = found[0].expected + MARGIN
    for i in range(1, n):
        if found[i].replies and found[i].expected > most:
            best = i
            most = found[i].expected
    return best


cdef int find_candidates(
    SearchThread t, int depth, int best, int risk, Candidate* found, const Budget* budget
) noexcept nogil:
    """Write the best move and, behind it, the best others that are at most `risk` centipawns worse; return how many.

    Fewer are found if the nodes of the first step are used up.
    """
    cdef Move move
    cdef int place, score, least
    cdef int n = 0
    cdef int into
    for place in range(t.count):
        move = t.lines[place].move
        if place == 0:
            score = worth(t, move, -INFINITE, INFINITE, depth)
        else:
            least = max(best, found[0].score) - risk  # the better of both searches
            if n == MOST_CANDIDATES:
                least = max(least, found[n - 1].score + 1)
            score = worth(t, move, least - 1, least, depth)
            if score >= least and not raised(t.halted):
                score = worth(t, move, least - 1, INFINITE, depth)
        if raised(t.halted) or is_spent(t, budget):
            break
        if place and score < least:
            continue
        into = min(n, MOST_CANDIDATES - 1)
        while into > 1 and found[into - 1].score < score:
            found[into] = found[into - 1]
            into -= 1
        n = min(n + 1, MOST_CANDIDATES)
        found[into].move = move
        found[into].place = place
        found[into].score = score
        found[into].best = t.pv[1][0] if t.pv_length[1] else 0
        keep_line(t, &t.lines[place], score, EXACT)
    return n


cdef bint ask(SearchThread t, OpponentModel model, Candidate* candidate) noexcept nogil:
    """Let the model say how likely each reply to a candidate is. False if the search was stopped."""
    cdef double total = 0.0
    cdef bint told
    cdef int i
    enter(t, candidate.move, 0)
    # Where the game is drawn at once, nobody replies.
    candidate.replies = 0 if is_drawn(t, 1) else t.position.generate(candidate.moves)
    told = candidate.replies == 0 or model.weigh(candidate.moves, candidate.replies, candidate.likely)
    t.position.board -= 1
    if not told:
        return False
    for i in range(candidate.replies):
        total += candidate.likely[i]
    candidate.best_likely = 0.0
    for i in range(candidate.replies):
        candidate.likely[i] /= total
        if candidate.moves[i] == candidate.best:
            candidate.best_likely = candidate.likely[i]
    return True


cdef bint answer(
    SearchThread t, const Candidate* candidate, int depth, const Stakes* stakes, double* expected
) noexcept nogil:
    """Find the expected score, with our best answer to each likely reply. False if the search was stopped.

    Replies that are not searched count as the searched one that is worst for us.
    """
    cdef double[MAX_MOVES] chances
    cdef double worst = 1.0
    cdef double rest = 1.0
    cdef bint any = False
    cdef int i, score
    for i in range(candidate.replies):
        if not is_searched(candidate, i):
            continue
        enter(t, candidate.move, 0)
        t.nodes -= 1  # the position has been visited; and of two nodes at once, the second might be one too many
        enter(t, candidate.moves[i], 1)
        score = search(t, -INFINITE, INFINITE, depth, 2, False)
        t.position.board -= 2
        if raised(t.halted):
            return False
        chances[i] = chance(score, stakes)
        worst = min(worst, chances[i])
        any = True
    if not any:
        expected[0] = chance(candidate.score, stakes)
        return True
    expected[0] = 0.0
    for i in range(candidate.replies):
        if is_searched(candidate, i):
            expected[0] += candidate.likely[i] * chances[i]
            rest -= candidate.likely[i]
    expected[0] += max(0.0, rest) * worst
    return True


cdef inline bint is_searched(const Candidate* candidate, int i) noexcept nogil:
    """Whether a reply is likely enough, or the best one."""
    return candidate.likely[i] >= LEAST_LIKELY or candidate.moves[i] == candidate.best


cdef inline double chance(int score, const Stakes* stakes) noexcept nogil:
    """The expected score of a game."""
    if score >= WON:
        return 1.0
    if score <= -WON:
        return 0.0
    if score == stakes.draw:
        return 0.5
    return 1.0 / (1.0 + exp((stakes.offset - score) / CHANCE_SCALE))
