"""Tournaments whose next round depends on the results of the last one."""
