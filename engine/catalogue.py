"""Every option there is: what both dialects offer, what UCI offers for chess, what UGI offers for its games.

docs/options.md lists the same.
"""

from __future__ import annotations

from .option import Option

COMMON = (
    Option(
        "Search",
        "combo",
        "Auto",
        "the search; Auto is the strongest there is: AlphaBeta, or Expectimax in games of chance",
        "all",
        choices=("Auto", "Minimax", "AlphaBeta", "Expectimax", "Random"),
    ),
    Option(
        "Opponent",
        "combo",
        "Auto",
        "how the other side is expected to play; Auto is uniform in chess, optimal elsewhere",
        "Expectimax",
        choices=("Auto", "uniform", "optimal"),
    ),
    Option("Hash", "spin", 16, "megabytes for the table", "all, with Table", low=1, high=65536),
    Option("Clear Hash", "button", "", "forget what the table holds", "all, with Table"),
    Option("Table", "check", False, "keep the values of positions already searched; changes no value", "all"),
    Option("Threads", "spin", 1, "accepted for GUIs; every search here runs on one thread", "none", low=1, high=512),
    Option(
        "MultiPV",
        "spin",
        1,
        "how many of the best moves are reported, each with its exact value",
        "all",
        low=1,
        high=256,
    ),
    Option(
        "Move Overhead",
        "spin",
        30,
        "milliseconds lost between engine and clock; of `movetime` a tenth at most",
        "all",
        low=0,
        high=5000,
    ),
    Option(
        "MateValue",
        "spin",
        100000,
        "hundredths of the game's unit (centipawns in chess) that a won game is worth",
        "all",
        low=20000,
        high=1000000,
    ),
    Option("MateDistance", "check", True, "a nearer win is worth more: a centi-unit for each ply", "all"),
    Option(
        "Fail",
        "combo",
        "soft",
        "what a search returns outside its window: a bound, or the edge (hard)",
        "AlphaBeta",
        choices=("soft", "hard"),
    ),
    Option(
        "Cut",
        "combo",
        "non-strict",
        "cut where a value equals the edge of the window, or only beyond (strict)",
        "AlphaBeta",
        choices=("non-strict", "strict"),
    ),
    Option(
        "RootWindow",
        "combo",
        "infinite",
        "the window at the root; with mate a found mate cuts at once",
        "AlphaBeta",
        choices=("infinite", "mate"),
    ),
    Option(
        "TiePolicy",
        "combo",
        "first",
        "which of equally good moves is played: the first generated, or a random one",
        "all",
        choices=("first", "random"),
    ),
    Option(
        "Seed",
        "spin",
        0,
        "of the random choice between equally good moves",
        "all, with TiePolicy random; Random",
        low=0,
        high=2**31 - 1,
    ),
    Option("Deepening", "check", True, "search depth 1, 2, 3, ...; off: the asked depth at once", "all"),
    Option("Debug Log File", "string", "", "a file to which every line in and out is appended", "none"),
)

CHESS = (
    Option(
        "Evaluation",
        "combo",
        "Auto",
        "what a position is worth where the search ends; Auto is Simplified",
        "all",
        choices=("Auto", "Material", "Simplified"),
    ),
    Option(
        "PieceSquare",
        "combo",
        "correct",
        "tables of Simplified as meant, or upside down as published elsewhere",
        "all, with Simplified",
        choices=("correct", "published"),
    ),
    Option("EndgameKing", "check", True, "a table of its own for the king in the endgame", "all, with Simplified"),
    Option(
        "MoveOrder",
        "combo",
        "Auto",
        "how moves are ordered: Auto learns from the search, the others do not; python-chess as that library",
        "all",
        choices=("Auto", "generated", "python-chess"),
    ),
    Option("Ponder", "check", False, "accepted for GUIs; go ponder works either way", "none"),
    Option("UCI_Chess960", "check", False, "Chess960: castling is written king takes rook", "all"),
    Option("UCI_AnalyseMode", "check", False, "accepted for GUIs; nothing here plays differently", "none"),
    Option(
        "UCI_Variant",
        "combo",
        "chess",
        "the game: chess, or Connect-4 (cfour) as Cute Chess plays it",
        "all",
        choices=("chess", "cfour"),
    ),
)

LARGEST_WEIGHT = 1000
CONNECT4_AND_HILO = (
    Option("Game", "combo", "connect4", "the game", "all", choices=("connect4", "hilo")),
    Option(
        "Rules",
        "combo",
        "classic",
        "the first four in a row wins, or play to a full board and the most fours win (fullboard)",
        "all, in connect4",
        choices=("classic", "fullboard"),
    ),
    Option("Slip", "check", False, "discs slip: they may land beside the column aimed at", "all, in connect4"),
    Option(
        "SlipStraight",
        "spin",
        3,
        "how likely a disc is to land where it was aimed, beside the next two",
        "all, with Slip",
        low=1,
        high=LARGEST_WEIGHT,
    ),
    Option("SlipLeft", "spin", 1, "to land one column to the left", "all, with Slip", low=0, high=LARGEST_WEIGHT),
    Option("SlipRight", "spin", 1, "to land one column to the right", "all, with Slip", low=0, high=LARGEST_WEIGHT),
    Option(
        "Evaluation",
        "combo",
        "Auto",
        "what a position is worth where the search ends: fours and open windows (Windows), or one of both; "
        "Auto is Windows in connect4, the utility in hilo",
        "all, in connect4",
        choices=("Auto", "Windows", "OpenWindows", "Fours"),
    ),
    Option(
        "Star",
        "combo",
        "Auto",
        "pruning at chance nodes; Auto is Star2, or off where Deepening is off",
        "Expectimax",
        choices=("Auto", "off", "Star1", "Star2"),
    ),
    Option(
        "MoveOrder",
        "combo",
        "Auto",
        "how moves are ordered: Auto from the centre out and learning from the search, or left-to-right",
        "all, in connect4",
        choices=("Auto", "left-to-right"),
    ),
)


def union(*tables: tuple[Option, ...]) -> tuple[Option, ...]:
    """One option of each name, with the choices of all its namesakes."""
    found: dict[str, Option] = {}
    for option in (option for table in tables for option in table):
        known = found.setdefault(option.name, option)
        if known is not option and option.kind == "combo":
            added = (choice for choice in option.choices if choice not in known.choices)
            found[option.name] = known.replaced(known.default, (*known.choices, *added))
    return tuple(found.values())


def ugi_for(game: str) -> tuple[Option, ...]:
    """What UGI offers where this game is played unless another is chosen."""
    return tuple(option.replaced(game, option.choices) if option.name == "Game" else option for option in UGI)


UCI = COMMON + CHESS
UGI = COMMON + CONNECT4_AND_HILO
EVERY = union(UCI, UGI)  # for Python, where every game is at hand
