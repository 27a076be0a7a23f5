"""The processor that this process runs on."""

cdef extern from "processor.h":
    int processor_level()


def level():
    """Its level of x86-64: 4, 3, or 1 for everything else."""
    return processor_level()
