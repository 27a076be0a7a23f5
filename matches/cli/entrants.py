"""Read -engine and -each into Engines. The words of -engine take precedence over those of -each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ...engine.registry.catalogue import uci_games
from ...engine.support.system import split_words
from ...engine.support.text import nearest
from ..settings import LONGEST_STRING, Engine, TimeControl
from ..variants import game_of
from . import cutechess_only, timecontrol
from .variant_option import protocol_of
from .words import choice, decimal, quote, whole

PLAYERS = ("random", "human")  # in place of a protocol: they are no processes
PLAYER_WORDS = ("name", "proto", "tc", "st", "timemargin")  # the words that these can have
WORDS = (*PLAYER_WORDS, "cmd", "dir", "conf", "restart", "startup", "ping", "depth", "nodes")  # each once
REPEATED = ("arg", "args", "option.NAME")
FLAGS = ("ponder",)  # words without a value
ALTERNATIVES = (("tc", "st"), ("cmd", "conf"))
RESTARTS = ("auto", "on", "off")
CHOOSERS = {"uci": "uci_variant", "ugi": "game"}  # the option that chooses the game

MOST_DEPTH = 10**4
MOST_NODES = 10**15
MOST_MARGIN = 10**7  # milliseconds
LEAST_WAIT, MOST_WAIT = 0.001, 10**5  # seconds, for an engine that starts or answers


@dataclass
class Entry:
    """The words of one -engine or -each, sorted: NAME=VALUE, arguments of the program, options of the engine."""

    words: dict[str, str] = field(default_factory=dict)
    flags: set[str] = field(default_factory=set)
    arguments: list[str] = field(default_factory=list)
    options: dict[str, str] = field(default_factory=dict)


def read_entrants(groups: Sequence[Sequence[str]], all_of_them: Sequence[str], variant: str) -> tuple[Engine, ...]:
    each = read_entry("-each", all_of_them)
    if "name" in each.words and len(groups) > 1:
        raise ValueError("-each name= would give all engines the same name")
    entries = {f"engine {number}": read_entry(f"engine {number}", words) for number, words in enumerate(groups, 1)}
    engines = [read_entrant(owner, own, each, variant) for owner, own in entries.items()]
    names = [engine.name for engine in engines if engine.name]
    for name in names:
        if names.count(name) > 1:
            raise ValueError(f"two engines have the name {quote(name)}; name= tells them apart")
    return tuple(engines)


def read_entry(owner: str, words: Sequence[str]) -> Entry:
    entry = Entry()
    for word in words:
        name, equals, value = word.partition("=")
        cutechess_only.refuse(name, cutechess_only.ENGINE_WORDS, f"{owner}: ")
        if word in FLAGS:
            entry.flags.add(word)
        elif name.startswith("option.") and equals:
            add_option(owner, entry, name.removeprefix("option."), value)
        elif name == "arg" and equals:
            entry.arguments.append(value)
        elif name == "args" and equals:
            entry.arguments += split(owner, value)
        elif name not in WORDS or not equals:
            close = nearest(f"{name}=", [f"{known}=" for known in (*WORDS, *REPEATED)])
            if name.startswith("option."):
                close = "; did you mean option.NAME=? A name with blanks needs quotes"
            elif name in FLAGS:
                close = f"; did you mean {name}?"
            elif not equals and name not in (*WORDS, *REPEATED):
                close = f"; did you mean {quote(f'cmd={word}')}?"
            raise ValueError(f"{owner}: {quote(word)} is no option of an engine{close or '; see -help'}")
        elif name in entry.words:
            raise ValueError(f"{owner}: {name}= is given twice")
        elif not value.strip():
            raise ValueError(f"{owner}: {name}= has no value")
        else:
            entry.words[name] = value
    for one, other in ALTERNATIVES:
        if one in entry.words and other in entry.words:
            raise ValueError(f"{owner}: {one}= and {other}= exclude each other")
    return entry


def add_option(owner: str, entry: Entry, name: str, value: str) -> None:
    if not name or name != name.strip():
        raise ValueError(f"{owner}: option.NAME=VALUE needs a NAME without blanks around it, not {quote(name)}")
    if name.lower() in map(str.lower, entry.options):
        raise ValueError(f"{owner}: option.{name}= is given twice")
    entry.options[name] = value


def split(owner: str, value: str) -> list[str]:
    try:
        return split_words(value)
    except ValueError:
        raise ValueError(f"{owner}: args= has a quotation or a backslash without an end: {quote(value)}") from None


def read_entrant(owner: str, own: Entry, each: Entry, variant: str) -> Engine:
    suited = protocol_of(variant)
    protocol = own.words.get("proto", each.words.get("proto", suited))
    cutechess_only.refuse(protocol, cutechess_only.PROTOCOLS, f"{owner}: proto=")
    choice(f"{owner}: proto=", protocol, ("uci", "ugi", *PLAYERS))
    if protocol in PLAYERS:
        check_player(owner, own, protocol)
        each = Entry({name: value for name, value in each.words.items() if name in PLAYER_WORDS})
    elif protocol != suited:
        raise ValueError(f"{owner}: {variant} is played over proto={suited}, not {protocol}")
    entry = merged(own, each)
    words = entry.words
    if len(words.get("name", "")) > LONGEST_STRING:
        raise ValueError(f"{owner}: name= is longer than the {LONGEST_STRING} characters that a PGN may have there")
    engine = Engine(
        name=words.get("name", ""),
        command=words.get("cmd", ""),
        arguments=tuple(entry.arguments),
        directory=words.get("dir", ""),
        conf=words.get("conf", ""),
        protocol=protocol,
        options=tuple(entry.options.items()),
        time=read_time(owner, words),
        depth=whole(f"{owner}: depth=", words["depth"], 1, MOST_DEPTH) if "depth" in words else None,
        nodes=whole(f"{owner}: nodes=", words["nodes"], 1, MOST_NODES) if "nodes" in words else None,
        margin=whole(f"{owner}: timemargin=", words["timemargin"], 0, MOST_MARGIN) / 1000
        if "timemargin" in words
        else Engine.margin,
        startup=read_wait(owner, words, "startup", Engine.startup),
        ping=read_wait(owner, words, "ping", Engine.ping),
        restart=choice(f"{owner}: restart=", words.get("restart", "auto"), RESTARTS) == "on",
        ponder="ponder" in entry.flags,
    )
    if engine.ponder and protocol != "uci":
        raise ValueError(f"{owner}: ponder is for proto=uci; {protocol} has no pondering")
    if protocol not in PLAYERS:
        check_program(owner, engine, variant)
    return engine


def check_player(owner: str, own: Entry, protocol: str) -> None:
    """ValueError if a player that is no process has words that only a process can obey."""
    names = [name for name in own.words if name not in PLAYER_WORDS]
    names += ["arg"] * bool(own.arguments) + [f"option.{name}" for name in own.options]
    names = [f"{name}=" for name in names] + sorted(own.flags)
    if names:
        raise ValueError(f"{owner}: {names[0]} means nothing to proto={protocol}, which is no program")


def merged(own: Entry, each: Entry) -> Entry:
    """One entry of both. Of alternatives, the engine's own one is taken; of arguments, both, its own ones first."""
    common = dict(each.words)
    for pair in ALTERNATIVES:
        if any(name in own.words for name in pair):
            for name in pair:
                common.pop(name, None)
    known = {name.lower() for name in own.options}
    options = {name: value for name, value in each.options.items() if name.lower() not in known}
    arguments = [*own.arguments, *each.arguments]
    return Entry({**common, **own.words}, own.flags | each.flags, arguments, {**options, **own.options})


