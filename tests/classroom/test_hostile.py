"""Submissions that cheat, or break something: they get no points, and leave nothing behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from oddsfish.classroom import box, many
from submissions import CASES, folder, grade, patched

PATIENCE = 20.0  # seconds in which a hostile submission must be graded
HEAD = patched("hilo").split("def moves")[0]  # its constants
EVERY = "def moves(*a): return act()\nchances = value = guess = moves\n"
HOSTILE = {
    "reads answers": """
import gc, sys
def act():
    for found in gc.get_objects():
        if isinstance(found, dict) and ("best" in found or "right" in found) and "call" in found:
            return found.get("best", found.get("right"))
    frame = sys._getframe()
    while frame:
        for value in frame.f_locals.values():
            if isinstance(value, dict) and "best" in value:
                return value["best"]
        frame = frame.f_back
    import oddsfish
""",
    "forges results": """
import json, os
def act():
    for number in range(3, 20):
        for text in ('{"value": 1, "asked": []}\\n' * 50, "not json\\n", "[1]\\n", "\\x00\\xff\\n"):
            try: os.write(number, text.encode())
            except OSError: pass
    for name in ("results.json", "solution.py", "../results.json"):
        try: open(name, "w").write(json.dumps({"score": 100}))
        except OSError: pass
    return 1
""",
    "ends the process": "import os\ndef act(): os._exit(0)\n",
    "ends it when loaded": "import os, sys\nos._exit(0)\ndef act(): pass\n",
    "raises SystemExit": "import sys\ndef act(): sys.exit(0)\n",
    "forks": """
import os
def act():
    while True:
        try: os.fork()
        except OSError: return 1
""",
    "prints without end": """
import sys
def act():
    while True:
        print("x" * 10000)
        print("y" * 10000, file=sys.stderr)
""",
    "recurses without end": """
import sys
sys.setrecursionlimit(10**9)
def act(): return act()
""",
    "fills the disk": """
def act():
    number = 0
    while True:
        number += 1
        try:
            with open(f"file{number}", "wb") as file: file.write(b"x" * 10**6)
        except OSError: pass
""",
    "fills the memory": "def act():\n    held = []\n    while True: held.append(bytearray(10**7))\n",
    "never returns": "def act():\n    while True: pass\n",
    "leaves a process": """
import os, time
def act():
    try:
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                time.sleep(3)
                open("MARK", "w").write("still here")
            os._exit(0)
    except OSError: pass
    return 1
""",
    "kills its parent": """
import os, signal
def act():
    for process in (os.getppid(), -1):
        try: os.kill(process, signal.SIGKILL)
        except OSError: pass
    return 1
""",
    "kills by queued signals": """
import ctypes, os, signal
def act():
    for process in (os.getppid(), os.getpid()):
        ctypes.CDLL(None).sigqueue(process, 9, None)
    return 1
""",
    "writes for its grader": """
import ctypes, json, os
def act():
    check = dict.fromkeys(("wrong", "mistake", "link"), "")
    check.update(title="x", points=100, out_of=100, passed=1, cases=1)
    report = {"folder": "", "assignment": "hilo", "seed": 1, "case_seed": 1, "checks": [check], "trouble": ""}
    report.update(note="", points=100, out_of=100)
    for number in range(3):
        try:
            with open(f"/proc/{os.getppid()}/fd/{number}", "w") as file:
                file.write(json.dumps({"report": report}))
        except OSError: pass
    ctypes.CDLL(None).sigqueue(os.getppid(), 9, None)
    return 1
""",
    "takes a terminal over": "def act(): raise ValueError('\\x1b[2J\\x1b]0;owned\\x07\\ud800 all right')\n",
    "fills the disk behind a package": """
import os
def act():
    os.makedirs("x"); open("x/__init__.py", "w").close()
    number = 0
    while True:
        number += 1
        with open(f"x/{number}", "wb") as file: file.write(b"x" * 200000)
""",
    "nests folders": """
import os
def act():
    for _ in range(2000):
        os.mkdir("d"); os.chdir("d")
    while True: pass
