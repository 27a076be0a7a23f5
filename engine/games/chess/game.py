"""The game of chess: its options, variants and examples."""

from __future__ import annotations

from ...game import Game, SelfPlay, Variant
from ...option import FileOption, Option

TYPE_CHECKING = False  # to type checkers it is true; the module typing is slow to import
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from random import Random

    from ...control.adviser import Adviser
    from ...opponents.model import OpponentModel
    from ...option import Value
    from ...results import Score
    from .human.path import ModelPath
    from .position import ChessPosition


OPENING = 15  # moves, at most
LATEST = 9999  # the last move number of a FEN: fen.MAX_COUNTER, but that module is slow to import
CASTLING = {
    "White may castle short": "K",
    "White may castle long": "Q",
    "Black may castle short": "k",
    "Black may castle long": "q",
}
FILES = ("-", *"abcdefgh")


def weights(path: str) -> str:
    """The path of a file of weights for Tapered. It keeps the weights as they are when the option is set."""
    from .evaluations.tapered import WeightsPath

    return WeightsPath(path)


def book(path: str) -> str:
    from .book import check_book

    check_book(path)
    return path


def people_model(path: str) -> ModelPath:
    """The path of a model of people. It keeps the model as it is when the option is set."""
    from ...support.worker import IMPORTING

    with IMPORTING:
        from .human.path import ModelPath

    return ModelPath(path)


def tables(path: str) -> str:
    from .tables import Tables

    Tables(path)
    return path


