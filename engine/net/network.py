"""A network as numbers, and its file.

    OFNET 2
    {"game": ..., "inputs": 768, ...}           one line of JSON: the fields of Network that are no arrays
    rows, biases, weights, offsets              little-endian: 16-bit numbers, the offsets of 32 bits

For each view, x is the sum of the biases and of the rows of all active inputs. The activation a(x) is
min(max(x, 0), ONE) squared. The value of a position, in hundredths of the game's unit and from the view of the side to
move, is this, rounded towards zero and clipped at LARGEST_VALUE:

    scale * (sum of weights[bucket] * (a(own view), a(other view)) + ONE * offsets[bucket]) / (ONE * ONE * unit)

The bucket depends on the number of active inputs, of at most `active`: (number - 1) * buckets // active. No content of
a file is ever run as code.
"""

from __future__ import annotations

import json
import sys
from array import array
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from ..support.json_text import parse_json
from ..support.regular_file import replacing, status_of
from ..support.text import printable
from . import limits
from .inputs import Inputs

TYPE_CHECKING = False  # to type checkers it is true; the module typing is slow to import
if TYPE_CHECKING:
    from typing import Any

MAGIC = b"OFNET 2\n"
MAGIC_BEGINS = b"OFNET "
MOST_SCALE = 10000
MOST_BYTES = 3.25  # megabytes of a file; the rows of 768 inputs with 256 numbers, in 8 buckets, take 3
LONGEST_LINE = 2**20
SIZES = ("hidden", "buckets", "scale", "unit")
NUMBERS = ("inputs", "active", *SIZES)
TEXTS = ("game", "about", "version")
LISTS = {"mirror": int, "names": str, "image": int, "anchors": int}
ARRAYS = {"rows": "h", "biases": "h", "weights": "h", "offsets": "i"}  # with their type codes


def largest(numbers: array[int]) -> int:
    """The largest absolute value. With few different numbers, a set is twice as fast as min and max of all."""
    return max(map(abs, set(numbers)), default=0)


@dataclass(frozen=True)
class Network:
    """An evaluation that was learned from games.

    game: its name. inputs: of its positions. hidden: the width of the hidden layer of each view. scale: hundredths in
    an output of 1. unit: the whole number for an output weight of 1. about: who trained it on what; version: of
    Oddsfish. The arrays have these axes: rows: input bucket, input, hidden; biases: hidden; weights: bucket, view (own
    first), hidden; offsets: bucket. checksum: of everything that a value depends on.
    """

    game: str
    inputs: Inputs
    hidden: int
    buckets: int
    scale: int
    unit: int
    about: str
    version: str
    rows: array[int] = field(repr=False)
    biases: array[int] = field(repr=False)
    weights: array[int] = field(repr=False)
    offsets: array[int] = field(repr=False)
    checksum: str = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """ValueError if its parts contradict each other, or if a sum could be too large."""
        self.check()
        inputs = self.inputs
        if largest(self.rows) * inputs.active + largest(self.biases) > limits.LARGEST_SUM:
            raise ValueError("its hidden layer does not fit into 16 bits")
        if largest(self.weights) > limits.LARGEST_WEIGHT:
            raise ValueError(f"its weights are at most {limits.LARGEST_WEIGHT}")
        checksum = sha256(json.dumps(self.head()).encode() + self.payload()).hexdigest()
        object.__setattr__(self, "checksum", checksum)  # it is frozen

    def check(self) -> None:
        """ValueError if its parts do not belong together."""
        inputs = self.inputs
        for name, found, least, most in (
            ("inputs", inputs.count, 1, limits.MOST_INPUTS),
            ("active", inputs.active, 1, inputs.count),
            ("hidden", self.hidden, limits.LANES, limits.MOST_HIDDEN),
            ("buckets", self.buckets, 1, limits.MOST_BUCKETS),
            ("scale", self.scale, 1, MOST_SCALE),
            ("unit", self.unit, limits.LEAST_UNIT, limits.MOST_UNIT),
        ):
            if not least <= found <= most:
                raise ValueError(f"{name} is from {least} to {most}, not {found}")
        if self.hidden % limits.LANES:
            raise ValueError(f"hidden is a multiple of {limits.LANES}, not {self.hidden}")
        if len(inputs.mirror) != inputs.count or any(
            not 0 <= other < inputs.count or inputs.mirror[other] != one for one, other in enumerate(inputs.mirror)
        ):
            raise ValueError("mirror pairs the inputs")
        if len(inputs.names) != inputs.count or len(set(inputs.names)) != inputs.count:
            raise ValueError("each input has a name of its own")
        if {len(inputs.image), len(inputs.anchors)} not in ({0}, {inputs.count}):
            raise ValueError("image and anchors are of all inputs, or of none")
        if any(not -1 <= anchor < 2 * limits.MOST_INPUT_BUCKETS for anchor in inputs.anchors):
            raise ValueError(f"anchors are from -1 to {2 * limits.MOST_INPUT_BUCKETS - 1}")
        if any(
            not 0 <= other < inputs.count
            or inputs.image[other] != one
            or inputs.image[inputs.mirror[one]] != inputs.mirror[other]
            for one, other in enumerate(inputs.image)
        ):
            raise ValueError("image pairs the inputs, in both views alike")
        sizes = tuple(len(getattr(self, name)) for name in ARRAYS)
        if sizes != self.sizes(inputs, self.hidden, self.buckets):
            raise ValueError("its arrays have other sizes than it says")
        if 2 * sum(sizes) > MOST_BYTES * 2**20:
            raise ValueError(f"its {sum(sizes):,} numbers are more than {MOST_BYTES} MB")

    @staticmethod
    def sizes(inputs: Inputs, hidden: int, buckets: int) -> tuple[int, int, int, int]:
        """The sizes of its arrays: rows, biases, weights, offsets."""
        return inputs.buckets * inputs.count * hidden, hidden, buckets * 2 * hidden, buckets

    def payload(self) -> bytes:
        """The arrays, as they are in a file."""
        return b"".join(swapped(getattr(self, name)).tobytes() for name in ARRAYS)

    def head(self) -> dict[str, Any]:
        """Everything but arrays that a value depends on."""
        inputs = self.inputs
        return {
            "game": self.game,
            "inputs": inputs.count,
            "active": inputs.active,
            **{name: getattr(self, name) for name in SIZES},
            **{name: list(getattr(inputs, name)) for name in LISTS},
        }


