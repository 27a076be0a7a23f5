"""Compiled modules for this processor. `setup.py` compiles each for any processor, and again for levels of x86-64."""

from __future__ import annotations

import os
import sys
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader, ModuleSpec

TYPE_CHECKING = False  # to type checkers it is true; the module typing is slow to import
if TYPE_CHECKING:
    from typing import Any


class Levels:
    """An import finder: it looks for compiled modules of a package first in another folder with the same layout."""

    def __init__(self, package: str, folder: str) -> None:
        self.package = package
        self.folder = folder
        self.suffix = EXTENSION_SUFFIXES[0]

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        if name.startswith(f"{self.package}."):
            file = f"{self.folder}{name[len(self.package) :].replace('.', '/')}{self.suffix}"
            if os.path.exists(file):  # noqa: PTH110 -- pathlib is slow to import
                spec = ModuleSpec(name, ExtensionFileLoader(name, file), origin=file)
                spec.has_location = True
                return spec
        return None


def choose(package: str, folder: str) -> None:
    """Import the compiled modules of a package from the folder for this processor. folder: that of the package.

    A build for a single kind of processor has no such folders.
    """
    if os.path.isdir(f"{folder}/x86-64-v3"):  # noqa: PTH112
        from .processor import level

        for number in range(level(), 2, -1):
            if os.path.isdir(f"{folder}/x86-64-v{number}"):  # noqa: PTH112
                sys.meta_path.insert(0, Levels(package, f"{folder}/x86-64-v{number}"))
                return
