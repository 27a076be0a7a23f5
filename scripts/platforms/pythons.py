"""Install this checkout under other Pythons, and try it: use it when there is a new version of Python. Not for Windows.

    python scripts/platforms/pythons.py python3.10 python3.15 /opt/python3.14t/bin/python3
    python scripts/platforms/pythons.py --tests python3.15

Each has an environment of its own, in which Oddsfish is compiled for this processor alone. `smoke.py` tries it. With
--tests, the fast tests follow. A line shows the result of each Python. The exit status is 1 if one has failed.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ABOUT = """\
import platform, sys, sysconfig
free = sysconfig.get_config_var("Py_GIL_DISABLED")
print(platform.python_version() + (", free-threaded" if free else ""))
"""
LOCK = """\
import sys
import oddsfish.engine.position
print("the lock is " + ("on" if getattr(sys, "_is_gil_enabled", lambda: True)() else "off"))
"""


def attempt(words: list[str], where: Path = ROOT, **more: str) -> tuple[bool, str]:
    """Whether a command succeeds, and its output."""
    done = subprocess.run(
        words,
        cwd=where,
        env=os.environ | more,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return done.returncode == 0, done.stdout


def meet(python: str, tests: bool) -> bool:
    """Try one Python and print the result; return whether all steps succeeded."""
    began = time.monotonic()
    if shutil.which(python) is None:
        print(f"{python}: there is no such program", flush=True)
        return False
    _, about = attempt([python, "-c", ABOUT])
    with tempfile.TemporaryDirectory() as folder:
        here = str(Path(folder, "environment", "bin", "python"))
        steps = {
            "environment": [python, "-m", "venv", str(Path(folder, "environment"))],
            "build": [here, "-m", "pip", "install", "-q", f"{ROOT}{'[dev]' if tests else ''}"],
            "smoke": [here, str(ROOT / "scripts/platforms/smoke.py")],
            "lock": [here, "-W", "ignore", "-c", LOCK],
        }
        if tests:
            steps["tests"] = [here, "-m", "pytest", "-q", "-n", "3", "-m", "not slow and not clock"]
        for name, words in steps.items():
            # Not in the checkout, where Python would find the modules there.
            well, said = attempt(words, ROOT if name == "tests" else Path(folder), ODDSFISH_NATIVE="1")
            if not well:
                print(f"{python} ({about.strip()}): {name} failed:\n{said[-3000:]}", flush=True)
                return False
            if name in ("lock", "tests"):
                about = f"{about.strip()}, {said.strip().splitlines()[-1]}"
    print(f"{python} ({about.strip()}): all is well ({time.monotonic() - began:.0f} s)", flush=True)
    return True


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("pythons", nargs="+", metavar="PYTHON")
    parser.add_argument("--tests", action="store_true", help="also run the fast tests")
    arguments = parser.parse_args()
    failed = [python for python in arguments.pythons if not meet(python, arguments.tests)]
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main())
