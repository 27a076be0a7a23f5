"""Build Oddsfish: find its compiled modules and packages, set their flags, and link the names for Cython and mypy."""

import copy
import importlib.util
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
from hashlib import sha256
from pathlib import Path
from typing import Any, cast

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

VERSION = "0.1.0"
ROOT = Path(__file__).resolve().parent

C_FILES = "build/c"
WINDOWS = os.name == "nt"
FOLDERS = ("classroom", "engine", "learning", "matches", "protocols", "reviews")


def compiled() -> list[str]:
    """Every compiled module, as a path without its suffix."""
    return sorted(path.relative_to(ROOT).with_suffix("").as_posix() for path in (ROOT / "engine").rglob("*.pyx"))


def packages() -> list[str]:
    """The import names of all folders of Python files, and of the package for `python -m oddsfish`."""
    folders = {path.parent.relative_to(ROOT) for top in FOLDERS for path in (ROOT / top).rglob("*.py")}
    return ["oddsfish", *sorted(".".join(("oddsfish", *folder.parts)) for folder in folders)]


# No fused multiply-add: sums are the same to the last bit on every machine, and so are the nodes of a pruned search.
# Aligned code: the speed of the small loops in the searches does not depend on the code before them.
FLAGS = ["-O3", "-ffp-contract=off", "-falign-functions=64", "-falign-loops=32"]

# The target of Zig's compiler, such as aarch64-linux-gnu.2.28; "" for the usual compiler. Zig's compiler is Clang with
# the headers of many systems, from PyPI. On Windows, it is the easiest to install of all with GCC's extensions.
# Elsewhere, ODDSFISH_ZIG selects it, to compile for another system than this one (scripts/platforms/cross.py).
MACHINES = {"win-amd64": "x86_64-windows-gnu", "win-arm64": "aarch64-windows-gnu"}
TARGET = os.environ.get("ODDSFISH_ZIG") or (MACHINES.get(sysconfig.get_platform(), "") if WINDOWS else "")

# Levels of x86-64 (System V ABI, AMD64 supplement): v3 has AVX2 and BMI2, v4 also AVX-512. An installation has
# modules for any processor and for each level. engine/support/levels.py chooses between them at import.
LEVELS = ("x86-64-v3", "x86-64-v4")
# Modules whose speed does not matter: one build for all processors makes the wheel smaller.
ONCE = {
    *("engine/python_position", "engine/searches/python_search"),
    *(f"engine/support/{name}" for name in ("processor", "signals", "stack")),
    *(
        f"engine/games/chess/{name}"
        for name in ("explain", "evaluations/kpk", "human/inputs", "human/model", "human/seen")
    ),
    *(f"engine/games/chess/searches/pvs/{name}" for name in ("risk", "root")),
    *(f"engine/games/connect4/searches/solver/{name}" for name in ("book", "pool", "solver")),
}


def architectures(in_place: bool) -> list[str]:
    """The architectures to compile every module for; "" is any processor of this kind.

    Modules for the first one lie beside their sources. ODDSFISH_NATIVE=1 compiles for this processor alone, which takes
    a third of the time; 0 forbids that. A build in place stays on its machine, so it is for this processor by default.
    """
    asked = os.environ.get("ODDSFISH_NATIVE", "")
    system = sysconfig.get_platform()
    if system.endswith("universal2"):  # for Intel and Arm at once
        return [""]
    if asked not in ("", "0") or (in_place and not asked):
        return ["native"]
    if in_place or not system.endswith(("x86_64", "amd64")):
        return [""]
    if system.startswith("macosx"):  # macOS turns AVX-512 on only at its first use, so it never reports it
        return ["", LEVELS[0]]
    if TARGET:
        return ["", *LEVELS]
    compiler = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")
    probe = [*compiler, f"-march={LEVELS[-1]}", "-E", "-x", "c", os.devnull]
    if shutil.which(compiler[0]) and subprocess.run(probe, capture_output=True, check=False).returncode:
        print(f"oddsfish: {compiler[0]} has no levels of x86-64 (GCC 11 and Clang 12 have): one build for all")
        return [""]
    return ["", *LEVELS]


DIRECTIVES = {
    "language_level": "3",
    "boundscheck": False,
    "wraparound": False,
    "cdivision": True,
    "initializedcheck": False,
    "binding": False,  # with binding, methods accept an object of any class as `self`
    "auto_pickle": False,  # automatic pickling would accept any state unchecked
    "embedsignature": True,
    "embedsignature.format": "clinic",  # for inspect.signature
}


