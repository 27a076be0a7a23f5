"""Tapered: the value of a position in the middlegame and in the endgame, mixed by the pieces that are left.

All terms are weights times counts, White's minus Black's, so the weights can be tuned by gradient descent. The weights
are in one file, `tapered.json`. The terms are common knowledge (https://www.chessprogramming.org/Evaluation). Mirrored
positions, and positions with colours exchanged, have the same value.
"""

from libc.string cimport memset

from ....bits cimport bit, lowest, popcount, take
from ..attacks cimport (
    BLACK,
    FILE_A,
    FILE_H,
    TABLES,
    WHITE,
    ahead,
    ahead_7,
    ahead_9,
    bishop_attacks,
    pawn_attacks,
    rook_attacks,
)
from ..board cimport BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK, Board, Setup, distance
from .evaluation cimport Evaluation
from .kpk cimport kpk_is_won, prepare_kpk

from functools import cache
from hashlib import sha256

from ....support.held_path import HeldPath
from .weights import read

cdef u64 DARK = <u64> 0xAA55AA55AA55AA55
cdef u64 CENTRE_FILES = 0x3C3C3C3C3C3C3C3C

# Units of danger to a king; the weights give their value in centipawns.
cdef int[6] ATTACKER_UNITS = [0, 3, 2, 3, 4, 0]     # by kind, for each piece that attacks the squares around it
cdef int[6] CHECK_UNITS = [0, 4, 2, 5, 4, 0]        # for safe checks
cdef enum:
    WEAK_UNITS = 2          # for each square around it that is attacked and that only king or queen defend
    ATTACK_UNITS = 1        # for each attack on the squares around it
    NO_QUEEN_UNITS = 10     # subtracted if no queen can attack it

cdef enum:      # of FULL_SCALE: how much of the endgame's value is left
    OPPOSITE_BISHOPS = 34   # with nothing else but pawns
    OPPOSITE_BISHOPS_MORE = 52
    LONE_PAWN = 40          # for a leading side with one pawn, and no more in pieces than the other side
    NO_PAWNS_MINOR = 8      # for a leading side without pawns, ahead by at most a minor piece
    NOTHING_TO_WIN = 0
    MOP_UP = 8              # centipawns for each step that a lone king is nearer to the edge, or to the other king


cdef struct Masks:
    u64 files[64]           # the file
    u64 neighbours[64]      # the files beside it
    u64 ahead[2][64]        # the squares ahead on its file, as a colour sees them
    u64 passed[2][64]       # these, and those ahead on the files beside it
    u64 support[2][64]      # on the files beside it, the squares on its rank and behind
    u64 zone[2][64]         # around a king, and one rank further ahead

cdef Masks MASKS


cdef void fill_masks() noexcept nogil:
    cdef int square, colour, other, file, rank, step
    for square in range(64):
        file = square & 7
        MASKS.files[square] = FILE_A << file
        MASKS.neighbours[square] = (FILE_A << (file - 1) if file > 0 else 0) | (FILE_A << (file + 1) if file < 7 else 0)
        for colour in range(2):
            for other in range(64):
                rank = (other >> 3) - (square >> 3)
                if colour == BLACK:
                    rank = -rank
                step = (other & 7) - file
                if step == 0 and rank > 0:
                    MASKS.ahead[colour][square] |= bit(other)
                if -1 <= step <= 1 and rank > 0:
                    MASKS.passed[colour][square] |= bit(other)
                if (step == 1 or step == -1) and rank <= 0:
                    MASKS.support[colour][square] |= bit(other)
                if -1 <= step <= 1 and -1 <= rank <= 2:
                    MASKS.zone[colour][square] |= bit(other)


fill_masks()


