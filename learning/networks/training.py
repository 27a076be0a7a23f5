"""Training: a network learns what searches said of positions, and how their games ended.

The loss is the mean squared error of the expected score (0 to 1). Adam (Kingma and Ba, 2015) minimises it over batches
of positions in random order, with a learning rate that falls almost to 0. Some games are held out for validation. The
same samples and seed have the same network, on one machine and with one number of threads.
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
REPORT_EVERY = 2.0  # seconds after which it is told how it goes
MOST_TESTED = 2**17  # samples that are tested on, at most
LOOKED_AT = 2**12  # samples by which those of a file are known from others

LEAST_BATCH, MOST_BATCH = 256, 16384  # samples of a step,
BATCHES = 500  # so that an epoch has so many, or more
LEAST_STEPS = 4000  # of few samples there are more epochs than were asked for
LEAST_PATIENCE = 500  # steps without a lower validation loss, at least, after which training stops early
WARM = 200  # steps in which the rate rises
STEEPNESS = 160  # hundredths after which the odds of winning rise by e, in what the network says: about that of Tapered
ELO = 400 / log(10)  # the scale of the logistic curve in Elo's sense


@dataclass(frozen=True)
class Plan:
    """What is trained, and how.

    hidden: width of the layer for each view. epochs: passes over all samples, or more. rate, last_rate: of Adam. share:
    of a game's result in the wanted score, the rest being what the search said. scale: hundredths in an output of 1.
    patience: epochs without a lower validation loss after which training stops early; 0: it does not, and the last
    weights are its result.
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
    """How far it is: steps done, of how many; the recent training loss, and at the end of an epoch the validation loss.

    ended: whether that was all.
    """

    step: int
    steps: int
    trained: float
    tested: float | None
    ended: bool = False


@dataclass
class Best:
    """The weights at the end of the epoch with the lowest validation loss, or without patience of the last one."""

    loss: float
    step: int
    tensors: dict[str, Any]


