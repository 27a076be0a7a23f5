"""The lines of UCI and UGI that describe the engine's options, its search and its scores."""

from __future__ import annotations

from ..engine.options import Option

TYPE_CHECKING = False  # to type checkers it is true; the module typing is slow to import
if TYPE_CHECKING:
    from ..engine.results import Info, Score


def describe_option(option: Option) -> str:
    """The line that describes an option for a GUI."""
    text = f"option name {option.name} type {option.kind}"
    if option.kind == "check":
        text += f" default {str(option.default).lower()}"
    elif option.kind != "button":
        text += f" default {option.default if option.default != '' else '<empty>'}"
    if option.kind == "spin":
        text += f" min {option.low} max {option.high}"
    return text + "".join(f" var {choice}" for choice in option.choices)


def describe_info(info: Info, mate_in_plies: bool, wdl: tuple[int, ...] | None = None) -> str:
    """The info line. wdl: how many of 1000 games are won, drawn and lost, if that is to be shown."""
    counts = f"nodes {info.nodes} nps {int(info.nodes / info.seconds) if info.seconds > 0 else info.nodes}"
    tail = f"{counts} hashfull {info.hashfull} tbhits {info.hits} time {int(info.seconds * 1000)}"
    if info.current:
        return f"info depth {info.depth} currmove {info.current} currmovenumber {info.number} {tail}"
    line = info.line
    assert line is not None, "an info tells of a line or of a move"
    score = f"score {describe_score(line.score, mate_in_plies)}"
    if wdl is not None:
        score += f" wdl {' '.join(map(str, wdl))}"
    if not line.pv:
        return f"info depth {line.depth} {score}"
    start = f"info depth {line.depth} seldepth {line.seldepth} multipv {info.number} {score}"
    return f"{start} {tail} pv {' '.join(line.pv)}"


def describe_score(score: Score, mate_in_plies: bool) -> str:
    """The score. A mate is counted in moves of one side, or in plies. For an unknown bound, depth 0 tells enough."""
    if score.plies is None:
        text = f"cp {score.centi}"
    elif mate_in_plies:
        text = f"mate {score.plies}"
    else:
        text = f"mate {(score.plies + 1) // 2 if score.plies > 0 else -(-score.plies // 2)}"
    return f"{text} {score.bound}bound" if score.bound in ("lower", "upper") else text
