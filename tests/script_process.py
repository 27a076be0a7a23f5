"""Scripts as tests use them: run as people run them, or loaded as modules."""

from __future__ import annotations

import importlib.util
import io
import os
import runpy
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from types import ModuleType
from unittest.mock import patch

ROOT = Path(__file__).resolve().parent.parent
SCRIPTS = {path.stem: path for path in (ROOT / "scripts").rglob("*.py")}


def run(script: str, *words: object, status: int = 0, **environment: str) -> str:
    """Run a script; return its output."""
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


def run_here(script: str, *words: object, status: int = 0) -> str:
    """The same in this process, which saves imports."""
    argv, said = [f"{script}.py", *map(str, words)], io.StringIO()
    with patch.object(sys, "argv", argv), redirect_stdout(said), redirect_stderr(said):
        try:
            runpy.run_path(str(SCRIPTS[script]), run_name="__main__")
            code: object = 0
        except SystemExit as end:
            code = end.code or 0
    assert code == status, (code, said.getvalue())
    return said.getvalue()


def load(path: Path) -> ModuleType:
    """Load a script as a module."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module  # dataclasses look for it there
    spec.loader.exec_module(module)
    return module
