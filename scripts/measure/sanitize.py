"""Run a Python command upon compiled modules that watch themselves: for errors of memory, or for races of threads.

    scripts/measure/sanitize.py tests/fuzz_api.py --calls 1000000
    scripts/measure/sanitize.py -m pytest tests/conformance
    scripts/measure/sanitize.py --threads scripts/experiments/deep_searches.py --positions 50 --nodes 200000 --threads 2

AddressSanitizer and UndefinedBehaviorSanitizer watch, or with --threads in front ThreadSanitizer.
The modules are built anew where a source has changed, into a folder of their own below build/: the installed build
stays as it is, and is not what runs here. Python's own objects are watched, too (PYTHONMALLOC=malloc), but not for
leaks, of which an interpreter has many when it ends; nor for races, which its lock prevents. Every process of the
command writes its reports into that folder; at the end they are counted, by what they say. Needs GCC with its libasan
and libubsan, or libtsan. The exit status is 1 if there are reports, else the command's.
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
# The casts of a float to an integer that cannot hold it are not part of `undefined`. Undefined behaviour is reported
# and the program goes on, so that one run tells of all; after an error of memory nothing can be relied on.
FLAGS = "-O1 -g -fno-omit-frame-pointer -fsanitize=address,undefined,float-cast-overflow -fsanitize-recover=undefined"
LIBRARIES = ("libasan.so", "libubsan.so")
THREAD_FLAGS = "-O1 -g -fno-omit-frame-pointer -fsanitize=thread"
THREAD_LIBRARIES = ("libtsan.so",)
# Beside libasan, what libubsan reads of where reports are to go is set in libasan, and its own would go to stderr. Not
# into the same file: each library would overwrite what the other has written.
START = """\
import ctypes, os
ctypes.CDLL({library!r}).__sanitizer_set_report_path((os.environ["SANITIZER_REPORTS"] + "/undefined").encode())
"""
LARGEST = 1024  # megabytes that may be asked for at once; more is refused, as on a machine that has no more
# A request that was refused is a MemoryError, and no fault.
REFUSED = re.compile(r"^==\d+==WARNING: AddressSanitizer failed to allocate .*$", re.MULTILINE)
SHOWN = 3  # whole reports
# "/place/file.c:12:3: runtime error: what" and "SUMMARY: AddressSanitizer: what file.c:12 in function"
UNDEFINED = re.compile(r"^(?:.*/)?([^/\s]+:\d+):\d+: runtime error: (.*)$", re.MULTILINE)
MEMORY = re.compile(r"^SUMMARY: (\w+Sanitizer: [\w-]+).*?([^/\s]+:\d+)? in (\S+)", re.MULTILINE)


def build(folder: Path, flags: str) -> Path:
    """Build the package; where it can be imported from."""
    folder.mkdir(parents=True, exist_ok=True)
    # setup.py's own flags come after CFLAGS, and the last of a kind counts: what is wanted here is put behind them.
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
    """Where libraries of GCC are."""
    found = [subprocess.check_output(["gcc", f"-print-file-name={name}"], text=True).strip() for name in names]
    missing = [name for name, path in zip(names, found, strict=True) if not Path(path).is_file()]
    if missing:
        raise SystemExit(f"sanitize: GCC has no {' and no '.join(missing)}")
    return found


def environment(library: Path, reports: Path) -> dict[str, str]:
    """What a process needs so that the sanitizers of memory work, and write into a folder."""
    found = find(LIBRARIES)
    (library / "sitecustomize.py").write_text(START.format(library=found[1]))  # every Python that starts imports it
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
    """The same for the sanitizer of threads."""
    options = f"log_path={reports / 'threads'}:halt_on_error=0:report_signal_unsafe=0:allocator_may_return_null=1"
    return {**common(library, find(THREAD_LIBRARIES)), "TSAN_OPTIONS": options}


def common(library: Path, preloaded: Sequence[str]) -> dict[str, str]:
    path = os.pathsep.join(filter(None, [str(library), os.environ.get("PYTHONPATH")]))
    return {**os.environ, "LD_PRELOAD": ":".join(preloaded), "PYTHONPATH": path}


def count(reports: Path) -> Counter[str]:
    """The reports by what they say and where."""
    found: Counter[str] = Counter()
    for file in sorted(reports.iterdir()):
        text = REFUSED.sub("", file.read_text(errors="replace"))
        memory = [" ".join(filter(None, groups)) for groups in MEMORY.findall(text)]
        undefined = [f"{what} at {where}" for where, what in UNDEFINED.findall(text)]
        # What none of them describes is a report all the same.
        found.update(memory + undefined or [text.strip().partition("\n")[0]] * bool(text.strip()))
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--threads", action="store_true", help="look for races of threads, not for errors of memory")
    parser.add_argument("command", nargs="*", help="what Python is to run: a script, or -m MODULE, ...")
    # What comes first and is ours; the rest is Python's, whose own options argparse would take for ours.
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
