#!/usr/bin/env python3
"""Does it pay to plan against the opponent's errors? docs/study.md is the protocol of this study.

PVS with and without `Risk` plays against the Maia networks in the folder --maia, against itself, and against others.
Parts: pilot, pilot-risk, confirmatory, turning, cost, exploratory (which needs Stockfish). Each game is recorded, so
the same command goes on where it was stopped. At the end, it shows the tables of its parts. --games plays fewer games
of each cell, to try it out.

    python scripts/study.py --maia FOLDER --part pilot --jobs 2
    python scripts/study.py --maia FOLDER --part confirmatory --jobs 2
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from math import hypot
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any

import chess
from oddsfish.engine import ChessPosition, Limits, Session
from oddsfish.engine.games.chess.human import weights
from oddsfish.engine.opponents.options import ELO
from oddsfish.engine.options import Options
from oddsfish.matches.score.statistics import Counts, Estimate, estimate
from oddsfish.protocols.commands.arguments import number

sys.path.insert(0, str(Path(__file__).with_name("experiments")))

from common.command import make_parser, perform
from common.odds import STARTS, odds, over, session_with
from common.opponents import HUMANLIKE, MAIA, PVS, STOCKFISH, opponent
from common.plots import COLOURS, MARKERS, Plots, new_plot
from common.table import Cell, Table
from common.work import Work

NODES = 50_000  # for each move of PVS against Maia, including the model of Risk and the search after it
COST_NODES = 10_000  # for each move of PVS against itself
MAIAS = (1100, 1300, 1500, 1700, 1900)
TURNING = (800, 1100, 1300, 1700, 1900, 2300)
RISKS = (40, 100, 200)
COST_RISK = 30
OTHER_RISKS = (20, 40, 200)  # exploratory
OTHER_STARTS = ("queen", "all-minors", "rooks-knights", "queen-both-knights", "queen-rook-knight", "queen-rooks-knight")
STOCKFISHES = ((1350, "queen-both-rooks"), (1850, "queen-knight"), (2350, ""), (2850, ""))  # UCI_Elo
OPENING_PLIES = 8  # random plies at the beginning of games without odds
BALANCED = 60  # centipawns: the largest score of either side after them
Gain = tuple[float | None, float | None]  # Elo, and half of its 95 % interval
REMARK = re.compile(r"\S+ instead of \S+: ([\d.]+) pawns less")


@dataclass(frozen=True)
class StudyCell:
    """Games of one kind. opponent: see common/opponents.py. start: a name of STARTS, "" for the usual start."""

    part: str
    opponent: str
    start: str
    risk: int
    elo: int
    games: int
    options: tuple[tuple[str, str], ...] = ()

    @property
    def nodes(self) -> int:
        return COST_NODES if self.opponent == PVS else NODES

    @property
    def name(self) -> str:
        how = f"Risk {self.risk} at {self.elo}" if self.risk else "Risk 0"
        return " ".join(
            [how, *(f"{name}={value}" for name, value in self.options), "against", self.opponent, self.start]
        ).strip()


def main() -> int:
    parser = make_parser("study", __doc__)
    parser.add_argument("--maia", type=Path, metavar="FOLDER", help="with its networks")
    parser.add_argument("--part", action="append", choices=PARTS, help="to play; may be repeated (default: all)")
    parser.add_argument(
        "--start", choices=STARTS, default="queen-both-rooks", help="as the pilot says (default: %(default)s)"
    )
    parser.add_argument("--risk", type=number(1), default=100, help="as the pilot says (default: %(default)s)")
    parser.add_argument("--games", type=number(1), metavar="N", help="of each cell, to try it out")
    arguments = parser.parse_args()
    settings = {"nodes": [NODES, COST_NODES], "model": weights.read(weights.SHIPPED).checksum[:16]}
    return perform("study", arguments, settings, partial(study, arguments))


def study(arguments: Any, work: Work) -> tuple[list[Table], Plots]:
    tables: list[Table] = []
    plots: dict[str, Callable[[], Any]] = {}
    for part in arguments.part or PARTS:
        cells = PARTS[part](arguments.start, arguments.risk)
        if arguments.maia is None and any(cell.opponent.startswith(MAIA) for cell in cells):
            raise ValueError("this part needs --maia and the folder of the networks")
        found = {cell: play_cell(arguments, work, cell) for cell in cells}
        tables.append(results(part, found))
        if part in RATINGS:
            tables.append(gains(part, found))
            plots[tables[-1].name] = partial(plot_gains, tables[-1])
    return tables, plots


def play_cell(arguments: Any, work: Work, cell: StudyCell) -> list[dict[str, Any]]:
    games = min(cell.games, arguments.games or cell.games)
    keys = [[cell.part, cell.name, place] for place in range(games)]
    return work.collect(partial(play, arguments.seed, arguments.maia, cell), keys, f"games: {cell.name}")


def pilot(start: str, risk: int) -> list[StudyCell]:
    return [StudyCell("pilot", maia(1500), name, 0, 1500, 100) for name in STARTS]


def pilot_risk(start: str, risk: int) -> list[StudyCell]:
    return [StudyCell("pilot", maia(1500), start, other, 1500, 200) for other in RISKS]


def confirmatory(start: str, risk: int) -> list[StudyCell]:
    return [StudyCell("confirmatory", maia(elo), start, more, elo, 2500) for more in (0, risk) for elo in MAIAS]


def turning(start: str, risk: int) -> list[StudyCell]:
    base = [StudyCell("confirmatory", maia(1500), start, more, 1500, 1000) for more in (0, risk)]  # its first games
    return base + [StudyCell("turning", maia(1500), start, risk, elo, 1000) for elo in TURNING]


def cost(start: str, risk: int) -> list[StudyCell]:
    return [StudyCell("cost", PVS, "", COST_RISK, 1500, 9000)]


def exploratory(start: str, risk: int) -> list[StudyCell]:
    """At most 40 cells; they support no claim."""
    variants: list[tuple[int, tuple[tuple[str, str], ...]]] = [
        (risk, (("Opponent", "uniform"),)),
        (risk, (("Opponent", "softmax"), ("OpponentTemperature", "100"), ("OpponentDepth", "2"))),
        (risk, (("Opponent", "blunder"), ("OpponentBlunder", "200"), ("OpponentDepth", "2"))),
        (0, (("Contempt", "50"),)),
        (0, (("Contempt", "100"),)),
        (0, (("Search", "Expectimax"), ("Opponent", "human"))),
    ]
    cells = [StudyCell("exploratory", maia(1500), start, more, 1500, 200, options) for more, options in variants]
    cells += [StudyCell("exploratory", maia(1500), start, other, 1500, 200) for other in OTHER_RISKS]
    others = [(maia(1500), 1500, other) for other in OTHER_STARTS]
    others += [(f"{HUMANLIKE}{elo}", elo, start) for elo in (1100, 1500, 1900)]
    others += [(f"{STOCKFISH}{elo}", min(elo, ELO.high), other) for elo, other in STOCKFISHES]
    return cells + [
        StudyCell("exploratory", opponent, other, more, elo, 200)
        for opponent, elo, other in others
        for more in (0, risk)
    ]


def maia(elo: int) -> str:
    return f"{MAIA}{elo}"


RATINGS = {"confirmatory": "rating of Maia and of the model", "turning": "rating of the model"}
PARTS = {
    "pilot": pilot,
    "pilot-risk": pilot_risk,
    "confirmatory": confirmatory,
    "turning": turning,
    "cost": cost,
    "exploratory": exploratory,
}


def play(seed: int, folder: Path | None, cell: StudyCell, key: Sequence[Any]) -> dict[str, Any]:
    """Play a game by its number. PVS is White in even games."""
    part, _, place = key
    who = cell.opponent.removeprefix(MAIA)
    random = Random(f"{seed} {'pilot' if part == 'pilot' else 'study'} {who} {place}")
    white = place % 2 == 0
    board = chess.Board(odds(cell.start, white))
    if not cell.start:
        play_opening(board, Random(f"{seed} opening {place // 2}"))
    position = ChessPosition(board.fen())
    ours = session_with(position, {"Risk": cell.risk, "OpponentElo": cell.elo, **dict(cell.options)})
    bets = answerable = refuted = 0
    given = 0.0
    answer = ""  # the best reply to a bet
    with opponent(cell.opponent, folder, position, random, cell.nodes) as theirs:
        while not over(board, position):
            if (board.turn == chess.WHITE) == white:
                said: list[str] = []
                result = search(ours, position, cell.nodes, said)
                move = str(result.move)
                answer = ""
                if said:
                    bets += 1
                    given += float(said[0])
                    answer = result.pv[1] if len(result.pv) > 1 else ""
                    answerable += bool(answer)
            else:
                move = theirs(board, position)
                refuted += bool(answer) and move == answer
            board.push_uci(move)
            position.play(move)
    score = points(board)
    return {
        "score": score if white else 1 - score,
        "plies": len(board.move_stack),
        "bets": bets,
        "answerable": answerable,
        "refuted": refuted,
        "given": round(given, 2),
    }


def search(session: Session[ChessPosition], position: ChessPosition, nodes: int, said: list[str]) -> Any:
    """The result of a search. It appends to `said` what a bet gives up, in pawns."""

    def listen(info: Any) -> None:
        found = REMARK.match(info.remark)
        if found:
            said.append(found[1])

    session.set_position(position)
    return session.search(Limits(nodes=nodes), listen)


def play_opening(board: chess.Board, random: Random) -> None:
    """Play random plies to a position that is about even by a short search."""
    while True:
        board.reset()
        for _ in range(OPENING_PLIES):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(random.choice(moves))
        position = ChessPosition(board.fen())
        if position.ending() is None:
            options = Options()
            options.set("Search", "PVS")
            if abs(Session(position, options).search(Limits(nodes=5000)).score.centi) <= BALANCED:
                board.clear_stack()
                return


def points(board: chess.Board) -> float:
    """The points of White."""
    if not board.is_checkmate():
        return 0.5
    return 0.0 if board.turn == chess.WHITE else 1.0


def results(part: str, found: dict[StudyCell, list[dict[str, Any]]]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for cell, games in found.items():
        counts = counted(games)
        strength = estimate(counts)
        won = [game["plies"] for game in games if game["score"] == 1]
        moves = sum(game["plies"] / 2 for game in games)
        answerable = sum(game["answerable"] for game in games)
        rows.append(
            (
                cell.name,
                counts.games,
                counts.wins,
                counts.draws,
                counts.losses,
                counts.score,
                strength.elo,
                strength.elo_error,
                fmean(won) if won else None,
                sum(game["bets"] for game in games) / moves,
                sum(game["refuted"] for game in games) / answerable if answerable else None,
                sum(game["given"] for game in games) / moves,
            )
        )
    of_results = ("cell", "games", "won", "drawn", "lost", "score", "Elo", "+/-")
    columns = (*of_results, "plies to win", "bets a move", "refuted", "pawns given up a move")
    return Table(part, f"Part {part}", columns, rows)


def counted(games: Sequence[dict[str, Any]]) -> Counts:
    """Count the results of games. Two games in a row are a pair: the same start, with both colours."""
    scores = [game["score"] for game in games]
    sums = [scores[i] + scores[i + 1] for i in range(0, len(scores) - 1, 2)]
    none, half, even, more, both = (sums.count(points / 2) for points in range(5))
    wins, draws, losses = (scores.count(score) for score in (1.0, 0.5, 0.0))
    return Counts(wins, draws, losses, (none, half, even, more, both), True)


def gains(part: str, found: dict[StudyCell, list[dict[str, Any]]]) -> Table:
    """The gain of each cell with risk over that without, against the same Maia; for several Maias, also the mean."""
    bases = {cell.opponent: estimate(counted(games)) for cell, games in found.items() if not cell.risk}
    more: dict[int, Gain] = {
        cell.elo: gain(estimate(counted(games)), bases[cell.opponent]) for cell, games in found.items() if cell.risk
    }
    rows: list[tuple[Cell, ...]] = [(elo, *more[elo]) for elo in sorted(more)]
    known = [(elo, error) for elo, error in more.values() if elo is not None and error is not None]
    if len(bases) > 1 and len(known) == len(more):
        rows.append(("mean", fmean(elo for elo, _ in known), hypot(*(error for _, error in known)) / len(known)))
    return Table(f"{part}_gains", f"Elo gained by Risk, part {part}", (RATINGS[part], "Elo", "+/-"), rows)


def plot_gains(table: Table) -> Any:
    figure, (axes,) = new_plot(table.title)
    rows = [row for row in table.rows if None not in row and row[0] != "mean"]
    ratings, more, errors = zip(*rows, strict=True)
    axes.axhline(0, color="0.3", linewidth=1)
    axes.errorbar(ratings, more, yerr=errors, color=COLOURS[0], marker=MARKERS[0], capsize=3, linewidth=1)
    axes.set_xticks(ratings)
    axes.set_xlabel(table.columns[0])
    axes.set_ylabel("Elo, with 95 % interval")
    return figure


def gain(one: Estimate, other: Estimate) -> Gain:
    """The difference of two independent estimates and half of its 95 % interval; None where one of them has none."""
    if one.elo is None or other.elo is None or one.elo_error is None or other.elo_error is None:
        return None, None
    return one.elo - other.elo, hypot(one.elo_error, other.elo_error)


if __name__ == "__main__":
    raise SystemExit(main())
