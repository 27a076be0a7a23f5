"""How large the stack of a thread is.

Python has one setting for the stacks of all threads to come (`threading.stack_size`), and whoever changes it while
another thread is being started changes that one's, too: a thread that needs a large stack has to look.
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
    """The bytes of this thread's stack; a very large number on systems that do not say."""
    return stack_of_this_thread()
