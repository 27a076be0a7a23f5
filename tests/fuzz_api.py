"""Call everything that oddsfish.engine offers without an underscore, in any order and with any argument.

The public names are found by walking the package. Scripts of calls are written at random; later calls use results of
earlier ones. Each script runs in a process of its own, so that a crash or a hang ends nothing else. An exception is a
finding if it is neither documented nor raised by the script's own objects. So are output, a message about an ignored
exception, and a changed threading.stack_size. Each finding is reported with its seed and with the shortest script found
that still causes it, to be pasted into Python.

The same seed writes the same scripts as long as the package returns the same results; threads may change these.
"""

from __future__ import annotations

import argparse
import inspect
import os
import re
import sys
import tempfile
import textwrap
import time
from collections import Counter
from pathlib import Path

from fuzzing import helpers
from fuzzing.public import Public
from fuzzing.runner import HELPERS, Report, Runner
from fuzzing.shrinking import essence, kin_of, shrink, simplify, slice_of
from fuzzing.writer import Step, Writer

BATCH = 400  # calls in one script
PATIENCE = 20.0  # seconds without a step until a script counts as hanging
PATIENCE_AGAIN = 2.0  # the same while a script that is known to hang is made shorter
SHRINKING = 40.0  # seconds for one finding
MOST_DETAIL = 4000  # characters
SHOWN = 8  # last calls of a finding that cannot be reproduced
ATTEMPTS = 3  # to reproduce a finding, which may depend on threads
REPORT_EVERY = 2.0  # seconds
FATAL = re.compile(r"(SIG\w+|exit -?\d+|hang|\w*Sanitizer:.*) in ")


class Campaign:
    """Many scripts, and what they have found."""

    def __init__(self, arguments: argparse.Namespace, public: Public, runner: Runner) -> None:
        self.arguments = arguments
        self.public = public
        self.runner = runner
        self.outcomes: Counter[str] = Counter()
        self.seen: Counter[str] = Counter()  # findings, by their signatures
        self.essences: dict[str, str] = {}  # of reported findings, with their signatures
        self.called: Counter[str] = Counter()
        self.succeeded: Counter[str] = Counter()
        self.began = self.told = time.monotonic()
        self.calls = 0

    def run(self) -> None:
        first = 0 if self.arguments.batch is None else self.arguments.batch
        number = first
        while self.calls < self.arguments.calls and len(self.seen) < self.arguments.findings:
            if self.arguments.seconds and time.monotonic() - self.began > self.arguments.seconds:
                break
            # A batch is always run whole, so that it can be repeated alone.
            seed = f"{self.arguments.seed}/{number}"
            writer = Writer(seed, self.public, self.arguments.without)
            report = self.runner.run((writer, BATCH), self.arguments.patience)
            self.take(number, report)
            self.progress()
            number += 1
            if self.arguments.batch is not None:
                break

    def take(self, number: int, report: Report) -> None:
        self.calls += max(1, len(report.steps))
        self.outcomes.update(report.outcomes)
        for step, outcome in zip(report.steps, report.outcomes, strict=False):  # the last step may have no outcome
            self.called[step.label] += 1
            self.succeeded[step.label] += outcome == "done"
        for signature, detail, steps in report.found:
            self.seen[signature] += 1
            if self.seen[signature] == 1:
                self.tell(number, signature, detail, report.steps[:steps])

    def tell(self, number: int, signature: str, detail: str, steps: list[Step]) -> None:
        """Print a finding with the shortest script found that causes it; a known cause of a crash in one line."""
        told = f"FOUND: {signature}  (--seed {self.arguments.seed} --batch {number})"
        steps, again = self.shortest(signature, steps)
        if not again:
            told += "; it does not come again, its last calls were"
        elif FATAL.match(signature):
            known = self.essences.setdefault(essence(steps), signature)
            if known != signature:
                print(f"\n{told}: as {known}", flush=True)
                return
        script = script_of(self.public, steps, self.runner.run(steps, min(self.arguments.patience, PATIENCE_AGAIN)))
        print(f"\n{'=' * 100}\n{told}\n{textwrap.indent(detail.strip()[:MOST_DETAIL], '  | ')}\n\n{script}", flush=True)

    def shortest(self, signature: str, steps: list[Step]) -> tuple[list[Step], bool]:
        """Fewer and simpler steps that cause the same finding, and whether it could be reproduced."""
        fatal = FATAL.match(signature)
        patience = self.arguments.patience
        if signature.startswith("hang"):
            patience = min(patience, PATIENCE_AGAIN)

        def breaks(fewer: list[Step]) -> bool:
            report = self.runner.run(fewer, patience)
            if fatal:  # corrupted memory may crash anywhere
                return any((found := FATAL.match(name)) and same(found[1], fatal[1]) for name in report.signatures())
            return signature in report.signatures()

        if not any(breaks(steps) for _ in range(ATTEMPTS)):
            return steps[-SHOWN:], False
        deadline = time.monotonic() + self.arguments.shrinking
        while True:
            before = len(steps)
            for candidate in (kin_of(steps), slice_of(steps), steps[-1:]):
                if len(candidate) < len(steps) and breaks(candidate):
                    steps = candidate
            steps = simplify(shrink(steps, breaks, deadline), breaks, deadline + self.arguments.shrinking)
            if len(steps) == before or time.monotonic() >= deadline:
                return steps, True

    def progress(self) -> None:
        now = time.monotonic()
        if now - self.told >= REPORT_EVERY:
            self.told = now
            share = self.calls / self.arguments.calls
            if self.arguments.seconds:
                share = max(share, (now - self.began) / self.arguments.seconds)
            left = (now - self.began) * (1 / share - 1)
            print(
                f"{self.calls}/{self.arguments.calls} calls, {len(self.seen)} findings, {max(0.0, left):.0f} s left",
                file=sys.stderr,
                flush=True,
            )

    def summary(self) -> str:
        taken = time.monotonic() - self.began
        lines = [f"{self.calls} calls in {taken:.0f} s, seed {self.arguments.seed}; what came of them:"]
        lines += [f"{count:10} {outcome}" for outcome, count in self.outcomes.most_common()]
        if self.arguments.verbose:
            lines += ["", "Calls, how many of them returned, of what:"]
            names = [name for name in sorted(self.called) if " " not in name and "__" not in name]
            lines += [f"{self.called[name]:8} {self.succeeded[name]:8} {name}" for name in names]
        lines += [f"{count:10} times: {signature}" for signature, count in self.seen.most_common()]
        lines.append(f"{len(self.seen)} findings" if self.seen else "nothing broke")
        return "\n".join(lines)


