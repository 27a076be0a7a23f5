"""Who plays: engines behind their protocols, chance, people."""
