"""Run Oddsfish and its tests on 64-bit Arm, which QEMU emulates: a wheel is cross-compiled, and installed in a Debian.

    sudo apt-get install debootstrap qemu-user-static
    .venv/bin/pip install . ziglang cython "setuptools>=77"
    sudo .venv/bin/python scripts/platforms/arm64.py FOLDER
    sudo .venv/bin/python scripts/platforms/arm64.py FOLDER tests/golden -k expectimax

The Debian is made in the folder, once. It takes two minutes, and 500 MB. Its Python must be of the version that runs
this script (3.11 for Debian 12). Arguments after FOLDER go to pytest; without them, the tests of rules, searches,
golden figures and protocols run, for about 15 minutes. First, `bench` must count the same nodes as here. The
output of the tests is also in FOLDER/log. Only root can make such a Debian. The exit status is pytest's.
"""

from __future__ import annotations

import argparse
import os
import platform
import re
import subprocess
import sys
import tarfile
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

from cross import ROOT, build

SUITE = "bookworm"
TESTS = ("golden", "conformance", "perft", "searches", "game_chess", "game_connect4", "protocols", "transcripts")
NEEDED = ("pytest", "pytest-xdist", "hypothesis", "numpy", "scipy", "cython", "setuptools>=77", "pyyaml")
# QEMU's registration, from Debian: how Linux recognises a program for Arm, and which program runs it.
FORMATS = Path("/proc/sys/fs/binfmt_misc")
KNOWN = Path("/usr/lib/binfmt.d/qemu-aarch64.conf")
# The mounts belong to one command, in a namespace of its own, so that nothing stays mounted, however it ends.
ENTER = """\
mount --bind /dev "$1/dev" && mount --bind /proc "$1/proc" && mount -t devpts devpts "$1/dev/pts" -o ptmxmode=0666 &&
mount --bind "$1/dev/pts/ptmx" "$1/dev/ptmx" && mount -t tmpfs tmpfs "$1/dev/shm" && root="$1" && shift &&
exec chroot "$root" "$@"
"""


def inside(root: Path, *words: str) -> list[str]:
    """The command that runs another one in the Debian."""
    return ["unshare", "--mount", "sh", "-c", ENTER, "sh", str(root), *words]


def step(what: str, command: Sequence[str | Path]) -> subprocess.CompletedProcess[str]:
    print(what, flush=True)
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"arm64.py: {what} failed:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return done


def make_debian(root: Path) -> None:
    if not (FORMATS / "register").exists():
        step("mount binfmt_misc", ["mount", "-t", "binfmt_misc", "none", FORMATS])
    if not (FORMATS / "qemu-aarch64").exists():
        (FORMATS / "register").write_bytes(KNOWN.read_bytes().splitlines()[0])
    if not (root / "etc" / "debian_version").exists() or (root / "debootstrap").exists():
        first = ["debootstrap", "--arch=arm64", "--variant=minbase", "--foreign", SUITE, str(root)]
        step("make a Debian for Arm", first)
        step("install it, emulated", ["chroot", root, "/debootstrap/debootstrap", "--second-stage"])
    # Names and certificates of this machine, so that pip finds its index.
    for given in ("etc/resolv.conf", "etc/pip.conf", "etc/ssl/certs/ca-certificates.crt"):
        if Path("/", given).exists():
            place = root / given
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(Path("/", given).read_bytes())
    if not (root / "venv").exists():
        step("fetch the list of packages", inside(root, "apt-get", "-q", "update"))
        wanted = ("python3-venv", "ca-certificates", "gcc", "python3-dev")
        step("install Python", inside(root, "apt-get", "-q", "-y", "install", "--no-install-recommends", *wanted))
        step("make an environment", inside(root, "python3", "-m", "venv", "/venv"))


def install(root: Path) -> None:
    """Install the wheel, and copy the files of the checkout that tests need."""
    wheel = build("aarch64-linux-gnu.2.28", None, root / "tmp")
    print(f"built {wheel.name}", flush=True)
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
    packed = BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as archive:
        for name in listed.decode().split("\0")[:-1]:
            if (ROOT / name).exists():
                archive.add(ROOT / name, name)
    work = root / "work"
    step("remove the old files", ["rm", "-rf", work])
    work.mkdir()
    packed.seek(0)
    with tarfile.open(fileobj=packed) as archive:
        archive.extractall(work, filter="data")
    pip = ("/venv/bin/pip", "-q", "install")
    step("install what tests need", inside(root, *pip, *NEEDED))
    step("install the wheel", inside(root, *pip, "--force-reinstall", f"/tmp/{wheel.name}"))


def nodes(command: Sequence[str | Path]) -> str:
    """The number of nodes that `bench` counts."""
    found = re.findall(r"(\d+) nodes \d+ nps", step("bench", command).stdout)
    return found[-1] if found else "nothing"


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    parser.add_argument("words", nargs=argparse.REMAINDER, metavar="WORD", help="pytest's")
    arguments = parser.parse_args()
    if os.geteuid():
        raise SystemExit("arm64.py: only root can make a Debian of its own")
    if platform.libc_ver()[0] != "glibc" or not KNOWN.exists():
        raise SystemExit("arm64.py: install debootstrap and qemu-user-static first")
    root = arguments.folder.resolve() / "root"
    root.mkdir(parents=True, exist_ok=True)
    make_debian(root)
    there = step(
        "ask for the version", inside(root, "python3", "-c", "import sys; print(*sys.version_info[:2])")
    ).stdout
    if there.split() != [str(number) for number in sys.version_info[:2]]:
        raise SystemExit(f"arm64.py: the Debian has Python {there.strip()}: run this script with the same version")
    install(root)
    here = nodes([sys.executable, "-m", "oddsfish", "bench"])
    emulated = nodes(inside(root, "/venv/bin/oddsfish", "bench"))
    print(f"bench: {here} nodes here, {emulated} on Arm", flush=True)
    if here != emulated:
        return 1
    words = arguments.words or [f"tests/{name}" for name in TESTS]
    run = ("-m", "pytest", "-q", "-n", str(os.cpu_count()), "--dist", "worksteal", "-m", "not slow and not clock")
    log = arguments.folder / "log"
    with (
        log.open("w", encoding="utf-8") as written,
        subprocess.Popen(
            inside(root, "sh", "-c", 'cd /work && exec /venv/bin/python "$@"', "sh", *run, *words),
            stdout=subprocess.PIPE,
            text=True,
        ) as tests,
    ):
        assert tests.stdout is not None
        for line in tests.stdout:
            print(line, end="", flush=True)
            written.write(line)
    return tests.returncode


if __name__ == "__main__":
    sys.exit(main())
