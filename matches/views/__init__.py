"""What whoever runs a match sees of it."""
