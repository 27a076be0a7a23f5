"""The guided tour of tic-tac-toe: a lesson on alpha-beta, in a game that is small enough to be searched to its end."""

from __future__ import annotations

from ...registry.tour import Look, Step, Tour

ONCE = {"Deepening": "false", "MultiPV": "1"}
LEFT = ("b2", "a1")

TOURS = (
    Tour(
        "lesson-pruning",
        "Lesson: alpha-beta, and why order matters",
        steps=(
            Step(
                "Minimax looks at everything",
                "Cross has the centre, and nought has a corner. Minimax plays all games to their end, and visits 6,812 "
                "nodes. No move wins: the value is 0.",
                moves=LEFT,
                looks=(Look("Minimax", 7, ONCE),),
            ),
            Step(
                "Alpha-beta finds the same value",
                "Alpha-beta visits 970 nodes, and finds the same value and the same move. It leaves a node as soon as "
                "its value cannot matter any more.",
                moves=LEFT,
                looks=(Look("AlphaBeta", 7, ONCE),),
            ),
            Step(
                "A cut",
                "Step through this small tree, and stop at the cut. Max already has 3. In the second node, Min can "
                "reach 2. So Max will not go there, whatever the other replies are.",
                moves=LEFT,
                tree="max(min(3 12 8) min(2 4 6) min(14 5 2))",
                search="alphabeta_soft",
            ),
            Step(
                "The best order",
                "The same leaves, but the best move and the best replies come first. Alpha-beta visits 9 of the 13 "
                "nodes. With b moves and d plies, the best order needs only about b^(d/2) leaves instead of b^d.",
                moves=LEFT,
                tree="max(min(3 8 12) min(2 4 6) min(2 5 14))",
                search="alphabeta_soft",
            ),
            Step(
                "The worst order",
                "Now the worst moves and the worst replies come first. Alpha-beta visits all 13 nodes. In the tree of "
                "the step A cut, which has no special order, it visits 11 nodes.",
                moves=LEFT,
                tree="max(min(14 5 2) min(6 4 2) min(12 8 3))",
                search="alphabeta_soft",
            ),
            Step(
                "Your turn",
                "In the tree editor, hide the cuts and mark the nodes that alpha-beta never reaches. Then change the "
                "order of the moves, and count again.",
                moves=LEFT,
                tree="max(min(max(4 6) max(7 9)) min(max(1 2) max(0 1)))",
                search="alphabeta_soft",
            ),
        ),
    ),
)