cdef struct Count:
    # The state of an evaluation in progress.
    const int32_t* weights
    int16_t* coefficients       # the count of each weight, White's minus Black's; NULL if not wanted
    int32_t sum
    u64 pawns[2]
    u64 attacks[2][6]           # by kind
    u64 all[2]
    u64 twice[2]
    u64 area[2]                 # squares that count as mobility
    u64 passed[2]
    int king[2]
    int units[2]                # of danger from a side to the other side's king


cdef inline void add(Count* c, int index, int times, const int us) noexcept nogil:
    if us == BLACK:
        times = -times
    c.sum += times * c.weights[index]
    if c.coefficients != NULL:
        c.coefficients[index] += <int16_t> times


cdef inline void add_each(Count* c, int index, u64 pieces, const int us) noexcept nogil:
    if pieces:
        add(c, index, popcount(pieces), us)


cdef inline int rank_of(int square, const int us) noexcept nogil:
    return square >> 3 if us == WHITE else 7 - (square >> 3)


cdef inline int edge_file(int square) noexcept nogil:
    """0 on the a- and the h-file, 3 in the centre."""
    cdef int file = square & 7
    return file if file < 4 else 7 - file


cdef inline int own_square(int square, const int us) noexcept nogil:
    """The place of a square in tables of 32."""
    return 4 * rank_of(square, us) + edge_file(square)


cdef inline void prepare(Count* c, const Board* board, const int us) noexcept nogil:
    cdef u64 own = board.colours[us]
    cdef u64 pawns = board.kinds[PAWN] & own
    cdef u64 occupied = own | board.colours[us ^ 1]
    c.pawns[us] = pawns
    c.king[us] = lowest(board.kinds[KING] & own)
    c.attacks[us][PAWN] = pawn_attacks(pawns, us)
    c.attacks[us][KING] = TABLES.king[c.king[us]]
    c.all[us] = c.attacks[us][PAWN] | c.attacks[us][KING]
    c.twice[us] = c.attacks[us][PAWN] & c.attacks[us][KING] | ahead_7(pawns, us) & ahead_9(pawns, us)
    c.attacks[us][KNIGHT] = c.attacks[us][BISHOP] = c.attacks[us][ROOK] = c.attacks[us][QUEEN] = 0
    c.units[us] = 0
    c.passed[us] = 0
    # Without the king's square, pawns that are blocked or on rank 2 or 3, and squares that enemy pawns attack.
    c.area[us] = ~(
        board.kinds[KING] & own
        | pawns & (ahead(occupied, us ^ 1) | (<u64> 0xFFFF00 if us == WHITE else <u64> 0xFFFF << 40))
        | pawn_attacks(board.kinds[PAWN] & board.colours[us ^ 1], us ^ 1)
    )


cdef inline void count_pawns(Count* c, const int us) noexcept nogil:
    cdef u64 own = c.pawns[us]
    cdef u64 enemy = c.pawns[us ^ 1]
    cdef u64 pieces = own
    cdef u64 neighbours, support, stoppers, beside
    cdef int square, rank
    while pieces:
        square = take(&pieces)
        rank = rank_of(square, us)
        neighbours = own & MASKS.neighbours[square]
        support = own & TABLES.pawn[us ^ 1][square]
        beside = neighbours & (<u64> 0xFF << (square & 56))
        stoppers = enemy & MASKS.passed[us][square]
        if stoppers == 0 and own & MASKS.ahead[us][square] == 0:
            c.passed[us] |= bit(square)
        elif stoppers and enemy & MASKS.ahead[us][square] == 0 and popcount(
            neighbours & MASKS.support[us][square]
        ) >= popcount(stoppers):
            add(c, CANDIDATE + rank, 1, us)
        if neighbours == 0:
            add(c, ISOLATED + edge_file(square), 1, us)
        elif neighbours & MASKS.support[us][square] == 0 and (
            bit(square + 8 if us == WHITE else square - 8) & (enemy | pawn_attacks(enemy, us ^ 1))
        ):
            add(c, BACKWARD + (enemy & MASKS.ahead[us][square] == 0), 1, us)
        if support or beside:
            add(c, CONNECTED + rank, 1, us)
        if own & MASKS.ahead[us][square]:
            add(c, DOUBLED + edge_file(square), 1, us)


