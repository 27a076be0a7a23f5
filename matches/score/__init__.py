"""The score of a match and what it says of the players."""
