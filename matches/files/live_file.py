"""Beside the result file of a match that is watched: the game that is being played, for who looks on from elsewhere."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ...engine.support.json_text import parse_json
from ...engine.support.regular_file import require_regular
from .output import replace_output

BEHIND = ".live"  # the name of the result file
STALE = 10.0  # seconds: a file that is older was left by a run that has been killed
LARGEST = 1 << 16  # bytes


def beside(results: Path) -> Path:
    return results.with_name(results.name + BEHIND)


class LiveFile:
    """Written anew each time, and gone when the run ends."""

    def __init__(self, results: Path) -> None:
        self.path = beside(results)

    def write(self, live_game: Mapping[str, Any]) -> None:
        """See `told` in views/scene.py. OSError or ValueError if it cannot be written."""
        replace_output(self.path, json.dumps(live_game).encode())

    def remove(self) -> None:
        self.path.unlink(missing_ok=True)


def read_live(results: Path) -> dict[str, Any] | None:
    """What the run tells of the game that it shows; None if it tells of none, or no longer."""
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
    return found if sound(found) else None


def sound(found: Any) -> bool:
    """Whether it is made of what it should be: the file may hold anything."""
    texts, numbers = ("fen", "move", "end"), ("number", "ply")
    return (
        isinstance(found, dict)
        and {*found} == {*texts, *numbers, "moves", "seats"}
        and all(isinstance(found[name], str) for name in texts)
        and all(type(found[name]) is int for name in numbers)
        and isinstance(found["moves"], list)
        and all(isinstance(move, str) for move in found["moves"])
        and isinstance(found["seats"], list)
        and all(sound_seat(seat) for seat in found["seats"])
    )


def sound_seat(seat: Any) -> bool:
    texts = ("side", "name", "figures")
    return (
        isinstance(seat, dict)
        and {*seat} == {*texts, "thinks"}
        and all(isinstance(seat[name], str) for name in texts)
        and isinstance(seat["thinks"], bool)
    )