def link(target: str, folder: Path) -> None:
    """Make a link in a folder to `target`, a file or folder by its path from the root.

    On Windows, everybody may link a folder (by a junction), but few people may link a file, so files are copied.
    """
    place = folder / Path(target).name
    if not WINDOWS:
        if not place.is_symlink():
            place.unlink(missing_ok=True)
            place.symlink_to(Path("..", "..", "..", target))
    elif Path(target).is_file():
        shutil.copyfile(target, place)
    elif place.resolve() != Path(target).resolve():
        import _winapi

        if os.path.lexists(place):  # left from a checkout that was moved or copied
            place.rmdir()
        _winapi.CreateJunction(str(Path(target).resolve()), str(place))  # type: ignore[attr-defined, unused-ignore]


def link_names() -> Path:
    """Make build/names/oddsfish with links to our folders, so that Cython and mypy see the import names."""
    names = ROOT / "build" / "names"
    package = names / "oddsfish"
    package.mkdir(parents=True, exist_ok=True)
    for target in (*FOLDERS, "src/oddsfish/__init__.py", "src/oddsfish/__main__.py"):
        link(target, package)
    return names


def options(architecture: str) -> list[str]:
    """The options of the compiler for one architecture, as `oddsfish --version` shows them."""
    name = architecture.replace("-", "_") if TARGET else architecture
    # Clang cannot describe the stack of an aligned loop to Windows on Arm.
    left_out = "-falign-loops" if TARGET == "aarch64-windows-gnu" else "none"
    return [*(flag for flag in FLAGS if not flag.startswith(left_out)), *([f"-march={name}"] if name else [])]


def extensions(architecture: str, folder: tuple[str, ...] = (), named: bool = False) -> list[Extension]:
    """The compiled modules for one architecture. folder: where in engine/ they go, if not beside their sources.

    With a folder, the modules of ONCE are left out. named: keep the names of functions for profilers and debuggers;
    these names are six percent of a wheel.
    """
    about: list[tuple[str, str | None]] = [
        ("ODDSFISH_VERSION", f'"{VERSION}"'),
        ("ODDSFISH_FLAGS", f'"{" ".join(options(architecture))}"'),
    ]
    return [
        Extension(
            ".".join(("oddsfish", "engine", *folder, *module.split("/")[1:])),
            [module + ".pyx"],
            # Many Pythons ask for debug symbols, which would be most of a wheel. Nobody interposes our symbols.
            extra_compile_args=[*options(architecture), "-g0", "-fno-semantic-interposition"],
            extra_link_args=[] if named or sys.platform == "darwin" else ["-s"],  # a Mac's linker always keeps them
            include_dirs=["engine/net", "engine/support"],
            define_macros=about if module == "engine/about" else [],
        )
        for module in compiled()
        if not folder or module not in ONCE
    ]


def translate(modules: list[Extension], force: bool) -> None:
    """Translate Cython to C. Performance hints are errors, as one missing noexcept can cost most of the speed.

    All modules are translated in this process, as worker processes would not all inherit the changed function.
    """
    from Cython import __version__ as version
    from Cython.Build import cythonize
    from Cython.Compiler import Errors, ExprNodes, PyrexTypes, Symtab

    def refuse(position: object, message: str, environment: object) -> None:
        Errors.error(position, f"performance hint: {message}")

    recipe = f"{version}\n{(ROOT / 'setup.py').read_text()}"
    stamp = Path(C_FILES, "recipe")
    same = stamp.exists() and stamp.read_text() == recipe
    stamp.unlink(missing_ok=True)  # should this build fail, the next one starts anew
    for module in (Errors, ExprNodes, PyrexTypes, Symtab):  # each has imported the function by its name
        setattr(module, "performance_hint", refuse)  # noqa: B010 -- mypy knows no such name
    cythonize(
        modules,
        nthreads=0,
        force=force or not same,
        include_path=[str(link_names())],
        compiler_directives=DIRECTIVES,
        build_dir=C_FILES,
        annotate=os.environ.get("ODDSFISH_ANNOTATE", "") == "1",
    )
    stamp.parent.mkdir(parents=True, exist_ok=True)
    stamp.write_text(recipe)


def remove_strangers() -> None:
    """Remove compiled modules without a source. Python would import them instead of a Python file of the same name."""
    for path in (*(ROOT / "engine").rglob("*.so"), *(ROOT / "engine").rglob("*.pyd")):
        if not path.with_name(path.name.partition(".")[0] + ".pyx").exists():
            path.unlink()


