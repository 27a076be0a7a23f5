"""`oddsfish opponent`: a model of an opponent, fitted to recorded games."""

from __future__ import annotations

import json
import re
from argparse import ArgumentTypeError, Namespace
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

from ...engine import searches
from ...engine.game import Game
from ...engine.games import rule_of
from ...engine.opponents.options import HUMAN
from ...engine.options import EVERY, by_name
from ...engine.support.text import nearest, shorten
from ...learning import model_file
from ...learning.likelihood import MODELS
from ...learning.opponent import fit, gather
from ...learning.replies import Judging, Moves
from ...matches.files.games import PlayedGame, read_games
from ...matches.variants import game_of
from ..errors import UsageError, failure_text, warn
from .arguments import Parser, add_options, number, options
from .opponent_text import NAMED, Fitted, figures, text
from .progress import Progress

DEEPEST = by_name(EVERY)["opponentdepth"].high
ALL = "all"  # models
LAST = 10**6  # of plies: more than any game has
SIDES = ("first", "second")

EXAMPLES = """\
examples:
  oddsfish opponent games.pgn
  oddsfish opponent games.pgn --player "Ann Other" --side black --plies 17-300
  oddsfish opponent match.results.jsonl --player Random --depths 1-4 --model softmax
  oddsfish opponent games.pgn --evaluation Material --set Quiescence=true --jobs 2 -o fitted.json

To fit a model of how people play to many games: oddsfish opponent fit-people --help

The last lines of the output are the options with which Expectimax plays against the model.
See docs/opponents.md for the meaning of the figures."""


def main(words: list[str]) -> None:
    """Fit the requested models and print the results; UsageError, with the reason, if that fails."""
    if words[:1] == ["fit-people"]:
        from .fit_people import main as fit_people

        fit_people(words[1:])
        return
    arguments = parser().parse_args(words)
    path = arguments.output
    try:
        if path is not None:
            model_file.check(path, arguments.force, [arguments.file])
        fitted = fit_file(arguments)
        if path is not None:
            content = json.dumps(figures(str(arguments.file), fitted), indent=2)
            model_file.put(path, f"{content}\n".encode(), arguments.force)
    except (ValueError, RuntimeError, OSError) as failure:
        raise UsageError(failure_text(failure)) from None
    except KeyboardInterrupt:
        warn("oddsfish: interrupted, and nothing is written")
        raise
    print("\n".join(text(fitted)), flush=True)


def fit_file(arguments: Namespace) -> Fitted:
    """Fit models to a file. ValueError if it is malformed, has no such moves or choices, or the model does not suit."""
    found = read_games(arguments.file)
    game = game_of(found[0].variant)
    if len(game.seats) < 2:
        raise ValueError(f"{game.title}, is for one player: there is no opponent to fit a model to")
    if arguments.model == HUMAN and not game.people:
        raise ValueError(f"there is no model of how people play {game.name}: choose another --model")
    models = (*MODELS, *([HUMAN] if game.people else [])) if arguments.model == ALL else (arguments.model,)
    first, last = arguments.depths
    judging = Judging(tuple(range(first, last + 1)), judged_by(arguments, game), HUMAN in models)
    players, moves = select(arguments, game, found)
    with Progress("moves") as progress:
        judged = gather(judging, moves, arguments.jobs, progress.show)
    if not judged.decisions:
        raise ValueError("none of these moves was a choice: each was the only one, or behind the end of its game")
    with Progress("fits") as progress:
        fits = fit(judged.decisions, judging.depths, models, progress.show)
    return Fitted(players, len(moves), judging, judged, fits)


