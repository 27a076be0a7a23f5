"""A PGN with the results of a review: evaluations, marks and better lines, besides all its own comments."""

from __future__ import annotations

import io
from collections.abc import Iterable

import chess.engine
import chess.pgn

from ..engine.results import Score
from .judgement import moves_to_end
from .reviewed import ReviewedGame, ReviewedMove

NAGS = {
    "blunder": chess.pgn.NAG_BLUNDER,
    "mistake": chess.pgn.NAG_MISTAKE,
    "inaccuracy": chess.pgn.NAG_DUBIOUS_MOVE,
}
LONGEST = 8  # plies of a better line


def annotated(text: str, games: Iterable[ReviewedGame]) -> str:
    """Return the games of a PGN with their reviews. An existing variation is not added again.

    ValueError if the text is no PGN, or if python-chess does not read the same moves.
    """
    source = io.StringIO(text)
    read: list[chess.pgn.Game] = []
    while (game := chess.pgn.read_game(source)) is not None:
        read.append(game)
    found = []
    for review in games:
        number = review.game.number
        if number > len(read):
            raise ValueError("only a PGN can be written with a review")
        nodes = [*read[number - 1].mainline()]
        if [node.move.uci() for node in nodes] != [move.move for move in review.moves]:
            raise ValueError(f"python-chess reads game {number} of this PGN otherwise")
        for node, move in zip(nodes, review.moves, strict=True):
            annotate(node, move)
        found.append(str(read[number - 1]))
    return "\n\n".join(found) + "\n"


def annotate(node: chess.pgn.ChildNode, move: ReviewedMove) -> None:
    if not node.board().is_game_over():
        node.set_eval(relative(move.after, node.parent.turn()))
    if not move.judgement:
        return
    node.nags.add(NAGS[move.judgement])
    parent = node.parent
    better = chess.Move.from_uci(move.best[0])
    if better not in [other.move for other in parent.variations]:
        parent.add_line([chess.Move.from_uci(text) for text in move.best[:LONGEST]], comment="better")


def relative(score: Score, turn: chess.Color) -> chess.engine.PovScore:
    """Return a score as python-chess has it. turn: the side whose view the score has."""
    moves = moves_to_end(score)
    return chess.engine.PovScore(chess.engine.Cp(score.centi) if moves is None else chess.engine.Mate(moves), turn)