""",
    "makes a link of its folder": """
import os
def act():
    here = os.getcwd()
    try: os.rename(here, here + "-moved"); os.symlink("/etc", here)
    except OSError: pass
    return 1
""",
    "reads the correct solution": """
import glob
def act():
    for root in ("/work", "/usr", "/root", "/home", "/opt", "/box"):
        for path in glob.glob(root + "/**/oddsfish/classroom/assignments/hilo/solution.py", recursive=False):
            return open(path).read()
    return 1
""",
    "answers too much": "def act(): return [['x' * 4000] * 4000] * 100\n",
    "nests its answer": "def act():\n    found = []\n    for _ in range(10**5): found = [found]\n    return found\n",
    "answers what is equal to all": """
class Any(float):
    def __eq__(self, other): return True
    def __sub__(self, other): return 0.0
    def __float__(self): return float("nan")
class Word(str):
    def __eq__(self, other): return True
def act(): return [Any(1), Word("x")]
""",
    "changes the library": """
import json, builtins, sys
json.dumps = lambda *a, **k: '{"value": 1}'
json.JSONEncoder.encode = lambda *a: '{"value": 1}'
builtins.isinstance = lambda *a: True
def act(): return object()
""",
    "closes all files": "import os\ndef act():\n    os.closerange(0, 100)\n    return 1\n",
    "ignores signals": """
import signal, time
for number in range(1, 30):
    try: signal.signal(number, signal.SIG_IGN)
    except OSError: pass
def act():
    while True: time.sleep(1)
""",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_it_gets_nowhere(name: str, tmp_path: Path) -> None:
    before = box.descendants()
    mark = tmp_path / "mark"
    text = HEAD + HOSTILE[name].replace("MARK", str(mark)) + EVERY
    submission = folder(tmp_path / "mine", "hilo", text)
    listed = sorted(tmp_path.rglob("*"))
    began = time.monotonic()
    report = many.grade_apart(submission, None, CASES, "")
    assert time.monotonic() - began < PATIENCE * len(report["checks"])
    assert report["points"] == 0 and report["out_of"] == 100
    said = [check["wrong"] or report["trouble"] for check in report["checks"]]
    assert all(said) and all(text.isprintable() for text in said)
    assert (submission / "solution.py").read_text(encoding="utf-8") == text
    assert sorted(tmp_path.rglob("*")) == listed and not mark.exists()
    assert box.descendants() - before == set()


def test_what_kills_its_grader_kills_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even without a filter that prevents it."""
    dead = subprocess.Popen
    monkeypatch.setattr(
        subprocess,
        "Popen",
        lambda words, **more: dead([sys.executable, "-c", "import os; os.kill(os.getpid(), 9)"], **more),
    )
    report = many.grade_apart(folder(tmp_path / "mine", "hilo", "x = 1"), None, CASES, "")
    assert report["points"] == 0 and report["trouble"] == many.ENDED


def test_orphans_are_ended(tmp_path: Path) -> None:
    """Also without a filter: all descendants of a process are ended, even those in other sessions."""
    box.adopt_orphans()
    before = box.descendants()
    script = "import os, time\nfor _ in range(3):\n    if os.fork() == 0: os.setsid(); os.fork()\ntime.sleep(60)"
    process = subprocess.Popen([sys.executable, "-c", script], start_new_session=True)
    while len(box.descendants() - before) < 8:
        time.sleep(0.05)
    box.kill(process, before)
    assert box.descendants() - before == set() and process.returncode == -signal.SIGKILL


def spoil(path: Path, kind: str) -> None:
    """Replace a file by something that must not be read; just remove it for the kind `missing`."""
    path.unlink()
    match kind:
        case "link":
            path.symlink_to("/etc/passwd")
        case "endless":
            path.symlink_to("/dev/zero")
        case "pipe":
            os.mkfifo(path)
        case "folder":
            path.mkdir()
        case "large":
            path.write_bytes(b"#" * (box.LONGEST_SOURCE + 1))


