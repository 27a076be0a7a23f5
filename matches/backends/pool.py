"""A worker process of the local pool: a host that ends with the runner, however the runner ends."""

from __future__ import annotations

import atexit
import logging
import os
import signal
import threading
import time
from multiprocessing import parent_process
from multiprocessing.connection import wait
from types import FrameType
from typing import TYPE_CHECKING, NoReturn

from ...engine.support.system import HANGUP, keep_on
from ..players.player import Introduction
from ..record import Record
from ..settings import Engine, Fixture
from .host import Host
from .live import Speaker

if TYPE_CHECKING:
    from collections.abc import Sequence
    from multiprocessing.queues import SimpleQueue

    from ...engine.support.system import PipeEnd

LAST_WORDS = 3.0  # seconds to give up a game and end its engines, once the runner is gone
TICK = 0.05

host: Host  # of this process


def enter(
    lifeline: PipeEnd,
    mouth: PipeEnd | None,
    shows: bool,
    debug: bool,
    shares: SimpleQueue[Sequence[int]] | None,
) -> None:
    """Set up a worker. The lifeline ends when the runner wants no more games, or is gone.

    shares: the processors of each worker; its engines run there, too.
    """
    global host  # noqa: PLW0603 -- a process is one host; the pool's functions have nothing else to hold
    if shares is not None:
        keep_on(shares.get())
    for way in (signal.SIGINT, HANGUP):  # a terminal sends them to all; only the runner handles them
        signal.signal(way, signal.SIG_IGN)
    quiet()
    speaker = Speaker(mouth) if mouth else None
    host = Host(
        talk=speaker.talk if speaker and debug else None,
        watcher=speaker.show if speaker and shows else None,
    )
    signal.signal(signal.SIGTERM, end)  # a pool that has lost a worker sends it to all others
    threading.Thread(target=hold, args=(lifeline,), daemon=True).start()
    atexit.register(host.close)


def quiet() -> None:
    """Silence the logs of the libraries on faults of engines: here these are counted, not logged."""
    for name in ("chess.engine", "asyncio"):
        logging.getLogger(name).addHandler(logging.NullHandler())
        logging.getLogger(name).propagate = False


def hold(lifeline: PipeEnd) -> None:
    """Stop when the lifeline ends. If the runner itself has ended, end this process and its engines, too."""
    wait([lifeline])
    host.stop()
    runner = parent_process()
    if runner is None:
        return
    wait([runner.sentinel])
    until = time.monotonic() + LAST_WORDS
    while host.busy and time.monotonic() < until:
        time.sleep(TICK)
    end()


def end(number: int = 0, frame: FrameType | None = None) -> NoReturn:
    """End this process at once, with all its engines."""
    host.kill()
    os._exit(1)


def play(game: Fixture) -> Record:
    return host.play(game)


def introduce(engine: Engine, game: Fixture) -> Introduction:
    return host.introduce(engine, game)
