"""Numbers for what has no bits of its own, such as the repetition keys of a game in plain Python.

A hash will not do as the key of a table: unequal things may share it (`hash(-1) == hash(-2)`, and integers are hashed
modulo 2^61 - 1), and a table would take one for the other. Here equal things share a number, and only equal things.
"""

from ..bits cimport spread


cdef class Numbering:
    """Numbers by equality, for at most so many things; all later ones have none. Whatever has one is kept alive."""

    def __cinit__(self, most):
        if most < 0:
            raise ValueError(f"a numbering has room for 0 things or more, not {most}")
        self.most = most
        self.known = {}

    def __len__(self):
        return len(self.known)

    def clear(self):
        self.known.clear()

    cdef u64 key(self, object thing) except? 0:
        """A key that equal things share and no others do; 0 where there is no room for one more."""
        cdef u64 number
        known = self.known.get(thing)
        if known is None:
            if <u64> len(self.known) >= self.most:
                return 0
            known = self.known.setdefault(thing, len(self.known) + 1)
        number = known
        return spread(number)
