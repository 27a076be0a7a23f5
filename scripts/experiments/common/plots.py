"""Plots of experiments, without the state that pyplot keeps and without a window. Colours are Okabe and Ito's."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from oddsfish.engine.display import colours

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

COLOURS = colours.lines()
MARKERS = "os^Dv<>P"  # lines are told apart without colour, too
DOTS = 90  # per inch of PNG: legible, and small enough to be kept with the text
COLUMNS = 3  # of names below a plot
BREADTH = 0.8  # of all bars of one group together; groups are 1 apart

Plots = Mapping[str, Callable[[], "Figure"]]  # by the names of their files


def require_matplotlib() -> None:
    """Fail now, not after the measurements."""
    try:
        import matplotlib  # noqa: F401 -- only those who want plots need it
    except ImportError as error:
        raise ValueError(
            "--plots needs matplotlib: pip install '.[plots]' in the source folder, or pip install matplotlib"
        ) from error


def write_plots(plots: Plots, folder: Path) -> None:
    for name, draw in plots.items():
        figure = draw()
        for suffix in (".svg", ".png"):
            figure.savefig(folder / f"{name}{suffix}", dpi=DOTS)


def new_plot(title: str, panels: int = 1, height: float = 4.0) -> tuple[Figure, Sequence[Axes]]:
    """An empty plot of some panels beside each other."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, height), layout="constrained")
    figure.suptitle(title, fontsize="medium")
    axes = list(figure.subplots(1, panels, squeeze=False)[0])
    for each in axes:
        each.grid(True, color="0.9")
        each.set_axisbelow(True)
        each.spines[["top", "right"]].set_visible(False)
    return figure, axes


def draw_bars(
    axes: Axes,
    names: Sequence[str],
    series: Mapping[str, Sequence[float]],
    intervals: Mapping[str, Sequence[tuple[float, float]]] | None = None,
) -> None:
    """A group of bars for each name, with one bar for each series. intervals: the ends (low, high) for each value."""
    breadth = BREADTH / len(series)
    for number, (label, values) in enumerate(series.items()):
        places = [place + (number - (len(series) - 1) / 2) * breadth for place in range(len(names))]
        bars = axes.barh(places, values, breadth, label=label, color=COLOURS[number % len(COLOURS)])
        if intervals is not None:
            for bar, value, (low, high) in zip(bars, values, intervals[label], strict=True):
                middle = bar.get_y() + bar.get_height() / 2
                axes.errorbar(value, middle, xerr=[[value - low], [high - value]], color="0.2", capsize=2, linewidth=1)
    axes.set_yticks(range(len(names)), names)
    axes.invert_yaxis()
    if len(series) > 1:
        axes.figure.legend(frameon=False, fontsize="small", loc="outside lower center", ncols=len(series))


def draw_lines(axes: Axes, lines: Mapping[str, Sequence[tuple[float, float]]], x: str, y: str) -> None:
    """A line of points (x, y) for each name; y is logarithmic."""
    for number, (name, points) in enumerate(lines.items()):
        xs, ys = zip(*points, strict=True)
        colour, marker = COLOURS[number % len(COLOURS)], MARKERS[number % len(MARKERS)]
        axes.plot(xs, ys, label=name, color=colour, marker=marker, markersize=3, linewidth=1)
    axes.set_xlabel(x)
    axes.set_ylabel(y)
    axes.set_yscale("log")
    axes.yaxis.set_major_formatter("{x:g}")
    axes.yaxis.set_minor_formatter("{x:g}")


def name_lines(figure: Figure, axes: Axes) -> None:
    """Name the lines below all panels, which have the same lines."""
    handles, labels = axes.get_legend_handles_labels()
    figure.legend(handles, labels, frameon=False, fontsize="small", loc="outside lower center", ncols=COLUMNS)
