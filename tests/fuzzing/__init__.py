"""What scripts/fuzz_api.py is made of: what is public, scripts of calls, their run, and what breaks made short."""
