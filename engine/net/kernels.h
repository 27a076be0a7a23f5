/* The work of a network for each kind of processor, and which kind this one is. */

#ifndef ODDSFISH_NET_KERNELS_H
#define ODDSFISH_NET_KERNELS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum {
    MOST_INPUTS = 1024, /* and so of words of 64 bits */
    MOST_WORDS = MOST_INPUTS / 64,
    MOST_HIDDEN = 256,
    MOST_BUCKETS = 8,
    MOST_ANCHORS = 32,
    KEPT = 4, /* sets of inputs whose hidden layer is kept */
    ONE = 255, /* what an activation of 1 is */
};

struct plain_net {
    int words, count, hidden, buckets, active;
    const int16_t *rows;    /* bucket of rows, input, hidden: what an active input adds to the hidden layer */
    const int16_t *empty;   /* hidden: what it is without any */
    const int16_t *weights; /* bucket, own view first, hidden */
    int64_t biases[MOST_BUCKETS];
    uint16_t number[2][2][MOST_INPUTS]; /* view, whether of the mirror image: what an input is there */
    int anchored;                       /* how many anchors there may be */
    uint64_t anchors[2][MOST_WORDS];    /* view: the inputs that are anchors, */
    int first[2], last[2];              /* the first of these words, and that behind the last */
    int8_t anchor[2][MOST_INPUTS];      /* view, input: which */
};

struct layers {
    uint64_t inputs[KEPT][MOST_WORDS];
    int anchors[KEPT][2];
    uint64_t homes[2][MOST_ANCHORS][MOST_WORDS]; /* view, anchor: the last set that was made from here */
    int16_t *sums; /* kept, view, hidden; behind them of homes: view, anchor, hidden */
    int next;
};

#define FOR(name) name##_anywhere
#define TARGET
#include "kernel.h"
#undef FOR
#undef TARGET

#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
#define KINDS 3
#define FOR(name) name##_avx2
#define TARGET __attribute__((target("avx2,bmi,popcnt")))
#include "kernel.h"
#undef FOR
#undef TARGET
#define FOR(name) name##_avx512
#define TARGET __attribute__((target("avx512f,avx512bw,avx512vl,bmi,popcnt")))
#include "kernel.h"
#undef FOR
#undef TARGET
#else
#define KINDS 1
#endif

typedef int64_t (*value_of)(const struct plain_net *, struct layers *, const uint64_t *, int);

static const char *const KIND_NAMES[] = {"any", "AVX2", "AVX-512"};

/* Whether this processor can do the work of a kind. */
static int can_use(int kind)
{
#if KINDS > 1
    __builtin_cpu_init();
    if (kind == 1) return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("popcnt");
    if (kind == 2) return __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl");
#endif
    return kind == 0;
}

static value_of value_for(int kind)
{
#if KINDS > 1
    if (kind == 2) return value_avx512;
    if (kind == 1) return value_avx2;
#endif
    return value_anywhere;
}

#endif
