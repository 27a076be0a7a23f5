"""The options: what they accept, and that the documentation says the same."""

from __future__ import annotations

from pathlib import Path

import pytest
from oddsfish.engine.catalogue import CHESS, COMMON, CONNECT4_AND_HILO, EVERY, UCI, UGI
from oddsfish.engine.options import Option, Options

DOCUMENT = Path(__file__).parents[1] / "docs" / "options.md"
SECTIONS = {"Both dialects": COMMON, "UCI: chess": CHESS, "UGI: Connect-4 and HiLo": CONNECT4_AND_HILO}
RESERVED = {"name", "type", "default", "min", "max", "var", "value"}  # words that end a field in UCI


def row(option: Option) -> str:
    """What the documentation has to say of an option."""
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


@pytest.mark.parametrize("title", SECTIONS)
def test_the_document_lists_every_option_and_no_other(title: str) -> None:
    sections = dict(section.split("\n", 1) for section in DOCUMENT.read_text().split("\n## ")[1:])
    rows = [line for line in sections[title].splitlines() if line.startswith("| `")]
    assert rows == [row(option) for option in SECTIONS[title]]


def test_a_dialect_offers_no_option_twice_and_none_of_another_game() -> None:
    for table in (UCI, UGI, EVERY):
        assert len({option.name.lower() for option in table}) == len(table)
    shared = {option.name for option in CHESS} & {option.name for option in CONNECT4_AND_HILO}
    assert shared == {"Evaluation", "MoveOrder"}
    for option in CHESS:
        assert not {"Windows", "OpenWindows", "Fours", "left-to-right"} & set(option.choices)
    for option in CONNECT4_AND_HILO:
        assert not {"Material", "Simplified", "python-chess"} & set(option.choices)
        assert not option.name.startswith("UCI_")


def test_python_may_choose_what_any_dialect_offers() -> None:
    options = Options()
    for option in (*UCI, *UGI):
        for choice in option.choices:
            options.set(option.name, choice)
            assert options[option.name] == choice


def test_what_a_dialect_does_not_offer_stays_at_its_default() -> None:
    options = Options(UCI)
    with pytest.raises(ValueError, match="no such option: Star"):
        options.set("Star", "off")
    assert options["Star"] == "Auto"


@pytest.mark.parametrize("option", UCI + UGI, ids=lambda option: option.name)
def test_no_word_of_an_option_means_something_else_in_a_protocol(option: Option) -> None:
    words = {word.lower() for text in (option.name, *option.choices) for word in text.split()}
    assert not words & RESERVED


@pytest.mark.parametrize("option", [option for option in EVERY if option.kind != "button"], ids=lambda o: o.name)
def test_the_default_is_a_legal_value(option: Option) -> None:
    options = Options()
    options.set(option.name.upper(), str(option.default))
    assert options[option.name] == option.default


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Hash", "0"),
        ("Hash", "65537"),
        ("Hash", "many"),
        ("Hash", ""),
        ("Hash", "1.5"),
        ("Hash", "9" * 5000),
        ("Table", "yes"),
        ("Search", "Deep Thought"),
        ("Search", ""),
        ("Nothing", "1"),
        ("", ""),
    ],
)
def test_what_makes_no_sense_is_refused_and_changes_nothing(name: str, text: str) -> None:
    options = Options()
    with pytest.raises(ValueError, match=r"^.{1,200}$"):
        options.set(name, text)
    assert dict(options) == dict(Options())
