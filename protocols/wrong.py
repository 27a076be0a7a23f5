"""What is wrong with a command line."""


class Wrong(Exception):
    """The command line makes no sense; says why, in one line."""
