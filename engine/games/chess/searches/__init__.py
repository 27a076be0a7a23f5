"""The searches that know chess."""
