"""docs/tour.ipynb, which a student opens first: it runs from top to bottom, and shows the outputs kept in it."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

PICTURES = {"image/svg+xml", "image/png"}
NOTEBOOK = Path(__file__).resolve().parents[2] / "docs" / "tour.ipynb"


def read() -> Any:
    return nbformat.read(NOTEBOOK, as_version=4)  # type: ignore[no-untyped-call]


def outputs(notebook: Any) -> list[Any]:
    return [output for cell in notebook.cells for output in cell.get("outputs", [])]


def texts(notebook: Any) -> list[str]:
    """What each cell prints and shows as text, without times; pictures differ from one matplotlib to the next."""

    def text(output: Any) -> str:
        data = output.get("data", {})
        shown = data.get("text/html") or ("" if data.keys() & PICTURES else data.get("text/plain", ""))
        return re.sub(r"[\d.e+-]+ s\b", "", output.get("text", "") + shown)

    # The output of a cell comes in one piece or in several, depending on the timing.
    return ["".join(text(output) for output in cell.get("outputs", [])) for cell in notebook.cells]


def test_it_runs_and_shows_what_is_kept() -> None:
    notebook = read()
    assert set(notebook.metadata) == {"kernelspec", "language_info"}
    assert set(notebook.metadata.language_info) == {"name"}  # no version: it would differ from machine to machine
    kept = Counter(kind for output in outputs(notebook) for kind in output.get("data", {}))
    wanted = texts(notebook)
    assert kept["image/svg+xml"] == 5 and kept["image/png"] == 4  # boards, a card and a tree; plots
    assert kept["text/html"] == 4  # results, and a comparison
    NotebookClient(
        notebook, timeout=120, kernel_name="python3", resources={"metadata": {"path": NOTEBOOK.parent}}
    ).execute()
    for cell, was, now in zip(notebook.cells, wanted, texts(notebook), strict=True):
        assert now == was, cell.source
