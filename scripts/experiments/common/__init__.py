"""What the experiments in scripts/ have in common: work that goes on where it was stopped, games, tables, plots."""
