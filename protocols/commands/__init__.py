"""The commands of `oddsfish` that are run by people: play, tree, predictor, opponent, and those of games."""
