"""The steps of learning, with their progress on the terminal."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import count
from pathlib import Path
from random import Random
from signal import raise_signal
from typing import Any

from ...engine.game import Game
from ...engine.net import network
from ...engine.options import options_for
from ...engine.support.system import split_words
from ...learning.networks.gathering import gather, inputs_for
from ...learning.networks.training import Plan, State, Training
from ...learning.positions.generation import Done
from ...learning.positions.generation import generate as generate_positions
from ...learning.positions.generation_settings import GenerationSettings
from ...learning.selfplay import walk
from ...learning.workers import in_order
from ...matches.cli.match_command import EXIT_BROKEN, EXIT_USAGE
from ...matches.cli.timecontrol import read as read_control
from ...matches.experiment import (
    DRAW,
    GAMES,
    RANDOM_PLIES,
    RESIGN,
    engine_words,
    own_engine,
    play,
    read_standings,
    result_lines,
    sprt_words,
)
from ...matches.match import EXIT_SIGNAL
from ...matches.score.sprt import Sprt
from ...matches.score.statistics import estimate
from ..commands.progress import SELDOM, Progress
from ..errors import warn

SPRT = Sprt(0, 30)
CONTROL_MARGIN = "timemargin=200"  # milliseconds: the machine may do other work, too
HASH = 16  # megabytes, of a test
# Without a clock: the depth of the searches, and the random plies before them. In short games, deep searches would find
# the same moves after any opening.
DEPTH, OTHER_PLIES = 4, 4
SHORT, SHORT_DEPTH, SHORT_PLIES = 16, 1, 2  # mean plies of random games below which these apply
WALKS, LONGEST = 20, 100  # random games that measure this, and the most plies of each


def generate(settings: GenerationSettings, path: Path, positions: int, jobs: int, scheduler: str | None) -> Done:
    """Let the engine play against itself until the file has this many positions."""

    def on_cluster(work: Callable[[int], Any], first: int, jobs: int) -> Generator[Any, None, None]:
        from ...matches.backends.cluster import results_of

        return results_of(work, count(first), str(scheduler), jobs)

    def report(done: Done) -> None:
        progress.show(min(done.positions, positions), positions)

    try:
        with Progress("positions") as progress:
            return generate_positions(
                settings, path, positions, jobs, report, in_order if scheduler is None else on_cluster
            )
    except KeyboardInterrupt:
        warn(f"oddsfish: what was played to its end is kept in {path}; the same command goes on")
        raise


def shuffle(paths: Sequence[Path], game: Game, samples: Path, seed: int) -> int:
    """Write the positions of files in random order, each once. Return the number of samples."""
    with Progress("samples") as progress:
        return gather(paths, game, samples, seed, progress.show)


def train(samples: Path, game: Game, plan: Plan, checkpoint: Path, beginning: Path | None = None) -> State:
    """Train a network, or continue. Return the last state. beginning: a network whose weights are the first ones."""
    first = None if beginning is None else network.read(beginning)
    last = State(0, 0, 0.0, None)  # until a report has a validation loss, as the last one has
    reported = 0.0

    def report(state: State) -> None:
        nonlocal last, reported
        if state.tested is not None:
            last = state
        if state.tested is not None and (state.ended or time.monotonic() > reported + SELDOM):
            reported = time.monotonic()
            warn(f"step {state.step:,} of {state.steps:,}: loss {state.trained:.6f}, validation {state.tested:.6f}")
        progress.show(state.step, state.steps)

    with Progress("steps") as progress:
        Training(samples, game.name, inputs_for(game), plan, checkpoint, report, first).run()
    return last


@dataclass(frozen=True)
class Verdict:
    """The result of a test. elo, error: of the new network. passed: whether to keep it; if undecided, when elo >= 0."""

    elo: float
    error: float
    games: int
    passed: bool
    lines: tuple[str, ...]


def check_control(control: str) -> None:
    """ValueError if it is no time control, or one without a clock: in a test, the time must be limited."""
    if read_control(control).base is None:
        raise ValueError(f"a test is played with clocks: MOVES/TIME+INCREMENT in seconds, as in 1+0.01, not {control}")


@cache
def is_short(game: Game) -> bool:
    """Whether games are so short that a search of a few plies sees their ends."""
    random, options = Random(0), options_for(game)
    return sum(1 for _ in range(WALKS) for _ in walk(game.start(None, options), random, LONGEST)) < SHORT * WALKS


def depth_of(game: Game) -> int:
    """The depth of the searches of a test without a clock."""
    return SHORT_DEPTH if is_short(game) else DEPTH


def limit_of(game: Game, control: str) -> str:
    """The limit of the searches of a test, as a text for people."""
    return control if game.judge else f"depth {depth_of(game)}"


def test(
    game: Game, path: Path, other: Path | str, folder: Path, control: str, pairs: int, seed: int, jobs: int
) -> Verdict:
    """Play a match of a network against another one, or against an evaluation, until an SPRT decides.

    other: the file of a network, or the name of an evaluation. ValueError if nothing could be played, RuntimeError if
    the match was broken off. If a signal stops it, the signal is raised again here, and the next call continues it.
    """
    if game.judge:
        check_control(control)
        how = ["-each", f"tc={control}", CONTROL_MARGIN, "-random-plies", str(RANDOM_PLIES), *DRAW, *RESIGN]
    else:
        plies = SHORT_PLIES if is_short(game) else OTHER_PLIES
        how = ["-each", "tc=inf", f"depth={depth_of(game)}", "-variant", game.name, "-random-plies", str(plies)]
    command = split_words(own_engine())
    if not command:
        raise ValueError("no oddsfish is installed beside this Python or on PATH, to play the test")
    if game.ugi:
        command.append(game.name)  # the game must be known before the file of its network is set
    words = [
        *player_words("new", path, command, game.selfplay.search),
        *player_words("old", other, command, game.selfplay.search),
        *how,
        *("-games", "2", "-rounds", str(pairs), "-repeat", "-recover"),
        *("-concurrency", str(jobs), "-srand", str(seed)),
        *sprt_words(SPRT),
        *("-pgnout", f"file={folder / GAMES}", "-report", f"file={folder / 'report.html'}", "-resume"),
    ]
    status = play(words, folder)
    if status > EXIT_SIGNAL:
        warn(f"oddsfish: what was played to its end is kept in {folder}; the same command goes on")
        raise_signal(status - EXIT_SIGNAL)
        raise KeyboardInterrupt  # if the signal is ignored
    if status == EXIT_BROKEN:
        raise RuntimeError("the test was broken off (see above); the same command goes on")
    results = folder / f"{GAMES}.results.jsonl"
    if status == EXIT_USAGE or not results.exists():  # it has said why
        raise ValueError(f"the test was not played (see above); if another one lies in {folder}, name another --folder")
    counts = read_standings(results).between(0, 1)
    if not counts.games:
        raise ValueError("no game of the test was played to its end")
    found = estimate(counts)
    most = 400.0 * (1 if counts.points * 2 > counts.games else -1)  # if all or none were won: Elo is infinite
    elo, verdict = most if found.elo is None else found.elo, SPRT.verdict(counts)
    return Verdict(
        elo,
        found.elo_error or 0.0,
        counts.games,
        verdict == "H1" or (verdict is None and elo >= 0),
        tuple(result_lines(results, SPRT, limit_of(game, control))),
    )


def player_words(label: str, player: Path | str, command: Sequence[str], search: str) -> list[str]:
    """The words for a network, or an evaluation, as a player. In a file of results, its name tells it from others."""
    if isinstance(player, Path):
        name, evaluation = network.read(player).checksum[:8], ["Evaluation=Net", f"EvalFile={player.resolve()}"]
    else:
        name, evaluation = player, [f"Evaluation={player}"]
    return engine_words(f"{label}-{name}", command, [f"Search={search}", *evaluation, f"Hash={HASH}"])
