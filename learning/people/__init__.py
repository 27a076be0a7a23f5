"""How people play: games with ratings, what was seen where they chose, and the model that is fitted to that."""
