"""The variants that can be played, the protocol of each, and its rules."""

from __future__ import annotations

from collections.abc import Sequence

from ...engine import games
from ...engine.option import Option
from ...engine.registry.found import NoSuchName
from ...engine.support.text import nearest
from .words import named, quote

Rules = tuple[tuple[str, str], ...]  # options of the game, in its spelling


def protocol_of(variant: str) -> str:
    """The protocol of engines for a variant: uci or ugi."""
    return "uci" if games.find_variant(variant)[1].uci else "ugi"


def read_variant(words: Sequence[str]) -> tuple[str, Rules]:
    """The variant and its rules, as in `NAME RULE=VALUE`; ValueError if there is no such game or rule."""
    name, *rules = words
    try:
        game, variant = games.find_variant(name)
    except NoSuchName:
        known = list(games.variants())
        raise ValueError(f"-variant is one of {', '.join(known)}, not {quote(name)}{nearest(name, known)}") from None
    open_rules = () if variant.uci else game.rules  # variants that UCI's clients know have fixed rules
    if rules and not open_rules:
        raise ValueError(f"-variant {name} has no rules to choose: {quote(rules[0])} is too many")
    given = named(f"-variant {name}", [spelt(word, open_rules) for word in rules], [rule.name for rule in open_rules])
    values = {}
    try:
        for rule in open_rules:
            if rule.name in given:
                value = rule.read(given[rule.name])
                values[rule.name] = str(value).lower() if isinstance(value, bool) else str(value)
        game.check(values)
    except ValueError as error:
        raise ValueError(f"-variant {name}: {error}") from None
    return variant.name, tuple((rule, values[rule]) for rule in given)


def spelt(word: str, rules: Sequence[Option]) -> str:
    """The same NAME=VALUE, with NAME as the option spells it."""
    name, equals, value = word.partition("=")
    return next((rule.name for rule in rules if rule.name.lower() == name.lower()), name) + equals + value


def help_on_variants() -> list[str]:
    lines = []
    for name, (game, variant) in games.variants().items():
        rules = "" if variant.uci else "".join(f" [{rule_form(rule)}]" for rule in game.rules)
        lines.append(f"'{name}{rules}': {variant.meaning}")
    return lines


def rule_form(rule: Option) -> str:
    values = {"check": "true", "combo": "|".join(rule.choices), "spin": "N"}
    return f"{rule.name}={values[rule.kind]}"