cdef inline void count_shelter(Count* c, const int us) noexcept nogil:
    """The pawns before the king, ours and theirs, on its file and beside it."""
    cdef int king = c.king[us]
    cdef int centre = king & 7
    cdef int first, file, own_rank, enemy_rank
    cdef u64 on, mine, theirs
    centre = 1 if centre < 1 else 6 if centre > 6 else centre
    for file in range(centre - 1, centre + 2):
        first = 8 * (king >> 3) + file
        on = (MASKS.ahead[us][first] | bit(first))
        mine = c.pawns[us] & on
        theirs = c.pawns[us ^ 1] & on
        own_rank = enemy_rank = 0
        if mine:
            own_rank = rank_of(lowest(mine) if us == WHITE else 63 - leading(mine), us)
        if theirs:
            enemy_rank = rank_of(lowest(theirs) if us == WHITE else 63 - leading(theirs), us)
        add(c, SHELTER + 8 * edge_file(file) + own_rank, 1, us)
        if own_rank and own_rank == enemy_rank - 1:
            add(c, BLOCKED_STORM + enemy_rank, 1, us)
        else:
            add(c, STORM + 8 * edge_file(file) + enemy_rank, 1, us)


cdef extern from *:
    """
    #define oddsfish_leading(x) __builtin_clzll(x)
    """
    int leading "oddsfish_leading"(u64 bits) noexcept nogil  # zero bits above the highest; undefined for 0


cdef inline void note_attacks(Count* c, u64 attacks, int kind, u64 zone, int mobility, const int us) noexcept nogil:
    """Add the attacks of a piece. zone: of the other king. mobility: where the mobility weights of its kind begin."""
    add(c, mobility + popcount(attacks & c.area[us]), 1, us)
    c.twice[us] |= c.all[us] & attacks
    c.all[us] |= attacks
    c.attacks[us][kind] |= attacks
    if attacks & zone:
        c.units[us] += ATTACKER_UNITS[kind] + ATTACK_UNITS * popcount(attacks & zone)


cdef inline void count_pieces(Count* c, const Board* board, const int us) noexcept nogil:
    cdef u64 own = board.colours[us]
    cdef u64 occupied = own | board.colours[us ^ 1]
    cdef u64 zone = MASKS.zone[us ^ 1][c.king[us ^ 1]]
    cdef u64 outposts = (
        (<u64> 0xFFFFFF << 24 if us == WHITE else <u64> 0xFFFFFF << 16) & c.attacks[us][PAWN]
    )
    cdef u64 enemy_pawns = c.pawns[us ^ 1]
    cdef u64 pieces, attacks
    cdef int square

    pieces = board.kinds[KNIGHT] & own
    while pieces:
        square = take(&pieces)
        note_attacks(c, TABLES.knight[square], KNIGHT, zone, KNIGHT_MOBILITY, us)
        if bit(square) & outposts and enemy_pawns & MASKS.passed[us][square] & ~MASKS.ahead[us][square] == 0:
            add(c, OUTPOST, 1, us)
        if ahead(bit(square), us) & board.kinds[PAWN]:
            add(c, SHIELDED, 1, us)

    pieces = board.kinds[BISHOP] & own
    if pieces & DARK and pieces & ~DARK:
        add(c, BISHOP_PAIR, 1, us)
    while pieces:
        square = take(&pieces)
        attacks = bishop_attacks(square, occupied ^ board.kinds[QUEEN])
        note_attacks(c, attacks, BISHOP, zone, BISHOP_MOBILITY, us)
        add(c, BISHOP_PAWNS, popcount(c.pawns[us] & (DARK if bit(square) & DARK else ~DARK)), us)
        if bit(square) & outposts and enemy_pawns & MASKS.passed[us][square] & ~MASKS.ahead[us][square] == 0:
            add(c, OUTPOST + 1, 1, us)
        if ahead(bit(square), us) & board.kinds[PAWN]:
            add(c, SHIELDED + 1, 1, us)

    pieces = board.kinds[ROOK] & own
    while pieces:
        square = take(&pieces)
        attacks = rook_attacks(square, occupied ^ board.kinds[QUEEN] ^ (board.kinds[ROOK] & own))
        note_attacks(c, attacks, ROOK, zone, ROOK_MOBILITY, us)
        if c.pawns[us] & MASKS.files[square] == 0:
            add(c, ROOK_FILE + (enemy_pawns & MASKS.files[square] == 0), 1, us)
        if rank_of(square, us) == 6 and rank_of(c.king[us ^ 1], us) >= 6:
            add(c, ROOK_SEVENTH, 1, us)

    pieces = board.kinds[QUEEN] & own
    while pieces:
        square = take(&pieces)
        attacks = bishop_attacks(square, occupied) | rook_attacks(square, occupied)
        note_attacks(c, attacks, QUEEN, zone, QUEEN_MOBILITY, us)