def write(network: Network, path: Path) -> None:
    """Write a file for `read`, or replace it. ValueError if it is too large; OSError."""
    fields = {**network.head(), "about": network.about, "version": network.version, "checksum": network.checksum}
    data = MAGIC + json.dumps(fields).encode() + b"\n" + network.payload()
    if len(data) > MOST_BYTES * 2**20:
        raise ValueError(f"a network of {len(data):,} bytes is too large: {MOST_BYTES} MB are the most")
    with replacing(path) as part:
        part.write_bytes(data)


def looks_like_one(path: Path) -> bool:
    """Whether a regular file begins as that of a network of any version; OSError if it cannot be read."""
    with path.open("rb") as file:
        return file.read(len(MAGIC_BEGINS)) == MAGIC_BEGINS


def read(path: str | Path) -> Network:
    """The network of a file. ValueError, in one line, if it is none or damaged; OSError if it cannot be read."""
    try:
        status_of(path, MOST_BYTES)
        return parse(Path(path).read_bytes())
    except ValueError as error:
        raise ValueError(f"{printable(str(path))} is no network: {error}") from None


def parse(data: bytes) -> Network:
    """The network of the bytes of a file."""
    if not data.startswith(MAGIC):
        raise ValueError("of another version" if data.startswith(MAGIC_BEGINS) else "it does not begin as one")
    end = data.find(b"\n", len(MAGIC), len(MAGIC) + LONGEST_LINE)
    fields = parse_json(data[len(MAGIC) : end]) if end >= 0 else None
    if not isinstance(fields, dict) or {*fields} != {*TEXTS, *NUMBERS, *LISTS, "checksum"}:
        raise ValueError("its header is not whole")
    if not (
        all(type(fields[name]) is int and 0 < fields[name] <= 2**31 for name in NUMBERS)
        and all(isinstance(fields[name], str) for name in TEXTS)
        and all(isinstance(fields[name], list) for name in LISTS)
        and all(type(each) is kind for name, kind in LISTS.items() for each in fields[name])
    ):
        raise ValueError("its header is damaged")
    inputs = Inputs(fields["inputs"], fields["active"], **{name: fields[name] for name in LISTS})
    sizes = Network.sizes(inputs, fields["hidden"], fields["buckets"])
    bodies = data[end + 1 :]
    if len(bodies) != 2 * sum(sizes[:3]) + 4 * sizes[3]:
        raise ValueError("it is cut short, or something follows it")
    arrays, place = [], 0
    for size, kind in zip(sizes, ARRAYS.values(), strict=True):
        found = array(kind)
        found.frombytes(bodies[place : place + size * found.itemsize])
        place += size * found.itemsize
        arrays.append(swapped(found))
    known: dict[str, Any] = {name: fields[name] for name in (*TEXTS, *SIZES)} | dict(zip(ARRAYS, arrays, strict=True))
    network = Network(inputs=inputs, **known)
    if network.checksum != fields["checksum"]:
        raise ValueError("its checksum is another one: it is damaged")
    return network


def swapped(numbers: array[int]) -> array[int]:
    """The same numbers; on a big-endian machine, a copy with swapped bytes."""
    if sys.byteorder != "little":
        numbers = numbers[:]
        numbers.byteswap()
    return numbers
