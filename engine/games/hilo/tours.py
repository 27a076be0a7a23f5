"""The guided tour of HiLo: a lesson on expectimax and risk."""

from __future__ import annotations

from ...registry.tour import Look, Step, Tour


def last_draw(utility: int) -> str:
    """The last draw with a five up, as a tree: a right guess multiplies the utility by 1.4 or 3."""
    high = f'"high" chance("higher" 8/13:{1.4 * utility:g} "equal" 1/13:{utility} "lower" 4/13:-1)'
    low = f'"low" chance("lower" 4/13:{3 * utility} "equal" 1/13:{utility} "higher" 8/13:-1)'
    return f"max({high} {low})"


TOURS = (
    Tour(
        "lesson-risk",
        "Lesson: expectimax and risk",
        fen="5 1 1",
        steps=(
            Step(
                "A five is up",
                "Is the next card higher or lower? Eight cards are higher, four are lower. A right guess multiplies "
                "the utility: high by 1.4, low by 3. A wrong guess makes it -1.",
            ),
            Step(
                "The mean decides",
                "Expectimax takes the mean over the thirteen cards. High is worth 41/65, low is worth 5/13. So it "
                "guesses high.",
                looks=(Look("Expectimax", 1),),
            ),
            Step(
                "The same as a tree",
                "Each guess is a chance node. Step through the search, and see how each mean is added up.",
                tree=last_draw(1),
                search="expectimax",
            ),
            Step(
                "More to win",
                "Now the utility is 10. A wrong guess still costs the same. So the larger win of low counts more, and "
                "low is better: 9.38 against 9.08. At a utility of 5, both are equal.",
                tree=last_draw(10),
                search="expectimax",
            ),
            Step(
                "An opponent is a risk, too",
                "Minimax expects the best reply, and plays safe. Expectimax expects any reply, and plays bold. Compare "
                "both searches on this tree.",
                tree='max("safe" min(2 3) "bold" min(-4 9 9 9))',
                search="expectimax",
            ),
            Step(
                "How often does it err?",
                "Here the opponent plays any move one time in five. Change the rate of the two nodes, and find the "
                "rate from which on bold is better.",
                tree='max("safe" blunder[0.2](2 3) "bold" blunder[0.2](-4 9 9 9))',
                search="expectiminimax",
            ),
        ),
    ),
)
