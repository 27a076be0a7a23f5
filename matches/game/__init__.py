"""One game: its rules, its clocks, its end."""
