"""The one list of compiled modules, their flags, and the names under which Cython and mypy find the two folders."""

import os
from pathlib import Path

import Cython.Compiler.Errors as cython_errors
from setuptools import Extension, setup

VERSION = "0.1.0"
ROOT = Path(__file__).resolve().parent

MODULES = [
    "engine/about",
    "engine/game",
    "engine/searches/table",
    "engine/searches/opponents",
    "engine/searches/search",
    "engine/searches/minimax",
    "engine/searches/alphabeta",
    "engine/searches/expectimax",
    "engine/games/chess/attacks",
    "engine/games/chess/board",
    "engine/games/chess/evaluations/evaluation",
    "engine/games/chess/evaluations/material",
    "engine/games/chess/evaluations/simplified",
    "engine/games/chess/position",
    "engine/games/hilo/position",
]

# Wheels must run anywhere, a local build may use all that this processor has: ODDSFISH_NATIVE=1.
NATIVE = os.environ.get("ODDSFISH_NATIVE", "") not in ("", "0")
FLAGS = ["-O3", "-march=native"] if NATIVE else ["-O3"]

DIRECTIVES = {
    "language_level": "3",
    "boundscheck": False,
    "wraparound": False,
    "cdivision": True,
    "initializedcheck": False,
    "embedsignature": True,
}


def link_names() -> Path:
    """Make build/names/oddsfish/{engine,protocols}: the import names, as Cython and mypy need to see them on disk."""
    names = ROOT / "build" / "names"
    package = names / "oddsfish"
    package.mkdir(parents=True, exist_ok=True)
    (package / "__init__.py").touch()
    for folder in ("engine", "protocols"):
        link = package / folder
        if not link.is_symlink():
            link.symlink_to(Path("..", "..", "..", folder))
    return names


def performance_hint(position: object, message: str, environment: object) -> None:
    """Stop the build: a missing noexcept on a hot function costs several times the speed and is easily overlooked."""
    raise SystemExit(f"{position}: performance hint: {message}")


def extensions() -> list[Extension]:
    about = [("ODDSFISH_VERSION", f'"{VERSION}"'), ("ODDSFISH_FLAGS", f'"{" ".join(FLAGS)}"')]
    return [
        Extension(
            "oddsfish." + module.replace("/", "."),
            [module + ".pyx"],
            extra_compile_args=[*FLAGS, "-fno-semantic-interposition"],
            define_macros=about if module == "engine/about" else [],
        )
        for module in MODULES
    ]


def main() -> None:
    cython_errors.performance_hint = performance_hint  # before the compiler's own modules take its name
    from Cython.Build import cythonize

    os.chdir(ROOT)
    names = link_names()
    setup(
        version=VERSION,
        ext_modules=cythonize(
            extensions(),
            include_path=[str(names)],
            compiler_directives=DIRECTIVES,
            build_dir="build/c",
            annotate=os.environ.get("ODDSFISH_ANNOTATE", "") == "1",
        ),
        options={"build_ext": {"parallel": os.cpu_count()}},
    )


main()
