"""The code in docs/: every block runs, in order, and prints what the page says.

A `python` block runs in one namespace with those before it; if a `text` block follows, that is what it prints. A
`cython` block is a file, named in its first line. A `sh` block is run as it stands.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def blocks(page: str) -> list[tuple[str, str]]:
    return BLOCK.findall((ROOT / "docs" / page).read_text(encoding="utf-8"))


def search_path() -> str:
    """The path on which Cython finds our declarations: Python's own, and in an editable tree also the links."""
    installed = any(Path(folder, "oddsfish", "engine", "position.pxd").is_file() for folder in sys.path)
    return os.pathsep.join(sys.path if installed else [*sys.path, str(ROOT / "build" / "names")])


def run_shell(command: str, folder: Path) -> None:
    programs = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    done = subprocess.run(
        command,
        shell=True,
        cwd=folder,
        env=os.environ | {"PATH": programs, "PYTHONPATH": search_path()},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    "page", ["python.md", "own-game.md", "own-search.md", "connect4.md", "matches.md", "experiments.md"]
)
def test_the_code_of_a_page_runs(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {"__name__": page}
    printed = ""
    found = blocks(page)
    assert found
    for number, (kind, code) in enumerate(found):
        if kind == "python":
            with contextlib.redirect_stdout(io.StringIO()) as out:
                exec(compile(code, f"{page}, block {number}", "exec"), names)
            printed = out.getvalue()
            told = found[number + 1][0] == "text" if number + 1 < len(found) else False
            assert told == bool(printed), f"{page}, block {number} prints {printed!r}"
        elif kind == "text":
            assert printed == code
        elif kind == "cython":
            name = code.splitlines()[0].removeprefix("# ")
            (tmp_path / name).write_text(code)
        elif kind == "json":
            json.loads(code)
        elif kind == "toml":
            if sys.version_info >= (3, 11):
                import tomllib

                assert "entry-points" in tomllib.loads(code)["project"]
        else:
            assert kind == "sh", f"{page} has a block of {kind}"
            run_shell(code, tmp_path)
    for picture in tmp_path.glob("*.svg"):  # those that the page shows
        assert picture.read_text() == (ROOT / "docs" / page.removesuffix(".md") / picture.name).read_text()
