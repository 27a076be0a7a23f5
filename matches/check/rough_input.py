"""Steps: malformed input, which tolerant engines survive."""

from __future__ import annotations

from .step import advice, needs_move, needs_silence
from .subject import Subject
from .verdict import Failure, Skipped

PATIENCE = 2.0  # seconds for readyok
SECOND = 0.1  # seconds from one readyok to the next
NO_FENS = ("this is no position", "8/8/8/8/8/8/8/9 x - - a b")
NO_KINGS = "8/8/8/8/8/8/8/8 w - - 0 1"


async def survive(subject: Subject, *lines: str) -> None:
    """Failure unless it answers isready after these lines."""
    subject.talk.say(*lines)
    await subject.ready(PATIENCE)


async def answer(subject: Subject, line: str) -> None:
    """Failure unless this line is answered by readyok, as is the plain `isready` after it."""
    talk = subject.talk
    talk.unread.clear()
    talk.say(line, "isready")
    await talk.wait_for("readyok", PATIENCE)
    if not await talk.collect("readyok", SECOND):
        raise Failure("only one readyok came")


async def skips_unknown_words(subject: Subject) -> None:
    await answer(subject, "joho isready")


async def ignores_unknown_commands(subject: Subject) -> None:
    await survive(subject, "joho", "")


async def reads_padded_lines(subject: Subject) -> None:
    await answer(subject, " \t isready \t ")


async def reads_windows_lines(subject: Subject) -> None:
    await answer(subject, "isready\r")
    needs_move(await subject.ask(subject.opening(), "go depth 1\r"))


async def reads_names_in_any_case(subject: Subject) -> None:
    name, default = number_option(subject)
    subject.talk.unread.clear()
    subject.set_option(name.swapcase(), default)
    needs_silence(await subject.ready(PATIENCE))


async def survives_bad_values(subject: Subject) -> None:
    name, default = number_option(subject)
    for value in ("x", "-1", default):
        subject.set_option(name, value)
    await survive(subject)


async def survives_unknown_options(subject: Subject) -> None:
    await survive(subject, "setoption name Joho value 1")


def number_option(subject: Subject) -> tuple[str, int]:
    """An option that has a number, Hash if there is one, and its default; Skipped if there is none."""
    found = {name: option.default for name, option in subject.talk.options.items() if isinstance(option.default, int)}
    numbers = {name: default for name, default in found.items() if not isinstance(default, bool)}
    if not numbers:
        raise Skipped("it has no option with a number")
    name = "Hash" if "Hash" in numbers else next(iter(numbers))
    return name, numbers[name]


async def survives_garbage(subject: Subject) -> None:
    for fen in NO_FENS:
        await survive(subject, f"position fen {fen}")


async def survives_no_kings(subject: Subject) -> None:
    await survive(subject, f"position fen {NO_KINGS}")


async def survives_illegal_moves(subject: Subject) -> None:
    opening = subject.opening().text
    moves = opening if " moves " in opening else f"{opening} moves"
    await survive(subject, f"position {moves} zz9", f"position {moves} 0000 0000")
    needs_move(await subject.ask(subject.opening(), "go depth 1"))


ROUGH_INPUT = (
    advice("Unknown commands and empty lines are ignored", ignores_unknown_commands),
    advice("Padded lines are read", reads_padded_lines),
    advice("Lines that end as in Windows are read", reads_windows_lines),
    advice("Names of options are read in any case", reads_names_in_any_case),
    advice("Bad values of an option are survived", survives_bad_values),
    advice("Unknown options are survived", survives_unknown_options),
    advice("A FEN that is garbage is survived", survives_garbage),
    advice("An empty board is survived", survives_no_kings),
    advice("An illegal move in a position is survived", survives_illegal_moves),
)