def same(one: str, other: str) -> bool:
    """Whether two deaths are of the same kind: both are hangs, or neither is."""
    return (one == "hang") == (other == "hang")


def script_of(public: Public, steps: list[Step], report: Report) -> str:
    """Steps as a Python script that runs alone, with the helpers that it uses."""
    body = []
    for number, step in enumerate(steps):
        outcome = report.outcomes[number] if number < len(report.outcomes) else "done"
        raised = outcome not in ("done", "crash", "hang") and number < len(steps) - 1
        body.append(f"with suppress(BaseException):\n{textwrap.indent(step.text, '    ')}" if raised else step.text)
    text = "\n".join(body)
    needed: list[str] = []
    words = set(re.findall(r"\w+", text))
    while True:
        more = [name for name in HELPERS if name in words and name not in needed]
        if not more:
            break
        needed += more
        words |= {word for name in more for word in re.findall(r"\w+", inspect.getsource(getattr(helpers, name)))}
    modules = {module.__name__ for module in public.modules}
    paths = {match.rpartition(".")[0] for match in re.findall(rf"(?<![.\w]){public.package}(?:\.\w+)+", text)}
    lines = [
        f"import {max((path[:end] for end in range(len(path) + 1) if path[:end] in modules), key=len)}"
        for path in sorted(paths)
    ]
    lines += [f"import {module}" for module in ("chess", "gc", "random") if re.search(rf"(?<![.\w]){module}\.", text)]
    lines += ["from contextlib import suppress"] if "suppress(" in text else []
    if needed:
        lines.insert(0, "from __future__ import annotations")
        source = inspect.getsource(helpers).splitlines()
        lines += [line for line in source if line.startswith(("from ", "import ")) and used(line, words)]
        lines += [line for line in source if (found := re.match(r"[A-Z_]+\b", line)) and found[0] in words]
        lines += ["", *(inspect.getsource(getattr(helpers, name)) for name in HELPERS if name in needed)]
    return "\n".join([*dict.fromkeys(lines), "", text, ""])


def used(line: str, words: set[str]) -> bool:
    """Whether an import provides one of these words."""
    return "__future__" not in line and not words.isdisjoint(re.findall(r"\w+", line.rpartition("import ")[2]))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--calls", type=int, default=100_000, help="how many (default: %(default)s)")
    parser.add_argument("--seconds", type=float, help="end after this time, if that comes first")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--batch", type=int, help="run this script of the seed alone")
    parser.add_argument("--findings", type=int, default=20, help="end after so many kinds (default: %(default)s)")
    parser.add_argument("--shrinking", type=float, default=SHRINKING, help="seconds for one (default: %(default)s)")
    parser.add_argument(
        "--patience", type=float, default=PATIENCE, help="seconds that a call may take (default: %(default)s)"
    )
    parser.add_argument("--package", default="oddsfish.engine", help="what is called (default: %(default)s)")
    parser.add_argument(
        "--without", default="", metavar="REGEX", help="no such statements: while a known fault waits to be mended"
    )
    parser.add_argument("--verbose", action="store_true", help="say at the end what was called how often")
    arguments = parser.parse_args()
    if os.environ.get("PYTHONHASHSEED") != "0":  # the order of sets is part of what a seed stands for
        os.execve(sys.executable, [sys.executable, *sys.argv], {**os.environ, "PYTHONHASHSEED": "0"})
    with tempfile.TemporaryDirectory() as folder:
        public = Public(arguments.package)
        campaign = Campaign(arguments, public, Runner(arguments.package, Path(folder)))
        campaign.run()
    print(campaign.summary())
    return 1 if campaign.seen else 0


if __name__ == "__main__":
    raise SystemExit(main())
