"""Samples: what a network is trained on, as a NumPy file (.npy) of records of one size, shuffled.

active    the active inputs, in any order, filled up with NONE
score     the score of a search, in hundredths of the game's unit, from player 0's view
result    twice the result of the game for player 0: 0, 1, 2
turn      the player to move, 0 or 1

A file larger than memory is shuffled with the help of parts on disk. A hash of its position decides into which part a
sample goes, so that equal positions come into the same part. Each part is then read, freed of duplicates and shuffled.
The parts lie beside the output until it is complete.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from ...engine.net.inputs import Inputs
from ...engine.support.regular_file import check_regular
from ..libraries import NDArray, np
from ..positions.packing import NONE

MOST_RESULT = 2  # for a win of player 0
PART = 2**21  # approximate number of samples in a part: a few hundred megabytes in memory


def kind_of(inputs: Inputs) -> np.dtype[np.void]:
    """The type of a record."""
    return np.dtype([("active", "<u2", (inputs.active,)), ("score", "<i2"), ("result", "u1"), ("turn", "u1")])


def empty(count: int, inputs: Inputs) -> NDArray[np.void]:
    found = np.zeros(count, kind_of(inputs))
    found["active"] = NONE
    return found


def read(path: Path, inputs: Inputs) -> NDArray[Any]:
    """The samples of a file, which stay on disk until they are used; ValueError if it has none of these inputs."""
    check_regular(path)
    kind = kind_of(inputs)
    path.open("rb").close()  # raises OSError
    try:
        found = np.load(path, mmap_mode="r", allow_pickle=False)
    except Exception:  # noqa: BLE001 - whatever NumPy finds wrong with it
        found = None
    if not isinstance(found, np.ndarray):
        raise ValueError(f"{path} is no file of samples")
    if found.dtype != kind or found.ndim != 1:
        raise ValueError(f"{path} has samples of other inputs")
    if not len(found):
        raise ValueError(f"{path} has no samples")
    return found


def check(samples: NDArray[Any], inputs: Inputs) -> None:
    """ValueError if a player, result or input of a sample is out of range, as in a damaged file."""
    active = samples["active"]
    if (
        (samples["turn"] > 1).any()
        or (samples["result"] > MOST_RESULT).any()
        or (active[active != NONE] >= inputs.count).any()
    ):
        raise ValueError("there are samples that make no sense: the file is damaged")


def shuffle(
    found: Iterable[NDArray[Any]],
    inputs: Inputs,
    count: int,
    output: Path,
    seed: int,
    report: Callable[[int], None] = lambda done: None,
) -> int:
    """Write all samples, shuffled, each position once; return how many were written.

    count: the approximate number of samples. report: called with the number read so far. OSError if the disk is full.
    """
    random = np.random.default_rng(seed)
    kind = kind_of(inputs)
    parts = [output.with_name(f".{output.name}.{number}.part") for number in range(count // PART + 1)]
    try:
        with ExitStack() as opened:
            files = [opened.enter_context(part.open("wb")) for part in parts]
            done = 0
            for samples in found:
                where = keys(samples, seed) % np.uint64(len(parts))
                for number, file in enumerate(files):
                    file.write(samples[where == number].tobytes())
                done += len(samples)
                report(done)
        kept = 0
        with output.open("wb") as file:
            write_head(file, kind, 0)
            for part in parts:
                samples = np.frombuffer(part.read_bytes(), kind)
                part.unlink()
                _, firsts = np.unique(keys(samples, seed), return_index=True)
                random.shuffle(firsts)
                file.write(samples[firsts].tobytes())
                kept += len(firsts)
            file.seek(0)
            write_head(file, kind, kept)
    finally:
        for path in parts:
            path.unlink(missing_ok=True)
    return kept


def write_head(file: Any, kind: Any, count: int) -> None:
    """Write the head of a .npy file of `count` samples. Its length is the same for any count."""
    head = {"descr": np.lib.format.dtype_to_descr(kind), "fortran_order": False, "shape": (count,)}
    np.lib.format.write_array_header_1_0(file, head)


def keys(samples: NDArray[Any], seed: int) -> NDArray[Any]:
    """A hash of the position of each sample. Equal positions have equal hashes; others hardly ever have.

    The hash is a sum of random 64-bit numbers, one for each input: Zobrist's method, with sums.
    """
    random = np.random.default_rng([seed, 1])
    numbers = random.integers(0, 2**64, 2**16 + 1, "u8")
    found: NDArray[Any] = numbers[samples["active"]].sum(axis=1, dtype="u8")
    found ^= samples["turn"].astype("u8") * numbers[-1]
    return found
