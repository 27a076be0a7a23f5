#!/usr/bin/env python3
"""How many positions a second a model predicts, alone and in the search, on this machine and in this build.

python scripts/measure/predictor_speed.py chess network.json
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from random import Random

from oddsfish.engine import about, games
from oddsfish.engine.options import options_for
from oddsfish.engine.searches.factory import create
from oddsfish.engine.searches.predictive.model import load

SECONDS = 1.0  # of each measurement
ROUNDS = 3


def best(run: Callable[[], int]) -> float:
    """Positions a second in the best of some rounds."""
    rates = []
    for _ in range(ROUNDS):
        began, done = time.perf_counter(), 0
        while time.perf_counter() < began + SECONDS:
            done += run()
        rates.append(done / (time.perf_counter() - began))
    return max(rates)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", help="whose positions are searched")
    parser.add_argument("model", help="the file of a model")
    arguments = parser.parse_args()
    game, model = games.find(arguments.game), load(arguments.model)
    options = options_for(game, {"Search": "Predictive", "Model": arguments.model, **model.options})
    searches = []
    rows = []
    random = Random(1)
    for fen in game.positions:
        position = game.start(fen, options)
        position.configure(options)
        search = create("Predictive", position)
        search.configure(options)
        search.begin(position)
        searches.append(search)
        for _ in range(20):  # positions near it, so that no two rows are alike
            position.play(random.choice(position.moves()))
            known = position.features()
            rows.append([known[name] for name in model.features])
            if position.ending() is not None:
                break

    def predict() -> int:
        for row in rows:
            model.predictor.predict(row)
        return len(rows)

    def search_all() -> int:
        nodes = 0
        for search in searches:
            before = search.nodes
            search.deepen(1)
            nodes += search.nodes - before
        return nodes

    print(f"{about.COMPILER}, {about.FLAGS}")
    print(f"predictions: {best(predict):12,.0f} a second")
    print(f"search:      {best(search_all):12,.0f} positions a second")


if __name__ == "__main__":
    main()
