"""The package that `oddsfish new-game` writes; mygame, MyGame and "my game" stand for the names of the new game."""
