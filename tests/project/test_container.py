"""The image for podman and docker is built of what `.dockerignore` lets in, and of nothing else."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_all_that_the_wheel_is_built_of_is_let_in() -> None:
    """A folder of packages that is missing there would be missing only in the image."""
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    (folders,) = re.findall(r"^package-dir = \{(.*)\}$", project, re.MULTILINE)
    packages = {folder.split("/")[0] for folder in re.findall(r'= "([^"]+)"', folders)}
    (readme,), (licences,) = (
        re.findall(rf"^{name} = (.*)$", project, re.MULTILINE) for name in ("readme", "license-files")
    )
    files = {"pyproject.toml", "setup.py", *re.findall(r'"([^"]+)"', readme + licences)}
    lines = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    let_in = {line[1:] for line in lines if line.startswith("!")}
    assert let_in == packages | files
    assert all((ROOT / name).exists() for name in let_in)
