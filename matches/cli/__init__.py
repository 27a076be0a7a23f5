"""The command line of a match."""
