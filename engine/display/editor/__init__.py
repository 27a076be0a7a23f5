"""The tree editor, which runs in a browser."""
