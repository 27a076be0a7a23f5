"""What a match leaves on disk."""
