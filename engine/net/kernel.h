/* The work of a network for one kind of processor. kernels.h includes this file once for each: FOR(name) is a name of
   that kind, TARGET what the compiler is told of it. Plain loops, which it turns into vector instructions. */

/* A row more or less in a sum. */
TARGET static void FOR(add)(int16_t *restrict sums, const int16_t *restrict row, int hidden)
{
    for (int i = 0; i < hidden; i++) sums[i] = (int16_t)(sums[i] + row[i]);
}

TARGET static void FOR(take)(int16_t *restrict sums, const int16_t *restrict row, int hidden)
{
    for (int i = 0; i < hidden; i++) sums[i] = (int16_t)(sums[i] - row[i]);
}

/* What the hidden layer of a view adds up to, from what it was for another set of inputs, whose anchor was the same. */
TARGET static void FOR(follow)(
    int16_t *restrict sums, const int16_t *restrict from, const struct plain_net *net, int view, int anchor,
    const int *added, int plus, const int *removed, int minus)
{
    const int hidden = net->hidden;
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
    for (; k < plus; k++) FOR(add)(sums, rows + (size_t)number[added[k]] * hidden, hidden);
    for (; m < minus; m++) FOR(take)(sums, rows + (size_t)number[removed[m]] * hidden, hidden);
}

/* One view's share of the output: clipped to 0 .. ONE, squared, weighed. A product of an activation and a weight fits
   into 16 bits, and MOST_HIDDEN of their products with the activation into 32. */
TARGET static int64_t FOR(weigh)(const int16_t *restrict sums, const int16_t *restrict weights, int hidden)
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
TARGET static int FOR(distance)(const uint64_t *one, const uint64_t *other, int words)
{
    int found = 0;
    for (int i = 0; i < words; i++) found += __builtin_popcountll(one[i] ^ other[i]);
    return found;
}

/* The anchor of a view: 2 * bucket of rows, plus 1 where it sees the mirror image. */
TARGET static int FOR(anchor)(const struct plain_net *net, const uint64_t *inputs, int view)
{
    int found = 0;
    for (int i = net->first[view]; i < net->last[view]; i++)
        for (uint64_t left = inputs[i] & net->anchors[view][i]; left; left &= left - 1) {
            int each = net->anchor[view][64 * i + __builtin_ctzll(left)];
            found = each > found ? each : found;
        }
    return found;
}

/* The inputs that are in one set and not in another; how many. */
TARGET static int FOR(missing)(int *found, const uint64_t *one, const uint64_t *other, int words)
{
    int count = 0;
    for (int i = 0; i < words; i++)
        for (uint64_t left = one[i] & ~other[i]; left; left &= left - 1) found[count++] = 64 * i + __builtin_ctzll(left);
    return count;
}

/* The sums of a view by way of those that its anchor last came to: what is known of the set before is of another one. */
TARGET static void FOR(go_home)(
    int16_t *sums, const struct plain_net *net, struct layers *layers, const uint64_t *inputs, int view, int anchor)
{
    int added[MOST_INPUTS], removed[MOST_INPUTS];
    uint64_t *home = layers->homes[view][anchor];
    int16_t *at_home = layers->sums + net->hidden * (2 * KEPT + view * net->anchored + anchor);
    const int plus = FOR(missing)(added, inputs, home, net->words);
    const int minus = FOR(missing)(removed, home, inputs, net->words);
    FOR(follow)(sums, at_home, net, view, anchor, added, plus, removed, minus);
    memcpy(home, inputs, net->words * sizeof(uint64_t));
    memcpy(at_home, sums, net->hidden * sizeof(int16_t));
}

/* The output for a set of inputs, from the view of player `turn`. The hidden layer follows from the nearest of the sets
   that are kept: mostly that of the position before, or of one beside it. */
TARGET static int64_t FOR(value)(const struct plain_net *net, struct layers *layers, const uint64_t *inputs, int turn)
{
    const int words = net->words, hidden = net->hidden;
    int near = 0, least = MOST_INPUTS + 1, active = 0, bucket, slot, i;
    const int16_t *sums, *weights;
    for (i = 0; i < KEPT; i++) {
        int found = FOR(distance)(inputs, layers->inputs[i], words);
        if (found < least) {
            least = found;
            near = i;
        }
    }
    for (i = 0; i < words; i++) active += __builtin_popcountll(inputs[i]);
    slot = near;
    if (least) {
        int added[MOST_INPUTS], removed[MOST_INPUTS];
        const uint64_t *then = layers->inputs[near];
        const int plus = FOR(missing)(added, inputs, then, words);
        const int minus = FOR(missing)(removed, then, inputs, words);
        slot = layers->next == near ? (near + 1) % KEPT : layers->next;
        layers->next = (slot + 1) % KEPT;
        for (int view = 0; view < 2; view++) {
            int16_t *to = layers->sums + hidden * (2 * slot + view);
            const int anchor = FOR(anchor)(net, inputs, view);
            if (anchor == layers->anchors[near][view]) {
                const int16_t *from = layers->sums + hidden * (2 * near + view);
                FOR(follow)(to, from, net, view, anchor, added, plus, removed, minus);
            } else {
                FOR(go_home)(to, net, layers, inputs, view, anchor);
            }
            layers->anchors[slot][view] = anchor;
        }
        memcpy(layers->inputs[slot], inputs, words * sizeof(uint64_t));
    }
    bucket = active < 1 ? 0 : (active - 1) * net->buckets / net->active;
    if (bucket >= net->buckets) bucket = net->buckets - 1;
    sums = layers->sums + 2 * hidden * slot;
    weights = net->weights + 2 * hidden * bucket;
    return FOR(weigh)(sums + hidden * turn, weights, hidden)
        + FOR(weigh)(sums + hidden * (1 - turn), weights + hidden, hidden)
        + net->biases[bucket];
}
