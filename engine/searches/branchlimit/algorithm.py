"""What the branch-limited search says about itself."""

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
            "plies of the search that says what looks best; 0 asks the evaluation",
            "BranchLimit",
            low=0,
            high=20,
        ),
        Option(
            "LookAheadRule",
            "combo",
            "intended",
            "of LookAhead plies, with L left: at most L - 1 (intended), or what exceeds L - 1 (published)",
            "BranchLimit",
            choices=("intended", "published"),
        ),
    )


ALGORITHM = BranchLimitAlgorithm()
