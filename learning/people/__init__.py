"""How people play: games of rated players, samples of their choices, and the model that is fitted to these."""
