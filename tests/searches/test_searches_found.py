"""A search is one folder, which is found and not listed; or it is in another package, found by its entry point."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from places import COMMAND, Place, drop, install

SEARCH = '''
from oddsfish.engine import PythonSearch


class Lazy(PythonSearch):
    """Plays the last move, without thinking, unless it is cross."""

    def configure(self, options):
        super().configure(options)
        if options["Mood"] == "cross":
            raise ValueError("Lazy does not want to")

    def choose(self, position, limits, halted):
        move = position.moves()[-1]
        self.report({move: 50.0}, depth=2, nodes=7)
        return move
'''
ALGORITHM = """
from oddsfish.engine.algorithm import Algorithm
from oddsfish.engine.option import Option


class LazyAlgorithm(Algorithm):
    name = "Lazy"
    options = (Option("Mood", "combo", "calm", "how it feels", "Lazy", choices=("calm", "cross")),)

    def strength(self, position):
        return 9

    def create(self):
        from MODULE import Lazy

        return Lazy()


ALGORITHM = LazyAlgorithm()
NOTHING = 5
"""
ENTRY_POINTS = "[oddsfish.searches]\nLazy = lazy:ALGORITHM\nbroken = lazy:NOBODY\nother = lazy:NOTHING\n"


def installed(folder: Path) -> Place:
    modules = {"lazy": ALGORITHM.replace("MODULE", "lazy_search"), "lazy_search": SEARCH}
    return install(folder, "lazy", ENTRY_POINTS, modules)


def dropped(folder: Path) -> Place:
    return drop(folder, "searches/lazy", {"algorithm": ALGORITHM.replace("MODULE", ".search"), "search": SEARCH})


@pytest.fixture(params=[installed, dropped], ids=["by its entry point", "by its folder"], scope="module")
def place(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Place:
    made: Place = request.param(tmp_path_factory.mktemp("place"))
    return made


@pytest.mark.parametrize("dialect", ["uci", "ugi"])
def test_it_is_spoken_of(place: Place, dialect: str) -> None:
    lines = (
        "Search value lazy",
        "go depth 3",
        "Mood value merry",
        "Mood value Cross",
        "Search value LAZY",
        "go depth 3",
    )
    typed = "\n".join([dialect, *(line if line.startswith("go") else f"setoption name {line}" for line in lines), ""])
    said = place.command(typed=typed)
    before, merry, after = said.partition("Mood is one of calm, cross, not 'merry'")
    assert " var Lazy" in before and ("option name Mood" in before) == place.listed
    assert (
        "bestmove " in before
        and " depth 2 seldepth 2 multipv 1 score cp " in before
        and merry
        and "Lazy does not want to" not in before
    )
    assert "Lazy does not want to" in after and "bestmove " in after


def test_it_is_what_auto_means_where_it_says_so_and_ships(place: Place) -> None:
    said = place.run("from oddsfish.engine import fen, searches; print(searches.strongest(fen.read('8 1 4')))")
    assert said[0] == ("Lazy\n" if place.listed else "Expectimax\n")


def test_it_plays_at_the_terminal_in_matches_and_on_the_page(place: Place) -> None:
    said = place.command("play", "connect4", "--red", "lazy", "--yellow", "Lazy", "--set", "search=Lazy")
    assert "wins" in said or "drawn" in said.lower()
    said = place.command("play", "connect4", "--red", "Lazy", "--set", "Search=Lazy", "--set", "Mood=cross", status=2)
    assert "oddsfish: play: Lazy does not want to" in said
    command = place.folder / "run"
    command.write_text(
        f"#!/bin/sh\ncd {place.folder}\nexec env PYTHONPATH={place.folder} {sys.executable} -c '{COMMAND}'\n"
    )
    command.chmod(0o755)
    words = ["-variant", "connect4", "-each", "tc=inf", "depth=1", "option.Search=Lazy", f"cmd={command}"]
    said = place.command("match", "-engine", "name=A", "-engine", "name=B", *words, "-games", "2")
    assert "Finished match" in said and "disconnects" not in said
    if place.listed:  # the page lists what ships
        code = "from oddsfish.protocols.page import content; print(content.offer(1, False, ()))"
        assert "'Lazy'" in place.run(code)[0]


def test_python_finds_it(place: Place) -> None:
    code = (
        "from oddsfish.engine import analyse, Limits, Connect4Position;"
        "analyse(Connect4Position(), 'lazy', Limits(depth=1), {'Mood': 'calm'});"
        "analyse(Connect4Position(), 'lazy', Limits(depth=1), {'mood': 'CROSS'})"
    )
    assert place.run(code, status=1)[1].endswith("ValueError: Lazy does not want to\n")


def test_what_is_no_search_is_refused_in_one_line(tmp_path: Path) -> None:
    faults = {
        "broken": "the search broken cannot be loaded: AttributeError",
        "other": "the entry point other is no Algorithm of this name but 5",
        "Minimacks": "not 'Minimacks'; did you mean Minimax?",
    }
    typed = "".join(f"setoption name Search value {name}\ngo depth 1\n" for name in faults)
    said = installed(tmp_path).command(typed=f"uci\n{typed}")
    assert all(fault in said for fault in faults.values())
    assert said.count("bestmove") == 3 and "Traceback" not in said
