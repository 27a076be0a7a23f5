"""The files of a match."""
