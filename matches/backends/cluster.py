"""Games on other machines: a Dask cluster as a backend, and what its workers do.

The user starts the scheduler and its workers. `-concurrency` games are played at once, each on a thread of a worker. If
a worker dies, Dask itself has its games played again by others.
"""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import CancelledError, Future
from typing import Any

from distributed import Client, KilledWorker, get_worker

from ..players.player import Introduction
from ..record import Record
from ..settings import Engine, Fixture
from .backend import Backend
from .host import Host
from .pool import quiet

CONNECT = "10s"  # until a scheduler must have answered
TRIES = 20  # to connect, if the scheduler often sends messages to all clients
LOOK = 0.5  # seconds between two checks whether a game is still wanted


class ClusterBackend(Backend):
    """Raises OSError if there is no scheduler at that address, or it has no workers."""

    losses = (KilledWorker, CancelledError)
    breaks = True  # by the end of the scheduler

    def __init__(self, address: str, places: int) -> None:
        for name in ("distributed", "distributed.client"):
            logging.getLogger(name).setLevel(logging.CRITICAL)  # what matters is raised as an error
        self.places = places
        self.address = address
        self.client = connect(address)
        self.asked: set[Any] = set()  # Dask's futures of running work: Dask drops work whose future nobody holds
        self.stopped = False
        if not self.workers():
            self.client.close()
            raise OSError(f"the scheduler at {address} has no workers")

    def workers(self) -> list[str]:
        return list(self.client.scheduler_info(n_workers=-1)["workers"])

    def submit(self, game: Fixture) -> Future[Record]:
        return self.do(play, game)

    def do(self, work: Callable[..., Any], *arguments: Any) -> Future[Any]:
        """Submit any work that can be pickled, to any worker with room."""
        asked, result = self.client.submit(work, *arguments, pure=False), Future[Any]()
        self.asked.add(asked)
        asked.add_done_callback(lambda asked: self.pass_on(asked, result))
        return result

    def pass_on(self, asked: Any, result: Future[Any]) -> None:
        """Pass on the result or error. Dask's own executor loses work that is cancelled while its result is fetched."""
        try:
            result.set_result(asked.result())
        except Exception as error:  # noqa: BLE001 -- whoever asks for the result gets it
            result.set_exception(error)
        self.asked.discard(asked)

    def introduce(self, engine: Engine, game: Fixture) -> Future[Introduction]:
        """Introduce an engine on every worker, since each may have another command for it.

        Even if it fails on one of them, wait for all, so that none leaves an engine behind.
        """
        asked = [self.client.submit(introduce, engine, game, workers=[worker], pure=False) for worker in self.workers()]
        for one in asked:
            one.exception()  # not `distributed.wait`, which needs a client for the whole process
        answer: Future[Introduction] = Future()
        try:
            answer.set_result([one.result() for one in asked].pop())
        except Exception as error:  # noqa: BLE001 -- whoever asks for the result gets it
            answer.set_exception(error)
        return answer

    def mend(self) -> None:
        """Dask replaces workers by itself. OSError if the scheduler has gone."""
        if self.client.status != "running":
            raise OSError(f"the scheduler at {self.address} has gone; -resume goes on with another one")

    def stop(self) -> None:
        """Cancel all work. The workers notice that, and stop their games."""
        if not self.stopped:
            self.stopped = True
            self.client.cancel(list(self.asked))

    def close(self) -> None:
        self.client.close()


def connect(address: str) -> Client:
    """Connect to a scheduler. Raises OSError if there is none at that address.

    Dask's client asserts that the scheduler's greeting comes alone. A message to all clients within the same two
    milliseconds comes with it, such as that the work of another client is cancelled. Then we try again.
    """
    for _ in range(TRIES):
        client = Client.__new__(Client)  # made first, so that it can be closed if __init__ fails
        try:
            Client.__init__(client, address, timeout=CONNECT, set_as_default=False)
            return client
        except AssertionError:
            client.close()
    raise OSError(f"the scheduler at {address} is too busy to be connected to")


def results_of(do: Callable[[Any], Any], keys: Iterable[Any], scheduler: str, jobs: int) -> Generator[Any, None, None]:
    """The results of `do` for the keys, in their order. The caller has to close the iterator.

    jobs: how many of them are computed at once. OSError if there is no cluster at that address, or it has no workers.
    """
    backend = ClusterBackend(scheduler, jobs)
    try:
        under_way: deque[Future[Any]] = deque()
        for key in keys:
            under_way.append(backend.do(do, key))
            if len(under_way) == jobs:
                yield under_way.popleft().result()
        while under_way:
            yield under_way.popleft().result()
    finally:
        backend.stop()
        backend.close()


def play(game: Fixture) -> Record:
    """Play a game on a worker. Its engines end with the game, since there may be no other one."""
    record: Record = visit(lambda host: host.play(game))
    return record


def introduce(engine: Engine, game: Fixture) -> Introduction:
    introduction: Introduction = visit(lambda host: host.introduce(engine, game))
    return introduction


def visit(work: Callable[[Host], Any]) -> Any:
    """Do some work in a host. It is closed afterwards, and stopped as soon as the task is cancelled."""
    quiet()
    host = Host(keep=False)
    over = threading.Event()
    worker = get_worker()
    key = worker.get_current_task()

    def look() -> None:
        while not over.wait(LOOK):
            task = worker.state.tasks.get(key)
            if task is None or task.state == "cancelled":
                host.stop()
                return

    watcher = threading.Thread(target=look, daemon=True)
    watcher.start()
    try:
        return work(host)
    finally:
        over.set()
        watcher.join()
        host.close()
