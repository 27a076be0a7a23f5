"""The search of each position of reviewed games. Several processes do this work, and a journal keeps the results."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256
from math import exp, isfinite
from pathlib import Path
from typing import Any

from ..engine import games
from ..engine.limits import Limits
from ..engine.opponents.options import ELO
from ..engine.options import Options, options_for
from ..engine.position import DEEPEST, Position
from ..engine.results import Info, Line, Result, Score
from ..engine.searches import settled
from ..engine.searches.factory import create
from ..engine.session import SearchTask, Session
from ..learning.journal import Journal
from ..learning.workers import in_order
from ..matches.files.games import PlayedGame

FORMAT = "oddsfish review 1"
RATINGS = range(ELO.low, ELO.high + 1, 100)  # of the people whose moves are estimated
MOST_CENTI = 10**12  # of a score that is read
NODES = 1_000_000  # of each position
LINES = 2  # in a search: the second shows whether the best move is the only good one


@dataclass(frozen=True)
class Reviewing:
    """The games of a review, and how they are searched. limits: of each position. options: of the search, by name."""

    games: tuple[PlayedGame, ...]
    limits: Mapping[str, int]
    options: Mapping[str, str]

    @cached_property
    def places(self) -> list[tuple[int, int]]:
        """All positions: for each, the place of its game, and how many of its moves have been played."""
        return [(place, ply) for place, game in enumerate(self.games) for ply in range(len(game.moves) + 1)]

    @property
    def head(self) -> dict[str, Any]:
        digest = sha256(repr([(game.variant, game.rules, game.start, game.moves) for game in self.games]).encode())
        return {
            "format": FORMAT,
            "ratings": [*RATINGS],
            "games": digest.hexdigest(),
            "limits": dict(self.limits),
            "options": dict(self.options),
        }

    def look(self, number: int, task: Callable[[], SearchTask | None] = lambda: None) -> dict[str, Any]:
        """Return the findings on one of the positions, as JSON; empty after the last one.

        task: returns a task for each search, by which it can be stopped.
        """
        if number >= len(self.places):
            return {}
        place, ply = self.places[number]
        game = self.games[place]
        options, position = begin(game, self.options)
        for text in game.moves[:ply]:
            position.play(position.parse_certain(text))
        if position.ending() is not None:
            return {"lines": [], "moves": 0}
        limits: dict[str, Any] = dict(self.limits)
        session = Session(position, options)
        result, lines = search(session, Limits(**limits), task())
        found = {"lines": [as_json(result.lines[0])], "moves": len(position.moves()), "depth": result.depth}
        if len(lines) > 1:
            found["second"] = [as_json(line)["score"] for line in lines]
        if ply < len(game.moves) and len(position.moves()) > 1:
            played, best = decision(position, game.moves[ply]), str(result.move)
            found["people"] = ask_people(position, options, played, best)
            if played != best:
                # Only these two, to the same depth: a search after a move looks deeper than a search before it.
                moves = tuple(map(position.parse, (best, played)))
                pair = {line.move: line for line in search(session, Limits(**limits, moves=moves), task())[1]}
                if len(pair) == len(moves) and not any(line.score.bound for line in pair.values()):
                    found["pair"] = [as_json(pair[move])["score"] for move in (best, played)]
        return found


def search(session: Session[Any], limits: Limits, task: SearchTask | None) -> tuple[Result[str], list[Line[str]]]:
    """Search. Return the result, and the best two lines of the same depth: a limit may end a depth between them.

    There is only the first line if both were never searched to the same depth.
    """
    seen: dict[tuple[int, str], Line[str]] = {}

    def note(info: Info) -> None:
        if info.line is not None and not info.line.score.bound:
            seen[info.line.depth, info.line.move] = info.line

    result = session.search(limits, note, task)
    lines = [line for line in result.lines if line.score.bound != "unknown"][:LINES]
    if len({line.depth for line in lines}) == 1 or all(line.score.result is not None for line in lines):
        return result, lines
    for depth in range(result.depth, 0, -1):
        if all((depth, line.move) in seen for line in lines):
            return result, [seen[depth, line.move] for line in lines]
    return result, lines[:1]


def begin(game: PlayedGame, chosen: Mapping[str, str]) -> tuple[Options, Position[Any]]:
    """Return the options and the first position of a game. ValueError, with the reason, if they are wrong."""
    rules, variant = games.find_variant(game.variant)
    options = options_for(rules, {**variant.rules, **dict(game.rules)})
    for name, value in chosen.items():
        options.set(name, value)
    options.set("MultiPV", str(LINES))
    position = rules.read(game.start or None, (), options)
    position.configure(options)
    return options, position


def from_first_decision(game: PlayedGame) -> PlayedGame:
    """Return the game without a first event that no player decides, such as a dealt card. ValueError as for `begin`."""
    rules, variant = games.find_variant(game.variant)
    if game.start or not rules.beginnings():
        return game
    options = options_for(rules, {**variant.rules, **dict(game.rules)})
    start = rules.read(None, game.moves[:1], options).fen()
    return replace(game, start=start, moves=game.moves[1:], seats=game.seats[1:], clocks=game.clocks[1:])


def decision(position: Position[Any], text: str) -> str:
    """Return the move that the player chose, for a move with its outcome."""
    if position.chance:
        for move in position.moves():
            if text in (position.notation(certain) for certain, _ in position.chances(move)):
                return position.notation(move)
    return text


def usual_limits(game: PlayedGame, chosen: Mapping[str, str]) -> dict[str, int]:
    """Return the usual limits: nodes, or full depth for a search that proves its values. ValueError as for `begin`."""
    options, position = begin(game, chosen)
    search = create(str(settled(options, position)["Search"]), position)
    return {"depth": DEEPEST} if search.proven else {"nodes": NODES}


def as_json(line: Line[str]) -> dict[str, Any]:
    score = line.score
    return {"pv": list(line.pv), "score": [score.value, score.centi, score.plies, score.bound, score.result]}


def ask_people(position: Position[Any], options: Options, played: str, best: str) -> dict[str, list[float]] | None:
    """Return how likely people of each of the RATINGS play these moves; None without a model of people."""
    game = games.of(position)
    if game is None or not game.people:
        return None
    model: Any = game.human(RATINGS[0], options)
    moves = {"played": position.parse_certain(played), "best": position.parse(best)}
    return {
        name: [round(exp(likely), 4) for likely, _ in model.logs(position, move, RATINGS)]
        for name, move in moves.items()
    }


def kept(reviewing: Reviewing, path: Path) -> Journal:
    """Open the journal of a review, with its finished positions. ValueError, OSError as for `search_all`."""
    journal = Journal(path, reviewing.head, owner="review")
    for line, entry in enumerate(journal.entries, 2):
        if not is_sound(entry) or line > len(reviewing.places) + 1:
            journal.close()
            raise ValueError(f"{path}:{line} is no entry of a review: remove the file, and review again")
    return journal


def search_all(
    reviewing: Reviewing, path: Path, jobs: int, report: Callable[[int, int], None] = lambda done, all_: None
) -> list[dict[str, Any]]:
    """Return the findings on all positions, in order. Those of an earlier call come from the journal.

    ValueError if the journal is damaged or of other work, or if a game is wrong; OSError.
    """
    with closing(kept(reviewing, path)) as journal:
        found = [*journal.entries]
        total = len(reviewing.places)
        report(len(found), total)
        if len(found) < total:
            with closing(in_order(reviewing.look, len(found), jobs)) as looks:
                for entry in looks:
                    journal.add(entry)
                    found.append(entry)
                    report(len(found), total)
                    if len(found) == total:
                        break
        return found


def is_sound(entry: Mapping[str, Any]) -> bool:
    """Return whether an entry has the form of a result of `look`: a user may have changed the file."""
    lines, people = entry.get("lines"), entry.get("people")
    shares = [*people.values()] if isinstance(people, dict) and {*people} == {"played", "best"} else []
    return (
        isinstance(lines, list)
        and type(entry.get("moves")) is int
        and all(isinstance(line, dict) and is_line(line) for line in lines)
        and (people is None or len(shares) == 2)
        and all(is_pair(entry.get(name, [[0, 0, None, "", None]] * 2)) for name in ("pair", "second"))
        and all(
            isinstance(share, list) and len(share) == len(RATINGS) and all(map(is_share, share)) for share in shares
        )
    )


def is_line(line: Mapping[str, Any]) -> bool:
    pv = line.get("pv")
    moves = isinstance(pv, list) and bool(pv) and all(isinstance(move, str) for move in pv)
    return moves and is_score(line.get("score"))


def is_pair(pair: object) -> bool:
    return isinstance(pair, list) and len(pair) == 2 and all(map(is_score, pair))


def is_score(score: object) -> bool:
    if not (isinstance(score, list) and len(score) == 5):
        return False
    value, centi, plies, bound, result = score
    return (
        type(value) in (int, float)
        and isfinite(value)
        and type(centi) is int
        and abs(centi) <= MOST_CENTI
        and (plies is None or (type(plies) is int and abs(plies) <= MOST_CENTI))
        and bound in ("", "lower", "upper", "unknown")
        and (result is None or (type(result) is int and -1 <= result <= 1))
    )


def is_share(share: object) -> bool:
    return isinstance(share, int | float) and 0.0 <= share <= 1.0


def score_of(found: Mapping[str, Any], line: int = 0) -> Score:
    return Score(*found["lines"][line]["score"])
