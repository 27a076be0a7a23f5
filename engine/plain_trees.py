"""The searches of the textbooks on a tree that is written down: each a short function, as a book prints it.

`plain.py` has the same searches for games. Here a node is a `GameTree`: it has a `kind`, `children`, and a `value` if
it is a leaf. `outcomes` are the children with their probabilities. Values are from the view of Max.

`tree.trace` runs these functions step by step. The tree editor does the same in a browser, and shows their lines:
`game_tree/javascript.py` translates them. So they use only the small part of Python that it can translate.
"""

from __future__ import annotations

from math import inf

from .game_tree.chances import promising
from .game_tree.kinds import MAX, MIN
from .game_tree.tree import GameTree


def minimax(node: GameTree) -> float:
    """Both sides play their best move (von Neumann, 1928)."""
    if not node.children:
        return node.value
    if node.kind == MAX:
        best = -inf
        for child in node.children:
            best = max(best, minimax(child))
        return best
    best = inf
    for child in node.children:
        best = min(best, minimax(child))
    return best


def negamax(node: GameTree, colour: float) -> float:
    """Minimax in one rule: what is good for one side is bad for the other. Colour is 1 for Max, -1 for Min."""
    if not node.children:
        return colour * node.value
    best = -inf
    for child in node.children:
        best = max(best, -negamax(child, -colour))
    return best


def alphabeta_hard(node: GameTree, alpha: float, beta: float) -> float:
    """Minimax without moves that cannot matter; the result stays in the window (Knuth and Moore, 1975)."""
    if not node.children:
        return node.value
    if node.kind == MAX:
        for child in node.children:
            value = alphabeta_hard(child, alpha, beta)
            if value >= beta:
                return beta
            alpha = max(alpha, value)
        return alpha
    for child in node.children:
        value = alphabeta_hard(child, alpha, beta)
        if value <= alpha:
            return alpha
        beta = min(beta, value)
    return beta


def alphabeta_soft(node: GameTree, alpha: float, beta: float) -> float:
    """The same, but a result outside the window is the best bound that is known (Fishburn, 1983)."""
    if not node.children:
        return node.value
    if node.kind == MAX:
        best = -inf
        for child in node.children:
            best = max(best, alphabeta_soft(child, alpha, beta))
            alpha = max(alpha, best)
            if beta <= alpha:
                break
        return best
    best = inf
    for child in node.children:
        best = min(best, alphabeta_soft(child, alpha, beta))
        beta = min(beta, best)
        if beta <= alpha:
            break
    return best


def expectimax(node: GameTree) -> float:
    """Max plays its best move; Min plays any move, or as a model says (Michie, 1966)."""
    if not node.children:
        return node.value
    if node.kind == MAX:
        best = -inf
        for child in node.children:
            best = max(best, expectimax(child))
        return best
    mean = 0.0
    for child, probability in node.outcomes:
        mean += probability * expectimax(child)
    return mean


def expectiminimax(node: GameTree) -> float:
    """Both sides play their best move; chance, and an opponent with a model, is averaged."""
    if not node.children:
        return node.value
    if node.kind == MAX:
        best = -inf
        for child in node.children:
            best = max(best, expectiminimax(child))
        return best
    if node.kind == MIN:
        best = inf
        for child in node.children:
            best = min(best, expectiminimax(child))
        return best
    mean = 0.0
    for child, probability in node.outcomes:
        mean += probability * expectiminimax(child)
    return mean


def star1(node: GameTree, alpha: float, beta: float, lower: float, upper: float) -> float:
    """Alpha-beta with cuts at chance nodes: all values lie between lower and upper (Ballard, 1983)."""
    if not node.children:
        return node.value
    if node.kind == MAX:
        for child in node.children:
            value = star1(child, alpha, beta, lower, upper)
            if value >= beta:
                return beta
            alpha = max(alpha, value)
        return alpha
    if node.kind == MIN:
        for child in node.children:
            value = star1(child, alpha, beta, lower, upper)
            if value <= alpha:
                return alpha
            beta = min(beta, value)
        return beta
    seen = 0.0
    left = 1.0
    for child, probability in node.outcomes:
        left -= probability
        least = (alpha - seen - left * upper) / probability
        most = (beta - seen - left * lower) / probability
        if least >= upper:
            return alpha
        if most <= lower:
            return beta
        value = star1(child, max(least, lower), min(most, upper), lower, upper)
        if value <= least:
            return alpha
        if value >= most:
            return beta
        seen += probability * value
    return seen


def star2(node: GameTree, alpha: float, beta: float, lower: float, upper: float) -> float:
    """Star1 that first looks at one move below each outcome, which bounds it from one side (Ballard, 1983)."""
    if not node.children:
        return node.value
    if node.kind == MAX:
        for child in node.children:
            value = star2(child, alpha, beta, lower, upper)
            if value >= beta:
                return beta
            alpha = max(alpha, value)
        return alpha
    if node.kind == MIN:
        for child in node.children:
            value = star2(child, alpha, beta, lower, upper)
            if value <= alpha:
                return alpha
            beta = min(beta, value)
        return beta
    lows, highs = [], []
    rest_low, rest_high = 0.0, 0.0
    for child, probability in node.outcomes:
        low, high = probe(child, lower, upper)
        lows.append(low)
        highs.append(high)
        rest_low += probability * low
        rest_high += probability * high
    if rest_low >= beta:
        return beta
    if rest_high <= alpha:
        return alpha
    seen = 0.0
    for (child, probability), low, high in zip(node.outcomes, lows, highs, strict=True):
        rest_low -= probability * low
        rest_high -= probability * high
        least = (alpha - seen - rest_high) / probability
        most = (beta - seen - rest_low) / probability
        if least >= high:
            return alpha
        if most <= low:
            return beta
        value = star2(child, max(least, low), min(most, high), lower, upper)
        if value <= least:
            return alpha
        if value >= most:
            return beta
        seen += probability * value
    return seen


def probe(node: GameTree, lower: float, upper: float) -> tuple[float, float]:
    """Bounds of a node's value after a search of its first move: the least and the most that it can be."""
    if not node.children:
        return node.value, node.value
    if node.kind == MAX:
        value = star2(node.children[0], lower, upper, lower, upper)
        return value, upper
    if node.kind == MIN:
        value = star2(node.children[0], lower, upper, lower, upper)
        return lower, value
    return lower, upper


def branch_limit(node: GameTree, alpha: float, beta: float, most: int) -> float:
    """Alpha-beta over the few moves that look best to the side to move, by the values written at inner nodes."""
    if not node.children:
        return node.value
    if node.kind == MAX:
        best = -inf
        for child in promising(node, most):
            best = max(best, branch_limit(child, alpha, beta, most))
            alpha = max(alpha, best)
            if beta <= alpha:
                break
        return best
    best = inf
    for child in promising(node, most):
        best = min(best, branch_limit(child, alpha, beta, most))
        beta = min(beta, best)
        if beta <= alpha:
            break
    return best