@dataclass
class Training:
    """Of one network. samples: a file as samples.py has it, of positions of this game. checkpoint: where the state
    is kept, and gone on from. beginning: a network whose weights are the first ones; without it they are random.
    tested: the file of held-out samples, if it is not that of the samples.

    ValueError if a checkpoint is of other work or in use, samples make no sense, or the network does not suit.
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
    mean: float = field(init=False, default=0.0)  # of the loss, of late

    def run(self) -> TrainedNetwork:
        """Train to the end; whatever ends it before, the same call goes on from the last checkpoint.

        Of few samples, or of results alone, a network soon learns by heart what they say, and nothing else gets better:
        it stops when the validation loss has not improved for some epochs (early stopping: Prechelt, 1998).
        """
        with alone(self.checkpoint), Threads() as threads:  # no other run has the checkpoint meanwhile
            return self.train(threads)

    def train(self, threads: Threads) -> TrainedNetwork:
        """As `run`, whoever else has the checkpoint."""
        plan = self.plan
        quantise(self.first(), self.inputs, self.game, plan.scale, "")  # what could not be one in the end is told now
        trained = read(self.samples, self.inputs)
        tested = read(self.tested or tested_path(self.samples), self.inputs)[:MOST_TESTED]
        self.model = TrainedNetwork(self.inputs, plan.buckets, self.first())
        tensors = [*self.model.tensors.values()]
        optimiser = torch.optim.Adam(tensors, lr=plan.rate, betas=(0.9, 0.999))
        size = max(LEAST_BATCH, min(MOST_BATCH, len(trained) // BATCHES))
        per_epoch = -(-len(trained) // size)
        steps = max(per_epoch * plan.epochs, LEAST_STEPS)
        steepness = fit_steepness(trained[: 2**20])
        looked_at = trained[:: max(1, len(trained) // LOOKED_AT)]  # some that lie evenly among all
        about = {
            "format": FORMAT,
            "game": self.game,
            "plan": vars(plan),
            "samples": {"count": len(trained), "checksum": sha256(looked_at.tobytes()).hexdigest()},
            "inputs": json.loads(json.dumps(asdict(self.inputs))),  # with lists, as a checkpoint has them
            "beginning": self.beginning.checksum if self.beginning else "",
        }
        kept = Checkpoint(self.checkpoint, about)
        step = self.resume(kept, optimiser, steps)
        written = reported = time.monotonic()
        if self.is_over(step, steps, per_epoch):
            self.report(State(step, steps, self.mean, self.test(tested, steepness, threads), ended=True))
        between = True  # two steps; in the middle of one, an interrupt leaves a state that no training has
        try:
            while not self.is_over(step, steps, per_epoch):
                between = False
                epoch, place = divmod(step, per_epoch)
                # Samples were shuffled once; each epoch has their batches in another order.
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
        """Whether it ends after so many steps."""
        patience = max(self.plan.patience * per_epoch, LEAST_PATIENCE)
        waited = step - self.best.step if self.best and self.plan.patience else 0
        return step >= steps or waited >= patience

    def first(self) -> dict[str, NDArray[Any]]:
        """The weights to begin with."""
        shape = self.inputs, self.plan.hidden, self.plan.buckets, self.plan.seed
        return first_weights(*shape) if self.beginning is None else taken_up(self.beginning, *shape)

    def learn(self, batch: NDArray[Any], steepness: float, threads: Threads) -> float:
        """The loss of a batch: the mean of its samples. The tensors keep its gradient."""
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
        """The loss of samples: their mean."""
        rows = self.model.rows().detach()

        def look(part: NDArray[Any]) -> float:
            with torch.no_grad():
                return float(self.loss(part, steepness, rows))

        return sum(threads.map(look, np.asarray(samples))) / len(samples)

    def loss(self, samples: NDArray[Any], steepness: float, rows: Any = None) -> Any:
        """Sum of the squares of what is missed of the expected score of the side to move. rows: as the model has it."""
        check(samples, self.inputs)
        found = torch.sigmoid(self.model(samples, rows) * (self.plan.scale / STEEPNESS))
        return (found - torch.from_numpy(wanted(samples, steepness, self.plan.share))).square().sum()

    def keep(self, kept: Checkpoint, optimiser: Any, step: int) -> None:
        best = None if self.best is None else vars(self.best)
        kept.keep(self.model.tensors, optimiser, step=step, loss=self.mean, best=best)

    def resume(self, kept: Checkpoint, optimiser: Any, steps: int) -> int:
        """Take up the state that was kept; the steps that are done."""
        with kept.resume(self.model.tensors, optimiser, steps) as state:
            if state is None:
                return 0
            self.best = None if state["best"] is None else Best(**state["best"])
            self.mean = float(state["loss"])
            return int(state["step"])


def rate_at(step: int, steps: int, plan: Plan) -> float:
    """It rises at first, and then falls as a cosine does."""
    warm = min(1.0, (step + 1) / WARM)
    return warm * (plan.last_rate + (plan.rate - plan.last_rate) * (1 + cos(pi * step / steps)) / 2)


def wanted(batch: NDArray[Any], steepness: float, share: float) -> NDArray[Any]:
    """The expected score of the side to move."""
    sign = 1 - 2 * batch["turn"].astype("f4")
    said = logistic(sign * batch["score"] / steepness)
    ended = 0.5 + sign * (batch["result"].astype("f4") / 2 - 0.5)
    found: NDArray[Any] = ((1 - share) * said + share * ended).astype("f4")
    return found


def fit_steepness(samples: NDArray[Any]) -> float:
    """The hundredths after which the odds have risen by e: those that make the results of the games the likeliest."""
    scores = samples["score"].astype("f8")
    results = samples["result"].astype("f8") / 2

    def loss(value: float) -> float:
        return cross_entropy(logistic(scores / np.exp(value)), results)

    return float(np.exp(lowest(loss, log(ELO / 8), log(ELO * 8), 40)))
