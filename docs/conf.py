"""The site of these pages: `sphinx-build -W -n docs build/site` (extra `docs`)."""

import re
from typing import Any

import oddsfish

project = "Oddsfish"
author = "the developers of Oddsfish"
release = version = oddsfish.__version__

extensions = ["myst_nb", "sphinx.ext.autodoc"]


# The pages are Markdown that a code host shows as well: anchors of headings as it makes them, and links to files.
myst_heading_anchors = 4
myst_enable_extensions = ["fieldlist"]

# Docstrings of compiled modules are read where they are, at run time.
autodoc_member_order = "bysource"
autodoc_typehints = "none"

nb_execution_mode = "off"  # the notebook is committed with its outputs

html_theme = "furo"
html_title = f"Oddsfish {release}"
html_show_copyright = False
html_copy_source = False


NAMES = re.compile(r"^(\w+(?:, \w+)*): ")
BOLD = r"**\1**: "


def list_arguments(app: Any, what: str, name: str, thing: Any, options: Any, lines: list[str]) -> None:
    """Make a list of the arguments in a docstring: lines `name: meaning`, whose further lines are indented."""
    block: list[str] = []
    made: list[str] = []
    for line in [*lines, ""]:
        if line:
            block.append(line)
        else:
            if any(each.startswith("    ") for each in block) and not block[0].startswith(" "):
                block = [each[2:] if each.startswith("    ") else f"- {NAMES.sub(BOLD, each)}" for each in block]
            made.extend([*block, ""])
            block = []
    lines[:] = made


def setup(app: Any) -> None:
    app.connect("autodoc-process-docstring", list_arguments)
