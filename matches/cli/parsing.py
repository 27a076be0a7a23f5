"""Read cutechess-cli's command line into a Match and a Run. Options that this runner lacks are refused by name."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise

from ...engine.support.text import nearest
from ..settings import Match, Run
from . import cutechess_only
from .match_options import check_match, read_match
from .run_options import check_run, read_run
from .words import check_readable, quote

MANY = 10**9
OPTIONS: Mapping[str, tuple[int, int]] = {  # how many words each takes, at least and at most
    **dict.fromkeys(("-engine", "-each", "-variant", "-openings", "-draw", "-resign", "-sprt"), (1, MANY)),
    **dict.fromkeys(("-games", "-rounds", "-tournament", "-concurrency", "-random-plies", "-srand"), (1, 1)),
    **dict.fromkeys(("-maxmoves", "-tb", "-results", "-report", "-ratinginterval"), (1, 1)),
    **dict.fromkeys(("-event", "-site", "-scheduler", "-seeds", "-wait", "-startup-ms", "-ping-ms"), (1, 1)),
    **dict.fromkeys(("-draw-cycle", "-resume", "-recover", "-watch", "-version", "-help"), (0, 0)),
    **dict.fromkeys(("-noswap", "-reverse", "-strict"), (0, 0)),
    **dict.fromkeys(("-repeat", "-debug", "-use-affinity"), (0, 1)),
    "-check": (1, MANY),
    "-pgnout": (1, 4),
    "-epdout": (1, 2),
}
OPTION = re.compile(r"-+[A-Za-z]")


def parse(words: Sequence[str]) -> tuple[Match, Run]:
    """The match and run of a command line; ValueError, in one line, with what is wrong or what would be right.

    The caller handles -help and -version before: here they have no effect. None of the named files is touched.
    """
    check_readable(words)
    given, engines = gather(words)
    if "-check" in given:
        raise ValueError("-check stands alone: oddsfish match -check COMMAND")
    match = read_match(given, engines)
    check_match(match, given)
    run = read_run(given)
    check_run(match, run)
    return match, run


def gather(words: Sequence[str]) -> tuple[dict[str, list[str]], list[list[str]]]:
    """The words after each option, and those after each -engine."""
    given: dict[str, list[str]] = {}
    engines: list[list[str]] = []
    places = [place for place, word in enumerate(words) if OPTION.match(word)]
    if words and 0 not in places:
        raise ValueError(f"{quote(words[0])} stands before any option; see -help")
    for place, end in pairwise([*places, len(words)]):
        option, behind = words[place], list(words[place + 1 : end])
        cutechess_only.refuse(option, cutechess_only.OPTIONS)
        if option not in OPTIONS:
            raise ValueError(f"no such option: {quote(option)}{nearest(option, OPTIONS) or '; see -help'}")
        if option in given and option != "-engine":
            raise ValueError(f"{option} is given twice")
        check_number(option, behind)
        given[option] = behind
        if option == "-engine":
            engines.append(behind)
    return given, engines


def check_number(option: str, words: Sequence[str]) -> None:
    """ValueError if an option does not take this number of words, or one of them is blank."""
    least, most = OPTIONS[option]
    if len(words) < least:
        raise ValueError(f"{option} needs a word behind it; see -help")
    if len(words) > most:
        what = "no word" if not most else "one word" if most == 1 else f"at most {most} words"
        raise ValueError(f"{option} takes {what} behind it: {quote(words[most])} is too many")
    if not all(word.strip() for word in words):
        raise ValueError(f"{option} has an empty word behind it")
