"""`oddsfish review`: judge each move of recorded games."""

from __future__ import annotations

import os
from argparse import Namespace
from collections.abc import Mapping, Sequence
from pathlib import Path

from ...engine.opponents.options import ELO
from ...learning import model_file
from ...matches.files.games import read_games
from ...matches.files.text_file import read_text
from ...matches.variants import game_of
from ...reviews.positions import NODES, Reviewing, from_first_decision, search_all, usual_limits
from ...reviews.reviewed import ReviewedGame, as_json, reviewed
from ...reviews.text import SUMMARY, aligned, lines, summary_rows
from ..errors import UsageError, failure_text, warn
from .arguments import Parser, add_options, number, options
from .progress import Progress

JOURNAL = ".review.jsonl"  # appended to the name of the file

EXAMPLES = """\
examples:
  oddsfish review game.pgn
  oddsfish review games.pgn --game 3 --movetime 500 --jobs 2 --pgn reviewed.pgn

Moves are judged by the winning chances and the thresholds of Lichess (https://lichess.org/page/accuracy). Scores are
from the view of the player who moves. The review is kept in FILE.review.jsonl. If you stop the command,
run it again to continue. If the review is complete, the command does not search again."""


def main(words: list[str]) -> None:
    """Review games and print the results; UsageError, with the reason, if that fails."""
    arguments = parser().parse_args(words)
    outputs = [path for path in (arguments.pgn, arguments.html, arguments.json) if path is not None]
    try:
        for path in outputs:
            model_file.check(path, arguments.force, [arguments.file])
        reviewing = chosen(arguments)
        kept = arguments.output or arguments.file.with_name(f"{arguments.file.name}{JOURNAL}")
        jobs = arguments.jobs or os.cpu_count() or 1
        with Progress("positions") as progress:
            found = reviewed(reviewing, search_all(reviewing, kept, jobs, progress.show))
        write(arguments, found, reviewing.limits)
    except (ValueError, RuntimeError, OSError) as failure:
        raise UsageError(failure_text(failure)) from None
    except KeyboardInterrupt:
        warn("oddsfish: interrupted; the same command continues with what is done")
        raise
    if len(found) > 1:
        print("\n".join(aligned([SUMMARY, *summary_rows(found)])))
    for review in found:
        if len(found) > 1:
            print(f"\nGame {review.game.number}")
        print("\n".join(lines(review, arguments.rating)), flush=True)


def write(arguments: Namespace, found: Sequence[ReviewedGame], limits: Mapping[str, int]) -> None:
    """Write the requested files; ValueError or OSError if that fails."""
    if arguments.pgn is not None:
        from ...reviews.annotated import annotated

        text = annotated(read_text(str(arguments.file), "the games"), found)
        model_file.put(arguments.pgn, text.encode(), arguments.force)
    if arguments.html is not None:
        from ...reviews.page import facts, page

        text = page(found, facts(limits, arguments.rating), arguments.rating)
        model_file.put(arguments.html, text.encode("utf-8", "replace"), arguments.force)
    if arguments.json is not None:
        model_file.put(arguments.json, as_json(found).encode(), arguments.force)


def chosen(arguments: Namespace) -> Reviewing:
    """The games and how to search them. ValueError if there are none, or if they do not suit the options."""
    found = read_games(arguments.file)
    if arguments.pgn is not None and read_text(str(arguments.file), "the games").startswith('{"'):
        raise ValueError("only the review of a PGN can be written as a PGN")
    if arguments.game:
        known = {game.number: game for game in found}
        missing = [wanted for wanted in arguments.game if wanted not in known]
        if missing:
            raise ValueError(f"{arguments.file} has no game {missing[0]}")
        found = [known[wanted] for wanted in dict.fromkeys(arguments.game)]
    game = game_of(found[0].variant)
    found = [shown for shown in map(from_first_decision, found) if shown.moves]
    if not found:
        raise ValueError(f"{arguments.file} has no game in which somebody decides a move")
    if arguments.html is not None and len({(shown.variant, shown.rules) for shown in found}) > 1:
        raise ValueError("a page shows games of one variant: choose them with --game")
    settings = options(arguments, game, rules=False)
    given = {name: getattr(arguments, name) for name in ("depth", "nodes", "movetime")}
    limits = {name: value for name, value in given.items() if value is not None}
    return Reviewing(tuple(found), limits or usual_limits(found[0], settings), settings)


def parser() -> Parser:
    made = Parser(
        prog="oddsfish review",
        description="Review games: judge each move, and say how many people would have played it.",
        epilog=EXAMPLES,
    )
    made.add_argument("file", type=Path, metavar="FILE", help="file of games: a PGN, or the result file of a match")
    made.add_argument(
        "--game", type=number(1), action="append", metavar="N", help="only the game with this number; may be repeated"
    )
    usual = f"default: {NODES:,}; an exact solver searches to the end of the game"
    made.add_number("--nodes", f"search each position for this many nodes ({usual})")
    made.add_number("--movetime", "search each position for this many milliseconds")
    made.add_number("--depth", "search each position to this depth")
    made.add_number("--jobs", "number of processes (default: one for each core)")
    made.add_argument(
        "--rating",
        type=number(ELO.low, ELO.high),
        default=ELO.default,
        metavar="N",
        help="report how many players of this Lichess rating play each move (default: %(default)s)",
    )
    add_options(made)
    made.add_argument("--pgn", type=Path, metavar="FILE", help="write a PGN with evaluations, marks and better lines")
    made.add_argument("--html", type=Path, metavar="FILE", help="write a page with the games on a board")
    made.add_argument("--json", type=Path, metavar="FILE", help="write all figures as JSON")
    made.add_argument(
        "-o", "--output", type=Path, metavar="FILE", help="file of the review (default: FILE.review.jsonl)"
    )
    made.add_force()
    return made
