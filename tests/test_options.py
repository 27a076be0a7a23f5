"""The options: what they accept, and that the documentation says the same."""

from __future__ import annotations

from pathlib import Path

import pytest
from oddsfish.engine.options import OPTIONS, Option, Options

DOCUMENT = Path(__file__).parents[1] / "docs" / "options.md"
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


def test_the_document_lists_every_option_and_no_other() -> None:
    rows = [line for line in DOCUMENT.read_text().splitlines() if line.startswith("| `")]
    assert rows == [row(option) for option in OPTIONS]


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)
def test_no_word_of_an_option_means_something_else_in_uci(option: Option) -> None:
    words = {word.lower() for text in (option.name, *option.choices) for word in text.split()}
    assert not words & RESERVED


@pytest.mark.parametrize("option", [option for option in OPTIONS if option.kind != "button"], ids=lambda o: o.name)
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
