"""Networks that evaluate positions: their files, and how they are computed, move by move, in whole numbers."""
