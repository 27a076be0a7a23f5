"""From files of positions, of whichever game, to shuffled samples; and whether the inputs tell the state of a game."""

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
ONE_GAME_IN = 20  # one game in so many
GAMES, PLIES = 200, 200  # at random, in which positions are looked at that look alike


def inputs_for(game: Game) -> Inputs:
    """Those of a game; ValueError if a network can know nothing of it, or too little."""
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
    """ValueError if two positions of random games look alike and are not."""
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
    """Write the samples of files of positions, shuffled, each position once; how many they are.

    Those of one game in ONE_GAME_IN go into a file of their own, to test on (`tested_path`). Positions of a game are
    alike, and a network that has seen some of them knows the others.

    report: of how many have come, of about how many. ValueError if a file is no such, or of another game, or if another
    run writes this output.
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
    report(kept, kept)  # fewer than there were about, as each is kept once
    return kept


def tested_path(samples: Path) -> Path:
    """Where the held-out samples are."""
    return samples.with_name(f"{samples.stem}.tested{samples.suffix}")