def zig(like: Any) -> Any:
    """Zig's compiler, with the folders of headers and libraries and the macros of the compiler `like`."""
    from distutils.ccompiler import new_compiler  # a part of setuptools, there only after the import of setuptools

    package = importlib.util.find_spec("ziglang")
    if package is None or package.origin is None:
        raise SystemExit("Oddsfish needs Zig's compiler to build for this system: pip install ziglang")
    program = Path(package.origin).with_name("zig.exe" if WINDOWS else "zig")
    command = [str(program), "cc", "-target", TARGET]
    compiling, linking = ["-fwrapv", "-DNDEBUG"], ["-shared"]
    if "windows" in TARGET:
        # Without MS_WIN64, Python's headers recognise 64-bit Windows only with Microsoft's compiler. windows.h is to
        # define only what is needed. A module needs no start code, and Windows has the C library.
        compiling += ["-DMS_WIN64", "-DWIN32_LEAN_AND_MEAN", "-DNOMINMAX", "-include", "engine/support/on_windows.h"]
        linking += ["-nostdlib", "-lucrtbase", "-lkernel32", "-Wl,--no-entry"]
    else:
        compiling.append("-fPIC")
    if "macos" in TARGET:
        linking.append("-Wl,-undefined,dynamic_lookup")
    found: Any = new_compiler("unix", force=True)
    found.set_executables(
        compiler_so=[*command, *compiling, *shlex.split(os.environ.get("CFLAGS", ""))],
        linker_so=[*command, *linking, *shlex.split(os.environ.get("LDFLAGS", ""))],
    )
    for kind in ("include_dirs", "library_dirs", "macros"):
        setattr(found, kind, getattr(like, kind))
    return found


class Build(build_ext):
    """setuptools' build_ext, but it compares contents instead of times, and ships no leftovers of older builds."""

    def finalize_options(self) -> None:
        here = bool(self.inplace or self.editable_mode)
        self.architectures = architectures(here)
        first, *levels = self.architectures
        found = [*extensions(first, named=here), *(each for level in levels for each in extensions(level, (level,)))]
        self.distribution.ext_modules = found  # type: ignore[assignment]  # setuptools has two names for one class
        super().finalize_options()

    def run(self) -> None:
        if self.inplace:
            remove_strangers()
        super().run()
        if not self.inplace:
            self.remove_leftovers()

    def build_extensions(self) -> None:
        if WINDOWS and not TARGET:
            raise SystemExit(f"Oddsfish needs a Python for {' or '.join(MACHINES)}, not for {sysconfig.get_platform()}")
        if TARGET:
            self.compiler = zig(self.compiler)
        self.check_tools()
        translate(self.extensions[: len(compiled())], bool(self.force))
        for extension in self.extensions:
            (source,) = extension.sources
            extension.sources = [str(Path(C_FILES, source).with_suffix(".c"))]
        super().build_extensions()

    def build_extension(self, extension: Extension) -> None:
        """Compile a module, unless its sources, headers and commands are unchanged. Times of files do not tell that.

        Each module has its own folder for its object, as threads compile a source for several architectures at once.
        The folder's name is short, as Windows allows paths of 260 characters.
        """
        own = copy.copy(self)
        own.build_temp = str(Path(self.build_temp, sha256(extension.name.encode()).hexdigest()[:8]))
        own.force = True
        commands = (self.compiler.compiler_so, self.compiler.linker_so, sys.version)
        recipe = sha256(repr((commands, extension.extra_compile_args, extension.define_macros)).encode())
        for path in (*extension.sources, *sorted((ROOT / "engine").rglob("*.h"))):
            recipe.update(Path(path).read_bytes())
        stamp = Path(own.build_temp, "recipe")
        built = Path(self.get_ext_fullpath(extension.name)).exists() and stamp.exists()
        if self.force or not built or stamp.read_text() != recipe.hexdigest():
            stamp.unlink(missing_ok=True)
            super(Build, own).build_extension(extension)
            stamp.write_text(recipe.hexdigest())

    def check_tools(self) -> None:
        """Stop with one line if the compiler or Python.h is missing. Later errors of the compiler have a traceback."""
        program = (getattr(self.compiler, "compiler_so", None) or [""])[0]
        if program and shutil.which(program) is None:
            raise SystemExit(
                f"Oddsfish needs a C compiler to build, and {program} is not there: "
                "install gcc (Debian: apt-get install gcc python3-dev)"
            )
        if not any(Path(folder, "Python.h").exists() for folder in self.compiler.include_dirs):
            raise SystemExit(
                "Oddsfish needs the C headers of Python to build, and Python.h is not there: "
                "install them (Debian: apt-get install python3-dev)"
            )

    def remove_leftovers(self) -> None:
        """Remove what older builds left in build_lib, as everything there ends up in the wheel."""
        sources = cast(build_py, self.get_finalized_command("build_py"))
        wanted = {Path(path).resolve() for path in (*self.get_outputs(), *sources.get_outputs())}
        for path in Path(self.build_lib).resolve().rglob("*"):
            if path.is_file() and path not in wanted:
                path.unlink()


def main() -> None:
    os.chdir(ROOT)
    link_names()
    built = setup(
        version=VERSION,
        packages=packages(),
        ext_modules=extensions(""),  # Build sets the architectures
        cmdclass={"build_ext": Build},
        options={"build_ext": {"parallel": str(os.cpu_count())}},
    )
    if built.have_run.get("build_ext"):
        first, *levels = cast(Build, built.get_command_obj("build_ext")).architectures
        print(f"oddsfish: compiled with {' '.join(options(first))}{''.join(f', and for {level}' for level in levels)}")


main()
