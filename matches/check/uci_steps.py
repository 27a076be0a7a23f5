"""The steps of an engine that speaks UCI."""

from __future__ import annotations

from functools import partial

from . import usual_game as game
from .clocks import RootOf, clock_steps, keeps_clocks
from .endings import ENDINGS, ignores_xboard, searches_at_once
from .introduction import GREETING, INTRODUCTION, LARGE_TABLE
from .root import Root, usual_root
from .rough_input import ROUGH_INPUT, skips_unknown_words
from .searches import LIMITS, NO_TIME, REPORTS, WAITING, by, quickly
from .step import Step, advice
from .subject import Subject
from .tidiness import TIDINESS

WHITE = "fen r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10"
BLACK = "fen rnbqkbnr/pppppppp/8/8/2P5/8/PP1PPPPP/RNBQKBNR b KQkq - 0 1"
BOTH = "go wtime 100 btime 100"


def at(text: str) -> RootOf:
    def root(subject: Subject) -> Root:
        return usual_root(text)

    return root


UCI_STEPS = (
    GREETING,
    *INTRODUCTION,
    Step("A position as a FEN is taken", partial(game.takes_position, WHITE)),
    *clock_steps("White's clock alone", at(WHITE), "go wtime 100"),
    *clock_steps("Black's clock alone", at(BLACK), "go btime 100"),
    *clock_steps("both clocks and increments", at(BLACK), "go wtime 100 winc 100 btime 100 binc 100"),
    *clock_steps("Black's clock in front", at(BLACK), "go btime 100 binc 100 wtime 100 winc 100"),
    *clock_steps("both clocks in a new game", at("startpos"), BOTH, new_game=True),
    *clock_steps("both clocks after two moves", at("startpos moves e2e4 e7e5"), BOTH),
    by("go wtime 1000 btime 1000 movestogo 20"),
    advice("A clock of 100 ms does not run out", keeps_clocks),
    *LIMITS,
    Step("Castling, en passant and a promotion are read", game.reads_special_moves),
    Step("A promotion names its piece", game.writes_promotions),
    *WAITING,
    Step("A ponder search ends in a legal move at ponderhit", game.hits),
    advice("A ponder search waits for ponderhit", game.waits_for_ponderhit),
    Step("A ponder search ends in a legal move at stop", game.stops_pondering),
    Step("Other games that it offers are played", game.plays_variants),
    advice("searchmoves is obeyed", game.obeys_searchmoves),
    advice("searchmoves 0000 is harmless", game.ignores_null_searchmoves),
    advice("Every PV is legal", game.searches_lines),
    advice("No PV goes on past mate or a third repetition", game.ends_lines),
    *REPORTS,
    advice("A mated side has no move", game.knows_mate),
    advice("A stalemated side has no move", game.knows_stalemate),
    advice("Mate has the score mate 0, stalemate cp 0", game.scores_ends),
    advice("`go infinite` waits for stop when mated", game.waits_when_mated),
    *NO_TIME,
    quickly("go wtime 0 btime 0"),
    quickly("go wtime -1000 btime -1000"),
    LARGE_TABLE,
    advice("`go` without a position searches the start position", searches_at_once),
    advice("`xboard` in front of everything is ignored", ignores_xboard),
    *ENDINGS,
    *TIDINESS,
    advice("An unknown word in front is skipped", skips_unknown_words),
    *ROUGH_INPUT,
)
