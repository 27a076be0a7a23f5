"""A pairing of all players that meets demands. A demand is granted only if all players can still be paired."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

NOBODY = -1


class Matching:
    """A pairing of all players, and the opponents whom each may still meet after the granted demands.

    open: for each player, the players it may meet, as bits. mates: for each, its opponent in the current pairing.
    """

    def __init__(self, open_: list[int]) -> None:
        self.open = open_
        self.mates = [NOBODY] * len(open_)

    def complete(self) -> bool:
        """Pair everybody; False if that is impossible."""
        return all(mate != NOBODY or Search(self.open, self.mates, one).run() for one, mate in enumerate(self.mates))

    def meet_first(self, one: int, others: Iterable[int]) -> int:
        """Settle that a player meets the first of these whom it can meet, and return that one."""
        return next(other for other in others if self.settle(one, other))

    def settle(self, one: int, other: int) -> bool:
        """Demand that two players meet. Returns whether it is granted."""
        return bool(self.open[one] >> other & 1) and self.forbid(one, ~(1 << other))

    def forbid(self, one: int, others: int) -> bool:
        """Demand that a player meets none of the others. Returns whether it is granted."""
        others &= self.open[one]
        self.toggle(one, others)
        mate = self.mates[one]
        if not others >> mate & 1:
            return True
        before = self.mates.copy()
        self.mates[one] = self.mates[mate] = NOBODY
        if Search(self.open, self.mates, one).run():
            return True
        self.mates = before
        self.toggle(one, others)
        return False

    def toggle(self, one: int, others: int) -> None:
        self.open[one] ^= others
        for other in places(others):
            self.open[other] ^= 1 << one


class Search:
    """The search for an augmenting path from a player without a mate, the root.

    By J. Edmonds (Paths, trees, and flowers, 1965). A player is outer if an alternating path from the root to it ends
    with a pair. Two outer players who may meet close an odd cycle (a blossom). It is shrunk to the player where it
    begins, its base, and all its players become outer.
    """

    def __init__(self, open_: list[int], mates: list[int], root: int) -> None:
        self.open, self.mates = open_, mates
        self.came_from = [NOBODY] * len(mates)
        self.bases = list(range(len(mates)))
        self.shrunk = [1 << one for one in self.bases]  # the players shrunk to each base, as bits
        self.alone = bits(one for one, mate in enumerate(mates) if mate == NOBODY)
        self.outer = self.reached = 1 << root
        self.queue = [root]

    def run(self) -> bool:
        """Whether there is such a path. If so, the pairs along it are changed."""
        for one in self.queue:
            while new := self.open[one] & ~self.reached:
                other = lowest(new & self.alone or new)
                self.came_from[other] = one
                mate = self.mates[other]
                if mate == NOBODY:
                    self.change_back_from(other)
                    return True
                self.reached |= 1 << other | 1 << mate
                self.go_on_from(1 << mate)
            while closing := self.open[one] & self.outer & ~self.shrunk[self.bases[one]]:
                self.shrink(one, lowest(closing))
        return False

    def go_on_from(self, more: int) -> None:
        self.queue.extend(places(more & ~self.outer))
        self.outer |= more

    def shrink(self, one: int, other: int) -> None:
        """Shrink the cycle that these two close."""
        base = self.common_base(one, other)
        more = self.walk_back(one, other, base) | self.walk_back(other, one, base)
        for member in places(more):
            self.bases[member] = base
        self.shrunk[base] |= more
        self.go_on_from(more)

    def walk_back(self, one: int, across: int, base: int) -> int:
        """The players on the way to the base, as bits. From now on, each can also be reached from `across`."""
        passed = 0
        while self.bases[one] != base:
            mate = self.mates[one]
            passed |= self.shrunk[self.bases[one]] | self.shrunk[self.bases[mate]]
            self.came_from[one] = across
            one, across = self.came_from[mate], mate
        return passed

    def common_base(self, one: int, other: int) -> int:
        """The base at which the ways of two players back to the root meet."""
        passed = 1 << self.bases[one]
        while (mate := self.mates[self.bases[one]]) != NOBODY:
            one = self.came_from[mate]
            passed |= 1 << self.bases[one]
        while not passed >> self.bases[other] & 1:
            other = self.came_from[self.mates[self.bases[other]]]
        return self.bases[other]

    def change_back_from(self, end: int) -> None:
        while end != NOBODY:
            before = self.came_from[end]
            following = self.mates[before]
            self.mates[end], self.mates[before] = before, end
            end = following


def bits(numbers: Iterable[int]) -> int:
    found = 0
    for number in numbers:
        found |= 1 << number
    return found


def places(mask: int) -> Iterator[int]:
    """The numbers of the bits that are set, the lowest first."""
    while mask:
        yield lowest(mask)
        mask &= mask - 1


def lowest(mask: int) -> int:
    return (mask & -mask).bit_length() - 1
