"""Threads that each work on a part of the samples."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from math import ceil
from typing import Any, TypeVar

from ..libraries import NDArray, np, torch

Found = TypeVar("Found")
# Samples of a part. With fewer, threads would mostly add up their results. With more, a sample takes longer, because
# intermediate results of PyTorch do not fit into the fastest caches.
LEAST, MOST = 1024, 4096


class Threads:
    """As many threads as PyTorch would use within an operation. In each of them, PyTorch uses only one."""

    def __enter__(self) -> Threads:
        self.count: int = torch.get_num_threads()
        self.pool = ThreadPoolExecutor(self.count, initializer=torch.set_num_threads, initargs=(1,))
        return self

    def __exit__(self, *fault: object) -> None:
        try:
            self.pool.shutdown(cancel_futures=True)
        finally:
            torch.set_num_threads(self.count)  # for threads that begin later

    def map(self, function: Callable[[NDArray[Any]], Found], samples: NDArray[Any]) -> list[Found]:
        """The results of a function for parts of the samples, in their order.

        The number of parts depends only on the numbers of samples and threads.
        """
        parts = self.count * ceil(len(samples) / (self.count * MOST))
        return list(self.pool.map(function, np.array_split(samples, max(1, min(parts, len(samples) // LEAST)))))
