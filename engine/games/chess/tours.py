"""The guided tours of chess: plans for opponents that err, and lessons on techniques of searches."""

from __future__ import annotations

from ...registry.tour import Look, Step, Tour

UNIFORM = {"Opponent": "uniform"}
QUIET = {"Quiescence": "true"}
BEGINNER = {**QUIET, "Opponent": "human", "OpponentElo": "1200"}
EXPERIENCED = {**QUIET, "Opponent": "human", "OpponentElo": "1800"}
COUNTED = {"Evaluation": "Material", "Deepening": "false", "MultiPV": "1"}
TABLE = {"Table": "true", "MultiPV": "1"}
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
    Tour(
        "people",
        "People, and what they overlook",
        fen="r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/8/PPPP1PPP/RNBQK1NR w KQkq - 2 3",
        steps=(
            Step(
                "The position",
                "White to move, after 1. e4 e5 2. Bc4 Nc6. White could attack f7 with the queen. Everybody who has "
                "learned chess has met this attack.",
            ),
            Step(
                "Planning for a perfect opponent",
                "Minimax looks three plies ahead, and on through captures. It expects that Black defends f7, and "
                "so it brings out a knight. The queen would only be chased back.",
                looks=(Look("Minimax", 3, QUIET),),
            ),
            Step(
                "Planning for a beginner",
                "Expectimax with the model of people expects the replies of players with a rating of 1200. Now it "
                "plays Qh5. The value is so large because some of these players overlook the mate.",
                looks=(Look("Expectimax", 3, BEGINNER),),
            ),
            Step(
                "What beginners reply to Qh5",
                "Most see that f7 is attacked, and defend it by g6, Qf6, Nh6 or Qe7. But 14 in a hundred overlook the "
                "mate. The most frequent error is Nf6: the knight attacks the queen, and leaves f7 as it is.",
                looks=(Look("Expectimax", 3, BEGINNER, after="d1h5"),),
            ),
            Step(
                "After Qh5 Nf6",
                "White mates by Qxf7.",
                moves=("d1h5", "g8f6", "h5f7"),
            ),
            Step(
                "Planning for somebody with experience",
                "Of players with a rating of 1800, five in a hundred overlook this mate. The value of Qh5 is a third "
                "of what it was. But a mate counts as much as 1,000 pawns, and so Expectimax still plays Qh5.",
                looks=(Look("Expectimax", 3, EXPERIENCED),),
            ),
            Step(
                "What it costs",
                "Against the right reply the queen loses time. PVS, which plans for a perfect opponent, develops a "
                "knight. Its option Risk says how much it may give up for such a chance. Then PVS compares winning "
                "chances, in which a mate counts no more than a won game.",
                looks=(Look("PVS", 14),),
            ),
        ),
    ),
    Tour(
        "lesson-horizon",
        "Lesson: the horizon, and quiescence",
        fen="6k1/5ppp/4p3/3p4/8/3Q4/5PPP/6K1 w - - 0 1",
        steps=(
            Step(
                "The horizon",
                "Minimax looks one ply ahead and counts the pieces. The pawn on d5 can be taken, so it takes it. What "
                "Black does then lies beyond its horizon.",
                looks=(Look("Minimax", 1, COUNTED),),
            ),
            Step(
                "Beyond the horizon",
                "The pawn on e6 takes the queen.",
                moves=("d3d5", "e6d5"),
            ),
            Step(
                "One ply more",
                "With two plies, Minimax sees the reply and keeps the queen. But this only moves the horizon: after an "
                "exchange that lasts three plies, the same happens again.",
                looks=(Look("Minimax", 2, COUNTED),),
            ),
            Step(
                "Quiescence",
                "With quiescence, a search plays on through captures, until the position is quiet. Now one ply is "
                "enough to see that the pawn is protected: 39 nodes instead of 31.",
                looks=(Look("Minimax", 1, {**COUNTED, **QUIET}),),
            ),
            Step(
                "What it costs",
                "At two plies, quiescence needs 1,234 nodes instead of 323. In a game it is worth that: evaluations "
                "mean little while pieces can be captured.",
                looks=(Look("Minimax", 2, {**COUNTED, **QUIET}),),
            ),
        ),
    ),
    Tour(
        "lesson-table",
        "Lesson: a transposition table, and iterative deepening",
        fen="8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1",
        steps=(
            Step(
                "Many ways to one position",
                "Only the kings can move well here. They reach the same squares in many ways, so the same positions "
                "come again and again.",
            ),
            Step(
                "Without a table",
                "AlphaBeta searches each of these positions anew: 21,235 nodes at ten plies.",
                looks=(Look("AlphaBeta", 10, {**TABLE, "Table": "false", "Deepening": "false"}),),
            ),
            Step(
                "With a table",
                "A transposition table remembers what was searched. AlphaBeta finds the same value with 5,387 nodes.",
                looks=(Look("AlphaBeta", 10, {**TABLE, "Deepening": "false"}),),
            ),
            Step(
                "Depth after depth",
                "Iterative deepening searches one ply, then two, and so on. Each search tells the next one which moves "
                "to try first, by the table. All ten searches need 4,471 nodes, fewer than the last one alone.",
                looks=(Look("AlphaBeta", 10, TABLE),),
            ),
        ),
    ),
)
