"""Builds Oddsfish into one executable file, for whoever moves engines about as single files: OpenBench does.

The file holds Oddsfish, compiled for this machine's kind and this Python, and python-chess; it needs the very Python
that built it. Compiled modules cannot be loaded out of an archive: when it is first started it unpacks itself, once,
into the user's cache folder (~/.cache/oddsfish). ODDSFISH_NATIVE=1 compiles for this processor.

    ODDSFISH_NATIVE=1 python scripts/onefile.py oddsfish && ./oddsfish bench
"""

from __future__ import annotations

import argparse
import hashlib
import shutil
import subprocess
import sys
import tempfile
import zipapp
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NOT_PACKED = ("bin", "__pycache__", "*.pyi", "*.pxd")  # of what pip installs
STARTER = """\
import os
import sys
import tempfile
import zipfile

archive = os.path.dirname(os.path.abspath(__file__))
cache = os.path.join(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"), "oddsfish")
folder = os.path.join(cache, "{digest}")
if not os.path.isdir(folder):
    os.makedirs(cache, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=cache) as unpacked:
        with zipfile.ZipFile(archive) as opened:
            opened.extractall(os.path.join(unpacked, "whole"))
        try:
            os.rename(os.path.join(unpacked, "whole"), folder)  # all of it at once
        except OSError:
            if not os.path.isdir(folder):  # else another process was faster
                raise
sys.path[0] = folder
from oddsfish.protocols.start import main

sys.exit(main())
"""


def digest(folder: Path) -> str:
    """A name for what is in a folder."""
    found = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            found.update(f"{path.relative_to(folder)}\0{path.stat().st_size}\0".encode() + path.read_bytes())
    return found.hexdigest()[:32]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("output", type=Path, help="the file to write")
    output: Path = parser.parse_args().output
    with tempfile.TemporaryDirectory() as work:
        installed, packed = Path(work, "installed"), Path(work, "packed")
        done = subprocess.run(
            [sys.executable, "-m", "pip", "install", "-q", "--no-compile", "--target", installed, ROOT], check=False
        )
        if done.returncode:
            raise SystemExit(f"onefile: pip has failed with status {done.returncode}")
        shutil.copytree(installed, packed, ignore=shutil.ignore_patterns(*NOT_PACKED))
        (packed / "__main__.py").write_text(STARTER.format(digest=digest(packed)))
        # Where this Python really is: an environment around it may be gone tomorrow.
        zipapp.create_archive(packed, output, interpreter=str(Path(sys.executable).resolve()), compressed=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
