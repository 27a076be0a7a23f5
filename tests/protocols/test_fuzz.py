"""A slice of what tests/fuzz_protocols.py can do; the whole is a million lines."""

import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parent.parent / "fuzz_protocols.py"


@pytest.mark.parametrize("dialect", ["uci", "ugi"])
@pytest.mark.parametrize("seed", [1, 2])
def test_broken_lines_break_nothing(dialect: str, seed: int) -> None:
    command = [sys.executable, str(SCRIPT), "--lines", "6000", "--seed", str(seed), "--dialect", dialect]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "nothing broke" in done.stdout
