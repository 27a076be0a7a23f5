"""The generation of positions. Game after game is added to a file; a run continues where an earlier one ended."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import BinaryIO

from ...engine.support.json_text import difference
from ...engine.support.line_file import lock
from ...engine.support.regular_file import check_regular
from ..workers import in_order
from . import head
from .block import Block
from .generation_settings import GenerationSettings
from .head import Head
from .reader import Reader
from .recorded_game import play

MISSING = object()  # a setting that one of two files does not have
BARREN = 200  # games in succession without a position: after so many, no position is expected


Player = Callable[[Callable[[int], Block], int, int], Generator[Block, None, None]]


@dataclass(frozen=True)
class Done:
    """The progress: the positions written, the games that they come from, and the bytes of the file."""

    positions: int
    games: int
    size: int


def generate(
    settings: GenerationSettings,
    path: Path,
    positions: int,
    jobs: int = 1,
    report: Callable[[Done], None] = lambda done: None,
    player: Player = in_order,
) -> Done:
    """Write a file of at least `positions` positions, or continue one. If it is interrupted, whole games are kept.

    Game i depends only on the settings and on i. So the file is the same after any number of interruptions and with any
    number of processes. player: plays the games, `jobs` at once. report: called after each game, and once before.
    ValueError if the file is no file of positions, is of other settings or another engine, is damaged, or in use;
    OSError if it cannot be written.
    """
    check_regular(path)
    wanted = head.make(settings.to_json(), settings.packing.size)
    with path.open("r+b" if path.exists() else "x+b", buffering=0) as file:
        lock(file.fileno(), path)
        done, last = survey(file, path, wanted)
        report(done)
        if last is not None and done.positions < positions and play(settings, last.number) != last:
            raise ValueError(
                f"{path} is of another engine, which played game {last.number} otherwise; name another file"
            )
        file.truncate(done.size)  # removes what an interrupted run has left
        file.seek(done.size)
        try:
            with closing(player(partial(play, settings), done.games, jobs)) as games:
                barren = 0
                while done.positions < positions:
                    block = next(games)
                    barren = 0 if block else barren + 1
                    if barren == BARREN:
                        raise ValueError(f"{BARREN} games in succession have no quiet position")
                    size = add(file, block.to_bytes(wanted.checksum), done.size)
                    done = Done(done.positions + len(block), done.games + 1, size)
                    report(done)
        finally:
            os.fsync(file.fileno())  # once: if the machine fails before, checksums show a damaged tail
        return done


def survey(file: BinaryIO, path: Path, wanted: Head) -> tuple[Done, Block | None]:
    """The progress of the file in whole games, and the last of these; ValueError if it has other settings."""
    size = os.fstat(file.fileno()).st_size
    if wanted.data.startswith(file.read(len(wanted.data) + 1)):  # new, or the head was cut short
        return begin(file, wanted)
    positions = 0
    last = None
    with Reader(path) as reader:
        found = reader.head.settings
        if found != wanted.settings:
            if size == len(reader.head.data):  # it has no game
                return begin(file, wanted)
            names = sorted((*wanted.settings, *found), key="network".__eq__)  # the network follows from the others
            name = next(name for name in names if found.get(name, MISSING) != wanted.settings.get(name, MISSING))
            what = difference(name, found.get(name), wanted.settings.get(name))
            raise ValueError(f"{path} is of other settings: {what}; name another file")
        for last in reader.blocks():
            positions += len(last)
        end = reader.end
    return Done(positions, 0 if last is None else last.number + 1, end), last


def begin(file: BinaryIO, wanted: Head) -> tuple[Done, None]:
    """Write the file anew, without a game."""
    file.truncate(0)
    file.seek(0)
    return Done(0, 0, add(file, wanted.data, 0)), None


def add(file: BinaryIO, data: bytes, size: int) -> int:
    """Append to a file of this size; return the new size. OSError, with nothing appended, if the disk is full."""
    try:
        left = memoryview(data)
        while left:
            left = left[file.write(left) :]
    except OSError:
        file.truncate(size)
        raise
    return size + len(data)
