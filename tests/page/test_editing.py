"""Positions that are put together, names of openings, and the many starts of Chess960."""

from __future__ import annotations

from random import Random
from typing import Any

import chess
import pytest
from oddsfish.engine import games
from oddsfish.engine.display.diagram import diagram_of
from oddsfish.engine.options import options_for
from page_server import Talk, place

EDITABLE = [name for name, game in games.shipped().items() if game.side_letters]


@pytest.mark.parametrize("game", EDITABLE)
def test_what_the_editor_takes_apart_it_puts_together(talk: Talk, game: str) -> None:
    """Positions of random games. Move numbers are kept if the editor has them."""
    known = games.find(game)
    random = Random(3)
    position = known.start(None, options_for(known))
    for _ in range(80):
        if position.ending() is not None:
            position = known.start(None, options_for(known))
        position.play(position.notation(random.choice(position.moves())))
        drawn = diagram_of(position)
        assert drawn is not None
        told = talk.ask("edit", place=place(game, fen=position.fen()))
        asked = {"game": game, "rules": {}, "cells": list(drawn.cells), "player": position.player()}
        answer = talk.ask("compose", **asked, values=told["values"])
        if position.ending() is None or "fen" in answer:
            wanted = position.fen() if known.editor else position.fen().rsplit(maxsplit=1)[0]
            assert answer["fen"].startswith(wanted), answer


def test_what_is_no_position_is_said(talk: Talk) -> None:
    asked: dict[str, Any] = {"game": "chess", "rules": {}, "player": 0, "values": {}}
    for cells, said in (([""] * 64, "king"), (["K"], "no board of chess"), (["x"] * 64, "no board of chess")):
        error = talk.ask("compose", **asked, cells=cells)["error"]
        assert said in error and "\n" not in error
    assert "no board editor" in talk.ask("edit", place=place("hilo", "5"))["error"]
    assert (
        "White may castle"
        in talk.ask("compose", **asked | {"values": {"White may castle short": "x"}}, cells=[""] * 64)["error"]
    )


def test_openings_have_their_names(talk: Talk) -> None:
    """The last name on the way stays, also where the game has gone on."""
    moves = ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "g8f6"]
    assert talk.ask("position", place=place("chess", *moves))["opening"] == "Ruy Lopez: Berlin Defense (C65)"
    later = talk.ask("play", place=place("chess", *moves), move="a4")
    assert later["opening"] == "Ruy Lopez: Berlin Defense (C65)"
    assert talk.ask("position", place=place("connect4", "d"))["opening"] == ""


def test_games_of_chess960_begin_in_many_ways(talk: Talk) -> None:
    starts = {talk.ask("begin", place=place("chess", UCI_Chess960="true"))["fen"] for _ in range(8)}
    assert len(starts) > 1
    for fen in starts:
        board = chess.Board(fen or chess.STARTING_FEN, chess960=True)
        assert board.chess960_pos() is not None
    assert talk.ask("begin", place=place("chess"))["fen"] == ""
