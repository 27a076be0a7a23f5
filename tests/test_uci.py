"""The engine as a client sees it: a process and two pipes."""

import subprocess
import sys

ENGINE = [sys.executable, "-c", "from oddsfish.protocols.cli import main; raise SystemExit(main())"]


def talk(*commands: str) -> list[str]:
    process = subprocess.Popen(ENGINE, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdin is not None and process.stdout is not None
    process.stdin.write("\n".join(commands) + "\n")
    process.stdin.flush()
    lines = []
    for line in process.stdout:
        lines.append(line.rstrip("\n"))
        if line.startswith("bestmove"):
            break
    process.stdin.close()
    assert process.wait(timeout=5) == 0
    return lines


def test_a_search_ends_in_a_bestmove() -> None:
    lines = talk("uci", "isready", "position startpos moves e2e4", "go depth 4")
    assert "uciok" in lines and "readyok" in lines
    assert any(line.startswith("info depth 4 ") and " pv " in line for line in lines)
    assert lines[-1].startswith("bestmove ")
