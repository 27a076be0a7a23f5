"""The report of a match: one HTML file that loads nothing."""
