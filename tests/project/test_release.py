"""The contents of a release, as far as they can be known without the machines that build it."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PYTHONS = ("cp310", "cp311", "cp312", "cp313", "cp314", "cp315")
SYSTEMS = {
    ("linux", "x86_64"): ("manylinux_x86_64", "musllinux_x86_64"),
    ("linux", "aarch64"): ("manylinux_aarch64", "musllinux_aarch64"),
    ("macos", "x86_64,arm64"): ("macosx_x86_64", "macosx_arm64"),
    ("windows", "AMD64,ARM64"): ("win_amd64", "win_arm64"),
}


def said(*words: str) -> str:
    """The output of a module of Python."""
    return subprocess.run([sys.executable, "-m", *words], cwd=ROOT, check=True, capture_output=True, text=True).stdout


@pytest.mark.parametrize("system", SYSTEMS, ids="-".join)
def test_there_are_wheels_for(system: tuple[str, str]) -> None:
    name, machines = system
    found = said("cibuildwheel", "--print-build-identifiers", "--platform", name, "--archs", machines).split()
    assert sorted(found) == sorted(f"{python}-{tag}" for python in PYTHONS for tag in SYSTEMS[system])


def test_the_workflow_builds_with_the_version_that_is_asked_here() -> None:
    workflow = (ROOT / ".github/workflows/release.yml").read_text(encoding="utf-8")
    assert f"pypa/cibuildwheel@v{version('cibuildwheel')}" in workflow


def test_the_workflow_has_the_form_of_one() -> None:
    said("check_jsonschema", "--builtin-schema", "vendor.github-workflows", ".github/workflows/release.yml")