class Chess(Game):
    """Chess, and Chess960."""

    name = "chess"
    usual = True
    title = "chess"
    fen_meaning = "Forsyth-Edwards Notation"
    fen_form = r"([^/ ]+/){7}[^/ ]+( |$)"
    seats = ("White", "Black")
    position = "ChessPosition"
    examples = (
        "play chess --white person --black person",
        'play chess --set "Skill Level=3"',
        "tree chess --search AlphaBeta --depth 2 | less",
    )
    judge = "python-chess"
    # Openings of 8 or 9 plies: either side may be the first to choose a move.
    selfplay = SelfPlay("PVS", "Tapered", openings=(8, 9), shuffled=0.1, share=0, adjudicated=True, positions=2_400_000)
    depth = 15
    people = True
    unit = "centipawns"
    score_unit = "pawns"
    known_marks = ("#", "−#", "0.00")
    variants = (
        Variant("standard", "chess", uci="chess"),
        Variant(
            "fischerandom",
            "Chess960; without openings, each game starts from one of its 960 positions, drawn at random",
            uci="chess",
            rules={"UCI_Chess960": "true"},
        ),
    )
    rules = (Option("UCI_Chess960", "check", False, "Chess960: castling is written as king takes rook", "all"),)
    options = (
        Option(
            "Evaluation",
            "combo",
            "Auto",
            "the evaluation where the search ends; Auto is Net for PVS, else Simplified; Net is a network",
            "all but Humanlike",
            choices=("Auto", "Material", "Simplified", "Tapered", "SEF"),
        ),
        FileOption(
            "Weights",
            "a file of weights, as `tune.py` writes them; read when the option is set; empty: those that ship",
            "all, with Tapered",
            weights,
        ),
        Option(
            "PieceSquare",
            "combo",
            "correct",
            "tables of Simplified: as intended (correct), or upside down as published elsewhere (published)",
            "all, with Simplified",
            choices=("correct", "published"),
        ),
        Option(
            "Mobility",
            "combo",
            "written",
            "mobility in SEF: by legal moves (written), or by pieces, as in its published figures (published)",
            "all, with SEF",
            choices=("written", "published"),
        ),
        Option(
            "Incremental",
            "check",
            True,
            "follow the moves with the evaluation; off: add up all pieces at each position, to the same values",
            "all",
        ),
        Option(
            "EndgameKing", "check", True, "use a separate table for the king in the endgame", "all, with Simplified"
        ),
        Option(
            "MoveOrder",
            "combo",
            "Auto",
            "move order: Auto learns from the search, the others do not; python-chess is the order of that library",
            "all but PVS, Humanlike",
            choices=("Auto", "generated", "python-chess"),
        ),
        Option("OwnBook", "check", False, "play moves of BookFile, drawn by their weights, without a search", "all"),
        FileOption(
            "OpponentFile",
            "a model of people, as `oddsfish opponent fit-people` writes it; read when the option is set; "
            "empty: the one that ships",
            "Humanlike; Expectimax, PVS, with Opponent human",
            people_model,
        ),
        FileOption("BookFile", "an opening book in Polyglot's format (.bin)", "all, with OwnBook", book),
        FileOption(
            "SyzygyPath",
            "directories of Syzygy endgame tables, separated as in PATH: only moves of the best rank are searched",
            "all",
            tables,
        ),
    )
    # Openings, middlegames and endgames, without Chess960: made up by us, or well known.
    positions = (
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "r1bqkbnr/ppp2ppp/2np4/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4",
        "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 4 8",
        "r2q1rk1/1b2bppp/p2ppn2/1p6/3QPP2/1BN1B3/PPP3PP/R4RK1 b - - 1 13",
        "2r3k1/1q3ppp/p2bp3/1p1p4/3P1P2/1P2P3/P2Q2PP/2R2BK1 b - - 3 24",
        "8/2p2k2/1p1p1p2/p2P1Pp1/P1P1K1P1/1P6/8/8 w - - 0 40",
        "8/5pk1/4p1p1/3bP2p/1p1P3P/1P2KBP1/5P2/8 w - - 6 45",
        "5rk1/1p3ppp/p2r4/3p4/3P4/1P2R3/P4PPP/4R1K1 w - - 2 28",
        "8/8/4k3/3p4/3K4/8/4P3/8 w - - 0 1",
    )

    def start(self, fen: str | None, options: Mapping[str, Value]) -> ChessPosition:
        made: type[ChessPosition] = self.position_class()
        chess960 = bool(options["UCI_Chess960"])
        return made(chess960=chess960) if fen is None else made(fen, chess960)

    def shuffled_start(self, random: Random) -> ChessPosition:
        """Return one of the 960 positions of Chess960."""
        from .library import shuffled_start

        return shuffled_start(random)

    def human(self, elo: int, options: Mapping[str, Value]) -> OpponentModel:
        from .human.model import HumanModel

        path = options["OpponentFile"]
        return HumanModel(elo, people_model(path).held if isinstance(path, str) and path else None)

    def adviser(self) -> Adviser[ChessPosition]:
        from .adviser import ChessAdviser

        return ChessAdviser()

    def details(self, position: ChessPosition) -> list[str]:
        return [f"Key: {position.zobrist:016X}", f"Checkers: {' '.join(position.checking())}"]

    def phase(self, position: ChessPosition) -> str:
        """The phase by the number of knights to queens, as Lichess divides games (scalachess, Divider.scala).

        Endgame: at most 6 of them. Opening: more than 10, at least 4 of the side's own on each back rank, and no more
        than OPENING moves: the count replaces Lichess's measure of how mixed both sides are.
        """
        board, *_, number = position.fen().split()
        pieces = sum(letter in "nbrqNBRQ" for letter in board)
        if pieces <= 6:
            return "endgame"
        ranks = board.split("/")
        home = min(sum(map(str.islower, ranks[0])), sum(map(str.isupper, ranks[-1])))
        return "opening" if pieces > 10 and home >= 4 and int(number) <= OPENING else "middlegame"

    def opening(self, position: ChessPosition) -> str:
        from .opening_names import name_of

        return name_of(position)

    ladder = (
        *((rating, {"Search": "Humanlike", "HumanlikeElo": str(rating)}) for rating in (1000, 1200, 1400, 1600, 1800)),
        (2000, {"Search": "Humanlike", "HumanlikeElo": "2300"}),
        *(
            (rating, {"Search": "PVS", "UCI_LimitStrength": "true", "UCI_Elo": str(elo)})
            for rating, elo in zip(range(2200, 3800, 200), (*range(1350, 2251, 150), 2600), strict=True)
        ),
    )

    side_letters = ("w", "b")
    editor = (
        *(
            Option(name, "check", False, "whether the king may still castle with this rook", "none")
            for name in CASTLING
        ),
        Option("En passant", "combo", "-", "the file of a pawn that has just moved two squares", "none", choices=FILES),
        Option("Half-moves", "spin", 0, "plies without a capture or a pawn's move", "none", high=LATEST),
        Option("Move", "spin", 1, "the number of the move", "none", low=1, high=LATEST),
    )

    def compose(self, rows: Sequence[str], player: int, values: Mapping[str, Value]) -> str:
        rights = "".join(letter for name, letter in CASTLING.items() if values[name])
        file = str(values["En passant"])
        square = file if file == "-" else f"{file}{6 if player == 0 else 3}"
        return (
            f"{super().compose(rows, player, values)} {rights or '-'} {square} {values['Half-moves']} {values['Move']}"
        )

    def composed(self, fen: str) -> Mapping[str, Value]:
        _, _, rights, square, plies, move = fen.split()
        castling = {name: letter in rights for name, letter in CASTLING.items()}
        return {**castling, "En passant": square[0], "Half-moves": int(plies), "Move": int(move)}

    def number(self, fen: str) -> int:
        return int(fen.rsplit(maxsplit=1)[-1]) if len(fen.split()) == 6 else 1

    def wdl(self, position: ChessPosition, score: Score) -> tuple[int, int, int]:
        from .wdl_model import wdl

        return wdl(position, score)


GAME = Chess()
