"""The build: its version, its compiler, and the compiler's flags."""

cdef extern from *:
    """
    #ifdef __clang__
    #define ODDSFISH_COMPILER "Clang " __clang_version__
    #else
    #define ODDSFISH_COMPILER "GCC " __VERSION__
    #endif
    """
    const char* ODDSFISH_VERSION
    const char* ODDSFISH_FLAGS
    const char* ODDSFISH_COMPILER

VERSION = ODDSFISH_VERSION.decode()
FLAGS = ODDSFISH_FLAGS.decode()
COMPILER = ODDSFISH_COMPILER.decode().strip()  # the version of Zig's Clang ends with a space
