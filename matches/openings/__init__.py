"""Where games begin."""
