"""Options that are set when the server is started, for every search of its pages."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from oddsfish.engine import games
from oddsfish.engine.options import options_for
from oddsfish.engine.searches import shipped
from oddsfish.protocols.errors import UsageError
from oddsfish.protocols.page import search_settings
from oddsfish.protocols.page.content import offer
from page_server import Server, Talk, place, serving
from trained import MODEL


def offered(server: Server, game: str) -> dict[str, object]:
    """The options that a page may set, with their defaults."""
    return {option["name"]: option["default"] for option in server.offer(game)["options"]}


SET = (f"Model={MODEL}", "Opponent=blunder", "opponentblunder=1000", "Seed=7")


@pytest.fixture(scope="module")
def given(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose searches use all of these options."""
    with serving(tmp_path_factory.mktemp("given"), *(f"--set={word}" for word in SET)) as found:
        yield found


def test_a_search_that_needs_a_file_has_it_and_is_offered(server: Server, given: Server, talk: Talk) -> None:
    searches = {named: named.offer("chess")["searches"] for named in (server, given)}
    assert "PVS" in searches[server] and "Predictive" not in searches[server] and "Predictive" in searches[given]
    shown = offered(given, "chess")
    assert shown["OpponentBlunder"] == 1000 and "Model" not in shown
    asked = {"place": place("chess"), "limits": {"depth": 1, "movetime": 1000}}
    with given.connect() as connection:
        other = Talk(connection)
        told = other.until(other.send("search", **asked, options={"Search": "Predictive"}))
        assert told[-1]["done"] and told[-1]["move"], told[-1]
        refused = other.ask("search", **asked, options={"Model": "other.model"})
        assert refused["error"] == "a page cannot set 'Model'"
    error = talk.until(talk.send("search", **asked, options={"Search": "Predictive"}))[-1]["error"]
    assert "needs a trained model" in error and "oddsfish page --set Model=FILE" in error


@pytest.mark.parametrize("evaluation", ["Simplified", "Fours", "Net"])
def test_an_evaluation_counts_in_the_games_that_have_it(evaluation: str) -> None:
    given = search_settings.given([f"Evaluation={evaluation}"])
    found = {game["name"]: game for game in offer(1, match=False, given=tuple(given.items()))["games"]}
    defaults = {
        name: option["default"]
        for name, game in found.items()
        for option in game["options"]
        if option["name"] == "Evaluation"
    }
    having = {"Simplified": {"chess"}, "Fours": {"connect4"}, "Net": {"chess", "connect4"}}[evaluation]
    assert defaults == {name: evaluation if name in having else "Auto" for name in ("chess", "connect4", "tictactoe")}
    assert "Minimax" in found["tictactoe"]["searches"]


def test_the_page_sets_over_it(given: Server) -> None:
    """The tree for one blunder in a thousand moves is not the one for a blunder at every move."""
    with given.connect() as connection:
        talk = Talk(connection)
        values = []
        for options in ({}, {"OpponentBlunder": "1"}, {"OpponentBlunder": "1000"}):
            asked = {"place": place("tictactoe", "b2", "b1"), "search": "Expectimax", "depth": 3, "above": []}
            told = talk.until(talk.send("tree", **asked, options=options, low=None, high=None))
            values.append(told[-1]["node"]["value"])
    assert values[0] == values[2] != values[1]


def test_a_seed_repeats_a_game_whose_moves_still_differ(given: Server) -> None:
    """Each game begins with the same seed, and its random sequence goes on from move to move."""
    with given.connect() as connection:
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
        ("MultPV=2", "MultiPV"),
        ("MultiPV=x", "from 1 to 256"),
        ("Model=nofile", "the model 'nofile' cannot be read"),
    ],
)
def test_what_makes_no_sense_is_told_in_one_line(word: str, said: str) -> None:
    with pytest.raises((ValueError, UsageError)) as refusal:
        search_settings.given([word])
    assert said in str(refusal.value) and "\n" not in str(refusal.value)


ALL = {"AlphaBeta", "BranchLimit", "Expectimax", "Humanlike", "Minimax", "Predictive", "Random", "PVS", "Solver"}
READERS = {  # by what `readers` says
    "all": ALL,
    "none": set(),
    "all but Humanlike": ALL - {"Humanlike"},
    "all but PVS, Humanlike": ALL - {"PVS", "Humanlike"},
    "all but PVS, Solver, Humanlike": ALL - {"PVS", "Solver", "Humanlike"},
    **{name: {name} for name in ALL},
    "PVS, with UCI_LimitStrength": {"PVS"},
    "Expectimax, Solver; PVS, with Risk": {"Expectimax", "PVS", "Solver"},
    "Expectimax, PVS, with Opponent human": {"Expectimax", "PVS"},
    "Humanlike; Expectimax, PVS, with Opponent human": {"Humanlike", "Expectimax", "PVS"},
    "those that read OpponentElo": {"Expectimax", "PVS"},
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
        found = {search for search in ALL if search_settings.reads(search, option, table)}
        if option.readers in READERS:
            assert found == READERS[option.readers], option.name
        elif option.readers.startswith("Expectimax, PVS, Solver, with"):
            assert found == {"Expectimax", "PVS", "Solver"}, option.name
        else:
            assert option.readers.startswith(("all, with", "all, in")) and found == ALL, option.readers


def test_an_offer_names_readers(server: Server) -> None:
    offer = {option["name"]: option["readers"] for option in server.offer("chess")["options"]}
    assert "PVS" not in offer["MateDistance"] and "Expectimax" in offer["MateDistance"]
    assert {"PVS", "Minimax"} <= {*offer["Evaluation"]} and offer["Contempt"] == ["PVS"]
