"""Pairs of games between two points of the tournament search's numbers, from one opening with both colours.

A revision is built with its numbers as options (`tunables.py`). Every pair is kept, so that the same command goes on
where it was stopped.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import signal
import time
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from builds import ROOT, build, git, resolve
from oddsfish.learning.journal import Journal
from oddsfish.matches.backends.pool import quiet
from oddsfish.matches.cli.match_options import read_rules
from oddsfish.matches.cli.timecontrol import read as read_control
from oddsfish.matches.experiment import DRAW, RANDOM_PLIES, RESIGN
from oddsfish.matches.game.loop import play
from oddsfish.matches.match import EXIT_SIGNAL
from oddsfish.matches.openings.book import read_openings
from oddsfish.matches.players.uci import UciPlayer
from oddsfish.matches.record import Termination
from oddsfish.matches.score.figures import duration
from oddsfish.matches.score.standings import POINTS
from oddsfish.matches.settings import Engine, Fixture, Opening
from tunables import TIME, Tunable, make_tunable, parse_tunables, read_tunables

HASH = "8"  # MiB
RULES = read_rules({"-draw": DRAW[1:], "-resign": RESIGN[1:]})
REPORTED = 100  # pairs from one line of progress to the next
FORMAT = "oddsfish pairs 1"

Points = tuple[Sequence[int], Sequence[int]]  # of both sides, in the order of the numbers
Limit = dict[str, Any]  # a field of Engine: the time control, or the nodes for each move


@dataclass(frozen=True)
class Pair:
    """Two points that play a pair of games: the numbers of both, by name, and where the games begin."""

    number: int
    points: tuple[dict[str, int], dict[str, int]]
    opening: Opening


class Board:
    """What a worker keeps: an event loop, and two engines that get new numbers before each pair."""

    def __init__(self, command: Sequence[str], limit: Limit) -> None:
        program, *arguments = command
        self.engine = Engine("Tuned", program, tuple(arguments), options=(("Hash", HASH),), **limit)
        self.loop = asyncio.new_event_loop()
        self.players: list[UciPlayer] = []

    def play(self, pair: Pair) -> float:
        return self.loop.run_until_complete(self.play_pair(pair))

    async def play_pair(self, pair: Pair) -> float:
        """The score of the first point minus that of the second. RuntimeError if an engine fails, except on time."""
        while len(self.players) < len(pair.points):
            self.players.append(UciPlayer(self.engine))
            await self.players[-1].start()
        for player, point in zip(self.players, pair.points, strict=True):
            player.set_options([(name, str(value)) for name, value in point.items()])
        lead = 0.0
        for leg, seats in enumerate(((0, 1), (1, 0)), 1):
            number = 2 * pair.number + leg - 2
            engines = (self.engine, self.engine)
            game = Fixture(number, pair.number, leg, seats, engines, pair.opening, str(number), rules=RULES)
            record = await play(game, [self.players[seat] for seat in seats])
            failed = record.ending.fault and record.ending is not Termination.TIME
            if failed or record.result not in POINTS:
                raise RuntimeError(f"game {number}: {record.reason}")
            half = POINTS[record.result] if leg == 1 else 2 - POINTS[record.result]
            lead += half - 1
        return lead


board: Board  # of this worker


def enter(command: Sequence[str], limit: Limit) -> None:
    """Prepare a worker."""
    global board  # noqa: PLW0603 -- a process has one
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    quiet()
    board = Board(command, limit)


def work(pair: Pair) -> float:
    return board.play(pair)


def signs_of(seed: int, number: int, count: int) -> list[int]:
    """For a pair: whether each of `count` numbers is moved up (1) or down (-1) for the first side."""
    chooser = random.Random(f"{seed} {number}")
    return [chooser.choice((-1, 1)) for _ in range(count)]


class Pairs:
    """A run of pairs, by the command line. SystemExit if a number does not exist, or another argument is wrong."""

    def __init__(self, purpose: str, description: str | None) -> None:
        """purpose: the name of the folder of such runs. description: what the command does."""
        known = {each.name: each for each in read_tunables()}
        parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
        parser.add_argument("numbers", nargs="+", metavar="NAME", help=f"one or more of {', '.join(known)}")
        parser.add_argument("--revision", default="HEAD", help="that plays (default: %(default)s)")
        parser.add_argument("--games", type=int, default=20_000, help="in all (default: %(default)s)")
        limits = parser.add_mutually_exclusive_group()
        limits.add_argument("--nodes", type=int, default=5000, help="for each move (default: %(default)s)")
        limits.add_argument("--tc", metavar="MOVES/TIME+INCREMENT", help="time control instead, in seconds")
        parser.add_argument("--concurrency", type=int, default=2, help="games at the same time (default: %(default)s)")
        parser.add_argument("--seed", type=int, default=1, help="of openings and points (default: %(default)s)")
        where = f"where pairs are kept (default: in build/experiments/{purpose}/)"
        parser.add_argument("--folder", type=Path, help=where)
        parser.add_argument(
            "--builds",
            type=Path,
            default=ROOT / "build" / "frozen",
            help="where builds are kept (default: build/frozen)",
        )
        arguments = parser.parse_args()
        if min(arguments.games // 2, arguments.nodes, arguments.concurrency) < 1:
            parser.error("--games is 2 or more; --nodes and --concurrency are 1 or more")
        commit = resolve(arguments.revision)
        try:
            control = read_control(arguments.tc) if arguments.tc else None
        except ValueError as error:
            parser.error(f"--tc: {error}")

        def text_of(path: Path) -> str:  # in the revision, not what is edited here
            return git("show", f"{commit}:{path.as_posix()}").decode()

        built = {each.name: each for each in read_tunables(text_of)}
        if wrong := [name for name in arguments.numbers if name not in built]:
            parser.error(f"{wrong[0]} is none of {', '.join(built)}")
        timed = {each.name for each in parse_tunables(text_of(TIME))}
        if control is None and (idle := [name for name in arguments.numbers if name in timed]):
            parser.error(f"{idle[0]} is a number of the clock, and needs --tc")
        if twice := [name for name in built if arguments.numbers.count(name) > 1]:
            parser.error(f"{twice[0]} is named twice")
        made = build(commit, arguments.builds, native=True, change=make_tunable, label="tunable")
        self.tunables: list[Tunable] = [built[name] for name in arguments.numbers]
        self.count: int = arguments.games // 2
        self.seed: int = arguments.seed
        self.command, self.places = made.command, arguments.concurrency
        self.limit: Limit = {"time": control} if control else {"nodes": arguments.nodes}
        settings: dict[str, object] = {"format": FORMAT, "commit": commit}
        settings |= {"numbers": arguments.numbers, "games": arguments.games}
        settings |= {"tc": arguments.tc} if control else {"nodes": arguments.nodes}
        settings["seed"] = arguments.seed
        folder = arguments.folder or ROOT / "build" / "experiments" / purpose / f"{made.name} {arguments.seed}"
        folder.mkdir(parents=True, exist_ok=True)
        try:
            self.journal = Journal(folder / "pairs.jsonl", settings, "--folder")
        except (ValueError, OSError) as error:
            raise SystemExit(f"{purpose}: {error}") from None

    def play(
        self, points: Callable[[int], Points], learn: Callable[[int, float], None], describe: Callable[[], str]
    ) -> int:
        """Play the remaining pairs, or until an interrupt; return the exit status.

        points: those of a pair, by its number, from 1. learn: is called with each pair's number and lead, the recorded
        ones first. describe: the results so far, for a line of progress. SystemExit if an engine fails.
        """
        signal.signal(signal.SIGTERM, signal.default_int_handler)  # otherwise the workers would outlive this process
        done = set()
        for entry in self.journal.entries:
            learn(entry["pair"], entry["lead"])
            done.add(entry["pair"])
        left = iter([number for number in range(1, self.count + 1) if number not in done])
        openings = read_openings(None, "standard", (), self.count, self.seed, RANDOM_PLIES)
        names = [each.name for each in self.tunables]
        began, before, played = time.perf_counter(), len(done), len(done)
        running: dict[Future[float], int] = {}
        context, told = get_context("spawn"), (self.command, self.limit)
        with ProcessPoolExecutor(self.places, mp_context=context, initializer=enter, initargs=told) as pool:
            try:
                while True:
                    for number in islice(left, self.places - len(running)):
                        one, other = (dict(zip(names, point, strict=True)) for point in points(number))
                        running[pool.submit(work, Pair(number, (one, other), openings[number - 1]))] = number
                    if not running:
                        break
                    for future in wait(running, return_when=FIRST_COMPLETED).done:
                        number = running.pop(future)
                        lead = future.result()
                        self.journal.add({"pair": number, "lead": lead})
                        learn(number, lead)
                        played += 1
                        if played % REPORTED == 0:
                            rate = (played - before) / (time.perf_counter() - began)
                            rest = duration((self.count - played) / rate)
                            print(f"{2 * played} of {2 * self.count} games, {rest} left: {describe()}", flush=True)
            except KeyboardInterrupt:
                print("Stopped; the same command goes on", flush=True)
                return EXIT_SIGNAL + signal.SIGINT
            except RuntimeError as error:
                raise SystemExit(f"{error}; the same command goes on") from None
        return 0
