from .....bits cimport u64
from .....opponents.model cimport OpponentModel
from .....position cimport MAX_MOVES, Move
from .thread cimport SearchThread

cdef enum:
    MOST_CANDIDATES = 3
    SHALLOWER = 4           # plies than the best move was searched

cdef struct Candidate:
    # A root move that is little worse than the best.
    Move move
    int place               # among the root lines
    int score               # against the best reply: centipawns
    Move best               # reply to it, 0 if there is none
    int replies             # of the opponent
    double expected         # score of the game, 0 to 1: the mean over the replies, weighted by the model
    double best_likely      # how likely the opponent plays the best reply
    Move[MAX_MOVES] moves   # the replies
    double[MAX_MOVES] likely

cdef struct Stakes:
    # How scores are converted to expected scores, in centipawns.
    int offset              # the score with an expected score of 0.5
    int draw                # of a game that is drawn

cdef struct Budget:
    # The nodes of the first step: see risk.pyx.
    u64 last                # number of nodes at which it ends
    const u64* aside        # nodes of the model, which are counted too

cdef int choose(
    SearchThread t, OpponentModel model, int depth, int best, int risk, Budget budget, Candidate* found
) noexcept nogil
