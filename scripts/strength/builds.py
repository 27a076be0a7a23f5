"""Revisions of Oddsfish, each taken from git and built in an environment of its own.

Later edits do not affect a build. A build is kept and used again.
"""

from __future__ import annotations

import fcntl
import io
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ABBREVIATED = 10  # letters of a commit's name
BUILT = "built"  # a file in a build's folder, once the build is complete


@dataclass(frozen=True)
class Build:
    """A revision that is ready to play."""

    commit: str
    subject: str
    command: tuple[str, ...]
    nodes: int  # of its bench

    @property
    def name(self) -> str:
        return self.commit[:ABBREVIATED]


def git(*words: str) -> bytes:
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, check=False)
    if done.returncode:
        raise SystemExit(f"git {words[0]}: {done.stderr.decode(errors='replace').strip()}")
    return done.stdout


def resolve(revision: str) -> str:
    """The commit that a revision means."""
    try:
        return git("rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}").decode().strip()
    except SystemExit:
        raise SystemExit(f"there is no revision {revision!r} in {ROOT}") from None


def run(*command: str | Path, native: bool = True) -> str:
    """Run a command; return its output. SystemExit if it fails."""
    kept = {name: value for name, value in os.environ.items() if name not in ("ODDSFISH_NATIVE", "PYTHONPATH")}
    environment = kept | ({"ODDSFISH_NATIVE": "1"} if native else {})
    words = [str(word) for word in command]
    done = subprocess.run(
        words, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    if done.returncode:
        raise SystemExit(f"{done.stdout}this failed: {' '.join(words)}")
    return done.stdout


def build(
    revision: str, builds: Path, native: bool, change: Callable[[Path], None] | None = None, label: str = ""
) -> Build:
    """Take a revision out of git and install it, unless that has been done. Then count the nodes of its bench.

    change: is called with its tree before the installation. label: for the name of such a build.
    """
    commit = resolve(revision)
    subject = git("show", "-s", "--format=%s", commit).decode(errors="replace").strip()
    kind = "".join(f"-{word}" for word in ("native" if native else "", label) if word)
    folder = builds / f"{commit}-{sys.implementation.cache_tag}{kind}"
    builds.mkdir(parents=True, exist_ok=True)
    with folder.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # another run may be building the same
        if not (folder / BUILT).exists():
            print(f"Building {commit[:ABBREVIATED]} ({subject})", flush=True)
            shutil.rmtree(folder, ignore_errors=True)  # left from a run that was stopped
            install(commit, folder, native, change)
            (folder / BUILT).touch()
    # Isolated (-I), or PYTHONPATH could put another Oddsfish in its place.
    programs = folder.absolute() / "bin"
    command = (str(programs / "python"), "-I", str(programs / "oddsfish"))
    nodes = run(*command, "bench").splitlines()[-1].split()[0]
    return Build(commit, subject, command, int(nodes))


def install(commit: str, folder: Path, native: bool, change: Callable[[Path], None] | None) -> None:
    """Install the tree of a commit in a new environment, not editable, so that later changes have no effect."""
    with tempfile.TemporaryDirectory() as tree:
        with zipfile.ZipFile(io.BytesIO(git("archive", "--format=zip", commit))) as archive:
            archive.extractall(tree)
        if change is not None:
            change(Path(tree))
        run(sys.executable, "-m", "venv", folder)
        run(folder / "bin" / "python", "-m", "pip", "install", "-q", tree, native=native)
