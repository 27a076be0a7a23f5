"""Steps: the usual game of UCI, by python-chess's rules."""

from __future__ import annotations

from ...engine.games import variants
from ..players.uci_lines import pv_of
from ..record import Termination
from ..variants import by_library
from .info_lines import infos
from .root import Root, arbiter_of, root_of, usual_root
from .searches import QUICK, searched
from .step import needs_move
from .subject import Search, Subject
from .verdict import Failure, Skipped

# In each, a side that has misread the last move takes a queen or a rook, which is illegal.
SPECIAL_MOVES = (
    "fen 3k3n/8/6Q1/8/8/8/8/R3K3 w Q - 0 1 moves e1c1",  # castling gives check
    "fen 4k3/3p4/8/4P3/2Q5/8/8/4K3 b - - 0 1 moves d7d5 e5d6",  # en passant takes the pawn that attacks the queen
    "fen 8/P1k5/8/8/8/8/1q3R2/7K w - - 0 1 moves a7a8n",  # a promotion to a knight gives check
)
PROMOTION = "fen 8/P7/1k6/8/8/8/5q2/7K w - - 0 1"  # every move is one
LINES = (  # positions whose PVs go wrong in engines that ignore the end of a game
    "fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "fen 6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1",  # mate in one
    "fen 7k/8/8/8/8/8/1R6/R5K1 w - - 0 1",  # mate in two
    "startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1",  # Ng8 is the third repetition
)
MATED = "fen 7k/6Q1/5K2/8/8/8/8/8 b - - 0 1"
STALEMATED = "fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"
ENDS = {  # ends of games that a PV must not go past, and their names
    Termination.CHECKMATE: "mate",
    Termination.REPETITION: "a third repetition",
}
BRIEF = "go movetime 60"
NOTHING = ("(none)", "0000")
PONDER = "go ponder wtime 1000 btime 1000"


async def takes_position(text: str, subject: Subject) -> None:
    subject.talk.say(f"position {text}")
    await subject.ready()


async def reads_special_moves(subject: Subject) -> None:
    for text in SPECIAL_MOVES:
        needs_move(await subject.ask(usual_root(text), BRIEF))


async def writes_promotions(subject: Subject) -> None:
    needs_move(await subject.ask(usual_root(PROMOTION), BRIEF))


async def obeys_searchmoves(subject: Subject) -> None:
    search = await subject.ask(usual_root("startpos"), "go depth 2 searchmoves a2a3")
    if search.move != "a2a3":
        raise Failure(f"it plays {search.move!a}", search.evidence(search.best))


async def ignores_null_searchmoves(subject: Subject) -> None:
    needs_move(await subject.ask(usual_root("startpos"), "go depth 2 searchmoves 0000"))


async def searches_lines(subject: Subject) -> None:
    """Search the positions above. Failure if a PV of these or of any earlier search is illegal."""
    for text in LINES:
        await subject.ask(usual_root(text), BRIEF)
    judge_lines(subject, past_end=False)


async def ends_lines(subject: Subject) -> None:
    judge_lines(subject, past_end=True)


def judge_lines(subject: Subject, past_end: bool) -> None:
    """Failure if a PV goes on past the end of the game (past_end), or has an illegal move (not past_end)."""
    judged = set[tuple[str, ...]]()
    for search in searched(subject):
        for line in infos(search.lines):
            moves = pv_of(line)
            if (search.root.text, *moves) in judged:
                continue
            judged.add((search.root.text, *moves))
            fault, end = follow(search.root, moves)
            if fault and end == past_end:
                raise Failure(fault, search.evidence(line))


def follow(root: Root, moves: list[str]) -> tuple[str, bool]:
    """The fault of a line of play, "" if none, and whether the fault is that it goes on past the end of the game."""
    arbiter = root.arbiter()
    for move in moves:
        if verdict := arbiter.verdict():
            end = ENDS.get(verdict.ending, "")
            return (f"a PV goes on past {end}: {move}", True) if end else ("", False)
        if move not in arbiter.choices():
            return f"a PV has an illegal move: {move}", False
        arbiter.play(move)
    return "", False


async def knows_mate(subject: Subject) -> None:
    needs_none(await subject.ask(usual_root(MATED), BRIEF, QUICK))


async def knows_stalemate(subject: Subject) -> None:
    needs_none(await subject.ask(usual_root(STALEMATED), BRIEF, QUICK))


def needs_none(search: Search) -> None:
    if search.move not in NOTHING:
        raise Failure(f"it plays {search.move!a}", search.evidence(search.best))


async def scores_ends(subject: Subject) -> None:
    for text, scores in ((MATED, ("mate 0", "mate -0", "cp 0")), (STALEMATED, ("cp 0",))):
        search = await subject.ask(usual_root(text), BRIEF, QUICK)
        if not any(f" score {score} " in f"{line} " for score in scores for line in infos(search.lines)):
            raise Failure(f"no info line has the score {scores[0]}", search.evidence(*search.lines[-1:], search.best))


async def waits_when_mated(subject: Subject) -> None:
    if (await subject.ask_until(usual_root(MATED), "go infinite", "stop")).early:
        raise Failure("its bestmove came before stop", subject.search.evidence(subject.search.best))


async def hits(subject: Subject) -> None:
    await ponder(subject, "ponderhit")


async def stops_pondering(subject: Subject) -> None:
    await ponder(subject, "stop")


async def ponder(subject: Subject, release: str) -> None:
    subject.last = None
    if "Ponder" not in subject.talk.options:
        raise Skipped("it has no option Ponder")
    subject.set_option("Ponder", True)
    needs_move(await subject.ask_until(usual_root("startpos moves e2e4 e7e5"), PONDER, release))


async def waits_for_ponderhit(subject: Subject) -> None:
    if subject.search.early:
        raise Failure("its bestmove came before ponderhit", subject.search.evidence(subject.search.best))


async def plays_variants(subject: Subject) -> None:
    option = subject.talk.options.get(subject.words.game)
    known = {variant.uci: name for name, (_, variant) in variants().items() if variant.uci and not by_library(name)}
    offered = [each for each in (option.var or [] if option else []) if each in known]
    if option is None or not offered:
        raise Skipped(f"it offers none in {subject.words.game} that is known here")
    for each in offered:
        subject.set_option(option.name, each)
        subject.talk.say(subject.words.new_game)
        needs_move(await subject.ask(root_of(arbiter_of(known[each]), known[each]), BRIEF))
    subject.set_option(option.name, option.default)
    subject.talk.say(subject.words.new_game)
    await subject.ready()
