"""What there is: games, searches and options; and what a game says of itself beside its rules."""
