"""The file of a model. It is written under another name first, and takes its place when it is complete."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from ..engine.searches.predictive.model import FORMAT, LARGEST, checksum, parse
from ..engine.support.regular_file import check_replaceable, replacing


def check(path: Path, force: bool, inputs: Iterable[Path] = ()) -> None:
    """ValueError or OSError if the file cannot be written, or would replace an input or, without `force`, any file."""
    check_replaceable(path, force, inputs)
    if not path.parent.is_dir():
        raise ValueError(f"{path.parent} is no folder")
    if not os.access(path.parent, os.W_OK):
        raise ValueError(f"{path.parent} cannot be written to")


def write(path: Path, content: Mapping[str, Any], force: bool) -> None:
    """Write a model that `parse` of the engine accepts; ValueError if it does not, or if the file is too large."""
    whole: dict[str, Any] = {"format": FORMAT, **content}
    whole["checksum"] = checksum(whole)
    parse(whole)
    try:
        data = json.dumps(whole, separators=(",", ":"), allow_nan=False).encode() + b"\n"
    except ValueError:
        raise ValueError("the model has numbers that are not finite: those of its rows are too large") from None
    if len(data) > LARGEST << 20:
        raise ValueError(f"the model would have {len(data) >> 20} MB, and none of more than {LARGEST} is read")
    put(path, data, force)


def put(path: Path, data: bytes, force: bool) -> None:
    """Write a whole file, or leave the old one unchanged; ValueError or OSError if it cannot be written."""
    check(path, force)
    with replacing(path) as part, part.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())  # a model may be hours of work
