"""The view of a match for the person who runs it: plain lines, in Cute Chess's words, for files, pipes and people."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import combinations
from typing import Any, TextIO

from ...engine.support.system import join_words
from ..game.arbiter import SIDES
from ..record import SLIGHT, Record
from ..score.figures import UNKNOWN, elo_text, figure, percent, rating_text, within
from ..score.sprt import Sprt
from ..score.standings import Standings
from ..score.statistics import Counts, estimate, mean_interval
from ..settings import Fixture, Match
from ..variants import game_of

AGAIN = 2  # games lost by slightly late moves, from which on it is no accident


class View:
    """Writes lines. Views that redraw a display derive from it."""

    def __init__(self, match: Match, total: int, out: TextIO, rating_interval: int = 0) -> None:
        self.match = match
        self.total = total
        self.out = out
        self.rating_interval = rating_interval
        self.advised = False
        self.overheads: dict[int, tuple[str, int]] = {}  # Player.overhead, by the places of the players

    def line(self, text: str) -> None:
        self.out.write(text + "\n")
        self.out.flush()

    def started(self, game: Fixture) -> None:
        self.line(f"Started game {game.number} of {self.total} ({versus(tuple(p.name for p in game.players))})")

    def finished(self, record: Record, standings: Standings) -> None:
        self.line(finished_line(record))
        if record.finished:
            if len(standings.names) == 2 and len(record.seats) == 2:
                self.line(score_line(standings, 0, 1))
            self.rate(standings)

    def rate(self, standings: Standings) -> None:
        """Write the table, if it is wanted after this number of games."""
        if self.rating_interval and standings.games % self.rating_interval == 0:
            self.lines(rating(self.match, standings))

    def advise(self, record: Record, standings: Standings) -> None:
        """Report what the users of the engines should know after a game.

        These are the first oddity of each kind of each player and, once in a run, a hint how to prevent that an engine
        loses by a few milliseconds again and again.
        """
        for seat, kind, _, words in record.oddities:
            place = record.seats[seat]
            if standings.oddities[place, kind][1] == 1:
                self.line(f"Warning: game {record.number}: {standings.names[place]} {kind.value}: {words}")
        for place, slips in standings.slips.items():
            if not self.advised and len(slips) >= AGAIN:
                self.advised = True
                most, margin = 1000 * max(slips), 1000 * (self.match.engines[place].margin + SLIGHT)
                self.line(
                    f"Hint: {standings.names[place]} has lost {len(slips)} games on time by {most:.1f} ms or less; "
                    f"timemargin={margin:.0f} would forgive that" + self.overhead_hint(place)
                )

    def overhead_hint(self, place: int) -> str:
        """The option by which an engine would move sooner, as the end of a hint; "" if it has none."""
        if place not in self.overheads:
            return ""
        name, value = self.overheads[place]
        word = join_words([f"option.{name}={value + 1000 * SLIGHT:.0f}"])
        return f"; with {word} it would move sooner"

    def lines(self, texts: Sequence[str]) -> None:
        for text in texts:
            self.line(text)

    def lost(self, game: Fixture) -> None:
        self.line(f"Game {game.number} has lost its worker and is played again")

    def stopping(self, running: int, urgent: bool) -> None:
        if running:
            self.line(
                f"Stopping: {running} unfinished"
                if urgent
                else f"Stopping when {running} more {'game is' if running == 1 else 'games are'} finished; "
                "again to leave them unfinished"
            )

    def tick(self, now: float) -> None:
        """Called a few times a second."""

    def hear(self, message: dict[str, Any]) -> None:
        """Handle a message of the workers. Called in another thread."""
        if "line" in message:
            self.line(message["line"])

    def begin(self, seed: int, standings: Standings) -> None:
        names = versus(self.match.names)
        self.line(f"{names}: {self.total} games, seed {seed}")
        if self.match.repeat > self.match.games:
            self.line(repeats(self.match, self.total))
        if standings.games:
            self.line(f"Going on after {standings.games} games that were played before")

    def ended(self, standings: Standings, why: str) -> None:
        self.lines([*rating(self.match, standings), *endings(standings), *efforts(standings), f"Finished match: {why}"])

    def close(self) -> None:
        """Leave the terminal as it was."""


def repeats(match: Match, total: int) -> str:
    """A line which says that an opening lasts for several rounds, as in cutechess-cli. Fastchess has longer rounds."""
    option = "-repeat" if match.repeat == 2 else f"-repeat {match.repeat}"
    return (
        f"-rounds {match.rounds} {option} plays {total} games, {match.games} in each round. "
        f"Fastchess would play {match.rounds * match.repeat}: for that add -games {match.repeat}"
    )


def versus(names: tuple[str, ...]) -> str:
    return " vs ".join(names)


def finished_line(record: Record) -> str:
    return f"Finished game {record.number} ({versus(record.names)}): {record.result} {{{with_colours(record)}}}"


def with_colours(record: Record) -> str:
    """Why a game has ended. Its seats are called White and Black in every game, since scripts parse that."""
    names = game_of(record.variant).seats
    for name, called in zip(names, SIDES, strict=True) if len(names) == len(SIDES) else ():
        if re.match(rf"{re.escape(name)}\b", record.reason):
            return called + record.reason.removeprefix(name)
    return record.reason


def results(counts: Counts) -> str:
    return f"{counts.wins} - {counts.losses} - {counts.draws}  [{counts.score or 0:.3f}] {counts.games}"


def score_line(standings: Standings, one: int, other: int) -> str:
    names = (standings.names[one], standings.names[other])
    return f"Score of {versus(names)}: {results(standings.between(one, other))}"


def rating(match: Match, standings: Standings) -> list[str]:
    """The standings of a match: of two players in full, of more as a ranking."""
    if standings.utilities:
        return utilities(match, standings)
    if len(match.engines) == 2:
        return duel(match, standings)
    return ranking(standings)


def utilities(match: Match, standings: Standings) -> list[str]:
    """For games for one: the mean utilities with their 95 % intervals, and the differences on the same decks."""
    lines = []
    for place, name in enumerate(standings.names):
        values = standings.utility(place)
        lost = sum(value < game_of(match.variant).par for value in values)
        utility = within(*mean_interval(values), digits=4)
        lines.append(f"Utility of {name}: {utility} in {len(values)} games, {lost} lost")
    for one, other in combinations(range(len(standings.names)), 2):
        difference = within(*mean_interval(standings.difference(one, other)), digits=4, form="+")
        lines.append(f"...      {standings.names[one]} - {standings.names[other]} on the same decks: {difference}")
    return lines


def duel(match: Match, standings: Standings) -> list[str]:
    counts = standings.between(0, 1)
    first = match.engines[0].name
    white = standings.colours.get((0, 1), Counts())
    black = standings.colours.get((1, 0), Counts()).reversed()
    found = estimate(counts)
    lines = [
        score_line(standings, 0, 1),
        f"...      {first} playing White: {results(white)}",
        f"...      {first} playing Black: {results(black)}",
        f"...      White vs Black: {results(white + black.reversed())}",
        f"Elo difference: {elo_text(found)}, LOS: {percent(found.los)}, DrawRatio: {percent(counts.draw_ratio)}",
        f"nElo difference: {within(found.nelo, found.nelo_error)}",
        f"Games: {counts.games}, Wins: {counts.wins}, Losses: {counts.losses}, Draws: {counts.draws}, "
        f"Points: {counts.points:.1f} ({percent(counts.score, digits=2)})",
    ]
    if any(counts.pairs):
        pairs = ", ".join(map(str, counts.pairs))
        lines.append(f"Ptnml(0-2): [{pairs}], even pairs: {percent(counts.even_pairs_ratio)}")
    if match.sprt:
        lines += sprt_lines(match.sprt, counts)
    return lines


def sprt_lines(sprt: Sprt, counts: Counts) -> list[str]:
    """Cutechess-cli's line, which scripts parse, and a second line with the hypotheses."""
    llr = sprt.llr(counts)
    verdict = sprt.verdict(counts)
    return [
        f"SPRT: llr {llr:.3g} ({100 * sprt.progress(llr):.1f}%), lbound {sprt.lower:.3g}, ubound {sprt.upper:.3g}"
        + (f" - {verdict} was accepted" if verdict else ""),
        f"SPRT model: {sprt.model}, elo0 {sprt.elo0:g}, elo1 {sprt.elo1:g}",
    ]


