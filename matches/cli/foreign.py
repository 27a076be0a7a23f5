"""What cutechess-cli has, or once had, and this runner has not: known by name, so that nobody thinks it obeyed."""

from __future__ import annotations

OPTIONS = (
    *("-tb", "-tbpieces", "-tbignore50", "-bookmode", "-noswap", "-reverse", "-seeds", "-wait", "-outcomeinterval"),
    *("-resultformat", "-engines", "-protocols", "-variants", "-pgnin", "-pgndepth", "-fcp", "-scp", "-both"),
    *("-livepgnout", "-bergerschedule", "-tournamentfile"),
)
ENGINE_WORDS = ("initstr", "stderr", "trust", "book", "bookdepth", "whitepov", "ponder", "strikes")
OPENINGS = ("policy",)
PROTOCOLS = ("xboard",)
TOURNAMENTS = ("knockout", "pyramid")
VARIANTS = (
    *("3check", "5check", "ai-wok", "aiwok", "almost", "amazon", "andernach", "antiandernach", "antichess", "asean"),
    *("atomic", "berolina", "cambodian", "capablanca", "caparandom", "chancellor", "changeover", "checkless"),
    *("chessgi", "chigorin", "circulargryphon", "codrus", "coregal", "courier", "crazyhouse", "displacedgrid"),
    *("dobutsu", "embassy", "euroshogi", "extinction", "giveaway", "gomoku", "gomokufreestyle", "gothic", "grand"),
    *("grid", "gridolina", "gryphon", "gustav3", "hoppelpoppel", "horde", "janus", "jesonmor", "judkins", "karouk"),
    *("kinglet", "kingofthehill", "knightmate", "knightrelay", "loop", "losalamos", "losers", "makruk", "minishogi"),
    *("modern", "newzealand", "placement", "pocketknight", "racingkings", "rifle", "seirawan", "shatranj", "shogi"),
    *("shoot", "simplifiedgryphon", "sittuyin", "slippedgrid", "suicide", "superandernach", "threekings"),
    *("tictactoe", "twokings", "twokingssymmetric"),
)


def refuse(word: str, words: tuple[str, ...], what: str = "") -> None:
    """ValueError if a word is among these; `what` stands before it."""
    if word in words:
        raise ValueError(f"{what}{word} is an option of cutechess-cli that this runner does not have")
