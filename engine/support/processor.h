/* The level of x86-64 of this processor (System V ABI, AMD64 supplement). */

#ifndef ODDSFISH_PROCESSOR_H
#define ODDSFISH_PROCESSOR_H

#if defined(__x86_64__) && (__clang_major__ >= 18 || (!defined(__clang__) && __GNUC__ >= 12))

/* 4, 3, or 1 for everything below. */
static int processor_level(void)
{
    __builtin_cpu_init();
    return __builtin_cpu_supports("x86-64-v4") ? 4 : __builtin_cpu_supports("x86-64-v3") ? 3 : 1;
}

#else
#ifdef ODDSFISH_PROBE
#error "this compiler cannot tell levels" /* setup.py asks */
#endif

static int processor_level(void)
{
    return 1;
}

#endif
#endif
