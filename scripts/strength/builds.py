"""Revisions of Oddsfish, each built in an environment of its own, not as it lies in the working tree.

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
BUILT = "built"  # in a build's folder once all of it is there


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
    """What a command says, which must end well."""
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
    """Take a revision out of git and install it, unless that has been done; see what its bench counts.

    change: what is done to its tree before; label: in the name of such a build.
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
            shutil.rmtree(folder, ignore_errors=True)  # what a run that was stopped has left
            install(commit, folder, native, change)
            (folder / BUILT).touch()
    # Isolated (-I), or PYTHONPATH could put another Oddsfish in its place.
    programs = folder.absolute() / "bin"
    command = (str(programs / "python"), "-I", str(programs / "oddsfish"))
    nodes = run(*command, "bench").splitlines()[-1].split()[0]
    return Build(commit, subject, command, int(nodes))


def install(commit: str, folder: Path, native: bool, change: Callable[[Path], None] | None) -> None:
    """A new environment with the tree of a commit in it, not editable: nothing that changes later is seen."""
    with tempfile.TemporaryDirectory() as tree:
        with zipfile.ZipFile(io.BytesIO(git("archive", "--format=zip", commit))) as archive:
            archive.extractall(tree)
        if change is not None:
            change(Path(tree))
        run(sys.executable, "-m", "venv", folder)
        run(folder / "bin" / "python", "-m", "pip", "install", "-q", tree, native=native)
