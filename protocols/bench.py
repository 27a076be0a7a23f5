"""oddsfish bench: a fixed amount of work whose node count is a checksum of the search."""

from __future__ import annotations

import time

from ..engine.games.chess.position import ChessPosition
from ..engine.limits import Limits
from ..engine.session import Session
from .lines import Lines

DEPTH = 6

# Openings, middlegames, endgames, Chess960 apart: positions that we made up or that everybody knows.
POSITIONS = (
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r1bqkbnr/ppp2ppp/2np4/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4",
    "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 4 8",
    "r2q1rk1/1b2bppp/p2ppn2/1p6/3QPP2/1BN1B3/PPP3PP/R4RK1 b - - 1 13",
    "2r3k1/1q3ppp/p2bp3/1p1p4/3P1P2/1P2P3/P2Q2PP/2R2BK1 b - - 3 24",
    "8/2p2k2/1p1p1p2/p2P1Pp1/P1P1K1P1/1P6/8/8 w - - 0 40",
    "8/5pk1/4p1p1/3bP2p/1p1P3P/1P2KBP1/5P2/8 w - - 6 45",
    "5rk1/1p3ppp/p2r4/3p4/3P4/1P2R3/P4PPP/4R1K1 w - - 2 28",
    "8/8/4k3/3p4/3K4/8/4P3/8 w - - 0 1",
)


def bench(depth: int, lines: Lines) -> None:
    """Search every position to a depth; the last line is `N nodes N nps`."""
    nodes = 0
    began = time.perf_counter()
    for number, fen in enumerate(POSITIONS, 1):
        result = Session(ChessPosition(fen)).search(Limits(depth=depth))
        nodes += result.nodes
        lines.write(f"{number}/{len(POSITIONS)} {result.move} {result.score.centi} {result.nodes} nodes  {fen}")
    lines.write(f"{nodes} nodes {int(nodes / (time.perf_counter() - began))} nps")
