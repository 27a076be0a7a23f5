"""How many faults do the tests find? Small random faults are put into the sources, one at a time, and tests run.

    scripts/measure/faults.py cover FOLDER                # which file of tests reaches which lines
    scripts/measure/faults.py try FOLDER --seed 1         # 100 faults in Python, 20 in Cython
    scripts/measure/faults.py try FOLDER --again          # those that have been found, after a change of the tests

A fault is one changed operator, constant or condition (R. A. DeMillo, R. J. Lipton and F. G. Sayward, "Hints on Test
Data Selection", Computer, 1978). Run it in a clone with everything committed, in an environment of its own where that
clone is installed editable: it edits sources and restores them. PYTHONPATH is not enough, as some tests start processes
that do not see it. Only fast tests run. For a fault in Python, these are the files of tests that reach its line, by
coverage.py; for one in Cython, all files. Those named like the module run first. FOLDER keeps the results, so both
steps go on where they were stopped.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[2]
PRODUCT = ("engine", "protocols", "matches", "learning", "reviews")
FAST = ("-m", "not slow and not clock", "-p", "no:cacheprovider", "-q")
COVERAGE = """[run]
source = {sources}
data_file = {data}
parallel = true
patch = subprocess
sigterm = true
concurrency = thread, multiprocessing
"""
OTHER = {
    **{"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="},
    **{"is not": "is", "is": "is not", "not in": "in", "in": "not in", "and": "or", "or": "and"},
    **{"+": "-", "-": "+", "*": "+", "//": "*", "/": "*", "%": "*", "&": "|", "|": "&", "<<": ">>", ">>": "<<"},
}
OPERATOR = re.compile(
    "|".join(rf"\b{each}\b" if each[0].isalpha() else re.escape(each) for each in sorted(OTHER, reverse=True))
)
# What is not code in a Cython source: strings, comments and declarations of C.
NO_CODE = re.compile(
    r'"""(?s:.*?)"""|"[^"\n]*"|\'[^\'\n]*\'|#.*|^ *(?:from|cimport|import|cdef extern|@).*', re.MULTILINE
)
CYTHON = re.compile(
    r"(?<= )(?:==|!=|<=|>=|<<|>>|<|>|\+|-|&|\||and|or)(?= )|(?<![\w.\"])\d+(?![\w.])|(?<= if )[^:\n]+(?=:\n)"
)


class Fault(NamedTuple):
    """One edit of a source: the bytes from `start` are `old`, and become `new`."""

    file: str
    start: int
    old: str
    new: str

    def line(self, source: bytes) -> int:
        return source.count(b"\n", 0, self.start) + 1


def in_python(file: str, source: bytes) -> Iterator[Fault]:
    """Every fault that can be put into a Python source."""
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))

    def between(start: int, end: int, new: str = "") -> Iterator[Fault]:
        """The text here becomes `new`; without it, the operator here becomes its opposite."""
        old = source[start:end].decode()
        if not new:
            found = OPERATOR.search(old)
            if found is None:
                return
            start, old, new = start + len(old[: found.start()].encode()), found.group(), OTHER[found.group()]
        yield Fault(file, start, old, new)

    def begin(node: Any) -> int:
        return int(starts[node.lineno - 1] + node.col_offset)

    def end(node: Any) -> int:
        return int(starts[node.end_lineno - 1] + node.end_col_offset)

    def visit(node: ast.AST) -> Iterator[Fault]:
        if isinstance(node, ast.JoinedStr):
            return  # Python 3.11 does not know the places inside an f-string
        if isinstance(node, ast.Assign | ast.If) and "TYPE_CHECKING" in ast.unparse(node).partition("\n")[0]:
            return
        if isinstance(node, ast.Compare):
            yield from between(end(node.left), begin(node.comparators[0]))
        elif isinstance(node, ast.BinOp) and not isinstance(node.op, ast.Pow):
            yield from between(end(node.left), begin(node.right))
        elif isinstance(node, ast.BoolOp):
            yield from between(end(node.values[0]), begin(node.values[1]))
        elif isinstance(node, ast.Constant) and isinstance(node.value, bool | int):
            value = str(not node.value if isinstance(node.value, bool) else node.value + 1)
            yield from between(begin(node), end(node), value)
        elif isinstance(node, ast.If | ast.While | ast.IfExp):
            test = node.test
            yield from between(begin(test), end(test), f"not ({source[begin(test) : end(test)].decode()})")
        for name, field in ast.iter_fields(node):
            if name not in ("annotation", "returns"):
                for child in field if isinstance(field, list) else [field]:
                    if isinstance(child, ast.AST):
                        yield from visit(child)

    yield from visit(ast.parse(source))


def in_cython(file: str, source: bytes) -> Iterator[Fault]:
    """Every fault that can be put into a Cython source, found by regular expressions."""
    text = source.decode()
    for found in CYTHON.finditer(NO_CODE.sub(lambda found: re.sub(r"[^\n]", "\0", found.group()), text)):
        old = found.group()
        new = OTHER.get(old) or (str(int(old) + 1) if old.isdigit() else f"not ({old})")
        if "\0" not in old:
            yield Fault(file, len(text[: found.start()].encode()), old, new)


def draw(seed: int, python: int, cython: int) -> list[Fault]:
    """Draw the faults of each kind. There are twice as many in Cython, as some do not compile."""
    drawn = []
    for suffix, wanted, find in ((".py", python, in_python), (".pyx", 2 * cython, in_cython)):
        files = sorted(path for folder in PRODUCT for path in (ROOT / folder).rglob(f"*{suffix}"))
        faults = [fault for path in files for fault in find(str(path.relative_to(ROOT)), path.read_bytes())]
        drawn += random.Random(seed).sample(faults, wanted)
    return drawn


def tests() -> list[str]:
    return sorted(str(path.relative_to(ROOT)) for path in (ROOT / "tests").rglob("test_*.py"))


def run(command: list[str], seconds: float) -> tuple[int | None, str]:
    """The exit status of a command, None if it took too long, and what it printed."""
    # No bytecode: Python would use that of a faulty source if the restored one has the same length and second.
    environment = os.environ | {"PYTHONDONTWRITEBYTECODE": "1"}
    process = subprocess.Popen(
        [sys.executable, *command], cwd=ROOT, env=environment, text=True, errors="replace",
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True,
    )  # fmt: skip
    try:
        out, _ = process.communicate(timeout=seconds)
        return process.returncode, out
    except subprocess.TimeoutExpired:
        return None, ""
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)  # including engines that it has left running
        process.wait()


def cover(folder: Path, part: int, parts: int) -> None:
    """Run every file of tests once by itself; keep the lines that it reaches and the seconds that it takes."""
    for file in tests()[part::parts]:
        known = folder / f"{file.replace('/', '.')}.json"
        if known.exists():
            continue
        settings, data = known.with_suffix(".cfg"), known.with_suffix(".data")
        sources = ",".join(str(ROOT / each) for each in PRODUCT)
        settings.write_text(COVERAGE.format(data=data, sources=sources))
        began = time.monotonic()
        status, _ = run(["-m", "coverage", "run", f"--rcfile={settings}", "-m", "pytest", *FAST, file], 1200)
        seconds = time.monotonic() - began
        run(["-m", "coverage", "combine", "-q", f"--rcfile={settings}"], 300)
        run(["-m", "coverage", "json", "-q", f"--rcfile={settings}", "-o", str(known)], 300)
        lines = {}
        if known.exists():
            read = json.loads(known.read_text())["files"]
            lines = {str((ROOT / each).resolve().relative_to(ROOT)): read[each]["executed_lines"] for each in read}
        known.write_text(json.dumps({"status": status, "seconds": round(seconds, 1), "lines": lines}))
        for path in (settings, data):
            path.unlink(missing_ok=True)
        print(f"{file}: {status}, {seconds:.0f} s, {sum(map(len, lines.values()))} lines", flush=True)


def statement(source: bytes, line: int) -> int:
    """The first line of the statement of Python that this line belongs to: the one that coverage.py counts."""
    nodes = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.stmt))
    return max(node.lineno for node in nodes if node.lineno <= line <= (node.end_lineno or 0))


def order(fault: Fault, line: int, known: dict[str, Any]) -> list[str]:
    """The files of tests that can find a fault, the likeliest and fastest first."""
    words = set(re.split(r"[/_.]", fault.file)) - {"engine", "py", "pyx", "games", "searches"}

    def unlike(file: str) -> tuple[int, float]:
        return -len(words & set(re.split(r"[/_.]", file))), known.get(file, {}).get("seconds", 0.0)

    reached = [
        file
        for file in tests()
        if fault.file.endswith(".pyx")
        or line in known.get(file, {"lines": {fault.file: [line]}})["lines"].get(fault.file, ())
    ]
    return sorted(reached, key=unlike)


def attempt(fault: Fault, known: dict[str, Any]) -> dict[str, Any] | None:
    """Try a fault and return its result. None if it does not compile."""
    path = ROOT / fault.file
    source = path.read_bytes()
    line = fault.line(source)
    compiled = fault.file.endswith(".pyx")
    build = ["setup.py", "-q", "build_ext", "--inplace"]
    old = fault.old.encode()
    if source[fault.start : fault.start + len(old)] != old:
        return {**fault._asdict(), "line": line, "found": None, "gone": True}
    files = order(fault, line if compiled else statement(source, line), known)
    began = time.monotonic()
    try:
        path.write_bytes(source[: fault.start] + fault.new.encode() + source[fault.start + len(old) :])
        if compiled and run(build, 600)[0] != 0:
            return None
        found: str | None = None
        if files:
            limit = 120 + 4 * sum(known.get(file, {}).get("seconds", 20.0) for file in files)
            status, out = run(["-m", "pytest", *FAST, "-x", "--tb=no", *files], limit)
            failed = re.search(r"^(?:FAILED|ERROR) (\S+)", out, re.MULTILINE)
            found = "timeout" if status is None else failed.group(1) if failed else None if status == 0 else out[-300:]
    finally:
        path.write_bytes(source)
        if compiled:
            run(build, 600)
    text = source.splitlines()[line - 1].decode().strip()
    seconds = round(time.monotonic() - began)
    return {**fault._asdict(), "line": line, "text": text, "files": len(files), "found": found, "seconds": seconds}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("step", choices=("cover", "try"))
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--python", type=int, default=100)
    parser.add_argument("--cython", type=int, default=20)
    parser.add_argument("--again", action="store_true", help="only those that have been found")
    parser.add_argument("--part", default="0/1", help="of N processes the Kth, as K/N; each in a clone of its own")
    arguments = parser.parse_args()
    folder: Path = arguments.folder.resolve()
    part, parts = map(int, arguments.part.split("/"))
    folder.mkdir(parents=True, exist_ok=True)
    if arguments.step == "cover":
        cover(folder, part, parts)
        return
    known = {
        file: json.loads(path.read_text())
        for file in tests()
        if (path := folder / f"{file.replace('/', '.')}.json").exists()
    }
    name = "again" if arguments.again else "faults"
    results = folder / f"{name}.{arguments.seed}.{part}.jsonl"
    done = [json.loads(line) for line in results.read_text().splitlines()] if results.exists() else []
    if arguments.again:
        before = [
            json.loads(line)
            for each in folder.glob(f"faults.{arguments.seed}.*.jsonl")
            for line in each.read_text().splitlines()
        ]
        faults = [Fault(*(row[field] for field in Fault._fields)) for row in before if row["found"]]
    else:
        faults = draw(arguments.seed, arguments.python, arguments.cython)
    tried = {tuple(row[field] for field in Fault._fields) for row in done}
    for number, fault in enumerate(faults):
        if number % parts != part or fault in tried:
            continue
        row = attempt(fault, known)
        row = row or {**fault._asdict(), "found": None, "stillborn": True}
        with results.open("a") as file:
            file.write(json.dumps(row) + "\n")
        print(number, row, flush=True)


if __name__ == "__main__":
    main()