cdef inline void count_danger(Count* c, const Board* board, const int us) noexcept nogil:
    """Count our danger to the other king."""
    cdef int king = c.king[us ^ 1]
    cdef u64 own = board.colours[us]
    cdef u64 occupied = own | board.colours[us ^ 1]
    cdef u64 weak = (  # attacked, and defended at most once, by king or queen
        c.all[us] & ~c.twice[us ^ 1] & (~c.all[us ^ 1] | c.attacks[us ^ 1][KING] | c.attacks[us ^ 1][QUEEN])
    )
    cdef u64 safe = ~own & (~c.all[us ^ 1] | (weak & c.twice[us]))
    cdef u64 diagonal, straight
    cdef int units = c.units[us]
    if units == 0:
        return
    units += WEAK_UNITS * popcount(weak & MASKS.zone[us ^ 1][king])
    diagonal = bishop_attacks(king, occupied) & safe
    straight = rook_attacks(king, occupied) & safe
    if TABLES.knight[king] & safe & c.attacks[us][KNIGHT]:
        units += CHECK_UNITS[KNIGHT]
    if diagonal & c.attacks[us][BISHOP]:
        units += CHECK_UNITS[BISHOP]
    if straight & c.attacks[us][ROOK]:
        units += CHECK_UNITS[ROOK]
    if (diagonal | straight) & c.attacks[us][QUEEN] & ~c.attacks[us ^ 1][QUEEN]:
        units += CHECK_UNITS[QUEEN]
    if board.kinds[QUEEN] & own == 0:
        units -= NO_QUEEN_UNITS
    if units > 0:
        add(c, DANGER + (units if units < MOST_DANGER else MOST_DANGER), 1, us)


cdef inline void count_threats(Count* c, const Board* board, const int us) noexcept nogil:
    cdef u64 enemy = board.colours[us ^ 1]
    cdef u64 occupied = enemy | board.colours[us]
    cdef u64 pieces = enemy & ~board.kinds[PAWN] & ~board.kinds[KING]
    cdef u64 strong = c.attacks[us ^ 1][PAWN] | (c.twice[us ^ 1] & ~c.twice[us])
    cdef u64 weak = enemy & c.all[us] & ~strong
    cdef u64 minor = c.attacks[us][KNIGHT] | c.attacks[us][BISHOP]
    cdef u64 rook = c.attacks[us][ROOK]
    cdef u64 pushes, targets
    cdef int kind
    for kind in range(KNIGHT, KING):
        targets = enemy & board.kinds[kind]
        add_each(c, THREAT_BY_PAWN + kind - KNIGHT, targets & c.attacks[us][PAWN], us)
        # A piece that is worth more than its attacker is threatened even if it is defended.
        add_each(c, THREAT_BY_MINOR + kind, targets & minor if kind >= ROOK else targets & weak & minor, us)
        add_each(c, THREAT_BY_ROOK + kind, targets & rook if kind == QUEEN else targets & weak & rook, us)
    add_each(c, THREAT_BY_MINOR, weak & board.kinds[PAWN] & minor, us)
    add_each(c, THREAT_BY_ROOK, weak & board.kinds[PAWN] & rook, us)
    add_each(c, THREAT_BY_KING, weak & c.attacks[us][KING], us)
    add_each(c, HANGING, pieces & c.all[us] & ~c.all[us ^ 1], us)
    pushes = ahead(c.pawns[us], us) & ~occupied
    pushes |= ahead(pushes & (<u64> 0xFF << 16 if us == WHITE else <u64> 0xFF << 40), us) & ~occupied
    pushes &= ~c.attacks[us ^ 1][PAWN] & (c.all[us] | ~c.all[us ^ 1])
    add_each(c, PUSH_THREAT, pawn_attacks(pushes, us) & pieces & ~c.attacks[us][PAWN], us)


