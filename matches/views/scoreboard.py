"""The standings of a match, laid out for a terminal. They change only when a game has finished."""

from __future__ import annotations

from itertools import combinations

from rich.text import Text

from ..score.figures import UNKNOWN, elo_text, figure, percent, rating_text, within
from ..score.standings import Standings
from ..score.statistics import Counts, estimate, mean_interval
from ..settings import Match
from .layout import flow, item, scale, table

SCALE = 40  # columns of the SPRT's bar
LEAST_SCALE = 5
FAULT = "bold red"  # always with words: no information is in the colour alone
HEADS = ("", "Name", "Points", "Games", "Elo", "+/-", "Score%", "Draw%")


class Scoreboard:
    """The standings for people. names: of the players, as the terminal can show them."""

    def __init__(self, match: Match, standings: Standings, names: list[str], unicode: bool) -> None:
        self.match = match
        self.standings = standings
        self.names = names
        self.unicode = unicode
        self.seen: object = None
        self.lines: list[Text] = []
        self.table: list[Text] = []

    def lay_out(self, width: int) -> None:
        """Update `lines` and, with more than two players, `table`."""
        seen = (self.standings.games, self.standings.unfinished, width)
        if seen == self.seen:
            return
        self.seen = seen
        rows = []
        if self.standings.utilities:
            rows = self.utilities()
        elif len(self.names) == 2:
            rows = self.duel(self.standings.between(0, 1), width)
        else:
            self.table = self.ranking(width)
        faults = self.faults()
        # Faults must be seen, so they go first: on a low terminal, the rest may be cut off.
        rows = [faults, *rows] if self.standings.faults else [*rows, faults]
        self.lines = [line for row in rows for line in flow(row, width)]

    def duel(self, counts: Counts, width: int) -> list[list[Text]]:
        names = Text.assemble((self.names[0], "bold"), " against ", (self.names[1], "bold"))
        if not counts.games:
            return [[names, Text("no game finished yet", "dim")]]
        found = estimate(counts)
        results = Text("won ", "dim").append(str(counts.wins), "not dim bold")
        results.append(", drawn ").append(str(counts.draws), "not dim bold")
        results.append(", lost ").append(str(counts.losses), "not dim bold")
        figures = [
            item("Elo", elo_text(found, sign=self.sign)),
            item("LOS", percent(found.los)),
            item("nElo", self.within(found.nelo, found.nelo_error)),
            item("draws", percent(counts.draw_ratio)),
        ]
        if any(counts.pairs):
            figures.append(item("Ptnml", " ".join(map(str, counts.pairs))))
        score = item("score", f"{counts.points:g} of {counts.games}, {percent(counts.score)}")
        return [[names, results, score], *self.sprt(counts, width), figures]

    def within(self, value: float | None, error: float | None, digits: int = 1) -> str:
        return within(value, error, digits, sign=self.sign)

    @property
    def sign(self) -> str:
        return "±" if self.unicode else "+/-"

    def sprt(self, counts: Counts, width: int) -> list[list[Text]]:
        sprt = self.match.sprt
        if sprt is None:
            return []
        llr = sprt.llr(counts)
        low, high = f"H0 {sprt.lower:.2f} ", f" {sprt.upper:.2f} H1"
        room = max(LEAST_SCALE, min(SCALE, width - len(low) - len(high)))
        verdict = sprt.verdict(counts)
        row = [
            item("LLR", f"{figure(llr, 2)} ({100 * sprt.progress(llr):.0f} %)"),
            Text(low).append_text(scale(llr, sprt.lower, sprt.upper, room, self.unicode)).append(high),
            item("SPRT", f"[{sprt.elo0:g}, {sprt.elo1:g}] {sprt.model}"),
        ]
        return [[Text(f"{verdict} ACCEPTED", "bold green"), *row] if verdict else row]

    def utilities(self) -> list[list[Text]]:
        """For games for one: the mean utility of each player, and the differences on the same decks."""
        rows = []
        for place, name in enumerate(self.names):
            values = self.standings.utility(place)
            utility = item("utility", self.within(*mean_interval(values), digits=4))
            rows.append([Text(name, "bold"), utility, item("games", str(len(values)))])
        for one, other in combinations(range(len(self.names)), 2):
            difference = self.within(*mean_interval(self.standings.difference(one, other)), digits=4)
            rows.append(
                [item(f"{self.names[one]} - {self.names[other]}", difference), Text("on the same decks", "dim")]
            )
        return rows

    def faults(self) -> list[Text]:
        pieces = [
            Text(f"{self.names[place]} lost {count} by {ending.value}", FAULT)
            for (place, ending), count in sorted(self.standings.faults.items())
        ]
        pieces = [Text("FAULTS", FAULT), *pieces] if pieces else [Text("no faults", "dim")]
        if self.standings.unfinished:
            pieces.append(Text(f"{self.standings.unfinished} unfinished", "bold yellow"))
        return pieces

    def ranking(self, width: int) -> list[Text]:
        rows, ratings = [], self.standings.ratings()
        for rank, place in enumerate(self.standings.ranked(), 1):
            name, counts = self.names[place], self.standings.of(place)
            found = ratings[place]
            shares = (counts.score, counts.draw_ratio)
            score, draws = (UNKNOWN if share is None else f"{100 * share:.0f}" for share in shares)
            elo, error = rating_text(found), figure(found.error, 0)
            rows.append((str(rank), name, f"{counts.points:g}", str(counts.games), elo, error, score, draws))
        return table(HEADS, rows, width)
