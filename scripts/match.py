"""Play engines against each other, with cutechess-cli's command line; -help tells."""

from __future__ import annotations

from oddsfish.matches.cli.match_command import main

if __name__ == "__main__":
    raise SystemExit(main())
