"""Makes shuffled samples from files of positions of any game. Checks whether the inputs tell the state of a game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any

from ...engine.game import Game
from ...engine.net.inputs import Inputs, active_inputs, inputs_of
from ...engine.options import options_for
from ...engine.support.regular_file import replacing
from ..journal import alone
from ..positions.array import samples_of
from ..positions.packing import packing_for
from ..positions.reader import Reader
from ..selfplay import walk
from .samples import shuffle

AT_ONCE = 2**17  # samples in memory
ONE_GAME_IN = 20  # one game in so many is held out
GAMES, PLIES = 200, 200  # random games, and plies of each, in which equal inputs are looked for


def inputs_for(game: Game) -> Inputs:
    """The inputs of a game; ValueError if it has none, or if they do not tell its state."""
    options = options_for(game)
    if game.beginnings():
        raise ValueError(
            f"a network cannot evaluate {game.name}: it begins by chance, and its positions tell too little"
        )
    position = game.start(None, options)
    inputs = inputs_of(position)
    if position.in_python:
        check_telling(game, inputs)
    return inputs


def check_telling(game: Game, inputs: Inputs) -> None:
    """ValueError if two positions of random games have the same inputs, but other moves or another player to move."""
    random = Random(0)
    options = options_for(game)
    known: dict[tuple[int, ...], Any] = {}
    for _ in range(GAMES):
        for position in walk(game.start(None, options), random, PLIES):
            state = (position.player(), sorted(position.notation(move) for move in position.moves()))
            if known.setdefault(tuple(active_inputs(position, inputs)), state) != state:
                raise ValueError(
                    f"the diagram of {game.name} does not tell its state: positions that look alike have other moves"
                )


def gather(paths: Sequence[Path], game: Game, output: Path, seed: int, report: Callable[[int, int], None]) -> int:
    """Write the samples of files of positions, shuffled, each position once. Return how many are not held out.

    The samples of one game in ONE_GAME_IN are held out for validation, in a file of their own (`tested_path`). All
    positions of a game go into the same file: they are similar, and a network that has seen some knows the others.

    report: called with the number of samples read, and the approximate number of all. ValueError if a file is no file
    of positions of this game, or if another run writes this output.
    """
    inputs = inputs_for(game)
    records = packing_for(game, game.start(None, options_for(game))).checksum
    total = 0
    for path in paths:
        with Reader(path) as reader:
            reader.head.check_game(path, game.name)
            if reader.head.settings.get("records", "") != records:
                raise ValueError(f"{path} is of another version of {game.name}, which had other inputs")
            total += reader.size // reader.head.size_of_record
    kept = 0
    with alone(output), replacing(tested_path(output)) as held_out, replacing(output) as whole:
        for file, tested in ((held_out, True), (whole, False)):

            def wanted(number: int, tested: bool = tested) -> bool:
                return (number % ONE_GAME_IN == 0) == tested

            found = chain.from_iterable(samples_of(path, game.name, inputs, AT_ONCE, wanted) for path in paths)
            kept = shuffle(found, inputs, total, file, seed, lambda done: report(min(done, total), total))
    report(kept, kept)  # fewer than estimated, as each position is kept once
    return kept


def tested_path(samples: Path) -> Path:
    """The path of the held-out samples."""
    return samples.with_name(f"{samples.stem}.tested{samples.suffix}")
