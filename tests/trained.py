"""A model for the tests of all searches: for any game it predicts the evaluation as it is."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import oddsfish.engine
from oddsfish.engine import Limits, Position, Result
from oddsfish.engine.options import Options, Value
from oddsfish.engine.searches import factory
from oddsfish.engine.searches.search import Search

MODEL = Path(__file__).with_name("evaluation_model.json")
TRAINED = {"Model": str(MODEL)}  # harmless to a search that needs none


def analyse(position: Position[Any], search: str, limits: Limits, options: Mapping[str, Value] = {}) -> Result[str]:
    """As the engine's `analyse`, with the model."""
    return oddsfish.engine.analyse(position, search, limits, {**TRAINED, **options})


def create(name: str, position: Position[Any]) -> Search:
    """As the engine's `create`, configured with the model."""
    search = factory.create(name, position)
    search.configure({**Options(), **TRAINED})
    return search
