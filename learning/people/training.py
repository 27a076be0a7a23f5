"""Training of a model of people with PyTorch. It maximises the likelihood of the moves that they chose.

The model is that of engine/games/chess/human/weights.py in floating point. Steps are those of Adam with decoupled
weight decay (Loshchilov and Hutter, 2019) over batches in random order. In some positions the inputs that need a search
are left out, so that the model can do without them. The same samples and seed give the same weights, on the same
machine.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from math import cos, pi
from pathlib import Path
from typing import Any

from ...engine.games.chess.human.sizes import (
    CEILING,
    MIDDLE,
    OF_MOVE,
    OF_POSITION,
    SEARCHED_OF_MOVE,
    SEARCHED_OF_POSITION,
    SPREAD,
)
from ...engine.opponents.options import ELO
from ..checkpoint import Checkpoint
from ..libraries import NDArray, np, torch
from .samples import Samples

FORMAT = "oddsfish people training 1"
KEEP = 60.0  # seconds after which the state is written
REPORT_EVERY = 2.0  # seconds
WARM = 0.05  # the share of the steps in which the learning rate rises
KINDS = 6 * 64  # rows of TO, and as many of FROM; every move has one of each


@dataclass(frozen=True)
class Plan:
    """What is trained, and how.

    hidden, tower: the lengths of the two vectors of a position. blind: the share of the positions in which the inputs
    that need a search are left out. rate: the largest learning rate. decay: of the weights. batch: choices in a step.
    """

    hidden: int = 96
    tower: int = 32
    epochs: int = 4
    rate: float = 0.003
    decay: float = 0.2
    blind: float = 0.2
    batch: int = 512
    seed: int = 0


@dataclass(frozen=True)
class State:
    """The progress: steps done, steps in all, and the recent loss: the cross-entropy of a choice in nats."""

    step: int
    steps: int
    loss: float


class PeopleModel:
    """The weights as tensors. Rows of inputs have two parts side by side: one for r = 0, and the factors of r."""

    def __init__(self, plan: Plan) -> None:
        generator = torch.Generator().manual_seed(plan.seed % 2**63)
        self.hidden, self.tower = plan.hidden, plan.tower
        self.width = plan.hidden + 1 + plan.tower

        def tables(rows: int, width: int) -> Any:
            found = torch.randn(rows, 2 * width, generator=generator) * 0.05
            found[:, width:] *= 0.2
            return found.requires_grad_()

        self.tensors: dict[str, Any] = {
            "position": tables(OF_POSITION, plan.hidden + plan.tower),
            "moves": tables(OF_MOVE, self.width),
            "biases": torch.zeros(plan.hidden, requires_grad=True),
            "out": (torch.randn(plan.hidden, generator=generator) * 0.1).requires_grad_(),
            "mid": (torch.randn(plan.tower, plan.tower, generator=generator) * plan.tower**-0.5).requires_grad_(),
            "mid_biases": torch.zeros(plan.tower, requires_grad=True),
        }

    def scores(self, batch: Batch) -> Any:
        """The score of each move of a batch, from which `logs` computes probabilities."""
        own, width, hidden = self.tensors, self.width, self.hidden
        found = batch.seen @ own["moves"][2 * KINDS :] + own["moves"][batch.to] + own["moves"][batch.start]
        found = found[:, :width] + batch.rating[batch.of][:, None] * found[:, width:]
        behind = hidden + self.tower
        position = batch.position @ own["position"]
        position = position[:, :behind] + batch.rating[:, None] * position[:, behind:]
        active = torch.clamp(found[:, :hidden] + position[batch.of, :hidden] + own["biases"], 0, CEILING)
        towards = torch.clamp(position[:, hidden:], 0, CEILING) @ own["mid"] + own["mid_biases"]
        return active @ own["out"] + found[:, hidden] + (found[:, hidden + 1 :] * towards[batch.of]).sum(1)

    def logs(self, batch: Batch) -> Any:
        """The logarithm of the probability of each move of a batch."""
        scores = self.scores(batch)
        most = torch.full((batch.count,), -torch.inf).scatter_reduce(0, batch.of, scores.detach(), "amax")
        scores = scores - most[batch.of]
        total = torch.zeros(batch.count).scatter_add(0, batch.of, torch.exp(scores))
        return scores - torch.log(total)[batch.of]


class Batch:
    """Some choices, as tensors. blind: for each of them, whether the inputs that need a search are left out."""

    def __init__(self, samples: Samples, places: NDArray[Any], blind: NDArray[Any]) -> None:
        choices = samples.choices[places].astype("i8")
        counts = choices[:, 2]
        ends = np.cumsum(counts)
        rows = np.repeat(samples.starts[places] - (ends - counts), counts) + np.arange(ends[-1])
        of = np.repeat(np.arange(len(places)), counts)
        moves = samples.moves[rows].astype("i8")
        moves[blind[of][:, None] & (moves >= SEARCHED_OF_MOVE)] = OF_MOVE
        positions = samples.positions[places].astype("i8")
        positions[blind[:, None] & (positions >= SEARCHED_OF_POSITION)] = OF_POSITION
        self.count = len(places)
        self.of = torch.from_numpy(of)
        self.to, self.start = torch.from_numpy(moves[:, 0]), torch.from_numpy(moves[:, 1])
        self.seen = switched_on(moves[:, 2:] - 2 * KINDS, OF_MOVE - 2 * KINDS)
        self.position = switched_on(positions, OF_POSITION)
        ratings = (np.clip(choices[:, 0], ELO.low, ELO.high) - MIDDLE) / SPREAD
        self.rating = torch.from_numpy(ratings.astype("f4"))
        self.chosen = torch.from_numpy(ends - counts + choices[:, 1])


def switched_on(found: NDArray[Any], width: int) -> Any:
    """A row of zeros and ones for each row of inputs. What fills up a row lies beyond the width and is ignored."""
    places = torch.from_numpy(np.minimum(found, width))
    rows = torch.zeros(len(found), width + 1).scatter_(1, places, 1.0)
    return rows[:, :width]


@dataclass
class Training:
    """The training of one model. checkpoint: the file of its state; ValueError if that is of other work."""

    samples: Samples
    plan: Plan
    checkpoint: Path
    report: Callable[[State], None] = lambda state: None

    def run(self) -> PeopleModel:
        """Train to the end. If it is interrupted, the same call continues from the last checkpoint."""
        torch.set_num_threads(1)  # several add up in varying order
        plan, count = self.plan, len(self.samples)
        model = PeopleModel(plan)
        tensors = [*model.tensors.values()]
        optimiser = torch.optim.AdamW(tensors, lr=plan.rate, weight_decay=plan.decay)
        about = {"format": FORMAT, "plan": asdict(plan), "choices": count}
        per_epoch = -(-count // plan.batch)
        steps = per_epoch * plan.epochs
        checkpoint = Checkpoint(self.checkpoint, about)
        with checkpoint.resume(model.tensors, optimiser, steps) as state:
            step, mean = (0, 0.0) if state is None else (int(state["step"]), float(state["loss"]))
        order: tuple[int, Any] = (-1, None)
        kept = reported = time.monotonic()
        between = True  # two steps: within a step, an interrupt leaves an inconsistent state
        try:
            while step < steps:
                between = False
                epoch, place = divmod(step, per_epoch)
                if order[0] != epoch:
                    order = (epoch, np.random.default_rng([plan.seed % 2**64, epoch]).permutation(count))
                places = np.sort(order[1][place * plan.batch : (place + 1) * plan.batch])
                blind = np.random.default_rng([plan.seed % 2**64, 1, step]).random(len(places)) < plan.blind
                batch = Batch(self.samples, places, blind)
                for group in optimiser.param_groups:
                    group["lr"] = rate_at(step, steps, plan.rate)
                optimiser.zero_grad()
                loss = -model.logs(batch)[batch.chosen].mean()
                loss.backward()
                optimiser.step()
                step += 1
                mean += (float(loss.detach()) - mean) * max(0.005, 1 / step)
                between = True
                now = time.monotonic()
                if now > reported + REPORT_EVERY or step == steps:
                    self.report(State(step, steps, mean))
                    reported = now
                if now > kept + KEEP:
                    checkpoint.keep(model.tensors, optimiser, step=step, loss=mean)
                    kept = now
        finally:
            if between:
                checkpoint.keep(model.tensors, optimiser, step=step, loss=mean)
        return model


def rate_at(step: int, steps: int, most: float) -> float:
    """The learning rate of a step. It rises at first, and then falls to 0 along a cosine."""
    warm = max(1, round(WARM * steps))
    return most * (step + 1) / warm if step < warm else most * (1 + cos(pi * (step - warm) / (steps - warm))) / 2
