"""A command that a game brings with it, as `oddsfish GAME NAME`."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, BinaryIO, TextIO

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable


class Command(ABC):
    """A command of the command line: its arguments, and how to run it."""

    description = ""  # for its help
    epilog = ""  # for its help, below the arguments

    @abstractmethod
    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Add the arguments of the command to a parser."""

    @abstractmethod
    def run(self, arguments: argparse.Namespace, source: BinaryIO, out: TextIO, complain: Callable[[str], None]) -> int:
        """Run the command and return the exit status. ValueError, MemoryError or OSError, with the reason, if it fails.

        source: the input, in lines. out: the output. complain: called with each problem on the way, in one line.
        """
