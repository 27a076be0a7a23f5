"""Run a Python command with modules that are compiled with sanitizers, to find memory errors or data races.

    scripts/measure/sanitize.py tests/fuzz_api.py --calls 1000000
    scripts/measure/sanitize.py -m pytest tests/conformance
    scripts/measure/sanitize.py --threads scripts/experiments/deep_searches.py --positions 50 --nodes 200000 --threads 2

It uses AddressSanitizer and UndefinedBehaviorSanitizer; with --threads in front, ThreadSanitizer. Changed modules are
built again, in a folder of their own below build/. The installed build stays as it is, and is not used here. Python's
own objects are checked, too (PYTHONMALLOC=malloc), but not for leaks, as an interpreter has many when it ends, and not
for races, which its lock prevents. Every process of the command writes its reports into that folder. At the end, equal
reports are counted together. Needs GCC with its libasan and libubsan, or libtsan. The exit status is 1 if there are
reports, otherwise that of the command.
"""

from __future__ import annotations

import argparse
import itertools
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "build" / "sanitized"
# `undefined` does not include casts of a float to an integer that cannot hold it. After undefined behaviour, the
# program goes on, so that one run reports all of it. After a memory error it ends, as nothing is reliable any more.
FLAGS = "-O1 -g -fno-omit-frame-pointer -fsanitize=address,undefined,float-cast-overflow -fsanitize-recover=undefined"
LIBRARIES = ("libasan.so", "libubsan.so")
THREAD_FLAGS = "-O1 -g -fno-omit-frame-pointer -fsanitize=thread"
THREAD_LIBRARIES = ("libtsan.so",)
# If libasan is loaded, log_path for libubsan takes effect in libasan, and reports of libubsan would go to stderr. So
# this sets its path. It is not the same file, as each library would overwrite the reports of the other.
START = """\
import ctypes, os
ctypes.CDLL({library!r}).__sanitizer_set_report_path((os.environ["SANITIZER_REPORTS"] + "/undefined").encode())
"""
LARGEST = 1024  # megabytes of one allocation; a larger one fails, as on a machine with less memory
# A failed allocation becomes a MemoryError, and is no fault.
REFUSED = re.compile(r"^==\d+==WARNING: AddressSanitizer failed to allocate .*$", re.MULTILINE)
SHOWN = 3  # whole reports
# "/place/file.c:12:3: runtime error: what" and "SUMMARY: AddressSanitizer: what file.c:12 in function"
UNDEFINED = re.compile(r"^(?:.*/)?([^/\s]+:\d+):\d+: runtime error: (.*)$", re.MULTILINE)
MEMORY = re.compile(r"^SUMMARY: (\w+Sanitizer: [\w-]+).*?([^/\s]+:\d+)? in (\S+)", re.MULTILINE)


def build(folder: Path, flags: str) -> Path:
    """Build the package; return the folder to import it from."""
    folder.mkdir(parents=True, exist_ok=True)
    # setup.py's own flags come after CFLAGS, and the last flag of a kind counts. So this compiler appends ours.
    compiler = folder / "cc"
    compiler.write_text(f'#!/bin/sh\nexec gcc "$@" {flags}\n')
    compiler.chmod(0o755)
    library = folder / "lib"
    command = [sys.executable, "setup.py", "-q", "build", "--build-base", folder, "--build-lib", library]
    subprocess.run(
        [*map(str, command), "build_ext", "--build-temp", str(folder / "temp")],
        cwd=ROOT,
        env={**os.environ, "CC": str(compiler), "LDSHARED": f"{compiler} -shared", "CFLAGS": flags},
        check=True,
    )
    return library


def find(names: Sequence[str]) -> list[str]:
    """The paths of libraries of GCC."""
    found = [subprocess.check_output(["gcc", f"-print-file-name={name}"], text=True).strip() for name in names]
    missing = [name for name, path in zip(names, found, strict=True) if not Path(path).is_file()]
    if missing:
        raise SystemExit(f"sanitize: GCC has no {' and no '.join(missing)}")
    return found


def environment(library: Path, reports: Path) -> dict[str, str]:
    """The environment in which AddressSanitizer and UndefinedBehaviorSanitizer work, and write into a folder."""
    found = find(LIBRARIES)
    (library / "sitecustomize.py").write_text(START.format(library=found[1]))  # every new Python imports it
    report = reports / "memory"
    memory = (
        f"log_path={report}:detect_leaks=0:allocator_may_return_null=1:max_allocation_size_mb={LARGEST}"
        ":detect_stack_use_after_return=1:handle_segv=2:handle_sigbus=2:handle_sigfpe=2:handle_sigill=2"
    )
    return {
        **common(library, found),
        "ASAN_OPTIONS": memory,
        "UBSAN_OPTIONS": f"log_path={report}:print_stacktrace=1:halt_on_error=0",
        "PYTHONMALLOC": "malloc",
        "SANITIZER_REPORTS": str(reports),
    }


def thread_environment(library: Path, reports: Path) -> dict[str, str]:
    """The same for ThreadSanitizer."""
    options = f"log_path={reports / 'threads'}:halt_on_error=0:report_signal_unsafe=0:allocator_may_return_null=1"
    return {**common(library, find(THREAD_LIBRARIES)), "TSAN_OPTIONS": options}


def common(library: Path, preloaded: Sequence[str]) -> dict[str, str]:
    path = os.pathsep.join(filter(None, [str(library), os.environ.get("PYTHONPATH")]))
    return {**os.environ, "LD_PRELOAD": ":".join(preloaded), "PYTHONPATH": path}


def count(reports: Path) -> Counter[str]:
    """Count the reports, by kind and place."""
    found: Counter[str] = Counter()
    for file in sorted(reports.iterdir()):
        text = REFUSED.sub("", file.read_text(errors="replace"))
        memory = [" ".join(filter(None, groups)) for groups in MEMORY.findall(text)]
        undefined = [f"{what} at {where}" for where, what in UNDEFINED.findall(text)]
        # A file that matches no pattern is one report.
        found.update(memory + undefined or [text.strip().partition("\n")[0]] * bool(text.strip()))
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--threads", action="store_true", help="look for races of threads, not for errors of memory")
    parser.add_argument("command", nargs="*", help="what Python is to run: a script, or -m MODULE, ...")
    # Our options come first. The rest is for Python, but argparse would take its options for ours.
    ours = list(itertools.takewhile(lambda word: word in ("--threads", "--help", "-h"), sys.argv[1:]))
    arguments = parser.parse_args(ours)
    command = sys.argv[1 + len(ours) :]
    if not command:
        parser.error("what is to be run?")
    folder = FOLDER / ("threads" if arguments.threads else "memory")
    library = build(folder, THREAD_FLAGS if arguments.threads else FLAGS)
    reports = folder / "reports"
    shutil.rmtree(reports, ignore_errors=True)
    reports.mkdir()
    needed = (thread_environment if arguments.threads else environment)(library, reports)
    done = subprocess.run([sys.executable, *command], env=needed, check=False)
    found = count(reports)
    for file in sorted(reports.iterdir())[:SHOWN]:
        print(file.read_text(errors="replace"), file=sys.stderr)
    print(f"sanitize: {found.total()} reports", *(f"{times:6} {what}" for what, times in found.most_common()), sep="\n")
    return 1 if found else done.returncode


if __name__ == "__main__":
    raise SystemExit(main())
