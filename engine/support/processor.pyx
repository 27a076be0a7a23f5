"""The processor that this process runs on."""

cdef extern from "processor.h":
    int processor_level()


def level():
    """Return the level of x86-64 of the processor: 4, 3, or 1 for all others."""
    return processor_level()
