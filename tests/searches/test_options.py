"""The options: what they accept, and that the documentation says the same."""

from __future__ import annotations

from pathlib import Path

import pytest
from oddsfish.engine import searches
from oddsfish.engine.algorithm import Algorithm
from oddsfish.engine.game import Game
from oddsfish.engine.games import shipped
from oddsfish.engine.opponents import options as opponents
from oddsfish.engine.options import Option, Options
from oddsfish.engine.registry.catalogue import SEARCH, every, general, uci, ugi
from oddsfish.engine.registry.common_options import COMMON, UCI_ALONE, own
from oddsfish.engine.registry.examine import examine_options

DOCUMENT = Path(__file__).parents[2] / "docs" / "options.md"
RESERVED = {"name", "type", "default", "min", "max", "var", "value"}  # words that end a field in UCI


class Draughts(Game):
    """A game whose command has no module."""

    name = "draughts"
    commands = {"count": "the men"}  # noqa: RUF012 - nobody changes it


def test_a_command_without_a_module_is_no_command() -> None:
    with pytest.raises(ValueError, match=r"draughts has a command 'count' but no .*commands\.count"):
        Draughts().command("count")
    with pytest.raises(ValueError, match="draughts has no command 'solve'"):
        Draughts().command("solve")


def option_of(offered: tuple[Option, ...], name: str) -> Option:
    (found,) = [option for option in offered if option.name == name]
    return found


def titled(game: Game) -> str:
    return game.title[0].upper() + game.title[1:]


def own_of(algorithm: Algorithm) -> tuple[Option, ...]:
    """The options of a search, without those of opponents, which searches share."""
    return tuple(option for option in algorithm.options if option not in opponents.OPTIONS)


SECTIONS = {
    "Every game": (SEARCH, *COMMON),
    "Opponents": opponents.OPTIONS,
    **{name: own_of(algorithm) for name, algorithm in searches.shipped().items() if own_of(algorithm)},
    **{titled(game): own(game) for game in shipped().values() if own(game)},
    "UCI alone": (option_of(uci(), "UCI_Variant"), *UCI_ALONE),
    "UGI alone": (option_of(ugi(), "Game"),),
}


def row(option: Option) -> str:
    """The row that the documentation must have for an option."""
    values = {
        "spin": f"{option.low} to {option.high}",
        "check": "true, false",
        "combo": ", ".join(option.choices),
        "string": "any text",
        "button": "(a button)",
    }
    default = {"check": str(option.default).lower(), "string": option.default or "empty", "button": ""}
    return (
        f"| `{option.name}` | {option.meaning} | {values[option.kind]} "
        f"| {default.get(option.kind, option.default)} | {option.readers} |"
    )


def test_the_document_lists_every_option_and_no_other() -> None:
    tables = {}
    for section in DOCUMENT.read_text().split("\n## ")[1:]:
        title, text = section.split("\n", 1)
        if rows := [line for line in text.splitlines() if line.startswith("| `")]:
            tables[title] = rows
    assert tables == {title: [row(option) for option in options] for title, options in SECTIONS.items()}
    assert list(tables) == list(SECTIONS)


def test_no_option_is_offered_twice() -> None:
    for table in (uci(), ugi(), every()):
        assert len({option.name.lower() for option in table}) == len(table)


def test_a_dialect_offers_none_of_a_game_that_it_is_not_for() -> None:
    chess, connect4 = (own(shipped()[name]) for name in ("chess", "connect4"))
    spoken_of = {"uci": ("chess", "connect4"), "ugi": ("connect4", "hilo", "tictactoe")}
    common = {dialect: {option.name for option in general(games)} for dialect, games in spoken_of.items()}
    of_chess = [algorithm for algorithm in searches.shipped().values() if algorithm.game == "chess"]
    assert common["uci"] - common["ugi"] == {option.name for algorithm in of_chess for option in own_of(algorithm)}
    shared = {option.name for option in chess} & {option.name for option in connect4}
    assert shared == {"Evaluation", "MoveOrder"}
    assert {option.name for option in uci()} == common["uci"] | {o.name for o in (*UCI_ALONE, *chess)} | {"UCI_Variant"}
    assert {option.name for option in ugi()} == common["ugi"] | {o.name for o in connect4} | {"Game"}
    for option in uci():
        assert not {"Windows", "OpenWindows", "Fours", "left-to-right"} & set(option.choices)
    for option in ugi():
        assert not {"Material", "Simplified", "python-chess"} & set(option.choices)
        assert not option.name.startswith("UCI_")


def test_an_option_of_several_tables_has_the_choices_of_all() -> None:
    assert option_of(uci(), "MoveOrder").choices == ("Auto", "generated", "python-chess")
    assert option_of(ugi(), "MoveOrder").choices == ("Auto", "generated", "left-to-right")
    assert option_of(every(), "MoveOrder").choices == ("Auto", "generated", "python-chess", "left-to-right")
    assert option_of(general(shipped()), "MoveOrder").choices == ("Auto", "generated")  # which stays as it was


def test_what_a_dialect_does_not_offer_stays_at_its_default() -> None:
    options = Options(uci())
    with pytest.raises(ValueError, match="no such option: SlipLeft"):
        options.set("SlipLeft", "5")
    assert options["SlipLeft"] == 1
    with pytest.raises(ValueError, match="OpenWindows"):
        options.set("Evaluation", "OpenWindows")
    assert options["Evaluation"] == "Auto"


def test_no_word_of_an_option_means_something_else_in_a_protocol() -> None:
    for option in uci() + ugi():
        words = {word.lower() for text in (option.name, *option.choices) for word in text.split()}
        assert not words & RESERVED, option


def test_defaults_and_choices_are_legal_values() -> None:
    options = Options()
    for option in (*every(), *uci(), *ugi()):
        for value in (*option.choices, option.default) if option.kind != "button" else ():
            options.set(option.name.upper(), str(value))
            assert options[option.name] == value


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Hash", "0"),
        ("Hash", "1.5"),
        ("Hash", "9" * 5000),
        ("Table", "yes"),
        ("Search", "Deep Thought"),
        ("Nothing", "1"),
        ("", ""),
    ],
)
def test_what_makes_no_sense_is_refused_and_changes_nothing(name: str, text: str) -> None:
    options = Options()
    with pytest.raises(ValueError, match=r"^.{1,200}$"):
        options.set(name, text)
    assert dict(options) == dict(Options())


def test_options_of_what_ships_mean_nothing_else() -> None:
    games = shipped()
    for name, game in games.items():
        others = [option for other in games.values() if other.name != name for option in own(other)]
        examine_options(own(game), [*general(games), *others])
    for algorithm in searches.shipped().values():
        examine_options(algorithm.options, [*COMMON, *UCI_ALONE])
