"""A game is one folder, found and not listed; or a module of another package, found by its entry point."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import oddsfish.engine
import pytest
from oddsfish.engine import Game, analyse, games
from oddsfish.engine.limits import Limits
from oddsfish.engine.registry.fen import read
from page_server import Talk, serving
from places import COMMAND, Place, drop, install

TOY = (Path(__file__).parents[1] / "toy_nim.py").read_text()
MATCH = "from oddsfish.matches.cli.match_command import main; raise SystemExit(main())"
ASK = """
import sys
from oddsfish.engine import games
for name in sys.argv[1:]:
    try:
        print("found", games.find(name))
    except ValueError as fault:
        print(fault)
"""
POSITION = "from .game import NimPosition as NimPosition\n"
ENTRY_POINTS = "[oddsfish.games]\nnim = toy_nim:GAME\nbroken = toy_nim:NOBODY\nother = toy_nim:MOST\n"


def installed(folder: Path) -> Place:
    return install(folder, "toy", ENTRY_POINTS, {"toy_nim": TOY})


def dropped(folder: Path) -> Place:
    return drop(folder, "games/nim", {"game": TOY, "position": POSITION})


@pytest.fixture(params=[installed, dropped], ids=["by its entry point", "by its folder"], scope="module")
def place(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Place:
    made: Place = request.param(tmp_path_factory.mktemp("place"))
    return made


def test_it_is_played(place: Place) -> None:
    said = place.command("play", "nim", "--fen", "5 a", "--bob", "Minimax:9", typed="4\n1\n1\n")
    assert "You play Ann, Minimax plays Bob." in said
    assert "Type how many matches you take; or hint" in said
    assert "'4' is no legal move here" in said
    assert "Bob, Minimax: 3" not in said.split("Ann, your move")[1]
    assert re.search(
        r"(Ann|Bob) wins: the last match is taken\.", place.command("play", "nim", "--ann", "Random", "--bob", "Random")
    )


def test_it_is_drawn_as_a_tree(place: Place) -> None:
    tree = place.command("tree", "nim", "--fen", "3 a", "--most-taken", "2", "--depth", "3")
    assert tree.count("■") >= 3 and "│  │  └─" in tree


def test_it_is_spoken_of(place: Place) -> None:
    said = place.command("nim", typed="ugi\nposition startpos moves 1 2\nd\nquery gameover\nquery p1turn\n")
    assert "option name Game type combo default nim" in said
    assert "option name MostTaken type spin default 3 min 2 max 5" in said
    assert "Fen: 9 a" in said and "Ann to move" in said
    assert said.endswith("response false\nresponse true\n")
    searched = place.command("NIM", "position startpos moves 1 2\ngo depth 12")
    assert re.search(r"score mate 5 .* pv 1 ", searched) and searched.endswith("bestmove 1\n")


def test_it_is_measured(place: Place) -> None:
    assert place.command("nim", "bench", "5").splitlines()[-1].split()[1:2] == ["nodes"]


def test_it_is_in_the_lists_of_what_ships_or_not(place: Place) -> None:
    for text in (place.command("--help"), place.command(typed="ugi\n"), place.run(MATCH, "-help")[0]):
        assert bool(re.search(r"\bnim\b", text)) == place.listed


def test_it_is_matched_with_a_report(place: Place) -> None:
    engine = ["-engine", f"cmd={sys.executable}", "arg=-c", f"arg={COMMAND}", "arg=nim", "name=A", "depth=4"]
    words = [*engine, "-engine", "proto=random", "name=B", "-variant", "nim", "MostTaken=4", "-games", "4", "-repeat"]
    said, _ = place.run(MATCH, *words, "-srand", "3", "-pgnout", "games.pgn", "-report", "report.html")
    assert len(re.findall(r"\{(White|Black) wins: the last match is taken\}", said)) == 4
    assert len(re.findall(r"(Ann|Bob) wins: the last match is taken", (place.folder / "games.pgn").read_text())) == 4
    report = (place.folder / "report.html").read_text(encoding="utf-8")
    assert '"seats":["Ann","Bob"]' in report and "MostTaken=4" in report


def test_python_finds_it(place: Place) -> None:
    code = (
        "from oddsfish.engine import analyse, games, Limits; from oddsfish.engine.options import options_for;"
        "game = games.find('nim'); position = game.start('7 a', options_for(game, {'MostTaken': '3'}));"
        "print(analyse(position, 'AlphaBeta', Limits(depth=9)).move);"
        "print(position)"
    )
    assert place.run(code)[0].split("\n")[0] == "3"


def test_it_is_played_on_the_page(tmp_path: Path) -> None:
    place = install(tmp_path, "toy", "[oddsfish.games]\nnim = toy_nim:GAME\n", {"toy_nim": TOY})
    with serving(tmp_path, path=str(place.folder)) as server, server.connect() as connection:
        nim = server.offer("nim")
        assert nim["seats"] == ["Ann", "Bob"] and nim["symbols"] == {"|": "match"} and "AlphaBeta" in nim["searches"]
        begun = {"game": "nim", "rules": {}, "fen": "", "moves": []}
        assert Talk(connection).ask("play", place=begun, move="2")["position"]["fen"] == "10 b"


def test_the_page_leaves_out_what_it_cannot_show(tmp_path: Path) -> None:
    undrawn = TOY.replace("    def diagram(self", "    def picture(self").replace('"nim"', '"mute"')
    entries = f"{ENTRY_POINTS}mute = undrawn:GAME\n"
    place = install(tmp_path, "toy", entries, {"toy_nim": TOY, "undrawn": undrawn})
    code = "from oddsfish.protocols.page import content; print(*content.offered_games()); print(content.of_packages())"
    offered, faults = place.run(code)[0].splitlines()
    assert "nim" in offered.split() and not {"broken", "other", "mute"} & {*offered.split()}
    assert "the game mute is left out: it has no diagram" in faults and "the game broken is left out: " in faults


def test_what_it_prints_is_no_line_of_a_protocol(tmp_path: Path) -> None:
    spoken = "print('spoken')\n"
    loud = TOY.replace("        move = int(move)\n", f"        {spoken}        move = int(move)\n") + spoken
    place = install(tmp_path, "toy", ENTRY_POINTS, {"toy_nim": loud})
    by_line = "ugi\ngo depth 2\nquit\n"
    for words, typed in ((["nim", "position startpos moves 1", "go depth 2"], ""), (["nim"], by_line)):
        said = place.command(*words, typed=typed)
        assert "bestmove" in said and "spoken" not in said


def test_what_is_no_game_is_one_line(tmp_path: Path) -> None:
    place = installed(tmp_path)
    for words in (["play", "nobody"], ["tree", "Broken"], ["play", "other"]):
        said = place.command(*words, status=2)
        assert said.count("\n") == 1 and said.startswith("oddsfish: ") and words[1].lower() in said.lower()


def test_every_game_that_ships_says_what_is_needed() -> None:
    for name, game in games.shipped().items():
        assert game.name == name and game.title and game.fen_meaning and game.variants and len(game.seats) in (1, 2)
        assert len(game.pieces) == len(game.seats)
        assert hasattr(oddsfish.engine, game.position)
        for fen in game.positions:
            assert [other.name for other in games.shipped().values() if re.match(other.fen_form, fen)] == [name]
            position = read(fen)
            assert (position.game, position.fen()) == (name, fen)
            assert analyse(fen, limits=Limits(depth=1)).move
            diagram = position.diagram()
            assert len(diagram.cells) == diagram.columns * diagram.rows
            assert set(diagram.cells) - {""} <= set(diagram.symbols) == set(diagram.svg())


# Mistakes in a game of another package, each with a part of the error message. The rest of the game is nim.
WRONG = {
    "title = ''; name = 'nim2'": "no Game of this name",
    "seats = ('Ann', 'ann')": "a game has one seat or two of different names",
    "pieces = ('a',)": "a game has a symbol for each seat",
    "options = (Option('Hash', 'combo', 'a', '', '', choices=('a',)),)": "there is an option Hash already",
    "options = (Option('hash', 'spin', 1, '', '', low=0, high=9),)": "there is an option hash already",
    "options = (Option('Search', 'combo', 'Auto', '', '', choices=('Auto',)),)": "there is an option Search already",
    "rules = (Option('Slip', 'spin', 1, '', '', low=1, high=9),)": "there is an option Slip already",
    "options = (Option('Evaluation', 'combo', 'Fast', '', '', choices=('Fast',)),)": "there is an option Evaluation",
    "rules = (Option('Board Size', 'spin', 1, '', '', low=1, high=9),)": "an option's name is letters",
    "rules = (Option('Name', 'string', '', '', ''),)": "a rule is check, spin, combo, not string",
    "rules = (Option('A', 'check', True, '', ''), Option('a', 'check', True, '', ''))": "there are two options a",
}


def test_a_game_that_cannot_be_used_is_one_line(tmp_path: Path) -> None:
    """The games are asked for one after the other, in one process."""
    module = ["from oddsfish.engine.option import Option", "from toy_nim import Nim"]
    for number, wrong in enumerate(WRONG):
        lines = "; ".join(part.strip() for part in wrong.split(";"))
        module += [f"class Bad{number}(Nim):", f"    name = 'bad{number}'; {lines}", f"BAD{number} = Bad{number}()"]
    points = "".join(f"bad{number} = bad:BAD{number}\n" for number in range(len(WRONG)))
    place = install(tmp_path, "bad", f"[oddsfish.games]\n{points}", {"toy_nim": TOY, "bad": "\n".join(module)})
    said, _ = place.run(ASK, *(f"bad{number}" for number in range(len(WRONG))))
    for line, expected in zip(said.splitlines(), WRONG.values(), strict=True):
        assert expected in line


def test_what_a_game_may_say_and_commands_can_live_with(tmp_path: Path) -> None:
    module = (
        "from oddsfish.engine.option import Option\nfrom toy_nim import Nim\n"
        "class Odd(Nim):\n    title = ''\n    rules = (*Nim.rules, Option('Sure', 'check', True, '100 %', ''))\n"
        "    options = (Option('Evaluation', 'combo', 'Auto', '', '', choices=('Auto', 'Odd')),)\n"
        "    def start(self, fen, options):\n"
        "        return super().start(fen, options) if fen != 'x' else [][0]\n"
        "GAME = Odd()\n"
    )
    place = install(tmp_path, "odd", "[oddsfish.games]\nnim = odd:GAME\n", {"toy_nim": TOY, "odd": module})
    assert "--no-sure" in place.command("play", "nim", "--help")
    assert place.command("play", "nim", "--ann", "Random", "--bob", "Random", "--no-sure").endswith("taken.\n")
    assert "the game nim cannot read it: IndexError" in place.command("play", "nim", "--fen", "x", status=2)
    said = place.command("nim", typed="position fen x\nposition fen 3 a\nd\n")
    assert "the game nim cannot read it: IndexError" in said and "Fen: 3 a" in said
    assert "see oddsfish play nim --help" in place.command("play", "nim", "--nonsense", status=2)


def test_a_new_folder_takes_nobodys_place(tmp_path: Path) -> None:
    folder = "atomic"
    game = TOY.replace('name = "nim"', f'name = "{folder}"').replace('game = "nim"', f'game = "{folder}"')
    game = game.replace('Variant("nim", "a heap of matches, over UGI")', f'Variant("{folder}", "", uci="{folder}")')
    place = drop(tmp_path, f"games/{folder}", {"game": game, "position": POSITION})
    said = place.command(typed="uci\n")
    assert "UCI_Variant type combo default chess var chess " in said and f" var {folder}" in said
    assert "Game type combo default connect4" in place.command(typed="ugi\n")
    assert "rnbqkbnr" in place.command(typed="position startpos\nd\n")
    assert "of chess, unless told" in place.command("--help")


def test_two_folders_of_one_name_are_no_package(tmp_path: Path) -> None:
    place = drop(tmp_path, "games/other", {"game": TOY.replace('name = "nim"', 'name = "chess"')})
    assert "two folders of oddsfish.engine.games have the same name" in place.command("--version", status=1)


def test_a_game_may_be_derived_from_one_that_ships() -> None:
    class Draughts(type(games.find("tictactoe"))):  # type: ignore[misc]
        name = "draughts"

    made, shipped = Draughts(), games.find("tictactoe")
    assert made.start(None, {}).fen() == shipped.start(None, {}).fen()
    assert type(made.words) is type(shipped.words) and made.cells(made.start(None, {}), 0)


def test_a_game_without_positions_says_so() -> None:
    with pytest.raises(NotImplementedError, match="Game lacks start"):
        Game().start(None, {})


def test_a_diagram_needs_no_python_chess() -> None:
    code = "import sys; from oddsfish.engine import *; ChessPosition().diagram(''); assert 'chess' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_packages_where_python_was_started_are_found(tmp_path: Path) -> None:
    folder = tmp_path / "foo-1.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: foo\nVersion: 1\n")
    (folder / "entry_points.txt").write_text("[oddsfish.searches]\nFoo = foo:Foo\n")
    code = "from oddsfish.engine.registry.found import installed; print(installed('oddsfish.searches'))"
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout == "('Foo',)\n"
