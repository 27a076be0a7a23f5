"""Rows of option values, which together hold each pair of values of two options."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations, product
from random import Random

import pytest
from oddsfish.engine.options import Value

Row = dict[str, Value]
Pair = tuple[tuple[str, Value], tuple[str, Value]]

TRIES = 20  # candidates for the next row


def pairs_of(row: Mapping[str, Value]) -> set[Pair]:
    """Every pair of options of a row, with their values."""
    return set(combinations(sorted(row.items()), 2))


def all_pairs(choices: Mapping[str, Sequence[Value]]) -> set[Pair]:
    """Every value of an option paired with every value of another."""
    return {
        ((one, first), (other, second))
        for one, other in combinations(sorted(choices), 2)
        for first, second in product(choices[one], choices[other])
    }


def draw_row(choices: Mapping[str, Sequence[Value]], random: Random) -> Row:
    return {name: random.choice(values) for name, values in choices.items()}


def covering_rows(choices: Mapping[str, Sequence[Value]], random: Random) -> list[Row]:
    """Rows that hold all pairs. Each is the one of TRIES random rows that holds the most missing pairs."""
    missing = sorted(all_pairs(choices), key=repr)
    rows = []
    while missing:
        candidates = [{**draw_row(choices, random), **dict(random.choice(missing))} for _ in range(TRIES)]
        rows.append(max(candidates, key=lambda row: len(pairs_of(row).intersection(missing))))
        held = pairs_of(rows[-1])
        missing = [pair for pair in missing if pair not in held]
    return rows


def shards(count: int) -> pytest.MarkDecorator:
    """Parts of a law's examples: the first is always checked, the others only by the slow tests."""
    return pytest.mark.parametrize("shard", [0, *(pytest.param(n, marks=pytest.mark.slow) for n in range(1, count))])


def check_all(check: Callable[[int], list[Row]], seeds: Iterable[int], choices: Mapping[str, Sequence[Value]]) -> None:
    """Run a check for each seed; the rows that were checked must hold all pairs."""
    covered: set[Pair] = set()
    for seed in seeds:
        for row in check(seed):
            covered |= pairs_of(row)
    assert covered == all_pairs(choices)
