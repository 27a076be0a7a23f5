"""The weights of a model of people, and their file.

    OFPEOPLE 1
    {"hidden": ..., "tower": ..., ...}          one line of JSON
    arrays, in the order of ARRAYS              little-endian

A number r = (rating - 1600) / 400 says how strong the player is. The row of an input is

    one + r * other, each of 8-bit numbers times the scale of its column

in fixed-point numbers with 8 bits behind the point. The rows of all active inputs of the position add up to a vector of
`hidden` + `tower` numbers, P and Q. Those of a move add up to `hidden` + 1 + `tower` numbers, M, s and E. With
a(x) = min(max(x, 0), 4), the score of the move is

    out . a(P + M + biases) + s + E . (a(Q) mid + mid_biases)

and its probability is proportional to exp(score) (McFadden, 1974: a conditional logit, except for the hidden layer).
Nothing in a file is ever run.
"""

from __future__ import annotations

import json
from array import array
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from ....net.network import swapped
from ....support.json_text import parse_json
from ....support.regular_file import replacing, status_of
from ....support.text import printable
from .sizes import MOST_HIDDEN, MOST_SCALE, MOST_TOWER, OF_MOVE, OF_POSITION

TYPE_CHECKING = False  # to type checkers it is true; the module typing is slow to import
if TYPE_CHECKING:
    from typing import Any

SHIPPED = Path(__file__).with_name("people.bin")
MAGIC = b"OFPEOPLE 1\n"
MAGIC_BEGINS = b"OFPEOPLE "
MOST_BYTES = 2  # megabytes of a file
LONGEST_LINE = 2**14
LANES = 16  # hidden and tower are multiples of it
ARRAYS = {  # with the type code of their numbers
    "position": "b",
    "moves": "b",
    "position_scales": "i",
    "move_scales": "i",
    "biases": "h",
    "out": "h",
    "mid": "h",
    "mid_biases": "h",
}


@dataclass(frozen=True, eq=False)  # compared by identity: to compare the numbers would take long
class Weights:
    """A model of what people play, fitted to their games.

    hidden, tower: the sizes of the two vectors of a position. about: what it was fitted on. version: the Oddsfish that
    fitted it. position, moves: 8-bit numbers by input, part (one, other) and column. position_scales, move_scales: by
    part and column, in units of 1 / 2**20. biases, out, mid, mid_biases: in units of 1 / 256. checksum: of the arrays.
    """

    hidden: int
    tower: int
    about: str
    version: str
    position: array[int] = field(repr=False)
    moves: array[int] = field(repr=False)
    position_scales: array[int] = field(repr=False)
    move_scales: array[int] = field(repr=False)
    biases: array[int] = field(repr=False)
    out: array[int] = field(repr=False)
    mid: array[int] = field(repr=False)
    mid_biases: array[int] = field(repr=False)
    checksum: str = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """ValueError as `check` raises it."""
        self.check()
        object.__setattr__(self, "checksum", sha256(self.payload()).hexdigest())  # computed once, while it is made

    def check(self) -> None:
        """ValueError if the sizes or the types of its parts do not fit, or if a sum could be too large."""
        for name, size, most in (("hidden", self.hidden, MOST_HIDDEN), ("tower", self.tower, MOST_TOWER)):
            if not LANES <= size <= most or size % LANES:
                raise ValueError(f"{name} is a multiple of {LANES} from {LANES} to {most}, not {size}")
        for name, kind in ARRAYS.items():
            numbers = getattr(self, name)
            if type(numbers) is not array or numbers.typecode != kind:  # a subclass might give other bytes
                raise ValueError(f"{name} is an array of kind {kind!r}")
        found = tuple(len(getattr(self, name)) for name in ARRAYS)
        if found != sizes(self.hidden, self.tower):
            raise ValueError("its arrays have other sizes than it says")
        for scales in (self.position_scales, self.move_scales):
            if min(scales) < 0 or max(scales) > MOST_SCALE:
                raise ValueError(f"its scales are from 0 to {MOST_SCALE}")

    def payload(self) -> bytes:
        """The arrays, as they are in a file."""
        return b"".join(swapped(getattr(self, name)).tobytes() for name in ARRAYS)


def sizes(hidden: int, tower: int) -> tuple[int, ...]:
    """The number of elements of each array."""
    position, moves = 2 * (hidden + tower), 2 * (hidden + 1 + tower)
    return OF_POSITION * position, OF_MOVE * moves, position, moves, hidden, hidden, tower * tower, tower


def write(weights: Weights, path: Path) -> None:
    """Write a file that `read` reads. It replaces an existing file. OSError if that fails."""
    names = ("hidden", "tower", "about", "version", "checksum")
    head = json.dumps({name: getattr(weights, name) for name in names}).encode()
    with replacing(path) as part:
        part.write_bytes(MAGIC + head + b"\n" + weights.payload())


def read(path: str | Path) -> Weights:
    """The weights of a file; ValueError, in one line, if it has none, or is damaged; OSError if it cannot be read."""
    try:
        status_of(path, MOST_BYTES)
        return parse(Path(path).read_bytes())
    except ValueError as error:
        raise ValueError(f"{printable(str(path))} is no model of people: {error}") from None


def parse(data: bytes) -> Weights:
    """The weights in the bytes of a file; ValueError if they are damaged, or of another format."""
    if not data.startswith(MAGIC):
        raise ValueError("of another version" if data.startswith(MAGIC_BEGINS) else "it does not begin as one")
    end = data.find(b"\n", len(MAGIC), len(MAGIC) + LONGEST_LINE)
    fields = parse_json(data[len(MAGIC) : end]) if end >= 0 else None
    if not isinstance(fields, dict) or {*fields} != {"hidden", "tower", "about", "version", "checksum"}:
        raise ValueError("its header is not whole")
    hidden, tower = fields["hidden"], fields["tower"]
    if not all(type(each) is int and 0 < each <= MOST_HIDDEN for each in (hidden, tower)) or not all(
        isinstance(fields[name], str) for name in ("about", "version", "checksum")
    ):
        raise ValueError("its header is damaged")
    bodies = data[end + 1 :]
    counts = sizes(hidden, tower)
    if len(bodies) != sum(size * array(kind).itemsize for size, kind in zip(counts, ARRAYS.values(), strict=True)):
        raise ValueError("it is cut short, or something follows it")
    arrays: dict[str, Any] = {}
    place = 0
    for size, (name, kind) in zip(counts, ARRAYS.items(), strict=True):
        found = array(kind)
        found.frombytes(bodies[place : place + size * found.itemsize])
        place += size * found.itemsize
        arrays[name] = swapped(found)
    weights = Weights(hidden, tower, fields["about"], fields["version"], **arrays)
    if weights.checksum != fields["checksum"]:
        raise ValueError("its checksum is another one: it is damaged")
    return weights
