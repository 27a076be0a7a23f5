"""`oddsfish learn`: a network of one's own, from games to a rated evaluation."""
