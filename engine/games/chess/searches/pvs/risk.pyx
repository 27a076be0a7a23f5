"""Risk: of the moves that give up little, the one after which a fallible opponent goes wrong the most.

What a move gives up is found exactly, as for several principal variations. What may be gained is the mean of the
winning chances over the replies, each as likely as a model of the opponent has it, and answered by our best move.
"Trappy Minimax" (Gordon and Reddy, 2006) asks how replies look at smaller depths; here a model says what is played.
"""

from libc.math cimport exp
from libc.string cimport memcpy

from .....opponents.model cimport OpponentModel
from .....position cimport Move
from .....support.atomic cimport raised
from .picker cimport row_of
from .root cimport keep_line
from .table cimport EXACT
from .thread cimport INFINITE, UNKNOWN, WON, Frame, SearchThread, is_drawn, make, search

cdef double LEAST = 0.004   # how likely a reply is that is searched; of all others the best reply's worth is taken


cdef inline bint is_spent(SearchThread t, const Budget* budget) noexcept nogil:
    """Whether the nodes of the first step are used up, those of the model included."""
    return t.nodes + budget.aside[0] > budget.last


cdef inline void enter(SearchThread t, Move move, int ply) noexcept nogil:
    """Play a move, with no more known of its node than that."""
    cdef Frame* frame = t.frames + ply
    frame.move = move
    frame.row = row_of(move, t.position.board.turn)
    frame.evaluation = UNKNOWN
    frame.doubled = 0
    frame.killers[0] = frame.killers[1] = 0
    (frame + 1).killers[0] = (frame + 1).killers[1] = 0
    make(t, move)


cdef int worth(SearchThread t, Move move, int alpha, int beta, int depth) noexcept nogil:
    """The score of a root move, as `search` bounds it."""
    cdef int score
    enter(t, move, 0)
    score = -search(t, -beta, -alpha, depth - 1, 1, beta - alpha == 1)
    t.position.board -= 1
    return score


cdef int choose(
    SearchThread t, OpponentModel model, const Chances* chances, int depth, int best, int risk, Budget budget,
    Candidate* found
) noexcept nogil:
    """Write candidates, the best move first; the number of the one to be played, -1 for none.

    depth, best: of the best move, the first of the lines, and its score.

    Step 1: candidates and what is to be expected of each, at depth 2, 3, ... as long as the nodes last. Step 2: of
    those of which more is to be expected than of the best move, the first that gives up no more than the risk, searched
    nearly as deep as that.
    """
    cdef Candidate[MOST_CANDIDATES] fresh
    cdef int n = 0
    cdef int ahead, i, j, m, score
    cdef int least = best - risk
    for ahead in range(2, depth + 1):
        t.root_depth = ahead
        m = find_candidates(t, ahead, risk, fresh, &budget)
        for i in range(m):
            if not recall(&fresh[i], found, n) and not ask(t, model, &fresh[i]):
                return -1
            if not answer(t, &fresh[i], ahead - 1, chances, &budget):
                m = 0
                break
        if raised(t.halted):
            return -1
        if m == 0:
            break
        n = m
        memcpy(found, fresh, n * sizeof(Candidate))
    t.root_depth = depth
    t.seldepth = 0
    for _ in range(1, n):
        j = most_expected(found, n)
        if j == 0:
            return -1
        score = worth(t, found[j].move, least - 1, least, max(1, depth - SHALLOWER))
        if score >= least and not raised(t.halted):
            score = worth(t, found[j].move, least - 1, INFINITE, max(1, depth - SHALLOWER))
        if raised(t.halted):
            return -1
        if score >= least:
            found[j].score = score
            keep_line(t, &t.lines[found[j].place], score, EXACT)
            return j
        found[j].expected = -1.0
    return -1


cdef int most_expected(const Candidate* found, int n) noexcept nogil:
    """The one of which the most is to be expected; of equals the first."""
    cdef int i
    cdef int best = 0
    for i in range(1, n):
        if found[i].expected > found[best].expected:
            best = i
    return best


cdef int find_candidates(SearchThread t, int depth, int risk, Candidate* found, const Budget* budget) noexcept nogil:
    """Write the moves within so many centipawns of the best one, that first; how many, 0 if nodes run out."""
    cdef Move move
    cdef int place, score, least
    cdef int best = 0
    cdef int n = 0
    for place in range(t.count):
        move = t.lines[place].move
        if n == MOST_CANDIDATES:
            break
        if place:
            least = best - risk
            if worth(t, move, least - 1, least, depth) < least:
                continue
            score = worth(t, move, least - 1, INFINITE, depth)
        else:
            best = score = worth(t, move, -INFINITE, INFINITE, depth)
            least = score
        if raised(t.halted) or is_spent(t, budget):
            return 0
        if score < least:
            continue
        found[n].move = move
        found[n].place = place
        found[n].score = score
        n += 1
    return n


cdef bint recall(Candidate* candidate, const Candidate* known, int n) noexcept nogil:
    """Take over how likely the replies to a move are, if that is known."""
    cdef int i
    for i in range(n):
        if known[i].move == candidate.move:
            candidate.replies = known[i].replies
            memcpy(candidate.moves, known[i].moves, candidate.replies * sizeof(Move))
            memcpy(candidate.likely, known[i].likely, candidate.replies * sizeof(double))
            return True
    return False


cdef bint ask(SearchThread t, OpponentModel model, Candidate* candidate) noexcept nogil:
    """Have the model say how likely each reply to a candidate is; whether it could."""
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
    for i in range(candidate.replies):
        candidate.likely[i] /= total
    return True


cdef bint answer(
    SearchThread t, Candidate* candidate, int depth, const Chances* chances, const Budget* budget
) noexcept nogil:
    """Find what is to be expected, each likely reply answered by our best move; False if nodes run out."""
    cdef int i, score
    cdef int least = INFINITE
    candidate.expected = candidate.found = 0.0
    if candidate.replies == 0:
        candidate.expected = score_of(candidate.score, chances)
    for i in range(candidate.replies):
        score = candidate.score
        if candidate.likely[i] >= LEAST:
            enter(t, candidate.move, 0)
            enter(t, candidate.moves[i], 1)
            score = search(t, -INFINITE, INFINITE, depth, 2, False)
            t.position.board -= 2
            if raised(t.halted) or is_spent(t, budget):
                return False
            if score < least:
                least = score
                candidate.found = candidate.likely[i]
        candidate.expected += candidate.likely[i] * score_of(score, chances)
    return True


cdef inline double score_of(int score, const Chances* chances) noexcept nogil:
    """The expected score of a game."""
    if score >= WON:
        return 1.0
    if score <= -WON:
        return 0.0
    return (1.0 + logistic((score - chances.middle) / chances.steepness)
            - logistic((-score - chances.middle) / chances.steepness)) / 2


cdef inline double logistic(double x) noexcept nogil:
    return 1.0 / (1.0 + exp(min(500.0, -x)))
