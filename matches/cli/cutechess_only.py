"""Options that cutechess-cli has, or once had, and this runner does not. They are refused by name, never ignored."""

from __future__ import annotations

OPTIONS = (
    *("-tbpieces", "-tbignore50", "-bookmode", "-outcomeinterval"),
    *("-resultformat", "-engines", "-protocols", "-variants", "-pgnin", "-pgndepth", "-fcp", "-scp", "-both"),
    *("-livepgnout", "-bergerschedule", "-tournamentfile"),
)
ENGINE_WORDS = ("initstr", "stderr", "trust", "book", "bookdepth", "whitepov", "strikes")
OPENINGS = ("policy",)
PROTOCOLS = ("xboard",)
TOURNAMENTS = ("pyramid",)


def refuse(word: str, words: tuple[str, ...], what: str = "") -> None:
    """ValueError if a word is among these; `what` stands before it."""
    if word in words:
        raise ValueError(f"{what}{word} is an option of cutechess-cli that this runner does not have")
