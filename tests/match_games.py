"""Games and whole matches between fake or other engines, played in this process, which saves the start of others."""

from __future__ import annotations

import io
import logging
import shlex
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from match_process import Finished, fake
from oddsfish.matches import match
from oddsfish.matches.backends.backend import InProcessBackend
from oddsfish.matches.backends.host import Host
from oddsfish.matches.cli.match_command import main
from oddsfish.matches.files.journal import read_records
from oddsfish.matches.players.player import Introduction
from oddsfish.matches.record import Record
from oddsfish.matches.settings import Adjudication, Engine, Fixture, Opening, TimeControl

AMPLE = TimeControl(base=30.0)
RESULTS = "games.pgn.results.jsonl"


def fake_engine(
    name: str,
    *words: str,
    chess: bool = False,
    time: TimeControl = AMPLE,
    margin: float = 0.0,
    startup: float = 10.0,
    options: tuple[tuple[str, str], ...] = (),
    restart: bool = False,
    protocol: str = "uci",
) -> Engine:
    return Engine(
        name=name,
        command=sys.executable,
        arguments=tuple(shlex.split(fake(*words, chess=chess))),
        options=options,
        time=time,
        margin=margin,
        startup=startup,
        restart=restart,
        protocol=protocol,
    )


def game(
    white: Engine, black: Engine, number: int = 1, opening: Opening | None = None, variant: str = "standard"
) -> Fixture:
    return Fixture(
        number, number, 1, (0, 1), (white, black), opening or Opening(), f"0:{number}", variant, (), Adjudication()
    )


@contextmanager
def host() -> Iterator[Host]:
    """A host for games; at the end all engines are gone."""
    shop = Host()
    try:
        yield shop
    finally:
        shop.close()


def play_all(games: Iterable[Fixture]) -> list[Record]:
    """Play one game after the other; players stay from game to game."""
    with host() as shop:
        return [shop.play(each) for each in games]


def play(white: Engine, black: Engine, games: int = 1, variant: str = "standard") -> list[Record]:
    """Play so many games of these two, in the same seats."""
    return play_all(game(white, black, number, variant=variant) for number in range(1, games + 1))


def introduce_here(engine: Engine, variant: str = "standard") -> Introduction:
    """The introduction of an engine before a game."""
    with host() as shop:
        return shop.introduce(engine, game(engine, engine, variant=variant))


class Here(InProcessBackend):
    """A backend that plays games in this process, in place of workers."""

    def __init__(self, places: int, *_: object, **__: object) -> None:
        assert places == 1, "several games at a time need workers"
        super().__init__()


def match_here(*words: str, where: Path) -> Finished:
    """Run a match by its command line, with its files; the match and its games run in this process."""
    out, err = io.StringIO(), io.StringIO()
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(where)
        patch.setattr(match, "LocalBackend", Here)
        patch.setattr(sys, "stdout", out)
        patch.setattr(sys, "stderr", err)
        for name in ("chess.engine", "asyncio"):  # the runner silences them
            patch.setattr(logging.getLogger(name), "propagate", True)
        status = main(words)
    return Finished(status, out.getvalue(), err.getvalue())


def kept(where: Path, name: str = RESULTS) -> list[Record]:
    """The records that a match has kept, in the order of its file."""
    return list(read_records(where / name))
