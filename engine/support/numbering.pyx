"""Numbers for objects that are no numbers, such as the repetition keys of a game in plain Python.

A hash cannot be the key of a table: unequal objects may have the same hash (`hash(-1) == hash(-2)`, and integers are
hashed modulo 2^61 - 1), and a table would confuse them. Here, only equal objects have the same number.
"""

from ..bits cimport spread


cdef class Numbering:
    """Numbers for at most `most` objects, by equality; later objects have none. Numbered objects are kept alive."""

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
        """Return a key, which only equal objects have in common; 0 if there is no room for another object."""
        cdef u64 number
        known = self.known.get(thing)
        if known is None:
            if <u64> len(self.known) >= self.most:
                return 0
            known = self.known.setdefault(thing, len(self.known) + 1)
        number = known
        return spread(number)
