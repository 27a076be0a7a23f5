"""The page in the browser: `oddsfish page`, and the server behind it."""