def read_wait(owner: str, words: dict[str, str], name: str, usual: float) -> float:
    """The seconds to wait for an engine."""
    return decimal(f"{owner}: {name}=", words.get(name, str(usual)), LEAST_WAIT, MOST_WAIT)


def read_time(owner: str, words: dict[str, str]) -> TimeControl:
    try:
        if "st" in words:
            return timecontrol.read_per_move(words["st"])
        return timecontrol.read(words["tc"]) if "tc" in words else TimeControl()
    except ValueError as error:
        raise ValueError(f"{owner}: {error}") from None


def reserved_options(protocol: str, variant: str) -> set[str]:
    """The options, in lower case, that choose the game and its rules in the protocol."""
    played = uci_games().values() if protocol == "uci" else [game_of(variant)]
    spoken = [game for game in played if bool(game.known_variants[0].uci) == (protocol == "uci")]
    return {CHOOSERS[protocol], *(rule.name.lower() for game in spoken for rule in game.rules)}


def check_program(owner: str, engine: Engine, variant: str) -> None:
    """ValueError if an engine has no program, may think for ever, or has an option that would choose the game."""
    if not engine.command and not engine.conf:
        raise ValueError(f"{owner} has neither cmd= nor conf=: what program is it?")
    timed = engine.time.base is not None or engine.time.per_move is not None
    if not timed and engine.depth is None and engine.nodes is None:
        raise ValueError(f"{owner} may think for ever: it needs tc=, st=, depth= or nodes=")
    reserved = reserved_options(engine.protocol, variant)
    for name, _ in engine.options:
        if name.lower() in reserved:
            raise ValueError(f"{owner}: option.{name}= is not for an engine to choose; -variant says what is played")
