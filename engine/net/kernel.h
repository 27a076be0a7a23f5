/* The evaluation of a network. The compiler turns its plain loops into vector instructions of the processor. */

#ifndef ODDSFISH_NET_KERNEL_H
#define ODDSFISH_NET_KERNEL_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum {
    MOST_INPUTS = 1024, /* a set of inputs has a bit for each */
    MOST_WORDS = MOST_INPUTS / 64,
    MOST_HIDDEN = 256,
    MOST_BUCKETS = 8,
    MOST_ANCHORS = 32,
    KEPT = 4, /* sets of inputs whose hidden layer is kept */
    ONE = 255, /* the integer for an activation of 1 */
};

struct plain_net {
    int words, count, hidden, buckets, active;
    const int16_t *rows;    /* bucket of rows, input, hidden: an active input adds this to the hidden layer */
    const int16_t *empty;   /* hidden: the hidden layer without active inputs */
    const int16_t *weights; /* bucket, own view first, hidden */
    int64_t biases[MOST_BUCKETS];
    uint16_t number[2][2][MOST_INPUTS]; /* view, whether mirrored, input: its number in this view */
    int anchored;                       /* the number of values that `find_anchor` may return */
    uint64_t anchors[2][MOST_WORDS];    /* view: the inputs that are anchors */
    int first[2], last[2];              /* view: the first word with an anchor, and the word after the last */
    int8_t anchor[2][MOST_INPUTS];      /* view, input: its anchor */
};

struct layers {
    uint64_t inputs[KEPT][MOST_WORDS];
    int anchors[KEPT][2];
    uint64_t homes[2][MOST_ANCHORS][MOST_WORDS]; /* view, anchor: the last set of `go_home` */
    int16_t *sums; /* kept, view, hidden; then for homes: view, anchor, hidden */
    int next;
};

/* Add a row to sums, or subtract it. */
static void add(int16_t *restrict sums, const int16_t *restrict row, int hidden)
{
    for (int i = 0; i < hidden; i++) sums[i] = (int16_t)(sums[i] + row[i]);
}

static void take(int16_t *restrict sums, const int16_t *restrict row, int hidden)
{
    for (int i = 0; i < hidden; i++) sums[i] = (int16_t)(sums[i] - row[i]);
}

/* The difference between two sets of inputs. */
struct change {
    int added[MOST_INPUTS], removed[MOST_INPUTS], plus, minus;
};

static void compare(struct change *change, const uint64_t *now, const uint64_t *then, int words)
{
    uint32_t differing = 0; /* words. Most are equal: this is faster than a look at the bits of each word */
    _Static_assert(MOST_WORDS <= 32, "a bit for each word");
    change->plus = change->minus = 0;
    for (int i = 0; i < words; i++) differing |= (uint32_t)(now[i] != then[i]) << i;
    for (; differing; differing &= differing - 1) {
        const int i = __builtin_ctz(differing);
        for (uint64_t left = now[i] & ~then[i]; left; left &= left - 1)
            change->added[change->plus++] = 64 * i + __builtin_ctzll(left);
        for (uint64_t left = then[i] & ~now[i]; left; left &= left - 1)
            change->removed[change->minus++] = 64 * i + __builtin_ctzll(left);
    }
}

/* Compute the hidden layer of a view from that of another set of inputs with the same anchor. */
static void follow(
    int16_t *restrict sums, const int16_t *restrict from, const struct plain_net *net, int view, int anchor,
    const struct change *change)
{
    const int hidden = net->hidden, plus = change->plus, minus = change->minus;
    const int *const added = change->added, *const removed = change->removed;
    const int16_t *const rows = net->rows + (size_t)(anchor >> 1) * net->count * hidden;
    const uint16_t *const number = net->number[view][anchor & 1];
    const int16_t *restrict a = rows + (plus ? (size_t)number[added[0]] * hidden : 0);
    const int16_t *restrict b = rows + (minus ? (size_t)number[removed[0]] * hidden : 0);
    int i, k = 0, m = 0;
    if (plus == 1 && minus == 1) { /* a quiet move */
        for (i = 0; i < hidden; i++) sums[i] = (int16_t)(from[i] + a[i] - b[i]);
        return;
    }
    if (plus == 1 && minus == 2) { /* a capture */
        const int16_t *restrict c = rows + (size_t)number[removed[1]] * hidden;
        for (i = 0; i < hidden; i++) sums[i] = (int16_t)(from[i] + a[i] - b[i] - c[i]);
        return;
    }
    if (plus && minus) {
        for (i = 0; i < hidden; i++) sums[i] = (int16_t)(from[i] + a[i] - b[i]);
        k = m = 1;
    } else {
        memcpy(sums, from, hidden * sizeof(int16_t));
    }
    for (; k < plus; k++) add(sums, rows + (size_t)number[added[k]] * hidden, hidden);
    for (; m < minus; m++) take(sums, rows + (size_t)number[removed[m]] * hidden, hidden);
}

