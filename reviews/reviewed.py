"""The review of a game: each move with its judgement, and the accuracy of both sides."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from ..engine import games
from ..engine.ending import Draw
from ..engine.position import Position, Win, ending_of
from ..engine.results import Score
from ..matches.files.games import PlayedGame
from .judgement import game_accuracy, judge, move_accuracy, win_percent
from .positions import RATINGS, Reviewing, begin, decision, score_of


@dataclass(frozen=True)
class ReviewedMove:
    """A move that was played, from the view of its player.

    number: as people count, such as "12." or "12...". seat: of its player. move, chosen: with and without its outcome,
    if chance decided. text: as people read it. best: the best line, in protocol notation; `best_text` is its first move
    as people read it. before, after: the scores of the best move and of the chosen one. judgement: "" for a move that
    no player chose. only: whether every other move is a mistake or worse. forced: whether it was the only legal move.
    played, found: the shares of people of each of the RATINGS that play this move, and the best one; empty if unknown.
    phase: of the game, see Game.phase. opening: whether no player chose it, as in openings of matches.
    """

    number: str
    seat: int
    move: str
    chosen: str
    text: str
    best: tuple[str, ...]
    best_text: str
    before: Score
    after: Score
    judgement: str
    accuracy: float
    only: bool
    forced: bool
    played: tuple[float, ...] = ()
    found: tuple[float, ...] = ()
    phase: str = ""
    opening: bool = False


@dataclass(frozen=True)
class ReviewedGame:
    """A review. percents: `win_percent` of player 0, before the first move and after each. accuracy: of the seats."""

    game: PlayedGame
    moves: tuple[ReviewedMove, ...]
    percents: tuple[float, ...]
    accuracy: tuple[float | None, float | None]


def as_json(reviews: Sequence[ReviewedGame]) -> str:
    """Return all data of reviews as JSON."""
    return json.dumps({"ratings": [*RATINGS], "games": [asdict(review) for review in reviews]}, indent=1) + "\n"


def reviewed(reviewing: Reviewing, entries: Sequence[Mapping[str, Any]]) -> list[ReviewedGame]:
    """Return the reviews of the games, in order. entries: the findings on all their positions, in order."""
    found = []
    first = 0
    for game in reviewing.games:
        found.append(review_of(game, entries[first : first + len(game.moves) + 1], reviewing.options))
        first += len(game.moves) + 1
    return found


def review_of(game: PlayedGame, entries: Sequence[Mapping[str, Any]], options: Mapping[str, str]) -> ReviewedGame:
    _, position = begin(game, options)
    rules = games.find_variant(game.variant)[0]
    par, words = rules.par, rules.words
    scores, seats = [score_now(position, entries[0])], [position.player()]
    moves: list[ReviewedMove] = []
    before_it = rules.plies(game.start, position.player())
    for ply, text in enumerate(game.moves, 1):
        entry = entries[ply - 1]
        seat, move = position.player(), position.parse_certain(text)
        spelled = words.spell(position, move)
        line = tuple(entry["lines"][0]["pv"]) if entry["lines"] else (text,)
        best_text = words.spell(position, position.parse(line[0])) if entry["lines"] else spelled
        chosen, phase = decision(position, text), rules.phase(position)
        position.play(move)
        scores.append(score_now(position, entries[ply]))
        seats.append(position.player())
        before = scores[-2]
        after = of_other(scores[-1]) if seats[-1] != seat else scores[-1]
        if "pair" in entry:
            before, after = (Score(*score) for score in entry["pair"])
            if after.value >= before.value:  # the second search is better: it searches both to the same depth
                line, best_text, before = (chosen,), spelled if chosen == text else chosen, after
        elif position.chance:
            after = before  # a player is not judged for the outcome of chance
        judged = judge(before, after, par)
        if "pair" in entry:
            after = one_ply_on(after)
        people = entry.get("people") or {}
        two = [Score(*score) for score in entry.get("second", ())]
        only = len(two) > 1 and judge(two[0], two[1], par) in ("mistake", "blunder")
        moves.append(
            ReviewedMove(
                numbered(before_it + ply - 1, len(rules.seats)),
                seat,
                text,
                chosen,
                spelled,
                line,
                best_text,
                before,
                after,
                "" if line[0] == chosen or game.seats[ply - 1] is None else judged,
                move_accuracy(before, after, par),
                only,
                entry["moves"] == 1,
                tuple(people.get("played", ())),
                tuple(people.get("best", ())),
                phase,
                game.seats[ply - 1] is None,
            )
        )
    percents = tuple(percent_of_first(score, seat, par) for score, seat in zip(scores, seats, strict=True))
    begun = sum(move.opening for move in moves)
    exact = by_seat(moves) if position.chance else game_accuracy(percents[begun:], seats[begun])
    return ReviewedGame(game, tuple(moves), percents, exact)


def numbered(plies: int, seats: int) -> str:
    """Return the number of the move after this many plies."""
    number, half = divmod(plies, seats)
    return f"{number + 1}{'...' if half else '.'}"


def by_seat(moves: Sequence[ReviewedMove]) -> tuple[float | None, float | None]:
    """Return the mean accuracy of each player's moves, for games in which luck changes the chances, too."""
    found = [[move.accuracy for move in moves if move.seat == seat and not move.opening] for seat in (0, 1)]
    first, second = (sum(own) / len(own) if own else None for own in found)
    return first, second


def percent_of_first(score: Score, seat: int, par: float) -> float:
    """Return player 0's winning chances. seat: the player whose view the score has. par: see `win_percent`."""
    percent = win_percent(score, par)
    return percent if seat == 0 else 100.0 - percent


def score_now(position: Position[Any], entry: Mapping[str, Any]) -> Score:
    """Return the score for the side to move; at the end of a game, the score of its result."""
    if entry["lines"]:
        return score_of(entry)
    ending = ending_of(position)
    if isinstance(ending, Win):
        won = ending.player == position.player()
        return Score(0.0, 0, 0, "", 1 if won else -1)
    if isinstance(ending, float) and not isinstance(ending, Draw):
        return Score(ending, round(ending * position.scale), None, "")
    return Score(0.0, 0, None, "", 0)


def one_ply_on(score: Score) -> Score:
    """Return the score after a move is played: the distance to the end counts from the position after the move."""
    if not score.plies:
        return score
    if score.plies == 1:
        return replace(score, plies=0, result=1)
    return replace(score, plies=score.plies - 1 if score.plies > 0 else score.plies + 1)


def of_other(score: Score) -> Score:
    """Return a score from the other side's view. A lower bound becomes an upper bound."""
    bound = {"lower": "upper", "upper": "lower"}.get(score.bound, score.bound)
    plies = None if score.plies is None else -score.plies
    result = None if score.result is None else -score.result
    return Score(-score.value, -score.centi, plies, bound, result)


def share_at(rating: int, shares: Sequence[float]) -> float:
    """Return the share for the nearest of the RATINGS."""
    return shares[min(range(len(RATINGS)), key=lambda place: abs(RATINGS[place] - rating))]