cdef inline void count_passed(Count* c, const Board* board, const int us) noexcept nogil:
    cdef u64 occupied = board.colours[us] | board.colours[us ^ 1]
    cdef u64 pieces = c.passed[us]
    cdef u64 behind
    cdef int square, stop, rank
    while pieces:
        square = take(&pieces)
        rank = rank_of(square, us)
        stop = square + 8 if us == WHITE else square - 8
        add(c, PASSED + rank, 1, us)
        if bit(stop) & occupied == 0:
            add(c, PASSED_FREE + rank, 1, us)
            if bit(stop) & c.all[us ^ 1] == 0:
                add(c, PASSED_SAFE + rank, 1, us)
        if rank >= 3:
            add(c, PASSED_OWN_KING + distance(c.king[us], stop), rank - 2, us)
            add(c, PASSED_ENEMY_KING + distance(c.king[us ^ 1], stop), rank - 2, us)
        behind = MASKS.ahead[us ^ 1][square] & board.kinds[ROOK]
        if behind and rook_attacks(square, occupied) & behind:
            if rook_attacks(square, occupied) & behind & board.colours[us]:
                add(c, PASSED_ROOK, 1, us)
            else:
                add(c, PASSED_ROOK + 1, 1, us)


cdef inline void count_space(Count* c, const Board* board, const int us) noexcept nogil:
    cdef u64 behind = c.pawns[us]
    cdef u64 safe = (
        CENTRE_FILES
        & (<u64> 0xFFFFFF << 8 if us == WHITE else <u64> 0xFFFFFF << 32)
        & ~c.pawns[us]
        & ~c.attacks[us ^ 1][PAWN]
    )
    behind |= ahead(behind, us ^ 1)
    behind |= ahead(ahead(behind, us ^ 1), us ^ 1)
    add(c, SPACE, popcount(safe) + popcount(behind & safe & ~c.all[us ^ 1]), us)


cdef inline int count_of(const Board* board, int kind, int us) noexcept nogil:
    return popcount(board.kinds[kind] & board.colours[us])


