"""The name and the options of the branch-limited search."""

from __future__ import annotations

from ...algorithm import Algorithm
from ...option import Option


class BranchLimitAlgorithm(Algorithm):
    """Alpha-beta over the few moves that look best."""

    name = "BranchLimit"
    options = (
        Option(
            "BranchLimit",
            "spin",
            10,
            "how many moves are searched in each position: those that look best to the side to move",
            "BranchLimit",
            low=1,
            high=256,
        ),
        Option(
            "LookAhead",
            "spin",
            0,
            "plies of the search that selects these moves; 0 uses the evaluation",
            "BranchLimit",
            low=0,
            high=20,
        ),
        Option(
            "LookAheadRule",
            "combo",
            "intended",
            "depth of the look-ahead with L plies left: at most L - 1 (intended), or the excess over L - 1 (published)",
            "BranchLimit",
            choices=("intended", "published"),
        ),
    )


ALGORITHM = BranchLimitAlgorithm()
