"""Every number that the tournament search can be tuned by, with its unit."""

cdef enum:
    # Aspiration windows
    ASPIRATION_DEPTH = 4        # plies; from here on
    ASPIRATION_WINDOW = 12      # centipawns to each side at first
    WIDEST_WINDOW = 700         # beyond it there is none

    # Reverse futility pruning
    REVERSE_FUTILITY_DEPTH = 8  # plies; up to here
    REVERSE_FUTILITY_MARGIN = 75    # centipawns a ply

    # Razoring
    RAZORING_DEPTH = 3
    RAZORING_MARGIN = 220       # centipawns a ply

    # Null move
    NULL_DEPTH = 3              # plies; from here on
    NULL_REDUCTION = 4          # plies
    NULL_DEPTH_SHARE = 5        # plies of depth that reduce by one more
    NULL_EVALUATION_SHARE = 200     # centipawns above beta that reduce by one more
    NULL_MOST_BY_EVALUATION = 3
    VERIFICATION_DEPTH = 12     # plies; from here on a cut is verified

    # Late move pruning
    LATE_DEPTH = 8
    LATE_BASE = 3               # moves

    # Futility pruning
    FUTILITY_DEPTH = 8
    FUTILITY_BASE = 90          # centipawns
    FUTILITY_MARGIN = 80        # centipawns a ply

    # History pruning
    HISTORY_DEPTH = 4
    HISTORY_MARGIN = 2500       # of the sum of continuations, a ply

    # Pruning by exchanges
    EXCHANGE_DEPTH = 8
    EXCHANGE_QUIET = 60         # centipawns a ply
    EXCHANGE_NOISY = 20         # centipawns a squared ply

    # Singular extensions
    SINGULAR_DEPTH = 8
    SINGULAR_TABLE_DEPTH = 3    # plies that the table's entry may be shallower
    SINGULAR_MARGIN = 2         # centipawns a ply
    DOUBLE_MARGIN = 20          # centipawns
    MOST_DOUBLED = 6            # double extensions on one path

    # Extensions
    MOST_EXTENDING = 2          # times the depth of the iteration: from this ply on there is none

    # Late move reductions
    REDUCTION_DEPTH = 3
    REDUCTION_HISTORY = 8192    # of histories that reduce by one less

    # Quiescence
    DELTA_MARGIN = 150          # centipawns
    DELTA_PIECES = 7               # pieces; with fewer there is none
    MOST_CHECKS_BEHIND = 1      # plies behind the depth at which quiet checks are tried
