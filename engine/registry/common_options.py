"""The options that all games, all searches, or all of UCI have; docs/options.md lists them."""

from __future__ import annotations

from ..opponents.options import MET
from ..option import FileOption, Option, union

TYPE_CHECKING = False  # to type checkers it is true; the module typing is slow to import
if TYPE_CHECKING:
    from ..game import Game

SEEDS = 2**31  # the number of seeds
RESERVED = ("Search", "UCI_Variant", "Game")  # their choices are searches or games


def network(path: str) -> str:
    """Return the path of a network's file, together with the network at the time of this call."""
    from ..support.worker import IMPORTING

    with IMPORTING:
        from ..net.path import NetPath

    return NetPath(path)


COMMON = (
    Option(
        "Hash",
        "spin",
        16,
        "size of the table in megabytes",
        "PVS, Solver; those that read Table, with it; Minimax, with Memoise",
        low=1,
        high=65536,
    ),
    Option(
        "Clear Hash",
        "button",
        "",
        "forget what the table holds",
        "PVS, Solver; those that read Table, with it; Minimax, with Memoise",
    ),
    Option(
        "Table",
        "check",
        False,
        "keep the values of positions already searched; changes no value",
        "Minimax, AlphaBeta, Expectimax",
    ),
    Option(
        "Threads",
        "spin",
        1,
        "how many: PVS and Solver search on all, BranchLimit looks ahead at the root; other searches run on one",
        "PVS, Solver; BranchLimit, with LookAhead",
        low=1,
        high=512,
    ),
    Option(
        "MultiPV",
        "spin",
        1,
        "how many of the best moves are reported, each with its own value",
        "all",
        low=1,
        high=256,
    ),
    Option(
        "Verbose",
        "check",
        False,
        "before `bestmove`, in `info string` lines: each root move, the board after it and its exact value",
        "all",
    ),
    Option(
        "Move Overhead",
        "spin",
        30,
        "milliseconds lost between engine and clock; at most a tenth of `movetime`",
        "all",
        low=0,
        high=5000,
    ),
    Option(
        "MateValue",
        "spin",
        100000,
        "the value of a won game, in hundredths of the game's unit",
        "all",
        low=20000,
        high=1000000,
    ),
    Option(
        "MateDistance",
        "check",
        True,
        "a nearer win has a higher value: a centi-unit for each ply; without it no score is a mate",
        "all but PVS, Solver, Humanlike",
    ),
    Option(
        "Quiescence",
        "check",
        False,
        "search beyond the depth, but only noisy moves (captures)",
        "Minimax, AlphaBeta, Expectimax, BranchLimit",
    ),
    Option(
        "TiePolicy",
        "combo",
        "first",
        "which of equally good moves is played: the first generated, or a random one",
        "all but PVS, Humanlike",
        choices=("first", "random"),
    ),
    Option(
        "Seed",
        "spin",
        0,
        "random seed for choices between equally good moves, and for a search that does not play at full strength",
        "all, with TiePolicy random or OwnBook; Random; Humanlike; PVS, with UCI_LimitStrength or Skill Level",
        low=0,
        high=SEEDS - 1,
    ),
    FileOption(
        "EvalFile",
        "a network's file, as `oddsfish learn` writes it; read when the option is set; empty: the one that ships",
        "all, with Evaluation Net; PVS, with Auto",
        network,
    ),
    Option("Deepening", "check", True, "search depths 1, 2, 3, ... in turn; off: only the requested depth", "all"),
    Option("Debug Log File", "string", "", "a file to which every line in and out is appended", "none"),
)

# Only in UCI, where UCI_Variant comes before them.
UCI_ALONE = (
    Option(
        "UCI_ShowWDL",
        "check",
        False,
        "add `wdl` to each score: wins, draws and losses in a thousand games, in games that can estimate them",
        "all",
    ),
    MET,
    Option("Ponder", "check", False, "accepted for GUIs; go ponder works either way", "none"),
    Option(
        "UCI_AnalyseMode",
        "check",
        False,
        "analyse the position: ignore `Contempt`, `Risk`, limits of strength and the opening book",
        "all",
    ),
)


# The evaluations of every game; a game may have more.
EVALUATION = Option(
    "Evaluation",
    "combo",
    "Auto",
    "the evaluation where the search ends: the game's own (Auto), or a network's (Net)",
    "all",
    choices=("Auto", "Net"),
)


def own(game: Game) -> tuple[Option, ...]:
    """All options of a game."""
    return union((*game.rules, *game.options, *([EVALUATION] if game.networks else [])))
