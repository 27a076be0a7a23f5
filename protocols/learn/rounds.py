"""Rounds of learning in a folder. Each round plays games, trains a network, tests it, and keeps or drops it.

journal.jsonl        the steps that are done, each on a line
round-N.positions    the games of a round
samples.npy          the positions of the last rounds, shuffled
round-N.checkpoint   the training of a round
round-N.net          the network of this training
round-N.test/        its match against the best so far
report.html          the report for people
"""

from __future__ import annotations

import platform
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from ...engine import games
from ...engine.about import VERSION
from ...engine.game import Game
from ...engine.net import network
from ...engine.net.network import Network
from ...engine.options import evaluations
from ...engine.support.text import LARGEST, nearest
from ...learning.journal import Journal
from ...learning.networks.checkpoint import network_of
from ...learning.networks.gathering import inputs_for
from ...learning.networks.training import Plan
from ...learning.networks.weights import untrained
from ...learning.positions.generation_settings import GenerationSettings
from ..errors import warn
from . import steps
from .report import difference, write_report

FORMAT = "oddsfish learn 1"
NOTHING = "nothing"
CALLED = {"beginning": "--from", "control": "--tc", "plan": "of training,"}
# The fields of a line of the journal: for every step, and for each kind of step.
OF_ANY: dict[str, Any] = {"round": int, "seconds": float | int, "machine": str, "version": str}
OF_STEP: dict[str, dict[str, Any]] = {
    "games": {"positions": int, "games": int, "by": str | None},
    "training": {"loss": float | int, "tested": float | int},
    "test": {"elo": float | int, "error": float | int, "games": int, "kept": bool, "against": str, "lines": list},
}


@dataclass(frozen=True)
class RoundSettings:
    """The settings of a folder. beginning: the first games' evaluation, NOTHING for random weights, "" for the default.

    positions: per round. window: number of recent rounds to train on. nodes: per move. control, pairs: of a test.
    """

    game: str
    beginning: str
    positions: int
    window: int
    nodes: int
    seed: int
    plan: Plan
    control: str
    pairs: int

    def __post_init__(self) -> None:
        """ValueError if games, training or tests are impossible by these settings: before hours of work."""
        game = games.find(self.game)
        if game.judge:
            steps.check_control(self.control)
        known = (NOTHING, *evaluations(game))
        if self.beginning and self.beginning not in map(str.lower, known):
            raise ValueError(
                f"--from takes {', '.join(known)}, not {self.beginning!a}{nearest(self.beginning, known)}; "
                "oddsfish learn train --from goes on with a network"
            )
        self.first_network()

    def first_network(self) -> Network:
        """A network with random weights. ValueError if no network can have this shape, or if the game has none."""
        inputs, plan = inputs_for(games.find(self.game)), self.plan
        return untrained(self.game, inputs, plan.hidden, plan.buckets, plan.scale, plan.seed)


