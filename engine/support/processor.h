/* The level of x86-64 of this processor (System V ABI, AMD64 supplement). */

#ifndef ODDSFISH_PROCESSOR_H
#define ODDSFISH_PROCESSOR_H

#if defined(__x86_64__)
#include <cpuid.h>

/* Bits of the control register XCR0 (Intel's manual, volume 1, 13.3): which registers the system saves for a thread. */
enum { SAVES_AVX = 0x06, SAVES_AVX512 = 0xe6 };

/* 4, 3, or 1 for all lower levels. __builtin_cpu_supports would not do: with some compilers, it lacks what it needs and
   answers no. */
static int processor_level(void)
{
    const unsigned basic = bit_OSXSAVE | bit_AVX | bit_MOVBE | bit_F16C | bit_FMA;
    const unsigned third = bit_AVX2 | bit_BMI | bit_BMI2;
    const unsigned fourth = bit_AVX512F | bit_AVX512BW | bit_AVX512CD | bit_AVX512DQ | bit_AVX512VL;
    unsigned eax, ebx, ecx, edx, more, extended, saved;
    if (!__get_cpuid(1, &eax, &ebx, &more, &edx) || (more & basic) != basic) return 1;
    if (!__get_cpuid(0x80000001, &eax, &ebx, &extended, &edx) || !(extended & bit_LZCNT)) return 1;
    if (!__get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx) || (ebx & third) != third) return 1;
    __asm__("xgetbv" : "=a"(saved), "=d"(edx) : "c"(0));
    if ((saved & SAVES_AVX) != SAVES_AVX) return 1;
    return (ebx & fourth) == fourth && (saved & SAVES_AVX512) == SAVES_AVX512 ? 4 : 3;
}

#else

static int processor_level(void)
{
    return 1;
}

#endif
#endif
