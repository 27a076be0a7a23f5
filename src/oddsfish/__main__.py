"""`python -m oddsfish`: as the command `oddsfish`, where that is not on the path."""

from oddsfish.protocols.start import main

raise SystemExit(main())
