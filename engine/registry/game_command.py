"""A command that a game brings with it, as `oddsfish GAME NAME`."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, BinaryIO, TextIO

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable


class Command(ABC):
    """What the command line knows of it: its arguments, and how it is run."""

    description = ""  # for its help
    epilog = ""  # the same, below the arguments

    @abstractmethod
    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Say what it takes."""

    @abstractmethod
    def run(self, arguments: argparse.Namespace, source: BinaryIO, out: TextIO, complain: Callable[[str], None]) -> int:
        """Do it; the exit status. ValueError, MemoryError or OSError, with the reason, for what cannot be done.

        source: what is read, line by line. out: where it writes. complain: told, in a line, what is wrong meanwhile.
        """
