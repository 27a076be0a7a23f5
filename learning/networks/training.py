"""Training: a network learns the scores of searches, and the results of games.

The loss is the mean squared error of the expected score (0 to 1). Adam (Kingma and Ba, 2015) minimises it over batches
of positions in random order, with a learning rate that falls almost to 0. Some games are held out for validation. The
same samples and seed give the same network, on the same machine with the same number of threads.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from math import cos, log, pi
from pathlib import Path
from typing import Any

from ...engine.net.inputs import Inputs
from ...engine.net.network import Network
from ..checkpoint import Checkpoint
from ..journal import alone
from ..libraries import NDArray, np, torch
from ..logistic import cross_entropy, logistic, lowest
from .checkpoint import FORMAT
from .gathering import tested_path
from .model import BEHIND, TrainedNetwork
from .samples import check, read
from .threads import Threads
from .weights import first_weights, quantise, taken_up

KEEP = 60.0  # seconds after which the state is written
REPORT_EVERY = 2.0  # seconds between reports
MOST_TESTED = 2**17  # the largest number of samples for validation
LOOKED_AT = 2**12  # about so many samples of a file are compared to recognise it

LEAST_BATCH, MOST_BATCH = 256, 16384  # samples of a step
BATCHES = 500  # in an epoch, or more; fewer only if the steps would be smaller than LEAST_BATCH
LEAST_STEPS = 4000  # with few samples, there are more epochs than requested
LEAST_PATIENCE = 500  # steps without a lower validation loss, at least, after which training stops early
WARM = 200  # steps in which the learning rate rises
STEEPNESS = 160  # hundredths of the network's value that multiply the odds of winning by e: about as in Tapered
ELO = 400 / log(10)  # the scale of the logistic curve of Elo ratings


@dataclass(frozen=True)
class Plan:
    """What is trained, and how.

    hidden: width of the hidden layer of each view. epochs: passes over all samples, or more. rate, last_rate: the
    largest and the last learning rate. share: of the game's result in the target; the rest is the score of the search.
    scale: hundredths in an output of 1. patience: epochs without a lower validation loss after which training stops
    early; with 0 it does not, and the last weights are its result.
    """

    hidden: int = 128
    buckets: int = 8
    epochs: int = 8
    rate: float = 0.002
    last_rate: float = 0.00002
    share: float = 0.0
    scale: int = 400
    patience: int = 3
    seed: int = 0


@dataclass(frozen=True)
class State:
    """The progress: steps done, steps in all; the recent training loss, and after each epoch the validation loss.

    ended: whether training has ended.
    """

    step: int
    steps: int
    trained: float
    tested: float | None
    ended: bool = False


@dataclass
class Best:
    """The weights at the end of the epoch with the lowest validation loss, or of the last epoch if patience is 0."""

    loss: float
    step: int
    tensors: dict[str, Any]


@dataclass
class Training:
    """The training of one network. samples: a file as in samples.py, with positions of this game. checkpoint: the file
    that keeps the state, to continue from. beginning: a network whose weights are the first ones; without it they are
    random. tested: the file of held-out samples, if it is not at `tested_path`.

    ValueError if the checkpoint is of other work or in use, samples are damaged, or `beginning` does not suit.
    """

    samples: Path
    game: str
    inputs: Inputs
    plan: Plan
    checkpoint: Path
    report: Callable[[State], None] = lambda state: None
    beginning: Network | None = None
    tested: Path | None = None
    model: TrainedNetwork = field(init=False)
    best: Best | None = field(init=False, default=None)
    mean: float = field(init=False, default=0.0)  # the moving mean of the training loss

    def run(self) -> TrainedNetwork:
        """Train to the end. If it is interrupted, the same call continues from the last checkpoint.

        With few samples, or with results as the only target, a network soon overfits. Training stops when the
        validation loss has not improved for some epochs (early stopping: Prechelt, 1998).
        """
        with alone(self.checkpoint), Threads() as threads:  # no other run may use the checkpoint meanwhile
            return self.train(threads)

    def train(self, threads: Threads) -> TrainedNetwork:
        """The same as `run`, but without a lock on the checkpoint."""
        plan = self.plan
        quantise(self.first(), self.inputs, self.game, plan.scale, "")  # wrong sizes raise ValueError now
        trained = read(self.samples, self.inputs)
        tested = read(self.tested or tested_path(self.samples), self.inputs)[:MOST_TESTED]
        self.model = TrainedNetwork(self.inputs, plan.buckets, self.first())
        tensors = [*self.model.tensors.values()]
        optimiser = torch.optim.Adam(tensors, lr=plan.rate, betas=(0.9, 0.999))
        size = max(LEAST_BATCH, min(MOST_BATCH, len(trained) // BATCHES))
        per_epoch = -(-len(trained) // size)
        steps = max(per_epoch * plan.epochs, LEAST_STEPS)
        steepness = fit_steepness(trained[: 2**20])
        looked_at = trained[:: max(1, len(trained) // LOOKED_AT)]  # evenly spaced
        about = {
            "format": FORMAT,
            "game": self.game,
            "plan": vars(plan),
            "samples": {"count": len(trained), "checksum": sha256(looked_at.tobytes()).hexdigest()},
            "inputs": json.loads(json.dumps(asdict(self.inputs))),  # with lists, as in a checkpoint
            "beginning": self.beginning.checksum if self.beginning else "",
        }
        kept = Checkpoint(self.checkpoint, about)
        step = self.resume(kept, optimiser, steps)
        written = reported = time.monotonic()
        if self.is_over(step, steps, per_epoch):
            self.report(State(step, steps, self.mean, self.test(tested, steepness, threads), ended=True))
        between = True  # two steps: within a step, an interrupt leaves an inconsistent state
        try:
            while not self.is_over(step, steps, per_epoch):
                between = False
                epoch, place = divmod(step, per_epoch)
                # The samples were shuffled once. Each epoch takes their batches in another order.
                number = int(np.random.default_rng([plan.seed % 2**64, epoch]).permutation(per_epoch)[place])
                rate = rate_at(step, steps, plan)
                for group in optimiser.param_groups:
                    group["lr"] = rate
                batch = trained[number * size : (number + 1) * size]
                optimiser.zero_grad()
                loss = self.learn(np.asarray(batch), steepness, threads)
                optimiser.step()
                self.model.clip()
                step += 1
                self.mean += (loss - self.mean) * max(0.01, 1 / step)
                now = time.monotonic()
                whole = step % per_epoch == 0 or step == steps
                last = self.test(tested, steepness, threads) if whole else None
                if last is not None and (self.best is None or not plan.patience or last < self.best.loss):
                    self.best = Best(last, step, {name: each.clone() for name, each in self.model.tensors.items()})
                between = True
                if now > reported + REPORT_EVERY or whole:
                    self.report(State(step, steps, self.mean, last, self.is_over(step, steps, per_epoch)))
                    reported = now
                if now > written + KEEP:
                    self.keep(kept, optimiser, step)
                    written = now
        finally:
            if between:
                self.keep(kept, optimiser, step)
        return self.model

    def is_over(self, step: int, steps: int, per_epoch: int) -> bool:
        """Whether training ends after `step` steps."""
        patience = max(self.plan.patience * per_epoch, LEAST_PATIENCE)
        waited = step - self.best.step if self.best and self.plan.patience else 0
        return step >= steps or waited >= patience

    def first(self) -> dict[str, NDArray[Any]]:
        """The weights to begin with."""
        shape = self.inputs, self.plan.hidden, self.plan.buckets, self.plan.seed
        return first_weights(*shape) if self.beginning is None else taken_up(self.beginning, *shape)

    def learn(self, batch: NDArray[Any], steepness: float, threads: Threads) -> float:
        """The loss of a batch: the mean over its samples. The gradient is stored in the tensors."""
        rows = self.model.rows()
        behind = [self.model.tensors[name] for name in BEHIND]

        def differentiate(part: NDArray[Any]) -> list[Any]:
            own = rows.detach().requires_grad_()
            loss = self.loss(part, steepness, own) / len(batch)
            return [loss.detach(), *torch.autograd.grad(loss, [own, *behind])]

        sums, *others = threads.map(differentiate, batch)
        for found in others:
            for total, each in zip(sums, found, strict=True):
                total.add_(each)
        loss, slope, *slopes = sums
        rows.backward(slope)
        for tensor, each in zip(behind, slopes, strict=True):
            tensor.grad = each
        return float(loss)

    def test(self, samples: NDArray[Any], steepness: float, threads: Threads) -> float:
        """The mean loss of samples."""
        rows = self.model.rows().detach()

        def look(part: NDArray[Any]) -> float:
            with torch.no_grad():
                return float(self.loss(part, steepness, rows))

        return sum(threads.map(look, np.asarray(samples))) / len(samples)

    def loss(self, samples: NDArray[Any], steepness: float, rows: Any = None) -> Any:
        """The sum of the squared errors of the expected score of the side to move. rows: as for TrainedNetwork."""
        check(samples, self.inputs)
        found = torch.sigmoid(self.model(samples, rows) * (self.plan.scale / STEEPNESS))
        return (found - torch.from_numpy(wanted(samples, steepness, self.plan.share))).square().sum()

    def keep(self, kept: Checkpoint, optimiser: Any, step: int) -> None:
        best = None if self.best is None else vars(self.best)
        kept.keep(self.model.tensors, optimiser, step=step, loss=self.mean, best=best)

    def resume(self, kept: Checkpoint, optimiser: Any, steps: int) -> int:
        """Restore the kept state; return the number of steps done."""
        with kept.resume(self.model.tensors, optimiser, steps) as state:
            if state is None:
                return 0
            self.best = None if state["best"] is None else Best(**state["best"])
            self.mean = float(state["loss"])
            return int(state["step"])


def rate_at(step: int, steps: int, plan: Plan) -> float:
    """The learning rate of a step. It rises at first, and then falls along a cosine."""
    warm = min(1.0, (step + 1) / WARM)
    return warm * (plan.last_rate + (plan.rate - plan.last_rate) * (1 + cos(pi * step / steps)) / 2)


def wanted(batch: NDArray[Any], steepness: float, share: float) -> NDArray[Any]:
    """The targets: the expected scores of the sides to move."""
    sign = 1 - 2 * batch["turn"].astype("f4")
    said = logistic(sign * batch["score"] / steepness)
    ended = 0.5 + sign * (batch["result"].astype("f4") / 2 - 0.5)
    found: NDArray[Any] = ((1 - share) * said + share * ended).astype("f4")
    return found


def fit_steepness(samples: NDArray[Any]) -> float:
    """The hundredths that multiply the odds of winning by e, fitted to the results of the games by likelihood."""
    scores = samples["score"].astype("f8")
    results = samples["result"].astype("f8") / 2

    def loss(value: float) -> float:
        return cross_entropy(logistic(scores / np.exp(value)), results)

    return float(np.exp(lowest(loss, log(ELO / 8), log(ELO * 8), 40)))
