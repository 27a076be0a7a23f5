"""Games between fake engines, played in this process."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from match_process import fake
from oddsfish.matches.backends.host import Host
from oddsfish.matches.record import Record
from oddsfish.matches.settings import Engine, Fixture, Opening, Rules, TimeControl

AMPLE = TimeControl(base=30.0)


def fake_engine(
    name: str,
    *words: str,
    chess: bool = False,
    time: TimeControl = AMPLE,
    margin: float = 0.0,
    startup: float = 10.0,
    options: tuple[tuple[str, str], ...] = (),
    restart: bool = False,
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
    )


def game(
    white: Engine, black: Engine, number: int = 1, opening: Opening | None = None, variant: str = "standard"
) -> Fixture:
    return Fixture(number, number, 1, (0, 1), (white, black), opening or Opening(), f"0:{number}", variant, (), Rules())


@contextmanager
def host() -> Iterator[Host]:
    """Where games are played; all engines have gone at the end."""
    shop = Host()
    try:
        yield shop
    finally:
        shop.close()


def play(white: Engine, black: Engine, games: int = 1) -> list[Record]:
    """So many games of the same two, in the same seats."""
    with host() as shop:
        return [shop.play(game(white, black, number)) for number in range(1, games + 1)]
