"""Scripts as tests use them: run as people run them, or loaded as modules."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).resolve().parent.parent
SCRIPTS = {path.stem: path for path in (ROOT / "scripts").rglob("*.py")}


def run(script: str, *words: object, status: int = 0, **environment: str) -> str:
    """What a script says."""
    done = subprocess.run(
        [sys.executable, SCRIPTS[script], *map(str, words)],
        env=os.environ | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == status, done.stdout
    return done.stdout


def load(path: Path) -> ModuleType:
    """A script as a module."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module  # where dataclasses look for it
    spec.loader.exec_module(module)
    return module
