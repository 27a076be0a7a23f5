"""The players: engines with their protocols, a random player, people."""
