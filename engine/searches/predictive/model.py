"""PredictorModel: a trained predictor, its features and the options that these depend on; read from a JSON file.

The file contains only numbers and names, and nothing that could be run. A checksum detects accidental damage. Against
malicious files, `predictor.pyx` checks every number.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from ...options import Value
from ...position import Position
from ...support.json_text import parse_json
from ...support.regular_file import status_of
from ...support.text import printable, shorten
from .predictor import Forest, Network, Predictor

FORMAT = "oddsfish model 1"
LARGEST = 64  # megabytes that a file may have
KEPT = 4  # models, so that a search does not read the file anew for each move
PARTS = ("feature", "threshold", "left", "right", "value")  # of a tree


@dataclass(frozen=True)
class PredictorModel:
    """game: of its positions, None for any. options: those of the game by which its features were computed."""

    game: str | None
    options: Mapping[str, str]
    features: tuple[str, ...]
    target: str
    predictor: Predictor

    def check(self, position: Position[Any], options: Mapping[str, Value]) -> None:
        """ValueError if it was trained for another game or other options, or if the game lacks one of its features."""
        if self.game is not None and self.game != position.game:
            raise ValueError(
                f"the model is for {printable(self.game)}, not for {position.game or type(position).__name__}"
            )
        for name, value in self.options.items():
            if str(options.get(name)) != value:
                option, wanted = printable(name), printable(value)
                raise ValueError(f"the model was trained with {option} {wanted}: set {option} to {wanted}")
        known = position.feature_names
        for name in self.features:
            if name not in known:
                where = f"{position.game or type(position).__name__} as it is set up"
                raise ValueError(
                    f"the model asks for the feature {printable(name)}, which {where} does not have: "
                    f"it has {', '.join(known)}"
                )


def load(path: str) -> PredictorModel:
    """The model in a file, which is read again if it has changed. ValueError if the file is no model."""
    if not path:
        raise ValueError("Predictive needs a trained model: set Model to its file, see `oddsfish predictor --help`")
    try:
        status = status_of(path, LARGEST)
        return read(path, status.st_dev, status.st_ino, status.st_mtime_ns, status.st_size)
    except OSError as error:
        raise ValueError(f"the model {shorten(path)!r} cannot be read: {os.strerror(error.errno or 0)}") from None
    except (ValueError, TypeError) as error:
        raise ValueError(f"{shorten(path)!r} is no model: {error}") from None


@lru_cache(KEPT)
def read(path: str, *version: int) -> PredictorModel:
    """The model in a file, cached for this version of it: its place, time and size."""
    try:
        content = parse_json(Path(path).read_bytes())
    except ValueError:
        raise ValueError("it is cut short or damaged") from None
    return parse(content)


def checksum(content: Mapping[str, Any]) -> str:
    """The checksum of all other contents of a file, however they are laid out."""
    body = {name: value for name, value in content.items() if name != "checksum"}
    return hashlib.sha256(json.dumps(body, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def parse(content: Any) -> PredictorModel:
    """The model from the contents of a file. ValueError or TypeError with the first fault."""
    if not isinstance(content, dict) or not isinstance(content.get("format"), str):
        raise ValueError(f"it has no format; this version reads {FORMAT}")
    if content["format"] != FORMAT:
        raise ValueError(f"its format is {shorten(content['format'])!r}; this version reads {FORMAT}")
    if content.get("checksum") != checksum(content):
        raise ValueError("its checksum is wrong: it was changed or damaged")
    game, options, features, target = (content.get(name) for name in ("game", "options", "features", "target"))
    if not (game is None or isinstance(game, str)):
        raise ValueError("its game is no name")
    if not isinstance(options, dict) or not all(isinstance(value, str) for value in options.values()):
        raise ValueError("its options are no texts by name")
    if not isinstance(features, list) or not all(isinstance(name, str) for name in features):
        raise ValueError("its features are no list of names")
    if len(set(features)) != len(features):
        raise ValueError("it has a feature twice")
    if not isinstance(target, str):
        raise ValueError("its target is no name")
    predictor = predictor_of(content)
    if predictor.inputs != len(features):
        raise ValueError(f"it takes {predictor.inputs} numbers and names {len(features)} features")
    return PredictorModel(game, options, tuple(features), target, predictor)


def predictor_of(content: Mapping[str, Any]) -> Predictor:
    kind = content.get("kind")
    if kind == "network":
        layers = [(part(layer, "weights"), part(layer, "biases")) for layer in part(content, "layers")]
        offset, factor = content.get("offset"), content.get("factor")
        if not isinstance(offset, float | int) or not isinstance(factor, float | int):
            raise ValueError("its offset and its factor are no numbers")
        return Network(part(content, "means"), part(content, "scales"), layers, offset, factor)
    if kind == "forest":
        trees = [[part(tree, name) for name in PARTS] for tree in part(content, "trees")]
        return Forest(len(part(content, "features")), trees)
    raise ValueError("its kind is neither network nor forest")


def part(content: object, name: str) -> list[Any]:
    found = content.get(name) if isinstance(content, dict) else None
    if not isinstance(found, list):
        raise ValueError(f"it has no list {name}")
    return found
