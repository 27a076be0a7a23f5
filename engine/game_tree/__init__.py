"""Trees that are written down: read, written, searched step by step, drawn and edited."""
