"""Root moves ranked by endgame tables: which of them keep the result, with the 50-move rule and repetitions.

The ranks are Stockfish's. All sure wins are equal, and so are all losses; wins and losses that the clock may make draws
are between. The search chooses among equal moves. It may not know how to win, and then makes no progress. So after one
free move it has to take the quickest way to the next capture or pawn move. On this way no position repeats.
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
UNSURE = WON // 2  # for a win that the clock may make a draw; its plies and those on the clock are subtracted
FREE = 2  # plies on the clock: from there on, a win has to make progress
PLIES = {-2: 1, -1: FIFTY + 1, 0: 0, 1: -FIFTY - 1, 2: -1}  # by the WDL of the other side after a capture or pawn move
OFTEN = 3  # occurrences of a position that make a draw


def rank(
    tables: Tables, position: ChessPosition, moves: Collection[int], *, free: bool = False, until: float = inf
) -> Advice:
    """The moves of the highest rank, and their result; NOTHING if the tables do not know. It may raise DamagedTable.

    free: whether all winning moves are wanted, as in an analysis. until: the time, on the clock of time.perf_counter(),
    after which no more is looked up, as a file may be on a slow disk. What is known by then counts.
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
    for measure in (wdl_after, dtz_after):  # without all DTZ tables, or time for them, WDL tables decide
        known: dict[int, int] = {}
        for move in moves:
            plies = None if perf_counter() >= until else 0 if move in drawn else measure(tables, boards[move])
            if plies is None:
                return advice
            known[move] = plies
        advice = best_of(known, clock, hurried=not free and clock >= FREE)
        if advice.result and measure is wdl_after and advice.result != tables.result(board):
            advice = replace(advice, result=None)  # WDL ignores the clock, and `moves` may lack legal moves
    return advice


def best_of(known: Mapping[int, int], clock: int, hurried: bool) -> Advice:
    """The best moves; with a result if it is the same for all of them.

    known: the plies from each move to a capture or pawn move. hurried: whether only the quickest win counts.
    """
    ranks = {move: rank_of(plies, clock, hurried) for move, plies in known.items()}
    highest = max(ranks.values())
    best = frozenset(move for move in known if ranks[move] == highest)
    results = {outcome(known[move], clock) for move in best}
    return Advice(best, result=results.pop() if len(results) == 1 else None, hits=len(known))


def rank_of(plies: int, clock: int, hurried: bool) -> int:
    """The rank of a move, by the plies to the next capture or pawn move; both are negative for a loss."""
    if plies > 0:
        if sure(plies, clock):
            return WON - plies if hurried else WON
        return UNSURE - plies - clock
    if plies < 0:  # all losses are equal unless the clock may make them draws
        return -WON if 2 * -plies + clock < FIFTY else -UNSURE - plies + clock
    return 0


def outcome(plies: int, clock: int) -> int | None:
    """The result of a move: 1, 0 or -1; None if it depends on the rounding of a DTZ."""
    if sure(plies, clock):
        return (plies > 0) - (plies < 0)
    return 0 if not plies or abs(plies) + clock > FIFTY else None


def sure(plies: int, clock: int) -> bool:
    """Whether the next capture, pawn move or mate, so many plies away, surely comes before the clock runs out.

    It may come a ply later, as a DTZ is rounded, unless it is the move itself.
    """
    return abs(plies) == 1 or abs(plies) + clock < FIFTY


def earlier(position: ChessPosition, clock: int) -> Counter[int]:
    """The occurrences of each position since the last capture or pawn move, by key, the present one included."""
    past = position.clone()
    seen = Counter([past.zobrist])
    try:
        for _ in range(clock):
            past.undo()
            seen[past.zobrist] += 1
    except IndexError:
        pass  # a FEN does not contain earlier positions
    return seen


def after(position: ChessPosition, move: int) -> ChessPosition:
    child = position.clone()
    child.play(move)
    return child


def dtz_after(tables: Tables, board: chess.Board) -> int | None:
    """Plies to the next capture or pawn move, the last move included; negative if the side that made it loses."""
    if board.halfmove_clock == 0 or not any(board.generate_legal_moves()):
        return wdl_after(tables, board)
    dtz = tables.dtz(board)
    return dtz if not dtz else -dtz + 1 if dtz < 0 else -dtz - 1


def wdl_after(tables: Tables, board: chess.Board) -> int | None:
    """The same by WDL, as if the last move were a capture or pawn move; 101 if the clock makes it a draw."""
    if not any(board.generate_legal_moves()):
        return 1 if board.is_check() else 0
    wdl = tables.wdl(board)
    return None if wdl is None else PLIES[wdl]
