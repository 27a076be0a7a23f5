"""`oddsfish learn`: train your own network, from self-play to a rated evaluation."""
