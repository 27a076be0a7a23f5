"""Pieces of work, each with a key. One process or several do them, and a journal records every result."""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

from oddsfish.learning.journal import Journal
from oddsfish.learning.workers import in_order
from oddsfish.protocols.commands.progress import Progress

FORMAT = "oddsfish experiment 1"
JOURNAL = "journal.jsonl"  # in an experiment's folder

Key = Sequence[Any]  # of plain values that JSON can represent


class Work:
    """The work of an experiment, and its finished pieces. A result depends only on the settings and its key.

    settings: all that decides the results. scheduler: the address of a Dask cluster, which does `jobs` pieces at once
    instead of this machine. ValueError if the folder holds other work or is in use; OSError if it cannot be written.
    """

    def __init__(
        self, folder: Path, name: str, settings: Mapping[str, Any], jobs: int, scheduler: str | None = None
    ) -> None:
        self.jobs = jobs
        self.scheduler = scheduler
        folder.mkdir(parents=True, exist_ok=True)
        self.journal = Journal(folder / JOURNAL, {"format": FORMAT, "experiment": name, **settings}, "folder")
        try:
            self.found = {json.dumps(entry["key"]): entry["result"] for entry in self.journal.entries}
        except KeyError:
            self.journal.close()
            raise ValueError(f"{self.journal.path} is no journal of an experiment") from None

    def collect(self, do: Callable[[Any], Any], keys: Sequence[Key], unit: str) -> list[Any]:
        """The results of `do` for these keys, in their order. It is called only for keys that the journal lacks.

        do: returns plain values. With several jobs, it must be picklable.
        """
        left = [key for key in keys if json.dumps(key) not in self.found]
        if left:
            done = len(keys) - len(left)
            with Progress(unit) as progress, closing(self.results(do, left)) as results:
                progress.show(done, len(keys))
                for key in left:
                    self.note(key, next(results))
                    done += 1
                    progress.show(done, len(keys))
        return [self.found[json.dumps(key)] for key in keys]

    def results(self, do: Callable[[Any], Any], keys: Sequence[Key]) -> Generator[Any, None, None]:
        """The results of `do` for these keys, in their order. The caller must close the iterator."""
        if self.scheduler is None:
            return in_order(partial(nth, do, keys), 0, min(self.jobs, len(keys)))
        from oddsfish.matches.backends.cluster import results_of

        return results_of(do, keys, self.scheduler, self.jobs)

    def note(self, key: Key, result: Any) -> None:
        self.journal.add({"key": key, "result": result})
        self.found[json.dumps(key)] = json.loads(json.dumps(result))  # the same as when it is read again

    def close(self) -> None:
        self.journal.close()


def nth(do: Callable[[Key], Any], keys: Sequence[Key], number: int) -> Any:
    """Do a piece of work by its number. None after the last one, for processes that work ahead."""
    return do(keys[number]) if number < len(keys) else None
