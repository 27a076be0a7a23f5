"""Memory whose address is a multiple of a power of two: C11 has a call for it, which Windows does not have.

On large pages (Linux has them), a processor finds addresses faster that lie far from each other.
"""

cdef enum:
    LARGE_PAGE = 2 * 1024 * 1024    # bytes

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
    #if defined(__linux__)
    #include <sys/mman.h>
    #define oddsfish_large_pages(memory, size) madvise((memory), (size), MADV_HUGEPAGE)
    #else
    #define oddsfish_large_pages(memory, size) ((void) 0)
    #endif
    """
    void* aligned "oddsfish_aligned"(size_t alignment, size_t size)     # size: a multiple of the alignment
    void free_aligned "oddsfish_free_aligned"(void* memory)
    void ask_for_large_pages "oddsfish_large_pages"(void* memory, size_t size)  # from an address at their edge on
