/* The level of x86-64 of this processor (System V ABI, AMD64 supplement). */

#ifndef ODDSFISH_PROCESSOR_H
#define ODDSFISH_PROCESSOR_H

#if defined(__x86_64__)
#include <cpuid.h>

/* 4, 3, or 1 for everything below. What needs the system's help is asked of the compiler's library; it cannot tell the
   others before GCC 12. */
static int processor_level(void)
{
    unsigned eax, ebx, ecx, edx, more, extended;
    if (!__get_cpuid(1, &eax, &ebx, &more, &edx) || !__get_cpuid(0x80000001, &eax, &ebx, &extended, &edx)) return 1;
    __builtin_cpu_init();
    if (!(more & bit_MOVBE) || !(more & bit_F16C) || !(extended & bit_LZCNT) || !__builtin_cpu_supports("avx2")
        || !__builtin_cpu_supports("bmi") || !__builtin_cpu_supports("bmi2") || !__builtin_cpu_supports("fma"))
        return 1;
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512cd")
            && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl")
        ? 4
        : 3;
}

#else

static int processor_level(void)
{
    return 1;
}

#endif
#endif
