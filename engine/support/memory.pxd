"""Memory whose address is a multiple of a power of two: C11 has a call for it, which Windows does not have."""

cdef extern from * nogil:
    """
    #include <stdlib.h>
    #if defined(_WIN32)
    #include <malloc.h>
    #define oddsfish_aligned(alignment, size) _aligned_malloc((size), (alignment))
    #define oddsfish_free_aligned(memory) _aligned_free(memory)
    #else
    #define oddsfish_aligned(alignment, size) aligned_alloc((alignment), (size))
    #define oddsfish_free_aligned(memory) free(memory)
    #endif
    """
    void* aligned "oddsfish_aligned"(size_t alignment, size_t size)     # size: a multiple of the alignment
    void free_aligned "oddsfish_free_aligned"(void* memory)
