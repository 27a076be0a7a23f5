"""A model of people, fitted to a table of their games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from ...engine.games.chess.human import weights
from ..journal import alone
from ..libraries import check_torch
from .quantising import quantise
from .samples import FILES, JOURNAL, Samples, gather
from .table import PeopleGame, read
from .training import PeopleModel, Plan, State, Training

STATE = "state"  # the file of the training in the folder
FEWEST = 1000  # choices from which something can be learned


@dataclass(frozen=True)
class Fitting:
    """Which games of a table a model is fitted to, and how.

    sources: the values of its column Source that count; empty for all. pace: the least seconds for 40 moves with which
    a game counts; games of unknown pace count, too. keep: whether the files of samples and of the training are kept.
    """

    table: Path
    model: Path
    plan: Plan
    sources: tuple[str, ...] = ()
    pace: int = 180
    jobs: int = 1
    keep: bool = False

    def games(self) -> list[PeopleGame]:
        """The games that count; ValueError if there are none."""
        found = [game for game in read(self.table) if self.counts(game)]
        if not found:
            raise ValueError(f"{self.table} has no game of these sources that is slow enough")
        return found

    def counts(self, game: PeopleGame) -> bool:
        slow = game.pace is None or game.pace >= self.pace
        return slow and (not self.sources or game.source in self.sources)

    @property
    def folder(self) -> Path:
        """The folder of the samples, and of the state of the training."""
        return self.model.with_name(f"{self.model.name}.training")

    def run(
        self,
        seen: Callable[[int, int], None] = lambda done, all_: None,
        trained: Callable[[State], None] = lambda state: None,
    ) -> Samples:
        """Fit and write the model. It does not repeat what an earlier call has done.

        ValueError for a malformed table, or a folder of other work; ImportError without PyTorch; OSError.
        """
        check_torch()
        played = self.games()
        self.folder.mkdir(exist_ok=True)
        others = [path for path in self.folder.iterdir() if path.suffix != ".lock"]  # left by a run that was killed
        if others and not (self.folder / JOURNAL).exists():
            raise ValueError(f"{self.folder} holds other files; name another model")
        with alone(self.folder / STATE):
            samples = gather(self.folder, played, self.head(played), self.jobs, seen)
            if len(samples) < FEWEST:
                raise ValueError(f"{self.table} has {len(samples)} choices; {FEWEST} at least can be learned from")
            model = Training(samples, self.plan, self.folder / STATE, trained).run()
            self.write(model, len(played), len(samples))
        if not self.keep:
            self.clear()
        return samples

    def clear(self) -> None:
        """Remove our files from the folder, and the folder if nothing else is in it."""
        for path in [*(self.folder / name for name in (*FILES, JOURNAL, STATE)), *self.folder.glob(".*.lock")]:
            path.unlink(missing_ok=True)
        if not any(self.folder.iterdir()):
            self.folder.rmdir()

    def head(self, played: Sequence[PeopleGame]) -> dict[str, object]:
        """The description of the samples, for the journal of their folder."""
        digest = sha256()
        for game in played:
            digest.update(f"{game.elos} {' '.join(game.moves)}\n".encode())
        return {"games": len(played), "checksum": digest.hexdigest()}

    def write(self, model: PeopleModel, games: int, choices: int) -> None:
        arrays = {name: tensor.detach().numpy() for name, tensor in model.tensors.items()}
        sources = ", ".join(self.sources) or "all sources"
        about = f"fitted to {choices:,} moves in {games:,} games of {self.table.name} ({sources})"
        weights.write(quantise(arrays, self.plan.hidden, self.plan.tower, about), self.model)
