"""Root moves ranked by endgame tables: which of them keep the result, counters taken into account.

The ranks are Stockfish's: moves that win for sure are equal, as are all that lose; what the clock may make a draw is
between. Among equal moves the search chooses. It may not know how to win, and wander: after one free move it has to
take the quickest way to the next capture or pawn's move, on which no position comes a second time.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from math import inf
from time import perf_counter

from ...control.adviser import NOTHING, Advice
from .fen import FIFTY
from .library import to_board

TYPE_CHECKING = False  # to type checkers it is true; the module typing is slow to import
if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    import chess

    from .position import ChessPosition
    from .tables import Tables

WON = 1000  # the rank of a sure win; above all that counts plies
UNSURE = WON // 2  # of a win that the clock may make a draw, less its plies
FREE = 2  # plies on the clock from which on a win has to make progress
PLIES = {-2: 1, -1: FIFTY + 1, 0: 0, 1: -FIFTY - 1, 2: -1}  # for the WDL of the other side after a zeroing move
OFTEN = 3  # times that a position is there, which make a draw


def rank(
    tables: Tables, position: ChessPosition, moves: Collection[int], *, free: bool = False, until: float = inf
) -> Advice:
    """The moves of the highest rank, and what they lead to; NOTHING if the tables do not know.

    free: all moves that win are wanted, as nobody will play on. DamagedTable, as tables may raise it.
    until: when it is too late, on the clock of time.perf_counter(); a file may be far away. What is known then counts.
    """
    board = to_board(position)
    clock = board.halfmove_clock
    advice = NOTHING
    if not moves or not tables.cover(board):
        return advice
    seen = earlier(position, clock)
    children = {move: after(position, move) for move in moves}
    drawn = {move for move, child in children.items() if seen[child.zobrist] >= OFTEN - 1}
    boards = {move: to_board(child) for move, child in children.items()}
    for measure in (wdl_after, dtz_after):  # without all DTZ tables, or the time for them, those of WDL have to do
        known: dict[int, int] = {}
        for move in moves:
            plies = None if perf_counter() >= until else 0 if move in drawn else measure(tables, boards[move])
            if plies is None:
                return advice
            known[move] = plies
        advice = best_of(known, clock, hurried=not free and clock >= FREE)
        if advice.result and measure is wdl_after and advice.result != tables.result(board):
            advice = replace(advice, result=None)  # WDL does not know the clock, and the moves may not be all there are
    return advice


def best_of(known: Mapping[int, int], clock: int, hurried: bool) -> Advice:
    """The best moves by the plies to a capture or a pawn's move after each; with a result where all lead to the same.

    hurried: whether the quickest win counts.
    """
    ranks = {move: rank_of(plies, clock, hurried) for move, plies in known.items()}
    highest = max(ranks.values())
    best = frozenset(move for move in known if ranks[move] == highest)
    results = {outcome(known[move], clock) for move in best}
    return Advice(best, result=results.pop() if len(results) == 1 else None, hits=len(known))


def rank_of(plies: int, clock: int, hurried: bool) -> int:
    """Of a move after which the next capture or pawn's move is so far away; negative for who loses."""
    if plies > 0:
        if sure(plies, clock):
            return WON - plies if hurried else WON
        return UNSURE - plies - clock
    if plies < 0:  # all are equal as long as it may not become a draw
        return -WON if 2 * -plies + clock < FIFTY else -UNSURE - plies + clock
    return 0


def outcome(plies: int, clock: int) -> int | None:
    """What a move leads to: 1, 0 or -1. Where a rounded DTZ decides, None."""
    if sure(plies, clock):
        return (plies > 0) - (plies < 0)
    return 0 if not plies or abs(plies) + clock > FIFTY else None


def sure(plies: int, clock: int) -> bool:
    """Whether the next capture, pawn's move or mate, so many plies away, comes before the clock has run out.

    It may come a ply later than that, as DTZ is rounded, unless it is this very move.
    """
    return abs(plies) == 1 or abs(plies) + clock < FIFTY


def earlier(position: ChessPosition, clock: int) -> Counter[int]:
    """How often each position has been there since the last capture or pawn's move, by its key; this one, too."""
    past = position.clone()
    seen = Counter([past.zobrist])
    try:
        for _ in range(clock):
            past.undo()
            seen[past.zobrist] += 1
    except IndexError:
        pass  # the FEN does not say what came before it
    return seen


def after(position: ChessPosition, move: int) -> ChessPosition:
    child = position.clone()
    child.play(move)
    return child


def dtz_after(tables: Tables, board: chess.Board) -> int | None:
    """Plies to the next capture or pawn's move, of whoever has just moved, that move included."""
    if board.halfmove_clock == 0 or not any(board.generate_legal_moves()):
        return wdl_after(tables, board)
    dtz = tables.dtz(board)
    return dtz if not dtz else -dtz + 1 if dtz < 0 else -dtz - 1


def wdl_after(tables: Tables, board: chess.Board) -> int | None:
    """The same as of a capture or a pawn's move, which is all that WDL knows; 101 where the clock makes it a draw."""
    if not any(board.generate_legal_moves()):
        return 1 if board.is_check() else 0
    wdl = tables.wdl(board)
    return None if wdl is None else PLIES[wdl]
