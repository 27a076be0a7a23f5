"""Build Oddsfish into one executable file, as OpenBench needs it.

The file holds python-chess and Oddsfish, compiled for this kind of machine and this Python. It needs the same Python
that built it. Python cannot load compiled modules from an archive, so the file unpacks itself at its first start into
the user's cache folder (~/.cache/oddsfish). ODDSFISH_NATIVE=1 compiles for this processor.

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
NOT_PACKED = ("bin", "__pycache__", "*.pyi", "*.pxd")  # patterns of installed files that are left out
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
    """A name for the contents of a folder: a hash of its files and their names."""
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
        # The real path of this Python: its virtual environment may be removed later.
        zipapp.create_archive(packed, output, interpreter=str(Path(sys.executable).resolve()), compressed=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
