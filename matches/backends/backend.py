"""A backend plays the games of a match. It is an executor that leaves no process behind when it is stopped."""

from __future__ import annotations

import contextlib
import multiprocessing
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import TYPE_CHECKING, Any

from ..players.player import Introduction
from ..players.process import Talk
from ..record import Record
from ..settings import Engine, Fixture
from . import pool
from .host import Host
from .live import messages

if TYPE_CHECKING:
    from multiprocessing.context import SpawnContext
    from multiprocessing.queues import SimpleQueue

    from ...engine.support.system import PipeEnd

Hearer = Callable[[dict[str, Any]], None]  # gets the messages of the workers, in a thread of its own


class Backend(ABC):
    """Takes games as work items, any number at a time; plays `places` of them at once."""

    places: int
    losses: tuple[type[BaseException], ...]  # what a future fails with if its worker has died
    breaks: bool  # whether the death of one worker ends all others, until `mend`

    @abstractmethod
    def submit(self, game: Fixture) -> Future[Record]:
        """Submit a game. Its future fails if the worker dies: then the game has not been played."""

    @abstractmethod
    def introduce(self, engine: Engine, game: Fixture) -> Future[Introduction]:
        """Check whether an engine is fit for a game; Fault if it is not."""

    @abstractmethod
    def mend(self) -> None:
        """Make the backend usable again after a worker has died."""

    @abstractmethod
    def stop(self) -> None:
        """End running games unfinished, at once."""

    @abstractmethod
    def close(self) -> None:
        """End all processes of the backend before it returns."""


class LocalBackend(Backend):
    """Processes of this machine. They are spawned, not forked, since a runner may have threads."""

    losses = (BrokenProcessPool,)
    breaks = True

    def __init__(
        self,
        places: int,
        hearer: Hearer | None = None,
        shows: bool = False,
        debug: bool = False,
        affinity: Sequence[int] = (),
    ) -> None:
        """affinity: the processors, which are divided among the workers; () leaves the choice to the system."""
        self.places = places
        self.affinity = affinity
        self.hearer = hearer
        self.shows = shows
        self.debug = debug
        self.mouth: PipeEnd | None = None
        self.open()

    def open(self) -> None:
        context = multiprocessing.get_context("spawn")
        # Only this process holds the other end, so that the pipe ends with this process.
        self.lifeline, self.hold = context.Pipe(duplex=False)
        self.mouth = None
        if self.hearer and (self.shows or self.debug):
            ear, self.mouth = context.Pipe(duplex=False)
            threading.Thread(target=listen, args=(ear, self.hearer), daemon=True).start()
        self.executor: Executor = ProcessPoolExecutor(
            self.places,
            mp_context=context,
            initializer=pool.enter,
            initargs=(self.lifeline, self.mouth, self.shows, self.debug, self.shares(context)),
        )

    def shares(self, context: SpawnContext) -> SimpleQueue[Sequence[int]] | None:
        """A queue from which each worker takes its processors when it begins; None if it may use all."""
        if not self.affinity:
            return None
        size = len(self.affinity) // self.places
        queue: SimpleQueue[Sequence[int]] = context.SimpleQueue()
        for place in range(self.places):
            queue.put(self.affinity[place * size : (place + 1) * size])
        return queue

    def submit(self, game: Fixture) -> Future[Record]:
        return self.executor.submit(pool.play, game)

    def introduce(self, engine: Engine, game: Fixture) -> Future[Introduction]:
        return self.executor.submit(pool.introduce, engine, game)

    def mend(self) -> None:
        self.close()
        self.open()

    def stop(self) -> None:
        self.hold.close()

    def close(self) -> None:
        self.hold.close()
        self.executor.shutdown(wait=True, cancel_futures=True)
        self.lifeline.close()
        if self.mouth:
            self.mouth.close()  # the last writer: the listening thread ends


class InProcessBackend(Backend):
    """This process, one game at a time: for people, who share its terminal."""

    places = 1
    losses = ()
    breaks = False

    def __init__(self, talk: Talk | None = None) -> None:
        pool.quiet()
        self.host = Host(talk)
        self.executor = ThreadPoolExecutor(1)
        self.closed = False

    def submit(self, game: Fixture) -> Future[Record]:
        return self.executor.submit(self.host.play, game)

    def introduce(self, engine: Engine, game: Fixture) -> Future[Introduction]:
        return self.executor.submit(self.host.introduce, engine, game)

    def mend(self) -> None:
        """Nothing to do: no worker can die without this process."""

    def stop(self) -> None:
        self.host.stop()

    def close(self) -> None:
        if self.closed:
            return
        self.closed = True
        self.host.stop()
        self.executor.submit(self.host.close).result()
        self.executor.shutdown()


def listen(ear: PipeEnd, hearer: Hearer) -> None:
    """Pass on messages until there are no workers any more, or the hearer fails because its output is closed."""
    with ear, contextlib.suppress(OSError):
        for message in messages(ear):
            hearer(message)
