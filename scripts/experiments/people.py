#!/usr/bin/env python3
"""How well does the model of people predict moves that it has not seen, compared with other models, by rating?

A table of games is read (as `oddsfish opponent fit-people` reads it). In each band of 200 points of rating, --moves
moves are drawn from the 11th ply on; those that were the only legal move are left out. The models are: any move
(uniform); softmax and blunder at depths 1 and 2, each fitted to these moves; the model of people without and with its
search; and the Maia network of the nearest rating, from the folder --maia. --offset adds points to each rating, for
other scales of rating; `fit` finds their number. The same command goes on where it was stopped.

    python scripts/experiments/people.py games.tsv.xz --source league2 --source player1 --moves 2000 --plots
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from math import log
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any

import chess
from common.command import make_parser, perform
from common.odds import network
from common.plots import COLOURS, MARKERS, Plots, name_lines, new_plot
from common.table import Cell, Table
from common.work import Work
from oddsfish.engine import games
from oddsfish.engine.games.chess.human.model import HumanModel
from oddsfish.engine.games.chess.position import ChessPosition
from oddsfish.engine.options import options_for
from oddsfish.engine.searches.alphabeta.search import AlphaBeta
from oddsfish.learning.libraries import np
from oddsfish.learning.likelihood import MODELS, maximise
from oddsfish.learning.people.table import PeopleGame, read
from oddsfish.learning.replies import Judgement, decide
from oddsfish.protocols.commands.arguments import number

BAND = 200
FIRST = 10  # ply
AT_ONCE = 50  # moves between two entries of the journal
DEPTHS = (1, 2)
LEAST, MOST = 800, 2400
OFFSETS = range(-100, 601, 50)
NETWORKS = (1100, 1300, 1500, 1700, 1900)
BINS = 20  # of the calibration


def main() -> int:
    parser = make_parser("people", __doc__)
    parser.add_argument("table", type=Path, help="table of games")
    parser.add_argument("--source", action="append", metavar="NAME", help="only games of this Source; may be repeated")
    parser.add_argument("--moves", type=number(1), default=2000, metavar="N", help="of a band (default: %(default)s)")
    parser.add_argument("--pace", default="180-", metavar="A-B", help="seconds for 40 moves (default: %(default)s)")
    parser.add_argument("--offset", default="0", metavar="N", help="points, or fit (default: %(default)s)")
    parser.add_argument("--maia", type=Path, metavar="FOLDER", help="with its networks")
    arguments = parser.parse_args()
    settings = {
        "table": arguments.table.name,
        "sources": arguments.source,
        "moves": arguments.moves,
        "pace": arguments.pace,
        "offset": arguments.offset,
        "maia": arguments.maia is not None,
    }
    return perform("people", arguments, settings, partial(experiment, arguments))


def experiment(arguments: Any, work: Work) -> tuple[list[Table], Plots]:
    games_, places = draw(arguments)
    offsets = [*OFFSETS] if arguments.offset == "fit" else [int(arguments.offset)]
    pieces = [places[i : i + AT_ONCE] for i in range(0, len(places), AT_ONCE)]
    look = partial(look_at, games_, pieces, offsets, arguments.maia)
    rows = [row for piece in work.collect(look, [["piece", n] for n in range(len(pieces))], "pieces") for row in piece]
    best = max(range(len(offsets)), key=lambda place: sum(row["human"][place][0] for row in rows))
    bands = sorted({row["band"] for row in rows})
    found: list[tuple[Cell, ...]] = []
    for band in bands:
        own = [row for row in rows if row["band"] == band]
        found += band_rows(f"{band - BAND // 2}-{band + BAND // 2 - 1}", own, best)
    tables = [
        Table(
            "people",
            "Moves predicted, and nats a move, by rating",
            ("model", "band", "moves", "predicted", "nats"),
            found,
        ),
        Table("offset", "Points added to each rating", ("what", "points"), [("offset", offsets[best])]),
        Table(
            "calibration",
            "Of moves as likely as this, so many were played",
            ("bin", "said", "played", "moves"),
            calibration(rows),
        ),
    ]
    return tables, {"calibration": partial(plot_calibration, tables[2]), "people": partial(plot_bands, tables[0])}


def draw(arguments: Any) -> tuple[list[PeopleGame], list[tuple[int, int, int]]]:
    """The games, and the moves that are looked at: the number of the game, the ply, and the band."""
    least, most = (int(end) if end else None for end in arguments.pace.split("-"))
    found: list[PeopleGame] = []
    by_band: dict[int, list[tuple[int, int]]] = {}
    for game in read(arguments.table):
        if arguments.source and game.source not in arguments.source:
            continue
        if game.pace is not None and ((least and game.pace < least) or (most and game.pace > most)):
            continue
        for ply in range(FIRST, len(game.moves)):
            band = band_of(game.elos[ply & 1])
            if LEAST <= band <= MOST:
                by_band.setdefault(band, []).append((len(found), ply))
        found.append(game)
    random = Random(arguments.seed)
    places = []
    for band, known in sorted(by_band.items()):
        chosen = random.sample(known, min(arguments.moves, len(known)))
        places += [(game, ply, band) for game, ply in sorted(chosen)]
    return found, places


def band_of(elo: int) -> int:
    """The middle of the band of a rating: 1100 for 1000 to 1199."""
    return elo // BAND * BAND + BAND // 2


def look_at(
    games_: Sequence[PeopleGame],
    pieces: Sequence[Sequence[tuple[int, int, int]]],
    offsets: Sequence[int],
    maia: Path | None,
    key: Sequence[Any],
) -> list[dict[str, Any]]:
    """The predictions of each model for some moves. Moves that were the only legal one are left out."""
    options = options_for(games.find("chess"))
    options.set("Search", "AlphaBeta")
    options.set("RootWindow", "infinite")
    options.set("Quiescence", "true")
    search = AlphaBeta()
    search.configure(options)
    seeing, blind = HumanModel(1500), HumanModel(1500, searching=False)
    found = []
    for number_, ply, band in pieces[key[1]]:
        game = games_[number_]
        position = ChessPosition()
        for text in game.moves[:ply]:
            position.play(text)
        position.configure(options)
        move = position.parse(game.moves[ply])
        legal = position.moves()
        if len(legal) == 1:
            continue
        elos = [min(max(game.elos[ply & 1] + offset, LEAST), MOST) for offset in offsets]
        weights = HumanModel(elos[0]).weights(position)
        total = sum(weights)
        row: dict[str, Any] = {
            "band": band,
            "moves": len(legal),
            "human": seeing.logs(position, move, elos),
            "eyes": blind.logs(position, move, elos),
            "judged": [
                [judged.chosen, judged.worse] for judged in decide(position, move, DEPTHS, options, search).judgements
            ],
            "said": [
                (weight / total, legal[place] == move) for place, weight in enumerate(weights) if weight > total / 200
            ],
        }
        if maia is not None:
            row["maia"] = ask_maia(maia, band, game.moves[:ply], game.moves[ply])
        found.append(row)
    return found


def ask_maia(folder: Path, band: int, moves: Sequence[str], chosen: str) -> tuple[float, bool]:
    """The log-probability of the move by Maia of the nearest rating, and whether no move is likelier."""
    board = chess.Board()
    for move in moves:
        board.push_uci(move)
    nearest = min(NETWORKS, key=lambda rating: abs(rating - band))
    (likely,) = network(folder, nearest).policy([board])
    share = likely[chess.Move.from_uci(chosen)]
    return log(max(share, 1e-9)), share >= max(likely.values())


def band_rows(name: str, rows: Sequence[dict[str, Any]], offset: int) -> list[tuple[Cell, ...]]:
    """A row for each model."""
    count = len(rows)
    found: list[tuple[Cell, ...]] = [
        ("uniform", name, count, fmean(1 / row["moves"] for row in rows), fmean(log(row["moves"]) for row in rows))
    ]
    for model, kind in MODELS.items():
        best: tuple[float, float] | None = None
        for place in range(len(DEPTHS)):
            judgements = [
                Judgement(row["judged"][place][0], tuple((less, n) for less, n in row["judged"][place][1]))
                for row in rows
            ]
            fitted = kind(judgements)
            likeliest = maximise(fitted)
            nats = -fmean(fitted.logs(likeliest.skill if likeliest else 0.0))
            top = fmean((judged.chosen == 0) / judged.worse[0][1] for judged in judgements)
            if best is None or nats < best[0]:
                best = (nats, top)
        assert best is not None
        found.append((model, name, count, best[1], best[0]))
    for model, label in (("eyes", "people, by eye"), ("human", "people")):
        said = [row[model][offset] for row in rows]
        found.append((label, name, count, fmean(top for _, top in said), -fmean(likely for likely, _ in said)))
    if "maia" in rows[0]:
        said = [row["maia"] for row in rows]
        found.append(("Maia", name, count, fmean(top for _, top in said), -fmean(likely for likely, _ in said)))
    return found


def calibration(rows: Sequence[dict[str, Any]]) -> list[tuple[Cell, ...]]:
    """For each bin of predicted probabilities: their mean, the share of moves that was played, and their number."""
    bins: dict[int, list[tuple[float, bool]]] = {}
    for row in rows:
        for likely, played in row["said"]:
            bins.setdefault(min(int(likely * BINS), BINS - 1), []).append((likely, played))
    return [
        (f"{place / BINS:.0%}", fmean(likely for likely, _ in own), fmean(played for _, played in own), len(own))
        for place, own in sorted(bins.items())
    ]


def plot_calibration(table: Table) -> Any:
    figure, (axes,) = new_plot(table.title)
    said, played = (np.array([row[column] for row in table.rows], "f8") for column in (1, 2))
    axes.plot([0, 1], [0, 1], color="0.6", linewidth=1)
    axes.plot(said, played, marker="o", color=COLOURS[0])
    axes.set_xlabel("how likely the model says a move is")
    axes.set_ylabel("share that was played")
    axes.set_aspect("equal")
    return figure


def plot_bands(table: Table) -> Any:
    figure, panels = new_plot(table.title, 2)
    models = list(dict.fromkeys(str(row[0]) for row in table.rows))
    for axes, column, label in zip(panels, (3, 4), ("share of moves predicted", "nats a move"), strict=True):
        for place, model in enumerate(models):
            own = [row for row in table.rows if row[0] == model]
            bands = [str(row[1]) for row in own]
            values = np.array([row[column] for row in own], "f8")
            colour, marker = COLOURS[place % len(COLOURS)], MARKERS[place % len(MARKERS)]
            axes.plot(bands, values, label=model, color=colour, marker=marker, markersize=4, linewidth=1)
        axes.set_ylabel(label)
        axes.tick_params(axis="x", rotation=60)
    name_lines(figure, panels[0])
    return figure


if __name__ == "__main__":
    raise SystemExit(main())
