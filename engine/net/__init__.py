"""Networks that evaluate positions: their files, and their computation in whole numbers."""
