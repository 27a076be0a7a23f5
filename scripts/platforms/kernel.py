"""Compare the kernel of networks on other systems with plain Python. It runs there in a program without Python.

    pip install . ziglang
    python scripts/platforms/kernel.py x86_64-windows-gnu --by wine
    python scripts/platforms/kernel.py aarch64-linux-musl --by qemu-aarch64-static
    python scripts/platforms/kernel.py native

Random networks of the largest size evaluate positions of random games. Each value must be exactly that of
`oddsfish.engine.net.reference`. On Windows, the program also tests `engine/support/on_windows.h`. The exit status is 1
if a value differs.
"""

from __future__ import annotations

import argparse
import ctypes
import random
import subprocess
import sys
import tempfile
from pathlib import Path

from oddsfish import engine
from oddsfish.engine.net.limits import LARGEST_VALUE, ONE
from oddsfish.engine.net.network import Network
from oddsfish.engine.net.reference import value

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))
from random_networks import random_network  # noqa: E402 -- tests make the same ones

INPUTS, BUCKETS = 1024, 8  # MOST_INPUTS and MOST_BUCKETS of kernel.h
WORDS = INPUTS // 64
GAMES = ("ChessPosition", "Connect4Position", "TicTacToePosition")


class PlainNet(ctypes.Structure):
    """struct plain_net of engine/net/kernel.h."""

    _fields_ = (
        *((name, ctypes.c_int) for name in ("words", "count", "hidden", "buckets", "active")),
        *((name, ctypes.c_void_p) for name in ("rows", "empty", "weights")),
        ("biases", ctypes.c_int64 * BUCKETS),
        ("number", ctypes.c_uint16 * INPUTS * 2 * 2),
        ("anchored", ctypes.c_int),
        ("anchors", ctypes.c_uint64 * WORDS * 2),
        ("first", ctypes.c_int * 2),
        ("last", ctypes.c_int * 2),
        ("anchor", ctypes.c_int8 * INPUTS * 2),
    )


def laid_out(network: Network) -> PlainNet:
    """The numbers of a network, laid out as in `Net` of engine/net/layers.pyx."""
    inputs = network.inputs
    anchors = list(inputs.anchors or [-1] * inputs.count)
    net = PlainNet(words=(inputs.count + 63) // 64, count=inputs.count, hidden=network.hidden, buckets=network.buckets)
    net.active = inputs.active
    net.anchored = 2 * (max(0, *anchors) // 2 + 1)
    for bucket, offset in enumerate(network.offsets):
        net.biases[bucket] = offset * ONE
    for view in range(2):
        net.first[view] = net.words
        for number in range(inputs.count):
            seen = inputs.mirror[number] if view else number
            net.number[view][0][number] = seen
            net.number[view][1][number] = inputs.image[seen] if inputs.image else seen
            if anchors[seen] >= 0:
                net.anchors[view][number // 64] |= 1 << number % 64
                net.anchor[view][number] = anchors[seen]
                net.first[view] = min(net.first[view], number // 64)
                net.last[view] = number // 64 + 1
    return net


def walk(name: str, count: int, chooser: random.Random) -> list[tuple[list[int], int]]:
    """The inputs of positions of random games, one after the other, and whose turn it is."""
    found: list[tuple[list[int], int]] = []
    while len(found) < count:
        position = getattr(engine, name)()
        while position.ending() is None:
            found.append((position.active_inputs(), position.player()))
            position.play(chooser.choice(list(position.moves())))
    return found[:count]


def request(network: Network, sets: list[tuple[list[int], int]]) -> bytes:
    """The file that the program reads."""
    parts = [part.tobytes() for part in (network.rows, network.biases, network.weights)]
    header = b"".join(number.to_bytes(8, "little") for number in (*map(len, parts), len(sets)))
    asked = b"".join(
        sum(1 << number for number in active).to_bytes(8 * WORDS, "little") + turn.to_bytes(8, "little")
        for active, turn in sets
    )
    return bytes(laid_out(network)) + header + b"".join(parts) + asked


def hundredths(network: Network, total: int, turn: int) -> int:
    """A value in hundredths of the game's unit, from player 0's view, as `value` returns it."""
    size = min(abs(total) * network.scale // (ONE * ONE * network.unit), LARGEST_VALUE)
    return size if (total > 0) != (turn == 1) else -size


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("target", metavar="TARGET", help="Zig's name of a system, or native")
    parser.add_argument("--by", metavar="PROGRAM", help="what runs a program of that system here")
    parser.add_argument("--positions", type=int, default=300, metavar="N", help="of each game (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    chooser = random.Random(arguments.seed)
    extra = ["-include", "engine/support/on_windows.h"] if "windows" in arguments.target else []
    with tempfile.TemporaryDirectory() as folder:
        program, asked = Path(folder, "kernel.exe"), Path(folder, "asked")
        zig = [sys.executable, "-m", "ziglang", "cc", "-target", arguments.target, "-O3", "-ffp-contract=off", *extra]
        subprocess.run([*zig, "scripts/platforms/kernel.c", "-o", program], cwd=ROOT, check=True)
        wrong = 0
        for name in GAMES:
            network = random_network(getattr(engine, name)(), arguments.seed, hidden=256)
            sets = walk(name, arguments.positions, chooser)
            asked.write_bytes(request(network, sets))
            command = [*([arguments.by] if arguments.by else []), program, asked]
            said = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
            found = [hundredths(network, int(each), turn) for each, (_, turn) in zip(said, sets, strict=True)]
            expected = [value(network, active, turn) for active, turn in sets]
            differ = sum(one != other for one, other in zip(found, expected, strict=True))
            print(f"{arguments.target}, {name}: {len(sets)} values, {differ} differ", flush=True)
            wrong += differ
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
