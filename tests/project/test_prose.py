"""What people read is plain English: no sentence too long, no phrase over which readers have stumbled."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = ["README.md", "CHANGELOG.md", *sorted(f"docs/{path.name}" for path in (ROOT / "docs").glob("*.md"))]
LONGEST = 40  # words
# Each has been read twice by somebody. In words and phrases of the field ("what-if", a file's name) none occurs.
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


@pytest.mark.parametrize("page", PAGES)
def test_a_page_is_plain(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    faults = [f"{words(each)} words: {each}" for each in prose(text) if words(each) > LONGEST]
    faults += [f"{found.group()!r}: {each}" for each in prose(text) if (found := STUMBLE.search(each))]
    assert faults == []


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
