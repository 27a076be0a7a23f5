"""Tune numbers of the tournament search by play: simultaneous perturbation stochastic approximation (SPSA).

J. Spall, "Multivariate Stochastic Approximation Using a Simultaneous Perturbation Gradient Approximation" (1992). In
each step, every number is moved up or down at random by its step size. The two opposite points play a pair of games
against each other, from one opening with both colours. All numbers then follow the better point. Step sizes and rates
fall as Spall recommends (`implementation`, 1998); at the end, a step has the size that `tunables.pxd` says.

A revision is built with its numbers as options (`tunables.py`). Every step is kept, so that the same command goes on
where it was stopped. At the end the values are printed; an SPRT must confirm them (`regression.py --nodes`).

    python scripts/strength/spsa.py REVERSE_FUTILITY_MARGIN FUTILITY_BASE FUTILITY_MARGIN --games 20000
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import signal
import time
from collections.abc import Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass
from itertools import islice
from multiprocessing import get_context
from pathlib import Path

from builds import ROOT, build, git
from oddsfish.matches.backends.pool import quiet
from oddsfish.matches.cli.match_options import read_rules
from oddsfish.matches.experiment import DRAW, RANDOM_PLIES, RESIGN
from oddsfish.matches.game.loop import play
from oddsfish.matches.openings.book import read_openings
from oddsfish.matches.players.uci import UciPlayer
from oddsfish.matches.score.figures import duration
from oddsfish.matches.score.standings import POINTS
from oddsfish.matches.settings import Engine, Fixture, Opening
from tunables import END_RATE, FOLDER, Tunable, make_tunable, parse_tunables, read_tunables

ALPHA, GAMMA = 0.602, 0.101  # by which rates and step sizes fall; Spall's
STABILITY = 0.1  # of all steps: by so many the rate lags behind at the beginning; Spall's
HASH = "8"  # MiB
RULES = read_rules({"-draw": DRAW[1:], "-resign": RESIGN[1:]})


REPORTED = 100  # steps from one line of progress to the next


class Schedule:
    """Where each step looks and how far the numbers follow it."""

    def __init__(self, tunables: Sequence[Tunable], steps: int, seed: int) -> None:
        self.tunables = tunables
        self.steps = steps
        self.seed = seed
        self.lag = STABILITY * steps

    def signs(self, step: int) -> list[int]:
        """Whether each number is moved up (1) or down (-1) for the first of both points."""
        chooser = random.Random(f"{self.seed} {step}")
        return [chooser.choice((-1, 1)) for _ in self.tunables]

    def size(self, tunable: Tunable, step: int) -> float:
        """By how much a number is moved."""
        return tunable.step * float((self.steps / step) ** GAMMA)

    def rate(self, tunable: Tunable, step: int) -> float:
        """How far a number follows a pair of games, for each point that the better side is ahead."""
        fallen = float(((self.steps + self.lag) / (step + self.lag)) ** ALPHA)
        return END_RATE * tunable.step**2 * fallen / self.size(tunable, step)

    def points(self, values: Sequence[float], step: int) -> tuple[list[int], list[int]]:
        """The two points that play each other, rounded at random, so that small moves count, too."""
        chooser = random.Random(f"{self.seed} {step} rounding")
        both: tuple[list[int], list[int]] = [], []
        for tunable, value, sign in zip(self.tunables, values, self.signs(step), strict=True):
            share = chooser.random()
            for point, side in zip(both, (1, -1), strict=True):
                moved = int(value + side * sign * self.size(tunable, step) + share)
                point.append(max(tunable.low, min(tunable.high, moved)))
        return both

    def follow(self, values: Sequence[float], step: int, lead: float) -> list[float]:
        """The values after a pair of games; lead: the first point's points less the second's."""
        moved = []
        for tunable, value, sign in zip(self.tunables, values, self.signs(step), strict=True):
            there = value + self.rate(tunable, step) * lead * sign
            moved.append(max(float(tunable.low), min(float(tunable.high), there)))
        return moved


@dataclass(frozen=True)
class Step:
    """Two points that play a pair of games: the numbers of both, by name, and where the games begin."""

    number: int
    points: tuple[dict[str, int], dict[str, int]]
    opening: Opening


class Board:
    """What a worker keeps: an event loop, and two engines that are told new numbers before each pair."""

    def __init__(self, command: Sequence[str], nodes: int) -> None:
        program, *arguments = command
        self.engine = Engine("Tuned", program, tuple(arguments), options=(("Hash", HASH),), nodes=nodes)
        self.loop = asyncio.new_event_loop()
        self.players: list[UciPlayer] = []

    def play(self, step: Step) -> float:
        return self.loop.run_until_complete(self.play_pair(step))

    async def play_pair(self, step: Step) -> float:
        """The first point's points less the second's; RuntimeError if an engine fails."""
        while len(self.players) < len(step.points):
            self.players.append(UciPlayer(self.engine))
            await self.players[-1].start()
        for player, point in zip(self.players, step.points, strict=True):
            player.set_options([(name, str(value)) for name, value in point.items()])
        lead = 0.0
        for leg, seats in enumerate(((0, 1), (1, 0)), 1):
            number = 2 * step.number + leg - 2
            engines = (self.engine, self.engine)
            game = Fixture(number, step.number, leg, seats, engines, step.opening, str(number), rules=RULES)
            record = await play(game, [self.players[seat] for seat in seats])
            if record.ending.fault or record.result not in POINTS:
                raise RuntimeError(f"game {number}: {record.reason}")
            half = POINTS[record.result] if leg == 1 else 2 - POINTS[record.result]
            lead += half - 1
        return lead


board: Board  # of this worker


def enter(command: Sequence[str], nodes: int) -> None:
    """What a worker does first."""
    global board  # noqa: PLW0603 -- a process has one
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    quiet()
    board = Board(command, nodes)


def work(step: Step) -> float:
    return board.play(step)


class Journal:
    """The steps that were played, in their order: a line of settings, then a number and a lead in each line."""

    def __init__(self, path: Path, settings: dict[str, object]) -> None:
        """SystemExit if the file is of another run."""
        self.steps: list[tuple[int, float]] = []
        head = json.dumps(settings)
        if path.exists():
            lines = path.read_text().splitlines(keepends=True)
            if not lines or lines[0].strip() != head:
                raise SystemExit(f"spsa: {path} is of a run with other settings; name another --folder")
            whole = [line for line in lines[1:] if line.endswith("\n")]
            self.steps = [(int(number), float(lead)) for number, lead in map(json.loads, whole)]
            path.write_text("".join([lines[0], *whole]))
        else:
            path.write_text(head + "\n")
        self.file = path.open("a")

    def add(self, number: int, lead: float) -> None:
        self.steps.append((number, lead))
        self.file.write(json.dumps([number, lead]) + "\n")
        self.file.flush()


def tune(schedule: Schedule, journal: Journal, command: Sequence[str], nodes: int, places: int) -> list[float]:
    """Play what is left; the values at the end, or where it was interrupted."""
    values = [float(each.value) for each in schedule.tunables]
    for number, lead in journal.steps:
        values = schedule.follow(values, number, lead)
    done = {number for number, _ in journal.steps}
    left = iter([number for number in range(1, schedule.steps + 1) if number not in done])
    openings = read_openings(None, "standard", (), schedule.steps, schedule.seed, RANDOM_PLIES)
    names = [each.name for each in schedule.tunables]
    began, before = time.perf_counter(), len(done)
    running: dict[Future[float], int] = {}
    context = get_context("spawn")
    with ProcessPoolExecutor(places, mp_context=context, initializer=enter, initargs=(command, nodes)) as pool:
        try:
            while True:
                for number in islice(left, places - len(running)):
                    one, other = (dict(zip(names, point, strict=True)) for point in schedule.points(values, number))
                    running[pool.submit(work, Step(number, (one, other), openings[number - 1]))] = number
                if not running:
                    break
                for future in wait(running, return_when=FIRST_COMPLETED).done:
                    number = running.pop(future)
                    lead = future.result()
                    values = schedule.follow(values, number, lead)
                    journal.add(number, lead)
                    if len(journal.steps) % REPORTED == 0:
                        rate = (len(journal.steps) - before) / (time.perf_counter() - began)
                        rest = duration((schedule.steps - len(journal.steps)) / rate)
                        shown = ", ".join(f"{name} {value:.1f}" for name, value in zip(names, values, strict=True))
                        print(
                            f"{2 * len(journal.steps)} of {2 * schedule.steps} games, {rest} left: {shown}", flush=True
                        )
        except KeyboardInterrupt:
            print("Stopped; the same command goes on", flush=True)
    return values


def main() -> int:
    known = {each.name: each for each in read_tunables()}
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("numbers", nargs="+", metavar="NAME", help=f"one or more of {', '.join(known)}")
    parser.add_argument("--revision", default="HEAD", help="that is tuned (default: %(default)s)")
    parser.add_argument("--games", type=int, default=20_000, help="in all (default: %(default)s)")
    parser.add_argument("--nodes", type=int, default=5000, help="for each move (default: %(default)s)")
    parser.add_argument("--concurrency", type=int, default=2, help="games at the same time (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of openings and directions (default: %(default)s)")
    parser.add_argument("--folder", type=Path, help="where steps are kept (default: in build/experiments/spsa/)")
    parser.add_argument(
        "--builds", type=Path, default=ROOT / "build" / "frozen", help="where builds are kept (default: build/frozen)"
    )
    arguments = parser.parse_args()
    if wrong := [name for name in arguments.numbers if name not in known]:
        parser.error(f"{wrong[0]} is none of {', '.join(known)}")
    if min(arguments.games // 2, arguments.nodes, arguments.concurrency) < 1:
        parser.error("--games is 2 or more; --nodes and --concurrency are 1 or more")
    made = build(arguments.revision, arguments.builds, native=True, change=make_tunable, label="tunable")
    text = git("show", f"{made.commit}:{(FOLDER / 'tunables.pxd').as_posix()}").decode()  # not what is edited here
    built = {each.name: each for each in parse_tunables(text)}
    tunables = [built[name] for name in arguments.numbers]
    settings: dict[str, object] = {"commit": made.commit, "numbers": arguments.numbers, "games": arguments.games}
    settings |= {"nodes": arguments.nodes, "seed": arguments.seed}
    folder = arguments.folder or ROOT / "build" / "experiments" / "spsa" / f"{made.name} {' '.join(arguments.numbers)}"
    folder.mkdir(parents=True, exist_ok=True)
    schedule = Schedule(tunables, arguments.games // 2, arguments.seed)
    journal = Journal(folder / "steps.jsonl", settings)
    values = tune(schedule, journal, made.command, arguments.nodes, arguments.concurrency)
    for tunable, value in zip(tunables, values, strict=True):
        print(f"{tunable.name} = {round(value)}  # was {tunable.value}; {value:.2f}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
