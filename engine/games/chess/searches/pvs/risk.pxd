from .....bits cimport u64
from .....opponents.model cimport OpponentModel
from .....position cimport MAX_MOVES, Move
from .thread cimport SearchThread

cdef enum:
    MOST_CANDIDATES = 12

cdef struct Candidate:
    # A root move that is at most so much worse than the best.
    Move move
    int place               # among the root lines
    int score               # against the best reply: centipawns
    int replies             # of the opponent
    double expected         # score of the game, 0 to 1, against what the model says of them
    double found            # how likely the opponent finds the best of them
    Move[MAX_MOVES] moves   # the replies
    double[MAX_MOVES] likely

cdef struct Chances:
    # The logistic curve of winning chances: see wdl_model.py.
    double middle           # centipawns at which every other game is won
    double steepness

cdef int choose(
    SearchThread t, OpponentModel model, const Chances* chances, int depth, int best, int risk, u64 most,
    Candidate* found
) noexcept nogil
