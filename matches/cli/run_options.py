"""The options that say how a match is run and what is kept of it, read into a Run."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence

from ...engine.support.system import MOST_PROCESSES, usable_processors
from ..pairing import MOST_GAMES
from ..settings import Match, Run
from .given import Given, file, number, text
from .words import choice, quote, whole

MOST_PROCESSOR = 4095  # the highest number of a processor; Linux allows no more
RESULTS = ".results.jsonl"  # follows the name of the PGN

ADDRESS = re.compile(r"tcp://(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\]):([0-9]{1,5})")
PORTS = range(1, 65536)


def read_run(given: Given) -> Run:
    pgn, words = file(given, "-pgnout"), given.get("-pgnout", [])[1:]
    pgn_anew, words = read_append("-pgnout", words)
    epd_anew, more = read_append("-epdout", given.get("-epdout", [])[1:])
    if more:
        raise ValueError(f"-epdout takes append=true or append=false behind the file, not {quote(more[0])}")
    # A PGN has one result file, even if links lead to the PGN. Names that are no links stay as they are.
    kept = os.path.realpath(pgn) if os.path.islink(pgn) else pgn  # noqa: PTH114
    for word in words:
        choice("-pgnout: a word behind the file", word, ("min", "fi", "append=true", "append=false"))
    if len(set(words)) < len(words):
        raise ValueError(f"-pgnout: {words[0]} is given twice")
    for word in given.get("-debug", []):
        choice("-debug: a word behind it", word, ("all",))  # of cutechess-cli 1.5.1; here -debug always shows all
    scheduler = text(given, "-scheduler")
    if scheduler:
        found = ADDRESS.fullmatch(scheduler)
        if found is None or int(found[1]) not in PORTS:
            raise ValueError(f"-scheduler is an address, tcp://HOST:PORT, not {quote(scheduler)}")
    return Run(
        concurrency=number(given, "-concurrency", 1, MOST_PROCESSES, Run.concurrency),
        affinity=read_affinity(given["-use-affinity"]) if "-use-affinity" in given else (),
        pgn=pgn,
        pgn_anew=pgn_anew,
        pgn_minimal="min" in words,
        pgn_finished_only="fi" in words,
        epd=file(given, "-epdout"),
        epd_anew=epd_anew,
        results=file(given, "-results", pgn and kept + RESULTS),
        resume="-resume" in given,
        rating_interval=number(given, "-ratinginterval", 0, MOST_GAMES, Run.rating_interval),
        debug="-debug" in given,
        watch="-watch" in given,
        report=file(given, "-report"),
        scheduler=scheduler,
    )


def read_append(option: str, words: Sequence[str]) -> tuple[bool, list[str]]:
    """Whether a file begins anew, and the other words."""
    said = [word for word in words if word.startswith("append=")]
    if len(said) > 1:
        raise ValueError(f"{option}: append= is given twice")
    value = choice(f"{option} append=", said[0].partition("=")[2], ("true", "false")) if said else "true"
    return value == "false", [word for word in words if word not in said]


def read_affinity(words: Sequence[str]) -> tuple[int, ...]:
    """The processors of a list such as 3,5,7-11, in its order; all that this process may use if there is none."""
    usable = usable_processors()
    if usable is None:
        raise ValueError("-use-affinity: this system cannot keep a process on one processor")
    if not words:
        return usable
    found: list[int] = []
    for part in words[0].split(","):
        first, dash, last = part.partition("-")
        low = whole("-use-affinity: a processor", first, 0, MOST_PROCESSOR)
        found += range(low, (whole("-use-affinity: a processor", last, low, MOST_PROCESSOR) if dash else low) + 1)
    for processor in found:
        if found.count(processor) > 1:
            raise ValueError(f"-use-affinity names processor {processor} twice")
        if processor not in usable:
            raise ValueError(
                f"-use-affinity: there is no processor {processor} here, only {', '.join(map(str, usable))}"
            )
    return tuple(found)


def check_run(match: Match, run: Run) -> None:
    """ValueError if the settings of a run contradict each other or the match."""
    if run.resume and not run.results:
        raise ValueError("-resume needs what was kept of the match: -pgnout or -results, as it was begun with")
    if run.affinity and run.scheduler:
        raise ValueError("-use-affinity is for games of this machine; with -scheduler they are on others")
    if match.wait and run.scheduler:
        raise ValueError("-wait is for games of this machine; with -scheduler each game has players of its own")
    if run.affinity and run.concurrency > len(run.affinity):
        raise ValueError(
            f"-use-affinity has {len(run.affinity)} processors, too few for -concurrency {run.concurrency}"
        )
    if run.watch and run.scheduler:
        raise ValueError("-watch shows games of this machine; with -scheduler they are on others")
    if any(engine.protocol == "human" for engine in match.engines):
        if run.affinity:
            raise ValueError("-use-affinity is for worker processes; proto=human plays in this one")
        if run.scheduler:
            raise ValueError("proto=human plays at this terminal, not through a -scheduler")
        if run.concurrency > 1:
            raise ValueError("proto=human plays one game at a time: no -concurrency above 1")
    check_files(match, run)


def check_files(match: Match, run: Run) -> None:
    """ValueError if two things are kept in the same file, or one overwrites the openings."""
    files = {"-openings": match.openings.file if match.openings else "", "-pgnout": run.pgn, "-epdout": run.epd}
    files |= {"-results": run.results, "-report": run.report}
    users: dict[str, str] = {}
    for option, name in files.items():
        if name:
            user = users.setdefault(os.path.realpath(name), option)
            if user != option:
                raise ValueError(f"{user} and {option} name the same file, {quote(name)}")
