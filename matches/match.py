"""Run a match from its settings to its end: check all of them before the first game, then play, count and report."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from concurrent.futures import wait
from contextlib import closing, contextmanager
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import TextIO

from .backends.backend import Backend, InProcessBackend, LocalBackend
from .director import TICK, Director, End, Interrupts
from .files.header import header
from .files.live_file import LiveFile
from .files.store import Store
from .game.adjudication import tables_at
from .openings.book import read_openings
from .openings.setups import plain_name
from .pairing import count_games, count_openings, schedule
from .players.player import Fault
from .report.facts import facts, title
from .report.page import write_report
from .settings import Fixture, Match, Opening, Run
from .tournament.rounds import seatings_of
from .views.view import View

DUMB = ("", "dumb", "unknown")  # values of TERM for terminals that cannot overwrite earlier lines
HINT = "pip install rich gives a live view here"
SEEDS = 2**31  # if no seed is given, the runner draws one of this many
EXIT_PLAYED, EXIT_FAULT = 0, 1
EXIT_SIGNAL = 128  # plus the number of the signal, as in shells


class MatchFailure(Exception):
    """A match that has begun cannot go on, by no player's fault. Its cause says why, such as a full disk."""


@contextmanager
def after_start() -> Iterator[None]:
    """The match has begun: raise MatchFailure for errors in this block."""
    try:
        yield
    except (OSError, RuntimeError, ValueError) as error:
        raise MatchFailure from error


def run_match(match: Match, run: Run, out: TextIO) -> int:
    """Play a match and return its exit status.

    ValueError or OSError, one line, if it cannot begin: then nothing is written. MatchFailure if it cannot go on.
    """
    with closing(Store(run)) as store:
        return play_match(match, run, store, out)


def play_match(match: Match, run: Run, store: Store, out: TextIO) -> int:
    """The same, after the check that the files of the store can be written."""
    if match.rules.tables:
        tables_at(match.rules.tables)
    seed = choose_seed(match, store)
    openings = read_openings(
        match.openings, match.variant, match.variant_options, count_openings(match), seed, match.random_plies
    )
    with Interrupts() as interrupts:
        view = make_view(match, run, out)
        backend = make_backend(match, run, view)
        try:
            view.lines([f"Warning: {warning}" for warning in openings.warnings])
            try:
                match = view.match = introduce(match, seed, openings[0], backend, interrupts, view)
            except KeyboardInterrupt:
                return EXIT_SIGNAL + interrupts.number
            store.begin(match, header(match, seed))
            seatings = seatings_of(match, seed)
            games = schedule(match, seed, openings, seatings)
            director = Director(match, games, backend, store, view, seatings)
            director.recall(store.recall())
            with after_start():
                view.begin(seed, director.standings)
                end = director.run(interrupts)
            backend.close()
            with after_start():
                view.ended(director.standings, end.value)
                if run.report:
                    said = facts(match, seed, director.standings)
                    records, rules = store.records(), match.variant_options
                    write_report(Path(run.report), title(match), match.names, records, said, rules)
                    view.line(f"Report: {run.report}")
        finally:
            backend.close()
            view.close()
    if end is End.STOPPED:
        return EXIT_SIGNAL + interrupts.number
    return EXIT_FAULT if end is End.FAULT else EXIT_PLAYED


def make_view(match: Match, run: Run, out: TextIO) -> View:
    """The view for this terminal. ValueError, one line, if -watch is wanted but no board can be drawn."""
    plain = View(match, count_games(match), out, run.rating_interval)
    human = any(engine.protocol == "human" for engine in match.engines)
    terminal = out.isatty() and os.environ.get("TERM", "") not in DUMB
    rich = find_spec("rich") is not None
    if run.watch:
        if human:
            raise ValueError("-watch and proto=human both need the terminal; who plays sees the board anyway")
        if not terminal:
            raise ValueError("-watch draws a board, which needs a terminal")
        if not rich:
            raise ValueError("-watch draws a board, which needs rich: pip install rich")
    if human or not terminal:
        return plain
    if not rich:
        plain.line(HINT)
        return plain
    from .views.screen import Screen

    live_file = LiveFile(Path(run.results)) if run.watch and run.results else None
    return Screen(match, plain.total, out, run.rating_interval, watch=run.watch, live_file=live_file)


def make_backend(match: Match, run: Run, view: View) -> Backend:
    """A match with a person is played in this process, which has the terminal; others in worker processes."""
    if any(engine.protocol == "human" for engine in match.engines):
        return InProcessBackend(view.line if run.debug else None)
    if run.scheduler:
        try:
            from .backends.cluster import ClusterBackend
        except ImportError as error:
            raise ValueError(
                f"-scheduler needs Dask ({error}): pip install '.[cluster]' in the source folder"
            ) from error
        return ClusterBackend(run.scheduler, run.concurrency)
    return LocalBackend(run.concurrency, view.hear, shows=run.watch, debug=run.debug, affinity=run.affinity)


def choose_seed(match: Match, store: Store) -> int:
    """The given seed, or that of the match that goes on, or a new one. ValueError if the result file is of no match."""
    kept = store.header
    if match.seed is not None:
        return match.seed
    return random.SystemRandom().randrange(SEEDS) if kept is None else int(kept["seed"])


def introduce(match: Match, seed: int, opening: Opening, backend: Backend, interrupts: Interrupts, view: View) -> Match:
    """Start every player once, for a game from the first opening. Returns the match with the names of all players.

    ValueError if a player is not fit to play; KeyboardInterrupt if a signal comes before all have started.
    """
    waiting = []
    for place, engine in enumerate(match.engines):
        game = Fixture(0, 0, 0, (place,), (engine,), opening, f"{seed}:0", match.variant, match.variant_options)
        waiting.append((engine, backend.introduce(engine, game)))
    names: list[str] = []
    for engine, future in waiting:
        while not future.done():
            wait([future], timeout=TICK)
            if interrupts.number:
                raise KeyboardInterrupt
        try:
            introduction = future.result()
        except Fault as fault:
            raise ValueError(f"{engine.name or engine.command or engine.conf}{fault}") from fault
        except backend.losses as error:
            raise ValueError("a worker process cannot be started") from error
        if introduction.overhead:
            view.overheads[len(names)] = introduction.overhead
        names.append(distinct(engine.name or plain_name(introduction.name) or Path(engine.command).name, names))
        view.lines([f"Warning: {names[-1]}: {warning}" for warning in introduction.warnings])
    engines = tuple(replace(engine, name=name) for engine, name in zip(match.engines, names, strict=True))
    return replace(match, engines=engines)


def distinct(name: str, names: list[str]) -> str:
    """A name that no player has yet: the second Oddsfish is Oddsfish 2."""
    number = 2
    wanted = name
    while wanted in names:
        wanted = f"{name} {number}"
        number += 1
    return wanted