cdef int scale_of(const Board* board, int us) noexcept nogil:
    """How much, of FULL_SCALE, is left of the endgame's value if `us` leads."""
    cdef u64 own = board.colours[us]
    cdef u64 bishops = board.kinds[BISHOP]
    cdef int pawns = count_of(board, PAWN, us)
    cdef int minors = popcount((board.kinds[KNIGHT] | bishops) & own)
    cdef int enemy_minors = popcount((board.kinds[KNIGHT] | bishops) & board.colours[us ^ 1])
    cdef int pieces = 3 * minors + 5 * count_of(board, ROOK, us) + 9 * count_of(board, QUEEN, us)
    cdef int enemy = 3 * enemy_minors + 5 * count_of(board, ROOK, us ^ 1) + 9 * count_of(board, QUEEN, us ^ 1)
    cdef u64 corner
    cdef int king, other
    if pawns == 0:
        if pieces <= 3 or (pieces == 6 and board.kinds[BISHOP] & own == 0 and count_of(board, PAWN, us ^ 1) == 0):
            return NOTHING_TO_WIN  # a minor piece, or two knights
        if pieces - enemy <= 3:
            return NO_PAWNS_MINOR
    elif pawns == 1 and pieces == 0 and popcount(board.colours[us ^ 1]) == 1:
        king = lowest(board.kinds[KING] & own)
        other = lowest(board.kinds[KING] & board.colours[us ^ 1])
        if not kpk_is_won(us, board.turn, king, lowest(board.kinds[PAWN]), other):
            return NOTHING_TO_WIN
    elif popcount(board.colours[us ^ 1]) == 1 and (pieces == 0 or (pieces == 3 and popcount(bishops & own) == 1)):
        # Rook pawns, alone or with a bishop that does not control the corner, which the other king holds.
        corner = 0
        if board.kinds[PAWN] & own & ~FILE_A == 0:
            corner = bit(56) if us == WHITE else bit(0)
        elif board.kinds[PAWN] & own & ~FILE_H == 0:
            corner = bit(63) if us == WHITE else bit(7)
        if (
            corner
            and (pieces == 0 or (corner & DARK == 0) != (bishops & own & DARK == 0))
            and distance(lowest(corner), lowest(board.kinds[KING] & board.colours[us ^ 1])) <= 1
        ):
            return NOTHING_TO_WIN
    if (
        popcount(bishops & own) == 1
        and popcount(bishops & board.colours[us ^ 1]) == 1
        and (bishops & own & DARK == 0) != (bishops & board.colours[us ^ 1] & DARK == 0)
    ):
        return OPPOSITE_BISHOPS if pieces == 3 and enemy == 3 else OPPOSITE_BISHOPS_MORE
    if pawns == 1 and pieces - enemy <= 0 and pieces:
        return LONE_PAWN
    return FULL_SCALE


cdef inline int mop_up(const Board* board, int us) noexcept nogil:
    """The bonus against a lone king, in centipawns: for its distance from the centre, and for how near our king is."""
    cdef int king = lowest(board.kinds[KING] & board.colours[us])
    cdef int other = lowest(board.kinds[KING] & board.colours[us ^ 1])
    cdef int file = other & 7
    cdef int rank = other >> 3
    if board.colours[us ^ 1] != board.kinds[KING] & board.colours[us ^ 1]:
        return 0
    if (board.kinds[ROOK] | board.kinds[QUEEN]) & board.colours[us] == 0:
        return 0
    return MOP_UP * (
        (3 - file if file < 4 else file - 4) + (3 - rank if rank < 4 else rank - 4) + 7 - distance(king, other)
    )


cdef inline int endgame_of(int32_t sum) noexcept nogil:
    return <int16_t> ((sum + 0x8000) >> 16)


cdef inline int phase_of(const Board* board, int scale) noexcept nogil:
    """The share of the middlegame, of MOST_PHASE; 0 if there is nothing to win."""
    cdef int phase = (
        popcount(board.kinds[KNIGHT] | board.kinds[BISHOP])
        + 2 * popcount(board.kinds[ROOK])
        + 4 * popcount(board.kinds[QUEEN])
    )
    return 0 if scale == NOTHING_TO_WIN else phase if phase < MOST_PHASE else MOST_PHASE


