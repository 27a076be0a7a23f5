"""The parts of tests/fuzz_api.py: the public names of a package, scripts of calls, their runs, and their shrinking."""
