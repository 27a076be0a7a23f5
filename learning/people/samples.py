"""Samples: the choices of moves by people, with the inputs of the model, in files of rows.

A folder has a journal and the files `choices`, `positions` and `moves`: rows of 16-bit numbers, little-endian. For each
choice, `choices` has the rating of the player, the place of the chosen move, and the number of legal moves;
`positions` has the inputs of the position. `moves` has a row of inputs for each legal move. Rows of inputs are filled
up with EMPTY; inputs.pxd of the model lists the inputs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from ...engine.games.chess.human.seen import SeenInputs
from ...engine.games.chess.position import ChessPosition
from ...engine.support.text import shorten
from ..journal import Journal
from ..libraries import NDArray, np
from ..workers import in_order
from .table import PeopleGame

FORMAT = "oddsfish people 1"
FILES = {"choices": 3, "positions": 48, "moves": 32}  # with the length of a row
JOURNAL = "journal"
EMPTY = 65535
AT_ONCE = 64  # games between two entries of the journal


def see(played: Sequence[PeopleGame], number: int) -> list[bytes]:
    """The rows of AT_ONCE games, as bytes for each file; empty after the last game. number: of this piece of the games.

    ValueError, which names the line of the table, for an illegal move.
    """
    seen = SeenInputs(ChessPosition())
    found: list[list[bytes]] = [[], [], []]
    for game in played[number * AT_ONCE : (number + 1) * AT_ONCE]:
        try:
            see_game(game, seen, found)
        except ValueError as fault:
            raise ValueError(f"{game.place}: {shorten(str(fault))}; moves are written as in e2e4") from None
    return [b"".join(rows) for rows in found]


def see_game(game: PeopleGame, seen: SeenInputs, found: list[list[bytes]]) -> None:
    """Add the rows of each choice of a game. An only move is no choice."""
    position = ChessPosition()
    for ply, text in enumerate(game.moves):
        move = position.parse(text)
        legal = position.moves()
        if len(legal) > 1:
            rows = seen.rows(position, FILES["positions"], FILES["moves"])
            choice = np.array([game.elos[ply & 1], legal.index(move), len(legal)], "<u2")
            for each, row in zip(found, (choice.tobytes(), *rows), strict=True):
                each.append(row)
        position.play(move)


class Samples:
    """The rows of a folder, in memory: training reads them in random order, which would be slow from a file."""

    def __init__(self, folder: Path) -> None:
        self.choices, self.positions, self.moves = (
            np.fromfile(folder / name, "<u2").reshape(-1, width) for name, width in FILES.items()
        )

    @cached_property
    def starts(self) -> NDArray[Any]:
        """The rows of `moves` where each choice begins, and the end of the last one."""
        return np.concatenate([[0], np.cumsum(self.choices[:, 2], dtype="i8")])

    def __len__(self) -> int:
        return len(self.choices)


def gather(
    folder: Path,
    played: Sequence[PeopleGame],
    head: dict[str, Any],
    jobs: int = 1,
    report: Callable[[int, int], None] = lambda done, all_: None,
) -> Samples:
    """The samples of all games. It does not repeat what an earlier call has done.

    head: the description of the samples. jobs: the number of processes. report: called with the numbers of games that
    are done, and of all. ValueError for a folder of other samples, and for an illegal move.
    """
    folder.mkdir(exist_ok=True)
    with closing(Journal(folder / JOURNAL, {"format": FORMAT, **head}, owner="model")) as journal:
        sizes = journal.entries[-1]["sizes"] if journal.entries else [0, 0, 0]
        pieces = -(-len(played) // AT_ONCE)
        done = len(journal.entries)
        report(min(done * AT_ONCE, len(played)), len(played))
        paths = [folder / name for name in FILES]
        for path, size in zip(paths, sizes, strict=True):
            path.touch()
            if path.stat().st_size < size:
                raise ValueError(f"{path} is cut short: remove {folder}, and run the same command again")
            with path.open("r+b") as file:
                file.truncate(size)
        if done < pieces:
            with closing(in_order(partial(see, played), done, jobs)) as seen:
                for rows in seen:
                    for path, row in zip(paths, rows, strict=True):
                        with path.open("ab") as file:
                            file.write(row)
                    journal.add({"sizes": [path.stat().st_size for path in paths]})
                    done += 1
                    report(min(done * AT_ONCE, len(played)), len(played))
                    if done == pieces:
                        break
    return Samples(folder)
