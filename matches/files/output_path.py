"""Whether a file can be written: checks of its path, before a match or a person writes it.

Links are followed, and never replaced.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from ...engine.support.regular_file import check_regular, write_all


def check_output(path: Path, anew: bool = False) -> None:
    """OSError or ValueError, with name and reason, if a file cannot be written. Nothing is created or changed.

    anew: whether it will be replaced, which needs a new file beside it.
    """
    there = check_regular(path)
    if there:
        os.close(os.open(path, os.O_RDWR))
    if anew or not there:
        try:
            # Only a try can tell, above all for root.
            with tempfile.TemporaryFile(dir=Path(os.path.realpath(path)).parent):
                pass
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(path)) from error


def create_output(path: Path, data: bytes) -> None:
    """Write a file that is not there yet, whole or not at all. OSError or ValueError, with name and reason.

    A link of that name counts as a file, wherever it leads.
    """
    try:
        file = path.open("xb")
    except FileExistsError:
        raise ValueError(f"{path} is there already, and stays as it is") from None
    try:
        with file:
            write_all(file.fileno(), data)
    except OSError as error:
        path.unlink(missing_ok=True)
        raise OSError(error.errno, error.strerror, str(path)) from error
