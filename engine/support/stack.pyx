"""The size of a thread's stack.

Python has one setting for the stacks of all new threads (`threading.stack_size`). A change also affects a thread that
is just being started. So a thread that needs a large stack has to check its size.
"""

cdef extern from *:
    """
    #include <stdint.h>
    #if defined(_WIN32)
    #include <windows.h>
    #else
    #include <pthread.h>
    #endif
    static size_t oddsfish_stack(void) {
    #if defined(_WIN32)
        ULONG_PTR lowest, highest;
        GetCurrentThreadStackLimits(&lowest, &highest);
        return highest - lowest;
    #elif defined(__APPLE__)
        return pthread_get_stacksize_np(pthread_self());
    #elif defined(__linux__)
        pthread_attr_t attributes;
        size_t size = 0;
        if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
            pthread_attr_getstacksize(&attributes, &size);
            pthread_attr_destroy(&attributes);
        }
        return size;
    #else
        return SIZE_MAX;
    #endif
    }
    """
    size_t stack_of_this_thread "oddsfish_stack"() noexcept nogil


def stack_of_thread():
    """Return the size of this thread's stack in bytes; a very large number if the system does not report it."""
    return stack_of_this_thread()
