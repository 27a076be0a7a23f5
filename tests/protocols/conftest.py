"""One engine for a test."""

from collections.abc import Iterator

import pytest
from engine_process import EngineProcess


@pytest.fixture
def engine() -> Iterator[EngineProcess]:
    with EngineProcess() as process:
        yield process
