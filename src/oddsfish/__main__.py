"""`python -m oddsfish`: the command `oddsfish`, for systems where it is not on the path."""

from oddsfish.protocols.start import main

raise SystemExit(main())
