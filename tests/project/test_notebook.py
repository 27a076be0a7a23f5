"""docs/tour.ipynb, which a student opens first: it runs from top to bottom, and nobody's outputs are in it."""

from __future__ import annotations

import shutil
from collections import Counter
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

NOTEBOOK = Path(__file__).resolve().parents[2] / "docs" / "tour.ipynb"


def read() -> Any:
    return nbformat.read(NOTEBOOK, as_version=4)  # type: ignore[no-untyped-call]


def outputs(notebook: Any) -> list[Any]:
    return [output for cell in notebook.cells for output in cell.get("outputs", [])]


def test_it_is_kept_without_outputs() -> None:
    notebook = read()
    assert outputs(notebook) == []
    assert [cell for cell in notebook.cells if cell.get("execution_count") is not None] == []
    assert set(notebook.metadata) == {"kernelspec", "language_info"}
    assert set(notebook.metadata.language_info) == {"name"}  # no version: it would differ from machine to machine


def test_every_cell_runs_and_shows_something() -> None:
    notebook = read()
    NotebookClient(
        notebook, timeout=120, kernel_name="python3", resources={"metadata": {"path": NOTEBOOK.parent}}
    ).execute()
    shown = Counter(kind for output in outputs(notebook) for kind in output.get("data", {}))
    assert shown["image/svg+xml"] == 4 + (
        shutil.which("dot") is not None
    )  # boards, a card, and a tree where it can be drawn
    assert shown["text/html"] == 3  # results
    assert shown["image/png"] == 3  # plots
    printed = "".join(output.text for output in outputs(notebook) if output.output_type == "stream")
    assert "mate 100000: f3e5" in printed