class Rounds:
    """The rounds of one folder. ValueError if it holds other work or is in use; OSError if it cannot be written."""

    def __init__(self, settings: RoundSettings, folder: Path, jobs: int, scheduler: str | None) -> None:
        self.settings = settings
        self.folder = folder
        self.jobs = jobs
        self.scheduler = scheduler
        self.game: Game = games.find(settings.game)
        if folder.exists() and not folder.is_dir():
            raise ValueError(f"{folder} is a file, and no folder to learn in")
        folder.mkdir(parents=True, exist_ok=True)
        self.journal = Journal(folder / "journal.jsonl", {"format": FORMAT, **asdict(settings)}, "folder", CALLED)
        self.done: list[dict[str, Any]] = list(self.journal.entries)
        for line, entry in enumerate(self.done, 2):
            if not is_whole(entry):
                self.close()
                raise ValueError(f"{self.journal.path}:{line} is no step of learning")

    def close(self) -> None:
        self.journal.close()

    def run(self, count: int) -> None:
        for number in range(1, count + 1):
            self.play_round(number)
        best = self.best()
        warn(f"oddsfish: the best is {best or 'still what it began with'}; {self.folder / 'report.html'} tells more")
        if best is not None:
            search = self.game.selfplay.search
            warn("It plays after")
            for name, value in (("EvalFile", self.folder / best), ("Evaluation", "Net"), ("Search", search)):
                warn(f"    setoption name {name} value {value}")

    def play_round(self, number: int) -> None:
        settings = self.settings
        best = self.best()
        positions, checkpoint, made = (self.path(number, kind) for kind in ("positions", "checkpoint", "net"))
        if self.entry(number, "games") is None:
            options = self.evaluation_options(best)
            self.tell(number, f"games by {options.get('EvalFile') or options['Evaluation']}")
            began = time.monotonic()
            generation = GenerationSettings(settings.seed + number, settings.nodes, options, settings.game)
            done = steps.generate(generation, positions, settings.positions, self.jobs, self.scheduler)
            self.note(number, "games", began, positions=done.positions, games=done.games, by=best)
        if self.entry(number, "training") is None:
            began = time.monotonic()
            samples = self.folder / "samples.npy"
            rounds = range(max(1, number - settings.window + 1), number + 1)
            files = [path for each in rounds if (path := self.path(each, "positions")).exists()]
            if not checkpoint.exists() or not samples.exists():
                checkpoint.unlink(missing_ok=True)
                self.tell(number, "shuffling")
                steps.shuffle(files, self.game, samples, settings.seed)
            self.tell(number, "training")
            last = steps.train(samples, self.game, self.plan(number), checkpoint)
            about = f"{settings.game}, round {number}, {settings.positions:,} positions of {len(files)} rounds each"
            network.write(network_of(checkpoint, about), made)
            self.note(number, "training", began, loss=last.trained, tested=last.tested)
        if self.entry(number, "test") is None:
            began = time.monotonic()
            against = best or self.evaluation_options(None)["Evaluation"]
            self.tell(number, f"test against {against}")
            other = self.folder / best if best else against
            found = steps.test(
                self.game,
                made,
                other,
                self.folder / f"round-{number}.test",
                settings.control,
                settings.pairs,
                settings.seed + number,
                self.jobs,
            )
            self.note(
                number,
                "test",
                began,
                elo=found.elo,
                error=found.error,
                games=found.games,
                kept=found.passed,
                against=against,
                lines=list(found.lines),
            )
            elo, kept = difference(found.elo, found.error), "kept" if found.passed else "dropped"
            self.tell(number, f"Elo against {against}: {elo}: {kept}")
        write_report(self.folder / "report.html", asdict(settings), self.done)

    def plan(self, number: int) -> Plan:
        """The plan of a round. After random weights, early rounds learn more from results: their scores tell little."""
        plan = self.settings.plan
        if self.settings.beginning != NOTHING:
            return plan
        return replace(plan, share=max(plan.share, 1 / number))

    def best(self) -> str | None:
        """The file of the last network that was kept. Before that: the random one after NOTHING, else None."""
        kept = [entry["round"] for entry in self.done if entry["step"] == "test" and entry["kept"]]
        if kept:
            return self.path(kept[-1], "net").name
        if self.settings.beginning != NOTHING:
            return None
        path = self.path(0, "net")
        if not path.exists():
            network.write(self.settings.first_network(), path)
        return path.name

    def evaluation_options(self, best: str | None) -> dict[str, str]:
        if best is not None:
            return {"Evaluation": "Net", "EvalFile": str(self.folder / best)}
        return {"Evaluation": self.settings.beginning or self.game.selfplay.evaluation}

    def path(self, number: int, kind: str) -> Path:
        return self.folder / f"round-{number}.{kind}"

    def entry(self, number: int, step: str) -> dict[str, Any] | None:
        return next((entry for entry in self.done if (entry["round"], entry["step"]) == (number, step)), None)

    def note(self, number: int, step: str, began: float, **found: Any) -> None:
        seconds = round(time.monotonic() - began, 1)
        machine = f"{platform.machine()}, {platform.system()}, Python {platform.python_version()}"
        entry = {"round": number, "step": step, "seconds": seconds, "machine": machine, "version": VERSION, **found}
        self.journal.add(entry)
        self.done.append(entry)

    def tell(self, number: int, what: str) -> None:
        tested = [entry for entry in self.done if entry["step"] == "test" and entry["kept"]]
        elo = sum(entry["elo"] for entry in tested)
        so_far = f", {elo:+.0f} Elo so far" if tested else ""
        warn(f"round {number}{so_far}: {what}")


def is_whole(entry: Mapping[str, Any]) -> bool:
    """Whether an entry has the fields that `note` writes."""
    step = entry.get("step")
    if not isinstance(step, str) or step not in OF_STEP:
        return False
    kinds = {**OF_ANY, **OF_STEP[step]}
    return {*entry} == {"step", *kinds} and all(
        isinstance(entry[name], kind) and not (isinstance(entry[name], int | float) and abs(entry[name]) > LARGEST)
        for name, kind in kinds.items()
    )
