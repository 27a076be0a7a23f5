"""Grades one submission in a process of its own: what ends this process ends no other.

Usage: python -m oddsfish.classroom.worker. The request is JSON on standard input, the report JSON on standard output.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from .grading import grade


def main() -> None:
    asked = json.loads(sys.stdin.read())
    found: dict[str, Any]
    try:
        found = {"report": grade(Path(asked["folder"]), asked["seed"], asked["case_seed"], asked["name"]).json()}
    except (ValueError, OSError) as failure:
        found = {"refused": str(failure)}
    sys.stdout.write(json.dumps(found))


if __name__ == "__main__":
    main()
