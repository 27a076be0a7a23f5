"""The weights of Tapered: a JSON file. Each has two values in centipawns, for the middlegame and for the endgame."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from ....support.regular_file import replacing, status_of
from ....support.text import LONGEST_PATH, printable

FORMAT = "oddsfish weights 1"
SHIPPED = Path(__file__).with_name("tapered.json")
MOST = 1  # megabytes of a file
LARGEST = 2000  # centipawns: even a lead of fifteen pieces of this value fits into 16 bits
# The terms in the order of tapered.pxd, which explains them: the number of weights, and how many of them are in a
# row of the file.
LAYOUT = {
    **{f"{kind}s": (32, 4) for kind in ("pawn", "knight", "bishop", "rook", "queen", "king")},
    "knight mobility": (9, 9),
    "bishop mobility": (14, 14),
    "rook mobility": (15, 15),
    "queen mobility": (28, 14),
    "bishop pair": (1, 1),
    "bishop pawns": (1, 1),
    "outpost": (2, 2),
    "shielded": (2, 2),
    "rook file": (2, 2),
    "rook on seventh": (1, 1),
    "isolated": (4, 4),
    "doubled": (4, 4),
    "backward": (2, 2),
    "connected": (8, 8),
    "candidate": (8, 8),
    "passed": (8, 8),
    "passed free": (8, 8),
    "passed safe": (8, 8),
    "passed own king": (8, 8),
    "passed enemy king": (8, 8),
    "passed rook": (2, 2),
    "shelter": (32, 8),
    "storm": (32, 8),
    "blocked storm": (8, 8),
    "danger": (48, 8),
    "threat by pawn": (4, 4),
    "threat by minor": (5, 5),
    "threat by rook": (5, 5),
    "threat by king": (1, 1),
    "hanging": (1, 1),
    "push threat": (1, 1),
    "space": (1, 1),
    "tempo": (1, 1),
}

Weight = tuple[int, int]


def read(path: str | Path = "") -> list[Weight]:
    """All weights of a file, by default of the shipped one. ValueError if they do not fit, OSError if unreadable."""
    file = Path(path) if path else SHIPPED
    name_of_file = printable(str(file), LONGEST_PATH)
    try:
        status_of(file, MOST)
    except ValueError as error:
        raise ValueError(f"{name_of_file} is no file of weights: {error}") from None
    try:
        found = json.loads(file.read_bytes())
    except (ValueError, RecursionError):
        raise ValueError(f"{name_of_file} is no file of weights: it is not JSON") from None
    if not isinstance(found, dict) or found.pop("format", None) != FORMAT:
        raise ValueError(f"{name_of_file} is no file of weights: it does not begin with the format {FORMAT!r}")
    if list(found) != list(LAYOUT):
        name = next((name for name in (*LAYOUT, *found) if name not in found or name not in LAYOUT), "their order")
        raise ValueError(f"the weights of {name_of_file} do not fit: {printable(name)}")
    for name, (count, _) in LAYOUT.items():
        if not isinstance(found[name], list) or len(found[name]) != count or not all(map(is_weight, found[name])):
            pairs = f"{count} pairs of numbers up to {LARGEST}"
            raise ValueError(f"the weights of {name_of_file} do not fit: {name} has {pairs}")
    return [(pair[0], pair[1]) for name in LAYOUT for pair in found[name]]


def is_weight(pair: object) -> bool:
    return (
        isinstance(pair, list)
        and len(pair) == 2
        and all(type(number) is int and abs(number) <= LARGEST for number in pair)
    )


def write(weights: Sequence[Weight], path: Path) -> None:
    """Write a file that `read` reads, a line for each row of weights. It replaces an existing file."""
    lines = [f'{{\n"format": {json.dumps(FORMAT)}']
    place = 0
    for name, (count, row) in LAYOUT.items():
        texts = [json.dumps(weight) for weight in weights[place : place + count]]
        place += count
        rows = [", ".join(texts[start : start + row]) for start in range(0, count, row)]
        lines.append(f"{json.dumps(name)}: [\n  " + ",\n  ".join(rows) + "\n]")
    with replacing(path) as part:
        part.write_text(",\n".join(lines) + "\n}\n", encoding="utf-8", newline="\n")
