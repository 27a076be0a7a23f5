"""The option that names a file of weights, which is read when it is set: a bad one changes nothing."""

from __future__ import annotations

from ...option import Option, Value


class WeightsOption(Option):
    """A file of weights for Tapered; as it was when the option was set, whatever becomes of the file."""

    __slots__ = ()

    def read(self, text: str) -> Value:
        path = super().read(text)
        if not path:
            return path
        from .evaluations.tapered import WeightsPath  # noqa: PLC0415 - not needed on the way to uciok

        return WeightsPath(str(path))
