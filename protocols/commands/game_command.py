"""The commands that games bring with them: `oddsfish GAME NAME ...`."""

from __future__ import annotations

import sys
from functools import partial
from typing import BinaryIO

from ...engine.game import Game
from ..errors import UsageError, failure_text, warn
from .arguments import Parser, Raw


def main(game: Game, name: str, words: list[str], source: BinaryIO) -> int:
    """Run it; the exit status. UsageError if the command line makes no sense."""
    command = game.command(name)
    parser = Parser(
        prog=f"oddsfish {game.name} {name}",
        description=command.description,
        epilog=command.epilog,
        formatter_class=Raw,
    )
    command.add_arguments(parser)
    arguments = parser.parse_args(words)
    try:
        return command.run(arguments, source, sys.stdout, partial(complain, name))
    except (ValueError, MemoryError) as failure:
        raise UsageError(failure_text(failure)) from None


def complain(name: str, text: str) -> None:
    sys.stdout.flush()  # that both come in order where they go to the same place
    warn(f"{name}: {text}")
