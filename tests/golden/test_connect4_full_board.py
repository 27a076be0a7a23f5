"""R1: nodes, values and best columns of Connect-4 to a full board, every cell from Python and through UGI."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from oddsfish.engine import Connect4Position, Limits, analyse
from oddsfish.engine.option import Value
from ugi_runner import ugi

GOLDEN = json.loads(Path(__file__).with_name("connect4_full_board.json").read_text())

WEIGHTS = (3, 1, 1)
AGENTS = {
    "ab_potential": ("AlphaBeta", "OpenWindows"),
    "ab_actual+potential": ("AlphaBeta", "Windows"),
    "ab_actual": ("AlphaBeta", "Fours"),
    "minimax_potential": ("Minimax", "OpenWindows"),
    "expectiminimax_potential": ("Expectimax", "OpenWindows"),
}
# As in the original: one depth, moves from the left, the whole tree.
OPTIONS: dict[str, Value] = {"MoveOrder": "left-to-right", "Deepening": False, "Opponent": "optimal"}

CELLS = [
    pytest.param(start, agent, cell, id=f"{start}-{agent}-{cell['K']}")
    for start, agents in GOLDEN["runs"].items()
    for agent, cells in agents.items()
    for cell in cells
]


def first_moves(start: str) -> tuple[str, ...]:
    """The move of X in this start, if there is one; the file counts columns from 0."""
    return () if start == "empty" else ("abcdefg"[int(start[-1])],)


def depth_of(agent: str, k: int) -> int:
    """The depth in plies; the original counts layers of chance, too."""
    return (k + 1) // 2 if agent.startswith("expectiminimax") else k


def begin(start: str, agent: str) -> Connect4Position:
    weights = WEIGHTS if agent.startswith("expectiminimax") else None
    position = Connect4Position(rules="fullboard", weights=weights)
    for move in first_moves(start):
        position.play(position.parse_certain(move))
    return position


def test_the_file_is_whole() -> None:
    assert len(CELLS) == 8 * len(AGENTS) * 8
    assert {agent for agents in GOLDEN["runs"].values() for agent in agents} == set(AGENTS)


@pytest.mark.parametrize(("start", "agent", "cell"), CELLS)
def test_from_python(start: str, agent: str, cell: dict[str, Any]) -> None:
    search, evaluation = AGENTS[agent]
    depth = depth_of(agent, cell["K"])
    result = analyse(begin(start, agent), search, Limits(depth=depth), {**OPTIONS, "Evaluation": evaluation})
    assert result.nodes == cell["nodes"]
    assert result.score.value == pytest.approx(cell["value"], abs=1e-9)
    assert result.move == "abcdefg"[cell["col"]]


@pytest.mark.parametrize("k", range(1, 9))
@pytest.mark.parametrize("agent", ["minimax", "alphabeta", "expectiminimax"])
def test_the_published_table(agent: str, k: int) -> None:
    name = {"minimax": "minimax_potential", "alphabeta": "ab_potential", "expectiminimax": "expectiminimax_potential"}
    start = GOLDEN["alphabeta_explained"][f"K{k}"].replace("any", "X_first_in_col_0")
    search, evaluation = AGENTS[name[agent]]
    position = begin(start, name[agent])
    result = analyse(position, search, Limits(depth=depth_of(name[agent], k)), {**OPTIONS, "Evaluation": evaluation})
    assert result.nodes == GOLDEN["claimed"][agent][k - 1]


@pytest.mark.parametrize("agent", AGENTS)
def test_through_the_protocol(agent: str) -> None:
    search, evaluation = AGENTS[agent]
    slip = "true" if agent.startswith("expectiminimax") else "false"
    settings = [f"{name} value {str(value).lower()}" for name, value in OPTIONS.items()]
    settings += [f"Search value {search}", f"Evaluation value {evaluation}", "Rules value fullboard"]
    cells = [(start, cell) for start, agents in GOLDEN["runs"].items() for cell in agents[agent] if cell["K"] <= 6]
    with ugi(*settings, f"Slip value {slip}") as engine:
        for start, cell in cells:
            engine.send(f"position startpos moves {' '.join(first_moves(start))}")
            *infos, best = engine.go(f"go depth {depth_of(agent, cell['K'])}")
            infos = [line for line in infos if " currmove " not in line]  # these come only after three seconds
            assert best == f"bestmove {'abcdefg'[cell['col']]}"
            found = re.findall(r" score cp (-?\d+) nodes (\d+) ", infos[0])
            assert found == [(str(round(100 * cell["value"])), str(cell["nodes"]))]
            exact = [float(line.removeprefix("info string value ")) for line in infos[1:]]
            assert exact == pytest.approx([] if whole(cell["value"]) else [cell["value"]], abs=1e-9)


def whole(value: float) -> bool:
    """Whether a value is a whole number of hundredths."""
    return abs(100 * value - round(100 * value)) < 1e-9


SMALL = [
    pytest.param(start, name, cell, id=f"{start}-{name}")
    for start, cells in GOLDEN["small"].items()
    for name, cell in cells.items()
]


@pytest.mark.parametrize(("start", "name", "cell"), SMALL)
def test_small_trees_with_the_value_of_every_move(start: str, name: str, cell: dict[str, Any]) -> None:
    kind, k = name.split("/K")
    chance = kind == "em"
    position = begin("empty" if start == "None" else f"X_first_in_col_{start}", "expectiminimax" if chance else "")
    options: dict[str, Value] = {**OPTIONS, "Evaluation": "Windows" if kind == "full" else "OpenWindows", "MultiPV": 7}
    limits = Limits(depth=depth_of("expectiminimax" if chance else "", int(k)))
    if not chance:
        for search, nodes in (("Minimax", "mm_nodes"), ("AlphaBeta", "ab_nodes")):
            result = analyse(position, search, limits, {**options, "MultiPV": 1})
            assert (result.nodes, result.score.value) == (cell[nodes], cell["value"])
            assert result.move == "abcdefg"[cell["col"]]
        return
    result = analyse(position, "Expectimax", limits, options)
    assert result.nodes == cell["nodes"]
    wanted = {"abcdefg"[int(column)]: float(Fraction(value)) for column, value in cell["root"].items()}
    assert {line.move: line.score.value for line in result.lines} == pytest.approx(wanted, abs=1e-12)
    assert result.move == "abcdefg"[cell["col"]]
