"""Trees of the textbooks, and trees that show where a search goes wrong."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Example:
    """A tree, the search that it is about, and a note on what it shows."""

    title: str
    text: str
    search: str
    note: str


# The global edition has this chapter as its sixth.
AIMA = "Russell and Norvig, Artificial Intelligence: A Modern Approach, 4th edition (global edition: chapter 6)"
EXAMPLES = (
    Example(
        "Minimax and alpha-beta (AIMA, figures 5.2 and 5.5)",
        'max("a1" min("b1" 3 "b2" 12 "b3" 8) "a2" min("c1" 2 "c2" 4 "c3" 6) "a3" min("d1" 14 "d2" 5 "d3" 2))',
        "alphabeta_soft",
        f"{AIMA}. Max plays a1, with the value 3. Alpha-beta does not search c2 and c3.",
    ),
    Example(
        "Order changes a decision at chance nodes (AIMA, figure 5.14)",
        'max("a1" chance(0.9:min(2 2) 0.1:min(3 3)) "a2" chance(0.9:min(1 1) 0.1:min(4 4)))',
        "expectiminimax",
        f"{AIMA}. Max plays a1. With 20, 30, 1, 400 for 2, 3, 1, 4, which has the same order, Max plays a2.",
    ),
    Example(
        "The same order, other values (AIMA, figure 5.14)",
        'max("a1" chance(0.9:min(20 20) 0.1:min(30 30)) "a2" chance(0.9:min(1 1) 0.1:min(400 400)))',
        "expectiminimax",
        f"{AIMA}. Max plays a2. With chance, the values count, and not only their order.",
    ),
    Example(
        "A bound is no value: wrong ties",
        "max(min(1 1) min(1 -9))",
        "alphabeta_soft",
        "The second Min node returns 1, but only as a bound: its value is -9. A program that draws among equal values "
        "may play it. Ties must be broken by values, or the cut must be strict.",
    ),
    Example(
        "Perfect or fallible opponent",
        'max("safe" min(2 3) "bold" min(-4 9 9 9))',
        "expectimax",
        "Minimax plays safe, and expects 2. Expectimax plays bold, against an opponent that plays any move.",
    ),
    Example(
        "An opponent that blunders",
        'max("safe" blunder[0.2](2 3) "bold" blunder[0.2](-4 9 9 9))',
        "expectiminimax",
        "One move in five is played at random. Raise the rate until Max plays bold.",
    ),
    Example(
        "A softmax opponent",
        'max("safe" softmax[2](2 3) "bold" softmax[2](-4 1 9))',
        "expectiminimax",
        "A reply has a probability in proportion to exp(-value / temperature). A high temperature means many errors.",
    ),
    Example(
        "A cut by Star1",
        "max(chance(0.5:4 0.5:6) chance(0.5:-8 0.5:9)) bounds -10 10",
        "star1",
        "All values lie between -10 and 10. After -8, the second mean can be at most 1. So 9 is not searched.",
    ),
    Example(
        "A cut by Star2",
        "max(5 chance(0.5:min(8 9 9) 0.5:min(-8 3 9))) bounds -10 10",
        "star2",
        "The first reply below each outcome, 8 and -8, bounds the mean: it is at most 0. Star1 needs 9 nodes, not 5.",
    ),
    Example(
        "The best moves alone: BranchLimit",
        "max(min=5(2 4) min=3(6 7) min=1(9 8))",
        "branch_limit",
        "The two moves that look best by their own values are searched. The best one looks worst, and is missed.",
    ),
    Example(
        "The last draw of a card game",
        'max("high" chance("higher" 8/13:1.4 "equal" 1/13:1 "lower" 4/13:-1)'
        ' "low" chance("lower" 4/13:3 "equal" 1/13:1 "higher" 8/13:-1))',
        "expectimax",
        "A five is up. A right guess multiplies the utility of 1: by 1.4 for high, by 3 for low. High is better: "
        "41/65 against 5/13.",
    ),
)
