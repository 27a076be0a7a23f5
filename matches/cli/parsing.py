"""cutechess-cli's command line, read into a Match and a Run; what it has and this runner has not is refused by name."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from ...engine.support.system import MOST_PROCESSES, usable_processors
from ...engine.support.text import nearest
from ..pairing import KNOCKOUT, MOST_GAMES, ROUND_ROBIN, SWISS, TOURNAMENTS, check_size
from ..score.sprt import ERROR_RATE, MODELS, MOST, Sprt
from ..settings import LONGEST_STRING, Adjudication, Draw, Match, Openings, Resign, Run
from ..tournament.rounds import most_swiss_rounds
from ..variants import USUAL, by_library, for_one, usual_title
from . import cutechess_only
from .entrants import read_entrants
from .variant_option import read_variant
from .words import check_readable, choice, decimal, file_name, named, quote, whole

__all__ = ["OPTIONS", "parse"]

MANY = 10**9
OPTIONS: Mapping[str, tuple[int, int]] = {  # how many words each takes, at least and at most
    **dict.fromkeys(("-engine", "-each", "-variant", "-openings", "-draw", "-resign", "-sprt"), (1, MANY)),
    **dict.fromkeys(("-games", "-rounds", "-tournament", "-concurrency", "-random-plies", "-srand"), (1, 1)),
    **dict.fromkeys(("-maxmoves", "-tb", "-results", "-report", "-ratinginterval"), (1, 1)),
    **dict.fromkeys(("-event", "-site", "-scheduler", "-seeds", "-wait", "-startup-ms", "-ping-ms"), (1, 1)),
    **dict.fromkeys(("-draw-cycle", "-resume", "-recover", "-watch", "-version", "-help"), (0, 0)),
    **dict.fromkeys(("-noswap", "-reverse", "-strict"), (0, 0)),
    **dict.fromkeys(("-repeat", "-debug", "-use-affinity"), (0, 1)),
    "-check": (1, MANY),
    "-pgnout": (1, 4),
    "-epdout": (1, 2),
}
NOT_FOR_ONE = ("-draw", "-resign", "-maxmoves", "-sprt", "-random-plies", "-pgnout")

MOST_SEED = 2**63 - 1
MOST_PLIES = 1024
MOST_RANDOM_PLIES = 1000
MOST_OPENINGS = 10**9
MOST_MOVES = 10**5
MOST_SCORE = 10**6  # centipawns
MOST_WAIT = 10**7  # milliseconds
MOST_PROCESSOR = 4095  # the highest number of a processor; Linux allows no more
RESULTS = ".results.jsonl"  # behind the name of the PGN

OPTION = re.compile(r"-+[A-Za-z]")
ADDRESS = re.compile(r"tcp://(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\]):([0-9]{1,5})")
PORTS = range(1, 65536)

Given = Mapping[str, Sequence[str]]  # an option, and the words behind it


def parse(words: Sequence[str]) -> tuple[Match, Run]:
    """What the words of a command line ask for; ValueError, in one line, with what is wrong or what would be right.

    For -help and -version the caller looks first: here they mean nothing. Of the files that are named, none is touched.
    """
    check_readable(words)
    given, engines = gather(words)
    if "-check" in given:
        raise ValueError("-check stands alone: oddsfish match -check COMMAND")
    match = read_match(given, engines)
    check_match(match, given)
    run = read_run(given)
    check_run(match, run)
    return match, run


def gather(words: Sequence[str]) -> tuple[dict[str, list[str]], list[list[str]]]:
    """The words behind each option, and those behind each -engine."""
    given: dict[str, list[str]] = {}
    engines: list[list[str]] = []
    places = [place for place, word in enumerate(words) if OPTION.match(word)]
    if words and 0 not in places:
        raise ValueError(f"{quote(words[0])} stands before any option; see -help")
    for place, end in pairwise([*places, len(words)]):
        option, behind = words[place], list(words[place + 1 : end])
        cutechess_only.refuse(option, cutechess_only.OPTIONS)
        if option not in OPTIONS:
            raise ValueError(f"no such option: {quote(option)}{nearest(option, OPTIONS) or '; see -help'}")
        if option in given and option != "-engine":
            raise ValueError(f"{option} is given twice")
        check_number(option, behind)
        given[option] = behind
        if option == "-engine":
            engines.append(behind)
    return given, engines


def check_number(option: str, words: Sequence[str]) -> None:
    """ValueError unless an option takes so many words, and there is something in each."""
    least, most = OPTIONS[option]
    if len(words) < least:
        raise ValueError(f"{option} needs a word behind it; see -help")
    if len(words) > most:
        what = "no word" if not most else "one word" if most == 1 else f"at most {most} words"
        raise ValueError(f"{option} takes {what} behind it: {quote(words[most])} is too many")
    if not all(word.strip() for word in words):
        raise ValueError(f"{option} has an empty word behind it")


def read_match(given: Given, engines: Sequence[Sequence[str]]) -> Match:
    variant, rules = read_variant(given.get("-variant", [USUAL]))
    tournament = text(given, "-tournament", TOURNAMENTS[0])
    cutechess_only.refuse(tournament, cutechess_only.TOURNAMENTS, "-tournament ")
    each = [*given.get("-each", []), *waits(given)]
    entrants = read_entrants(engines, each, variant)
    return Match(
        engines=tuple(replace(engine, strict=True) for engine in entrants) if "-strict" in given else entrants,
        variant=variant,
        variant_options=rules,
        games=number(given, "-games", 1, MOST_GAMES, Match.games),
        rounds=number(given, "-rounds", 1, MOST_GAMES, usual_rounds(tournament, len(engines))),
        repeat=number(given, "-repeat", 1, MOST_GAMES, 2 if "-repeat" in given else Match.repeat),
        tournament=choice("-tournament", tournament, TOURNAMENTS),
        seeds=number(given, "-seeds", 0, MOST_GAMES, Match.seeds),
        swap="-noswap" not in given,
        reverse="-reverse" in given,
        wait=number(given, "-wait", 0, MOST_WAIT, 0) / 1000,
        openings=read_openings(given["-openings"], variant) if "-openings" in given else None,
        seed=number(given, "-srand", 0, MOST_SEED, 0) if "-srand" in given else None,
        random_plies=number(given, "-random-plies", 0, MOST_RANDOM_PLIES, Match.random_plies),
        rules=read_rules(given),
        sprt=read_sprt(given["-sprt"]) if "-sprt" in given else None,
        recover="-recover" in given,
        event=tag(given, "-event"),
        site=tag(given, "-site"),
    )


def usual_rounds(tournament: str, players: int) -> int:
    """As many rounds of a Swiss tournament as leave at most one player without a loss; one of all others."""
    if tournament != SWISS:
        return Match.rounds
    return max(1, min((players - 1).bit_length(), most_swiss_rounds(players)))


def waits(given: Given) -> list[str]:
    """What is said of the time that engines may take to start and to answer, as the words of an engine."""
    words = []
    for option, name in (("-startup-ms", "startup"), ("-ping-ms", "ping")):
        if option in given:
            if any(word.startswith(f"{name}=") for word in given.get("-each", [])):
                raise ValueError(f"{option} and -each {name}= exclude each other")
            words.append(f"{name}={whole(option, given[option][0], 1, MOST_WAIT) / 1000:g}")
    return words


def text(given: Given, option: str, default: str = "") -> str:
    return given[option][0] if option in given else default


def file(given: Given, option: str, default: str = "") -> str:
    return file_name(option, given[option][0]) if option in given else default


def number(given: Given, option: str, low: int, high: int, default: int) -> int:
    return whole(option, given[option][0], low, high) if given.get(option) else default


def tag(given: Given, option: str) -> str:
    value = text(given, option, "?")
    if len(value) > LONGEST_STRING:
        raise ValueError(f"{option} is longer than the {LONGEST_STRING} characters that a PGN may have there")
    return value


def read_openings(words: Sequence[str], variant: str) -> Openings:
    for word in words:
        cutechess_only.refuse(word.partition("=")[0], cutechess_only.OPENINGS, "-openings ")
    values = named("-openings", words, ("file", "format", "order", "plies", "start"), ("file",))
    by_game = by_library(variant)  # who reads games of it
    kind = choice("-openings format=", values.get("format", "pgn" if by_game else "epd"), ("epd", "pgn"))
    if kind == "pgn" and not by_game:
        raise ValueError(
            f"-openings format=pgn is for {usual_title()}; for {variant}, format=epd has a position in each line"
        )
    return Openings(
        file=values["file"],
        format=kind,
        order=choice("-openings order=", values.get("order", Openings.order), ("sequential", "random")),
        plies=whole("-openings plies=", values.get("plies", str(Openings.plies)), 0, MOST_PLIES),
        start=whole("-openings start=", values.get("start", str(Openings.start)), 1, MOST_OPENINGS),
    )


def read_rules(given: Given) -> Adjudication:
    draw = resign = None
    if "-draw" in given:
        names = ("movenumber", "movecount", "score")
        values = named("-draw", given["-draw"], names, names)
        draw = Draw(
            movenumber=whole("-draw movenumber=", values["movenumber"], 0, MOST_MOVES),
            movecount=whole("-draw movecount=", values["movecount"], 1, MOST_MOVES),
            score=whole("-draw score=", values["score"], 0, MOST_SCORE),
        )
    if "-resign" in given:
        values = named("-resign", given["-resign"], ("movecount", "score", "twosided"), ("movecount", "score"))
        resign = Resign(
            movecount=whole("-resign movecount=", values["movecount"], 1, MOST_MOVES),
            score=whole("-resign score=", values["score"], 1, MOST_SCORE),
            twosided=choice("-resign twosided=", values.get("twosided", "false"), ("true", "false")) == "true",
        )
    return Adjudication(
        draw=draw,
        resign=resign,
        maxmoves=number(given, "-maxmoves", 0, MOST_MOVES, Adjudication.maxmoves),
        draw_cycle="-draw-cycle" in given,
        tables=text(given, "-tb"),
    )


def read_sprt(words: Sequence[str]) -> Sprt:
    values = named("-sprt", words, ("elo0", "elo1", "alpha", "beta", "model"), ("elo0", "elo1"))
    elo0, elo1 = (decimal(f"-sprt {name}=", values[name], -MOST, MOST) for name in ("elo0", "elo1"))
    alpha, beta = (decimal(f"-sprt {name}=", values.get(name, str(ERROR_RATE)), 0, 1) for name in ("alpha", "beta"))
    model = choice("-sprt model=", values.get("model", Sprt.model), MODELS)
    try:
        return Sprt(elo0, elo1, alpha, beta, model)
    except ValueError as error:
        raise ValueError(f"-sprt: {error}") from None


def read_run(given: Given) -> Run:
    pgn, words = file(given, "-pgnout"), given.get("-pgnout", [])[1:]
    pgn_anew, words = read_append("-pgnout", words)
    epd_anew, more = read_append("-epdout", given.get("-epdout", [])[1:])
    if more:
        raise ValueError(f"-epdout takes append=true or append=false behind the file, not {quote(more[0])}")
    # One PGN has one result file, whatever links lead to it; any other name stays as it is.
    kept = os.path.realpath(pgn) if os.path.islink(pgn) else pgn  # noqa: PTH114
    for word in words:
        choice("-pgnout: a word behind the file", word, ("min", "fi", "append=true", "append=false"))
    if len(set(words)) < len(words):
        raise ValueError(f"-pgnout: {words[0]} is given twice")
    for word in given.get("-debug", []):
        choice("-debug: a word behind it", word, ("all",))  # cutechess-cli 1.5.1's: what -debug shows here anyway
    scheduler = text(given, "-scheduler")
    if scheduler:
        found = ADDRESS.fullmatch(scheduler)
        if found is None or int(found[1]) not in PORTS:
            raise ValueError(f"-scheduler is an address, tcp://HOST:PORT, not {quote(scheduler)}")
    return Run(
        concurrency=number(given, "-concurrency", 1, MOST_PROCESSES, Run.concurrency),
        affinity=read_affinity(given["-use-affinity"]) if "-use-affinity" in given else (),
        pgn=pgn,
        pgn_anew=pgn_anew,
        pgn_minimal="min" in words,
        pgn_finished_only="fi" in words,
        epd=file(given, "-epdout"),
        epd_anew=epd_anew,
        results=file(given, "-results", pgn and kept + RESULTS),
        resume="-resume" in given,
        rating_interval=number(given, "-ratinginterval", 0, MOST_GAMES, Run.rating_interval),
        debug="-debug" in given,
        watch="-watch" in given,
        report=file(given, "-report"),
        scheduler=scheduler,
    )


def read_append(option: str, words: Sequence[str]) -> tuple[bool, list[str]]:
    """Whether a file begins anew, and the words that are not about that."""
    said = [word for word in words if word.startswith("append=")]
    if len(said) > 1:
        raise ValueError(f"{option}: append= is given twice")
    value = choice(f"{option} append=", said[0].partition("=")[2], ("true", "false")) if said else "true"
    return value == "false", [word for word in words if word not in said]


def read_affinity(words: Sequence[str]) -> tuple[int, ...]:
    """The processors of a list such as 3,5,7-11, in its order; all that this process may use if there is none."""
    usable = usable_processors()
    if usable is None:
        raise ValueError("-use-affinity: this system cannot keep a process on one processor")
    if not words:
        return usable
    found: list[int] = []
    for part in words[0].split(","):
        first, dash, last = part.partition("-")
        low = whole("-use-affinity: a processor", first, 0, MOST_PROCESSOR)
        found += range(low, (whole("-use-affinity: a processor", last, low, MOST_PROCESSOR) if dash else low) + 1)
    for processor in found:
        if found.count(processor) > 1:
            raise ValueError(f"-use-affinity names processor {processor} twice")
        if processor not in usable:
            raise ValueError(
                f"-use-affinity: there is no processor {processor} here, only {', '.join(map(str, usable))}"
            )
    return tuple(found)


def check_match(match: Match, given: Given) -> None:
    """ValueError if what is played contradicts itself."""
    players = len(match.engines)
    alone = for_one(match.variant)
    if players < (1 if alone else 2):
        raise ValueError(f"a match needs {'an engine' if alone else 'two engines'}, not {players}: add -engine cmd=...")
    for option in NOT_FOR_ONE:
        if alone and option in given:
            raise ValueError(f"{option} is for games of two players; {match.variant} is a game for one")
    for option in ("-draw-cycle", "-tb", "-strict"):
        if option in given and not by_library(match.variant):
            raise ValueError(f"{option} is for {usual_title()}, not {match.variant}")
    if match.tournament in (SWISS, KNOCKOUT):
        check_tournament(match, given)
    if match.seeds > players:
        raise ValueError(f"-seeds {match.seeds} are more than the {players} engines")
    if match.seeds and match.tournament == ROUND_ROBIN:
        raise ValueError("-seeds means nothing to -tournament round-robin, in which everybody meets everybody")
    if match.sprt is not None and players != 2:
        raise ValueError(f"-sprt tests two engines against each other, not {players}")
    check_size(match)
    # Two players meet in every round, and a pair of games may be in two of them; others meet anew in each.
    if match.repeat > match.games * (match.rounds if players <= 2 else 1):
        raise ValueError(
            f"-repeat {match.repeat} needs as many games from an opening: make -games {match.repeat} or more"
        )


def check_tournament(match: Match, given: Given) -> None:
    """ValueError if a Swiss or knockout tournament cannot be played so."""
    if for_one(match.variant):
        raise ValueError(f"-tournament {match.tournament} needs two players a game; {match.variant} is a game for one")
    most = most_swiss_rounds(len(match.engines))
    if match.tournament == SWISS and match.rounds > most:
        raise ValueError(
            f"-tournament swiss: {len(match.engines)} players have at most {most} rounds in which nobody meets twice; "
            "in -tournament round-robin everybody meets everybody"
        )
    if match.tournament == KNOCKOUT and "-rounds" in given:
        raise ValueError("-rounds means nothing to -tournament knockout; -games says how many games two players play")


def check_run(match: Match, run: Run) -> None:
    """ValueError if the way it is to be run contradicts itself or the match."""
    if run.resume and not run.results:
        raise ValueError("-resume needs what was kept of the match: -pgnout or -results, as it was begun with")
    if run.affinity and run.scheduler:
        raise ValueError("-use-affinity is for games of this machine; with -scheduler they are on others")
    if match.wait and run.scheduler:
        raise ValueError("-wait is for games of this machine; with -scheduler each game has players of its own")
    if run.affinity and run.concurrency > len(run.affinity):
        raise ValueError(
            f"-use-affinity has {len(run.affinity)} processors, too few for -concurrency {run.concurrency}"
        )
    if run.watch and run.scheduler:
        raise ValueError("-watch shows games of this machine; with -scheduler they are on others")
    if any(engine.protocol == "human" for engine in match.engines):
        if run.affinity:
            raise ValueError("-use-affinity is for worker processes; proto=human plays in this one")
        if run.scheduler:
            raise ValueError("proto=human plays at this terminal, not through a -scheduler")
        if run.concurrency > 1:
            raise ValueError("proto=human plays one game at a time: no -concurrency above 1")
    check_files(match, run)


def check_files(match: Match, run: Run) -> None:
    """ValueError if two things are kept in the same file, or one overwrites the openings."""
    files = {"-openings": match.openings.file if match.openings else "", "-pgnout": run.pgn, "-epdout": run.epd}
    files |= {"-results": run.results, "-report": run.report}
    users: dict[str, str] = {}
    for option, name in files.items():
        if name:
            user = users.setdefault(os.path.realpath(name), option)
            if user != option:
                raise ValueError(f"{user} and {option} name the same file, {quote(name)}")
