"""The command line of a match: words in, exit status out, one line for an error."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from ...engine.about import VERSION
from ...engine.support.text import one_line
from .parsing import parse
from .usage import help_text

EXIT_USAGE = 2
EXIT_BROKEN = 3
EXIT_INTERRUPTED = 130


def main(words: Sequence[str] | None = None) -> int:
    """0: played to its end, 1: ended by a player's fault, 2: bad input, 3: broken off, 128 + n: stopped by signal n."""
    words = sys.argv[1:] if words is None else words
    if sys.stdout is None:  # we were started with it closed
        print("oddsfish: match: standard output is closed", file=sys.stderr)
        return EXIT_USAGE
    if not words or {"-help", "--help", "-h"} & {*words}:
        print(help_text(), end="")
        return 0
    if "-version" in words or "--version" in words:
        print(f"Oddsfish match runner {VERSION}")
        return 0
    try:
        if words[0] == "-check":
            from ..check.check import check_engine

            return check_engine(words[1:], sys.stdout)
        match, run = parse(words)
        from ..match import MatchFailure, run_match

        try:
            return run_match(match, run, sys.stdout)
        except MatchFailure as error:
            print(f"oddsfish: match: broken off: {explain(error.__cause__)}", file=sys.stderr)
            return EXIT_BROKEN
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    except (ValueError, OSError, RuntimeError) as error:
        print(f"oddsfish: match: {explain(error)}", file=sys.stderr)
        return EXIT_USAGE


def explain(error: BaseException | None) -> str:
    """The text of an error, in one line."""
    if isinstance(error, OSError) and error.strerror:
        return one_line(f"{error.filename}: {error.strerror}" if error.filename else error.strerror)
    return one_line(str(error))