cdef inline int blend(int32_t sum, int phase, int scale) noexcept nogil:
    """The value of a sum of weights, mixed from its middlegame and endgame halves, in centipawns."""
    cdef int middlegame = <int16_t> sum
    return (middlegame * phase + endgame_of(sum) * scale // FULL_SCALE * (MOST_PHASE - phase)) // MOST_PHASE


cdef inline void count_all(Count* c, const Board* board) noexcept nogil:
    """Add all terms that are not in Board.sum."""
    prepare(c, board, WHITE)
    prepare(c, board, BLACK)
    count_pawns(c, WHITE)
    count_pawns(c, BLACK)
    count_shelter(c, WHITE)
    count_shelter(c, BLACK)
    count_pieces(c, board, WHITE)
    count_pieces(c, board, BLACK)
    count_danger(c, board, WHITE)
    count_danger(c, board, BLACK)
    count_threats(c, board, WHITE)
    count_threats(c, board, BLACK)
    count_passed(c, board, WHITE)
    count_passed(c, board, BLACK)
    count_space(c, board, WHITE)
    count_space(c, board, BLACK)
    add(c, TEMPO, 1 if board.turn == WHITE else -1, WHITE)


cdef int mixed(const Board* board, int32_t sum, int* scale) noexcept nogil:
    """Return the evaluation in centipawns from White's view; write the scale."""
    cdef int us = WHITE if endgame_of(sum) > 0 else BLACK
    cdef int bonus = mop_up(board, us)
    scale[0] = scale_of(board, us)
    return blend(sum, phase_of(board, scale[0]), scale[0]) + (bonus if us == WHITE else -bonus)


class WeightsPath(HeldPath):
    """The path of a file of weights. It keeps Tapered with the weights as they were; a copy reads the file again."""

    __slots__ = ()
    what = "weights"

    @staticmethod
    def load(path):
        return Tapered(path)

    def __reduce__(self):
        return WeightsPath, (str(self),)


@cache
def shipped():
    """Tapered with the weights that ship."""
    return Tapered()


def named(path):
    """Tapered with the weights of a file, "" for those that ship. ValueError if the file cannot be used."""
    if not path:
        return shipped()
    return WeightsPath(path).held


cdef class Tapered(Evaluation):
    """Tapered with the weights of a file, by default of the shipped one. It raises what `weights.read` raises."""

    def __cinit__(self, path=""):
        cdef int kind, square, i
        prepare_kpk()
        self.plain = False
        weights = tuple(read(path))
        self.identity = ("Tapered", sha256(repr(weights).encode()).hexdigest())
        for i, (middlegame, endgame) in enumerate(weights):
            self.weights[i] = 65536 * endgame + middlegame
        for kind in range(6):
            for square in range(64):
                self.square_values[WHITE][kind][square] = self.weights[SQUARES + 32 * kind + own_square(square, WHITE)]
                self.square_values[BLACK][kind][square] = -self.weights[SQUARES + 32 * kind + own_square(square, BLACK)]
        self.finish_table()

    cdef double finish(self, const Setup* setup, const Board* board) noexcept nogil:
        cdef Count c
        cdef int scale
        c.weights = self.weights
        c.coefficients = NULL
        c.sum = board.sum
        count_all(&c, board)
        return mixed(board, c.sum, &scale)

    cdef double explain(self, const Board* board, int16_t* counts, int* phase, int* scale) noexcept nogil:
        """Write how often each weight counts, White's minus Black's; return the rest, which no weight contributes.

        With m and e the sums of counts times weights for the middlegame and the endgame, the evaluation is
        (m * phase + e * scale / FULL_SCALE * (MOST_PHASE - phase)) / MOST_PHASE + rest, up to rounding.
        """
        cdef Count c
        cdef u64 pieces
        cdef int colour, kind, square, value
        memset(counts, 0, WEIGHTS * sizeof(int16_t))
        c.weights = self.weights
        c.coefficients = counts
        c.sum = 0
        for colour in range(2):
            for kind in range(6):
                pieces = board.kinds[kind] & board.colours[colour]
                while pieces:
                    square = take(&pieces)
                    add(&c, SQUARES + 32 * kind + own_square(square, colour), 1, colour)
        count_all(&c, board)
        value = mixed(board, c.sum, scale)
        phase[0] = phase_of(board, scale[0])
        return value - blend(c.sum, phase[0], scale[0])
