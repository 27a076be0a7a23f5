"""A short run of tests/fuzz_api.py on the engine, and whether it finds the faults of a faulty package."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from script_process import load

TESTS = Path(__file__).resolve().parents[1]
SANITIZE = TESTS.parent / "scripts" / "measure" / "sanitize.py"

FAULTY = '''
import os, threading
class Shelf:
    """Shelf(size)"""
    def __init__(self, size: int) -> None:
        self.books = []
    def put(self, book: int) -> None:
        self.books.append(book)
    def fall(self) -> None:
        if len(self.books) > 1:
            os.abort()
        raise ValueError("too few")
    def tell(self) -> None:
        print("a word")
    def check(self, book: int) -> None:
        assert book == "one"
    def widen(self) -> None:
        threading.stack_size(1 << 20)
class Last:
    def __init__(self) -> None: pass
    def __del__(self) -> None:
        raise ValueError("ignored")
def encode(text: str) -> bytes:
    return ("\\ud800" + str(text)).encode()
def refuse(number: int) -> None:
    raise ValueError("as documented")
'''
HANGING = """
import threading
lock = threading.Lock()
def wait() -> None:
    lock.acquire()
"""


def fuzz(*arguments: object, timeout: float = 120, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, TESTS / "fuzz_api.py", *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
        env=os.environ | environment,
    )


def test_calls_of_any_kind_break_nothing() -> None:
    done = fuzz("--calls", 8_000, "--shrinking", 5, "--findings", 3)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.endswith("nothing broke\n")


@pytest.mark.slow
@pytest.mark.parametrize("seed", [2, 3])
def test_many_calls_break_nothing(seed: int) -> None:
    done = fuzz("--calls", 500_000, "--seed", seed, timeout=3600)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("faulty")
    (folder / "faulty.py").write_text(FAULTY)
    done = fuzz(
        *("--package", "faulty", "--calls", 20_000, "--findings", 6, "--shrinking", 3),
        PYTHONPATH=str(folder),
    )
    assert done.returncode == 1, done.stdout + done.stderr
    return done.stdout


@pytest.mark.slow
@pytest.mark.parametrize(
    "fault",
    [
        "SIGABRT in Shelf.fall",
        "AssertionError in faulty:check",
        "UnicodeEncodeError in faulty:encode",
        "ignored ValueError in faulty:__del__",
        "output on stdout: a word",
        "threading.stack_size has changed",
    ],
)
def test_each_kind_of_fault_is_found(found: str, fault: str) -> None:
    assert f"FOUND: {fault}" in found


@pytest.mark.slow
def test_what_is_documented_is_no_fault(found: str) -> None:
    assert "refuse" not in "".join(re.findall("FOUND: .*", found))
    assert re.search(r"\n\d findings\n$", found)


@pytest.mark.slow
def test_a_finding_is_made_short_and_runs_alone(found: str, tmp_path: Path) -> None:
    match = re.search(
        r"FOUND: SIGABRT in Shelf.fall .*?\n\n((?:from|import) .*?)\n\n(?:=|FOUND|\d+ calls)", found, re.DOTALL
    )
    assert match is not None
    script = match[1]
    assert 3 <= len(re.findall(r"^v\d+ = ", script, re.MULTILINE)) <= 4, script  # a shelf, put, put, fallen
    (tmp_path / "faulty.py").write_text(FAULTY)
    done = subprocess.run([sys.executable, "-c", script], cwd=tmp_path, check=False, capture_output=True)
    assert done.returncode == -signal.SIGABRT


@pytest.mark.slow
def test_a_hang_is_found_and_told_where(tmp_path: Path) -> None:
    (tmp_path / "hanging.py").write_text(HANGING)
    options = ("--calls", 1000, "--findings", 1, "--patience", 0.5, "--shrinking", 0.5)
    done = fuzz("--package", "hanging", *options, PYTHONPATH=str(tmp_path))
    assert done.returncode == 1
    assert "FOUND: hang in wait" in done.stdout
    assert 'hanging.py", line 5 in wait' in done.stdout


def test_the_same_seed_makes_the_same_calls(tmp_path: Path) -> None:
    (tmp_path / "plain.py").write_text("def add(one: int, other: int) -> int:\n    return one + other\n")
    runs = [fuzz("--package", "plain", "--calls", 800, "--seed", 5, PYTHONPATH=str(tmp_path)) for _ in range(2)]
    counts = [run.stdout.partition("what came of them:")[2] for run in runs]
    assert counts[0] and counts[0] == counts[1]


# scripts/measure/sanitize.py


def test_reports_are_counted_by_what_they_say(tmp_path: Path) -> None:
    sanitize = load(SANITIZE)
    undefined = "build/c/engine/game.c:12:3: runtime error: index -1 out of bounds for type 'int [65]'\n    #0 in f\n"
    memory = "==7==ERROR: AddressSanitizer: heap-use-after-free on address 0x1\n" + (
        "SUMMARY: AddressSanitizer: heap-use-after-free build/c/engine/game.c:40 in __pyx_f_perft\n"
    )
    (tmp_path / "undefined.7").write_text(undefined * 2)
    (tmp_path / "memory.7").write_text(memory)
    (tmp_path / "memory.8").write_text("AddressSanitizer: something new\n")
    (tmp_path / "memory.9").write_text("==9==WARNING: AddressSanitizer failed to allocate 0xff00000 bytes\n")
    assert sanitize.count(tmp_path) == {
        "index -1 out of bounds for type 'int [65]' at game.c:12": 2,
        "AddressSanitizer: heap-use-after-free game.c:40 __pyx_f_perft": 1,
        "AddressSanitizer: something new": 1,
    }


@pytest.mark.slow
def test_nothing_is_reported_of_a_search() -> None:
    code = "from oddsfish.engine import *; print(analyse(ChessPosition(), 'Minimax', Limits(depth=3)).nodes)"
    command = [sys.executable, str(SANITIZE), "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "sanitize: 0 reports" in done.stdout
