/* The program of kernel.py. It prints the value of a network for each set of inputs in a file, one a line. */

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "../../engine/net/kernel.h"

static struct plain_net net;
static struct layers layers;

static void *numbers(FILE *file, size_t size)
{
    void *found = malloc(size);
    if (found == NULL || fread(found, 1, size, file) != size) exit(2);
    return found;
}

/* Takes more stack in one step than any search. Each page of it has to be touched in turn. */
static int deep(const char *text, ...)
{
    char most[1 << 18];
    va_list values;
    va_start(values, text);
    const int length = vsnprintf(most, sizeof most, text, values);
    va_end(values);
    return length == 5 && most[4] == '7' && isfinite((double)length) && !isfinite(length / 0.0) ? 0 : 3;
}

int main(int count, char **words)
{
    FILE *file = count == 2 ? fopen(words[1], "rb") : NULL;
    int64_t sizes[4]; /* bytes of net.rows, of net.empty and of net.weights; the number of sets */
    if (file == NULL || fread(&net, sizeof net, 1, file) != 1 || fread(sizes, sizeof sizes, 1, file) != 1) return 2;
    net.rows = numbers(file, (size_t)sizes[0]);
    net.empty = numbers(file, (size_t)sizes[1]);
    net.weights = numbers(file, (size_t)sizes[2]);
    const size_t hidden = (size_t)net.hidden, sums = 2 * (KEPT + (size_t)net.anchored);
    layers.sums = malloc(2 * sums * hidden);
    if (layers.sums == NULL) return 2;
    for (size_t i = 0; i < sums; i++) memcpy(layers.sums + i * hidden, net.empty, 2 * hidden);
    for (int64_t i = 0; i < sizes[3]; i++) {
        uint64_t *inputs = numbers(file, MOST_WORDS * sizeof(uint64_t)), *turn = numbers(file, sizeof(uint64_t));
        printf("%lld\n", (long long)network_value(&net, &layers, inputs, (int)*turn));
        free(inputs);
        free(turn);
    }
    return deep("%d %s", 123, "7");
}
