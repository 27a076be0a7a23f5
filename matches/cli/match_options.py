"""The options that say what is played, read into a Match."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..pairing import KNOCKOUT, MOST_GAMES, ROUND_ROBIN, SWISS, TOURNAMENTS, check_size
from ..score.sprt import ERROR_RATE, MODELS, MOST, Sprt
from ..settings import Adjudication, Draw, Match, Openings, Resign
from ..tournament.rounds import most_swiss_rounds
from ..variants import USUAL, by_library, for_one, usual_title
from . import cutechess_only
from .entrants import read_entrants
from .given import MOST_WAIT, Given, number, tag, text
from .variant_option import read_variant
from .words import choice, decimal, named, whole

NOT_FOR_ONE = ("-draw", "-resign", "-maxmoves", "-sprt", "-random-plies", "-pgnout")

MOST_SEED = 2**63 - 1
MOST_PLIES = 1024
MOST_RANDOM_PLIES = 1000
MOST_OPENINGS = 10**9
MOST_MOVES = 10**5
MOST_SCORE = 10**6  # centipawns


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
    """The usual number of rounds: in a Swiss tournament, so that at most one player has no loss; else one."""
    if tournament != SWISS:
        return Match.rounds
    return max(1, min((players - 1).bit_length(), most_swiss_rounds(players)))


def waits(given: Given) -> list[str]:
    """The options for the time that engines may take to start and to answer, as the words of an engine."""
    words = []
    for option, name in (("-startup-ms", "startup"), ("-ping-ms", "ping")):
        if option in given:
            if any(word.startswith(f"{name}=") for word in given.get("-each", [])):
                raise ValueError(f"{option} and -each {name}= exclude each other")
            words.append(f"{name}={whole(option, given[option][0], 1, MOST_WAIT) / 1000:g}")
    return words


def read_openings(words: Sequence[str], variant: str) -> Openings:
    for word in words:
        cutechess_only.refuse(word.partition("=")[0], cutechess_only.OPENINGS, "-openings ")
    values = named("-openings", words, ("file", "format", "order", "plies", "start"), ("file",))
    by_game = by_library(variant)  # whether games of it can be read
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


def check_match(match: Match, given: Given) -> None:
    """ValueError if the settings of a match contradict each other."""
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
    # Two players meet in every round, so a pair of games may span two rounds; with more, each round has its own pairs.
    if match.repeat > match.games * (match.rounds if players <= 2 else 1):
        raise ValueError(
            f"-repeat {match.repeat} needs as many games from an opening: make -games {match.repeat} or more"
        )


def check_tournament(match: Match, given: Given) -> None:
    """ValueError if a Swiss or knockout tournament cannot have these settings."""
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
