"""The searches that know Connect-4."""
