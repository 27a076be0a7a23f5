"""The views of a match, for the person who runs it."""
