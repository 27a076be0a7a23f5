#!/usr/bin/env python3
"""How fast networks are computed, in a portable build beside a native one: evaluations a second, by kind of processor.

engine/net/kernels.h is compiled twice, with the flags of a wheel and with -march=native, into a program that evaluates
the sets of inputs of a random walk: as in chess, 32 inputs of 768, of which each step moves one or takes one more
away, seen by kings that step now and then. Weights are random; the time does not hang on them. Both programs run in
turn, and the medians are compared; that of the last kind counts, by which this processor computes. Needs a C compiler
($CC, or cc).

    python scripts/measure/network_speed.py --rounds 9
"""

from __future__ import annotations

import argparse
import os
import subprocess
import tempfile
from pathlib import Path
from statistics import median

from oddsfish.protocols.commands.arguments import number

ROOT = Path(__file__).resolve().parents[2]
# Those of setup.py, which only setuptools may import.
FLAGS = ("-O3", "-ffp-contract=off", "-falign-functions=64", "-falign-loops=32", "-g0", "-fno-semantic-interposition")
BUILDS = {"portable": (), "native": ("-march=native",)}
PROGRAM = r"""
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include "kernels.h"

enum { COUNT = 768, HIDDEN = %(hidden)d, BUCKETS = 8, ROWS = 4, STEPS = 4096, KING = 5 * 64 };

static uint64_t state = 88172645463325252u;
static uint64_t chance(void) { state ^= state << 13; state ^= state >> 7; return state ^= state << 17; }

static int16_t numbers[(ROWS * COUNT + 1 + BUCKETS * 2) * HIDDEN] __attribute__((aligned(64)));
static uint64_t walk[STEPS][COUNT / 64];

static double now(void)
{
    struct timespec found;
    clock_gettime(CLOCK_MONOTONIC, &found);
    return found.tv_sec + 1e-9 * found.tv_nsec;
}

int main(void)
{
    struct plain_net *net = calloc(1, sizeof *net);
    struct layers *layers = calloc(1, sizeof *layers);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) numbers[i] = (int16_t)(chance() %% 127) - 63;
    net->rows = numbers;
    net->empty = numbers + ROWS * COUNT * HIDDEN;
    net->weights = net->empty + HIDDEN;
    net->words = COUNT / 64, net->count = COUNT, net->hidden = HIDDEN, net->buckets = BUCKETS, net->active = 32;
    net->anchored = 2 * ROWS;
    for (int view = 0; view < 2; view++) {
        net->first[view] = net->last[view] = (view * 384 + KING) / 64;
        net->last[view]++;
        for (int i = 0; i < COUNT; i++) {
            int seen = view ? (i + 384) %% COUNT ^ 56 : i;
            net->number[view][0][i] = seen;
            net->number[view][1][i] = seen ^ 7;
            if (seen / 64 != KING / 64) continue;
            net->anchors[view][i / 64] |= (uint64_t)1 << i %% 64;
            net->anchor[view][i] = 2 * (seen / 16 %% ROWS) + (seen %% 8 < 4);
        }
    }
    layers->sums = aligned_alloc(64, sizeof(int16_t) * HIDDEN * 2 * (KEPT + net->anchored));
    for (int i = 0; i < 2 * (KEPT + net->anchored); i++)
        memcpy(layers->sums + i * HIDDEN, net->empty, sizeof(int16_t) * HIDDEN);
    uint64_t active[COUNT / 64] = {0};
    for (int i = 0; i < STEPS; i++) {
        if (i %% 64 == 0) { /* another position, with all its pieces */
            memset(active, 0, sizeof active);
            for (int k = 0; k < 30; k++) {
                int piece = chance() %% 10, square = chance() & 63;
                active[piece + piece / 5] |= (uint64_t)1 << square;
            }
            active[5] = (uint64_t)1 << (chance() & 63);
            active[11] = (uint64_t)1 << (chance() & 63);
        }
        int piece = chance() %% 12;
        if (chance() %% 8 && active[piece]) { /* it moves, or is taken */
            active[piece] &= active[piece] - 1;
            if (piece %% 6 == 5 || chance() %% 4) active[piece] |= (uint64_t)1 << (chance() & 63);
        }
        memcpy(walk[i], active, sizeof active);
    }
    for (int kind = 0; kind < KINDS; kind++) {
        if (!can_use(kind)) continue;
        value_of value = value_for(kind);
        int64_t sum = 0;
        double began = now();
        for (int walks = 0; walks < %(walks)d; walks++)
            for (int i = 0; i < STEPS; i++) sum += value(net, layers, walk[i], i & 1);
        printf("%%s %%f %%lld\n", KIND_NAMES[kind], %(walks)d * (double)STEPS / (now() - began), (long long)sum);
    }
    return 0;
}
"""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--rounds", type=number(1), default=9, metavar="N", help="of both, in turn (default: %(default)s)"
    )
    parser.add_argument(
        "--hidden", type=number(1), default=128, metavar="N", help="numbers for each view (default: %(default)s)"
    )
    parser.add_argument(
        "--walks", type=number(1), default=500, metavar="N", help="of 4,096 positions (default: %(default)s)"
    )
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        programs = {name: Path(folder, name) for name in BUILDS}
        source = Path(folder, "speed.c")
        source.write_text(PROGRAM % {"hidden": arguments.hidden, "walks": arguments.walks}, encoding="ascii")
        for name, program in programs.items():
            command = [os.environ.get("CC", "cc"), *FLAGS, *BUILDS[name], "-I", str(ROOT / "engine" / "net")]
            subprocess.run([*command, str(source), "-o", str(program)], check=True)
        speeds: dict[str, dict[str, list[float]]] = {}  # of a kind, by build
        sums = set()
        for _ in range(arguments.rounds):
            for name, program in programs.items():
                said = subprocess.run([program], capture_output=True, text=True, check=True).stdout
                for kind, speed, total in map(str.split, said.splitlines()):
                    speeds.setdefault(kind, {}).setdefault(name, []).append(float(speed) / 1e6)
                    sums.add(total)
    for kind, found in speeds.items():
        portable, native = (median(found[name]) for name in ("portable", "native"))
        line = f"portable {portable:6.2f}, native {native:6.2f} million a second, ratio {portable / native:.3f}"
        print(f"{kind:8} {line}", flush=True)
    print("the same values" if len(sums) == 1 else f"different values: {sums}")
    return len(sums) != 1


if __name__ == "__main__":
    raise SystemExit(main())
