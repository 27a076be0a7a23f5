"""The numbers that the tournament search can be tuned by, with their ranges, steps and units.

They are constants. In the builds that play for `spsa.py` and `screening.py` (`scripts/strength/tunables.py`), they are
options with the same names.
"""

cdef enum:
    # Aspiration windows
    ASPIRATION_DEPTH = 4            # 2 to 8 by 1: plies; from here on
    ASPIRATION_WINDOW = 15          # 5 to 40 by 3: centipawns to each side at first
    WIDEST_WINDOW = 700             # 200 to 2000 by 100: beyond it there is none

    # Reverse futility pruning
    REVERSE_FUTILITY_DEPTH = 8      # 4 to 12 by 1: plies; up to here
    REVERSE_FUTILITY_MARGIN = 68    # 30 to 150 by 8: centipawns a ply

    # Razoring
    RAZORING_DEPTH = 3              # 1 to 6 by 1: plies; up to here
    RAZORING_MARGIN = 220           # 80 to 450 by 25: centipawns a ply

    # Null move
    NULL_DEPTH = 4                  # 1 to 6 by 1: plies; from here on
    NULL_REDUCTION = 5              # 2 to 6 by 1: plies
    NULL_DEPTH_SHARE = 4            # 2 to 8 by 1: plies of depth that reduce by one more
    NULL_EVALUATION_SHARE = 200     # 80 to 400 by 20: centipawns above beta that reduce by one more
    NULL_MOST_BY_EVALUATION = 3     # 1 to 6 by 1: plies
    VERIFICATION_DEPTH = 12         # 8 to 20 by 2: plies; from here on a cut is verified

    # Internal iterative reduction
    INTERNAL_DEPTH = 4              # 2 to 8 by 1: plies; from here on in nodes of the principal variation,
    INTERNAL_CUT_DEPTH = 7          # 2 to 12 by 1: plies; and from here on in cut nodes

    # Late move pruning
    LATE_DEPTH = 8                  # 4 to 12 by 1: plies; up to here
    LATE_BASE = 4                   # 1 to 8 by 1: moves
    LATE_FACTOR = 118               # 40 to 250 by 12: per cent of the squared depth, in moves

    # Futility pruning
    FUTILITY_DEPTH = 8              # 4 to 12 by 1: plies, once reduced; up to here
    FUTILITY_BASE = 75              # 20 to 250 by 15: centipawns
    FUTILITY_MARGIN = 80            # 30 to 160 by 10: centipawns a ply
    FUTILITY_HISTORY = 230          # 80 to 500 by 30: of the sum of histories, for one centipawn

    # History pruning
    HISTORY_DEPTH = 4               # 2 to 8 by 1: plies, once reduced; up to here
    HISTORY_MARGIN = 2500           # 500 to 6000 by 350: of the sum of histories, a ply

    # Pruning by exchanges
    EXCHANGE_DEPTH = 8              # 3 to 9 by 1: plies, for quiet moves once reduced; up to here
    EXCHANGE_QUIET = 24             # 10 to 60 by 4: centipawns a squared ply
    EXCHANGE_NOISY = 20             # 5 to 60 by 4: centipawns a squared ply
    EXCHANGE_HISTORY = 64           # 20 to 300 by 15: history of a capture that lets it lose a centipawn more

    # Singular extensions
    SINGULAR_DEPTH = 5              # 4 to 11 by 1: plies; from here on
    SINGULAR_TABLE_DEPTH = 3        # 2 to 6 by 1: plies that the table's entry may be shallower
    SINGULAR_MARGIN = 30            # 8 to 64 by 5: 16ths of a centipawn a ply
    DOUBLE_MARGIN = 20              # 5 to 60 by 4: centipawns
    MOST_DOUBLED = 6                # 3 to 12 by 1: double extensions on one path
    MOST_EXTENDING = 2              # 1 to 3 by 1: times the depth of the iteration: from this ply on there is none

    # Late move reductions
    REDUCTION_DEPTH = 2             # 2 to 4 by 1: plies; from here on
    REDUCTION_BASE = 850            # 0 to 1800 by 100: 1024ths of a ply
    REDUCTION_FACTOR = 455          # 250 to 900 by 35: 1024ths of a ply times the logarithms of depth and number
    CUT_NODE_REDUCTION = 1024       # 0 to 3072 by 200: 1024ths of a ply more
    CUT_OFFS_REDUCTION = 1024       # 0 to 3072 by 200: 1024ths of a ply more,
    MOST_CUT_OFFS = 3               # 1 to 8 by 1: of children and their cousins, if there were more than so many
    KILLER_REDUCTION = 1024         # 0 to 3072 by 200: 1024ths of a ply less
    HISTORY_REDUCTION = 128         # 60 to 300 by 12: 1024ths of a ply less for 1024 of histories
    CAPTURE_REDUCTION = 50          # 20 to 100 by 6: per cent of what it is for quiet moves
    WORSE_REDUCTION = 1224          # 0 to 3072 by 200: 1024ths of a ply more where a side is not improving
    UNKNOWN_REDUCTION = 1024        # 0 to 3072 by 200: 1024ths of a ply more where the table knows no move
    PV_REDUCTION = 1024             # 0 to 3072 by 200: 1024ths of a ply less
    CHECK_REDUCTION = 1024          # 0 to 3072 by 200: 1024ths of a ply less for answers to checks
    CHECKING_REDUCTION = 924        # 0 to 3072 by 200: 1024ths of a ply less for moves that give check
    DOUBT_REDUCTION = 12            # 0 to 64 by 6: 1024ths of a ply less for a centipawn of correction,
    MOST_DOUBT = 64                 # 16 to 136 by 10: centipawns; of so many at most
    ROOT_REDUCTION = 768            # 0 to 3072 by 200: 1024ths of a ply less at the root

    # Histories
    BONUS = 190                     # 100 to 350 by 20: for a move that cuts, a ply of depth,
    BONUS_LESS = 70                 # 0 to 100 by 20: less so many
    MOST_BONUS = 1600               # 800 to 3200 by 200: and so many at most
    BONUS_MARGIN = 60               # 20 to 200 by 15: centipawns above beta: from there on, the bonus of one ply more
    ANSWER_DEPTH = 3                # 2 to 8 by 1: plies; from here on, the quiet move before a fail-low gains,
    ANSWER_BONUS = 50               # 0 to 150 by 10: per cent of the bonus of a ply less, in continuation histories
    QUIET_MALUS = 150               # 50 to 300 by 15: per cent of the bonus, from quiet moves that did not cut
    CAPTURE_MALUS = 140             # 50 to 300 by 15: per cent of the bonus, from captures that did not cut
    BEHIND_WEIGHT = 75              # 20 to 200 by 12: per cent of what our last move says of the next
    FURTHER_WEIGHT = 50             # 0 to 150 by 12: per cent of what the one before says

    # The order of moves
    GOOD_HISTORY = 128              # 40 to 400 by 25: history of a capture that lets it lose a centipawn in front
    VICTIM_WEIGHT = 32              # 8 to 80 by 6: histories that a centipawn of the victim is worth
    CHECK_SCORE = 4000              # 0 to 12000 by 800: histories that a check is worth
    ESCAPE_SCORE = 2400             # 0 to 12000 by 800: a move away from the attack of a piece that is worth less
    STEP_INTO_SCORE = 6600          # 0 to 20000 by 1000: subtracted for a move into such an attack

    # Corrections of the evaluation
    PAWN_CORRECTION = 100           # 20 to 200 by 12: per cent of what histories of pawn structures say
    PIECE_CORRECTION = 60           # 20 to 150 by 8: per cent of what those of other pieces say

    # Quiescence
    DELTA_MARGIN = 150              # 50 to 350 by 20: centipawns
    DELTA_PIECES = 8                # 4 to 12 by 1: pieces; with fewer there is none
    EVASIONS = 3                    # 1 to 4 by 1: moves out of check, before quiet ones are skipped
    MOST_CHECKS_BEHIND = 2          # 0 to 3 by 1: plies behind the depth at which quiet checks are tried
