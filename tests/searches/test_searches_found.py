"""A search is one folder, found and not listed; or in another package, found by its entry point."""

from __future__ import annotations

from pathlib import Path

import pytest
from places import Place, drop, install

SEARCH = '''
from oddsfish.engine.searches.random.search import Random


class Lazy(Random):
    """Plays the first move, without thinking, unless it is cross."""

    at_random = False

    def configure(self, options):
        super().configure(options)
        if options["Mood"] == "cross":
            raise ValueError("Lazy does not want to")
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
    said = place.command(typed=f"{dialect}\nsetoption name Search value lazy\ngo depth 3\n")
    assert " var Lazy" in said and ("option name Mood" in said) == place.listed
    assert "bestmove " in said and "info string" not in said
    said = place.command(
        typed=f"{dialect}\nsetoption name Search value LAZY\nsetoption name Mood value Cross\ngo depth 3\n"
    )
    assert "Lazy does not want to" in said and "bestmove " in said
    said = place.command(typed=f"{dialect}\nsetoption name Search value Lazy\nsetoption name Mood value merry\n")
    assert "Mood is one of calm, cross, not 'merry'" in said


def test_it_is_what_auto_means_where_it_says_so_and_ships(place: Place) -> None:
    said = place.run("from oddsfish.engine import fen, searches; print(searches.strongest(fen.read('8 1 4')))")
    assert said[0] == ("Lazy\n" if place.listed else "Expectimax\n")


def test_it_plays_at_the_terminal(place: Place) -> None:
    said = place.command("play", "connect4", "--red", "lazy", "--yellow", "Lazy", "--set", "search=Lazy")
    assert "wins" in said or "drawn" in said.lower()
    said = place.command("play", "connect4", "--red", "Lazy", "--set", "Search=Lazy", "--set", "Mood=cross", status=2)
    assert "oddsfish: Lazy does not want to" in said


def test_python_finds_it(place: Place) -> None:
    code = (
        "from oddsfish.engine import analyse, Limits, Connect4Position;"
        "analyse(Connect4Position(), 'lazy', Limits(depth=1), {'Mood': 'calm'});"
        "analyse(Connect4Position(), 'lazy', Limits(depth=1), {'mood': 'CROSS'})"
    )
    assert place.run(code, status=1)[1].endswith("ValueError: Lazy does not want to\n")


def test_what_is_no_search_is_refused_in_one_line(tmp_path: Path) -> None:
    place = installed(tmp_path)
    for name, fault in (
        ("broken", "the search broken cannot be loaded: AttributeError"),
        ("other", "the entry point other is no Algorithm of this name but 5"),
        ("Minimacks", "not 'Minimacks'; did you mean Minimax?"),
    ):
        said = place.command(typed=f"uci\nsetoption name Search value {name}\ngo depth 1\n")
        assert fault in said and "bestmove" in said and "Traceback" not in said
