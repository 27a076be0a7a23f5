"""The guided tour of chess: one position in which planning for an opponent that errs changes the move."""

from __future__ import annotations

from ...registry.tour import Look, Step, Tour

UNIFORM = {"Opponent": "uniform"}
GREEDY = {"Opponent": "blunder", "OpponentBlunder": "100"}

TOURS = (
    Tour(
        "opponents",
        "A perfect opponent, and one that errs",
        fen="r1bqkbnr/ppp2ppp/2np4/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4",
        steps=(
            Step(
                "The position",
                "White to move. Black has just defended the pawn on e5. What White should play depends on what White "
                "expects of Black.",
            ),
            Step(
                "Planning for a perfect opponent",
                "Minimax looks three plies ahead: each move of White's, each reply, each answer to it. It expects the "
                "reply that is worst for White, and so it pins the knight by Bb5. Taking on e5 is far down its list.",
                looks=(Look("Minimax", 3),),
            ),
            Step(
                "After Bb5",
                "White keeps everything protected. The value is that of the best White can be sure of, three plies "
                "ahead: what Black overlooks is not counted on.",
                moves=("c4b5",),
            ),
            Step(
                "Why not take on e5?",
                "Because Black takes back: the knight is lost for a pawn. That is the one reply Minimax thinks of.",
                moves=("f3e5", "d6e5"),
            ),
            Step(
                "Planning for one that plays anything",
                "Expectimax with a uniform model holds every legal reply for as likely as any other, and takes the "
                "mean of their values. Now Nxe5 is the best move, and by far.",
                looks=(Look("Expectimax", 3, UNIFORM),),
            ),
            Step(
                "Where that value comes from",
                "Of the 34 replies to Nxe5 two block the king's only way out, Nge7 and Nce7: they are mated at once. A "
                "mate is worth so much that these two decide the mean; that d6xe5 wins a knight weighs one part in 34.",
                looks=(Look("Expectimax", 3, UNIFORM, after="f3e5"),),
            ),
            Step(
                "After Nxe5",
                "This is what White hopes for: Black has moved a knight to e7, and Bxf7 is mate. Somebody who plays at "
                "random does so in one game of 17; somebody who plays well never does.",
                moves=("f3e5", "g8e7", "c4f7"),
            ),
            Step(
                "Planning for one that takes what it sees",
                "Between the two: an opponent that looks one ply ahead, takes the move that looks best, and one time "
                "in ten plays any move. Expectimax offers it the pawn on h4: the queen that takes it is lost.",
                looks=(Look("Expectimax", 3, GREEDY),),
            ),
            Step(
                "And against a strong one?",
                "None of these moves is a good trap for somebody who sees it. PVS, the tournament search, looks much "
                "deeper, plans for a perfect opponent, and finds calmer moves. Open this position under Analyse, add "
                "searches beside each other, and move the sliders of the opponent's model.",
                looks=(Look("PVS", 10),),
            ),
        ),
    ),
)
