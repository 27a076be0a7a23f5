"""Runs a submission: reads tasks, calls its functions, writes the answers. It runs in a process of its own.

Usage: child.py MEGABYTES SECONDS FILE_BYTES ANSWERS. Tasks come on standard input, as one JSON list; answers go to the
file descriptor ANSWERS, one JSON line each. The right answers are not known here.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

SOLUTION = "solution.py"
NOT_WRITTEN = "it is not written yet"
DEEPEST, MOST, LONGEST = 5, 5000, 5000  # of an answer: lists in lists, items, characters


class Unfit(ValueError):
    """An answer that is not accepted: it is too large, or of a type that JSON does not have."""


def plain(value: Any, depth: int = 0) -> Any:
    """Return an answer as a value of JSON. Unfit if it is not accepted."""
    if value is None or isinstance(value, (bool, int, str)):
        if isinstance(value, str) and len(value) > LONGEST:
            raise Unfit(f"a text of {len(value)} characters is too long")
        if isinstance(value, int) and abs(value) > 10**18:
            raise Unfit("a number is too large")
        return value
    if isinstance(value, (float, Fraction)):
        return float(value)
    if isinstance(value, (list, tuple)):
        if depth == DEEPEST or len(value) > MOST:
            raise Unfit("a list is too long or too deep")
        return [plain(each, depth + 1) for each in value]
    raise Unfit(f"an answer cannot be of the type {type(value).__name__}")


def hashable(value: Any) -> Any:
    """Arguments with tuples for lists, so that states can be keys."""
    return tuple(map(hashable, value)) if isinstance(value, list) else value


class Own:
    """The functions of a submission as a game."""

    def __init__(self, names: dict[str, Any]) -> None:
        self.__dict__.update({name: value for name, value in names.items() if callable(value)})


def perform(names: dict[str, Any], task: Mapping[str, Any], tree_game: Any) -> dict[str, Any]:
    """Do a task with the functions of a submission. Return {"value": ...}; "asked" has the nodes of a tree in order.

    A task has the name of a `call`, `arguments`, and perhaps a `tree` or "own": true. This game is then the first
    argument. "before" has the arguments of earlier calls, whose values do not count. "count" names a method of a class
    of a library, and its calls are counted.
    """
    counted = [0]
    name: str = task.get("count", "")
    owner, method = counted_in(names, name)
    original: Any = getattr(owner, method, None)
    if original is not None:

        def counting(*arguments: Any, **keywords: Any) -> Any:
            counted[0] += 1
            return original(*arguments, **keywords)

        setattr(owner, method, counting)
    try:
        arguments = [hashable(each) for each in task["arguments"]]
        game: Any = tree_game(task["tree"]) if "tree" in task else Own(names) if task.get("own") else None
        before = [] if game is None else [game]
        for others in task.get("before", ()):
            names[task["call"]](*before, *map(hashable, others))
        value = plain(names[task["call"]](*before, *arguments))
    finally:
        if original is not None:
            setattr(owner, method, original)
    found = {"value": value}
    if "tree" in task:
        found["asked"] = game.asked
    if name:
        found["count"] = counted[0]
    return found


def counted_in(names: dict[str, Any], name: str) -> tuple[Any, str]:
    """Return the class and the method of a name with two points, such as "library.Class.method"."""
    library, _, rest = name.partition(".")
    kind, _, method = rest.partition(".")
    return getattr(names.get(library), kind, None) if kind else None, method


def answer(names: dict[str, Any], task: Mapping[str, Any], tree_game: Any) -> dict[str, Any]:
    """Return the result of `perform`, or {"error": ...} for an exception."""
    try:
        if task["call"] not in names:
            return {"error": f"there is no function {task['call']}"}
        return perform(names, task, tree_game)
    except NotImplementedError:
        return {"error": NOT_WRITTEN}
    except RecursionError:
        return {"error": "RecursionError: it calls itself without end"}
    except MemoryError:
        return {"error": "MemoryError: it needs too much memory"}
    except Exception as fault:  # noqa: BLE001 - a submission may raise anything
        lines = [place.tb_lineno for place in frames(fault) if place.tb_frame.f_code.co_filename == SOLUTION]
        return {"error": f"{type(fault).__name__} in line {lines[-1] if lines else '?'}: {str(fault)[:300]}"}


def frames(fault: BaseException) -> Iterator[Any]:
    place = fault.__traceback__
    while place is not None:
        yield place
        place = place.tb_next


def main() -> None:
    megabytes, seconds, file_bytes, out = map(int, sys.argv[1:5])
    tasks = json.loads(sys.stdin.buffer.read())
    folder = Path(__file__).resolve().parent
    sys.path.insert(0, str(folder))
    from games import TreeGame  # type: ignore[import-not-found, unused-ignore]
    from limits import limit  # type: ignore[import-not-found, unused-ignore]

    source = (folder / SOLUTION).read_text(encoding="utf-8")
    answers = os.fdopen(out, "w", encoding="ascii")
    limit(megabytes, seconds, file_bytes)
    names: dict[str, Any] = {"__name__": "solution", "__file__": SOLUTION}
    first: dict[str, Any]
    try:
        exec(compile(source, SOLUTION, "exec"), names)
    except SyntaxError as fault:
        place = "" if fault.lineno is None else f" in line {fault.lineno}"
        first = {"error": f"{type(fault).__name__}{place}: {fault.msg}"}
    except BaseException as fault:  # noqa: BLE001 - any exception, also SystemExit
        first = {"error": f"it cannot be loaded: {type(fault).__name__}: {str(fault)[:300]}"}
    else:
        first = {"loaded": True}
    answers.write(json.dumps(first) + "\n")
    answers.flush()
    if "error" in first:
        return
    for task in tasks:
        found = answer(names, task, TreeGame)
        answers.write(json.dumps(found) + "\n")
        answers.flush()


if __name__ == "__main__":
    main()
