/* The work of a network for one kind of processor. kernels.h includes this file once for each: FOR(name) is a name of
   that kind, TARGET what the compiler is told of it. Plain loops, which it turns into vector instructions. */

/* What the hidden layer adds up to, from what it was for another set of inputs. The rows of both views lie side by side. */
TARGET static void FOR(follow)(
    int16_t *restrict sums, const int16_t *restrict from, const struct net *net,
    const int *added, int plus, const int *removed, int minus)
{
    const int width = 2 * net->hidden;
    const int16_t *restrict a = net->rows + (size_t)width * (plus ? added[0] : 0);
    const int16_t *restrict b = net->rows + (size_t)width * (minus ? removed[0] : 0);
    int i, k = 0, m = 0;
    if (plus == 1 && minus == 1) { /* a quiet move */
        for (i = 0; i < width; i++) sums[i] = (int16_t)(from[i] + a[i] - b[i]);
        return;
    }
    if (plus == 1 && minus == 2) { /* a capture */
        const int16_t *restrict c = net->rows + (size_t)width * removed[1];
        for (i = 0; i < width; i++) sums[i] = (int16_t)(from[i] + a[i] - b[i] - c[i]);
        return;
    }
    if (plus && minus) {
        for (i = 0; i < width; i++) sums[i] = (int16_t)(from[i] + a[i] - b[i]);
        k = m = 1;
    } else {
        memcpy(sums, from, width * sizeof(int16_t));
    }
    for (; k < plus; k++) {
        a = net->rows + (size_t)width * added[k];
        for (i = 0; i < width; i++) sums[i] = (int16_t)(sums[i] + a[i]);
    }
    for (; m < minus; m++) {
        b = net->rows + (size_t)width * removed[m];
        for (i = 0; i < width; i++) sums[i] = (int16_t)(sums[i] - b[i]);
    }
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

/* The output for a set of inputs, from the view of player `turn`. The hidden layer follows from the nearest of the sets
   that are kept: mostly that of the position before, or of one beside it. */
TARGET static int64_t FOR(value)(const struct net *net, struct layers *layers, const uint64_t *inputs, int turn)
{
    const int words = net->words, hidden = net->hidden;
    int added[MOST_INPUTS], removed[MOST_INPUTS];
    int plus = 0, minus = 0, near = 0, least = MOST_INPUTS + 1, active = 0, bucket, slot, i;
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
        for (i = 0; i < words; i++) {
            uint64_t now = inputs[i], then = layers->inputs[near][i];
            for (uint64_t new = now & ~then; new; new &= new - 1) added[plus++] = 64 * i + __builtin_ctzll(new);
            for (uint64_t old = then & ~now; old; old &= old - 1) removed[minus++] = 64 * i + __builtin_ctzll(old);
        }
        slot = layers->next == near ? (near + 1) % KEPT : layers->next;
        layers->next = (slot + 1) % KEPT;
        memcpy(layers->inputs[slot], inputs, words * sizeof(uint64_t));
        FOR(follow)(layers->sums + 2 * hidden * slot, layers->sums + 2 * hidden * near, net, added, plus, removed, minus);
    }
    bucket = active < 1 ? 0 : (active - 1) * net->buckets / net->active;
    if (bucket >= net->buckets) bucket = net->buckets - 1;
    sums = layers->sums + 2 * hidden * slot;
    weights = net->weights + 2 * hidden * bucket;
    return FOR(weigh)(sums + hidden * turn, weights, hidden)
        + FOR(weigh)(sums + hidden * (1 - turn), weights + hidden, hidden)
        + net->biases[bucket];
}
