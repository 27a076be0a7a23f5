/* Included at the start of every module on Windows: the functions that it needs of the compiler's library. The whole
   library would be the largest part of a module. */

#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

/* A function calls this if it takes a page of the stack or more. It touches each page in turn, as Windows demands.
   By Microsoft's ABI the size comes in rax, or on Arm in x15, in units of 16 bytes; no other register may change. */
#if defined(__x86_64__)
__asm__(".globl ___chkstk_ms\n"
        "___chkstk_ms:\n"
        "    push %rcx\n"
        "    push %rax\n"
        "    lea 24(%rsp), %rcx\n"
        "1:  cmp $0x1000, %rax\n"
        "    jb 2f\n"
        "    sub $0x1000, %rcx\n"
        "    orq $0, (%rcx)\n"
        "    sub $0x1000, %rax\n"
        "    jmp 1b\n"
        "2:  sub %rax, %rcx\n"
        "    orq $0, (%rcx)\n"
        "    pop %rax\n"
        "    pop %rcx\n"
        "    ret\n");
#else
__asm__(".globl __chkstk\n"
        "__chkstk:\n"
        "    lsl x16, x15, #4\n"
        "    mov x17, sp\n"
        "1:  sub x17, x17, #4096\n"
        "    subs x16, x16, #4096\n"
        "    ldr xzr, [x17]\n"
        "    b.gt 1b\n"
        "    ret\n");
#endif

int __fpclassify(double x)
{
    return __builtin_fpclassify(FP_NAN, FP_INFINITE, FP_NORMAL, FP_SUBNORMAL, FP_ZERO, x);
}

/* 2: count and terminate a text that does not fit, as the C standard requires. */
int vsnprintf(char *text, size_t size, const char *format, va_list values)
{
    return __stdio_common_vsprintf(2, text, size, format, NULL, values);
}
