"""The guided tours of Connect-4: a game with slipping discs, in which only Yellow plans for chance, and a lesson."""

from __future__ import annotations

from ...registry.tour import Look, Step, Tour

GAME = ("d", "d>e", "d>c", "a", "d", "d", "d>c", "d>c", "d", "e", "c>d", "e", "e>d", "e")
CERTAIN = Look("AlphaBeta", 8, rules={"Slip": "false"})
CHANCES = Look("Expectimax", 5)

ONCE = {"Deepening": "false", "MultiPV": "1"}

TOURS = (
    Tour(
        "slips",
        "A game in which discs slip",
        rules={"Slip": "true"},
        steps=(
            Step(
                "Discs slip",
                "A disc that is aimed at a column lands there three times in five, and once in five in the column to "
                "either side, if there is one that has room. In this game Red plans by AlphaBeta as if no disc ever "
                "slipped, and Yellow by Expectimax, which takes the mean over where a disc may land.",
                looks=(CHANCES,),
            ),
            Step(
                "Red is lucky",
                "Yellow's first disc has slipped from d to e, and Red's second from d to c: two red discs stand side "
                "by side.",
                moves=GAME[:3],
            ),
            Step(
                "Who forgets chance goes for the centre",
                "Yellow is to move. Red's two discs have room on their left alone. If no disc slipped, a third could "
                "be answered in time, and the centre would be more important.",
                moves=GAME[:3],
                looks=(CERTAIN,),
            ),
            Step(
                "Who plans for chance sees the danger",
                "As discs slip, a threat that has to be met in one column is met three times in five. Expectimax holds "
                "the left end before there is a third red disc: a disc aimed at a lands on a or b, and either will do.",
                moves=GAME[:3],
                looks=(CHANCES,),
            ),
            Step(
                "Seven plies later",
                "Discs of both have slipped. Red is to move, and whatever it does, it stands worse: Yellow has two "
                "discs side by side in the third row, with room at both ends.",
                moves=GAME[:10],
                looks=(CHANCES,),
            ),
            Step(
                "Where to build",
                "Red's disc has slipped from c to d. AlphaBeta, without chance, would continue on c; Expectimax builds "
                "on e, where a disc makes three in the row and three in the column at once.",
                moves=GAME[:11],
                looks=(CERTAIN, CHANCES),
            ),
            Step(
                "Red has to block",
                "Three yellow discs stand on e. Both searches say that Red must play there. It lands there three times "
                "in five.",
                moves=GAME[:12],
                looks=(CERTAIN, CHANCES),
            ),
            Step(
                "It slips",
                "The disc lands on d. Yellow aims at e; now it is Yellow's turn to need three chances in five.",
                moves=GAME[:13],
                looks=(CHANCES,),
            ),
            Step(
                "Four in a column",
                "Yellow has won. Chance decided the last two plies; the plan decided which chances there were. Play on "
                "from any of these positions yourself, or look at them under Analyse.",
                moves=GAME,
            ),
        ),
    ),
    Tour(
        "lesson-chance",
        "Lesson: chance nodes, and bounds",
        rules={"Slip": "true"},
        steps=(
            Step(
                "Chance multiplies the nodes",
                "Each disc can fall into up to three columns. So a tree of four decisions has 188,241 nodes, where "
                "2,801 would do without slips.",
                looks=(Look("Expectimax", 4, {**ONCE, "Star": "off"}),),
            ),
            Step(
                "A cut at a chance node",
                "All values of this tree lie between -10 and 10. After -8, the mean of the second node can be at most "
                "1. Max already has 5. So the last leaf is not searched: this is Star1.",
                tree="max(chance(0.5:4 0.5:6) chance(0.5:-8 0.5:9)) bounds -10 10",
                search="star1",
            ),
            Step(
                "Star1 in the game",
                "The game knows bounds of its values, too. Star1 finds the same value with 84,713 nodes.",
                looks=(Look("Expectimax", 4, {**ONCE, "Star": "Star1"}),),
            ),
            Step(
                "One reply to each outcome",
                "Star2 first looks at one reply to each outcome. Here these are 8 and -8. So the mean is at most 0, "
                "and nothing else needs to be searched.",
                tree="max(5 chance(0.5:min(8 9 9) 0.5:min(-8 3 9))) bounds -10 10",
                search="star2",
            ),
            Step(
                "Star2 in the game",
                "Star2 finds the same value with 29,062 nodes, less than a sixth of the whole tree.",
                looks=(Look("Expectimax", 4, {**ONCE, "Star": "Star2"}),),
            ),
        ),
    ),
)
