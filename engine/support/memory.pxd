"""Memory whose address is a multiple of a power of two. Windows lacks the function of C11 for it.

With large pages (Linux has them), a processor translates addresses faster that lie far from each other.
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
    void ask_for_large_pages "oddsfish_large_pages"(void* memory, size_t size)  # memory: a multiple of LARGE_PAGE
