"""Play engines against each other, with the command line of cutechess-cli; -help shows it."""

from __future__ import annotations

from oddsfish.matches.cli.match_command import main

if __name__ == "__main__":
    raise SystemExit(main())
