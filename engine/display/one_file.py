"""A page that is one HTML file: it loads nothing, and no other script can run in it."""

from __future__ import annotations

import base64
import hashlib
from functools import cache
from html import escape
from importlib import resources

from . import colours


@cache
def asset(name: str) -> str:
    """A script or a style sheet that several pages share, as text."""
    return resources.files(__package__ or "").joinpath(name).read_text(encoding="utf-8")


def page(title: str, body: str, script: str, css: str = "") -> str:
    """Return the whole page. body: HTML. script: a module of JavaScript. css: additions to base.css."""
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    policy = (
        f"default-src 'none'; script-src 'sha256-{digest}'; style-src 'unsafe-inline'; img-src data: blob:; "
        "base-uri 'none'; form-action 'none'"
    )
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)}</title>
<style>{colours.css()}{asset("base.css")}{css}</style>
</head>
<body>
<main>
<h1>{escape(title)}</h1>
{body}
</main>
<script type="module">{script}</script>
</body>
</html>
"""
