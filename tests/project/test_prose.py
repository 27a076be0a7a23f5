"""What people read is plain English: no sentence too long, no phrase over which readers have stumbled."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest
from engine_process import here
from oddsfish import engine
from oddsfish.engine.games import shipped
from oddsfish.protocols.cli import BY_MODULE

ROOT = Path(__file__).resolve().parents[2]
PAGES = ["README.md", "CHANGELOG.md", *sorted(f"docs/{path.name}" for path in (ROOT / "docs").glob("*.md"))]
LONGEST = 40  # words
SET_IN = 10  # blanks before a row of a help: with more it continues an explanation
# Somebody had to read each of them twice. None is a part of a term of the field ("what-if") or of a file's name.
BANNED = [
    *(
        "is told",
        "are told",
        "was told",
        "is said",
        "are said",
        "hangs on",
        "hang on",
        "foretells?",
        "foretold",
        "by lot",
    ),
    *(
        "kept apart",
        "keeps? apart",
        "of late",
        "for who",
        "who has",
        "who have",
        "gone on with",
        "is gone on",
        "lots to",
    ),
    *(
        "worth",
        "men",
        "man",
        "that there is not",
        "has its face",
        "is known by",
        "is no better",
        "it is of",
        "goes for",
    ),
    *("whoever", "whichever", "whatever there is", "is there already", "has come", "comes? out as", "as it were"),
    *("what is (?:kept|told|said|seen|shown|known|left|there|new)", "what (?:stands|runs|lies|comes|waits|follows)"),
    *(
        "what it (?:is|has|says|does|takes|tells)",
        "what they (?:are|have|say|mean|tell)",
        "what (?:each|both|all|else)",
    ),
]
STUMBLE = re.compile(rf"\b(?:{'|'.join(BANNED)})\b", re.IGNORECASE)
FENCED = re.compile(r"^( *)```.*?^\1```$", re.MULTILINE | re.DOTALL)
END = re.compile(r"(?<!e\.g\.)(?<!i\.e\.)(?<!vs\.)(?<!cf\.)(?<=[.!?])[)\"”*_]*\s+(?=[\"“(*_`]*[A-Z0-9`])")


def prose(text: str) -> Iterator[str]:
    """Each sentence of Markdown, list item, heading or cell of a table. What is code counts as one word."""
    text = FENCED.sub("\n\n", text)
    text = re.sub(r"`[^`]+`", "`code`", text)
    text = re.sub(r"!?\[([^]]*)\]\([^)]*\)", r"\1", text)
    text = re.sub(r"^(?=\s*(?:[-*+]|\d+\.|#+|\|)\s)", "\n\n", text, flags=re.MULTILINE)
    for block in re.split(r"\n\s*\n", text):
        cells = block.split("|") if block.lstrip().startswith("|") else [block]
        for cell in cells:
            yield from END.split(" ".join(cell.split()))


def words(sentence: str) -> int:
    return len(re.findall(r"[\w`][\w`'.,/-]*", sentence))


def faults(text: str) -> list[str]:
    """The sentences that are too long, and those with a phrase that is banned."""
    found = [f"{words(each)} words: {each}" for each in prose(text) if words(each) > LONGEST]
    return found + [f"{stumble.group()!r}: {each}" for each in prose(text) if (stumble := STUMBLE.search(each))]


@pytest.mark.parametrize("page", PAGES)
def test_a_page_is_plain(page: str) -> None:
    assert faults((ROOT / page).read_text(encoding="utf-8")) == []


def explanations(text: str) -> str:
    """A help as Markdown: its paragraphs, and the explanation of each option without its name.

    argparse's synopsis and the examples are left out.
    """
    parts: list[str] = []
    for block in re.split(r"\n\s*\n", text):
        if "[-h]" in block or re.match("examples?:", block):
            continue
        parts.append("")
        for row in block.split("\n"):
            told = row.strip()
            if 0 < len(row) - len(row.lstrip()) <= SET_IN or told.startswith("usage:"):
                *named, told = re.split(" {2,}", told, maxsplit=1)
                parts += ["", told if named or not told.startswith("-") else ""]
            else:  # each choice, as in 'uci': ..., has an explanation of its own
                parts += ["", told] if told.startswith("'") else [told]
    return "\n".join(parts)


def every_help() -> Iterator[tuple[str, ...]]:
    yield ("--help",)
    yield ("match", "-help")
    for command in BY_MODULE:
        yield (command, "--help")
    for command in ("data", "train"):
        yield ("predictor", command, "--help")
    for step in ("generate", "statistics", "shuffle", "train", "quantise", "mean", "test"):
        yield ("learn", step, "--help")
    for name, game in shipped().items():
        for words in (("play", name), ("tree", name), ("learn", name), ("predictor", "data", name)):
            yield (*words, "--help")
        for command in game.commands:
            yield (name, command, "--help")


@pytest.mark.parametrize("asked", [*every_help()], ids=" ".join)
def test_help_is_plain(asked: tuple[str, ...]) -> None:
    status, out, err = here(*asked)
    assert (status, err) == (0, "")
    found = explanations(out)
    assert len(found.split()) > 3
    assert faults(found) == []


ARGUMENT = re.compile(r"^(?=[\w`][\w`, ]*: )", re.MULTILINE)  # docs/conf.py makes an item of each


def documented(name: str, value: Any) -> Iterator[tuple[str, Any]]:
    """A public name, the public members that its class defines itself, and those of the classes of its module."""
    yield name, value
    for each, member in vars(value).items() if inspect.isclass(value) or inspect.ismodule(value) else ():
        if each.startswith("_"):
            continue
        if inspect.ismodule(value):
            if getattr(member, "__module__", "") == value.__name__ and (inspect.isclass(member) or callable(member)):
                yield from documented(f"{name}.{each}", member)
        elif inspect.isroutine(member) or inspect.isdatadescriptor(member) or isinstance(member, cached_property):
            yield f"{name}.{each}", member


def docstrings() -> Iterator[tuple[str, str]]:
    for public in engine.names():
        for name, value in documented(public, getattr(engine, public)):
            if not isinstance(value, str):  # the version, which has the docstring of texts
                yield name, inspect.getdoc(value) or ""


def test_docstrings_are_plain() -> None:
    found = dict(docstrings())
    for name in ("analyse", "Position.play", "Diagram.row", "Game.words", "Limits", "plain", "tree.Node.size"):
        assert found[name]
    assert {name: wrong for name, text in found.items() if (wrong := faults(ARGUMENT.sub("\n\n", text)))} == {}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One. Two `a. b` is\nhere.", ["One.", "Two `code` is here."]),
        ("# Head\n\n- one\n- two e.g. Three\n", ["# Head", "- one", "- two e.g. Three"]),
        ("| a | b c |\n", ["a", "b c"]),
        ("See [the page](a.md). It:\n\n```sh\nA b. C d.\n```\n", ["See the page.", "It:"]),
    ],
)
def test_sentences_are_found(text: str, expected: list[str]) -> None:
    assert [each for each in prose(text) if each] == expected