/* The part of the output from one view: its sums are clipped to 0 .. ONE, squared and weighted. The product of an
   activation and a weight fits into 16 bits. The sum of MOST_HIDDEN such products, each times the activation, fits
   into 32. */
static int64_t weigh(const int16_t *restrict sums, const int16_t *restrict weights, int hidden)
{
    int32_t total = 0;
    for (int i = 0; i < hidden; i++) {
        int16_t active = sums[i] < 0 ? 0 : sums[i];
        active = active > ONE ? ONE : active;
        total += (int32_t)active * (int16_t)(active * weights[i]);
    }
    return total;
}

/* How many inputs differ between two sets. */
static int distance(const uint64_t *one, const uint64_t *other, int words)
{
    int found = 0;
    for (int i = 0; i < words; i++) found += __builtin_popcountll(one[i] ^ other[i]);
    return found;
}

/* The anchor of a view: 2 * bucket of rows, plus 1 if it sees the mirror image. */
static int find_anchor(const struct plain_net *net, const uint64_t *inputs, int view)
{
    int found = 0;
    for (int i = net->first[view]; i < net->last[view]; i++)
        for (uint64_t left = inputs[i] & net->anchors[view][i]; left; left &= left - 1) {
            int each = net->anchor[view][64 * i + __builtin_ctzll(left)];
            found = each > found ? each : found;
        }
    return found;
}

/* Compute the sums of a view if the nearest kept set has another anchor. They follow from the last sums that were
   computed here for this anchor. The set and its sums are kept for the next call. */
static void go_home(
    int16_t *sums, const struct plain_net *net, struct layers *layers, const uint64_t *inputs, int view, int anchor)
{
    struct change change;
    uint64_t *home = layers->homes[view][anchor];
    int16_t *at_home = layers->sums + net->hidden * (2 * KEPT + view * net->anchored + anchor);
    compare(&change, inputs, home, net->words);
    follow(sums, at_home, net, view, anchor, &change);
    memcpy(home, inputs, net->words * sizeof(uint64_t));
    memcpy(at_home, sums, net->hidden * sizeof(int16_t));
}

/* The output for a set of inputs, from the view of player `turn`. The hidden layer follows from that of the nearest
   kept set: usually the set of the previous position, or of a sibling. */
static int64_t network_value(const struct plain_net *net, struct layers *layers, const uint64_t *inputs, int turn)
{
    const int words = net->words, hidden = net->hidden;
    int near = 0, least = MOST_INPUTS + 1, active = 0, bucket, slot, i;
    const int16_t *sums, *weights;
    for (i = 0; i < KEPT; i++) {
        int found = distance(inputs, layers->inputs[i], words);
        if (found < least) {
            least = found;
            near = i;
        }
    }
    for (i = 0; i < words; i++) active += __builtin_popcountll(inputs[i]);
    slot = near;
    if (least) {
        struct change change;
        compare(&change, inputs, layers->inputs[near], words);
        slot = layers->next == near ? (near + 1) % KEPT : layers->next;
        layers->next = (slot + 1) % KEPT;
        for (int view = 0; view < 2; view++) {
            int16_t *to = layers->sums + hidden * (2 * slot + view);
            const int anchor = find_anchor(net, inputs, view);
            if (anchor == layers->anchors[near][view]) {
                const int16_t *from = layers->sums + hidden * (2 * near + view);
                follow(to, from, net, view, anchor, &change);
            } else {
                go_home(to, net, layers, inputs, view, anchor);
            }
            layers->anchors[slot][view] = anchor;
        }
        memcpy(layers->inputs[slot], inputs, words * sizeof(uint64_t));
    }
    bucket = active < 1 ? 0 : (active - 1) * net->buckets / net->active;
    if (bucket >= net->buckets) bucket = net->buckets - 1;
    sums = layers->sums + 2 * hidden * slot;
    weights = net->weights + 2 * hidden * bucket;
    return weigh(sums + hidden * turn, weights, hidden)
        + weigh(sums + hidden * (1 - turn), weights + hidden, hidden)
        + net->biases[bucket];
}

#endif