@pytest.mark.parametrize("kind", ["link", "pipe", "folder", "endless", "missing"])
def test_settings_are_read_with_care(kind: str, tmp_path: Path) -> None:
    """A bad file in one folder of many: the others are graded all the same."""
    path = folder(tmp_path / "mine", "hilo", "") / "assignment.json"
    spoil(path, kind)
    with pytest.raises(ValueError, match="--assignment and --seed"):
        many.grade_apart(path.parent, None, CASES, "")
    other = folder(tmp_path / "other", "hilo", patched("hilo"))
    found = many.grade_all([path.parent, other], None, CASES, "", tmp_path / "kept", 2, lambda done, total: None)
    assert [each["points"] for each in found] == [0, 100] and "assignment.json" in found[0]["trouble"]


def test_nothing_remembered_is_found_out(tmp_path: Path) -> None:
    """Even if `result`, whose calls could be counted, is called by another name."""
    text = patched(
        "memoised",
        ("    if place in known:\n        return known[place]\n", ""),
        ("searched(result(", "searched(again("),
    )
    found = grade(tmp_path / "mine", "memoised", text + "\n\nagain = result\n")
    assert [check.title for check in found.checks if check.points < check.out_of] == ["No position is searched twice"]


@pytest.mark.parametrize("kind", ["link", "pipe", "folder", "large", "missing"])
def test_what_is_no_file_is_not_read(kind: str, tmp_path: Path) -> None:
    path = folder(tmp_path / "mine", "hilo", "") / "solution.py"
    spoil(path, kind)
    report = many.grade_apart(path.parent, None, CASES, "")
    assert report["points"] == 0 and "solution.py" in report["trouble"]


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("def moves(:", "SyntaxError in line 1"),
        ("x = 1", "there is no function chances"),
        ("raise ValueError('no')", "it cannot be loaded: ValueError: no"),
        ("import numpy", "it cannot be loaded: ModuleNotFoundError"),
        ("def chances(state, guess):\n    return 1 / 0\n", "ZeroDivisionError in line 2: division by zero"),
        ("def chances(state, guess):\n    return {1: 2}\n", "an answer cannot be of the type dict"),
        ("chances = None", "TypeError"),
        ("\x00", "SyntaxError: source code string cannot contain null bytes"),
    ],
)
def test_a_broken_submission_is_told_why(source: str, said: str, tmp_path: Path) -> None:
    report = grade(tmp_path / "mine", "hilo", source)
    assert report.points == 0 and said in (report.trouble or report.checks[0].wrong)


def test_the_child_knows_no_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It has neither the right answers nor the package that could compute them."""
    sent: list[str] = []
    run = box.run

    def watched(source: bytes, tasks: object, *more: object) -> box.Run:
        sent.append(repr(tasks))
        return run(source, tasks, *more)  # type: ignore[arg-type]

    monkeypatch.setattr(box, "run", watched)
    assert grade(tmp_path / "mine", "hilo", patched("hilo")).points == 100
    assert sent and not any(word in text for text in sent for word in ("best", "value':", "right"))
    probe = "import sys\ndef chances(state, guess):\n    return sorted(sys.path) + sorted(__import__('os').environ)\n"
    found = box.run(probe.encode(), [{"call": "chances", "arguments": [1, 2]}], 10)
    value = found.answers[0]["value"]
    assert not any("site-packages" in path for path in value)
    assert {name for name in value if name.isupper()} <= {"HOME", "PATH", "TMPDIR", "LC_CTYPE", "PWD"}


@pytest.mark.skipif(not box.isolated(), reason="bwrap is not installed, or may not make namespaces")
def test_a_bubble_shows_nothing(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("x")
    library = Path(many.__file__).parent
    hidden = f"any(map(os.path.exists, {[str(tmp_path), str(library)]!r}))"
    seen = f"[{hidden}, os.listdir('/proc').count('1'), os.getppid() < 5]"
    probe = f"import os\ndef chances(state, guess):\n    return {seen}\n"
    found = box.run(probe.encode(), [{"call": "chances", "arguments": [1, 2]}], 10)
    assert found.answers[0]["value"] == [False, 1, True]
