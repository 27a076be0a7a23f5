"""What runs a search: depth after depth, within its limits, on a thread of its own."""
