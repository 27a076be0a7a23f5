"""Models of an opponent: how likely it is to play each of its legal moves."""
