"""The compliance check: whether an engine does what the clients of its protocol rely on."""
