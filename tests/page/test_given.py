"""Options that who starts the server sets for every search of its pages."""

from __future__ import annotations

import http.client
import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from engine_process import COMMAND
from oddsfish.engine import games
from oddsfish.engine.options import options_for
from oddsfish.engine.searches import shipped
from oddsfish.protocols.page.search_settings import reads
from page_server import Server, Talk, place, serving
from trained import MODEL


def of_game(server: Server, game: str) -> dict[str, Any]:
    """What is offered of a game."""
    connection = http.client.HTTPConnection(server.host, timeout=10)
    connection.request("GET", "/offer.json", headers={"Cookie": server.cookie})
    offer = json.loads(connection.getresponse().read())
    found: dict[str, Any] = next(known for known in offer["games"] if known["name"] == game)
    return found


def offered(server: Server, game: str) -> dict[str, object]:
    """The options that a page may set, with the values that they have before."""
    return {option["name"]: option["default"] for option in of_game(server, game)["options"]}


def searches(server: Server, game: str) -> list[str]:
    found: list[str] = of_game(server, game)["searches"]
    return found


def test_a_search_that_needs_a_file_has_it(tmp_path: Path) -> None:
    words = ("--set", f"Model={MODEL}", "--set", "opponentblunder=300")
    with serving(tmp_path, *words) as server, server.connect() as connection:
        talk = Talk(connection)
        limits = {"depth": 1, "movetime": 1000}
        told = talk.until(talk.send("search", place=place("chess"), options={"Search": "Predictive"}, limits=limits))
        assert told[-1]["done"] and told[-1]["move"], told[-1]
        shown = offered(server, "chess")
        assert shown["OpponentBlunder"] == 300 and "Model" not in shown
        refused = talk.ask("search", place=place("chess"), options={"Model": "other.model"}, limits=limits)
        assert refused["error"] == "a page cannot set 'Model'"


def test_without_it_that_is_said(talk: Talk) -> None:
    told = talk.until(talk.send("search", place=place("chess"), options={"Search": "Predictive"}, limits={"depth": 1}))
    assert "needs a trained model" in told[-1]["error"] and "oddsfish page --set Model=FILE" in told[-1]["error"]


def test_what_cannot_search_is_not_offered(server: Server, tmp_path: Path) -> None:
    """A search that needs a model, where there is none."""
    assert "PVS" in searches(server, "chess") and "Predictive" not in searches(server, "chess")
    with serving(tmp_path, "--set", f"Model={MODEL}") as given:
        assert "Predictive" in searches(given, "chess")


def test_the_page_sets_over_it(tmp_path: Path) -> None:
    """A tree at blunders of one in a thousand is not that of always."""
    words = ("--set", "Opponent=blunder", "--set", "OpponentBlunder=1000")
    with serving(tmp_path, *words) as server, server.connect() as connection:
        talk = Talk(connection)
        values = []
        for options in ({}, {"OpponentBlunder": "1"}, {"OpponentBlunder": "1000"}):
            asked = {"place": place("tictactoe", "b2", "b1"), "search": "Expectimax", "depth": 3, "above": []}
            told = talk.until(talk.send("tree", **asked, options=options, low=None, high=None))
            values.append(told[-1]["node"]["value"])
    assert values[0] == values[2] != values[1]


def test_a_seed_repeats_a_game_whose_moves_still_differ(tmp_path: Path) -> None:
    """The same one in each game, which goes on from move to move."""
    with serving(tmp_path, "--set", "Seed=7") as server, server.connect() as connection:
        talk = Talk(connection)
        games = []
        for _ in range(2):
            moves: list[str] = []
            for _ in range(8):
                options, limits = {"Search": "Random"}, {"depth": 1}
                asked = talk.send("search", place=place("connect4", *moves), options=options, limits=limits)
                moves.append(talk.until(asked)[-1]["move"])
            games.append(moves)
    assert games[0] == games[1] and len(set(games[0])) > 2


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("Model", "NAME=VALUE"),
        ("Search=PVS", "on the page"),
        ("Slip=true", "a rule of Connect-4"),
        ("Ponder=true", "of no use"),
        ("Clear Hash=", "of no use"),
        ("MultPV=2", "MultiPV"),
        ("MultiPV=x", "from 1 to 256"),
        ("Model=nofile", "the model 'nofile' cannot be read"),
    ],
)
def test_what_makes_no_sense_is_told_in_one_line(word: str, said: str) -> None:
    words = [*COMMAND, "page", "--no-open", "--port", "0", "--set", word]
    run = subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)
    assert run.returncode == 2 and said in run.stderr and run.stderr.count("\n") == 1, run


ALL = {"AlphaBeta", "BranchLimit", "Expectimax", "Minimax", "Predictive", "Random", "PVS", "Solver"}
READERS = {  # by what `readers` says
    "all": ALL,
    "none": set(),
    "all but PVS": ALL - {"PVS"},
    "all but PVS, Solver": ALL - {"PVS", "Solver"},
    "PVS": {"PVS"},
    "PVS, with UCI_LimitStrength": {"PVS"},
    "Minimax": {"Minimax"},
    "AlphaBeta": {"AlphaBeta"},
    "BranchLimit": {"BranchLimit"},
    "Predictive": {"Predictive"},
    "Solver": {"Solver"},
    "Expectimax": {"Expectimax"},
    "Minimax, AlphaBeta, Expectimax": {"Minimax", "AlphaBeta", "Expectimax"},
    "Minimax, AlphaBeta, Expectimax, BranchLimit": {"Minimax", "AlphaBeta", "Expectimax", "BranchLimit"},
    "PVS, Solver; BranchLimit, with LookAhead": {"PVS", "Solver", "BranchLimit"},
    "PVS, Solver; those that read Table, with it; Minimax, with Memoise": {
        *("PVS", "Solver", "Minimax", "AlphaBeta", "Expectimax")
    },
}


@pytest.mark.parametrize("game", games.shipped())
def test_every_option_is_offered_with_the_searches_that_read_it(game: str) -> None:
    table = options_for(games.find(game)).table
    assert {*shipped()} == ALL
    for option in table.values():
        found = {search for search in ALL if reads(search, option, table)}
        if option.readers in READERS:
            assert found == READERS[option.readers], option.name
        elif option.readers.startswith("Expectimax, with"):
            assert found == {"Expectimax"}, option.name
        else:
            assert option.readers.startswith(("all, with", "all, in")) and found == ALL, option.readers


def test_an_offer_names_readers(server: Server) -> None:
    offer = {option["name"]: option["readers"] for option in of_game(server, "chess")["options"]}
    assert "PVS" not in offer["MateDistance"] and "Expectimax" in offer["MateDistance"]
    assert {"PVS", "Minimax"} <= {*offer["Evaluation"]} and offer["Contempt"] == ["PVS"]