def parser() -> Parser:
    made = Parser(
        prog="oddsfish opponent",
        description="Fit a model of an opponent to recorded moves, by maximum likelihood.",
        epilog=EXAMPLES,
    )
    made.add_argument("file", type=Path, metavar="FILE", help="file of games: a PGN, or the result file of a match")
    made.add_argument("--player", metavar="NAME", help="use only the moves of this player (default: all players)")
    made.add_argument(
        "--side",
        default="both",
        help="use only the moves of this side: white or black, or the names in the game (default: %(default)s)",
    )
    made.add_argument(
        "--game",
        type=number(1),
        action="append",
        metavar="N",
        help="use only the game with this number; may be repeated",
    )
    made.add_argument(
        "--plies",
        type=span(LAST),
        default=(1, LAST),
        metavar="A-B",
        help="range of plies in each game, counted from 1 (default: all)",
    )
    made.add_argument(
        "--depths",
        type=span(DEEPEST),
        default=(1, 3),
        metavar="A-B",
        help="range of search depths of the opponent, in plies (default: 1-3)",
    )
    made.add_argument(
        "--model",
        type=str.lower,
        choices=(*MODELS, HUMAN, ALL),
        default=ALL,
        help="model to fit (default: %(default)s)",
    )
    made.add_number("--jobs", "number of processes; does not affect the figures", 1)
    made.add_argument("-o", "--output", type=Path, metavar="FILE", help="write all figures to this JSON file")
    made.add_force()
    add_options(made)
    return made


def span(most: int) -> Callable[[str], tuple[int, int]]:
    """A parser of ranges A-B, and of A alone."""

    def read(text: str) -> tuple[int, int]:
        found = re.fullmatch(r"(\d{1,7})(?:-(\d{1,7}))?", text, re.ASCII)
        if found is None:
            raise ArgumentTypeError(f"{shorten(text)!a} is no A-B")
        first, last = int(found[1]), int(found[2] or found[1])
        if not 1 <= first <= last <= most:
            raise ArgumentTypeError(f"{text} is not within 1-{most}, the smaller in front")
        return first, last

    return read


def judged_by(arguments: Namespace, game: Game) -> dict[str, str]:
    """The options for the search that judges replies. ValueError for a rule, or for what is fixed or fitted."""
    given = options(arguments, game, rules=False)
    fitted = {"Search", *(option.name for option in searches.find("Expectimax").options)}
    for name in given:
        if name in fitted:
            raise ValueError(f"{name} cannot be set here: a model's search is AlphaBeta, the rest is what is fitted")
        if rule_of(game, name) is not None:
            raise ValueError(f"{name} is a rule, and the file says by which rules it was played")
    return given


def select(arguments: Namespace, game: Game, played: Sequence[PlayedGame]) -> tuple[Counter[str], list[Moves]]:
    """How many of the chosen moves each player made, and the games with these moves. ValueError if there are none."""
    check_player(arguments.player, played)
    seat = seat_of(arguments.side, game)
    wanted = set(arguments.game or ())
    missing = wanted - {one.number for one in played}
    if missing:
        raise ValueError(f"{arguments.file} has no game {min(missing)} with a move in it")
    first, last = arguments.plies
    players: Counter[str] = Counter()
    moves = []
    for one in played:
        asked = [
            place
            for place, (name, moved) in enumerate(zip(one.movers, one.seats, strict=True), 1)
            if first <= place <= last
            and moved is not None
            and seat in (None, moved)
            and arguments.player in (None, name)
            and (not wanted or one.number in wanted)
        ]
        if asked:
            players.update(one.movers[place - 1] or "" for place in asked)
            name = f"{arguments.file}: game {one.number}"
            moves.append(Moves(name, one.variant, one.rules, one.start, one.moves[: asked[-1]], tuple(asked)))
    if not moves:
        raise ValueError(f"{arguments.file} has no move by this player, on this side, among these plies and games")
    return players, moves


def check_player(name: str | None, played: Sequence[PlayedGame]) -> None:
    """ValueError, with the names of the players, if none of them has this name."""
    everybody = Counter(mover for one in played for mover in one.movers if mover is not None)
    if name is None or name in everybody:
        return
    known = ", ".join(f"{other!a} ({count:,} moves)" for other, count in everybody.most_common(NAMED))
    others = f" and {len(everybody) - NAMED:,} others" if len(everybody) > NAMED else ""
    raise ValueError(f"no move is by {shorten(name)!a}{nearest(name, everybody)}; players: {known}{others}")


def seat_of(side: str, game: Game) -> int | None:
    """The seat of a side, None for both; ValueError if there is no such side."""
    if side.lower() == "both":
        return None
    called = tuple(seat.lower() for seat in game.seats)
    for names in (called, SIDES):
        if side.lower() in names:
            return names.index(side.lower())
    raise ValueError(f"--side is {', '.join((*called, *SIDES))} or both, not {shorten(side)!a}")
