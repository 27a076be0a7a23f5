"""Games on other machines: a Dask cluster as a backend, and what its workers do.

The scheduler and its workers are the user's to start; `-concurrency` games are under way at once, each on a thread of a
worker. A worker that dies has its games played again by others, which is Dask's own doing.
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
TRIES = 20  # to connect, where the scheduler talks to everybody all the time
LOOK = 0.5  # seconds from one look at whether a game is still wanted to the next


class ClusterBackend(Backend):
    """Raises OSError if there is no scheduler at that address, or it has no workers."""

    losses = (KilledWorker, CancelledError)
    breaks = True  # by the end of the scheduler

    def __init__(self, address: str, places: int) -> None:
        for name in ("distributed", "distributed.client"):
            logging.getLogger(name).setLevel(logging.CRITICAL)  # what matters comes as an error
        self.places = places
        self.address = address
        self.client = connect(address)
        self.asked: set[Any] = set()  # Dask's futures of what is under way: what nobody holds is not done
        self.stopped = False
        if not self.workers():
            self.client.close()
            raise OSError(f"the scheduler at {address} has no workers")

    def workers(self) -> list[str]:
        return list(self.client.scheduler_info(n_workers=-1)["workers"])

    def submit(self, game: Fixture) -> Future[Record]:
        return self.do(play, game)

    def do(self, work: Callable[..., Any], *arguments: Any) -> Future[Any]:
        """Any work that can be pickled, on whatever worker has room."""
        asked, result = self.client.submit(work, *arguments, pure=False), Future[Any]()
        self.asked.add(asked)
        asked.add_done_callback(lambda asked: self.pass_on(asked, result))
        return result

    def pass_on(self, asked: Any, result: Future[Any]) -> None:
        """What came of it. Dask's own executor loses what is cancelled while its result is fetched."""
        try:
            result.set_result(asked.result())
        except Exception as error:  # noqa: BLE001 -- whoever asks for the result gets it
            result.set_exception(error)
        self.asked.discard(asked)

    def introduce(self, engine: Engine, game: Fixture) -> Future[Introduction]:
        """On every worker that there is: each may know the engine by another command.

        Also where one of them fails, all are waited for: none leaves an engine behind.
        """
        asked = [self.client.submit(introduce, engine, game, workers=[worker], pure=False) for worker in self.workers()]
        for one in asked:
            one.exception()  # not `distributed.wait`, which wants a client for all of the process
        answer: Future[Introduction] = Future()
        try:
            answer.set_result([one.result() for one in asked].pop())
        except Exception as error:  # noqa: BLE001 -- whoever asks for the result gets it
            answer.set_exception(error)
        return answer

    def mend(self) -> None:
        """Dask looks after its workers; but they go with their scheduler."""
        if self.client.status != "running":
            raise OSError(f"the scheduler at {self.address} has gone; -resume goes on with another one")

    def stop(self) -> None:
        """Workers see that nobody wants their games any more."""
        if not self.stopped:
            self.stopped = True
            self.client.cancel(list(self.asked))

    def close(self) -> None:
        self.client.close()


def connect(address: str) -> Client:
    """Raises OSError if there is no scheduler at that address.

    Dask's client asserts that the scheduler's greeting comes alone. What a scheduler tells all its clients in the same
    two milliseconds, such as that another one's work is cancelled, comes with it: then we knock again.
    """
    for _ in range(TRIES):
        client = Client.__new__(Client)  # held, so that it can be closed where its making fails
        try:
            Client.__init__(client, address, timeout=CONNECT, set_as_default=False)
            return client
        except AssertionError:
            client.close()
    raise OSError(f"the scheduler at {address} is too busy to be connected to")


def results_of(do: Callable[[Any], Any], keys: Iterable[Any], scheduler: str, jobs: int) -> Generator[Any, None, None]:
    """What `do` gives for each key, in their order; whoever takes them closes the iterator.

    jobs: how many are under way at once. OSError if there is no cluster at that address, or it has no workers.
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
    """On a worker. Engines are ended with the game: nobody knows whether there will be another one."""
    record: Record = visit(lambda host: host.play(game))
    return record


def introduce(engine: Engine, game: Fixture) -> Introduction:
    introduction: Introduction = visit(lambda host: host.introduce(engine, game))
    return introduction


def visit(work: Callable[[Host], Any]) -> Any:
    """Do something in a host that is closed afterwards, and stopped as soon as nobody wants the task."""
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
