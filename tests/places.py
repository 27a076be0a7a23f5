"""Folders where tests add a game or a search: a copy of Oddsfish, or a package beside the installed one."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import oddsfish
import oddsfish.engine
import oddsfish.learning
import oddsfish.matches
import oddsfish.protocols

COMMAND = "from oddsfish.protocols.start import main; raise SystemExit(main())"


class Place:
    """A folder with an added game or search; programs that are run from it find the addition."""

    def __init__(self, folder: Path, listed: bool) -> None:
        self.folder = folder
        self.listed = listed  # whether the addition is among the games and searches that ship

    def run(self, code: str, *words: str, typed: str = "", status: int = 0) -> tuple[str, str]:
        """Run some code with these arguments; return stdout and stderr."""
        done = subprocess.run(
            [sys.executable, "-P", "-c", code, *words]
            if sys.version_info >= (3, 11)
            else [sys.executable, "-c", code, *words],
            input=typed,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
            cwd=self.folder,
            env={**os.environ, "PYTHONPATH": str(self.folder), "PYTHONIOENCODING": "utf-8"},
        )
        assert done.returncode == status, done.stderr
        return done.stdout, done.stderr

    def command(self, *words: str, typed: str = "", status: int = 0) -> str:
        """Run `oddsfish` with these words; return stdout, or stderr if the status is not 0."""
        return self.run(COMMAND, *words, typed=typed, status=status)[0 if status == 0 else 1]


def install(folder: Path, name: str, entry_points: str, modules: Mapping[str, str]) -> Place:
    """Make a package with these modules and entry points."""
    information = folder / f"{name}-1.dist-info"
    information.mkdir()
    (information / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n")
    (information / "entry_points.txt").write_text(entry_points)
    for module, text in modules.items():
        (folder / f"{module}.py").write_text(text)
    return Place(folder, listed=False)


def drop(folder: Path, into: str, modules: Mapping[str, str]) -> Place:
    """Make a copy of Oddsfish with one more folder and no other change."""
    for package in (oddsfish.engine, oddsfish.learning, oddsfish.matches, oddsfish.protocols):
        source = Path(package.__path__[0])
        shutil.copytree(
            source, folder / "oddsfish" / source.name, ignore=shutil.ignore_patterns("__pycache__", "*.pyx")
        )
    shutil.copy(oddsfish.__file__, folder / "oddsfish")  # else the installed one would be found as well
    added = folder / "oddsfish" / "engine" / into
    added.mkdir()
    for module, text in {"__init__": "", **modules}.items():
        (added / f"{module}.py").write_text(text)
    return Place(folder, listed=True)
