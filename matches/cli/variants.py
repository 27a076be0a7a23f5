"""The games that can be played, what is spoken about each, and by which rules."""

from __future__ import annotations

from collections.abc import Sequence

from ...engine.catalogue import UGI
from . import foreign
from .words import choice, named, quote

PROTOCOLS = {"standard": "uci", "fischerandom": "uci", "cfour": "uci", "connect4": "ugi", "hilo": "ugi"}
RULES = {option.name: option for option in UGI if option.name == "Rules" or option.name.startswith("Slip")}

Rules = tuple[tuple[str, str], ...]  # options of UGI, in its spelling


def read_variant(words: Sequence[str]) -> tuple[str, Rules]:
    """The game and its rules, as in `connect4 Slip=true`; ValueError if there is no such game or rule."""
    variant, *rules = words
    foreign.refuse(variant, foreign.VARIANTS, "-variant ")
    choice("-variant", variant, tuple(PROTOCOLS))
    if variant == "connect4":
        return variant, read_rules(rules)
    if rules:
        raise ValueError(f"-variant {variant} has no rules to choose: {quote(rules[0])} is too many")
    return variant, ()


def read_rules(words: Sequence[str]) -> Rules:
    given = named("-variant connect4", [spelt(word) for word in words], tuple(RULES))
    values = {}
    for name, text in given.items():
        try:
            value = RULES[name].read(text)
        except ValueError as error:
            raise ValueError(f"-variant connect4: {error}") from None
        values[name] = str(value).lower() if isinstance(value, bool) else str(value)
    weights = [name for name in values if name not in ("Rules", "Slip")]
    if weights and values.get("Slip") != "true":
        raise ValueError(f"-variant connect4: {weights[0]}= means nothing without Slip=true")
    return tuple(values.items())


def spelt(word: str) -> str:
    """The same NAME=VALUE, with NAME as the option spells it."""
    name, equals, value = word.partition("=")
    return next((known for known in RULES if known.lower() == name.lower()), name) + equals + value
