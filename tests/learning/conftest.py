"""Files of positions for all tests of a process: none writes in them."""

from __future__ import annotations

from pathlib import Path

import pytest
from oddsfish.learning.positions.generation import generate
from oddsfish.learning.positions.generation_settings import GenerationSettings

POSITIONS = 300


@pytest.fixture(scope="session")
def chess_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("chess") / "a.positions"
    generate(GenerationSettings(seed=1, nodes=60), path, POSITIONS)
    return path


@pytest.fixture(scope="session")
def connect4_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("connect4") / "a.positions"
    generate(GenerationSettings(seed=1, nodes=200, name="connect4"), path, POSITIONS)
    return path
