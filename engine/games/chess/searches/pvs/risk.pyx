"""Risk: of the moves that give up little, the one after which a fallible opponent goes wrong the most.

What a move gives up is found exactly, as for several principal variations. What may be gained is how much more the
winning chances are, over the replies as likely as a model of the opponent has them, than after the best reply.
"Trappy Minimax" (Gordon and Reddy, 2006) asks how replies look at smaller depths; here a model says what is played.
"""

from libc.math cimport exp
from libc.string cimport memcpy

from .....opponents.model cimport OpponentModel
from .....position cimport MAX_MOVES, Move
from .....support.atomic cimport raised
from .picker cimport row_of
from .root cimport keep_line
from .table cimport EXACT
from .thread cimport INFINITE, UNKNOWN, WON, Frame, SearchThread, is_drawn, make, search

cdef double STEEPNESS = 272.0   # centipawns, of winning chances among people: https://lichess.org/page/accuracy
cdef double LEAST = 0.02   # how likely a reply is that is searched, as the best one always is; the others count as that


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


cdef inline Move best_reply(SearchThread t) noexcept nogil:
    """To the root move whose exact score was just found; 0 if there is none."""
    return t.pv[1][0] if t.pv_length[1] else 0


cdef int choose(
    SearchThread t, OpponentModel model, int depth, int best, int risk, Budget budget, Candidate* found
) noexcept nogil:
    """Write candidates, the best move first; the number of the one to be played, -1 for none.

    depth, best: of the best move, the first of the lines, and its score.

    Step 1: candidates and what errors bring after each, at depth 2, 3, ... as long as the nodes last. Step 2: the
    one of which the most is to be expected is searched nearly as deep as the best move, until it is still the same one.
    """
    cdef Candidate[MOST_CANDIDATES] fresh
    cdef int n = 0
    cdef int ahead, i, j, m, shift
    cdef int least = best - risk
    cdef Stakes stakes
    stakes.even = min(0, best)  # a lost position is not lost against whoever errs: it counts as even
    stakes.draw = t.draws[t.position.board.turn]
    for ahead in range(2, depth + 1):
        t.root_depth = ahead
        m = find_candidates(t, ahead, risk, fresh, &budget)
        for i in range(m):
            if not recall(&fresh[i], found, n) and not ask(t, model, &fresh[i]):
                return -1
            if not answer(t, &fresh[i], ahead - 1, &stakes, &budget):
                m = 0
                break
        if raised(t.halted):
            return -1
        if m == 0:
            break
        n = m
        memcpy(found, fresh, n * sizeof(Candidate))
    if n < 2:
        return -1
    t.root_depth = depth
    t.seldepth = 0
    shift = best - found[0].score
    for i in range(n):
        estimate(&found[i], found[i].score + shift, &stakes)
    found[0].sure = True
    while True:
        j = most_expected(found, n)
        if j == 0:
            return -1
        if found[j].sure:
            return j
        if not prove(t, &found[j], least, max(1, depth - SHALLOWER), &stakes):
            return -1


cdef inline void estimate(Candidate* candidate, int score, const Stakes* stakes) noexcept nogil:
    """Take this for the score of a candidate."""
    candidate.score = score
    candidate.expected = chance(score, stakes) + candidate.gain


cdef bint prove(SearchThread t, Candidate* candidate, int least, int depth, const Stakes* stakes) noexcept nogil:
    """Search a candidate; where it gives up too much, nothing is expected of it. False if that was halted."""
    cdef int i
    cdef int score = worth(t, candidate.move, least - 1, least, depth)
    if score >= least and not raised(t.halted):
        score = worth(t, candidate.move, least - 1, INFINITE, depth)
    if raised(t.halted):
        return False
    candidate.sure = True
    if score < least:
        candidate.expected = -1.0
    else:
        keep_line(t, &t.lines[candidate.place], score, EXACT)
        estimate(candidate, score, stakes)
        candidate.best = best_reply(t)
        candidate.found = 0.0
        for i in range(candidate.replies):
            if candidate.moves[i] == candidate.best:
                candidate.found = candidate.likely[i]
    return True


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
        found[n].best = best_reply(t)
        found[n].place = place
        found[n].score = score
        found[n].sure = False
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
    SearchThread t, Candidate* candidate, int depth, const Stakes* stakes, const Budget* budget
) noexcept nogil:
    """Find what errors bring, each likely reply answered by our best move; False if nodes run out."""
    cdef double[MAX_MOVES] chances
    cdef double worst = 1.0  # of replies searched equally deep: between scores of two depths, a difference is no error
    cdef int i, score
    for i in range(candidate.replies):
        if not is_searched(candidate, i):
            continue
        enter(t, candidate.move, 0)
        enter(t, candidate.moves[i], 1)
        score = search(t, -INFINITE, INFINITE, depth, 2, False)
        t.position.board -= 2
        if raised(t.halted) or is_spent(t, budget):
            return False
        chances[i] = chance(score, stakes)
        worst = min(worst, chances[i])
    candidate.gain = 0.0
    for i in range(candidate.replies):
        if is_searched(candidate, i):
            candidate.gain += candidate.likely[i] * (chances[i] - worst)
    return True


cdef inline bint is_searched(const Candidate* candidate, int i) noexcept nogil:
    """Whether a reply is."""
    return candidate.likely[i] >= LEAST or candidate.moves[i] == candidate.best


cdef inline double chance(int score, const Stakes* stakes) noexcept nogil:
    """The expected score of a game."""
    if score >= WON:
        return 1.0
    if score <= -WON:
        return 0.0
    if score == stakes.draw:
        return 0.5
    return 1.0 / (1.0 + exp((stakes.even - score) / STEEPNESS))
