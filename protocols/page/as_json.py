"""Positions, moves and scores for a page: plain data, to be sent as JSON."""

from __future__ import annotations

from typing import Any

from ...engine.display.diagram import diagram_of
from ...engine.display.diagram_text import Style, caption_rows
from ...engine.game import Game
from ...engine.position import Position
from ...engine.results import Score
from ...engine.searches import strongest

Json = dict[str, Any]


def position_json(position: Position[Any], game: Game, last: str) -> Json:
    """A position: its diagram, whose turn it is or how it has ended, and every legal move. last: the move before."""
    over = position.ending() is not None
    moves = [] if over else [move_json(position, game, move) for move in position.moves()]
    told = [json["cells"] for json in moves]
    for move, json in zip([] if over else position.moves(), moves, strict=True):
        if json["cells"] and told.count(json["cells"]) > 1:
            json["makes"] = made(position, move, json["cells"][-1][0])
    return {
        "fen": position.fen(),
        "player": position.player(),
        "over": over,
        "ending": game.words.ending(position) if over else "",
        "diagram": diagram_json(position, last),
        "strongest": "" if over else strongest(position),
        "result": game.result(position),
        "moves": moves,
    }


def diagram_json(position: Position[Any], last: str) -> Json | None:
    """The diagram; None for a game that is not drawn. last: the move before."""
    drawn = diagram_of(position, last)
    if drawn is None:
        return None
    said = caption_rows(drawn, Style(unicode=False))  # symbols that look as those on the board
    return {
        "columns": drawn.columns,
        "rows": drawn.rows,
        "cells": list(drawn.cells),
        "marks": {str(cell): mark for cell, mark in drawn.marks.items()},
        "files": drawn.files,
        "ranks": drawn.ranks,
        "surface": drawn.surface,
        "turns": drawn.turns,
        "status": said[0] if drawn.status else "",
        "said": said[bool(drawn.status) :],
    }


def move_json(position: Position[Any], game: Game, move: Any) -> Json:
    """move: as the game writes it. text: as people read it. cells: see Game.cells. odds: what chance can make of it."""
    return {
        "move": position.notation(move),
        "text": game.words.spell(position, move),
        "cells": [list(step) for step in game.cells(position, move)],
        "odds": [{"move": position.notation(certain), "chance": chance} for certain, chance in position.chances(move)],
    }


def made(position: Position[Any], move: Any, cell: int) -> str:
    """The key of the symbol that stands in a cell after a move, such as what a pawn has become."""
    position = position.clone()
    position.play(move)
    drawn = diagram_of(position)
    return "" if drawn is None else drawn.cells[cell]


def guesses_json(position: Position[Any]) -> list[Json]:
    """For each move: the utilities of its chance outcomes, with their probabilities, the best first."""
    found = []
    for move in [] if position.ending() is not None else position.moves():
        chances: dict[float, float] = {}
        for certain, chance in position.chances(move):
            after = position.clone()
            after.play(certain)
            chances[after.value()] = chances.get(after.value(), 0.0) + chance
        found.append({"text": position.notation(move), "outcomes": sorted(chances.items(), reverse=True)})
    return found


def score_json(score: Score) -> Json:
    """A score for the side to move: in units of the game, or the plies to a forced end."""
    return {name: getattr(score, name) for name in ("value", "centi", "plies", "bound", "result")}
