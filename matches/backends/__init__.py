"""Backends, which play games: processes of this machine or of a cluster."""
