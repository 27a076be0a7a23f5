"""Build wheels for other systems than this one with Zig's compiler.

    pip install ziglang cython "setuptools>=77"
    python scripts/platforms/cross.py aarch64-linux-gnu.2.28 x86_64-linux-musl
    python scripts/platforms/cross.py --headers Python-3.11.2 x86_64-windows-gnu aarch64-windows-gnu

Targets are named as in Zig. The wheels are for the version of Python that runs this script. For Linux, they are built
with the headers of that Python. Windows has a configuration of its own, in the folder PC of CPython's sources.
--headers names sources of the same version. The library of Python for Windows is made from the names that this Python
exports. Modules for macOS are built with this system's configuration of Python. This checks only that they compile
and link; do not publish these wheels. For each wheel, its file name, megabytes and seconds are printed. The exit
status is 1 if a build fails.
"""

from __future__ import annotations

import argparse
import os
import shlex
import subprocess
import sys
import sysconfig
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "build" / "cross"
ZIG = [sys.executable, "-m", "ziglang"]
VERSION = "{}{}".format(*sys.version_info)
# For each target: Python's name of the system, and the suffix of compiled modules there.
TARGETS = {
    "x86_64-linux-gnu.2.28": ("linux-x86_64", f".cpython-{VERSION}-x86_64-linux-gnu.so"),
    "aarch64-linux-gnu.2.28": ("linux-aarch64", f".cpython-{VERSION}-aarch64-linux-gnu.so"),
    "x86_64-linux-musl": ("linux-x86_64", f".cpython-{VERSION}-x86_64-linux-musl.so"),
    "aarch64-linux-musl": ("linux-aarch64", f".cpython-{VERSION}-aarch64-linux-musl.so"),
    "x86_64-macos.11.0": ("macosx-11.0-x86_64", f".cpython-{VERSION}-darwin.so"),
    "aarch64-macos.11.0": ("macosx-11.0-arm64", f".cpython-{VERSION}-darwin.so"),
    "x86_64-windows-gnu": ("win-amd64", f".cp{VERSION}-win_amd64.pyd"),
    "aarch64-windows-gnu": ("win-arm64", f".cp{VERSION}-win_arm64.pyd"),
}


def make_library(target: str, folder: Path) -> None:
    """Make pythonXY.lib from the names that this Python exports, so that a linker for Windows knows pythonXY.dll."""
    config = sysconfig.get_config_vars()
    shared = Path(config["LIBDIR"], config["LDLIBRARY"])
    program = shared if shared.suffix == ".so" and shared.exists() else Path(sys.executable).resolve()
    listed = subprocess.run(["nm", "-D", "--defined-only", program], capture_output=True, text=True, check=True).stdout
    lines = [f"LIBRARY python{VERSION}.dll", "EXPORTS"]
    for _, kind, name in (line.split() for line in listed.splitlines()):
        if name.startswith(("Py", "_Py")):
            lines.append(name if kind in "TtWw" else f"{name} DATA")
    names = folder / "python.def"
    names.write_text("\n".join(lines) + "\n")
    machine = "i386:x86-64" if target.startswith("x86_64") else "arm64"
    made = folder / f"python{VERSION}.lib"
    subprocess.run([*ZIG, "dlltool", "-m", machine, "-d", names, "-l", made], check=True)


def build(target: str, headers: Path | None, wheels: Path) -> Path:
    """Build a wheel for a target; return its path."""
    folder = FOLDER / f"{target}-{VERSION}"
    folder.mkdir(parents=True, exist_ok=True)
    system, suffix = TARGETS[target]
    flags, linked = [], []
    if "windows" in target:
        if headers is None:
            raise SystemExit(f"cross.py: {target} needs --headers, the sources of CPython {sys.version.split()[0]}")
        version = headers / "Include" / "patchlevel.h"
        wanted = "{}.{}.".format(*sys.version_info)
        if not version.exists() or f'PY_VERSION              "{wanted}' not in version.read_text(encoding="utf-8"):
            raise SystemExit(f"cross.py: {headers} has no sources of CPython {wanted}x")
        make_library(target, folder)
        flags = [f"-I{headers / part}" for part in ("PC", "Include")]
        linked = [f"-L{folder}", f"-lpython{VERSION}"]
    given = {
        "ODDSFISH_ZIG": target,
        "_PYTHON_HOST_PLATFORM": system,  # CPython's own variable for a build for another system
        "SETUPTOOLS_EXT_SUFFIX": suffix,
        "CFLAGS": shlex.join(flags),
        "LDFLAGS": shlex.join(linked),
    }
    made = folder / "wheel"
    for old in made.glob("*.whl"):
        old.unlink()
    command = [sys.executable, "setup.py", "-q", "build", "--build-base", str(folder), "bdist_wheel", "-d", str(made)]
    with (folder / "log").open("w") as log:
        subprocess.run(command, cwd=ROOT, env=os.environ | given, check=True, stdout=log, stderr=log)
    (found,) = made.glob("*.whl")
    wheels.mkdir(parents=True, exist_ok=True)
    name = found.name.replace("-linux_", "-musllinux_1_2_") if target.endswith("musl") else found.name
    return found.replace(wheels / name)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("targets", nargs="+", metavar="TARGET", choices=TARGETS, help=", ".join(TARGETS))
    parser.add_argument("--headers", type=Path, metavar="FOLDER", help="CPython's sources, for Windows")
    parser.add_argument("-o", "--output", type=Path, default=FOLDER, metavar="FOLDER", help="where the wheels go")
    arguments = parser.parse_args()
    failed = False
    for target in arguments.targets:
        began = time.monotonic()
        try:
            wheel = build(target, arguments.headers, arguments.output)
        except subprocess.CalledProcessError:
            failed = True
            print(f"{target}: failed, see {FOLDER / f'{target}-{VERSION}' / 'log'}")
        else:
            size = wheel.stat().st_size / 1e6
            print(f"{target}: {wheel.name}, {size:.2f} MB, {time.monotonic() - began:.0f} s", flush=True)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
