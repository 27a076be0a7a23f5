"""A file beside the result file of a watched match: it shows the current game to other processes."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ...engine.support.json_text import parse_json
from ...engine.support.regular_file import replacing, require_regular

BEHIND = ".live"  # follows the name of the result file
STALE = 10.0  # seconds: an older file was left by a run that was killed
LARGEST = 1 << 16  # bytes
SEAT = {"side": str, "name": str, "figures": str, "thinks": bool}
SHAPE = {"number": int, "ply": int, "fen": str, "move": str, "moves": [str], "seats": [SEAT], "end": str}


def beside(results: Path) -> Path:
    return results.with_name(results.name + BEHIND)


class LiveFile:
    """The file is rewritten each time, and removed when the run ends."""

    def __init__(self, results: Path) -> None:
        self.path = beside(results)

    def write(self, live_game: Mapping[str, Any]) -> None:
        """Write a game, given as `live_data`. OSError or ValueError if it cannot be written."""
        with replacing(self.path) as part:
            part.write_bytes(json.dumps(live_game).encode())

    def remove(self) -> None:
        self.path.unlink(missing_ok=True)


def read_live(results: Path) -> dict[str, Any] | None:
    """The game that the run shows, as `live_data`; None if it shows none, or no longer runs."""
    path = beside(results)
    try:
        status = path.stat()
        require_regular(status)
        if time.time() - status.st_mtime > STALE:
            return None
        with path.open("rb") as file:
            found = parse_json(file.read(LARGEST))
    except (OSError, ValueError):
        return None  # gone meanwhile, or no such file
    return found if fits(found, SHAPE) else None


def fits(found: Any, shape: Any) -> bool:
    """Whether a JSON value has a certain shape, since the file may hold anything."""
    if isinstance(shape, dict):
        return isinstance(found, dict) and {*found} == {*shape} and all(fits(found[key], shape[key]) for key in shape)
    if isinstance(shape, list):
        return isinstance(found, list) and all(fits(item, shape[0]) for item in found)
    return type(found) is shape