def ranking(standings: Standings) -> list[str]:
    places, ratings = standings.ranked(), standings.ratings()
    width = max(4, *(len(name) for name in standings.names))
    lines = [f"Rank {'Name':{width}} {'Elo':>7} {'+/-':>7} {'Games':>7} {'Score':>7} {'Draw':>7}"]
    for rank, place in enumerate(places, 1):
        counts = standings.of(place)
        found = ratings[place]
        shares = (counts.score, counts.draw_ratio)
        score, draws = (UNKNOWN if share is None else f"{100 * share:.1f}%" for share in shares)
        lines.append(
            f"{rank:4} {standings.names[place]:{width}} {rating_text(found):>7} {figure(found.error, 0):>7} "
            f"{counts.games:7} {score:>7} {draws:>7}"
        )
    return [*lines, *cross_table(standings, places)]


def cross_table(standings: Standings, places: Sequence[int]) -> list[str]:
    width = max(4, *(len(name) for name in standings.names))
    cells = {(a, b): cell(standings.between(a, b)) for a in places for b in places if a != b}
    wide = max(5, *(len(text) for text in cells.values()))
    lines = ["", " " * (width + 5) + " ".join(f"{rank:>{wide}}" for rank in range(1, len(places) + 1))]
    for rank, one in enumerate(places, 1):
        row = " ".join(f"{cells.get((one, other), '-'):>{wide}}" for other in places)
        lines.append(f"{rank:4} {standings.names[one]:{width}} {row}")
    return lines


def cell(counts: Counts) -> str:
    return f"{counts.wins}-{counts.losses}-{counts.draws}" if counts.games else "."


def efforts(standings: Standings) -> list[str]:
    lines = []
    for name, effort in zip(standings.names, standings.efforts, strict=True):
        if effort.seconds.count:
            depth = f", depth {effort.depth.value:.1f}" if effort.depth.count else ""
            lines.append(f"{name}: {effort.seconds.count} moves, {1000 * effort.seconds.value:.1f} ms each{depth}")
    return lines


def endings(standings: Standings) -> list[str]:
    """How games have ended, and by whose fault."""
    lines = [f"{count:6} {ending.value}" for ending, count in standings.ranked_endings()]
    for (place, ending), count in sorted(standings.faults.items()):
        lines.append(f"{standings.names[place]} lost {count} by {ending.value}")
    for (place, kind), (count, games) in sorted(standings.oddities.items()):
        times = f"{count} time{'s' * (count != 1)} in {games} game{'s' * (games != 1)}"
        lines.append(f"{standings.names[place]} {kind.value}: {times}")
    if standings.unfinished:
        lines.append(f"{standings.unfinished:6} unfinished")
    return lines
