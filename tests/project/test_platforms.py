"""Other systems: the branches for Windows run here, with the standard library as it is (tests/windows)."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oddsfish.engine.support import system

ROOT = Path(__file__).resolve().parents[2]
WINDOWS = ROOT / "tests" / "windows"
QUICK = ("tests/match_files", "tests/reviews", "tests/learning/test_growing.py")
WHOLE = ("tests/protocols", "tests/matches", "tests/learning", "tests/match_score", "tests/page/test_access.py")
# Tests that cannot pass with Windows' means, or with their substitutes here; and why.
UNLIKE = {
    "test_a_reader_who_leaves_is_not_told_about_it": "Windows has no SIGPIPE: one line says that nobody reads",
    "test_nothing_is_left_of_an_engine": "taskkill cannot find what an engine that has ended has started",
    "test_nobody_else_holds_the_lock": "an engine that does not read its input outlives a runner that was killed",
    "test_dealt_heaps_and_a_player_who_moves_twice": "replaces PYTHONPATH",
    "test_workers_tell_a_game_as_a_whole": "the last message may be lost with its writer",
    "test_lines_of_debug_that_nobody_reads_are_counted_and_cost_no_time": "counts what a POSIX pipe holds",
    "test_a_token_that_others_could_read_is_replaced": "modes of files say nothing there",
    "test_a_folder_where_others_may_write": "modes of files say nothing there",
    "test_memory": "takes memory from the process as Linux does",
}


@pytest.mark.skipif(sys.platform != "linux", reason="what stands for Windows' programs is for Linux")
@pytest.mark.parametrize("where", [QUICK, pytest.param(WHOLE, marks=pytest.mark.slow)], ids=["quick", "whole"])
def test_the_branches_for_windows(where: tuple[str, ...]) -> None:
    environment = {"ODDSFISH_SYSTEM": "windows", "PYTHONPATH": str(WINDOWS), "PATH": f"{WINDOWS}:{os.environ['PATH']}"}
    left_out = " and ".join(f"not {name}" for name in UNLIKE)
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-m", "not slow and not clock", *where]
        + ["-k", left_out],
        cwd=ROOT,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
        start_new_session=True,
    )
    assert run.returncode == 0, run.stdout[-5000:]


def run_script(name: str, *words: str) -> None:
    command = [sys.executable, f"scripts/platforms/{name}", *words]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("target", "by"),
    [("x86_64-windows-gnu", "wine"), ("aarch64-linux-musl", "qemu-aarch64-static"), ("x86_64-linux-musl", "")],
)
def test_networks_say_the_same_on(target: str, by: str) -> None:
    pytest.importorskip("ziglang")
    if by and shutil.which(by) is None:
        pytest.skip(f"{by} is not installed")
    run_script("kernel.py", target, *(["--by", by] if by else []))


@pytest.mark.slow
def test_a_wheel_is_for_every_linux_that_its_name_says(tmp_path: Path) -> None:
    pytest.importorskip("ziglang")
    run_script("cross.py", "aarch64-linux-gnu.2.28", "-o", str(tmp_path))
    (wheel,) = tmp_path.glob("*.whl")
    command = [sys.executable, "-m", "auditwheel", "show", str(wheel)]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    found = re.search(r'"manylinux_2_(\d+)_aarch64"', said)
    assert found is not None and int(found[1]) <= 28, said


@pytest.mark.slow
def test_it_runs_on_arm(tmp_path: Path) -> None:
    """The golden figures, and what clients send and see; the whole run is scripts/platforms/arm64.py."""
    pytest.importorskip("ziglang")
    if os.geteuid() or not all(map(shutil.which, ("debootstrap", "qemu-aarch64-static"))):
        pytest.skip("needs root, debootstrap and qemu-user-static")
    run_script("arm64.py", str(tmp_path), "tests/golden", "tests/protocols/test_transcripts.py")


class WindowsPath(type(Path())):  # type: ignore[misc]
    """A path that is written with backslashes, unless it is an absolute path of this system."""

    def __str__(self) -> str:
        written: str = super().__str__()
        return written if written.startswith("/") else written.replace("/", "\\")

    def as_posix(self) -> str:
        return str(self).replace("\\", "/")


def test_setup_names_every_module_on_windows() -> None:
    """It is run with such paths, without its last line, which would build."""
    script = (ROOT / "setup.py").read_text(encoding="utf-8").removesuffix("\nmain()\n")
    names: dict[str, Any] = {"__file__": str(ROOT / "setup.py"), "__name__": "setup", "Path": WindowsPath}
    exec(script.replace("from pathlib import Path\n", ""), names)
    sources = sorted((ROOT / "engine").rglob("*.pyx"))
    base, above = names["extensions"](""), names["extensions"]("x86-64-v3", ("x86-64-v3",))
    assert sorted(each.name for each in base) == sorted(
        ".".join(("oddsfish", *path.relative_to(ROOT).with_suffix("").parts)) for path in sources
    )
    assert 0 < len(above) == len(sources) - len(names["ONCE"])
    assert sum(bool(each.define_macros) for each in base) == 1


# Windows has no files of such names.
WORDS = st.lists(
    st.text(st.characters(exclude_characters='"', exclude_categories=["Cc", "Cs"]), min_size=1), min_size=1
)


@pytest.mark.parametrize("windows", [False, True])
@given(WORDS)
def test_a_command_is_read_as_it_was_written(windows: bool, words: list[str]) -> None:
    """Paths of Windows keep their backslashes."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(system, "WINDOWS", windows)
        assert system.split_words(system.join_words(words)) == words
