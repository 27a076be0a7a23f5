"""Words for models of an opponent."""

from __future__ import annotations


def describe_share(share: float) -> str:
    """A probability in words: "31 %"."""
    return f"{round(100 * share)} %" if share > 0.005 else "less than 1 %"  # a half is rounded to 0
