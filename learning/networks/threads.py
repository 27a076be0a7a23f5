"""Threads, each of which works on some of the samples."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from math import ceil
from typing import Any, TypeVar

from ..libraries import NDArray, np, torch

Found = TypeVar("Found")
# Samples of a part. Of fewer, threads would mostly add up what they have found; more take longer each, as what PyTorch
# computes of them lies farther from the processor.
LEAST, MOST = 1024, 4096


class Threads:
    """As many as PyTorch would use within each operation; here, it uses one in each of them."""

    def __enter__(self) -> Threads:
        self.count: int = torch.get_num_threads()
        self.pool = ThreadPoolExecutor(self.count, initializer=torch.set_num_threads, initargs=(1,))
        return self

    def __exit__(self, *fault: object) -> None:
        try:
            self.pool.shutdown(cancel_futures=True)
        finally:
            torch.set_num_threads(self.count)  # of threads that begin later

    def map(self, function: Callable[[NDArray[Any]], Found], samples: NDArray[Any]) -> list[Found]:
        """What a function says of parts of samples, in their order.

        How many parts there are depends on the numbers of samples and threads alone.
        """
        parts = self.count * ceil(len(samples) / (self.count * MOST))
        return list(self.pool.map(function, np.array_split(samples, max(1, min(parts, len(samples) // LEAST)))))
